"""Cards put aside before a game of Mate: whether that is possible, and how it changes the moves."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.captured import check_in_pack
from scoring.engine.marking import _
from scoring.engine.messages import card, seat
from scoring.engine.refusal import refuse
from scoring.games.mate.cards import HAND_SIZE, PACK

Foreplaced = Sequence[str | bool | None]
"""For each seat None (no card), True (a card that nobody knows) or the card."""


def check_foreplaced(foreplaced: Foreplaced, known: Sequence[Sequence[str]], allowed: bool) -> None:
    """Raises Refusal if these cards cannot have been put aside.

    known: for each seat the cards that it must hold. allowed: the table plays with foreplacing.
    """
    if len(foreplaced) != 2:
        text = _("One entry for each of the two players is needed, not {n}.")
        raise refuse("/foreplaced", "wrong_length", text, rule="foreplacing", n=len(foreplaced))
    check_in_pack(PACK, [(f"/foreplaced/{who}", code) for who, code in enumerate(foreplaced) if isinstance(code, str)])
    for who, code in enumerate(foreplaced):
        if code and not allowed:
            text = _("This table plays without foreplacing.")
            raise refuse(f"/foreplaced/{who}", "foreplacing_off", text, rule="foreplacing")
        if isinstance(code, str):
            check_owner(f"/foreplaced/{who}", code, who, known)


def check_owner(pointer: str, code: str, who: int, known: Sequence[Sequence[str]]) -> None:
    """Raises Refusal if this card is known to be in the other hand (rule: exchange)."""
    if code in known[1 - who]:
        text = _("{card} is in the hand of {other} in this game: the hands were exchanged.")
        raise refuse(pointer, "card_in_other_hand", text, rule="exchange", card=card(code), other=seat(1 - who))


def most_moves(foreplaced: Foreplaced) -> int:
    """Returns how many moves a game can have."""
    return HAND_SIZE - 1 if all(foreplaced) else HAND_SIZE


def lone_foreplacer(foreplaced: Foreplaced) -> int | None:
    """Returns the seat that foreplaced if the other did not: its card of move nine is used again."""
    return next((who for who in (0, 1) if foreplaced[who] and not foreplaced[1 - who]), None)
