"""The way into a match: header and gear, list of games, names, house rules by name, rematch."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from django.conf import settings
from django.utils import translation
from playwright.sync_api import expect

from rulesref.game_filter import GameFilter
from rulesref.library import library
from scoring.engine.match import open_match
from scoring.games import all_games
from scoring.languages import sort_key
from scoring.models import Match
from scoring.templatetags.cardtable import emblem
from tests.browser import LARGE, SMALL, Phone
from tests.conftest import Hold
from tests.pages.phone import Pages

LANGUAGES = [code for code, _ in settings.LANGUAGES]
FOUR = ["Ada", "Ben", "Cleo", "Dan"]


def in_language(hold: Hold, code: str, size: tuple[int, int] = LARGE, **kind: bool) -> Phone:
    """A phone whose pages are in a language."""
    phone = hold(size=size, **kind, used=True)
    phone.context.add_cookies([{"name": "django_language", "value": code, "url": phone.address}])
    return phone


# -- seats -----------------------------------------------------------------------------------------------

_CUT_NAMES = """() => [...document.querySelectorAll(".seat input[type=text]")].filter((field) => {
  const style = getComputedStyle(field);
  const pen = Object.assign(document.createElement("canvas").getContext("2d"), {font: style.font});
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return Math.max(...[field.value, field.placeholder].map((text) => pen.measureText(text).width)) > room;
}).map((field) => field.value || field.placeholder)"""


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_names_are_whole_in_their_fields(hold: Hold, code: str, size: tuple[int, int]) -> None:
    phone = in_language(hold, code, size)
    for slug in ("points", "tute"):
        phone.open(f"/new/{slug}")
        assert phone.page.evaluate(_CUT_NAMES) == [], "the fields say whose they are"
        for place, name in enumerate(["Maximilian", "Alessandra", "Константин", "Guilhermina"]):
            phone.page.locator(".seat input[type=text]").nth(place).fill(name)
        assert phone.page.evaluate(_CUT_NAMES) == []
        assert phone.overflow() <= 0
        assert phone.small_targets() == []


@pytest.mark.browser
@pytest.mark.layout
def test_who_plays_with_whom_is_said_by_the_names_as_they_are_typed(hold: Hold) -> None:
    phone = hold(used=True)
    fields, line = phone.page.locator(".seat input[type=text]"), phone.page.locator(".sides")
    for slug in ("tute", "briscola"):
        phone.open(f"/new/{slug}")
        for place, name in enumerate(FOUR):
            fields.nth(place).fill(name)
        assert line.inner_text() == "Together: Ada + Cleo · Ben + Dan"
    fields.nth(3).fill("")
    assert not line.is_visible(), "three play each alone"
    fields.nth(3).fill("Dan")
    phone.page.locator(".seat .up").nth(3).click()
    assert line.inner_text() == "Together: Ada + Dan · Ben + Cleo"
    phone.open("/new/gong-zhu")
    for place, name in enumerate(FOUR):
        fields.nth(place).fill(name)
    assert not line.is_visible()
    phone.page.locator("summary", has_text="House rules").click()
    phone.page.locator("[name='o.teams']").select_option("pairs")
    assert line.inner_text() == "Together: Ada + Cleo · Ben + Dan"


# -- header and gear -------------------------------------------------------------------------------------

_LINES = """() => {
  const parts = [...document.querySelectorAll(".bar > a, .bar-nav > a, .bar > button")];
  const middle = (box) => Math.round(box.top + box.height / 2);
  return new Set(parts.map((part) => middle(part.getBoundingClientRect()))).size;
}"""
_CUT = """() => [...document.querySelectorAll(".bar a, .bar button")]
  .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.getBoundingClientRect().right > innerWidth)
  .map((part) => part.outerHTML)"""


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_header_is_one_row_in_every_language(hold: Hold, code: str) -> None:
    phone = in_language(hold, code)
    match = phone.start("truco", FOUR)
    table = phone.page.locator(".bar-nav a[href^='/tables/']").get_attribute("href") or ""
    for path in (
        "/",
        match,
        f"{match}/history",
        f"{match}/settle",
        table,
        f"{table}/share",
        "/new/truco",
        "/rules/truco",
    ):
        phone.open(path)
        for width, height in (LARGE, SMALL):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(_LINES) == 1, (path, width)
            assert phone.page.evaluate(_CUT) == [], (path, width)
            assert phone.overflow() <= 0, (path, width)


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
def test_the_gear_opens_settings_for_everybody(hold: Hold, size: tuple[int, int]) -> None:
    phone = in_language(hold, "de", size)
    phone.start("skat", FOUR)
    phone.page.locator(".gear").focus()
    phone.page.keyboard.press("Enter")
    panel = phone.page.locator("#settings")
    expect(panel).to_be_visible()
    assert panel.locator(".languages a").all_inner_texts() == [name for _, name in settings.LANGUAGES]
    assert phone.overflow() <= 0
    assert phone.small_targets() == []
    for theme in phone.themes():
        assert phone.barriers(theme) == []
    phone.page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(phone.page.locator(".gear")).to_be_focused()
    phone.tap(".gear")
    panel.get_by_text("Français").click()
    expect(phone.page.locator("html")).to_have_attribute("lang", "fr")


# -- the list of games -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("de", ["Écarté", "Fundus", "Fünfzehnern", "Zetema"]),
        ("es", ["Nube", "Ñandú", "Obra", "Último"]),
        ("fr", ["Belote", "Écarté", "Enflé", "Zetema"]),
        ("ru", ["Ежи", "Ёлка", "Ерш", "Жук", "Июль", "Йод", "Кот"]),
        ("zh-hans", ["大怪路子", "拱猪", "计分", "千分", "十五", "纸牌"]),
    ],
)
def test_names_are_sorted_as_readers_of_the_language_expect(code: str, names: list[str]) -> None:
    with translation.override(code):
        shuffled = names[1:] + names[:1]
        assert sorted(shuffled, key=sort_key) == names


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_game_has_an_emblem_of_its_own(code: str) -> None:
    with translation.override(code):
        emblems = [tuple(emblem(game).values()) for game in all_games().values()]
    assert len(set(emblems)) == len(emblems)


@pytest.mark.browser
@pytest.mark.layout
def test_points_the_last_games_and_those_of_the_language_come_first(hold: Hold) -> None:
    phone = in_language(hold, "de")
    phone.start("truco", FOUR)
    phone.open("/new")
    names = phone.page.locator(".tile b:not(.emblem b)").all_inner_texts()
    assert names[:2] == ["Punkte", "Truco"]
    home = phone.page.locator("section[aria-labelledby=here] .tile")
    assert "Skat" in "".join(home.all_inner_texts())
    skat = home.filter(has_text="Skat").bounding_box()
    assert skat
    assert skat["y"] < LARGE[1], "on the first screen"
    phone.page.locator("#q").fill("écar")
    visible = phone.page.locator("#games .tile").locator("visible=true")
    expect(visible).to_have_count(1)
    assert not phone.page.locator("#here").is_visible(), "no heading without a game"


def test_the_list_of_rules_begins_with_the_games_of_the_language() -> None:
    for code, first in (("de", "fipsen"), ("zh-hans", "gong-zhu"), ("es", "briscola")):
        with translation.override(code):
            assert GameFilter(library(code), {}).entries[0].game.slug == first


# -- names -------------------------------------------------------------------------------------------------


@pytest.mark.browser
@pytest.mark.layout
def test_the_return_key_goes_from_name_to_name_and_starts_nothing(hold: Hold) -> None:
    phone = hold(used=True)
    phone.open("/new/skat")
    for place, name in enumerate(FOUR):
        field = phone.page.locator(".seat input[type=text]").nth(place)
        if place:
            expect(field).to_be_focused()
        else:
            field.focus()
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".save")).to_be_focused()
    assert phone.page.url.endswith("/new/skat")
    match = phone.start("points", FOUR[:2])
    for path, selector in (
        (f"{match}/people", ".seat input"),
        (_table(phone, match), "#players ~ details input[maxlength='40']"),
    ):
        phone.open(path)
        for fold in phone.page.locator("summary").all():
            fold.click()
        fields = phone.page.locator(selector).locator("visible=true")
        fields.nth(0).press("Enter")
        expect(fields.nth(1)).to_be_focused()
        assert phone.page.url.endswith(path)


def _table(phone: Phone, match: str) -> str:
    phone.open(match)
    return phone.page.locator(".bar-nav a[href^='/tables/']").get_attribute("href") or ""


@pytest.mark.browser
@pytest.mark.layout
def test_without_scripts_the_return_key_asks_for_the_next_name(hold: Hold) -> None:
    phone = hold(script=False)
    phone.open("/new/skat")
    fields = phone.page.locator(".seat input[type=text]")
    fields.nth(0).fill("Ada")
    fields.nth(0).press("Enter")
    expect(fields.nth(1)).to_be_focused()
    assert phone.page.locator(".fault").count() == 0
    assert fields.nth(0).input_value() == "Ada"


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_after_an_error_the_page_stays_at_the_name_and_says_nothing_untrue(hold: Hold, script: bool) -> None:
    phone = hold(size=SMALL, script=script)
    phone.open("/new/skat")
    phone.page.locator(".seat input[type=text]").nth(0).fill("Ada")
    phone.page.locator(".save").click()
    fault = phone.page.locator("#seat-faults")
    expect(fault).to_contain_text("3")
    second = phone.page.locator(".seat input[type=text]").nth(1)
    expect(second).to_be_focused()
    for part in (fault, second):
        box = part.bounding_box()
        assert box
        assert 0 <= box["y"] < SMALL[1] - 60, "above the bar"
    assert "kept" not in phone.page.locator("summary", has_text="House rules").inner_text()


# -- house rules by name -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "number"), [(g.slug, n) for g in all_games().values() for n in range(len(g.presets))])
def test_house_rules_with_a_name_can_be_played(slug: str, number: int) -> None:
    game = all_games()[slug]
    options = game.presets[number].options
    opened = open_match(game, min(game.players), options, {})
    usual = game.Options()
    assert all(getattr(usual, name) != value for name, value in options.items())
    assert all(getattr(opened.setup.options, name) == value for name, value in options.items())


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_house_rules_are_chosen_by_their_name(hold: Hold, script: bool) -> None:
    phone = hold(script=script)
    phone.open("/new/truco")
    for place, name in enumerate(FOUR):
        phone.page.locator(".seat input[type=text]").nth(place).fill(name)
    presets = phone.page.locator(".presets button")
    assert presets.all_inner_texts() == ["As described", "Truco Paulista", "Truco Mineiro"]
    presets.nth(1).click()
    expect(presets.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(presets.nth(1)).to_be_focused()
    assert phone.page.locator(".seat input[type=text]").nth(3).input_value() == "Dan"
    phone.page.locator("summary", has_text="House rules").click()
    assert phone.page.locator("#o-manilhas").input_value() == "vira"
    phone.page.locator(".save").click()
    phone.page.wait_for_url(re.compile("/matches/"))


@pytest.mark.django_db
def test_the_address_that_a_form_was_sent_to_opens_the_form() -> None:
    """A phone that lost the page in the background, or a copied link, asks for it; it was a blank page."""
    pages = Pages()
    answer = pages.get("/new/skat/begin")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/new/skat")
    assert pages.get("/new/none/begin").status_code in (302, 404)


# -- a match just begun ----------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_no_second_empty_match_of_the_same_people() -> None:
    pages = Pages()
    match = pages.start("points", 2)
    table = Match.objects.get(id=match).table_id
    pages.record(match, {"kind": "round", "scores": [1, 2]})
    pages.post(f"/matches/{match}/finish", {"_version": "1"})
    home = pages.get("/").content.decode()
    assert 'class="rematch"' in home
    first = pages.post(f"/matches/{match}/rematch", {"_once": "a"}).headers["Location"]
    assert 'class="rematch"' not in pages.get("/").content.decode(), "it has begun already"
    assert pages.post(f"/matches/{match}/rematch", {"_once": "b"}).headers["Location"] == first
    names = [seat["name"] for seat in Match.objects.get(id=match).seats]
    dealer = str(Match.objects.get(id=first.split("/")[-1]).start.get("dealer", 0))
    sent = {"name": names, "table": table, "dealer": dealer}
    assert pages.post("/new/points/begin", sent).headers["Location"] == first
    other = pages.post("/new/points/begin", {**sent, "o.target": "50"}).headers["Location"]
    assert other != first, "other house rules are another match"
    going = pages.get("/").content.decode()
    links = re.findall(r'class="match-card" href="/matches/(\w+)"', going)
    assert links[:2] == [other.split("/")[-1], first.split("/")[-1]]
    assert all(a != b for a, b in pairwise(links))


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
def test_the_rematch_is_a_card_with_its_names(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size)
    people = ["Bartholomew-Maximilian", "Jean-Baptiste", "Konstantinos", "Annegret"]
    phone.start("points", people, rounds="1")
    phone.page.locator(".entry-of input").nth(0).fill("25")
    phone.tap(".save")
    phone.page.locator(".won").wait_for()
    phone.open("/")
    card = phone.page.locator("button.rematch")
    assert all(name in card.inner_text() for name in people)
    assert phone.overflow() <= 0
    for theme in phone.themes():
        assert phone.barriers(theme) == []
    card.click()
    phone.page.wait_for_url(re.compile("/matches/"))
    begun = phone.page.url.removeprefix(phone.address)
    table = phone.page.locator(".bar-nav a[href^='/tables/']")
    table.click()
    back = phone.page.locator(".running a")
    expect(back).to_be_in_viewport()
    back.click()
    phone.page.wait_for_url(re.compile(f"{begun}$"))
