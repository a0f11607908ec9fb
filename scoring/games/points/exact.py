"""Points with decimals, without the errors of binary fractions."""

from __future__ import annotations

from decimal import Decimal

from scoring.engine.messages import Number, trim_number


def exact(value: Number) -> Number:
    """Returns a sum of entries, which have at most two decimals."""
    return trim_number(round(value, 2))


def share(value: Number, count: int) -> Number:
    """Returns an equal share of a sum of entries; with more than two decimals if it has no share of that kind."""
    return trim_number(round(exact(value) / count, 4))


def is_multiple(value: Number, step: Number) -> bool:
    """Returns whether a value is a multiple of a step."""
    return Decimal(str(value)) % Decimal(str(step)) == 0
