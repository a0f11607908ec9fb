"""Examples of every game: complete requests to ``score``, and their results."""

from __future__ import annotations

from typing import Any

from scoring.engine.game import Game
from scoring.engine.match import replay


def examples_of(game: Game[Any, Any]) -> list[dict[str, Any]]:
    """Returns an example for each kind of hand, then the game's others: title, hand, complete request, points."""
    complete: list[dict[str, Any]] = []
    partial: list[dict[str, Any]] = []
    for example in game.examples:
        players = example.players or game.players[0]
        start = {"start": example.start} if example.start else {}
        match = replay(game, players, example.hands, example.options, example.start)
        for count, (hand, result) in enumerate(zip(example.hands, match.results, strict=True), 1):
            (complete if count == len(example.hands) else partial).append(
                {
                    "kind": result.hand.kind,
                    "title": example.title,
                    "hand": hand,
                    "request": {
                        "players": players,
                        "options": example.options,
                        "hands": example.hands[:count],
                        **start,
                    },
                    "points": list(result.result.points),
                }
            )
    # Preferred: an example that ends with a hand of this kind.
    by_kind = {example["kind"]: example for example in reversed([*complete, *partial])}
    first = [by_kind[kind] for kind in game.kinds if kind in by_kind]
    return first + [example for example in complete if example not in first]
