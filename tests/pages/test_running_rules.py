"""Who deals, and the house rules, changed in a match that goes on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.pages.phone import Pages, errors, standing

pytestmark = pytest.mark.django_db


def changed(pages: Pages, match: str, **fields: Any) -> Any:
    """Sends the form of dealer and house rules, with other values in these fields."""
    form = pages.form(f"/matches/{match}/rules", "people")
    for name, value in fields.items():
        form.fill(name.replace("o_", "o."), [value])
    return pages.post(form.action, form.sent())


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_a_house_rule_counts_from_the_next_hand_on() -> None:
    pages = Pages()
    match = pages.start("points", 3, {"rounds": "9"})
    pages.record(match, {"kind": "round", "scores": [30, 10, -10]})
    later = changed(pages, match, o_rounds="2").headers["Location"]
    page = pages.get(later)
    assert "Carried from before: Ada 30, Ben 10, Cleo −10." in text_of(page).replace("\xa0", " ")
    assert "House rules from here on: Rounds: 2." in text_of(page)
    pages.record(later.removeprefix("/matches/"), {"kind": "round", "scores": [0, 5, 0]})
    assert standing(later.removeprefix("/matches/")).finished
    assert "This match goes on on a new sheet." in text_of(pages.get(f"/matches/{match}"))


def test_another_dealer_deals_the_next_hand() -> None:
    pages = Pages()
    match = pages.start("skat", 3)
    pages.record(match, {"kind": "null", "declarer": 1, "outcome": {"won": False}})
    assert standing(match).status["next"]["dealer"] == 1
    later = changed(pages, match, dealer="0").headers["Location"].removeprefix("/matches/")
    assert standing(later).status["next"]["dealer"] == 0
    assert standing(later).status["totals"] == standing(match).status["totals"]


def test_nothing_changed_is_no_new_sheet_and_a_refused_rule_is_said() -> None:
    pages = Pages()
    match = pages.start("points", 3, {"rounds": "9"})
    pages.record(match, {"kind": "round", "scores": [30, 10, -10]})
    assert changed(pages, match).headers["Location"] == f"/matches/{match}"
    assert standing(match).continued_by == ""
    refused = changed(pages, match, o_rounds="1")
    assert refused.status_code == 422
    assert errors(refused)
    assert Client().post(f"/matches/{match}/rules").status_code == 404


def test_a_change_that_came_too_late_shows_how_the_match_stands_now() -> None:
    pages = Pages()
    match = pages.start("points", 3, {"rounds": "9"})
    pages.record(match, {"kind": "round", "scores": [30, 10, -10]})
    form = pages.form(f"/matches/{match}/rules", "people")
    form.fill("o.rounds", ["3"])
    pages.record(match, {"kind": "round", "scores": [0, 5, 0]})
    answer = pages.post(form.action, form.sent())
    assert answer.status_code == 409
    assert "Somebody was faster" in text_of(answer)
    assert standing(match).continued_by == ""


@pytest.mark.parametrize("change", ["correct", "take back", "correct in the later part", "take back there"])
def test_a_refusal_names_a_hand_of_a_later_part_by_its_number_on_the_sheet(change: str) -> None:
    """The second last hand reaches the target after the change: the last one, number 6 on the sheet, is in the way."""
    pages = Pages()
    match = pages.start("points", 2, {"target": "50"})
    for scores in ([20, 0], [-15, 0]):
        pages.record(match, {"kind": "round", "scores": scores})
    later = changed(pages, match, dealer="1").headers["Location"].removeprefix("/matches/")
    for scores in ([20, 0], [-15, 0], [25, 0], [1, 0]):
        assert pages.record(later, {"kind": "round", "scores": scores}).status_code == 302
    part = later if "later" in change or "there" in change else match
    if change.startswith("correct"):
        answer = pages.post(f"/matches/{part}/hands/1", {"scores.0": "35", "scores.1": "0"})
    else:
        answer = pages.post(f"/matches/{part}/hands/2/remove")
    assert answer.status_code == 422
    assert "Hand 6 would no longer be possible" in errors(answer)[0]
