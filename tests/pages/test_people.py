"""The page on which players of a match that goes on are changed."""

from __future__ import annotations

import re

import pytest

from scoring.models import Match
from tests.pages.phone import Pages, standing

pytestmark = pytest.mark.django_db


@pytest.fixture
def pages() -> Pages:
    return Pages()


@pytest.fixture
def match(pages: Pages) -> str:
    match = pages.start("points", 3)
    pages.record(match, {"kind": "round", "scores": [20, -5, 12]})
    return match


def _send(pages: Pages, match: str, names: list[str], since: str = "next", **hidden: str) -> object:
    page = pages.get(f"/matches/{match}/people").content.decode()
    token = re.search(r'name="_once" value="([^"]+)"', page)
    assert token
    fields = {"_once": token[1], "_version": str(standing(match).version), "player": names, "since": since}
    return pages.post(f"/matches/{match}/people", {**fields, **hidden})


def test_somebody_joins_and_the_match_goes_on_elsewhere(pages: Pages, match: str) -> None:
    assert f'href="/matches/{match}/people"' in pages.get(f"/matches/{match}").content.decode()
    names = standing(match).names
    assert _send(pages, match, [*names, "Zoe", ""]).status_code == 302  # type: ignore[attr-defined]
    later = Match.objects.get(continues=match)
    assert later.totals == [20, -5, 12, 0]
    before = pages.get(f"/matches/{match}").content.decode()
    assert f'href="/matches/{later.id}"' in before
    assert "This match goes on with other people." in before
    assert 'id="undo"' in before
    assert f'action="/matches/{match}/hands"' not in before, "no form for another hand"
    assert f'href="/matches/{match}"' in pages.get(f"/matches/{later.id}").content.decode()
    assert "The match goes on with other people" in pages.get(f"/matches/{match}/history").content.decode()


def test_the_form_sent_twice_makes_one_part(pages: Pages, match: str) -> None:
    names = [*standing(match).names, "Zoe"]
    for _ in range(2):
        _send(pages, match, names, _once="x" * 20, _version="1")
    assert Match.objects.filter(continues=match).count() == 1


def test_swapped_seats_are_mended(pages: Pages, match: str) -> None:
    first, second, third = standing(match).names
    assert _send(pages, match, [second, first, third], "first").status_code == 302  # type: ignore[attr-defined]
    assert standing(match).names == [second, first, third]
    assert not Match.objects.filter(continues=match).exists()


def test_a_refusal_says_why_and_keeps_what_was_typed(pages: Pages, match: str) -> None:
    names = standing(match).names
    answer = _send(pages, match, [*names, names[0]])
    assert answer.status_code == 422  # type: ignore[attr-defined]
    assert "is there twice" in answer.content.decode()  # type: ignore[attr-defined]
