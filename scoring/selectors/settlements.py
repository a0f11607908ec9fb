"""Settlements of a match and of an evening, and the kitty. They are not stored: they follow from the hands."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any

from django.db.models import Q
from django.utils.timezone import localdate
from pydantic import ValidationError
from pydantic_core import from_json

from scoring.engine.game import MatchToSettle
from scoring.engine.messages import Number, trim_number
from scoring.engine.settlement import MatchResult, Payment, Settlement, SettlementRules, money, payments, settle
from scoring.games import all_games
from scoring.models import Hand, KittyEntry, Match, Table, by_id
from scoring.selectors.match_snapshot import MatchSnapshot, load_match, part_after, part_before
from scoring.settlement_rules import AllSettlementRules

EVENING = timedelta(hours=6)
"""A new evening begins if no match was begun for this long."""


def stored_rules(stored: Any) -> SettlementRules | None:
    """Returns the stored rules, None if there are none, or this release cannot read them."""
    try:
        return AllSettlementRules.model_validate(stored) if stored else None
    except ValidationError:
        return None


def rules_of_match(match_id: str) -> SettlementRules | None:
    """Returns the rules of a match, None if it is not played for anything."""
    return stored_rules(rules_as_stored(match_id))


def rules_as_stored(match_id: str) -> dict[str, Any] | None:
    """Returns the rules of a match as they are stored, None if it is not played for anything."""
    return Match.objects.filter(by_id(match_id)).values_list("settlement", flat=True).first()


def last_word(table_id: str) -> str:
    """Returns what the latest match of a table that is played for something is played for, "" if none is."""
    matches = Match.objects.filter(table_id=table_id, settlement__isnull=False).order_by("-created_at", "-id")
    rules = stored_rules(matches.values_list("settlement", flat=True).first())
    return rules.word if rules else ""


@dataclass(frozen=True)
class MatchSettlement:
    """A settled match. totals: the totals that counted, by side."""

    match: MatchSnapshot
    rules: SettlementRules
    totals: list[Number]
    settlement: Settlement

    def balance_of(self, player: str) -> Number | None:
        """Returns what a player gets or pays, None if that one did not play. player: as ``seat_account`` names it."""
        accounts = {seat_account(seat): place for place, seat in enumerate(self.match.seats)}
        return self.settlement.balances[accounts[player]] if player in accounts else None


def seat_account(seat: dict[str, Any]) -> str:
    """Returns whose account the amounts of a seat go to: the player's id, or a name without a player."""
    return str(seat["player"] or seat["name"])


def settle_match(match: MatchSnapshot, rules: SettlementRules) -> MatchSettlement:
    """Returns the settlement of a match by its current totals; of a part, by what was made in it."""
    setup, status = match.open_match.setup, match.status
    totals = match.game.totals_to_settle(MatchToSettle(setup, match.current_state, status, rules.settle_on))
    if match.carried:  # what was carried is settled with the parts before, so that every point is paid once
        start = match.game.totals_to_settle(MatchToSettle(setup, match.open_match.state, {}, rules.settle_on))
        totals = [trim_number(total - before) for total, before in zip(totals, start, strict=True)]
    result = MatchResult(
        sides=setup.sides,
        totals=totals,
        winners=status["winners"] if match.finished else (),
        low=match.game.lowest_wins(setup),
        due=_fees_due(match) if rules.has_fees else {},
    )
    return MatchSettlement(match, rules, list(totals), settle(result, rules))


def _fees_due(match: MatchSnapshot) -> dict[str, Counter[int]]:
    """How often each seat owes a fee, by kind of fee."""
    due: dict[str, Counter[int]] = {}
    hands = Hand.objects.filter(match.its_rows, complete=True).order_by("number")
    for entered, result in hands.values_list("input", "result"):
        fees = match.game.fees_due(match.open_match.setup, from_json(entered), from_json(result))
        for event, seats in fees.items():
            due.setdefault(event, Counter()).update(seats)
    return due


# -- an evening -----------------------------------------------------------------------------------------


@dataclass
class EveningSettlement:
    """The matches of one evening that are played for the same thing, with their amounts added.

    names, balances: by player. kitty: the amount that it gets.
    """

    word: str
    matches: list[MatchSettlement] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    balances: dict[str, Number] = field(default_factory=dict)
    kitty: Number = 0

    def add(self, settled: MatchSettlement) -> None:
        """Adds a match."""
        self.matches.append(settled)
        self.kitty = money(self.kitty + settled.settlement.kitty)
        for seat, amount in zip(settled.match.seats, settled.settlement.balances, strict=True):
            player = seat_account(seat)
            self.names[player] = seat["name"]
            self.balances[player] = money(self.balances.get(player, 0) + amount)

    @property
    def rounded_to(self) -> list[Number]:
        """The coins to which amounts of its matches had to be rounded."""
        return sorted({one.rules.unit for one in self.matches if one.settlement.rounded})

    @property
    def coin(self) -> Number:
        """The smallest coin of its matches."""
        return min(one.rules.unit for one in self.matches)

    @cached_property
    def payments(self) -> list[Payment[str | None]]:
        """Returns payments between players; None is the kitty."""
        accounts: dict[str | None, Number] = {player: self.balances[player] for player in self.names}
        return payments({**accounts, None: self.kitty})


def parts_of(match: MatchSnapshot) -> list[MatchSnapshot]:
    """Returns the parts of a match in order, the match alone if its people never changed. One that is gone ends it."""
    parts = [match]
    while before := part_before(parts[0]):
        parts.insert(0, before)
    while after := part_after(parts[-1]):
        parts.append(after)
    return parts


def settle_parts(match: MatchSnapshot) -> EveningSettlement | None:
    """Returns the settlement of a match with all its parts; None if it is not played for anything."""
    settled: EveningSettlement | None = None
    for part in parts_of(match):
        rules = rules_of_match(part.id)
        if rules is not None and (settled is None or rules.word == settled.word):
            settled = settled or EveningSettlement(rules.word)
            settled.add(settle_match(part, rules))
    return settled


@dataclass(frozen=True)
class Evening:
    """An evening. began: its first match, None if nothing was played. settled: one for each unit. unsettled: matches
    that are not played for anything. one_match: the id of one of them, by which the evening is named; "" if none.
    """

    began: datetime | None
    settled: list[EveningSettlement]
    unsettled: list[MatchSnapshot]
    one_match: str = ""

    @property
    def day(self) -> date | None:
        """The day on which it began, in the current time zone."""
        return localdate(self.began) if self.began else None


def settle_evening(table: Table, day: date | None = None, match_id: str | None = None) -> Evening:
    """Returns the last evening of a table, whatever the calendar says: it may go on after midnight.

    day: the last one that began on this day in the current time zone. match_id: the one of this match.
    """
    began: datetime | None = None
    ids: list[str] = []
    for evening in _evenings(table.id):
        times = dict(evening)
        first = next(iter(times.values()))
        if day in (None, localdate(first)) and (match_id is None or match_id in times):
            began, ids = first, list(times)
    settled: dict[str, EveningSettlement] = {}
    unsettled = []
    for one in ids:
        match, rules = load_match(one), rules_of_match(one)
        if rules is None:
            unsettled.append(match)
        else:
            settled.setdefault(rules.word, EveningSettlement(rules.word)).add(settle_match(match, rules))
    return Evening(began, list(settled.values()), unsettled, next(iter(ids), ""))


def _evenings(table_id: str) -> list[list[tuple[str, datetime]]]:
    """The matches of a table that can be settled, id and begin, in order, by evening."""
    evenings: list[list[tuple[str, datetime]]] = []
    rows = Match.objects.filter(_can_be_settled(table_id)).order_by("created_at", "id").values_list("id", "created_at")
    for match_id, at in rows:
        if not evenings or at - evenings[-1][-1][1] >= EVENING:
            evenings.append([])
        evenings[-1].append((match_id, at))
    return evenings


# -- the kitty ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kitty:
    """A table's kitty. balances: by unit. entries: what was put in or taken out, the latest first."""

    balances: dict[str, Number]
    entries: list[KittyEntry]


def table_kitty(table: Table) -> Kitty:
    """Returns the kitty over all evenings: amounts from matches, and what was put in or taken out."""
    balances: dict[str, Number] = {}
    for match_id in Match.objects.filter(_can_be_settled(table.id), settlement__isnull=False).values_list(
        "id", flat=True
    ):
        rules = rules_of_match(match_id)
        if rules is not None and (rules.has_fees or rules.method == "chips"):
            amount = settle_match(load_match(match_id), rules).settlement.kitty
            balances[rules.word] = money(balances.get(rules.word, 0) + amount)
    entries = list(KittyEntry.objects.filter(table=table).order_by("-at", "-id"))
    for entry in entries:
        balances[entry.word] = money(balances.get(entry.word, 0) + money(entry.amount))
    return Kitty(balances, entries)


def _can_be_settled(table_id: str) -> Q:
    """The condition for the matches of a table that can be settled: those with a hand and of a known game."""
    return Q(table_id=table_id, hand_count__gt=0, game__in=list(all_games()))
