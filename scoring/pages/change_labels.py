"""What a change to a match is called: in its history, and on the button that takes it back."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.html import strip_tags

from scoring.models import Change
from scoring.pages.score_sheet import Cell, Sheet

_WORDS = {
    "record": "Hand {number} recorded",
    "correct": "Hand {number} corrected",
    "take_back": "Hand {number} taken back",
    "finish": "The table ended the match",
    "reopen": "The table went on with the match",
    "retitle": "The match was named",
    "rename": "Players renamed",
}


def change_label(change: Change, target: str = "") -> str:
    """What happened, in a few words. target: the kind of the change that an undo or redo is about."""
    if change.kind in ("undo", "redo"):
        inner = _WORDS.get(target, "").format(number=change.number)
        return f"{'Undone' if change.kind == 'undo' else 'Done again'}: {inner}"
    return _WORDS.get(change.kind, change.kind).format(number=change.number)


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
    said = "Saved" if latest.kind == "record" or row.open else f"Corrected, hand {row.number}"
    return SavedChange(f"{said}:" if cells else f"{said}: {strip_tags(row.summary)}", cells)
