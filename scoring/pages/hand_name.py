"""What the table calls one entry of the sheet, with its number: Hand 4, Round 4, Turn 4."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.engine.match import OpenMatch

_NAMES = {
    "hand": gettext_noop("Hand {number}"),
    "deal": gettext_noop("Deal {number}"),
    "round": gettext_noop("Round {number}"),
    "turn": gettext_noop("Turn {number}"),
}


def number_on_sheet(opened: OpenMatch, number: int) -> int:
    """Returns the number that people see: a later part of a match, or one begun elsewhere, goes on counting."""
    played: int = opened.state.hands_played
    return played + number


def hand_name(opened: OpenMatch, number: int) -> str:
    """Returns the name of an entry as this game counts: ``Round 4``. number: in its match, as in addresses."""
    return _(_NAMES[opened.game.counts]).format(number=number_on_sheet(opened, number))
