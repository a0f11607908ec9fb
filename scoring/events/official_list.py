"""The official list of Skat: results, and the check at its end (Skat rules of competition, 6.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WON, LOST = 50, 50
OTHERS_LOST = {4: 30, 3: 40}
"""What every lost game of somebody else counts, by the number of players."""


@dataclass(frozen=True)
class ListLine:
    """What one seat has at the end: points of its games, games won and lost."""

    points: int
    won: int
    lost: int


@dataclass(frozen=True)
class Check:
    """One line of the closing check. hint: the slip that a difference names, "" if none is likely."""

    name: str
    expected: int
    found: int
    hint: str = ""

    @property
    def ok(self) -> bool:
        """Whether both figures agree."""
        return self.expected == self.found


def results(lines: Sequence[ListLine]) -> list[int]:
    """Returns the results: points, 50 for each game won and less for each lost, 30 (40 at three) for others' losses."""
    lost = sum(line.lost for line in lines)
    others = OTHERS_LOST[len(lines)]
    return [line.points + WON * line.won - LOST * line.lost + others * (lost - line.lost) for line in lines]


def deals_of(seats: int, rounds: int = 12) -> int:
    """Returns the deals of a series: each seat deals so often."""
    return seats * rounds


def closing_check(
    lines: Sequence[ListLine],
    passed_in: int,
    deals: int,
    *,
    plus: int | None = None,
    minus: int | None = None,
    written: Sequence[int] | None = None,
) -> list[Check]:
    """Returns the check of a list that is handed in.

    lines: by seat. deals: of the series. plus, minus: the sums of the columns with the values of games won and lost,
    minus above zero; left out if the list has none. written: the results that were written down.
    """
    seats = len(lines)
    won, lost = sum(line.won for line in lines), sum(line.lost for line in lines)
    points = sum(line.points for line in lines)
    checks = [Check("deals", deals, won + lost + passed_in)]
    if plus is not None and minus is not None:
        checks.append(Check("points", plus - minus, points))
    if written is not None:
        others = sum(lost - line.lost for line in lines)
        checks.append(Check("others_lost", (seats - 1) * lost, others))
        # Each lost game: 50 less for one, 30 or 40 more for each of the others.
        whole = points + WON * won + (OTHERS_LOST[seats] * (seats - 1) - LOST) * lost
        checks.append(Check("results", whole, sum(written), _hint(sum(written) - whole, seats)))
        for seat, (result, line) in enumerate(zip(written, results(lines), strict=True)):
            checks.append(Check(f"result_{seat}", line, result, _hint(result - line, seats)))
    return checks


def _hint(difference: int, seats: int) -> str:
    """The slip that explains a difference."""
    match abs(difference):
        case 50:
            return "won_or_lost_missing"
        case 100:
            return "won_and_lost_exchanged"
        case size if size == OTHERS_LOST[seats]:
            return "others_lost_missing"
    return ""


@dataclass(frozen=True)
class Row:
    """A line of the list. seat: of the declarer, None for a deal passed in. value: below zero if lost.

    points, won, lost: what the declarer's block says after it.
    """

    number: int
    seat: int | None
    value: int = 0
    points: int = 0
    won: int = 0
    lost: int = 0


def first_wrong_line(rows: Sequence[Row], seats: int) -> int | None:
    """Returns the number of the first line whose running figures do not follow from those before; None if all do."""
    points, won, lost = [0] * seats, [0] * seats, [0] * seats
    for row in rows:
        if row.seat is None:
            continue
        points[row.seat] += row.value
        won[row.seat] += row.value > 0
        lost[row.seat] += row.value < 0
        if (row.points, row.won, row.lost) != (points[row.seat], won[row.seat], lost[row.seat]):
            return row.number
    return None


def first_difference(one: Sequence[Row], other: Sequence[Row]) -> int | None:
    """Returns the number of the first line in which two lists of one table differ; None if they are the same."""
    for first, second in zip(one, other, strict=False):
        if first != second:
            return first.number
    return None if len(one) == len(other) else min(len(one), len(other)) + 1
