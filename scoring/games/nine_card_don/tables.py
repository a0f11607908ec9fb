"""Tables for the rules page: the scoring cards of Nine-Card Don."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say
from scoring.games.nine_card_don.models import GAME_VALUES, OTHER_FIVE, TRUMP_PEGS, NineCardDonOptions

_NAMES = {
    "5": say("five"),
    "9": say("nine"),
    "A": say("ace"),
    "K": say("king"),
    "Q": say("queen"),
    "J": say("jack"),
    "10": say("ten"),
}


def make_tables(options: NineCardDonOptions) -> dict[str, Grid]:
    """Returns what each card pegs, in trumps and elsewhere, and counts for game (rules: scoring, pegging, game)."""
    others = {"5": OTHER_FIVE} if options.fives == "all" else {}
    rows: list[list[Cell]] = [
        [name, *(column.get(rank, "–") for column in (TRUMP_PEGS, others, GAME_VALUES))]
        for rank, name in _NAMES.items()
    ]
    head = say("card"), say("pegged in trumps"), say("pegged in another suit"), say("for game, any suit")
    return {"cards": Grid([*head], rows, say("Scoring cards"))}
