"""The chart of the totals below the sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from scoring.models import Hand
from scoring.selectors.match_snapshot import load_match
from scoring.services import matches
from tests.pages.phone import Pages

pytestmark = pytest.mark.django_db

SCORES = (20, -5, 12)
ROUND = {"kind": "round", "scores": list(SCORES)}


def _long_match(pages: Pages, hands: int, scores: Sequence[int] = SCORES) -> str:
    match = pages.start("points", 3)
    for _ in range(hands):
        matches.record(load_match(match), {"kind": "round", "scores": list(scores)})
    return match


def _heights(pages: Pages, match: str) -> list[list[float]]:
    """The heights of each player's line, hand by hand."""
    page = pages.get(f"/matches/{match}").content.decode()
    lines = re.findall(r'<polyline[^>]* points="([^"]*)"', page)
    return [[float(point.split(",")[1]) for point in line.split()] for line in lines]


def test_each_player_has_a_line_that_goes_up_and_down_with_the_total() -> None:
    pages = Pages()
    up, down, slower = _heights(pages, _long_match(pages, 5))
    assert [len(line) for line in (up, down, slower)] == [6, 6, 6], "from the beginning"
    assert up[0] == down[0] == slower[0]
    assert up == sorted(up, reverse=True), "the top of a picture is 0"
    assert down == sorted(down)
    assert up[-1] < slower[-1] < down[-1]


@pytest.mark.parametrize(
    ("scores", "marks"),
    [
        ((0, 0, 0), "0"),
        ((1, 0, 0), "0 1 2"),
        ((2, 0, 0), "0 1 2 3 4"),
        ((3, 0, -1), "−2 0 2 4 6"),
        (SCORES, "−20 0 20 40"),
        ((500, -500, 0), "−1,000 −500 0 500 1,000"),
    ],
)
def test_a_few_round_figures_stand_beside_the_chart(scores: Sequence[int], marks: str) -> None:
    pages = Pages()
    page = pages.get(f"/matches/{_long_match(pages, 2, scores)}").content.decode()
    assert re.findall(r'<text class="mark"[^>]*>([^<]+)<', page) == marks.split()


def test_the_chart_reads_the_points_of_a_long_match_and_no_results() -> None:
    """A result is ten times as long, and every save draws the chart of all hands."""
    pages = Pages()
    match = _long_match(pages, 103)
    before = _heights(pages, match)
    assert [len(line) for line in before] == [104] * 3
    Hand.objects.filter(number__lte=3).update(result="is not read")
    matches.record(load_match(match), ROUND)
    assert [len(line) for line in _heights(pages, match)] == [105] * 3
