"""The history of a match as a code writes it: what follows from the changes before is left out.

A recorded hand is written as the hand itself. The other changes are lists that begin with their kind.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from pydantic_core import to_json

from scoring.engine.refusal import Refusal, refuse, validate
from scoring.match_code.coded_match import CodedChange, CodedMatch

_PEOPLE = ("rename", "reseat", "continue", "carry")
_TEXTS = ("retitle", "note")
MOST_EXPANDED = 2 * 1024 * 1024
"""Bytes that all changes of a code may have in full: undo and redo say again what they undo."""


class HistoryWalk:
    """What the changes of a history come to so far: the hands, both texts, and what undo and redo would do."""

    def __init__(self, title: str = "", note: str = "") -> None:
        self.hands: list[Any] = []
        self.texts: dict[str, Any] = {"retitle": title, "note": note}
        self._count = 0
        self._sizes: dict[int, int] = {}
        self._expanded = 0
        self._to_undo: list[tuple[int, CodedChange]] = []
        self._to_redo: list[tuple[int, CodedChange]] = []

    def expanded(self, short: Any, when: int) -> CodedChange:
        """Returns a short change in full, and carries it out. Raises Refusal."""
        if isinstance(short, dict):
            return self._carry_out(CodedChange(what="record", hand=len(self.hands) + 1, after=short, when=when))
        if not isinstance(short, list) or not short or not isinstance(short[0], str):
            raise _does_not_fit("")
        kind, *values = short
        shapes = {"record": 2, "correct": 2, "take_back": 1, "retitle": 1, "note": 1, "undo": 0, "redo": 0}
        shapes |= dict.fromkeys(_PEOPLE, 2) | {"finish": 0, "reopen": 0}
        if len(values) != shapes.get(kind, -1):
            raise _does_not_fit("")
        fields: dict[str, Any] = {}
        if kind in ("undo", "redo"):
            fields = self._inverse(kind)
        elif kind in _TEXTS:
            if not isinstance(values[0], str):
                raise _does_not_fit("")
            fields = {"before": self.texts[kind], "after": values[0]}
        elif kind in _PEOPLE:
            fields = {"before": values[0], "after": values[1]}
        elif kind in ("record", "correct", "take_back"):
            number = values[0]
            most = len(self.hands) + (kind == "record")
            if type(number) is not int or not 1 <= number <= most:
                raise _does_not_fit("/hand")
            before = None if kind == "record" else self.hands[number - 1]
            fields = {"hand": number, "before": before, "after": values[1] if kind != "take_back" else None}
        return self._carry_out(CodedChange(what=kind, when=when, **fields))

    def shortened(self, change: CodedChange) -> Any:
        """Returns a change as a code writes it, and carries it out. Raises Refusal if it does not follow."""
        kind: str = change.what
        short: Any = [kind]
        if kind == "record" and change.hand == len(self.hands) + 1 and isinstance(change.after, dict):
            short = change.after
        elif kind in ("record", "correct"):
            short += [change.hand, change.after]
        elif kind == "take_back":
            short += [change.hand]
        elif kind in _TEXTS:
            short += [change.after]
        elif kind in _PEOPLE:
            short += [change.before, change.after]
        if self.expanded(short, change.when) != change:
            raise _does_not_fit("")
        return short

    def _size(self, value: Any) -> int:
        """The bytes of a value as JSON. Hands stay the same objects, so each is measured once."""
        if id(value) not in self._sizes or not isinstance(value, dict):
            self._sizes[id(value)] = len(to_json(value))
        return self._sizes[id(value)]

    def _inverse(self, kind: str) -> dict[str, Any]:
        source = self._to_undo if kind == "undo" else self._to_redo
        if not source:
            raise _does_not_fit("")
        version, target = source[-1]
        before, after = (target.after, target.before) if kind == "undo" else (target.before, target.after)
        return {"hand": target.hand, "before": before, "after": after, "target": version}

    def _carry_out(self, change: CodedChange) -> CodedChange:
        """As ``scoring.services.imported_history`` does, which checks it once more before anything is stored."""
        self._count += 1
        self._expanded += self._size(change.before) + self._size(change.after)
        if self._expanded > MOST_EXPANDED:
            raise refuse("", "code_too_long", "This code holds more than a match can.", rule="")
        kind = change.what
        if kind in ("undo", "redo"):
            source, other = (self._to_undo, self._to_redo) if kind == "undo" else (self._to_redo, self._to_undo)
            version, target = source.pop()
            if target.what != "continue":
                other.append((version, target))
            self._apply(target.what, change)
            return change
        self._to_redo.clear()
        if kind == "continue" and not change.after:
            self._to_undo = [one for one in self._to_undo if one[1].what != "continue"]
        elif kind not in ("rename", "carry"):
            self._apply(kind, change)
            self._to_undo.append((self._count, change))
        return change

    def _apply(self, kind: str, change: CodedChange) -> None:
        if kind in _TEXTS:
            self.texts[kind] = change.after
        elif kind in ("record", "correct", "take_back"):
            place = change.hand - 1
            gone = change.before is not None
            if not 0 <= place <= len(self.hands) - gone:
                raise _does_not_fit("/hand")
            self.hands[place : place + gone] = [change.after] if change.after is not None else []


def shorten(changes: Sequence[CodedChange], title: str, note: str) -> list[Any]:
    """Returns the changes as a code writes them. If one does not follow from those before, all are written in full."""
    walk = HistoryWalk(title, note)
    try:
        return [walk.shortened(change) for change in changes]
    except Refusal:
        return [["full", change.model_dump(mode="json", exclude={"when"})] for change in changes]


def seconds_between(match: CodedMatch) -> list[int]:
    """Returns for each change, the seconds since the change before, for the first since the start of the match."""
    return [after - before for before, after in pairwise([match.created, *(one.when for one in match.changes)])]


def digest_of(match: CodedMatch) -> str:
    """Returns the digest of the history: 16 hexadecimal digits, equal for copies of a match with the same changes."""
    return digest(shorten(match.changes, match.title, match.note), seconds_between(match))


def digest(short: Sequence[Any], seconds: Sequence[int]) -> str:
    """Returns the first 8 bytes of the SHA-256 of short changes and their seconds, as hexadecimal digits."""
    text = json.dumps([short, seconds], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def expand(short: Sequence[Any], times: Sequence[int], title: str, note: str) -> list[CodedChange]:
    """Returns the changes in full. times: of each. Raises Refusal with pointers ``/changes/…``."""
    walk = HistoryWalk(title, note)
    changes = []
    for number, (one, when) in enumerate(zip(short, times, strict=True)):
        try:
            if isinstance(one, list) and len(one) == 2 and one[0] == "full" and isinstance(one[1], dict):
                changes.append(validate(CodedChange, {**one[1], "when": when}))
            else:
                changes.append(walk.expanded(one, when))
        except Refusal as refusal:
            raise refusal.under(f"/changes/{number}") from None
    return changes


def hands_of(changes: Sequence[CodedChange]) -> tuple[list[Any], list[int], bool]:
    """Returns the hands that a history comes to, when each was recorded, and whether the players ended the match.

    Raises Refusal with pointers ``/changes/…``.
    """
    hands: list[tuple[Any, int]] = []
    ended = False
    targets: dict[int, CodedChange] = dict(enumerate(changes, 1))
    for number, change in enumerate(changes):
        kind, is_undo = change.what, change.what == "undo"
        if kind in ("undo", "redo"):
            target = targets.get(change.target)
            if target is None or change.target > number:
                raise _does_not_fit(f"/changes/{number}/target")
            kind = target.what
        if kind in ("finish", "reopen"):
            ended = (kind == "finish") != is_undo
        elif kind in ("record", "correct", "take_back"):
            place, gone = change.hand - 1, change.before is not None
            if not 0 <= place <= len(hands) - gone or not isinstance(change.after, dict | None):
                raise _does_not_fit(f"/changes/{number}/hand")
            when = hands[place][1] if gone else change.when
            hands[place : place + gone] = [(change.after, when)] if change.after is not None else []
    return [hand for hand, _ in hands], [when for _, when in hands], ended


def _does_not_fit(pointer: str) -> Refusal:
    return refuse(pointer, "history", "This change does not fit what was there before it.", rule="")
