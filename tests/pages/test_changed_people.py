"""Seats are changed while a hand is in a form: it is not recorded for the wrong people without a question.

A match that goes on with other people is one match for those who read of it.
"""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from scoring.services import history, parts
from tests.pages.phone import Pages, errors, standing

pytestmark = pytest.mark.django_db

HAND = {"scores.0": "20", "scores.1": "-5", "scores.2": "12"}


@pytest.fixture
def pages() -> Pages:
    return Pages()


def _filled(pages: Pages, match: str) -> tuple[str, dict[str, list[str]]]:
    """Address and fields of the form of the next hand, filled in."""
    form = pages.form(f"/matches/{match}")
    for name, value in HAND.items():
        form.fill(name, [value])
    return form.action, form.sent()


def _swap(match: str) -> None:
    seats = standing(match).seats
    history.reseat(match, [seats[1], seats[0], *seats[2:]], None)


@pytest.mark.parametrize("script", [False, True], ids=["plain", "script"])
def test_a_hand_entered_before_the_seats_changed_is_asked_about(pages: Pages, script: bool) -> None:
    match = pages.start("points", 3)
    action, fields = _filled(pages, match)
    _swap(match)
    answer = pages.post(action, fields, script)
    assert answer.status_code == 409
    assert "The seats were changed in the meantime: now Ben, Ada" in answer.content.decode()
    assert standing(match).hand_count == 0
    again = {**fields, "_people": _people(answer.content.decode())}
    assert pages.post(action, again, script).status_code in (200, 302), "saved after the question"
    assert standing(match).hand_count == 1


def _people(page: str) -> str:
    return page.partition('name="_people" value="')[2].partition('"')[0]


def test_a_hand_that_was_recorded_before_the_change_is_not_asked_about(pages: Pages) -> None:
    match = pages.start("points", 3)
    action, fields = _filled(pages, match)
    assert pages.post(action, fields, script=True).status_code == 200
    _swap(match)
    answer = pages.post(action, fields, script=True)  # the first answer was lost
    assert answer.status_code == 200, errors(answer)
    assert answer.headers["Companion-Hand"] == "1"
    assert standing(match).hand_count == 1


def test_another_hand_and_other_seats_make_one_question(pages: Pages) -> None:
    match = pages.start("points", 3)
    action, fields = _filled(pages, match)
    pages.record(match, {"kind": "round", "scores": [1, 2, 3]})
    _swap(match)
    page = pages.post(action, fields, script=True).content.decode()
    assert "save it again as hand 2" in page
    assert "Ben, Ada" in page


def test_a_preview_keeps_for_whom_the_hand_is_entered(pages: Pages) -> None:
    match = pages.start("points", 3)
    action, fields = _filled(pages, match)
    _swap(match)
    page = pages.post(f"{action}/try", {**fields, "_whole": "1"}, script=True).content.decode()
    assert [_people(page)] == fields["_people"]


def test_a_new_name_asks_nothing(pages: Pages) -> None:
    match = pages.start("points", 3)
    action, fields = _filled(pages, match)
    seats = standing(match).seats
    history.reseat(match, [{**seats[0], "name": "Adele"}, *seats[1:]], None)
    assert pages.post(action, fields).status_code == 302


def test_a_form_of_an_older_page_is_taken(pages: Pages) -> None:
    match = pages.start("points", 3)
    action, fields = _filled(pages, match)
    del fields["_people"]
    _swap(match)
    assert pages.post(action, fields).status_code == 302


def test_a_match_in_parts_is_told_as_one(pages: Pages) -> None:
    first = pages.start("points", 3)
    for scores in ([1, 2, 3], [4, 5, 6]):
        pages.record(first, {"kind": "round", "scores": scores})
    last = parts.continue_match(first, ["Ada", "Ben", "Dan"]).match.id
    pages.record(last, {"kind": "round", "scores": [7, 8, 9]})

    def said(path: str) -> str:
        return unescape(re.sub(r"<[^>]+>", " ", pages.get(path).content.decode()))

    page = pages.get(f"/matches/{last}").content.decode()
    assert f'<a href="/matches/{last}/hands/1" aria-label="Round 3">3</a>' in page
    assert "<b>Round 4</b>" in page
    assert "Round 3" in said(f"/matches/{last}/hands/1")
    assert "After 2 hands: Ada 5, Ben 7, Cleo 9" in said(f"/matches/{last}/result"), "who left is told of, too"
    assert "after 3 hands; the match goes on" in said(f"/matches/{first}/settle")
    pages.post(f"/matches/{last}/finish", {"_version": str(standing(last).version)})
    for part in (first, last):
        assert "goes on" not in said(f"/matches/{part}/settle")
        _, cleo, sheet = said(f"/matches/{part}/result").partition("Ada · Ben · Cleo\n1. ")
        before, dan, after = sheet.partition("Ada · Ben · Dan\n3. ")
        assert cleo, "the hands of each part are below its names"
        assert dan
        assert "\n2. " in before
        assert "Dan +9" in after
    paper = pages.get(f"/matches/{last}/print").content.decode()
    numbers = re.findall(r'class="nr"[^>]*><a [^>]*>(\d+)</a>', paper)
    assert numbers == ["1", "2", "3"], "the sheets of all parts are printed"
    assert paper.count('id="sheet"') == 1


def test_the_picture_has_the_hands_of_all_parts(pages: Pages) -> None:
    first = pages.start("points", 3)
    for scores in ([1, 2, 3], [4, 5, 6]):
        pages.record(first, {"kind": "round", "scores": scores})
    second = parts.continue_match(first, ["Ada", "Ben", "Cleo"], dealer=0).match.id
    pages.record(second, {"kind": "round", "scores": [1, 1, 1]})
    last = parts.continue_match(second, ["Ada", "Ben", "Dan"]).match.id
    pages.record(last, {"kind": "round", "scores": [7, 8, 9]})
    for part in (first, last):
        page = pages.get(f"/matches/{part}/result").content.decode()
        [data] = re.findall(r'<script id="picture"[^>]*>(.*?)</script>', page, re.DOTALL)
        same, other = json.loads(data)["sheets"]
        assert same["names"] == ["Ada", "Ben", "Cleo"]
        assert [(row["number"], row["totals"]) for row in same["rows"]] == [
            (1, ["1", "2", "3"]),
            (2, ["5", "7", "9"]),
            (3, ["6", "8", "10"]),
        ]
        assert other["names"] == ["Ada", "Ben", "Dan"]
        assert [(row["number"], row["totals"]) for row in other["rows"]] == [(4, ["13", "16", "19"])]
