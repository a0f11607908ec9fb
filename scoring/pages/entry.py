"""The entry of a hand on the page: the game's form with what was tapped, and what it would come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic_core import from_json

from scoring import matches
from scoring.engine.explain import figure, plain
from scoring.engine.form import Form, Sent
from scoring.engine.match import Result
from scoring.engine.refusal import Refusal
from scoring.pages import once
from scoring.pages.drawing import Drawing, Group, Told, read, with_events
from scoring.pages.shown import Said, Shown
from scoring.standing import Standing, state_before, stored_text


@dataclass(frozen=True)
class Change:
    """What a hand changes in one column, as printed."""

    side: int
    name: str
    points: str
    total: str
    sign: str


@dataclass
class Entry:
    """A hand being entered. number: which one. old: it is there already, this corrects it or goes on with it.

    refusal: why it could not be saved. note: what else to say above the form.
    """

    shown: Shown
    number: int
    form: Form
    data: Sent
    old: bool = False
    refusal: Refusal | None = None
    note: str = ""
    token: str = field(default_factory=once.token)

    @property
    def match(self) -> Standing:
        return self.shown.match

    @property
    def on_page(self) -> bool:
        """Whether this is the entry of the match page itself, not the correction of an old hand."""
        return self.number == self.shown.number

    @property
    def base(self) -> str:
        """The address below which this entry's actions are."""
        base = f"/matches/{self.match.id}/hands"
        return base if self.on_page else f"{base}/{self.number}"

    @property
    def hand(self) -> dict[str, Any]:
        """The hand as it was tapped, as JSON; not validated."""
        return read(self.form, self.data)

    @cached_property
    def outcome(self) -> Outcome | None:
        """What the hand would come to, None where something is missing or wrong."""
        return self._tried if isinstance(self._tried, Outcome) else None

    @cached_property
    def _tried(self) -> Outcome | Refusal:
        try:
            _, result = matches.preview(self.match, self.hand, self.number if self.old else None)
        except Refusal as refusal:
            return refusal
        return Outcome(self.shown, result)

    @cached_property
    def drawing(self) -> Drawing:
        """The form as it is drawn, with what is wrong."""
        tried = self._tried
        gently = self.refusal is None
        wrong = self.refusal or (tried if isinstance(tried, Refusal) else None)
        return Drawing(self.form, self.data, self.shown.words, self.shown.rules, wrong, gently)

    @cached_property
    def groups(self) -> list[Group]:
        return self.drawing.groups

    @property
    def whole(self) -> list[Told]:
        """What is wrong with the hand as a whole."""
        return self.drawing.whole


class Outcome:
    """What a hand comes to."""

    def __init__(self, shown: Shown, result: Result) -> None:
        scored = result.scored
        self.summary = shown.words.html(scored.summary)
        self.lines: list[Said] = shown.said(scored.lines)
        self.complete = scored.complete
        self.lookup = scored.lookup
        self.changes = [
            Change(side, shown.words.sides[side], figure(points, sign=True), figure(plain(total)), _sign(points))
            for side, (points, total) in enumerate(zip(scored.points, scored.state.totals, strict=True))
        ]

    @property
    def brief(self) -> list[Change]:
        """The columns that change, for the bar beside the button."""
        return [change for change in self.changes if change.sign != "level"][:2]


def _sign(points: float) -> str:
    return "up" if points > 0 else "down" if points < 0 else "level"


def coming(shown: Shown, data: Sent | None = None, **more: Any) -> Entry:
    """The entry of the match page: the coming hand, or the one still being played. data: what was tapped so far."""
    match = shown.match
    if match.hand_open:
        return recorded(shown, match.hand_count, data, **more)
    form = shown.game.form(shown.setup, shown.state)
    return Entry(shown, match.hand_count + 1, form, form.initial() if data is None else data, **more)


def recorded(shown: Shown, number: int, data: Sent | None = None, **more: Any) -> Entry:
    """The entry that corrects a recorded hand. Raises NotThere."""
    match = shown.match
    stored = from_json(stored_text(match, number))
    form = shown.game.form(shown.setup, state_before(match, number))
    return Entry(shown, number, form, form.show(stored) if data is None else data, old=True, **more)


def press(entry: Entry, pressed: Mapping[str, str]) -> None:
    """Adds to a list of events, or removes from it, where one of its buttons was pressed."""
    entry.data = with_events(entry.form, entry.data, pressed)
