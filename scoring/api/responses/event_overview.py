"""An event as one entry sees it on its own phone."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from companion.http.models import Number, ResponseModel
from scoring.api.responses.events import EntryScore, RoundClock, RoundState, SittingStatus, sitting_json
from scoring.event_models import EventEntry, EventRound
from scoring.selectors.event_clock import clock_json
from scoring.selectors.event_overview import OwnEvent, OwnRound
from scoring.selectors.events import StoredEvent, shown_name


class SeatedEntry(ResponseModel):
    """Somebody at the same table."""

    number: int = Field(description="The start number.")
    name: str = Field(description="Empty where it was deleted, or is not shown to this key.")


class OwnRoundAnswer(ResponseModel):
    """A round as one entry sees it."""

    round: int = Field(description="Its number.")
    state: RoundState = Field(description="How far it is.")
    clock: RoundClock | None = Field(description="Its time limit; null for none.")
    free: bool = Field(description="Whether the entry is free in this round.")
    table_number: int | None = Field(description="Its table; null if it does not play.")
    seat: int | None = Field(description="Its seat, from 1; null if it does not play.")
    others: list[SeatedEntry] = Field(description="Who sits there too: the next seat first.")
    status: SittingStatus | None = Field(description="Of the result; null if it does not play.")
    scores: list[EntryScore] = Field(description="The result, or what there is so far.")
    deals: int = Field(description="Hands recorded so far.")
    may_confirm: bool = Field(description="Whether there is a result that this entry has not confirmed.")


class OwnPlace(ResponseModel):
    """The place of an entry."""

    place: int = Field(description="Equal for those that are level.")
    ranked: int = Field(description="So many are in the ranking.")
    points: Number = Field(description="Of all rounds.")
    match_points: Number = Field(description="Wins and draws in points; 0 where only points count.")
    won: int = Field(description="Games or matches won.")
    lost: int = Field(description="Games or matches lost.")


class PlaceToReach(ResponseModel):
    """What an entry is behind a better place."""

    goal: Literal["first", "above", "prize"] = Field(
        description="The first place, the one above, or the last with a prize."
    )
    place: int = Field(description="Its number.")
    entry: int = Field(description="Who has it.")
    name: str = Field(description="Empty where it was deleted, or is not shown to this key.")
    points: Number = Field(description="Points to be level with it.")
    match_points: Number = Field(description="Match points to be level with it; where they count, they come first.")


class EntryOverview(ResponseModel):
    """An event as one entry sees it."""

    number: int = Field(description="The start number.")
    name: str = Field(description="Empty where it was deleted, or is not shown to this key.")
    left: int | None = Field(description="The first round that it does not play; null while it is there.")
    standing: OwnPlace | None = Field(description="Its place; null before it has a result.")
    provisional: bool = Field(description="Whether a round runs, or a result is disputed.")
    frozen: bool = Field(description="Whether the running round is left out of its place.")
    behind: list[PlaceToReach] = Field(description="What it takes; empty for the first and for who has left.")
    present: OwnRoundAnswer | None = Field(description="The round that runs or comes next; null if none is published.")
    rounds: list[OwnRoundAnswer] = Field(description="All rounds that are published, in order.")


def overview_json(own: OwnEvent, everything: bool, itself: bool = False) -> dict[str, Any]:
    """Returns an event as one entry sees it as plain JSON.

    everything: with names that are not shown to readers. itself: whether the entry's own key asks.
    """
    place, progress = own.place, own.stored.progress()
    names = ("place", "points", "match_points", "won", "lost")
    return {
        "number": own.entry.number,
        "name": shown_name(own.entry, everything or itself),
        "left": own.entry.left,
        "standing": place and {**{name: getattr(place, name) for name in names}, "ranked": own.ranked},
        "provisional": progress is not None or own.stored.under_objection(),
        "frozen": own.stored.last_shown(everything=False) is not None,
        "behind": [
            {
                "goal": one.goal,
                "place": one.place.place,
                "entry": one.entry.number,
                "name": shown_name(one.entry, everything),
                "points": one.points,
                "match_points": one.match_points,
            }
            for one in own.behind
        ],
        "present": own.present and _round(own.stored, own.present, everything),
        "rounds": [_round(own.stored, one, everything) for one in own.rounds],
    }


def _round(stored: StoredEvent, own: OwnRound, everything: bool) -> dict[str, Any]:
    row: EventRound = own.round
    sitting = sitting_json(stored, row.number, own.sitting) if own.sitting else {}
    return {
        "round": row.number,
        "state": row.state,
        "clock": clock_json(row),
        "free": own.free,
        "table_number": sitting.get("table_number"),
        "seat": own.seat,
        "others": [_seated(one, everything) for one in own.others],
        "status": own.status,
        "scores": sitting.get("scores", []),
        "deals": sitting.get("deals", 0),
        "may_confirm": own.may_confirm,
    }


def _seated(entry: EventEntry, everything: bool) -> dict[str, Any]:
    return {"number": entry.number, "name": shown_name(entry, everything)}
