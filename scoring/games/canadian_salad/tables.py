"""What the rules page draws from the figures of Canadian Salad: the six hands, and the deal."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import cards, plural, say
from scoring.games.canadian_salad.penalties import (
    HEART,
    HEARTS,
    KING_OF_SPADES,
    LAST_TRICK,
    QUEEN,
    QUEENS,
    REMOVED,
    TRICK,
    tricks_of,
)


def hand_tables(players: tuple[int, ...]) -> dict[str, Grid]:
    """What is bad in each hand and what it comes to, and the deal by number of players (rules: object, setup)."""
    return {"hands": _hands(players), "deal": _deal(players)}


def _hands(players: tuple[int, ...]) -> Grid:
    tricks = [TRICK * tricks_of(n) for n in players]
    alike = (
        (say("every heart"), HEART, HEART * len(HEARTS)),
        (say("every queen"), QUEEN, QUEEN * len(QUEENS)),
        (say("the king of spades"), KING_OF_SPADES, KING_OF_SPADES),
        (say("the last trick"), LAST_TRICK, LAST_TRICK),
    )
    rows: list[list[Cell]] = [[1, say("every trick"), TRICK, *tricks]]
    rows += [[number, what, each, *[whole] * len(players)] for number, (what, each, whole) in enumerate(alike, 2)]
    salad = [value + sum(whole for *_, whole in alike) for value in tricks]
    rows.append([len(rows) + 1, say("all of these"), say("as above"), *salad])
    rows.append([say("all"), "", "", *(2 * value for value in salad)])
    head = [say("hand"), say("what is bad"), say("each"), *(plural(n, "{n} player", "{n} players") for n in players)]
    return Grid([*head], rows, say("The six hands"))


def _deal(players: tuple[int, ...]) -> Grid:
    rows: list[list[Cell]] = []
    for n in players:
        out = say("{cards}", cards=cards(REMOVED[n])) if REMOVED[n] else say("nothing")
        rows.append([n, out, tricks_of(n)])
    return Grid([say("players"), say("taken out"), say("cards each, and tricks")], rows, say("The deal"))
