"""What is behind a shared link: for a chat that looks without cookies, and for a person who taps it."""

from __future__ import annotations

import re
from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client

from scoring.models import Match
from tests.conftest import Hold
from tests.pages.phone import Pages

NAMES = ["Ada <b>", "Ben & Co", "Cleo"]


def _links(page: str) -> list[str]:
    return [re.sub("^https?://[^/]+", "", link) for link in re.findall(r'value="(http[^"]+/join/[^"]+)"', page)]


def _said(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))


@pytest.fixture
def link() -> str:
    """The link to watch a match of which a hand is played."""
    http = Client()
    table = http.post("/api/v1/tables", {"name": "Tuesday"}, content_type="application/json").json()
    scorer = {"Authorization": f"Bearer {table['keys']['scorer']}"}
    match = http.post(
        f"/api/v1/tables/{table['id']}/matches",
        {"game": "points", "players": NAMES},
        content_type="application/json",
        headers=scorer,
    ).json()
    hand = {"kind": "round", "scores": [1, 2, -3]}
    http.post(f"/api/v1/matches/{match['id']}/hands", hand, content_type="application/json", headers=scorer)
    return f"/join/{table['keys']['viewer']}/{match['id']}"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "title", "after"),
    [
        ("en", "Points: Ada &lt;b&gt;, Ben &amp; Co, Cleo", "After 1 hand:"),
        ("de", "Punkte: Ada &lt;b&gt;, Ben &amp; Co, Cleo", "Nach 1 Spiel:"),
        ("fr", "Points\xa0: Ada &lt;b&gt;, Ben &amp; Co, Cleo", "Après 1 donne\xa0:"),
    ],
)
def test_a_fetcher_without_cookies_finds_who_plays_and_how_it_stands(
    link: str, language: str, title: str, after: str
) -> None:
    before = Match.objects.get().version
    for asked in ({}, {"Range": "bytes=0-4095"}):
        answer = Client().get(link, headers={"Accept-Language": language, **asked})
        assert answer.status_code == 200
        page = answer.content.decode()
        said = _said(page)
        assert (said["title"], said["description"]) == (
            title,
            f"{after} Ben &amp; Co 2 · Ada &lt;b&gt; 1 · Cleo −3",
        )
        assert f"<title>{title}</title>" in page
        assert said["image"].startswith("http://testserver/")
        assert link.split("/")[2] not in page, "no key in what a chat keeps"
        assert "noindex" in answer.headers["X-Robots-Tag"]
    assert Client().head(link).status_code == 200
    assert Match.objects.get().version == before


@pytest.mark.django_db
def test_before_the_first_hand_nothing_stands_yet() -> None:
    pages = Pages()
    match = pages.start("points", 3)
    said = _said(Client().get(_links(pages.get(f"/matches/{match}/share").content.decode())[0]).content.decode())
    assert said["title"].startswith("Points: ")
    assert "description" not in said


@pytest.mark.django_db
def test_the_link_of_a_table_has_its_name() -> None:
    pages = Pages()
    match = pages.start("points", 3)
    table = Match.objects.get(id=match).table
    link = _links(pages.get(f"/tables/{table.id}/share").content.decode())[0]
    answer = Client().get(link)
    assert _said(answer.content.decode())["title"] == table.name.replace("&", "&amp;").replace("<", "&lt;").replace(
        ">", "&gt;"
    )
    assert answer.headers["Refresh"] == f"0; url=/tables/{table.id}"


@pytest.mark.browser
@pytest.mark.layout
def test_a_person_is_at_the_match_at_once_without_a_key_in_the_address(hold: Hold) -> None:
    scorer = hold()
    match = scorer.start("points", ["Ada", "Ben", "Cleo"])
    scorer.open(f"{match}/share")
    link = _links(scorer.page.content())[0]
    other = hold()
    other.open("/rules")
    other.page.goto(f"{other.address}{link}")
    other.page.wait_for_url(f"{other.address}{match}")
    other.page.locator("#top").wait_for()
    other.page.go_back()
    other.page.wait_for_url(f"{other.address}/rules")
    assert other.problems == []


def test_crawlers_are_kept_out_and_the_previews_of_chats_let_in() -> None:
    rules = RobotFileParser()
    rules.parse(Client().get("/robots.txt").content.decode().splitlines())
    link = "/join/9c8vkzgb47y6ydqj.hm88cjj52cjus7he88wf9ygyjc33z7rk"
    for crawler in ("Googlebot", "GPTBot", "anything"):
        assert not rules.can_fetch(crawler, link)
        assert not rules.can_fetch(crawler, "/matches/kw8xqz4c5y6m7d2s")
        assert rules.can_fetch(crawler, "/rules/skat")
    for preview in ("Twitterbot", "facebookexternalhit/1.1", "WhatsApp/2.23"):
        assert rules.can_fetch(preview, link)
