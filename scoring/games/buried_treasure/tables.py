"""Tables for the rules page: values in a pile and the deal of Buried Treasure."""

from __future__ import annotations

from scoring.engine.cards import SUITS
from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say
from scoring.games.buried_treasure.cards import DEALT, SUIT_VALUE, VALUES, decks_of, pack_of


def make_tables(players: tuple[int, ...]) -> dict[str, Grid]:
    """Returns the most that a pile can hold, and the deal by number of players (rules: object, setup)."""
    decks = sorted({decks_of(n) for n in players})
    values: list[list[Cell]] = [
        [say("ace"), *[VALUES["A"]] * len(decks)],
        [say("2 to 10"), *[say("its number")] * len(decks)],
        [say("jack, queen, king"), *[say("{n}, but they lock or remove", n=VALUES["K"])] * len(decks)],
        [say("a whole suit"), *(SUIT_VALUE * packs for packs in decks)],
        [say("all suits"), *(SUIT_VALUE * len(SUITS) * packs for packs in decks)],
    ]
    deal: list[list[Cell]] = [[n, decks_of(n), len(pack_of(n)) - DEALT * n] for n in players]
    return {
        "values": Grid([say("value in a pile"), say("one pack"), say("two packs")], values, say("Values in a pile")),
        "deal": Grid([say("players"), say("packs"), say("stock")], deal, say("The deal")),
    }
