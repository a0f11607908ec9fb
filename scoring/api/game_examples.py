"""Examples of every game: complete requests to ``score``, and the answers."""

from __future__ import annotations

from typing import Any

from scoring.engine.game import Game
from scoring.engine.match import replay


def examples_of(game: Game[Any, Any]) -> list[dict[str, Any]]:
    """One for each kind of hand, and the game's further ones: title, the hand, the whole request, its points."""
    whole: list[dict[str, Any]] = []
    beginnings: list[dict[str, Any]] = []
    for example in game.examples:
        players = example.players or game.players[0]
        start = {"start": example.start} if example.start else {}
        played = replay(game, players, example.hands, example.options, example.start)
        for count, (hand, result) in enumerate(zip(example.hands, played.results, strict=True), 1):
            (whole if count == len(example.hands) else beginnings).append(
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
    # An example in which this kind of hand comes last is preferred.
    by_kind = {one["kind"]: one for one in reversed([*whole, *beginnings])}
    shown = [by_kind[kind] for kind in game.kinds if kind in by_kind]
    return shown + [one for one in whole if one not in shown]
