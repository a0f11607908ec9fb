"""An example of a trick for every game that has tricks, found by trying: a game declares none."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from companion.http.problems import Problem
from scoring.api.scoring import trick_result
from scoring.engine.cards import SUITS, cards_allowed
from scoring.engine.game import Game
from scoring.games import all_games

_RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


@cache
def trick_example(slug: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """A look-up that the game answers, and its answer; None where none was found."""
    game = all_games()[slug]
    assert game.Lookup
    for sent in _candidates(game):
        try:
            return sent, trick_result(game, game.Lookup, sent)
        except Problem:
            continue
    return None


def _candidates(game: Game[Any, Any]) -> Iterator[dict[str, Any]]:
    assert game.Lookup
    schema = game.Lookup.model_json_schema()
    fields = schema["properties"]
    needed = [name for name in fields if name in schema.get("required", ()) and name != "plays"]
    optional = [name for name in fields if name not in needed and name not in ("plays", "hand")]
    known = {card for order in game.strength(game.Options()) for card in _flat(order.cards)}
    ranks = [rank for rank in _RANKS if any(card in (rank, *(rank + suit for suit in SUITS)) for card in known)]
    ranks = ranks if len(ranks) > 1 else list(_RANKS)
    # With a trick on the table first, then with one more fact, then without any card played.
    ways: list[tuple[int, list[str], bool]] = [(players, needed, True) for players in reversed(game.players)]
    ways += [(players, [*needed, name], True) for players in reversed(game.players) for name in optional]
    ways += [(players, needed, False) for players in reversed(game.players)]
    for players, names, played in ways:
        for values in product(*(_values(fields[name], schema.get("$defs", {}), players) for name in names)):
            facts = dict(zip(names, values, strict=True))
            for plays in _tricks(ranks, players) if played else [[]]:
                yield {"players": players, **({"plays": plays} if plays else {}), **facts}


def _tricks(ranks: list[str], players: int) -> Iterator[list[dict[str, Any]]]:
    for first in range(max(1, min(4, len(ranks) - players + 1))):
        for turn in range(min(players, 2)):
            yield _plays(ranks[first:] + ranks[:first], players, turn)


def _plays(ranks: list[str], players: int, first: int) -> list[dict[str, Any]]:
    cards = [card for suit in ("H", "C") for card in (rank + suit for rank in ranks)]
    order = [cards[1], cards[0], *cards[2:]]
    return [{"seat": (first + n) % players, "card": order[n]} for n in range(players)]


def _flat(cards: tuple[str | tuple[str, ...], ...]) -> list[str]:
    return [one for card in cards for one in ((card,) if isinstance(card, str) else card)]


def _values(field: dict[str, Any], known: dict[str, Any], players: int) -> list[Any]:
    """Some values that a field may have."""
    if "$ref" in field:
        return _values(known[field["$ref"].rpartition("/")[2]], known, players)
    for union in ("anyOf", "oneOf"):
        if union in field:
            return [value for branch in field[union] for value in _values(branch, known, players)]
    if "const" in field:
        return [field["const"]]
    if "enum" in field:
        return list(field["enum"])
    if cards_allowed(field):
        return ["7D", "4D"]
    match field.get("type"):
        case "integer":
            least = field.get("minimum", 0)
            return [least, least + 1, players - 1]
        case "boolean":
            return [False, True]
        case "array":
            return [[]]
        case _:
            return []
