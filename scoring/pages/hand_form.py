"""The form of a hand on the page: the game's form with values, and a preview of the result."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from pydantic_core import from_json

from scoring.engine.controls import last_value
from scoring.engine.form import Events, Form, FormValues, Note
from scoring.engine.match import ScoredHand
from scoring.engine.messages import say, trim_number
from scoring.engine.models import LONGEST_NOTE
from scoring.engine.refusal import Refusal
from scoring.engine.typed_numbers import two_readings
from scoring.games import all_games
from scoring.pages import form_tokens
from scoring.pages.bound_field import FieldGroup, FieldMessage
from scoring.pages.bound_form import BoundForm, FormPage
from scoring.pages.form_data import NOTHING, plain_numbers, read_hand, with_events, with_kept_taps, without_blanks
from scoring.pages.form_errors import MISSING
from scoring.pages.html_cache import HtmlCache
from scoring.pages.match_view import ExplanationLine, MatchView
from scoring.pages.score_sheet import sign_of
from scoring.selectors.match_snapshot import MatchSnapshot, input_text, state_before, stored_match
from scoring.services import matches

_untouched_questions = HtmlCache(most=256)


@dataclass(frozen=True)
class PointsChange:
    """The change of one column by a hand, as printed."""

    side: int
    name: str
    points: str
    total: str
    sign: str


@dataclass
class HandForm:
    """The form of hand ``number``. is_recorded: whether the hand is on the sheet, and is corrected or continued here.

    own_page: whether it is on the page of its hand, not on the match page. refusal: why it was not saved. note: a
    further message above the form. standing: what the sheet has now, at controls where something else was entered.
    unfinished: names of controls that are still needed before an event can be added to
    its list. people: for whom it was entered, see ``people_of``. The data stay as they are: another hand has another
    form.
    """

    view: MatchView
    number: int
    form: Form
    data: FormValues
    is_recorded: bool = False
    own_page: bool = False
    refusal: Refusal | None = None
    note: str = ""
    standing: Mapping[str, SafeString] = field(default_factory=dict)
    unfinished: Sequence[str] = ()
    token: str = field(default_factory=form_tokens.new_token)
    people: str = ""

    def __post_init__(self) -> None:
        self.people = self.people or people_of(self.match)

    @property
    def match(self) -> MatchSnapshot:
        return self.view.match

    @property
    def on_page(self) -> bool:
        """Whether it is on the match page, not on the page of its hand."""
        return not self.own_page

    @cached_property
    def untouched(self) -> bool:
        """Whether nothing has been tapped: the values are the initial ones."""
        return without_blanks(self.data) == without_blanks(self._initial_data)

    @property
    def contradicts_itself(self) -> bool:
        """Whether the button for a hand in which nothing is tapped was pressed, although something is."""
        others = {name: values for name, values in self.data.items() if name not in (NOTHING, HAND_NOTE)}
        return NOTHING in self.data and without_blanks(others) != without_blanks(self._initial_data)

    @cached_property
    def _initial_data(self) -> FormValues:
        return _stored_data(self.form, self.match, self.number) if self.is_recorded else self.form.initial()

    @property
    def base(self) -> str:
        """The start of the addresses of its actions."""
        base = f"/matches/{self.match.id}/hands"
        return base if self.on_page else f"{base}/{self.number}"

    @property
    def hand(self) -> dict[str, Any]:
        """The hand as plain JSON, not validated. Raises SuspiciousOperation."""
        return read_hand(self.form, self.data)

    @cached_property
    def preview(self) -> HandPreview | None:
        """The result that the hand would have; None if it has errors, or nothing was tapped yet."""
        if self.on_page and self.untouched:
            return None
        return self._preview_or_refusal if isinstance(self._preview_or_refusal, HandPreview) else None

    @property
    def current_refusal(self) -> Refusal:
        """The errors of the hand; none if it could be saved."""
        return self._preview_or_refusal if isinstance(self._preview_or_refusal, Refusal) else Refusal([])

    @cached_property
    def _preview_or_refusal(self) -> HandPreview | Refusal:
        try:
            scored = matches.preview(self.match, self.hand, self.number if self.is_recorded else None)
        except Refusal as refusal:
            return refusal
        return HandPreview(self.view, scored)

    @cached_property
    def bound_form(self) -> BoundForm:
        """The form with values and errors."""
        current = self._preview_or_refusal
        is_preview = self.refusal is None
        refusal = self.refusal or (current if isinstance(current, Refusal) else None)
        page = FormPage(self.match.id, self.base)
        renderer, rules = self.view.renderer, self.view.rules
        bound = BoundForm(self.form, self.data, renderer, rules, refusal, is_preview, page, self.is_recorded)
        bound.mark_needed(self.unfinished)
        for name, text in self.standing.items():
            bound.errors.setdefault(name, []).append(FieldMessage(text))
        return bound

    @cached_property
    def what_is_saved(self) -> SafeString:
        """What the hand is played for, in the words of the sheet, before an answer saves it; "" if nothing says so."""
        choice = self.bound_form.save_choice
        if self.untouched or choice is None or not choice.visible:
            return SafeString("")
        for option in choice.extra["options"]:
            hand = read_hand(self.form, {**self.data, choice.name: [option["value"]]})
            try:
                scored = matches.preview(self.match, hand, self.number if self.is_recorded else None).result
            except Refusal:
                continue
            result = {"points": scored.points, "totals": scored.state.totals, "details": scored.details}
            entry = self.view.game.sheet_entry(self.view.setup, hand, result)
            return self.view.renderer.html(entry.what)
        return SafeString("")

    @property
    def questions(self) -> SafeString:
        """All questions as HTML. Those of an untouched form are rendered once for all hands with the same questions."""
        if self.is_recorded or self.bound_form.errors or not self.untouched:
            return self._render_questions()
        return _untouched_questions.get(self.bound_form.key, self._render_questions)

    def _render_questions(self) -> SafeString:
        return render_to_string("match/questions.html", {"hand_form": self, "match": self.match})

    @cached_property
    def groups(self) -> list[FieldGroup]:
        return self.bound_form.groups

    @property
    def non_field_errors(self) -> list[FieldMessage]:
        """The errors of the hand as a whole."""
        return self.bound_form.non_field_errors


class HandPreview:
    """The result that a hand would have."""

    def __init__(self, view: MatchView, result: ScoredHand) -> None:
        scored = result.result
        self.summary = view.renderer.sentence(scored.summary)
        self.lines: list[ExplanationLine] = view.lines(scored.lines)
        self.complete = scored.complete
        self.changes = [
            PointsChange(
                side,
                view.renderer.sides[side],
                view.renderer.number(points, sign=True),
                view.renderer.number(trim_number(total)),
                sign_of(points),
            )
            for side, (points, total) in enumerate(zip(scored.points, scored.state.totals, strict=True))
        ]
        self.overbid = bool(scored.details.get("overbid"))
        whole = scored.complete and view.hands_won is None
        self.points = " ".join(str(trim_number(points)) for points in scored.points) if whole else ""
        """What the hand adds to the totals that the page shows; "" if that is not all."""

    @property
    def changed_columns(self) -> list[PointsChange]:
        """The columns that change, for the bar with the button."""
        return [change for change in self.changes if change.sign != "level"]


HAND_NOTE = "note"
"""The control of the note on a hand. Every form has it, below all others."""


def with_note(form: Form) -> Form:
    """Returns the form of a game with the note on the hand."""
    note = Note(name=HAND_NOTE, label=say("Note"), most=LONGEST_NOTE, fold=True)
    return replace(form, controls=[*form.controls, note])


def people_of(match: MatchSnapshot) -> str:
    """Returns a short hash of who sits where. A new name of the same person changes nothing."""
    people = "|".join(seat["player"] or seat["name"] for seat in match.seats)
    return hashlib.blake2b(people.encode(), digest_size=9).hexdigest()


def new_hand_form(view: MatchView, data: FormValues | None = None, **more: Any) -> HandForm:
    """Returns the form of the next hand, or of the one still being played. data: the values so far."""
    match = view.match
    if match.hand_open:
        return recorded_hand_form(view, match.hand_count, data, **more)
    form = next_hand_form(match.slug, len(match.seats), match.options, match.start, match.state)
    values = form.initial() if data is None else plain_numbers(form, with_kept_taps(form, data))
    return HandForm(view, match.hand_count + 1, form, values, **more)


@lru_cache(maxsize=128)
def next_hand_form(slug: str, players: int, options: str, start: str, state: str) -> Form:
    """Returns the form of the next hand. options, start, state: JSON text, as stored.

    Cached, since a phone needs it at every tap.
    """
    game = all_games()[slug]
    setup = stored_match(slug, players, options, start).setup
    return with_note(game.form(setup, game.State.model_validate_json(state)))


def recorded_hand_form(view: MatchView, number: int, data: FormValues | None = None, **more: Any) -> HandForm:
    """Returns the form that corrects a recorded hand. Raises MatchNotFound."""
    form = with_note(view.game.form(view.setup, state_before(view.match, number)))
    values = _stored_data(form, view.match, number) if data is None else plain_numbers(form, with_kept_taps(form, data))
    return HandForm(view, number, form, values, is_recorded=True, **more)


def _stored_data(form: Form, match: MatchSnapshot, number: int) -> FormValues:
    return form.show(from_json(input_text(match, number)))


def with_button_pressed(hand_form: HandForm, pressed: Mapping[str, str]) -> HandForm:
    """Returns the form with an event added to a list, or removed, if one of its buttons was pressed.

    An incomplete event is not added: the form then says what is still needed.
    """
    after = replace(hand_form, data=with_events(hand_form.form, hand_form.data, pressed))
    if _adds_unclear_number(hand_form, pressed):
        return replace(hand_form, data=_without_buttons(hand_form.data))
    unfinished = [
        name
        for control in hand_form.form.controls
        if isinstance(control, Events) and f"{control.name}.add" in pressed
        for name in _still_needed(after, control, pressed[f"{control.name}.add"])
    ]
    if not unfinished:
        return after
    return replace(hand_form, data=_without_buttons(hand_form.data), unfinished=unfinished)


def _without_buttons(data: FormValues) -> FormValues:
    return {name: values for name, values in data.items() if not name.endswith((".add", ".drop"))}


def _adds_unclear_number(hand_form: HandForm, pressed: Mapping[str, str]) -> bool:
    """Whether the pressed button would add an event with a number that has two readings. The form says so."""
    return any(
        two_readings(last_value(hand_form.data, name), hand_form.view.renderer.language)
        for control in hand_form.form.controls
        if isinstance(control, Events)
        for kind in control.kinds
        if any(value == pressed.get(f"{control.name}.add") for value, _ in kind.buttons)
        for inner in control.controls_of(kind)
        for name in inner.number_boxes
    )


def _still_needed(hand_form: HandForm, control: Events, added: str) -> list[str]:
    """Names of the unanswered controls of the event that was added last."""
    kind = control.kind_of(added)
    if kind is None or not isinstance(hand_form._preview_or_refusal, Refusal):
        return []
    form = Form(control.controls_of(kind))
    last = len(hand_form.data[control.name]) - 1
    pointer = f"/{(control.path or control.name).replace('.', '/')}/{last}"
    unanswered = [
        form.control_for(error.pointer.removeprefix(pointer))
        for error in hand_form._preview_or_refusal.errors
        if error.code == MISSING and error.pointer.startswith(f"{pointer}/")
    ]
    return [control.name for control in unanswered if control]
