"""The reader of forms refuses what a browser could not send."""

from __future__ import annotations

import pytest

from tests.pages.html_form import HtmlForm, read_form, read_forms

PAGE = """
<form id="search"><input name="q"></form>
<form id="entry" action="/send" class="entry begin">
  <input type="hidden" name="token" value="t&amp;1"><input name="points" value="5"><input name="points">
  <input type="radio" name="trump" value="H" checked><input type="radio" name="trump" value="S">
  <input type="checkbox" name="hand" value="1"><input name="off" disabled>
  <select name="owner"><option value=""></option><option value="0">Ada</option></select>
  <button type="submit" name="save" value="0">Ada</button><button form="undo" name="undo" value="1">Undo</button>
</form><input name="outside">
"""


@pytest.fixture
def form() -> HtmlForm:
    return read_form(PAGE, "entry")


def test_it_sends_what_a_browser_sends(form: HtmlForm) -> None:
    untouched = {"token": ["t&1"], "points": ["5", ""], "trump": ["H"], "owner": [""]}
    assert form.sent() == untouched
    form.fill("points", ["7", "8"])
    form.fill("trump", ["S"])
    form.fill("hand", ["1"])
    form.fill("owner", ["0"])
    filled = {"token": ["t&1"], "points": ["7", "8"], "trump": ["S"], "hand": ["1"], "owner": ["0"]}
    assert form.sent() == filled
    assert form.sent("save", "0") == {**filled, "save": ["0"]}
    form.clear()
    assert form.sent() == {**untouched, "points": ["", ""], "trump": ["S"]}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        *(("bid", ["1"]), ("off", ["1"]), ("outside", ["1"]), ("q", ["1"]), ("undo", ["1"])),
        *(("trump", ["X"]), ("trump", ["H", "S"]), ("trump", []), ("hand", ["2"]), ("owner", ["1"])),
        *(("points", ["1", "2", "3"]), ("token", ["mine"]), ("save", ["0"])),
    ],
)
def test_nothing_else_can_be_entered(form: HtmlForm, name: str, values: list[str]) -> None:
    with pytest.raises(AssertionError):
        form.fill(name, values)


@pytest.mark.parametrize(("name", "value"), [("save", "1"), ("undo", "1"), ("points", "5"), ("other", "0")])
def test_no_other_button_can_be_pressed(form: HtmlForm, name: str, value: str) -> None:
    with pytest.raises(AssertionError):
        form.sent(name, value)


def test_a_form_is_found_by_id_or_class() -> None:
    assert [one.attributes["id"] for one in read_forms(PAGE)] == ["search", "entry"]
    assert read_form(PAGE, "begin").action == "/send"
    with pytest.raises(AssertionError):
        read_form(PAGE, "beg")
