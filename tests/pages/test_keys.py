"""Who may do what: joining with a link, watching, shutting links out, and what a stranger sees."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.models import Match, Player, Table
from tests.pages.phone import Pages, standing

pytestmark = pytest.mark.django_db


@pytest.fixture
def pages() -> Pages:
    return Pages()


@pytest.fixture
def match(pages: Pages) -> str:
    return pages.start("points", 3)


def _links(pages: Pages, match: str) -> list[str]:
    """The links on the share page: to watch, and to keep the score where this phone may show it."""
    page = pages.get(f"/matches/{match}/share").content.decode()
    return [re.sub("^https?://[^/]+", "", found) for found in re.findall(r'value="(http[^"]+/join/[^"]+)"', page)]


def test_a_join_link_is_swapped_for_a_cookie(pages: Pages, match: str) -> None:
    watch, write = _links(pages, match)
    other = Pages()
    assert other.get(f"/matches/{match}").status_code == 404
    joined = other.get(watch)
    assert joined.status_code == 200
    assert joined.headers["Refresh"] == f"0; url=/matches/{match}", "no key in the address"
    assert joined.headers["Referrer-Policy"] == "no-referrer"
    cookie = joined.cookies["companion_keys"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 400 * 24 * 60 * 60, "the longest that browsers keep one"
    assert other.get(f"/matches/{match}").status_code == 200
    assert write not in other.get(f"/matches/{match}/share").content.decode()


def test_a_watcher_changes_nothing(pages: Pages, match: str) -> None:
    pages.record(match, {"kind": "round", "scores": [1, 2, 3]})
    other = Pages()
    other.get(_links(pages, match)[0])
    page = other.get(f"/matches/{match}").content.decode()
    assert 'id="entry"' not in page
    assert "Undo" not in page
    for path in ("undo", "redo", "finish", "reopen", "rematch", "hands", "hands/try", "hands/1", "hands/1/remove"):
        assert other.post(f"/matches/{match}/{path}", {"scores.0": "5"}).status_code == 403, path
    table = standing(match).table_id
    assert other.post(f"/tables/{table}/change", {"table": "Mine"}).status_code == 403
    assert other.post(f"/tables/{table}/keys/scorer").status_code == 403
    assert standing(match).version == 1


def test_a_watching_link_does_not_take_the_scorers_key_away(pages: Pages, match: str) -> None:
    pages.get(_links(pages, match)[0])
    assert 'id="entry"' in pages.get(f"/matches/{match}").content.decode()


def test_a_pasted_link_joins(pages: Pages, match: str) -> None:
    other = Pages()
    answer = other.post("/join", {"link": f"look here: http://example.test{_links(pages, match)[1]} "})
    assert answer.headers["Location"] == f"/matches/{match}"
    assert 'id="entry"' in other.get(f"/matches/{match}").content.decode()


@pytest.mark.parametrize("link", ["", "hello", "http://x/join/2222222222222222.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"])
def test_a_link_that_opens_nothing_says_so(link: str) -> None:
    answer = Pages().post("/join", {"link": link})
    assert answer.status_code == 404
    assert "does not work" in answer.content.decode()


def test_a_new_link_shuts_the_old_one_out_at_once(pages: Pages, match: str) -> None:
    old = _links(pages, match)[0]
    other = Pages()
    other.get(old)
    answer = pages.post(f"/tables/{standing(match).table_id}/keys/viewer", {"match": match})
    assert answer.headers["Location"] == f"/matches/{match}/share"
    assert other.get(f"/matches/{match}").status_code == 404
    assert Pages().get(old).status_code == 404
    assert Pages().get(_links(pages, match)[0]).status_code == 200


def test_a_scorer_who_renews_the_key_keeps_access(pages: Pages, match: str) -> None:
    pages.post(f"/tables/{standing(match).table_id}/keys/scorer", {"match": match})
    assert 'id="entry"' in pages.get(f"/matches/{match}").content.decode()


def test_forms_need_their_token() -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/new/points/begin", {"name": ["Ada", "Ben"]})
    assert answer.status_code == 403
    assert "reload" in answer.content.decode()
    assert not Match.objects.exists()


def test_the_start_form_twice_is_one_match(pages: Pages) -> None:
    sent = {"name": ["Ada", "Ben"], "dealer": "1", "_once": "one-start-form-token"}
    first = pages.post("/new/points/begin", sent)
    lost = Pages()  # the answer with the cookie never arrived; the form is sent again
    second = lost.post("/new/points/begin", sent)
    assert first.headers["Location"] == second.headers["Location"]
    assert Match.objects.count() == Table.objects.count() == 1
    assert lost.get(second.headers["Location"]).status_code == 200
    assert Match.objects.get().start == {"dealer": 1}


def test_what_is_wrong_with_the_seats_is_said(pages: Pages) -> None:
    for names, words in (
        (["Ada", "Ada"], "Ada is there twice"),
        ([], "Points is played by 1 to 12 players"),
        (["x" * 60], "At most 40 characters"),
    ):
        answer = pages.post("/new/points/begin", {"name": names})
        assert answer.status_code == 422
        assert words in answer.content.decode()
    assert not Match.objects.exists()
    assert not Table.objects.exists()


def test_the_same_people_again_are_the_same_players(pages: Pages, match: str) -> None:
    page = pages.get("/new/points").content.decode()
    assert re.findall(r'name="name" value="(\w+)"', page) == ["Ada", "Ben", "Cleo"]
    table = standing(match).table_id
    pages.record(match, {"kind": "round", "scores": [1, 2, 3]})
    pages.start("points", 3, table=table)
    assert Match.objects.filter(table_id=table).count() == 2
    assert Player.objects.filter(table_id=table).count() == 3


def test_house_rules_are_kept_for_the_table(pages: Pages, match: str) -> None:
    table = standing(match).table_id
    pages.start("points", 3, {"target": 301}, table=table, keep=True)
    assert Table.objects.get(id=table).options == {"points": {"target": 301}}
    assert re.search(r'name="o.target" value="301"', pages.get("/new/points").content.decode())


def test_the_table_page(pages: Pages) -> None:
    match = pages.start("points", 2, {"rounds": 1})
    pages.record(match, {"kind": "round", "scores": [4, 9]})
    table = standing(match).table_id
    page = pages.get(f"/tables/{table}").content.decode()
    assert re.search(r'<th scope="row">Ben</th><td class="num">1</td>', page)
    assert "Ben against Ada: <b>1 : 0</b>" in page
    assert pages.get(f"/tables/{table}?game=points&days=30").status_code == 200
    assert pages.get(f"/tables/{table}?game=nonsense&days=x&page=99").status_code == 200


def test_a_line_of_the_explanation_shows_its_figure_once(pages: Pages) -> None:
    match = pages.start("nine-card-don", 4)
    pages.record(match, {"kind": "events", "trump": "S", "events": [{"card": "5S", "side": 0}], "game": [20, 20]})
    page = pages.get(f"/matches/{match}/hands/1").content.decode()
    assert re.search(r'</span> to Ada &amp; Cleo</span></a><b class="num">10</b>', page)
    assert re.search(r"Ada &amp; Cleo: 0 \+ 10 = 10</span></a></li>", page)


def test_a_player_is_renamed_everywhere(pages: Pages, match: str) -> None:
    table = standing(match).table_id
    ada = Player.objects.get(table_id=table, name="Ada")
    answer = pages.post(f"/tables/{table}/change", {"table": "Friday", f"player.{ada.id}": "Adele", "new": "Zoe"})
    assert answer.status_code == 302
    assert "Adele" in pages.get(f"/matches/{match}").content.decode()
    assert Player.objects.filter(table_id=table, name="Zoe").exists()
    refused = pages.post(f"/tables/{table}/change", {f"player.{ada.id}": "Ben"})
    assert refused.status_code == 422
    assert "Ben is there twice" in refused.content.decode()


def test_a_phone_forgets_a_table(pages: Pages, match: str) -> None:
    table = standing(match).table_id
    assert pages.post(f"/tables/{table}/forget").status_code == 302
    assert pages.get(f"/matches/{match}").status_code == 404
    assert Table.objects.filter(id=table).exists()


def test_nothing_on_get_changes_anything(pages: Pages, match: str) -> None:
    for path in ("undo", "redo", "finish", "reopen", "rematch", "hands", "hands/try", "hands/1/remove"):
        answer = pages.get(f"/matches/{match}/{path}")
        assert (answer.status_code, answer.headers["Allow"]) == (405, "POST"), path
        assert "<h1>This cannot be opened by a link</h1>" in answer.content.decode(), path
    assert standing(match).version == 0


def test_pages_say_no_more_than_they_must(pages: Pages, match: str) -> None:
    for path in ("/", f"/matches/{match}", f"/matches/{match}/share", f"/tables/{standing(match).table_id}"):
        headers = pages.get(path).headers
        assert "'unsafe-inline'" not in headers["Content-Security-Policy"]
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Frame-Options"] == "DENY"
        # no-referrer makes browsers send "Origin: null" with a form, which is refused.
        assert headers["Referrer-Policy"] == "same-origin"
        assert "private" in headers["Cache-Control"] or "no-store" in headers["Cache-Control"]
        page = pages.get(path).content.decode()
        assert not re.search(r"\sstyle=|\son\w+=|<style|<script(?![^>]*\ssrc=)", page)


@pytest.mark.parametrize("path", ["hands", "hands/try", "undo"])
def test_a_form_that_cannot_be_read_is_no_failure_of_ours(pages: Pages, match: str, path: str) -> None:
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    for sort in ("multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=x"):
        answer = strict.generic("POST", f"/matches/{match}/{path}", b"--\xff\x00", content_type=sort)
        assert answer.status_code in (400, 403), (sort, answer.status_code)
        assert "Traceback" not in answer.content.decode()


def test_a_house_rule_with_several_places_is_chosen_place_by_place(pages: Pages) -> None:
    page = pages.get("/new/calypso").content.decode()
    assert 'name="o.suits.3"' in page
    match = pages.start("calypso", options={"suits": ["H", "D", "S", "C"]})
    assert Match.objects.get(id=match).options == {"suits": ["H", "D", "S", "C"]}
    untouched = pages.start("calypso")
    assert Match.objects.get(id=untouched).options == {}
