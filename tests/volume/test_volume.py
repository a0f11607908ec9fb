"""A small share of ``make volume``: random hands of every game, the same in every run."""

from __future__ import annotations

import pytest

from scoring.games import all_games, get
from tests.volume import refusals
from tests.volume.run import Volume

HANDS = 100
SEED = 7


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_random_hands_of_a_game(slug: str) -> None:
    summary = Volume(slug, SEED).run(HANDS)
    faults = [fault for several in summary.faults.values() for fault in several if fault.what]
    assert not faults, "\n".join(f"{fault.what}\n  {fault.where}" for fault in faults)
    assert summary.hands == HANDS
    assert set(summary.kinds) == set(get(slug).kinds), "every kind of hand is played"
    assert summary.own_reached or not refusals.of_game(slug), "and some are refused by the game"
