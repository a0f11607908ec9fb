"""What is behind a shared link: for a chat that looks without cookies, and for a person who taps it."""

from __future__ import annotations

import io
import re
from html import unescape
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client
from django.utils.translation import override
from PIL import Image

from scoring.db.write_lock import write_transaction
from scoring.models import AccessKey, Match, Table
from scoring.pages.link_picture import of_match
from scoring.pages.match_view import MatchView
from scoring.selectors.match_snapshot import load_match
from scoring.services import tables
from tests.conftest import Hold
from tests.pages.phone import Pages

NAMES = ["Ada <b>", "Ben & Co", "Cleo"]


def _links(page: str) -> list[str]:
    return [re.sub("^https?://[^/]+", "", link) for link in re.findall(r'value="(http[^"]+/join/[^"]+)"', page)]


def _said(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page))


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


#: Requests as chats send them: a whole page, its beginning, its head alone; none keeps cookies or runs scripts.
FETCHERS = [
    {"User-Agent": "WhatsApp/2.23.20.0"},
    {"User-Agent": "TelegramBot (like TwitterBot)", "Range": "bytes=0-32767"},
    {"User-Agent": "Slackbot-LinkExpanding 1.0", "Accept-Language": "de", "If-None-Match": '"x"'},
]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["watch a match", "write in a match", "watch a table", "write at a table"])
def test_a_fetcher_gets_a_picture_whose_address_opens_nothing_else(kind: str) -> None:
    pages = Pages()
    match = pages.start("points", 3)
    table = Match.objects.get(id=match).table
    path = f"/matches/{match}/share" if "match" in kind else f"/tables/{table.id}/share"
    link = _links(pages.get(path).content.decode())["write" in kind]
    secret = link.split("/")[2].partition(".")[2]
    before = list(Match.objects.values()), list(Table.objects.values()), list(AccessKey.objects.values())
    for fetcher in FETCHERS:
        fetched = Client().get(link, headers=fetcher)
        assert fetched.status_code == 200
        said = _said(fetched.content.decode())
        assert (said["image:width"], said["image:height"]) == ("1200", "630")
        assert ("Ada" if "match" in kind else table.name) in unescape(said["image:alt"])
        address = urlsplit(said["image"]).path
        picture = Client().get(address, headers={"User-Agent": fetcher["User-Agent"]})
        assert picture.headers["Content-Type"] == "image/png"
        assert picture.headers["Cache-Control"] == "private, max-age=60"
        image = Image.open(io.BytesIO(picture.content))
        assert image.size == (1200, 630)
        assert len(image.getcolors() or []) > 3, "something is drawn"
        for text in (fetched.content.decode(), address, str(picture.headers), picture.content.decode("latin-1")):
            assert secret not in text
        again = Client().get(address, headers={"If-None-Match": picture.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        token = address.removeprefix("/pictures/").removesuffix(".png")
        for other in (f"/join/{token}", f"/matches/{match}", f"/tables/{table.id}", f"/pictures/{token}x.png"):
            assert Client().get(other).status_code == 404
    assert before == (list(Match.objects.values()), list(Table.objects.values()), list(AccessKey.objects.values()))


@pytest.mark.django_db
def test_a_replaced_link_and_one_for_a_single_match_show_no_picture_of_the_table(link: str) -> None:
    key = link.split("/")[2]
    table = Table.objects.get()
    images = [urlsplit(_said(Client().get(path).content.decode())["image"]).path for path in (link, f"/join/{key}")]
    assert [Client().get(image).status_code for image in images] == [200, 200]
    Table.objects.update(viewer_scope=Table.ONE_MATCH)
    assert [Client().get(image).status_code for image in images] == [200, 404]
    with write_transaction():
        tables.replace_key(table, AccessKey.VIEWER)
    assert [Client().get(image).status_code for image in images] == [404, 404]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", ("Points", "Ben & Co leads", "Round 2")),
        ("de", ("Punkte", "Ben & Co führt", "Runde 2")),
        ("ru", ("Очки", "Впереди Ben & Co", "Круг 2")),
        ("zh-hans", ("通用记分", "Ben & Co领先", "第2轮")),
    ],
)
def test_the_picture_says_in_the_readers_language_who_leads(
    link: str, language: str, shown: tuple[str, str, str]
) -> None:
    with override(language):
        picture = of_match(MatchView(load_match(link.split("/")[3])))
    assert (picture.title, picture.headline, picture.progress) == shown
    assert [(line.name, line.ahead) for line in picture.lines] == [
        ("Ben & Co", True),
        ("Ada <b>", False),
        ("Cleo", False),
    ]


@pytest.mark.parametrize("path", ["/", "/rules", "/rules/skat", "/rules/glossary"])
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_pages_for_everybody_have_a_title_and_a_picture(path: str, language: str) -> None:
    http = Client()
    page = http.get(path, headers={"Accept-Language": language}).content.decode()
    said = _said(page)
    assert said["title"]
    assert said["description"]
    picture = http.get(urlsplit(said["image"]).path)
    assert picture.headers["Content-Type"] == "image/png"
    assert picture.headers["Cache-Control"] == "public, max-age=86400"
    assert http.get(said["image"].replace(".png", "x.png")).status_code == 404


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
