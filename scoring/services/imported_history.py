"""The history of an imported match: it is replayed change by change, and refused unless it leads to the hands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pydantic_core import from_json

from scoring.db.json_text import dump_json, hand_input
from scoring.engine.game import Game
from scoring.engine.models import LONGEST_NOTE
from scoring.engine.refusal import Refusal, refuse, validate
from scoring.models import Change


class ImportedHistory:
    """The history of a match. changes: numbered by version, with their undo status. inputs: the final hands, as plain
    JSON.

    Without a history, the hands count as recorded one after the other.
    """

    def __init__(
        self, game: Game[Any, Any], inputs: Sequence[Any], times: Sequence[datetime], ended: bool, at: datetime
    ) -> None:
        self.game = game
        self.inputs = [dump_json(hand) for hand in inputs]
        self.ended = ended
        # Changes that can be undone and redone, the next one last.
        self._to_undo: list[Change] = []
        self._to_redo: list[Change] = []
        self.changes = [
            Change(version=n, kind="record", number=n, after=text, at=moment)
            for n, (text, moment) in enumerate(zip(self.inputs, times, strict=True), 1)
        ]
        if ended:
            self.changes.append(Change(version=len(self.changes) + 1, kind="finish", at=at))

    def replay(self, entries: Sequence[Change]) -> None:
        """Replays these changes. Raises Refusal if they do not lead to the hands."""
        hands: list[str] = []
        ended = False
        for index, entry in enumerate(entries):
            entry.version, entry.undo_status = index + 1, Change.DROPPED
            try:
                use_current_names(self.game, entry)
                ended = self._step(entry, hands, ended)
            except Refusal as refusal:
                raise refusal.under(f"/changes/{index}") from None
        if [from_json(one) for one in hands] != [from_json(one) for one in self.inputs] or ended != self.ended:
            raise refuse("/changes", "history", "This history does not lead to these hands.", rule="")
        self.changes = list(entries)

    def _step(self, entry: Change, hands: list[str], ended: bool) -> bool:
        if entry.kind in ("undo", "redo"):
            return self._undo_or_redo(entry, hands, ended)
        for undone in self._to_redo:
            undone.undo_status = Change.DROPPED
        self._to_redo.clear()
        if entry.kind == "continue" and not entry.after:  # the next part was deleted
            for change in self._to_undo:
                if change.kind == "continue":
                    change.undo_status = Change.DROPPED
            self._to_undo = [change for change in self._to_undo if change.kind != "continue"]
        elif entry.kind not in ("rename", "carry"):
            entry.undo_status, entry.target = Change.DONE, 0
            ended = self._apply(entry, entry.kind, hands, ended)
            self._to_undo.append(entry)
        return ended

    def _undo_or_redo(self, entry: Change, hands: list[str], ended: bool) -> bool:
        is_undo = entry.kind == "undo"
        source, other = (self._to_undo, self._to_redo) if is_undo else (self._to_redo, self._to_undo)
        target = source[-1] if source else None
        if target is None or target.version != entry.target:
            raise _does_not_fit("/target")
        before, after = (target.after, target.before) if is_undo else (target.before, target.after)
        if (entry.number, entry.before, entry.after) != (target.number, before, after):
            raise _does_not_fit("")
        ended = self._apply(entry, target.kind, hands, ended, is_undo)
        target.undo_status = Change.UNDONE if is_undo else Change.DONE
        source.pop()
        if target.kind == "continue":  # it would begin another match
            target.undo_status = Change.DROPPED
        else:
            other.append(target)
        return ended

    def _apply(self, entry: Change, kind: str, hands: list[str], ended: bool, is_undo: bool = False) -> bool:
        """Carries out a change on the list of hands. Returns whether the match is ended after it."""
        if kind in ("finish", "reopen"):
            if entry.number or entry.before or entry.after or ((kind == "finish") != is_undo) == ended:
                raise _does_not_fit("")
            return not ended
        if kind in ("reseat", "continue"):
            if entry.number:
                raise _does_not_fit("/hand")
            check_seats(entry)
            return ended
        if kind in ("retitle", "note"):
            texts = [from_json(text) if text else None for text in (entry.before, entry.after)]
            most = 80 if kind == "retitle" else LONGEST_NOTE
            if entry.number or not all(isinstance(text, str) and len(text) <= most for text in texts):
                raise _does_not_fit("")
            return ended
        place = entry.number - 1
        shape = {"record": (False, True), "correct": (True, True), "take_back": (True, False)}[kind]
        if (bool(entry.before), bool(entry.after)) != (shape[::-1] if is_undo else shape):
            raise _does_not_fit("")
        if not 0 <= place <= len(hands) - bool(entry.before):
            raise _does_not_fit("/hand")
        if entry.before and from_json(hands[place]) != from_json(entry.before):
            raise _does_not_fit("/before")
        hands[place : place + bool(entry.before)] = [entry.after] if entry.after else []
        return ended


def check_seats(entry: Change) -> None:
    """Raises Refusal unless a change of people holds what the services write."""
    for name in ("before", "after"):
        if text := getattr(entry, name):
            value = from_json(text)
            seats = value.get("players") if isinstance(value, dict) else value
            if not isinstance(seats, list) or len(seats) > 12 or not all(map(_is_seat, seats)):
                raise _does_not_fit(f"/{name}")
            if isinstance(value, dict) and not isinstance(value.get("match"), str):
                raise _does_not_fit(f"/{name}")


def _is_seat(seat: Any) -> bool:
    return (
        isinstance(seat, dict)
        and seat.keys() == {"player", "name"}
        and (seat["player"] is None or isinstance(seat["player"], str))
        and isinstance(seat["name"], str)
        and 0 < len(seat["name"]) <= 40
    )


def use_current_names(game: Game[Any, Any], entry: Change) -> None:
    """Renames fields in the hands of a change: an older release may have had other names. Raises Refusal."""
    if not entry.number or entry.kind not in ("record", "correct", "take_back", "undo", "redo"):
        return
    for name in ("before", "after"):
        if text := getattr(entry, name):
            hand = validate(game.hand_adapter, from_json(text), f"/{name}", rule="scoring")
            setattr(entry, name, dump_json(hand_input(hand)))


def _does_not_fit(pointer: str) -> Refusal:
    return refuse(pointer, "history", "This change does not fit what was there before it.", rule="")
