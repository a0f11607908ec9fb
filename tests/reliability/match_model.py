"""What a match is for one client at a time: the sequential model that histories of the running server are checked by.

It knows nothing of the server's code. A hand is its mark: the points of the first player, which no other hand of the
history has. The second player gets one point for each hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True)
class Undoable:
    """The hands and the end before a change that can be undone, or after one that can be redone. further: the next."""

    hands: tuple[int, ...]
    finished: bool
    further: Undoable | None
    hashed: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hashed", hash((self.hands, self.finished, self.further)))

    def __hash__(self) -> int:
        return self.hashed


PAGE = 200
"""Changes on the first page of the history. Histories of our tests have fewer hands than that."""


class View(NamedTuple):
    """What a client is shown of a match. totals: of both players."""

    version: int
    hands: tuple[int, ...]
    totals: tuple[int, int]
    finished: bool


@dataclass(frozen=True)
class Match:
    """A match at one version."""

    version: int = 0
    hands: tuple[int, ...] = ()
    finished: bool = False
    undo: Undoable | None = field(default=None, repr=False)
    redo: Undoable | None = field(default=None, repr=False)

    @property
    def view(self) -> View:
        return View(self.version, self.hands, (sum(self.hands), len(self.hands)), self.finished)

    def changed(self, hands: tuple[int, ...], finished: bool) -> Match:
        """After a change of its own: nothing is left to redo."""
        return Match(self.version + 1, hands, finished, Undoable(self.hands, self.finished, self.undo), None)


class Call(NamedTuple):
    """What a client asks for. number: of the hand. mark: of a recorded or corrected hand. seen: in If-Match, None if it
    sends none or ``*``."""

    what: str
    number: int = 0
    mark: int = 0
    seen: int | None = None


class Answer(NamedTuple):
    """What a client is told. version: from the ETag. number: of the hand, or how many changes are listed.

    view: the match, where the answer shows it.
    """

    status: int
    version: int | None = None
    number: int | None = None
    view: View | None = None


Outcome = tuple[Sequence[Answer], Match]

NOT_FOUND, CONFLICT, REFUSED = Answer(404), Answer(409), Answer(422)


def step(match: Match, call: Call) -> Outcome:
    """The answers that are right, and the match after the call."""
    stale = call.seen is not None and call.seen != match.version
    match call.what:
        case "read":
            return [Answer(200, match.version, None, match.view)], match
        case "hands":
            # The list of hands alone: it shows neither the totals nor whether the match is finished.
            return [Answer(200, match.version, None, View(match.version, match.hands, (0, 0), False))], match
        case "history":
            return [Answer(200, match.version, min(match.version, PAGE))], match
        case "correct" | "take_back" if not 1 <= call.number <= len(match.hands):
            # Of two things that are wrong, the server names one.
            return [NOT_FOUND, *([_stale(match)] if stale else [])], match
    return ([_stale(match)], match) if stale else _CHANGES[call.what](match, call)


def _stale(match: Match) -> Answer:
    return Answer(412, match.version, None, match.view)


def _record(match: Match, call: Call) -> Outcome:
    if match.finished:
        return [REFUSED], match
    after = match.changed((*match.hands, call.mark), False)
    return [Answer(201, after.version, len(after.hands))], after


def _correct(match: Match, call: Call) -> Outcome:
    hands = (*match.hands[: call.number - 1], call.mark, *match.hands[call.number :])
    after = match.changed(hands, match.finished)
    return [Answer(200, after.version, call.number)], after


def _take_back(match: Match, call: Call) -> Outcome:
    after = match.changed((*match.hands[: call.number - 1], *match.hands[call.number :]), match.finished)
    return [Answer(204, after.version)], after


def _undo(match: Match, call: Call) -> Outcome:
    if match.undo is None:
        return [CONFLICT], match
    redo = Undoable(match.hands, match.finished, match.redo)
    after = Match(match.version + 1, match.undo.hands, match.undo.finished, match.undo.further, redo)
    return [_shown(after)], after


def _redo(match: Match, call: Call) -> Outcome:
    if match.redo is None:
        return [CONFLICT], match
    undo = Undoable(match.hands, match.finished, match.undo)
    after = Match(match.version + 1, match.redo.hands, match.redo.finished, undo, match.redo.further)
    return [_shown(after)], after


def _end(match: Match, call: Call) -> Outcome:
    finished = call.what == "finish"
    if match.finished == finished:
        return [_shown(match)], match
    after = match.changed(match.hands, finished)
    return [_shown(after)], after


def _shown(match: Match) -> Answer:
    return Answer(200, match.version, None, match.view)


_CHANGES: dict[str, Callable[[Match, Call], Outcome]] = {
    "record": _record,
    "correct": _correct,
    "take_back": _take_back,
    "undo": _undo,
    "redo": _redo,
    "finish": _end,
    "reopen": _end,
}
