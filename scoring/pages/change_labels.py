"""What a change to a match is called: in its history, and on the button that takes it back."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.models import Change
from scoring.pages.score_sheet import Cell, Sheet

_WORDS = {
    "record": gettext_lazy("Hand {number} recorded"),
    "correct": gettext_lazy("Hand {number} corrected"),
    "take_back": gettext_lazy("Hand {number} taken back"),
    "finish": gettext_lazy("The table ended the match"),
    "reopen": gettext_lazy("The table went on with the match"),
    "retitle": gettext_lazy("The match was named"),
    "rename": gettext_lazy("Players renamed"),
}


def change_label(change: Change, target: str = "") -> str:
    """What happened, in a few words. target: the kind of the change that an undo or redo is about."""
    if change.kind in ("undo", "redo"):
        said = _("Undone: {change}") if change.kind == "undo" else _("Done again: {change}")
        return said.format(change=_label(target, "", change.number))
    return _label(change.kind, change.kind, change.number)


def _label(kind: str, unknown: str, number: int | None) -> str:
    """The words for a kind of change. unknown: for one that has none."""
    return str(_WORDS.get(kind, unknown)).format(number=number)


@dataclass(frozen=True)
class SavedChange:
    """What the last tap did to the match, for the bar with the buttons. changes: the columns that a hand changed."""

    words: str
    changes: list[Cell]


def saved_change(latest: Change | None, target: str, sheet: Sheet) -> SavedChange | None:
    """What the latest change did, None where it says nothing. target: the kind of the change that it took back."""
    if latest is None:
        return None
    row = next((row for row in sheet.rows if row.number == latest.number), None)
    if latest.kind not in ("record", "correct") or row is None:
        return SavedChange(change_label(latest, target), [])
    cells = [cell for rank in row.ranks for cell in rank if cell.sign != "level"]
    if latest.kind == "record" or row.open:
        said = _("Saved:") if cells else _("Saved: {summary}")
    else:
        said = _("Corrected, hand {number}:") if cells else _("Corrected, hand {number}: {summary}")
    return SavedChange(said.format(number=row.number, summary=strip_tags(row.summary)), cells)
