"""What one entry wants to know on its own phone: its tables by round, its place, what is missing to a better one."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.messages import Number
from scoring.event_models import Event, EventEntry, EventRound, EventSitting
from scoring.events.event import Place
from scoring.events.money import prizes
from scoring.selectors.event_results import SittingResult
from scoring.selectors.events import StoredEvent, load


@dataclass(frozen=True)
class OwnRound:
    """A round as one entry sees it.

    sitting: None if it is free, or does not play in this round. seat: from 1. others: who sits there too, in seat order
    after it. status: of the result. may_confirm: whether its word is still missing.
    """

    round: EventRound
    free: bool
    sitting: EventSitting | None = None
    seat: int | None = None
    others: tuple[EventEntry, ...] = ()
    result: SittingResult | None = None
    status: str | None = None
    may_confirm: bool = False


@dataclass(frozen=True)
class Behind:
    """What an entry is behind another place.

    goal: first, above (the next better place), prize (the last place that gets one).
    points, match_points: to be level, above zero; by match points first where they count.
    """

    goal: str
    place: Place
    entry: EventEntry
    points: Number
    match_points: Number


@dataclass(frozen=True)
class OwnEvent:
    """An event as one entry sees it.

    place: None before it has a result. ranked: so many are in the ranking. present: the round that runs or comes
    next. behind: what it takes to a better place, empty for the first and for who has left.
    """

    stored: StoredEvent
    entry: EventEntry
    place: Place | None
    ranked: int
    rounds: list[OwnRound]
    present: OwnRound | None
    behind: list[Behind]


def own_event(event: Event, number: int) -> OwnEvent | None:
    """Returns the event as the entry with this number sees it, by five queries; None if there is no such entry.

    Rounds that are only proposed are not there. A frozen ranking stays as it was before the running round.
    """
    stored = load(event)
    entry = next((one for one in stored.entries if one.number == number), None)
    if entry is None:
        return None
    by_number = {one.number: one for one in stored.entries}
    rounds = [_own_round(stored, played, number, by_number) for played in stored.rounds]
    shown = [one for one in rounds if one.round.state != EventRound.PROPOSED]
    until = stored.last_shown(everything=False)
    places, _lots = stored.standing(until)
    own = next((place for place in places if place.entry == number), None)
    tables = [one for one in stored.as_played(until).sittings if number in one.entries]
    played = own is not None and bool(own.points or own.match_points or any(one.done for one in tables))
    return OwnEvent(
        stored,
        entry,
        own if played else None,
        len(places),
        shown,
        next((one for one in shown if one.round.state != EventRound.CLOSED), None),
        _behind(stored, places, own, by_number) if played and own is not None else [],
    )


def _own_round(stored: StoredEvent, played: EventRound, number: int, by_number: dict[int, EventEntry]) -> OwnRound:
    row = next((one for one in stored.sittings.get(played.id, ()) if number in one.entries), None)
    if row is None:
        return OwnRound(played, number in played.byes)
    seat = row.entries.index(number)
    others = tuple(by_number[one] for one in (*row.entries[seat + 1 :], *row.entries[:seat]))
    result, status = stored.results[row.id], stored.status_of(row)
    missing = status == EventSitting.ENTERED and number not in row.confirmed_by
    may_confirm = missing and played.state == EventRound.RUNNING
    return OwnRound(played, False, row, seat + 1, others, result, status, may_confirm)


def _behind(stored: StoredEvent, places: list[Place], own: Place, by_number: dict[int, EventEntry]) -> list[Behind]:
    better = [place for place in places if place.place < own.place]
    if not better or by_number[own.entry].left is not None:
        return []
    rules = stored.rules.money
    paid = len([one for one in prizes(stored.pot(), rules.prizes, rules.unit) if one])
    goals = {"first": better[0], "above": better[-1]}
    if 0 < paid < own.place:
        goals["prize"] = [place for place in places if place.place <= paid][-1]
    sign = -1 if stored.rules.better == "low" else 1
    return [
        Behind(
            goal,
            place,
            by_number[place.entry],
            sign * (place.points - own.points),
            place.match_points - own.match_points,
        )
        for goal, place in goals.items()
    ]
