"""The entry of a hand on the page: the game's form with what was tapped, and what it would come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from pydantic_core import from_json

from scoring.engine.form import Events, Form, FormValues
from scoring.engine.match import ScoredHand
from scoring.engine.messages import trim_number
from scoring.engine.refusal import Refusal
from scoring.games import all_games
from scoring.pages import form_tokens
from scoring.pages.bound_field import FieldGroup, FieldMessage
from scoring.pages.bound_form import BoundForm, FormPage
from scoring.pages.drawn_once import DrawnParts
from scoring.pages.form_data import NOTHING, read_hand, with_events, without_blanks
from scoring.pages.form_faults import MISSING
from scoring.pages.match_view import ExplanationLine, MatchView
from scoring.selectors.match_snapshot import MatchSnapshot, input_text, state_before, stored_match
from scoring.services import matches

_untouched = DrawnParts(most=256)


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

    own_page: it is on the page of its own hand, not on the match page. refusal: why it could not be saved.
    note: what else to say above the form. unfinished: names of controls that are still needed before what they belong
    to can be added to its list.
    """

    view: MatchView
    number: int
    form: Form
    data: FormValues
    old: bool = False
    own_page: bool = False
    refusal: Refusal | None = None
    note: str = ""
    unfinished: Sequence[str] = ()
    token: str = field(default_factory=form_tokens.new_token)

    @property
    def match(self) -> MatchSnapshot:
        return self.view.match

    @property
    def on_page(self) -> bool:
        """Whether this is the entry of the match page itself, not the correction on a page of its own."""
        return not self.own_page

    @property
    def untouched(self) -> bool:
        """Whether nothing has been tapped: the form holds what it held at first."""
        return without_blanks(self.data) == without_blanks(self._at_first)

    @property
    def contradicts_itself(self) -> bool:
        """Whether the button for a hand without anything was pressed in a form that has something tapped."""
        others = {name: values for name, values in self.data.items() if name != NOTHING}
        return NOTHING in self.data and without_blanks(others) != without_blanks(self._at_first)

    @cached_property
    def _at_first(self) -> FormValues:
        return self.form.show(self._stored) if self.old else self.form.initial()

    @cached_property
    def _stored(self) -> dict[str, Any]:
        stored: dict[str, Any] = from_json(input_text(self.match, self.number))
        return stored

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
        """What the hand would come to, None where something is missing or wrong, or nothing was tapped yet."""
        if self.on_page and self.untouched:
            return None
        return self._tried if isinstance(self._tried, HandPreview) else None

    @property
    def lacking(self) -> Refusal:
        """What is wrong with the hand as it stands; nothing where it could be saved."""
        return self._tried if isinstance(self._tried, Refusal) else Refusal([])

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
        page = FormPage(self.match.id, self.base)
        bound = BoundForm(self.form, self.data, self.view.renderer, self.view.rules, wrong, gently, page)
        bound.ask(self.unfinished)
        return bound

    @property
    def questions(self) -> SafeString:
        """All that is asked, as HTML. An untouched form is drawn once for all hands in which the same is asked."""
        if self.old or self.drawing.errors or not self.untouched:
            return self._draw_questions()
        return _untouched.get(self.drawing.key, self._draw_questions)

    def _draw_questions(self) -> SafeString:
        return render_to_string("match/questions.html", {"hand_form": self, "match": self.match})

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
        self.changes = [
            PointsChange(
                side,
                view.renderer.sides[side],
                view.renderer.number(points, sign=True),
                view.renderer.number(trim_number(total)),
                _sign(points),
            )
            for side, (points, total) in enumerate(zip(scored.points, scored.state.totals, strict=True))
        ]

    @property
    def brief(self) -> list[PointsChange]:
        """The columns that change, for the bar with the button."""
        return [change for change in self.changes if change.sign != "level"]


def _sign(points: float) -> str:
    return "up" if points > 0 else "down" if points < 0 else "level"


def new_hand_form(view: MatchView, data: FormValues | None = None, **more: Any) -> HandForm:
    """The entry of the match page: the coming hand, or the one still being played. data: what was tapped so far."""
    match = view.match
    if match.hand_open:
        return recorded_hand_form(view, match.hand_count, data, **more)
    form = coming_form(match.slug, len(match.seats), match.options, match.start, match.state)
    return HandForm(view, match.hand_count + 1, form, form.initial() if data is None else data, **more)


@lru_cache(maxsize=128)
def coming_form(slug: str, players: int, options: str, start: str, state: str) -> Form:
    """The form of the coming hand. options, start, state: JSON text, as stored.

    Made once for each state: a phone asks for it at every tap.
    """
    game = all_games()[slug]
    return game.form(stored_match(slug, players, options, start).setup, game.State.model_validate_json(state))


def recorded_hand_form(view: MatchView, number: int, data: FormValues | None = None, **more: Any) -> HandForm:
    """The entry that corrects a recorded hand. Raises MatchNotFound."""
    form = view.game.form(view.setup, state_before(view.match, number))
    entry = HandForm(view, number, form, data or {}, old=True, **more)
    if data is None:
        entry.data = form.show(entry._stored)
    return entry


def press_event_button(entry: HandForm, pressed: Mapping[str, str]) -> None:
    """Adds to a list of events, or removes from it, where one of its buttons was pressed.

    What is not complete yet is not added: the form then says what it still needs.
    """
    after = with_events(entry.form, entry.data, pressed)
    entry.unfinished = [
        name
        for control in entry.form.controls
        if isinstance(control, Events) and f"{control.name}.add" in pressed
        for name in _still_needed(replace(entry, data=after), control, pressed[f"{control.name}.add"])
    ]
    if entry.unfinished:
        entry.data = {name: values for name, values in entry.data.items() if not name.endswith((".add", ".drop"))}
    else:
        entry.data = after


def _still_needed(entry: HandForm, control: Events, added: str) -> list[str]:
    """The controls that the event added last lacks an answer of, by name."""
    kind = next((kind for kind in control.kinds if any(value == added for value, _ in kind.buttons)), None)
    if kind is None or not isinstance(entry._tried, Refusal):
        return []
    asked = Form(control.controls_of(kind))
    last = len(entry.data[control.name]) - 1
    pointer = f"/{(control.path or control.name).replace('.', '/')}/{last}"
    lacking = [
        asked.control_for(fault.pointer.removeprefix(pointer))
        for fault in entry._tried.errors
        if fault.code == MISSING and fault.pointer.startswith(f"{pointer}/")
    ]
    return [below.name for below in lacking if below]
