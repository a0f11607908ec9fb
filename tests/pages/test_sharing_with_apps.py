"""Other apps: a finished match for BG Stats, shortcuts of the installed app, and what is shared with it."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from html import unescape
from urllib.parse import unquote, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import F
from django.test import Client

from scoring.models import Match
from tests.pages.phone import Pages

HAND = {"kind": "round", "scores": [20, -5, 12]}


def _play(pages: Pages, match: str) -> dict[str, object] | None:
    page = pages.get(f"/matches/{match}/result").content.decode()
    found = re.findall(r'href="(https://app\.bgstatsapp\.com/createPlay\.html\?data=[^"]+)"', page)
    return json.loads(unquote(urlsplit(unescape(found[0])).query.removeprefix("data="))) if found else None


@pytest.mark.django_db
def test_a_finished_match_is_a_play_of_bg_stats() -> None:
    pages = Pages()
    match = pages.start("points", 3)
    pages.record(match, HAND)
    assert _play(pages, match) is None, "not before the end"
    pages.post(f"/matches/{match}/finish")
    play = _play(pages, match)
    assert play is not None
    row = Match.objects.get(id=match)
    assert play["sourceName"] == "Companion"
    assert play["playDate"] == row.updated_at.strftime("%Y-%m-%d %H:%M:%S")
    assert play["game"] == {"name": "Points", "sourceGameId": "points", "highestWins": True, "noPoints": False}
    players = play["players"]
    assert isinstance(players, list)
    told = [(one["name"], one["score"], one["winner"], one["rank"]) for one in players]
    assert told == [("Ada", 20, True, 1), ("Ben", -5, False, 3), ("Cleo", 12, False, 2)]
    assert len({one["sourcePlayerId"] for one in players}) == 3
    for secret in (match, row.table_id, *(seat["player"] for seat in row.seats)):
        assert secret not in json.dumps(play)


@pytest.mark.django_db
@pytest.mark.parametrize(("seconds", "minutes"), [(59, None), (60, 1), (86_399, 1439), (86_400, None), (89_000, None)])
def test_a_play_has_its_duration_unless_the_match_was_left_for_a_day(seconds: int, minutes: int | None) -> None:
    pages = Pages()
    match = pages.start("points", 3)
    pages.record(match, HAND)
    pages.post(f"/matches/{match}/finish")
    Match.objects.filter(id=match).update(updated_at=F("created_at") + timedelta(seconds=seconds))
    play = _play(pages, match)
    assert play is not None
    assert play.get("durationMin") == minutes


@pytest.mark.django_db
def test_partners_are_a_team_and_have_the_total_of_their_side() -> None:
    pages = Pages()
    match = pages.start("briscola", 4)
    row = Match.objects.get(id=match)
    row.finished = row.ended = True
    row.save()
    play = _play(pages, match)
    assert play is not None
    players = play["players"]
    assert isinstance(players, list)
    assert [one["team"] for one in players] == ["1", "2", "1", "2"]


def test_the_manifest_has_shortcuts_in_the_language_of_the_page() -> None:
    http = Client()
    for language, first in (("de", "Neue Partie"), ("en", "New match")):
        page = http.get("/", headers={"Accept-Language": language}).content.decode()
        address = re.findall(r'<link rel="manifest" href="([^"]+)"', page)[0]
        answer = http.get(address)
        assert answer.headers["Content-Type"] == "application/manifest+json"
        manifest = answer.json()
        assert manifest["id"] == "/"
        assert manifest["shortcuts"][0]["name"] == first
        for shortcut in manifest["shortcuts"]:
            assert http.get(shortcut["url"]).status_code in (200, 302)
        assert manifest["share_target"]["action"] == "/shared"
    assert http.get("/manifest-xx.webmanifest").status_code == 404


@pytest.mark.django_db
def test_go_on_leads_to_the_match_that_was_played_last() -> None:
    pages = Pages()
    assert pages.get("/continue").headers["Location"] == "/"
    match = pages.start("points", 3)
    assert pages.get("/continue").headers["Location"] == f"/matches/{match}"


@pytest.mark.django_db
def test_a_shared_file_is_shown_before_a_person_imports_it() -> None:
    pages = Pages()
    match = pages.start("points", 3)
    pages.record(match, HAND)
    table = Match.objects.get(id=match).table_id
    export = b"".join(pages.get(f"/tables/{table}/export.json"))
    other = Pages()
    other.start("points", 3)
    file = SimpleUploadedFile("matches.json", export, "application/json")
    strict = Client(enforce_csrf_checks=True)  # the phone's system sends no token
    strict.cookies = other.client.cookies
    before = Match.objects.count()
    answer = strict.post("/shared", {"title": "x", "file": file})
    assert answer.status_code == 200
    assert Match.objects.count() == before, "nothing is stored yet"
    page = answer.content.decode()
    assert "1 match is in the file." in page
    target = re.findall(r'action="(/tables/\w+/import)"', page)[0]
    document = unescape(re.findall(r"<textarea name=\"document\" hidden>(.*?)</textarea>", page, re.DOTALL)[0])
    assert strict.post(target, {"document": document}).status_code == 403, "a form of ours, with its token"
    assert other.post(target, {"document": document}).status_code == 302
    assert Match.objects.count() == before + 1
    nobody = Client().post("/shared", {"file": SimpleUploadedFile("x.json", export, "application/json")})
    assert "Start a match first" in nobody.content.decode()


@pytest.mark.django_db
def test_a_shared_link_is_opened_and_anything_else_is_refused_in_words() -> None:
    pages = Pages()
    match = pages.start("points", 3)
    pages.record(match, HAND)
    links = re.findall(r'value="http://testserver(/join/[^"]+)"', pages.get(f"/matches/{match}/share").content.decode())
    opened = Client().post("/shared", {"text": f"Look: http://testserver{links[0]} !"})
    assert opened.headers["Location"] == links[0]
    code = unescape(re.findall(r'#m=([^"<]+)', pages.get(f"/matches/{match}/code").content.decode())[0])
    read = Client().post("/shared", {"url": f"http://testserver/code#m={code}"})
    assert read.status_code == 200
    assert "Ada" in read.content.decode()
    for data in ({}, {"text": "hello"}, {"file": SimpleUploadedFile("a.json", b"\xff[")}, {"text": "#m=junk"}):
        refused = Client().post("/shared", data)
        assert refused.status_code == 422
        assert "fault" in refused.content.decode()
    assert Client().get("/shared").status_code == 405
