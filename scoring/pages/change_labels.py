"""What a change to a match is called: in its history, and on the button that takes it back."""

from __future__ import annotations

from scoring.models import Change

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
