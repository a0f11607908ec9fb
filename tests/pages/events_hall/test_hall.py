"""The display on the wall, the page for guests, the frame on the club's page."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.pages.events import hall_view
from scoring.pages.events.hall_view import HallView
from scoring.selectors.events import find_event, load
from tests.api.conftest import json_of
from tests.api.events import Tournament
from tests.pages.events_hall.hall import INTERNATIONAL, WON, record, text, viewer
from tests.pages.phone import Pages

pytestmark = pytest.mark.django_db


def _hall(event: Tournament) -> HallView:
    row = find_event(event.id)
    assert row
    return HallView(load(row))


def _change(event: Tournament, **settings: object) -> None:
    version = json_of(event.organiser.get(event.path))["version"]
    json_of(event.organiser.patch(event.path, settings, version))


def test_the_display_shows_seats_then_how_much_is_in_then_the_ranking() -> None:
    event = Tournament(8, rules={"rounds": 2}, options=INTERNATIONAL)
    display = viewer(event, "display")
    path = f"/events/{event.id}/display"
    event.propose()
    assert "Player 1" not in text(display, path), "a proposed round is the organiser's alone"
    event.step(1, "publish")
    seen = text(display, path)
    assert "Round 1: seats" in seen
    assert "Table 2" in seen
    assert "Player 8" in seen
    event.step(1, "start")
    record(event, 1, 2, [(3, WON[0])] * 3)
    event.type(1, 1)
    seen = text(display, path)
    assert "1 of 2 tables, up to deal 3" in seen
    assert "Table 2 still plays" in seen
    assert "Ranking" in seen
    assert "seats" not in seen, "they sit already"


def test_links_to_other_rounds_keep_the_readers_number() -> None:
    event = Tournament(4, rules={"phones": False})
    event.begin()
    event.finish(1)
    event.begin(2)
    pages = viewer(event)
    for query, link in (("?entry=3", "?entry=3&amp;round=1#tables"), ("", "?round=1#tables")):
        assert f'href="{link}"' in pages.get(f"/events/{event.id}/ranking{query}").content.decode()


def test_nobody_but_the_keys_of_the_event_sees_it() -> None:
    event = Tournament(4)
    event.propose()
    event.step(1, "publish")
    for page in ("", "/display", "/ranking", "/print", "/print/ranking", "/ranking.csv"):
        assert Pages().get(f"/events/{event.id}{page}").status_code == 404, page


def test_the_address_of_the_display_has_no_key() -> None:
    event = Tournament(4)
    key = json_of(event.organiser.post(f"{event.path}/keys/display"), 201)["key"]
    pages = Pages()
    answer = pages.get(f"/events/join/{key}")
    assert answer.headers["Refresh"] == f"0; url=/events/{event.id}"
    secret = key.split(".")[1]
    assert secret not in answer.content.decode()
    assert secret not in pages.get(f"/events/{event.id}").content.decode()


def test_names_that_are_not_shown_are_numbers_everywhere_in_the_hall() -> None:
    event = Tournament([{"name": f"Name{n}", "shown": n != 2} for n in range(1, 5)])
    event.begin()
    _change(event, public=True)
    pages = viewer(event)
    for page in ("/ranking", "/display", "/print/names", "/print/tables", "/print/ranking", "/ranking.csv"):
        seen = pages.get(f"/events/{event.id}{page}").content.decode()
        assert "Name2" not in seen, page
        assert "Name1" in seen, page
    assert "Name2" not in text(Pages(), f"/embed/events/{event.id}")
    assert "Name2" in text(viewer(event, "organiser"), f"/events/{event.id}/ranking"), "who organises sees all"


def test_frozen_hides_scores_of_the_running_round_from_the_hall() -> None:
    event = Tournament(8, rules={"rounds": 2, "phones": False})
    _change(event, frozen=True)
    event.begin()
    event.type(1, 1, [7771, 7772, 7773, 7774])
    pages = viewer(event)
    for page in ("/ranking", "/display", "/print/round", "/print/ranking", "/ranking.csv", "/ranking.xlsx"):
        assert b"777" not in pages.get(f"/events/{event.id}{page}").content, page
    assert "1 of 2 tables" in text(pages, f"/events/{event.id}/display")
    assert "7,771" in text(viewer(event, "organiser"), f"/events/{event.id}/ranking")


def test_a_guest_finds_the_own_line_by_the_number_of_the_card() -> None:
    event = Tournament(8, rules={"rounds": 2, "phones": False})
    event.begin()
    event.finish(1)
    key = json_of(event.organiser.post(f"{event.path}/keys/viewer"), 201)["key"]
    pages = Pages()
    assert pages.get(f"/events/join/{key}?entry=5").headers["Refresh"].endswith(f"/events/{event.id}")
    seen = text(pages, f"/events/{event.id}")
    assert "Player 5 Place " in seen
    assert "Round 1: table " in seen
    assert "Nobody has the number 99." in text(pages, f"/events/{event.id}?entry=99")
    assert "After round 1 of 2" in seen
    event.begin(2)
    assert "Provisional: 0 of 2 tables" in text(pages, f"/events/{event.id}?entry=5")


def test_a_link_tells_chats_what_is_behind_it() -> None:
    event = Tournament(4)
    key = json_of(event.organiser.post(f"{event.path}/keys/viewer"), 201)["key"]
    page = Pages().get(f"/events/join/{key}").content.decode()
    assert '<meta property="og:title" content="Club evening">' in page
    assert '<meta property="og:description" content="Skat: tables, results and ranking">' in page


def test_a_frame_on_another_site_needs_the_organisers_word_and_no_key() -> None:
    event = Tournament(4)
    path = f"/embed/events/{event.id}"
    assert Pages().get(path).status_code == 404
    _change(event, public=True)
    answer = Pages().get(f"{path}?lang=de&theme=dark")
    assert answer.status_code == 200
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer.headers
    page = answer.content.decode()
    assert 'lang="de"' in page
    assert 'data-theme="dark"' in page
    assert "<form" not in page
    assert "<a " not in page
    _change(event, public=False)
    assert Pages().get(path).status_code == 404


def test_a_change_is_on_the_page_at_once_though_it_is_drawn_once() -> None:
    event = Tournament(4, rules={"rounds": 1}, options=INTERNATIONAL)
    event.begin()
    pages, path = viewer(event), f"/events/{event.id}/ranking"
    before = text(pages, path)
    record(event, 1, 1, [(1, WON[0])])
    after = text(pages, path)
    assert before != after
    assert "up to deal 1" in after


def test_screens_hold_what_fits() -> None:
    event = Tournament(27, rules={"rounds": 2, "phones": False})
    event.begin()
    event.finish(1)
    ranking = [one for one in _hall(event).screens if one.kind == "ranking"]
    assert [(one.columns, len(one.items), one.page, one.pages) for one in ranking] == [(2, 20, 1, 2), (2, 7, 2, 2)]
    assert hall_view.width("王小明") == 6
    long = Tournament([{"name": f"{'x' * 30}{n}"} for n in range(4)])
    long.propose()
    long.step(1, "publish")
    (seats,) = _hall(long).screens
    assert (seats.kind, seats.columns, seats.longest) == ("seats", 1, frozenset())


@pytest.mark.parametrize("page", ["/ranking", "/display", "/print/ranking", "/print/names"])
def test_queries_do_not_grow_with_the_event(page: str) -> None:
    counts = []
    for entries in (8, 40):
        event = Tournament(entries, rules={"rounds": 2}, options=INTERNATIONAL)
        event.begin()
        pages = viewer(event)
        with CaptureQueriesContext(connection) as queries:
            assert pages.get(f"/events/{event.id}{page}").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 14
