"""The places and names of the players in a picture."""

from __future__ import annotations

from math import cos, pi, sin

#: The players of pictures and worked examples, in seat order.
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lea")

CLOCKWISE, COUNTER_CLOCKWISE = "clockwise", "counter-clockwise"


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
