"""Tables for the rules page: the six hands and the deal of Canadian Salad."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import Message, cards, say
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


def make_tables(players: tuple[int, ...]) -> dict[str, Grid]:
    """Returns what is bad in each hand, the sums of all players, and the deal by number of players (rules: object,
    setup).
    """
    return {"hands": _hands(), "sums": _sums(players), "deal": _deal(players)}


def _alike() -> list[tuple[Message, int, int]]:
    """What is bad in the hands two to five, what each costs, and all of it: the same with any number of players."""
    return [
        (say("every heart"), HEART, HEART * len(HEARTS)),
        (say("every queen"), QUEEN, QUEEN * len(QUEENS)),
        (say("the king of spades"), KING_OF_SPADES, KING_OF_SPADES),
        (say("the last trick"), LAST_TRICK, LAST_TRICK),
    ]


def _hands() -> Grid:
    rows: list[list[Cell]] = [[1, say("every trick"), TRICK]]
    rows += [[number, what, each] for number, (what, each, _) in enumerate(_alike(), 2)]
    rows.append([len(rows) + 1, say("all of these"), say("as above")])
    return Grid([say("hand"), say("what is bad"), say("each")], rows, say("The six hands"))


def _sums(players: tuple[int, ...]) -> Grid:
    tricks = [TRICK * tricks_of(n) for n in players]
    wholes = [whole for *_, whole in _alike()]
    rows: list[list[Cell]] = [[say("hand {n}", n=1), *tricks]]
    rows += [[say("hand {n}", n=number), *[whole] * len(players)] for number, whole in enumerate(wholes, 2)]
    salad = [value + sum(wholes) for value in tricks]
    rows.append([say("hand {n}", n=len(rows) + 1), *salad])
    rows.append([say("all"), *(2 * value for value in salad)])
    return Grid([say("players"), *map(str, players)], rows, say("The sums of all players"))


def _deal(players: tuple[int, ...]) -> Grid:
    rows: list[list[Cell]] = []
    for n in players:
        out = say("{cards}", cards=cards(REMOVED[n])) if REMOVED[n] else say("nothing")
        rows.append([n, out, tricks_of(n)])
    return Grid([say("players"), say("taken out"), say("cards each, and tricks")], rows, say("The deal"))
