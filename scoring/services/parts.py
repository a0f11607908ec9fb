"""A match whose people change: it goes on as another match, its next part (docs/decisions/0014-people-change.md).

The parts know each other by id. Each stays a match of its own: with its seats, its hands, its history. Totals at the
start of a part are those at the end of the part before it, also after a correction there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.utils import timezone
from pydantic_core import from_json

from scoring.db import match_rows
from scoring.db.json_text import dump_json
from scoring.engine.marking import _
from scoring.engine.match import start_json
from scoring.engine.match_status import MatchStatus
from scoring.engine.messages import Number
from scoring.engine.parts import next_part
from scoring.engine.refusal import Refusal, refuse
from scoring.models import Change, Hand, Match, Table, new_match_id
from scoring.selectors.match_snapshot import (
    ChangeResult,
    MatchSnapshot,
    TransactionHook,
    load_match,
    part_after,
    part_before,
)
from scoring.services import history, matches
from scoring.services.seats import seat_players


@dataclass(frozen=True)
class ContinuedMatch:
    """The next part of a match. begun_anew: what could not be carried to these seats, see ``NextPart``."""

    match: MatchSnapshot
    begun_anew: list[str]


def continue_match(
    match_id: str,
    players: Sequence[str | Mapping[str, Any]],
    totals: Sequence[Number | None] | None = None,
    expected: int | None = None,
    hook: TransactionHook | None = None,
    options: dict[str, Any] | None = None,
    dealer: int | None = None,
) -> ContinuedMatch:
    """Goes on with other people, the same in other seats, or by other house rules. Returns the next part of the match.

    players: in seat order, as ``seats.seat_players`` takes them. Who was there keeps the column. A newcomer takes over
    the seat of somebody who leaves if as many play as before, else joins with 0. totals: by side of the next part,
    where another total counts; None for what is carried. options: other house rules; None for the same. dealer: the
    seat that deals next; None for who is next anyway. Raises Refusal (``/players…``, ``/totals…``, ``/options…``),
    VersionConflict, MatchNotFound.
    """
    made: list[ContinuedMatch] = []

    def plan(match: MatchSnapshot) -> history.Edit:
        _check_open(match)
        table = Table.objects.get(id=match.table_id)
        matches.check_room(table)
        seats = seat_players(table, players)
        same_rules = options is None or options == from_json(match.options)
        if seats == match.seats and same_rules and dealer in (None, match.current_state.dealer):
            raise refuse("/players", "people_unchanged", "Nobody has changed the seat.", rule="")
        made.append(_begin(match, table, seats, totals, options, dealer))
        after = {"match": made[0].match.id, "players": seats}
        return history.Edit("continue", 0, "", dump_json(after))

    def store(result: ChangeResult) -> None:
        if hook:
            hook(ChangeResult(made[0].match))

    history.change(match_id, expected, plan, store)
    return made[0]


def _check_open(match: MatchSnapshot) -> None:
    """Raises Refusal if the people of this match cannot change now."""
    if match.continued_by:
        raise refuse("", "continued", "This match goes on with other people already.", rule="")
    if match.finished:
        raise refuse("", "match_over", "The match is over already.", rule="end")
    if match.hand_open:
        raise refuse(
            "", "hand_open", "Hand {number} is still being played.", rule="end", number=history.last_number(match)
        )
    if not match.hand_count:
        text = _("No hand is recorded yet: change the seats, or start another match.")
        raise refuse("", "not_begun", text, rule="")


def _begin(
    match: MatchSnapshot,
    table: Table,
    seats: list[dict[str, Any]],
    totals: Sequence[Number | None] | None,
    rules: dict[str, Any] | None,
    dealer: int | None,
) -> ContinuedMatch:
    came_from = seats_before(match.seats, seats)
    options = from_json(match.options)
    part = next_part(match.open_match, match.current_state, options, came_from, totals, rules, dealer)
    settlement = Match.objects.filter(match.its_row).values_list("settlement", flat=True).get()
    now = timezone.now()
    row = Match.objects.create(
        id=new_match_id(table.id),
        table=table,
        game=match.slug,
        title=match.title,
        seats=seats,
        options=part.options,
        start=start_json(match.game, part.start),
        settlement=settlement,
        continues=match.id,
        carried={
            "seats": came_from,
            "totals": list(totals) if totals else None,
            "dealer": dealer,
        },
        created_at=max(now, match.created_at + timedelta(microseconds=1)),  # the clock may have been set back
        updated_at=now,
        **match_rows.status_columns(MatchStatus(part.open_match, part.open_match.state, 1)),
    )
    return ContinuedMatch(load_match(row.id), part.begun_anew)


def seats_before(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> list[int | None]:
    """Returns by seat, the earlier seat whose column goes on there; None for somebody who joins.

    If as many play as before, a newcomer takes over the seat of who left it; where that person moved to another seat,
    newcomers take over what is left in order.
    """
    old = [seat["player"] or seat["name"] for seat in before]
    new = [seat["player"] or seat["name"] for seat in after]
    places = [old.index(person) if person in old else None for person in new]
    if len(old) != len(new):
        return places
    left = [place for place in range(len(old)) if place not in places]
    for seat, place in enumerate(places):
        if place is None and seat in left:
            places[seat] = seat
            left.remove(seat)
    return [left.pop(0) if place is None else place for place in places]


# -- what happens to one part when another one changes ---------------------------------------------------


def carry_on(match: MatchSnapshot) -> None:
    """Starts the next part from the new totals, after a correction in this one, and scores its hands again.

    Call it within a transaction. Raises Refusal if a hand there would no longer be possible.
    """
    later = part_after(match, lock=True)
    if later is None or later.carried is None:
        return
    carried = from_json(later.carried)
    with_text = _("The match that goes on from here would no longer be possible: {why}")
    try:
        options, dealer = from_json(later.options), carried.get("dealer")
        part = next_part(
            match.open_match, match.current_state, options, carried["seats"], carried["totals"], options, dealer
        )
        start = start_json(match.game, part.start)
        if start == from_json(later.start):
            return
        before, later = later, replace(later, start=dump_json(start))
        played = before.open_match.state.hands_played  # the sheet counts as before, if this is refused
        entries = list(Hand.objects.filter(later.its_rows).order_by("number").values_list("input", "recorded_at"))
        scored = list(
            history.rescored_hands(
                later.open_match, part.open_match.state, [text for text, _at in entries], 1, False, played
            )
        )
    except Refusal as refusal:
        first = refusal.errors[0]
        raise refuse("", "later_hand", with_text, rule=first.rule, why=first.message) from None
    rows = [
        match_rows.hand_row(later, hand, at, text, slug=later.slug)
        for hand, (text, at) in zip(scored, entries, strict=True)
    ]
    match_rows.delete_hands(later)
    Hand.objects.bulk_create(rows)
    state = scored[-1].state if scored else part.open_match.state
    status = MatchStatus(later.open_match, state, len(rows) + (not later.hand_open), later.ended)
    edit = history.Edit("carry", 0, before.start, later.start)
    columns = {**match_rows.status_columns(status), "start": start, "can_redo": False, "updated_at": edit.at}
    Match.objects.filter(later.its_row).update(version=later.version + 1, archived_at=None, **columns)
    later = load_match(later.id)
    history.log_change(later, edit, None)
    if later.has_webhooks:
        from scoring.services import webhook_events  # does not exist on the phone alone

        webhook_events.write(before, later, edit.kind, 0, "", "")
    carry_on(later)


def delete_part(match: MatchSnapshot) -> None:
    """Deletes a match, or a part of one: the part before it can go on again. Call it within a transaction.

    Raises Refusal if it goes on in another part.
    """
    if part_after(match, lock=True) is not None:
        raise refuse("", "continued", "This match goes on with other people: delete that part first.", rule="")
    match_rows.delete_match(match)
    before = part_before(match, lock=True)
    if before and before.continued_by == match.id:
        last = Change.objects.filter(before.its_rows, kind="continue", undo_status=Change.DONE).first()
        edit = history.Edit("continue", 0, last.after if last else "", "")
        Change.objects.filter(before.its_rows, kind="continue").update(undo_status=Change.DROPPED)
        Match.objects.filter(before.its_row).update(
            version=before.version + 1, continued_by="", can_redo=False, updated_at=edit.at
        )
        after = load_match(before.id)
        history.log_change(after, edit, None)
        if after.has_webhooks:
            from scoring.services import webhook_events  # does not exist on the phone alone

            webhook_events.write(before, after, edit.kind, 0, "", "")


def take_back(match: MatchSnapshot) -> None:
    """Deletes the next part, so that this one goes on again. Call it within a transaction.

    Raises Refusal if it has a hand.
    """
    later = part_after(match, lock=True)
    if later is None:
        return
    if later.hand_count or later.continued_by:
        text = _("Hands are recorded in the match that goes on from here: take them back first, or delete it.")
        raise refuse("", "continued", text, rule="")
    match_rows.delete_match(later)
