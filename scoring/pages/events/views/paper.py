"""The sheets of an event on paper, in black and white: cards, seats, lists, results, cash. Printed by the browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from scoring.engine.refusal import Refusal
from scoring.event_models import EventKey, EventSitting
from scoring.events.official_list import deals_of
from scoring.languages import current_language, sort_key
from scoring.pages.device_keys import private_page
from scoring.pages.events import own_keys
from scoring.pages.events.amounts import amount_text
from scoring.pages.events.device_events import DeviceEvents, OpenedEvent
from scoring.pages.events.hall_view import HallView
from scoring.pages.events.links import own_link
from scoring.pages.events.paper_list import OfficialList, PaperList, empty_list, foot_labels, plain_rows
from scoring.pages.form_data import whole_number
from scoring.pages.views.codes import addresses, picture_of
from scoring.selectors import events as selectors
from scoring.selectors.event_access import ORGANISER, REFEREE, SCORER, keys_of
from scoring.selectors.event_lists import hands_of, is_official, planned_deals
from scoring.selectors.match_snapshot import MatchSnapshot, load_match
from scoring.services import match_codes

EMPTY_ROUNDS = 6
"""Lines for rounds on a start card, where the number of rounds is not known."""


class Paper:
    """What the sheets of one event are made of. row: the round that is meant, None if there is none yet."""

    def __init__(self, request: HttpRequest, opened: OpenedEvent, on_wall: bool = False) -> None:
        self.request, self.opened = request, opened
        self.view = HallView(selectors.load(opened.row), opened.sees_everything)
        if on_wall:
            self.view.hide_names()
        self.stored, self.names = self.view.stored, self.view.names
        number = whole_number(request.GET.get("round", ""))
        self.row = next((one for one in self.view.shown_rounds if one.number == number), self.view.current)
        self.table = whole_number(request.GET.get("table", ""))

    @property
    def sittings(self) -> list[EventSitting]:
        """The tables of the round, or only the one that was asked for; a scorer's own."""
        found = self.stored.sittings.get(self.row.id, []) if self.row else []
        own = self.opened.sitting
        if self.opened.role == SCORER:
            return [one for one in found if own is not None and one.id == own.id]
        return [one for one in found if self.table in (None, one.number)]


@dataclass(frozen=True)
class Sheet:
    """A sheet. make: what its template shows, besides the event. roles: that may print it.

    on_wall: it hangs where everybody reads it, with the names of those who agree. Cards, lists and cash go from the
    organiser's hand to the people themselves and have all names.
    """

    title: Any
    template: str
    make: Callable[[Paper], dict[str, Any]]
    roles: tuple[str, ...] = (ORGANISER, REFEREE, EventKey.VIEWER)
    of_round: bool = False
    on_wall: bool = False


@require_safe
@private_page
def sheets(request: HttpRequest, event_id: str) -> HttpResponse:
    """All sheets of an event that this phone may print."""
    opened = DeviceEvents(request).event(event_id)
    paper = Paper(request, opened)
    found = [(name, sheet) for name, sheet in SHEETS.items() if opened.role in sheet.roles]
    files = [(name, title) for name, (title, roles) in FILES.items() if opened.role in roles]
    page = {"opened": opened, "event": opened.row, "sheets": found, "rounds": paper.view.shown_rounds, "files": files}
    return render(request, "events/paper/sheets.html", page)


@require_safe
@private_page
def sheet(request: HttpRequest, event_id: str, name: str) -> HttpResponse:
    """One sheet. round: which round; the running or the last one if it is left out. table: only this one."""
    found = SHEETS.get(name)
    if found is None:
        raise Http404
    opened = DeviceEvents(request).event(event_id, *found.roles)
    paper = Paper(request, opened, found.on_wall)
    if found.of_round and paper.row is None and name != "empty-lists":
        raise Http404
    page = {"opened": opened, "event": opened.row, "title": found.title, "round": paper.row, **found.make(paper)}
    page |= {"of_round": found.of_round, "ranking": paper.view.ranking}
    response = render(request, f"events/paper/{found.template}.html", page)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


# -- who sits where ----------------------------------------------------------------------------------------


def _start_cards(paper: Paper) -> dict[str, Any]:
    """A card for each entry: its seats so far, lines for the rounds to come, the code for its phone."""
    seats: dict[int, dict[int, tuple[int, int]]] = {}
    for one in paper.view.shown_rounds:
        for sitting in paper.stored.sittings.get(one.id, ()):
            for place, number in enumerate(sitting.entries, 1):
                seats.setdefault(number, {})[one.number] = (sitting.number, place)
    rounds = max(paper.view.ranking.rounds_in_all, len(paper.view.shown_rounds)) if paper.stored.entries else 0
    lines = range(1, (rounds or EMPTY_ROUNDS) + 1)
    wanted = whole_number(paper.request.GET.get("entry", ""))
    stored = keys_of(paper.opened.row.id).get(EventKey.VIEWER)
    key = own_keys.shown(*stored) if stored else None
    cards = [
        {
            "entry": entry,
            "name": paper.names[entry.number],
            "rounds": [(number, *seats.get(entry.number, {}).get(number, ("", ""))) for number in lines],
            "link": own_link(paper.request, key, entry.number),
        }
        for entry in paper.stored.entries
        if entry.left is None and wanted in (None, entry.number)
    ]
    return {"cards": cards, "has_codes": key is not None}


def _tables(paper: Paper) -> dict[str, Any]:
    return {"tables": paper.view.tables(paper.row) if paper.row else [], "free": _free(paper)}


def _results(paper: Paper) -> dict[str, Any]:
    return {**_tables(paper), "with_scores": True}


def _seats_by_name(paper: Paper) -> dict[str, Any]:
    seats = [
        (paper.names[number], number, sitting.number, place)
        for sitting in paper.sittings
        for place, number in enumerate(sitting.entries, 1)
    ]
    return {"seats": sorted(seats, key=lambda seat: (sort_key(seat[0]), seat[1])), "free": _free(paper)}


def _free(paper: Paper) -> list[str]:
    return paper.view.free(paper.row) if paper.row else []


# -- lists -------------------------------------------------------------------------------------------------


def _empty_lists(paper: Paper) -> dict[str, Any]:
    """A list for each table of the round; blank ones before there is a round, or with ``seats`` (4 or 3)."""
    event, rules = paper.opened.row, paper.stored.rules
    blank = whole_number(paper.request.GET.get("seats", "")) or (0 if paper.sittings else 4)
    if 2 <= blank <= 4:
        nobody = [("", "")] * blank
        deals = planned_deals(event, rules, blank)
        return {"lists": [empty_list(nobody, (0, 0), deals, is_official(event.game, blank))]}
    number = paper.row.number if paper.row else 0
    return {
        "lists": [
            empty_list(
                [(entry, paper.names[entry]) for entry in sitting.entries],
                (number, sitting.number),
                planned_deals(event, rules, len(sitting.entries)),
                is_official(event.game, len(sitting.entries)),
            )
            for sitting in paper.sittings
        ]
    }


def _filled_lists(paper: Paper) -> dict[str, Any]:
    """The lists of the round's matches: every hand, the foot, the closing check, the code of the match."""
    results = {sitting.id: paper.stored.results[sitting.id] for sitting in paper.sittings}
    hands = hands_of([match for result in results.values() for match in result.matches])
    lists = [
        _filled_list(paper, sitting, load_match(match), hands[match])
        for sitting in paper.sittings
        for match in results[sitting.id].matches
        if hands[match]
    ]
    return {"lists": lists}


def _filled_list(paper: Paper, sitting: EventSitting, match: MatchSnapshot, hands: list[Any]) -> PaperList:
    entries = [sitting.players.get(seat["player"] or "", "") for seat in match.seats]
    seats = list(zip(entries, match.names, strict=True))
    round_number = paper.row.number if paper.row else 0
    codes = []
    with suppress(Refusal):  # too long for codes
        found = match_codes.codes_of(match, printed=match_codes.points_of(match))
        codes = [picture_of(address) for address in addresses(paper.request, found)]
    where = (round_number, sitting.number)
    if not is_official(match.slug, len(seats)):
        sides = list(zip(_sides(match, entries), match.side_names_in(current_language()), strict=True))
        rows = plain_rows(len(sides), hands)
        foot = [(foot_labels(len(sides), is_official=False)[0], [block[0] for block in rows[-1].blocks])]
        return PaperList(*where, sides, rows, foot, False, codes=codes)
    official = OfficialList(len(seats), hands)
    deals = planned_deals(paper.opened.row, paper.stored.rules, len(seats)) or deals_of(len(seats))
    checks = official.checks(deals, sitting, paper.names)
    return PaperList(*where, seats, official.rows, official.foot(paper.stored.rules.money), True, checks, codes)


def _sides(match: MatchSnapshot, entries: list[Any]) -> list[int | str]:
    """The number of the entry of each side."""
    return [entries[seats[0]] for seats in match.open_match.setup.sides]


# -- results and money -------------------------------------------------------------------------------------


def _nothing_more(paper: Paper) -> dict[str, Any]:
    return {}


def _cash(paper: Paper) -> dict[str, Any]:
    """What each entry pays and gets, what was booked, and the account."""
    stored, lines = paper.stored, selectors.cash_of(paper.opened.row)
    fees, prizes, fee = stored.fees(), stored.prizes(), stored.rules.money.entry_fee
    still = selectors.open_amounts(stored, lines)
    booked: dict[int, int] = {}
    for line in lines:
        if line.entry is not None:
            booked[line.entry] = booked.get(line.entry, 0) + line.amount
    rows = [
        {
            "number": entry.number,
            "name": paper.names[entry.number],
            "amounts": _amounts(
                fee,
                fees.get(entry.number, 0),
                prizes.get(entry.number, 0),
                booked.get(entry.number, 0),
                sum(still[entry.number].values()),
            ),
        }
        for entry in stored.entries
    ]
    sums = _amounts(
        fee * len(stored.entries),
        sum(fees.values()),
        sum(prizes.values()),
        sum(booked.values()),
        sum(sum(amounts.values()) for amounts in still.values()),
    )
    others = [(line.note, amount_text(line.amount, sign=True)) for line in lines if line.entry is None]
    words: Mapping[str, Any] = ACCOUNT
    account = [(words[name], amount_text(amount)) for name, amount in stored.account().items()]
    is_final = selectors.is_final(stored)
    return {"rows": rows, "sums": sums, "others": others, "account": account, "is_final": is_final}


def _amounts(*cents: int) -> list[str]:
    return [amount_text(amount) if amount else "" for amount in cents]


ACCOUNT = {
    "entry_fees": _("Entry fees"),
    "fees": _("Fees"),
    "prizes": _("Prizes"),
    "kitty": _("To the kitty"),
    "organiser": _("To the organiser"),
}

_READERS = (ORGANISER, REFEREE, EventKey.VIEWER, EventKey.ENTRANT)
SHEETS = {
    "start-cards": Sheet(_("Start cards"), "start_cards", _start_cards, (ORGANISER, REFEREE)),
    "tables": Sheet(_("Seats by table"), "tables", _tables, _READERS, of_round=True, on_wall=True),
    "names": Sheet(_("Seats by name"), "names", _seats_by_name, _READERS, of_round=True, on_wall=True),
    "empty-lists": Sheet(_("Empty lists"), "lists", _empty_lists, (ORGANISER, REFEREE), of_round=True),
    "lists": Sheet(_("Lists of the tables"), "lists", _filled_lists, (ORGANISER, REFEREE, SCORER), of_round=True),
    "round": Sheet(_("Results of the round"), "tables", _results, _READERS, of_round=True, on_wall=True),
    "ranking": Sheet(_("Ranking"), "ranking", _nothing_more, _READERS, on_wall=True),
    "teams": Sheet(_("Teams"), "teams", _nothing_more, _READERS, on_wall=True),
    "cash": Sheet(_("Cash sheet"), "cash", _cash, (ORGANISER,)),
}
"""By the last part of the address."""

FILES = {
    "ranking": (_("Ranking"), (*_READERS, SCORER)),
    "entries": (_("Entries"), (ORGANISER, REFEREE)),
    "cash": (_("Cash"), (ORGANISER,)),
}
"""The files for spreadsheets, by the last part of the address: title and who gets them."""
