"""Every game in a real browser at phone size: its examples are tapped into the form, one tap after the other.

Saved untouched, the form records nothing; saved by a double tap, a hand is recorded once.
"""

from __future__ import annotations

import re

import pytest

from scoring.engine.match import replay
from scoring.engine.messages import format_number
from scoring.games import all_games, get
from tests.browser import LARGE, SMALL, Phone
from tests.conftest import Hold
from tests.pages.phone import NAMES
from tests.pages.tapping import Finger

pytestmark = [pytest.mark.browser, pytest.mark.layout]


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_a_hand_is_tapped_in(hold: Hold, slug: str) -> None:
    """The first example that needs no other house rules and no sheet begun on paper."""
    game = get(slug)
    example = next(one for one in game.examples if not one.start and not one.options)
    players = example.players or game.players[0]
    phone = hold(size=LARGE if len(slug) % 2 else SMALL, used=True)
    match = phone.start_by_tapping(slug, NAMES[:players])
    _save_untouched(phone)
    finger = Finger(phone, saves_twice=True)
    number = 0
    for count in range(1, len(example.hands) + 1):
        before = replay(game, players, example.hands[: count - 1])
        played = replay(game, players, example.hands[:count])
        if played.results[-1].result.is_query:
            continue
        number += 1
        finger.enter(game.form(before.open_match.setup, before.state), example.hands[count - 1])
        phone.saved(number)
        assert phone.totals() == [format_number(total) for total in played.totals]
    assert number, "the example records something"
    phone.open(match)
    assert _hands(phone) == number
    assert phone.overflow() <= 0
    assert phone.problems == [], re.sub(r"\s+", " ", str(phone.problems))


def _save_untouched(phone: Phone) -> None:
    save = phone.page.locator("#entry .save").locator("visible=true")
    if save.count():  # else each of the buttons that save is an answer
        save.click()
        phone.page.get_by_text("Nothing has been tapped yet").wait_for()
        assert _hands(phone) == 0


def _hands(phone: Phone) -> int:
    return phone.page.locator(".sheet tbody").count()
