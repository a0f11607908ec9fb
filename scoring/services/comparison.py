"""Compares a match that arrives from elsewhere, in a copy or an import, with the match that is here."""

from __future__ import annotations

from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic_core import from_json

from scoring.engine.game import Game
from scoring.engine.refusal import Refusal
from scoring.models import Change
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.services.imported_history import ImportedHistory, use_current_names


class Comparison(StrEnum):
    """A received match, compared with ours. AHEAD: it has all our changes and more. BEHIND: it has fewer."""

    SAME = "same"
    AHEAD = "ahead"
    BEHIND = "behind"
    DIFFERENT = "different"


def compare(ours: MatchSnapshot, received: ImportedHistory) -> Comparison:
    """Returns how the history of a received match compares with that of ours."""
    own = [_Identity.of(ours.game, change) for change in Change.objects.filter(ours.its_rows).order_by("version")]
    theirs = [_Identity.of(ours.game, change) for change in received.changes]
    if own == theirs[: len(own)]:
        return Comparison.SAME if len(own) == len(theirs) else Comparison.AHEAD
    return Comparison.BEHIND if theirs == own[: len(theirs)] else Comparison.DIFFERENT


def same_moment(one: datetime, other: datetime) -> bool:
    """Returns whether both are the same time. A copy from a code has whole seconds only."""
    if 0 in (one.microsecond, other.microsecond):
        return one.replace(microsecond=0) == other.replace(microsecond=0)
    return one == other


@dataclass(frozen=True, eq=False)
class _Identity:
    """What identifies a change, whichever release wrote it."""

    values: tuple[Any, ...]
    at: datetime

    @classmethod
    def of(cls, game: Game[Any, Any], change: Change) -> _Identity:
        entry = copy(change)
        with suppress(Refusal):
            use_current_names(game, entry)
        values = [from_json(text) if text else None for text in (entry.before, entry.after)]
        return cls((change.kind, change.number, change.target, *values), change.at)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and self.values == other.values and same_moment(self.at, other.at)

    __hash__ = None  # type: ignore[assignment]
