"""No combination of house rules makes a match that cannot end or a hand that cannot be entered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from random import Random
from typing import Any

import pytest

from scoring.engine.match import OpenMatch, open_match
from scoring.engine.refusal import Refusal
from scoring.games import all_games
from tests.volume.run import Volume

Options = dict[str, Any]

MOST_HANDS = 400
"""After which a match counts as one that does not end."""
PATIENCE = 30
"""Tries to find a hand, of some dozens of entries each."""
TRIED = 60
"""Combinations that are drawn for each of those that are played."""
SEED = 5


def values_of(slug: str, name: str, schema: dict[str, Any]) -> list[Any]:
    """The values of an option that are tried: all of a few; of a number the least allowed, or else the usual one.

    The least number of hands or points makes the shortest match; without any, the players end the match themselves.
    """
    if "$ref" in schema:
        return []
    found: list[Any] = []
    for one in schema.get("anyOf", [schema]):
        if one.get("type") == "boolean":
            found += [False, True]
        elif "enum" in one or "const" in one:
            found += one.get("enum", [one.get("const")])
        elif "minimum" in one:
            wanted = [value for value in (one["minimum"], schema["default"]) if value is not None and value >= 0]
            found += [value for value in wanted if _allowed(slug, {name: value})][:1]
    return found


def _allowed(slug: str, options: Options) -> bool:
    for players in all_games()[slug].players:
        with suppress(Refusal):
            open_match(all_games()[slug], players, options)
            return True
    return False


def combinations_of(slug: str, rng: Random) -> Iterator[tuple[int, OpenMatch, Options]]:
    """Matches with options of which each pair of values that can be together is in one."""
    game = all_games()[slug]
    properties = game.Options.model_json_schema().get("properties", {})
    values = {name: found for name, schema in properties.items() if (found := values_of(slug, name, schema))}

    def pairs(options: Options) -> set[Any]:
        return set(combinations(sorted((name, repr(value)) for name, value in options.items()), 2)) or {"none"}

    missing: set[Any] = {"none"} if len(values) < 2 else set()
    missing |= {
        pair
        for one, other in combinations(sorted(values), 2)
        for pair in (((one, repr(first)), (other, repr(second))) for first in values[one] for second in values[other])
    }
    for _ in range(60):
        drawn: list[tuple[int, int, int, OpenMatch, Options]] = []
        for _ in range(TRIED):
            options = {name: rng.choice(found) for name, found in values.items()}
            players = rng.choice(game.players)
            try:
                opened = open_match(game, players, options)
            except Refusal:
                continue
            drawn.append((len(pairs(options) & missing), len(drawn), players, opened, options))
        assert drawn, "options that are allowed"
        gain, _, players, opened, options = max(drawn, key=lambda one: one[:2])
        if not gain:
            return
        missing -= pairs(options)
        yield players, opened, options


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_every_combination_makes_a_match_that_can_be_played_to_its_end(slug: str) -> None:
    game = all_games()[slug]
    for players, opened, options in combinations_of(slug, Random(f"{SEED} {slug}")):
        volume, state = Volume(slug, SEED), opened.state
        for _ in range(MOST_HANDS):
            if game.verdict(opened.setup, state).finished:
                break
            found = next(filter(None, (volume._legal(opened, state, 1, slug) for _ in range(PATIENCE))), None)
            assert found, f"no hand can be entered: {players} players, {options}, {state}"
            result = found[1].result
            if not result.is_query and result.complete:
                state = result.state
        else:
            pytest.fail(f"a match that does not end: {players} players, {options}, {state}")
