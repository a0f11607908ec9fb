"""The chart of the totals: a line for each side over the hands."""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter

from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from pydantic_core import from_json

from scoring.engine.messages import Number
from scoring.languages import current_language
from scoring.pages.hand_name import number_on_sheet
from scoring.pages.message_renderer import MessageRenderer
from scoring.pages.score_sheet import Sheet
from scoring.selectors.match_snapshot import MatchSnapshot, newest_points

CHART_HANDS = 400
"""Hands in the chart; of a longer match the latest ones."""

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 360, 170, 44, 12, 10, 24

ChartLine = tuple[int, str, str, float, float]
"""Side, its name, points of an SVG polyline, last x, last y."""


@dataclass(frozen=True)
class TotalsChart:
    """Lines over the hands. first, last: the numbers of these hands. marks: (y, figure)."""

    width: int
    height: int
    lines: list[ChartLine]
    marks: list[tuple[float, str]]
    first: int
    last: int
    left: int
    right: int

    @property
    def html(self) -> SafeString:
        """The chart with its legend, without a template: that took 0.25 ms of each save."""
        label = _("The totals from hand {first} to hand {last}").format(first=self.first, last=self.last)
        return mark_safe(  # noqa: S308 - names and texts are escaped, all else are figures of ours
            f'<link rel="stylesheet" href="{static("chart.css")}">'
            f'<figure class="curve"><svg viewBox="0 0 {self.width} {self.height}" role="img" '
            f'aria-label="{escape(label)}">\n'
            f"{''.join(map(self._level, self.marks))}\n{''.join(map(_curve, self.lines))}\n"
            f'</svg><figcaption class="legend">{"".join(map(_legend, self.lines))}</figcaption></figure>'
        )

    def _level(self, mark: tuple[float, str]) -> str:
        y, figure = mark
        return (
            f'<line class="level" x1="{self.left}" x2="{self.right}" y1="{y:g}" y2="{y:g}"/>'
            f'<text class="mark" x="{self.left - 6}" y="{y:g}" dy=".32em" text-anchor="end">{figure}</text>'
        )


def _curve(line: ChartLine) -> str:
    side, _name, points, x, y = line
    return f'<polyline class="p{side}" points="{points}"/><circle class="p{side}" cx="{x:g}" cy="{y:g}" r="3.5"/>'


def _legend(line: ChartLine) -> str:
    side, name, *_ = line
    sample = f'<svg viewBox="0 0 24 8" aria-hidden="true"><line class="p{side}" x1="0" y1="4" x2="24" y2="4"/></svg>'
    return f'<span class="p{side}">{sample}{escape(name)}</span>'


def totals_chart(match: MatchSnapshot, renderer: MessageRenderer, sheet: Sheet | None = None) -> TotalsChart | None:
    """Returns the chart of the totals, None before the second hand. sheet: of the match, if it was read already."""
    hands = _points_newest_first(match, sheet)
    if len(hands) < 2:
        return None
    # From the current totals back to those before the first hand of the chart.
    totals = [list(match.status["totals"])]
    for _number, points in hands:
        totals.append([total - change for total, change in zip(totals[-1], points, strict=True)])
    totals.reverse()
    low, high = min(map(min, totals)), max(map(max, totals))
    steps = _nice_steps(low, high)
    low, high = min(low, steps[0]), max(high, steps[-1])
    across = (_WIDTH - _LEFT - _RIGHT) / (len(totals) - 1)
    up = (_HEIGHT - _TOP - _BOTTOM) / ((high - low) or 1)

    def y(total: Number) -> float:
        return round(float(_TOP + (high - total) * up), 1)

    lines = []
    for side, name in enumerate(renderer.sides):
        positions = [(round(_LEFT + place * across, 1), y(row[side])) for place, row in enumerate(totals)]
        lines.append((side, name, " ".join(f"{x},{height}" for x, height in positions), *positions[-1]))
    return TotalsChart(
        _WIDTH,
        _HEIGHT,
        lines,
        [(y(step), current_language().number(step)) for step in steps],
        first=number_on_sheet(match.open_match, hands[-1][0]),
        last=number_on_sheet(match.open_match, hands[0][0]),
        left=_LEFT,
        right=_WIDTH - _RIGHT,
    )


def _points_newest_first(match: MatchSnapshot, sheet: Sheet | None) -> list[tuple[int, list[Number]]]:
    """Number and points of the hands in the chart."""
    if sheet and sheet.earlier is None and sheet.later is None:
        hands = sorted(((row.number, row.points) for row in sheet.rows), key=itemgetter(0), reverse=True)
        return hands[:CHART_HANDS]
    rows = newest_points(match, CHART_HANDS)
    parsed = from_json(f"[{','.join(text for _number, text in rows)}]")  # one parse for all hands
    return [(number, points) for (number, _text), points in zip(rows, parsed, strict=True)]


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
