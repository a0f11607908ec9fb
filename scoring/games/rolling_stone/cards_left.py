"""The cards left in hand at the end of a hand of Rolling Stone, and what the winner scores for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.engine.captured import card_points_text
from scoring.engine.cards import card_points
from scoring.engine.cards_left import CardsLeft, cards_count, check_cards_left
from scoring.engine.game import Setup
from scoring.engine.marking import _
from scoring.engine.messages import Line, line, seat
from scoring.engine.refusal import refuse
from scoring.games.rolling_stone.cards import HAND_SIZE, PIPS, pack_of
from scoring.games.rolling_stone.models import RollingStoneOptions


def check_left(
    setup: Setup[RollingStoneOptions], winner: int, left: CardsLeft | None, counts: Sequence[int] | None
) -> None:
    """Raises Refusal if these cards left are not possible, or if the scoring needs more than was entered.

    counts: the number of cards left to each seat by the tricks, None if the tricks were not entered.
    """
    scoring = setup.options.scoring
    if left is None:
        if scoring == "pips" or (scoring == "cards" and counts is None):
            text = _("The cards left to the others are needed: they are what the winner scores.")
            raise refuse("/cards_left", "cards_left_missing", text, rule=scoring)
        return
    numbers = check_cards_left(setup, pack_of(setup.players), left, winner, rule="out")
    for who, entry in enumerate(left):
        if counts is not None and numbers[who] != counts[who]:
            text = _("By the tricks {who} has {n} cards left, not {number}.")
            params = {"who": seat(who), "n": counts[who], "number": numbers[who]}
            raise refuse(f"/cards_left/{who}", "disagree", text, rule="play", **params)
        if scoring == "pips" and who != winner and isinstance(entry, int):
            text = _("Pips are counted: the cards of {who} are needed, not only their number.")
            raise refuse(f"/cards_left/{who}", "cards_needed", text, rule="pips", who=seat(who))
    most = HAND_SIZE * setup.players - 1
    if sum(numbers) > most:
        text = _("No more than {most} cards can be left: the last card played is on the table.")
        raise refuse("/cards_left", "too_many_cards", text, rule="out", most=most)


def winner_points(
    options: RollingStoneOptions, winner: int, left: CardsLeft | None, counts: Sequence[int] | None
) -> tuple[int, list[Line]]:
    """Returns what the winner scores, with the calculation. The entries have passed ``check_left``."""
    params: dict[str, Any] = {"who": seat(winner)}
    if options.scoring == "wins":
        return 1, [line("{who} has won the hand", value=1, rule="scoring", **params)]
    others = [(who, entry) for who, entry in enumerate(left or counts or ()) if who != winner]
    if options.scoring == "cards":
        numbers = [cards_count(entry) for _, entry in others]
        text = _("{who} scores the cards of the others: {parts}")
        parts = " + ".join(str(number) for number in numbers)
        return sum(numbers), [line(text, parts=parts, value=sum(numbers), rule="cards", **params)]
    lines, total = [], 0
    for who, entry in others:
        cards = entry if isinstance(entry, list) else []
        pips = card_points(cards, PIPS)
        total += pips
        lines.append(
            line("{holder}: {cards}", holder=seat(who), cards=card_points_text(cards, PIPS), value=pips, rule="pips")
        )
    return total, [*lines, line("{who} scores the pips of the others", value=total, rule="pips", **params)]
