"""Matches of every game that are written down."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from rulesref.files import load_yaml
from scoring.games import get

ROOT = Path(__file__).parents[2]


@cache
def _usual() -> dict[str, Any]:
    usual: dict[str, Any] = load_yaml((ROOT / "benchmarks" / "usual_hands.yaml").read_text(encoding="utf-8"))
    return usual


@cache
def golden_match(slug: str) -> dict[str, Any]:
    """The match of its golden score sheet. A game from another folder may have none: then no hand is in it."""
    file = ROOT / "tests" / "games" / "golden" / f"{slug}.yaml"
    match: dict[str, Any] = load_yaml(file.read_text(encoding="utf-8")) if file.exists() else {"hands": []}
    return match


def known_matches(slug: str) -> Iterator[dict[str, Any]]:
    """Matches of a game that are written down: worked examples (some are refused), golden and usual ones."""
    for example in get(slug).examples:
        yield {
            "players": example.players,
            "hands": example.hands,
            "options": example.options,
            "start": example.start,
        }
    yield from load_yaml((ROOT / "rulesref" / "content" / "examples" / f"{slug}.yaml").read_text(encoding="utf-8"))
    yield golden_match(slug)
    for name, usual in _usual().items():
        if name.partition("+")[0] == slug:
            yield {"players": usual["players"], "hands": [usual["hand"]]}
