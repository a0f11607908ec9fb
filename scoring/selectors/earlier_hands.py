"""A hand as it stood at an earlier version of its match, from the history."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.models import Change
from scoring.selectors.match_snapshot import MatchSnapshot, input_text


@dataclass(frozen=True)
class EarlierHand:
    """number: of the hand now, None if it is no longer on the sheet. before, now: its input as JSON text."""

    number: int | None
    before: str
    now: str


def earlier_hand(match: MatchSnapshot, number: int, version: int) -> EarlierHand:
    """Returns the hand that had this number at an earlier version. Raises MatchNotFound if there was none."""
    before = ""
    changes = Change.objects.filter(match.its_rows, version__gt=version, number__gt=0).order_by("version")
    for changed, old, new, kind in changes.values_list("number", "before", "after", "kind"):
        if changed == number and old:
            before = before or old
            if not new:
                return EarlierHand(None, before, "")
        elif changed <= number and not old and kind != "record":
            number += 1  # an earlier hand came back
        elif changed < number and not new:
            number -= 1
    now = input_text(match, number)
    return EarlierHand(number, before or now, now)
