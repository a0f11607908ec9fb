"""The entry of a hand on the page: the game's form with what was tapped, and what it would come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic_core import from_json

from scoring.engine.form import Form, Sent
from scoring.engine.match import ScoredHand
from scoring.engine.messages import format_number, trim_number
from scoring.engine.refusal import Refusal
from scoring.pages import form_tokens
from scoring.pages.bound_form import BoundForm, FieldGroup, FieldMessage, read_hand, with_events
from scoring.pages.match_view import ExplanationLine, MatchView
from scoring.selectors.match_snapshot import MatchSnapshot, input_text, state_before
from scoring.services import matches


@dataclass(frozen=True)
class PointsChange:
    """What a hand changes in one column, as printed."""

    side: int
    name: str
    points: str
    total: str
    sign: str


@dataclass
class HandForm:
    """A hand being entered. number: which one. old: it is there already, this corrects it or goes on with it.

    refusal: why it could not be saved. note: what else to say above the form.
    """

    view: MatchView
    number: int
    form: Form
    data: Sent
    old: bool = False
    refusal: Refusal | None = None
    note: str = ""
    token: str = field(default_factory=form_tokens.new_token)

    @property
    def match(self) -> MatchSnapshot:
        return self.view.match

    @property
    def on_page(self) -> bool:
        """Whether this is the entry of the match page itself, not the correction of an old hand."""
        return self.number == self.view.number

    @property
    def base(self) -> str:
        """The address below which this entry's actions are."""
        base = f"/matches/{self.match.id}/hands"
        return base if self.on_page else f"{base}/{self.number}"

    @property
    def hand(self) -> dict[str, Any]:
        """The hand as it was tapped, as JSON; not validated."""
        return read_hand(self.form, self.data)

    @cached_property
    def outcome(self) -> HandPreview | None:
        """What the hand would come to, None where something is missing or wrong."""
        return self._tried if isinstance(self._tried, HandPreview) else None

    @cached_property
    def _tried(self) -> HandPreview | Refusal:
        try:
            scored = matches.preview(self.match, self.hand, self.number if self.old else None)
        except Refusal as refusal:
            return refusal
        return HandPreview(self.view, scored)

    @cached_property
    def drawing(self) -> BoundForm:
        """The form as it is drawn, with what is wrong."""
        tried = self._tried
        gently = self.refusal is None
        wrong = self.refusal or (tried if isinstance(tried, Refusal) else None)
        return BoundForm(self.form, self.data, self.view.renderer, self.view.rules, wrong, gently)

    @cached_property
    def groups(self) -> list[FieldGroup]:
        return self.drawing.groups

    @property
    def whole(self) -> list[FieldMessage]:
        """What is wrong with the hand as a whole."""
        return self.drawing.whole


class HandPreview:
    """What a hand comes to."""

    def __init__(self, view: MatchView, result: ScoredHand) -> None:
        scored = result.result
        self.summary = view.renderer.html(scored.summary)
        self.lines: list[ExplanationLine] = view.lines(scored.lines)
        self.complete = scored.complete
        self.lookup = scored.is_query
        self.changes = [
            PointsChange(
                side,
                view.renderer.sides[side],
                format_number(points, sign=True),
                format_number(trim_number(total)),
                _sign(points),
            )
            for side, (points, total) in enumerate(zip(scored.points, scored.state.totals, strict=True))
        ]

    @property
    def brief(self) -> list[PointsChange]:
        """The columns that change, for the bar beside the button."""
        return [change for change in self.changes if change.sign != "level"][:2]


def _sign(points: float) -> str:
    return "up" if points > 0 else "down" if points < 0 else "level"


def new_hand_form(view: MatchView, data: Sent | None = None, **more: Any) -> HandForm:
    """The entry of the match page: the coming hand, or the one still being played. data: what was tapped so far."""
    match = view.match
    if match.hand_open:
        return recorded_hand_form(view, match.hand_count, data, **more)
    form = view.game.form(view.setup, view.state)
    return HandForm(view, match.hand_count + 1, form, form.initial() if data is None else data, **more)


def recorded_hand_form(view: MatchView, number: int, data: Sent | None = None, **more: Any) -> HandForm:
    """The entry that corrects a recorded hand. Raises NotThere."""
    match = view.match
    stored = from_json(input_text(match, number))
    form = view.game.form(view.setup, state_before(match, number))
    return HandForm(view, number, form, form.show(stored) if data is None else data, old=True, **more)


def press_event_button(entry: HandForm, pressed: Mapping[str, str]) -> None:
    """Adds to a list of events, or removes from it, where one of its buttons was pressed."""
    entry.data = with_events(entry.form, entry.data, pressed)
