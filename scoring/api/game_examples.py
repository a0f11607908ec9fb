"""Examples of every game: requests that ``score`` takes as they stand, and what it answers."""

from __future__ import annotations

from typing import Any

from scoring.engine.game import Game
from scoring.engine.match import replay


def examples_of(game: Game[Any, Any]) -> list[dict[str, Any]]:
    """One for each kind of hand, and the game's further ones: title, the hand, the whole request, its points."""
    shown: list[dict[str, Any]] = []
    for kind in game.kinds:
        found = next(
            (one for one in _requests(game) if one["kind"] == kind),
            None,
        )
        if found:
            shown.append(found)
    shown += [one for one in _requests(game) if one["last"] and one not in shown]
    return [{name: value for name, value in one.items() if name != "last"} for one in shown]


def _requests(game: Game[Any, Any]) -> list[dict[str, Any]]:
    """Every example, and every beginning of one."""
    found = []
    for example in game.examples:
        players = example.players or game.players[0]
        played = replay(game, players, example.hands, example.options, example.start)
        for count, (hand, result) in enumerate(zip(example.hands, played.results, strict=True), 1):
            request: dict[str, Any] = {"players": players, "options": example.options, "hands": example.hands[:count]}
            if example.start:
                request["start"] = example.start
            found.append(
                {
                    "kind": result.hand.kind,
                    "title": example.title,
                    "hand": hand,
                    "request": request,
                    "points": list(result.result.points),
                    "last": count == len(example.hands),
                }
            )
    # An example that ends with its kind says more about it than one that passes it on the way.
    return sorted(found, key=lambda one: not one["last"])
