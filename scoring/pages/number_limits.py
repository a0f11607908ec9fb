"""The limits of numbers in a form."""

from __future__ import annotations

from typing import Any

from scoring.engine.form import Amount, Row

FEW_VALUES = 26
"""The most steps of a number that get a button each (the same as in number-pad.js)."""


def limits(control: Amount | Row) -> dict[str, Any]:
    """Returns the limits of a number, for its template."""
    whole = float(control.step).is_integer()
    return {
        "least": control.least,
        "most": control.most,
        "step": control.step,
        "whole": whole,
        "minus": control.least is None or control.least < 0,
    }


def every_value(control: Amount) -> list[float]:
    """Returns every value of a number, if they are few enough for a button each; else none."""
    if control.least is None or control.most is None or (control.most - control.least) / control.step > FEW_VALUES:
        return []
    return [
        control.least + place * control.step for place in range(int((control.most - control.least) / control.step) + 1)
    ]
