"""A phone without a browser: it reads the forms of the pages, fills them in and sends them as a browser does."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import Any

from django.test import Client

from scoring.engine.form import Choice, Control, Events, Form, FormValues, Row
from scoring.games import get
from scoring.pages import hand_form
from scoring.pages.form_data import NOTHING
from scoring.pages.match_view import MatchView
from scoring.selectors.match_snapshot import MatchSnapshot, load_match
from tests.pages.html_form import Field, HtmlForm, read_form
from tests.pages.tapping import is_nothing

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lea"]


MOST_PRESSED = 3
"""Events of a hand that are added by a request each."""


class NotOnThePage(Exception):  # noqa: N818
    """The page has no way to enter this; only the API takes it."""


class Pages:
    """One phone with its cookies."""

    def __init__(self) -> None:
        self.client = Client()

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(path, headers=headers)

    def post(self, path: str, data: Mapping[str, Any] | None = None, script: bool = False) -> Any:
        """Sends a form; with a script as htmx does, without one as a plain form."""
        return self.client.post(path, data or {}, headers={"HX-Request": "true"} if script else {})

    def form(self, path: str, name: str = "entry") -> HtmlForm:
        """The form of a page, by its id or class."""
        answer = self.get(path)
        assert answer.status_code == 200, path
        return read_form(answer.content.decode(), name)

    def start(
        self,
        slug: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        table: str = "",
        keep: bool = False,
    ) -> str:
        """A new match through the form of the start page: its id.

        table: one that the page offers. keep: keep the options as the table's house rules.
        """
        names = NAMES[: players or get(slug).players[0]]
        form = self.form(f"/new/{slug}", "begin")
        form.add_seats(len(names))
        form.fill("name", names)
        form.fill("dealer", ["0"])
        if table:
            form.fill("table", [table])
        if keep:
            form.fill("keep", ["1"])
        for name, value in (options or {}).items():
            _choose(form, f"o.{name}", value)
        answer = self.post(form.action, form.sent())
        assert answer.status_code == 302, errors(answer)
        return str(answer.headers["Location"]).removeprefix("/matches/")

    def record(self, match_id: str, hand: Mapping[str, Any], script: bool = False, **hidden: str) -> Any:
        """Enters this hand into the form of the match page and saves it. hidden: other values of its hidden fields."""
        view = MatchView(load_match(match_id))
        controls = hand_form.new_hand_form(view).form
        form = self.form(f"/matches/{match_id}")
        shown = controls.show(hand)
        if controls.nothing and is_nothing(controls, shown):
            form.button(NOTHING, "1")  # pressed in the untouched form
            return self.post(form.action, _with_hidden(form.sent(NOTHING, "1"), hidden), script)
        form.clear()
        pressed = ("", "")
        for control in controls.visible({**controls.initial(), **shown}):
            if isinstance(control, Events):
                form = self._with_events(form, control, [json.loads(text) for text in shown.get(control.name, [])])
                continue
            for name in _names_of(control, hand):
                values = shown.get(name, [])
                if values and all(one.kind == "button" for one in form.named(name)):
                    pressed = name, values[-1]
                elif values:
                    form.fill(name, values)
        return self.post(form.action, _with_hidden(form.sent(*pressed), hidden), script)

    def _with_events(self, form: HtmlForm, control: Events, events: Sequence[Any]) -> HtmlForm:
        """The form after the buttons that make its list these events: those that are there already come first.

        Only the first few are really pressed, to keep the tests quick; of the others it is checked that they could be.
        """
        there = [json.loads(one.chosen[0]) for one in form.fields if (one.name, one.kind) == (control.name, "hidden")]
        assert events[: len(there)] == there, "what is in the list already"
        for number, event in enumerate(events[len(there) :], len(there)):
            value, entered = _button_for(control, event)
            untouched = [(one, list(one.chosen)) for one in form.fields]
            for name, values in entered.items():
                if values:
                    form.fill(name, values)
            pressed = f"{control.name}.add", value
            button = form.button(*pressed)
            if number >= MOST_PRESSED:
                for one, chosen in untouched:  # as they are once the event is in the list
                    one.chosen = chosen
                form.fields.append(Field("hidden", control.name, [], [json.dumps(event)]))
                continue
            answer = self.post(button.action or form.action, form.sent(*pressed), script=True)
            assert answer.status_code == 200
            form = read_form(answer.content.decode(), "entry")
            listed = [one for one in form.fields if (one.name, one.kind) == (control.name, "hidden")]
            assert len(listed) == number + 1, "one more event is in the list"
            assert json.loads(listed[-1].chosen[0]) == event
        return form


def saving(form: HtmlForm, match_id: str, hand: Mapping[str, Any]) -> tuple[str, str]:
    """Name and value of the button that saves this hand: the one for its outcome, or one without a name."""
    controls = hand_form.new_hand_form(MatchView(load_match(match_id))).form
    shown = controls.show(hand)
    for control in controls.visible({**controls.initial(), **shown}):
        if isinstance(control, Choice) and control.submits and shown.get(control.name):
            form.button(control.name, shown[control.name][-1])
            return control.name, shown[control.name][-1]
    return "", ""


def _names_of(control: Control, hand: Mapping[str, Any]) -> list[str]:
    """The names under which a control asks for what this hand has. A row asks only some of the players."""
    if isinstance(control, Row):
        return [f"{control.name}.{place}" for place, _ in control.entries]
    return sorted({*control.show(hand), *({control.name} if isinstance(control, Choice) else ())})


def _choose(form: HtmlForm, name: str, value: Any) -> None:
    """Chooses a house rule."""
    if isinstance(value, bool):
        form.fill(name, ["1"] if value else [])
    elif isinstance(value, list) and {one.kind for one in form.named(name)} == {"checkbox"}:
        form.fill(name, [str(item) for item in value])
    elif isinstance(value, list) and any(one.kind == "hidden" for one in form.named(name)):
        for place, item in enumerate(value):
            form.fill(f"{name}.{place}", [str(item)])
    else:
        form.fill(name, ["" if value is None else str(value)])


def _with_hidden(sent: dict[str, list[str]], hidden: Mapping[str, str]) -> dict[str, list[str]]:
    assert hidden.keys() <= sent.keys(), f"the page sends {sorted(sent)}"
    return {**sent, **{name: [value] for name, value in hidden.items()}}


def _button_for(control: Events, event: Any) -> tuple[str, FormValues]:
    """The button that adds this event, and what is entered before it is pressed."""
    for option in control.quick:
        if control.append({f"{control.name}.add": [option.value]}) == event:
            return option.value, {}
    for kind in control.kinds:
        asked = Form(control.controls_of(kind))
        entered = asked.show(kind.to_fields(event)) if isinstance(event, Mapping) else {}
        for value, _ in kind.buttons:
            if control.append({**asked.initial(), **entered, f"{control.name}.add": [value]}) == event:
                return value, entered
    raise NotOnThePage(f"no button of the page adds {event}")


def errors(answer: Any) -> list[str]:
    """What a page says is wrong."""
    text = answer.content.decode()
    return [
        unescape(re.sub(r"<[^>]+>", "", found)).strip() for found in re.findall(r'<p class="fault.*?</p>', text, re.S)
    ]


def standing(match_id: str) -> MatchSnapshot:
    """The match as it is stored."""
    return load_match(match_id)
