"""Labels of changes to a match, for its history and for the buttons Undo and Redo."""

from __future__ import annotations

from dataclasses import dataclass
from html import unescape

from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.match import OpenMatch
from scoring.models import Change
from scoring.pages.hand_name import hand_name
from scoring.pages.score_sheet import Cell, Sheet

_LABELS = {
    "record": gettext_lazy("{hand} recorded"),
    "correct": gettext_lazy("{hand} corrected"),
    "take_back": gettext_lazy("{hand} taken back"),
    "finish": gettext_lazy("The table ended the match"),
    "reopen": gettext_lazy("The table went on with the match"),
    "retitle": gettext_lazy("The match was named"),
    "note": gettext_lazy("The note on the match changed"),
    "rename": gettext_lazy("Players renamed"),
    "reseat": gettext_lazy("The names were corrected"),
    "continue": gettext_lazy("The match goes on on a new sheet"),
    "carry": gettext_lazy("The totals at the start follow a correction before it"),
}


def change_label(opened: OpenMatch, change: Change, target: str = "") -> str:
    """Returns the label of a change in this match. target: the kind of the change undone or redone."""
    if change.kind in ("undo", "redo"):
        text = _("Undone: {change}") if change.kind == "undo" else _("Done again: {change}")
        return text.format(change=_label(opened, target, "", change.number))
    return _label(opened, change.kind, change.kind, change.number)


def _label(opened: OpenMatch, kind: str, default: str, number: int | None) -> str:
    """The label of a kind of change. default: for an unknown kind."""
    return str(_LABELS.get(kind, default)).format(hand=hand_name(opened, number or 0))


MOST_CHANGES = 8
"""Changes that have room in the bar, two lines on the smallest phone; of more the hand is named."""


@dataclass(frozen=True)
class SavedChange:
    """The last saved change, for the bar with the buttons. changes: the columns that a hand changed."""

    words: str
    changes: list[Cell]


def saved_change(
    opened: OpenMatch, latest: Change | None, target: str, sheet: Sheet, went_on: bool = False
) -> SavedChange | None:
    """Returns the latest change in words, None without one.

    target: the kind of the change that it undid or redid. went_on: it entered more of a hand that was still being
    played, which is no correction.
    """
    if latest is None:
        return None
    row = next((row for row in sheet.rows if row.number == latest.number), None)
    if latest.kind not in ("record", "correct") or row is None:
        return SavedChange(change_label(opened, latest, target), [])
    cells = [cell for cells in row.cell_rows for cell in cells if cell.sign != "level"]
    cells = cells if len(cells) <= MOST_CHANGES else []
    if latest.kind == "record" or row.open or went_on:
        text = _("Saved:") if cells else _("Saved: {summary}")
    else:
        text = _("Corrected, {hand}:") if cells else _("Corrected, {hand}: {summary}")
    summary = " ".join(filter(None, [unescape(strip_tags(row.summary)), row.note]))
    return SavedChange(text.format(hand=hand_name(opened, row.number), summary=summary), cells)
