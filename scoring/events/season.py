"""Seasons: events that are counted together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.engine.messages import Number


def best_of(results: Mapping[int, Sequence[Number]], count: int) -> dict[int, Number]:
    """Returns the sum of the best results of each. results: by person, one for each event that was played."""
    return {person: sum(sorted(points, reverse=True)[:count]) for person, points in results.items()}


def averages(results: Mapping[int, Sequence[Number]], least: int) -> dict[int, Fraction]:
    """Returns the average of each who has played so many events at least."""
    return {
        person: sum((Fraction(str(value)) for value in points), Fraction(0)) / len(points)
        for person, points in results.items()
        if len(points) >= max(1, least)
    }
