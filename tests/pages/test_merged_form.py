"""Two phones correct the same hand: the later one sees what stands now beside what was typed, and loses nothing."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from pydantic_core import from_json

from rulesref.files import load_yaml
from scoring.engine.refusal import Refusal
from scoring.games import all_games
from scoring.selectors.match_snapshot import input_text
from scoring.services import history, matches
from tests.conftest import Hold
from tests.pages.html_form import HtmlForm, read_form
from tests.pages.phone import NAMES, Pages, saving, standing
from tests.pages.test_every_game import GOLDEN, started


def _hand(match: str, number: int) -> Any:
    return from_json(input_text(standing(match), number))


def _sent_late(pages: Pages, form: HtmlForm) -> tuple[HtmlForm, str]:
    """The form that comes back, with its page."""
    answer = pages.post(form.action, form.sent())
    assert answer.status_code == 409
    page = answer.content.decode()
    return read_form(page, "entry"), page


def _points(*rounds: list[int]) -> tuple[Pages, str]:
    pages = Pages()
    match = pages.start("points", 2)
    for scores in rounds:
        pages.record(match, {"kind": "round", "scores": scores})
    return pages, match


def _correct(match: str, number: int, *scores: int) -> None:
    history.correct(match, number, {"kind": "round", "scores": list(scores)}, None)


@pytest.mark.django_db
def test_a_box_that_was_not_touched_takes_the_new_value() -> None:
    pages, match = _points([1, 2])
    form = pages.form(f"/matches/{match}/hands/1")
    form.fill("scores.0", ["50"])
    _correct(match, 1, 1, 9)
    form, page = _sent_late(pages, form)
    assert "Hand 1 was changed on another phone" in page
    assert _hand(match, 1)["scores"] == [1, 9]
    assert (form.sent()["scores.0"], form.sent()["scores.1"]) == (["50"], ["9"])
    assert pages.post(form.action, form.sent()).status_code == 302
    assert _hand(match, 1)["scores"] == [50, 9]


@pytest.mark.django_db
def test_a_box_that_both_touched_keeps_what_was_typed_and_shows_what_stands() -> None:
    pages, match = _points([1, 2])
    form = pages.form(f"/matches/{match}/hands/1")
    form.fill("scores.0", ["50"])
    _correct(match, 1, 7, 9)
    form, page = _sent_late(pages, form)
    assert "On the sheet now: Ada 7" in page
    assert (form.sent()["scores.0"], form.sent()["scores.1"]) == (["50"], ["9"])


@pytest.mark.django_db
def test_the_form_follows_its_hand_when_earlier_hands_go_and_come_back() -> None:
    pages, match = _points([1, 2], [3, 4], [5, 6])
    form = pages.form(f"/matches/{match}/hands/2")
    form.fill("scores.0", ["50"])
    history.take_back(match, 1, None)
    _correct(match, 1, 3, 9)
    form, _ = _sent_late(pages, form)
    assert form.action == f"/matches/{match}/hands/1"
    history.undo(match)
    history.undo(match)
    form, _ = _sent_late(pages, form)
    assert form.action == f"/matches/{match}/hands/2"
    assert (form.sent()["scores.0"], form.sent()["scores.1"]) == (["50"], ["4"])


@pytest.mark.django_db
def test_what_was_typed_never_goes_into_another_hand() -> None:
    pages, match = _points([1, 2], [3, 4])
    form = pages.form(f"/matches/{match}/hands/1")
    form.fill("scores.0", ["50"])
    history.take_back(match, 1, None)
    form, page = _sent_late(pages, form)
    assert "no longer on the sheet" in page
    assert form.sent()["scores.0"] == ["3"]
    history.take_back(match, 1, None)
    assert pages.post(form.action, form.sent()).status_code == 302
    assert standing(match).hand_count == 0


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(all_games()))
def test_in_every_game_an_untouched_form_takes_what_stands_now(slug: str) -> None:
    """The first hand of the golden match becomes another one of it while its form is open."""
    told = load_yaml((GOLDEN / f"{slug}.yaml").read_text())
    pages = Pages()
    match = started(pages, slug, told)
    first, *others = told["hands"]
    matches.record(standing(match), first)
    form = pages.form(f"/matches/{match}/hands/1")
    for other in others:
        with suppress(Refusal):
            history.correct(match, 1, other, None)
            break
    else:
        history.correct(match, 1, first, None)  # the others are not possible as a first hand
    button = saving(form, match, first) if standing(match).hand_open else ("", "")
    answer = pages.post(form.action, form.sent(*button))
    assert answer.status_code == 409
    shown, stands = (_answers(one) for one in (read_form(answer.content.decode(), "entry"), pages.form(form.action)))
    assert shown == stands


def _answers(form: HtmlForm) -> dict[str, list[str]]:
    return {name: values for name, values in form.sent().items() if not name.startswith(("_", "csrf")) and any(values)}


@pytest.mark.browser
@pytest.mark.layout
def test_the_second_tap_saves_both(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("points", NAMES[:2])
    fields = phone.page.locator(".entry-of input")
    for place, text in enumerate(("1", "2")):
        fields.nth(place).fill(text)
    phone.tap(".save")
    phone.saved(1)
    phone.open(f"{match}/hands/1")
    fields.nth(0).fill("50")
    other = phone.page.context.new_page()
    other.goto(phone.page.url)
    other.locator(".entry-of input").nth(1).fill("9")
    other.locator(".entry-of input").nth(0).fill("7")
    other.locator(".save").click()
    other.wait_for_url("**" + match)
    other.close()
    phone.tap(".save")
    phone.page.locator("text=On the sheet now: Ada 7").wait_for()
    phone.screenshot("merged-form")
    assert [fields.nth(place).input_value() for place in (0, 1)] == ["50", "9"]
    phone.tap(".save")
    phone.page.wait_for_url("**" + match)
    assert phone.totals() == ["50", "9"]
