"""A small share of ``make volume``: random hands of every game, the same in every run."""

from __future__ import annotations

import pytest

from scoring.games import all_games
from tests.volume.run import Volume

HANDS = 100
SEED = 7


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_random_hands_of_a_game(slug: str) -> None:
    summary = Volume(slug, SEED).run(HANDS)
    faults = [fault for several in summary.faults.values() for fault in several if fault.what]
    assert not faults, "\n".join(f"{fault.what}\n  {fault.where}" for fault in faults)
    assert summary.hands == HANDS
    assert len(summary.courses) > 1, "hands that differ"
    assert summary.shown > HANDS / 2, "most of them can be shown in the form"
    assert summary.corrected, "some were corrected"
    assert summary.reached, "some entries were refused"
