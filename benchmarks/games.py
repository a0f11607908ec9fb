"""How long scoring takes, game by game: microseconds a hand, and a replay of 1,000 hands."""

from __future__ import annotations

import statistics
import time

from scoring.engine.match import open_match, replay, step
from scoring.games import all_games


def run(repeat: int = 200) -> dict[str, float]:
    """Prints microseconds a hand for every game, validation included, slowest first. Returns them by slug."""
    costs = {}
    for slug, game in all_games().items():
        spent = []
        for example in game.examples:
            players = example.players or game.players[0]
            opened = open_match(game, players, example.options, example.start)
            for _ in range(repeat // len(game.examples) + 1):
                state = opened.state
                for number, hand in enumerate(example.hands, 1):
                    began = time.perf_counter()
                    result = step(opened, state, hand, number)
                    spent.append(time.perf_counter() - began)
                    state = result.state
        costs[slug] = 1e6 * statistics.median(spent)
    middle = statistics.median(costs.values())
    print(f"\nscoring a hand, microseconds (median game: {middle:.0f})")
    for slug, cost in sorted(costs.items(), key=lambda pair: -pair[1]):
        print(f"  {slug:22}{cost:8.0f}{'   more than ten times the median' if cost > 10 * middle else ''}")
    points = all_games()["points"]
    hands = [{"kind": "round", "scores": [n % 7, 3, None]} for n in range(1000)]
    began = time.perf_counter()
    replay(points, 3, hands)
    print(f"replay of 1,000 hands of points: {1000 * (time.perf_counter() - began):.0f} ms")
    return costs
