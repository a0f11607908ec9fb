"""Pages of a match in frames of other sites: only where a table allows it, and without a key."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import quote, urlsplit

import pytest
from django.test import Client

from tests.api.conftest import Evening, json_of, problem

PARTS = ("result", "sheet")


@pytest.fixture
def shown(evening: Evening, match: str) -> str:
    """The id of a match with a hand, of a table that may be embedded."""
    evening.record(match, 20, -5, 12)
    _switch(evening, on=True)
    return match.removeprefix("/matches/")


def _switch(evening: Evening, on: bool) -> None:
    json_of(evening.scorer.patch(evening.path, {"embedding": on}, "*"))


def test_no_table_is_shown_on_other_sites_unless_it_says_so(evening: Evening, match: str) -> None:
    assert json_of(evening.viewer.get(evening.path))["embedding"] is False
    for part in PARTS:
        assert Client().get(f"/embed{match}/{part}").status_code == 404
    assert Client().get(f"/oembed?url=http://testserver{match}").status_code == 404
    problem(evening.viewer.patch(evening.path, {"embedding": True}, "*"), 403, "read-only-key")


@pytest.mark.parametrize("part", PARTS)
def test_a_frame_shows_the_match_to_everybody_and_leads_nowhere(evening: Evening, shown: str, part: str) -> None:
    http = Client()
    answer = http.get(
        f"/embed/matches/{shown}/{part}?lang=de&background=none", headers={"Origin": "https://club.example"}
    )
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Ada führt" in page
    assert '<html lang="de" data-theme="light" class="is-overlay">' in page
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer.headers
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert not answer.cookies
    assert not re.search(r"<a |<form|/join/|/tables/|https?://(?!testserver)", page)
    for key in evening.keys.values():
        assert key.partition(".")[2] not in page
    again = http.get(
        f"/embed/matches/{shown}/{part}?lang=de&background=none", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert again.status_code == 304
    assert "frame-ancestors *" in again.headers["Content-Security-Policy"]
    assert http.get(f"/embed/matches/{shown}x/{part}").status_code == 404


def test_other_pages_stay_out_of_frames(shown: str) -> None:
    for path in ("/", "/rules/skat"):
        assert Client().get(path).headers["X-Frame-Options"] == "DENY"


def test_oembed_describes_the_frame_and_its_picture(evening: Evening, shown: str) -> None:
    page = Client().get(f"/embed/matches/{shown}/sheet").content.decode()
    discovered = unescape(re.findall(r'type="application/json\+oembed" href="([^"]+)"', page)[0])
    found = Client().get(discovered.removeprefix("http://testserver"))
    assert found.headers["Access-Control-Allow-Origin"] == "*"
    data = found.json()
    assert (data["version"], data["type"], data["width"], data["height"]) == ("1.0", "rich", 480, 560)
    frame = re.findall(r'<iframe src="([^"]+)"', data["html"])[0]
    assert frame == f"http://testserver/embed/matches/{shown}/sheet"
    thumbnail = urlsplit(data["thumbnail_url"]).path
    assert Client().get(thumbnail).headers["Content-Type"] == "image/png"
    narrow = Client().get(f"/oembed?url=http://testserver/matches/{shown}&maxwidth=300&maxheight=200").json()
    assert (narrow["width"], narrow["height"], "thumbnail_url" in narrow) == (300, 200, False)
    _switch(evening, on=False)
    assert Client().get(thumbnail).status_code == 404
    assert Client().get(discovered.removeprefix("http://testserver")).status_code == 404


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 404),
        ("url=http://testserver/tables/{table}", 404),
        ("url=http://elsewhere.example/matches/{match}", 404),
        ("url=http://testserver/matches/2222222222222222", 404),
        ("url=%00//[", 404),
        ("url=http://testserver/matches/{match}&format=xml", 501),
    ],
)
def test_oembed_of_anything_else_is_refused(evening: Evening, shown: str, query: str, status: int) -> None:
    assert Client().get("/oembed?" + query.format(table=evening.id, match=shown)).status_code == status


def test_a_person_switches_it_on_and_copies_the_frame(evening: Evening, match: str) -> None:
    phone = Client()
    phone.get(f"/join/{evening.keys['scorer']}")
    share = f"{match}/share"
    assert "&lt;iframe" not in phone.get(share).content.decode()
    for answer, shows in (("yes", True), ("", True), ("no", False), ("maybe", False)):
        assert phone.post(f"{evening.path}/change", {"embedding": answer}).status_code == 302
        assert ("&lt;iframe" in phone.get(share).content.decode()) == shows
        assert (Client().get(f"/embed{match}/result").status_code == 200) == shows
    assert quote("/embed") not in phone.get(share).content.decode()
