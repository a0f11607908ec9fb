"""What stopped or puzzled somebody who ran an evening for the first time."""

from __future__ import annotations

import re

import pytest

from scoring.event_models import Season
from tests.api.conftest import json_of
from tests.api.events import Tournament
from tests.pages.events.evening import SEVEN, Organiser, words
from tests.pages.events.test_league_day import league
from tests.pages.events_hall.hall import text, viewer
from tests.pages.phone import Pages

pytestmark = pytest.mark.django_db


def _player(event: Tournament, entry: int) -> Pages:
    key = json_of(event.organiser.post(f"{event.path}/entries/{entry}/key"), 201)["key"]
    pages = Pages()
    assert pages.get(f"/events/join/{key}").status_code == 200
    return pages


def test_a_players_own_phone_says_how_it_becomes_the_phone_of_the_table() -> None:
    event = Tournament(3)
    event.begin()
    page = text(_player(event, 1), f"/events/{event.id}/rounds/1/tables/1")
    assert "To keep the list on this phone, scan the code of the table with its camera." in page
    event.type(1, 1)
    page = text(_player(event, 1), f"/events/{event.id}/rounds/1/tables/1")
    assert "scan the code of the table" not in page, "the result is in"


def test_a_round_that_was_closed_unsigned_asks_nobody_to_sign() -> None:
    event = Tournament(3)
    event.begin()
    event.type(1, 1)
    phone, place = _player(event, 1), f"/events/{event.id}/rounds/1/tables/1"
    assert "1 signature is missing" in text(phone, place)
    event.step(1, "close")
    page = text(phone, place)
    assert "signature" not in page
    assert "The round is closed." in page


def test_what_is_saved_is_said_and_deleting_stands_apart() -> None:
    phone = Organiser()
    saved = phone.send("/settings", ("", ""), "", **{"o.minutes": "50"})
    assert "The settings are saved." in words(phone.get(str(saved["Location"])))
    page = phone.get(f"{phone.path}/settings").content.decode()
    form = page[page.index('class="event-form"') : page.index("</form>", page.index('class="event-form"'))]
    assert "/delete" not in form
    assert page.index("/delete") > page.index('class="first save wide-save"')
    assert "Event settings" in phone.see()


def test_club_and_team_stand_above_the_button() -> None:
    phone = league(4)
    html = phone.get(f"{phone.path}/entries").content.decode()
    assert html.index('name="team"') < html.index(">Add</button>")
    assert re.search(r'<details class="more" open>\s*<summary>Club and team', html)


def test_the_draw_of_a_league_day_shows_the_teams() -> None:
    phone = league(4, 4, 4)
    phone.send("/draw", word="rain")
    assert "A0 Team A" in phone.see()
    evening = Organiser()
    evening.enter(SEVEN)
    evening.send("/draw", word="rain")
    assert "Team" not in evening.see()


def test_teams_come_first_on_a_league_day_and_on_its_sheet() -> None:
    phone = league(4, 4, 4)
    phone.begin()
    for page in ("/places", "/print/ranking"):
        seen = phone.see(page)
        assert seen.index("Match points") < seen.index("No."), page
    assert "Draw lots" not in phone.see("/places")


def test_nobody_who_has_nothing_needs_a_lot() -> None:
    event = Tournament(4)
    event.begin()
    event.type(1, 1, [0, 0, 0, 0])
    event.step(1, "close")
    page = viewer(event, "organiser")
    assert "Draw lots" not in text(page, f"/events/{event.id}/places")


def test_a_season_of_league_days_counts_match_points() -> None:
    phone = league(4, 4, 4)
    form = phone.form(f"/seasons/new?event={phone.id}", "event-form")
    assert phone.post(form.action or "/seasons/new", form.sent()).status_code == 302
    assert Season.objects.get().rules["teams_counted"] == "match_points"


def test_the_page_to_enter_oneself_has_no_hidden_name() -> None:
    event = Tournament([{"name": "Karl Geheim", "shown": False}, {"name": "Ada"}], rules={"self_entry": "any_time"})
    page = text(viewer(event, "entrant"), f"/events/{event.id}")
    assert "Ada" in page
    assert "Geheim" not in page


def test_rounds_of_a_knock_out_are_called_by_their_names() -> None:
    event = Tournament(5, game="truco", players_each=2, rules={"format": "knock_out"})
    event.begin()
    organiser = viewer(event, "organiser")
    page = text(organiser, f"/events/{event.id}")
    assert "Quarter-finals" in page
    assert "They go on without a match" in page
    event.finish(1)
    event.begin(2)
    assert "Semi-finals" in text(organiser, f"/events/{event.id}")
    entry = event.sitting(2, 1)["entries"][0]
    player = _player(event, entry)
    assert "Semi-finals" in text(player, f"/events/{event.id}")
    assert "Semi-finals" in text(player, f"/events/{event.id}/rounds/2/tables/1")
    event.finish(2)
    event.begin(3)
    page = text(organiser, f"/events/{event.id}")
    assert page.index("Final") < page.index("Third place")


def test_a_series_has_no_such_names() -> None:
    event = Tournament(4)
    event.begin()
    page = text(viewer(event, "organiser"), f"/events/{event.id}")
    assert "Final" not in page
    assert "finals" not in page
