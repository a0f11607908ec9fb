"""The form of every game, by a usual hand: what is drawn in each state and after each tap, and its picture."""

from __future__ import annotations

import pytest

from scoring.games import all_games
from tests.browser import LARGE
from tests.conftest import Hold
from tests.looks.states import Hand
from tests.server import Running

pytestmark = [pytest.mark.browser, pytest.mark.layout]


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_a_usual_hand_is_drawn_as_it_is_tapped(hold: Hold, running: Running, slug: str) -> None:
    phone = hold(size=LARGE, used=True)
    hand = Hand(phone, running, slug)
    faults = hand.play(lambda state: None)
    assert not faults, "\n".join(faults)
