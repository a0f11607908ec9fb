"""What a code holds: a match with its history, as models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic import Field as ApiField

from scoring.engine.messages import Number
from scoring.engine.models import LONGEST_NOTE, ChangeKind

MOST_CHANGES = 2_000
MOST_PLAYERS = 12
LAST_SECOND = 253_402_300_799
"""The end of the year 9999."""

MatchId = Annotated[str, Field(pattern="^[0-9a-z]{16}([0-9a-z]{12})?$")]
Seconds = Annotated[int, Field(ge=0, le=LAST_SECOND)]


class CodeModel(BaseModel):
    """A part of what a code holds. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_serialization_defaults_required=True)


class CodedChange(CodeModel):
    """An entry of the history."""

    what: ChangeKind = ApiField(description="Which change it was.")
    hand: int = ApiField(0, ge=0, description="The number of the hand concerned, from 1; 0 for none.")
    before: Any = ApiField(None, description="What was there before; null for nothing.")
    after: Any = ApiField(None, description="What is there instead; null for nothing.")
    target: int = ApiField(0, ge=0, description="The version that was undone or redone; 0 for none.")
    when: Seconds = ApiField(description="When it was made: seconds since 1970, UTC.")


class CodedPart(CodeModel):
    """How a match belongs to parts with other people."""

    before: MatchId | None = ApiField(None, description="The id of the part before it; null for none.")
    after: MatchId | None = ApiField(None, description="The id of the part after it; null for none.")
    carried: dict[str, Any] | None = ApiField(
        None, description="What it took over from the part before; null for none."
    )


class CodedMatch(CodeModel):
    """A match as a code holds it: what was entered, nothing that is computed, and no key."""

    id: MatchId = ApiField(description="The same on every phone; it begins with the id of its table.")
    game: str = ApiField(max_length=40, description="The slug of its game.")
    title: str = ApiField("", max_length=80, description="Its name before the first change; empty for none.")
    note: str = ApiField(
        "", max_length=LONGEST_NOTE, description="The note about it before the first change; empty for none."
    )
    players: list[Annotated[str, Field(min_length=1, max_length=40)]] = ApiField(
        min_length=1, max_length=MOST_PLAYERS, description="Who sits where, from seat 0 on; `Seat 1` … without names."
    )
    player_ids: None = ApiField(None, deprecated=True, description="Always null: ids belong to one table's phone.")
    named: bool = ApiField(True, description="Whether the players' names are in the code.")
    options: dict[str, Any] = ApiField({}, description="House rules that were chosen.")
    start: dict[str, Any] = ApiField({}, description="What was carried into the first hand; empty for nothing.")
    settlement: dict[str, Any] | None = ApiField(
        None, description="How it is settled; null for not played for anything."
    )
    parts: CodedPart | None = ApiField(None, description="Its other parts; null for none.")
    created: Seconds = ApiField(description="When it was started: seconds since 1970, UTC.")
    changes: list[CodedChange] = ApiField(
        max_length=MOST_CHANGES, fail_fast=True, description="Its history, the earliest first."
    )
    printed: list[list[int | float]] | None = ApiField(
        None,
        max_length=MOST_CHANGES,
        description="In the code of a printed sheet: the points of each hand as they stand there, by side.",
    )
    totals: list[int | float] | None = ApiField(
        None, max_length=MOST_PLAYERS, description="Only if the history is left out: the score of each side."
    )


def totals_only(match: CodedMatch, totals: Sequence[Number]) -> CodedMatch:
    """Returns the match without its history, so that nobody can score it again or go on. totals: of each side."""
    left_out: dict[str, Any] = {"settlement": None, "parts": None, "changes": [], "printed": None}
    return match.model_copy(update={**left_out, "totals": list(totals)})


def without_names(match: CodedMatch) -> CodedMatch:
    """Returns the match without names: ``Seat 1`` for the first player, no title, no notes.

    Changes of people keep their place in the history, but say nothing.
    """
    changes = [_nameless(change) for change in match.changes]
    return match.model_copy(
        update={
            "title": "",
            "note": "",
            "players": [f"Seat {number}" for number in range(1, len(match.players) + 1)],
            "named": False,
            "changes": changes,
        }
    )


def without_ids(change: CodedChange) -> CodedChange:
    """Returns a change whose people have names and no ids, which belong to the table of one phone."""
    update = {name: _without_ids(getattr(change, name)) for name in ("before", "after")}
    return change.model_copy(update=update) if change.what not in ("record", "correct", "take_back") else change


def _without_ids(value: Any) -> Any:
    """A value of a change of people: a list of seats, or a part with its players."""
    if isinstance(value, list):
        return [{**seat, "player": None} if isinstance(seat, dict) and "player" in seat else seat for seat in value]
    if isinstance(value, dict) and "players" in value:
        return {**value, "players": _without_ids(value["players"])}
    return value


def _nameless(change: CodedChange) -> CodedChange:
    update = {
        name: _without_names(getattr(change, name)) for name in ("before", "after") if getattr(change, name) is not None
    }
    return change.model_copy(update=update)


def _without_names(value: Any) -> Any:
    """A value of a change without names: of a hand its note is left out, of seats who sits there, of a text all."""
    if isinstance(value, str):
        return ""
    if isinstance(value, list):
        return [{"player": None, "name": f"Seat {number}"} for number in range(1, len(value) + 1)]
    if isinstance(value, dict):
        kept = {name: inner for name, inner in value.items() if name != "note"}
        return {**kept, "players": _without_names(kept["players"])} if "match" in kept and "players" in kept else kept
    return value
