"""The places and names of the players in a picture."""

from __future__ import annotations

from math import cos, pi, sin

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

_NAMES = (
    _("Ada"),
    _("Ben"),
    _("Cleo"),
    _("Dan"),
    _("Eve"),
    _("Finn"),
    _("Gus"),
    _("Hana"),
    _("Ida"),
    _("Jon"),
    _("Kim"),
    _("Lea"),
)

CLOCKWISE, COUNTER_CLOCKWISE = "clockwise", "counter-clockwise"


def example_names(players: int) -> tuple[str, ...]:
    """The players of pictures and worked examples, in seat order, with first names of the reader's language."""
    return tuple(gettext(name) for name in _NAMES[:players])


def turn_of(direction: str) -> str:
    """The direction of play that a game declares: clockwise unless it says counter-clockwise."""
    return COUNTER_CLOCKWISE if direction.lower().startswith("counter") else CLOCKWISE


def place_of(seat: int, bottom: int, players: int, turn: str) -> tuple[float, float]:
    """The place of a seat, seen from above with one seat at the bottom: x and y, each from −1 to 1."""
    steps = (seat - bottom) % players
    if turn == COUNTER_CLOCKWISE:
        steps = -steps
    angle = pi / 2 + 2 * pi * steps / players
    return round(cos(angle), 4), round(sin(angle), 4)
