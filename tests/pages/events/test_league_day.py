"""A league day as its organiser meets it: who can be seated, and what is said if not."""

from __future__ import annotations

import pytest

from tests.api.events import Tournament
from tests.pages.events.evening import Organiser, words
from tests.pages.events_hall.hall import viewer

pytestmark = pytest.mark.django_db


def league(*sizes: int) -> Organiser:
    """A league day with teams of these sizes."""
    phone = Organiser("skat-league-day")
    phone.enter([f"{team}{n}; ; Team {team}" for team, size in zip("ABCD", sizes, strict=False) for n in range(size)])
    return phone


@pytest.mark.parametrize("sizes", [(4, 4, 3), (4, 3, 3), (3, 4, 4)])
def test_three_teams_of_unequal_size_are_refused_before_anything_is_published(sizes: tuple[int, ...]) -> None:
    phone = league(*sizes)
    refused = phone.send("/draw", word="rain")
    assert refused.status_code == 422
    assert "Three teams leave a table with two players unless all have four players, or all have three." in words(
        refused
    )
    assert "Enter who is missing, or let one of each larger team wait." in words(refused)


@pytest.mark.parametrize("sizes", [(4, 4, 4), (3, 3, 3), (4, 4, 4, 3), (4, 4, 3, 3), (4, 3, 3, 3), (3, 3, 3, 3)])
def test_what_can_be_seated_begins(sizes: tuple[int, ...]) -> None:
    assert league(*sizes).begin() == 1


def test_the_tile_and_the_draw_say_how_many_teams_it_takes() -> None:
    phone = league(4, 4)
    assert "Three or four teams of four, three series" in words(phone.get("/events/new"))
    assert "three or four teams of four players" in words(phone.send("/draw", word="rain"))


def test_a_draw_refuses_a_table_that_cannot_play_the_game() -> None:
    event = Tournament(4, rules={"table_size": "two"})
    phone = viewer(event, "organiser")
    form = phone.form(f"{event.path}/draw", "event-form")
    form.fill("word", ["rain"])
    refused = phone.post(form.action or f"{event.path}/draw", form.sent())
    assert refused.status_code == 422
    assert "Table 1 cannot be seated. Skat is played by 3 to 4 players, not by 2." in words(refused)
