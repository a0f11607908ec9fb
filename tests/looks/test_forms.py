"""The form of every game, by a usual hand: what is drawn in each state and after each tap, and its picture."""

from __future__ import annotations

import pytest

from scoring.games import all_games
from tests.browser import LARGE
from tests.conftest import Hold
from tests.looks.pictures import Sheet
from tests.looks.states import STATES, Hand
from tests.server import Running

pytestmark = [pytest.mark.browser, pytest.mark.layout]


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_a_usual_hand_is_drawn_as_it_is_tapped(hold: Hold, running: Running, slug: str) -> None:
    phone = hold(size=LARGE, used=True)
    hand = Hand(phone, running, slug)
    sheet = Sheet(phone, slug, STATES)
    barriers: list[str] = []

    def look(state: str, until: str) -> None:
        sheet.take(state, until)
        if state == "full":
            barriers.extend(f"{theme}: {one}" for theme in phone.themes() for one in phone.barriers(theme))

    faults = hand.play(look) + barriers
    assert not faults, "\n".join(faults)
    differences = sheet.finish()
    assert not differences, "\n".join(differences)
