"""The phone of an organiser, without a browser: it reads the forms of the pages and sends them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import Any

from tests.pages.html_form import Field, HtmlForm, read_forms
from tests.pages.phone import Pages

SEVEN = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus"]


class Organiser(Pages):
    """A phone that has made an event."""

    def __init__(self, kind: str = "skat-evening", **fields: str) -> None:
        super().__init__()
        form = self.form(f"/events/new/{kind}", "event-form")
        for name, value in fields.items():
            form.fill(name if name == "game" else f"o.{name}", [value])
        made = self.post(form.action, form.sent())
        assert made.status_code == 302, words(made)
        self.path = str(made.headers["Location"]).removesuffix("/entries")
        self.id = self.path.removeprefix("/events/")

    def see(self, page: str = "") -> str:
        """What is to be read on a page of the event."""
        answer = self.get(self.path + page)
        assert answer.status_code == 200, page
        return words(answer)

    def send(self, page: str, button: tuple[str, str] = ("", ""), action: str = "", **fields: Any) -> Any:
        """Fills in the form of a page that has these fields and this button, and sends it."""
        form = self.find(page, button, action, fields)
        for name, value in fields.items():
            if name in _TEXTAREAS:
                form.fields.append(Field("text", name, [], [value]))
            else:
                form.fill(name, value if isinstance(value, list) else [value])
        return self.post(form.action or self.path + page, form.sent(*button))

    def find(self, page: str, button: tuple[str, str], action: str, fields: Mapping[str, Any]) -> HtmlForm:
        """The form of a page that has these fields and this button."""
        answer = self.get(self.path + page)
        assert answer.status_code == 200, page
        for form in read_forms(answer.content.decode()):
            names = {one.name for one in form.fields}
            buttons = {(one.name, value) for one in form.fields if one.kind == "button" for value in one.values}
            wanted = {name for name in fields if name not in _TEXTAREAS}
            if wanted <= names and (button[0] == "" or button in buttons) and form.action.endswith(action):
                return form
        raise AssertionError(f"{page} has no form with {list(fields)} and {button}")

    def enter(self, names: Sequence[str]) -> None:
        assert self.send("/entries", names="\n".join(names), name="").status_code == 302

    def begin(self, word: str = "altes rathaus") -> int:
        """Draws, publishes and starts the next round."""
        drawn = self.send("/draw", word=word)
        assert drawn.status_code == 302, words(drawn)
        number = int(str(drawn.headers["Location"]).rpartition("/")[2])
        self.step(number, "publish", "start")
        return number

    def step(self, number: int, *steps: str) -> None:
        for step in steps:
            answer = self.send(f"/rounds/{number}", action=f"/{step}")
            assert answer.status_code == 302, words(answer)

    def table(self, number: int, table: int) -> str:
        return f"/rounds/{number}/tables/{table}/result"

    def type(self, number: int, table: int, lines: Mapping[str, tuple[int | str, int, int]], **more: str) -> Any:
        """Types a list of Skat: points of the games, won and lost by name."""
        numbers = self.numbers()
        fields: dict[str, str] = dict(more)
        for name, line in lines.items():
            for what, value in zip(("game_points", "won", "lost"), line, strict=True):
                fields[f"{what}.{numbers[name]}"] = str(value)
        return self.send(self.table(number, table), ("act", "enter"), **fields)

    def numbers(self) -> dict[str, int]:
        """The start numbers by name."""
        page = self.get(f"{self.path}/entries").content.decode()
        found = re.findall(r'/entries/(\d+)">\s*([^<]+?)\s*<', page)
        return {unescape(name).strip(): int(number) for number, name in found}


_TEXTAREAS = ("names",)


def words(answer: Any) -> str:
    """What is to be read on a page."""
    main = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())
