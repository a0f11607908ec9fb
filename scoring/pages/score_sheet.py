"""The score sheet: a row for each hand, as on paper, and the chart of the totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from pydantic_core import from_json

from scoring.engine.messages import Number, format_number
from scoring.models import Hand
from scoring.pages.message_renderer import MessageRenderer
from scoring.selectors.match_snapshot import MatchSnapshot

ROWS = 100
"""Rows on one page of the sheet: the latest ones, the earlier ones are a tap away."""

CHART_HANDS = 400
"""Hands that the chart shows; of a longer match the latest."""

WIDE = 4
"""Columns that fit side by side on the smallest phone; more of them stand in several rows."""


@dataclass(frozen=True)
class Cell:
    """One column of a row: the change and the total after it, as printed. side: which column."""

    side: int
    name: str
    points: str
    total: str
    sign: str


@dataclass(frozen=True)
class SheetRow:
    """One hand on the sheet. ranks: its cells, in one or more rows. open: still being played."""

    number: int
    summary: SafeString
    ranks: list[list[Cell]]
    open: bool


@dataclass(frozen=True)
class Sheet:
    """Rows in the order in which they were played. earlier: the number of the first row of the page before, or None."""

    rows: list[SheetRow]
    earlier: int | None
    later: int | None


def in_rows(items: Sequence[Any]) -> list[list[Any]]:
    """Columns as they stand on a phone: in one row, or in several where it would be too narrow."""
    rows = -(-len(items) // WIDE) or 1
    length = -(-len(items) // rows)
    return [list(items[start : start + length]) for start in range(0, len(items), length)]


def score_sheet(
    match: MatchSnapshot, renderer: MessageRenderer, first: int | None = None, most: int | None = ROWS
) -> Sheet:
    """The sheet of a match. first: the number of the row that the page starts with; default: the latest rows.

    most: rows at most, None for all of them.
    """
    begin = max(1, match.hand_count - ROWS + 1) if first is None else max(1, min(first, match.hand_count))
    found = Hand.objects.filter(match_id=match.id, number__gte=begin).order_by("number")[:most]
    rows = [
        sheet_row(renderer, hand.number, from_json(hand.result)) for hand in found.only("number", "result", "match_id")
    ]
    after = begin + len(rows)
    return Sheet(
        rows,
        earlier=max(1, begin - ROWS) if begin > 1 else None,
        later=after if after <= match.hand_count else None,
    )


def sheet_row(renderer: MessageRenderer, number: int, result: dict[str, Any]) -> SheetRow:
    """A row of the sheet from a hand as it is stored."""
    cells = [
        Cell(side, renderer.sides[side], format_number(points, sign=True), format_number(total), _sign(points))
        for side, (points, total) in enumerate(zip(result["points"], result["totals"], strict=True))
    ]
    return SheetRow(number, renderer.html(result["summary"]), in_rows(cells), not result["complete"])


def _sign(points: Number) -> str:
    return "up" if points > 0 else "down" if points < 0 else "level"


# -- the chart -------------------------------------------------------------------------------------------

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 360, 170, 44, 12, 10, 24


@dataclass(frozen=True)
class TotalsChart:
    """Lines over the hands. lines: (side, name, points of an SVG polyline, last x, last y). marks: (y, figure)."""

    width: int
    height: int
    lines: list[tuple[int, str, str, float, float]]
    marks: list[tuple[float, str]]
    first: int
    last: int
    left: int
    right: int
    base: int


def totals_chart(match: MatchSnapshot, renderer: MessageRenderer) -> TotalsChart | None:
    """The chart of the totals, None before the second hand."""
    rows = Hand.objects.filter(match_id=match.id).order_by("-number").values_list("number", "points")[:CHART_HANDS]
    hands = list(rows)
    if len(hands) < 2:
        return None
    # From the totals of today back to those before the first hand of the chart; one parse for all hands.
    totals = [list(match.status["totals"])]
    for points in from_json(f"[{','.join(text for _, text in hands)}]"):
        totals.append([total - change for total, change in zip(totals[-1], points, strict=True)])
    totals.reverse()
    low, high = min(min(row) for row in totals), max(max(row) for row in totals)
    steps = _nice_steps(low, high)
    low, high = min(low, steps[0]), max(high, steps[-1])
    across = (_WIDTH - _LEFT - _RIGHT) / (len(totals) - 1)
    up = (_HEIGHT - _TOP - _BOTTOM) / ((high - low) or 1)

    def y(total: Number) -> float:
        return round(float(_TOP + (high - total) * up), 1)

    lines = []
    for side, name in enumerate(renderer.sides):
        points = [(round(_LEFT + place * across, 1), y(row[side])) for place, row in enumerate(totals)]
        lines.append((side, name, " ".join(f"{x},{height}" for x, height in points), *points[-1]))
    return TotalsChart(
        _WIDTH,
        _HEIGHT,
        lines,
        [(y(step), format_number(step)) for step in steps],
        first=hands[-1][0],
        last=hands[0][0],
        left=_LEFT,
        right=_WIDTH - _RIGHT,
        base=_HEIGHT - 6,
    )


def _nice_steps(low: Number, high: Number) -> list[int]:
    """Three to five round figures from below the lowest to above the highest total."""
    span = max(high - low, 1)
    size = 1
    while True:
        for factor in (1, 2, 5):
            step = size * factor
            if span / step <= 4:
                first = int(low // step) * step
                return list(range(first, int(-(-high // step)) * step + 1, step)) or [first]
        size *= 10
