"""What the table calls one entry of the sheet, with its number: Hand 4, Round 4, Turn 4."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.engine.game import Game

_NAMES = {
    "hand": gettext_noop("Hand {number}"),
    "deal": gettext_noop("Deal {number}"),
    "round": gettext_noop("Round {number}"),
    "turn": gettext_noop("Turn {number}"),
}


def hand_name(game: Game[Any, Any], number: int | None) -> str:
    """Returns: the name of an entry as this game counts: ``Round 4``."""
    return _(_NAMES[game.counts]).format(number=number)
