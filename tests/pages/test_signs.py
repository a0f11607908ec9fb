"""The signs of the suits as a phone's choice: French, German, Spanish or Italian ones."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation
from playwright.sync_api import expect

from rulesref.files import load_yaml
from rulesref.pictures.signs import SIGNS, sign_file
from scoring.card_html import card_html, in_words
from scoring.card_names import card_label
from scoring.engine.refusal import Refusal
from scoring.games import all_games
from scoring.languages import language
from scoring.models import Match
from scoring.services import matches
from tests.browser import LARGE, Phone
from tests.conftest import Hold
from tests.pages.html_form import read_forms
from tests.pages.phone import Pages, standing
from tests.pages.test_every_game import GOLDEN, started

STATIC = Path(__file__).parents[2] / "static"
PACKS = [pack for pack in SIGNS if pack != "french"]


@pytest.mark.parametrize("pack", PACKS)
def test_the_files_of_the_signs_are_those_of_the_pictures(pack: str) -> None:
    for suit in SIGNS[pack]:
        file = STATIC / "signs" / f"{pack}-{suit.lower()}.svg"
        assert file.read_text() == sign_file(pack, suit)
        assert file.name in (STATIC / "signs.css").read_text()


@pytest.mark.parametrize(
    ("text", "suits", "ranks"),
    [
        ("♥10 and ♠K", ["h", "s"], ["k"]),
        ("♣B, ♦D", ["c", "d"], ["j", "q"]),
        ("♣R, ♦V", ["c", "d"], ["k", "j"]),
        ("♠Т ♠К ♠Д ♠В", ["s"] * 4, ["a", "k", "q", "j"]),
        ("♥ is trump, K♦", ["h", "d"], ["k"]),
        ("♥King <b>", ["h"], []),
    ],
)
def test_sign_and_rank_are_together_whatever_the_language(text: str, suits: list[str], ranks: list[str]) -> None:
    html = card_html(text)
    assert re.findall(r"suit-(\w)", html) == suits
    assert re.findall(r"rank-(\w)", html) == ranks
    assert re.sub(r"<[^>]*>|\ufe0e", "", html) == text.replace("<b>", "&lt;b&gt;")


#: What is read out otherwise or not at all: texts to send or to edit, scripts, signs that are hidden from readers.
_NOT_READ = re.compile(
    r"<(script|style|textarea|title|pre)\b.*?</\1>|<(\w+) [^>]*aria-hidden=.true..*?</\2>", re.DOTALL
)
_PAGES = ["", "/hands/1", "/board", "/history", "/print", "/result", "/settle"]


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(all_games()))
def test_no_page_of_a_match_has_a_suit_without_its_name(slug: str) -> None:
    told: dict[str, Any] = load_yaml((GOLDEN / f"{slug}.yaml").read_text())
    pages = Pages()
    match = started(pages, slug, told)
    for hand in told["hands"]:
        with suppress(Refusal):  # a question about the rules is no hand
            matches.record(standing(match), hand)
    for page in _PAGES:
        html = _NOT_READ.sub("", pages.get(f"/matches/{match}{page}").content.decode())
        read = [in_words(html), *re.findall('aria-label="([^"]*)"', html)]
        assert not [found for text in read for found in re.findall(".{0,30}[♣♠♥♦].{0,20}", text)], page


#: The first element of a page that names no signs.
_FRENCH = re.compile('<html lang="en" data-time-zone="[^"]*">')
_SIGN = "e => getComputedStyle(e, '::before').maskImage || getComputedStyle(e, '::before').webkitMaskImage"
_RANK = "e => getComputedStyle(e, '::before').content"


def _choose(phone: Phone, signs: str) -> None:
    """Taps signs behind the gear."""
    phone.tap(".gear")
    phone.tap(f"[data-setting=signs][value='{signs}']")
    phone.page.keyboard.press("Escape")


@pytest.mark.browser
@pytest.mark.layout
def test_a_phone_shows_the_signs_and_ranks_that_it_chose(hold: Hold) -> None:
    phone = hold(LARGE, used=True)
    phone.open("/rules/tute/trick")
    king = phone.page.get_by_role("button", name="king of hearts")
    before = king.inner_text()
    assert king.locator("b").evaluate(_RANK) == "none", "in English the cards are French"
    _choose(phone, "spanish")
    phone.open("/rules/tute/trick")
    assert "signs/spanish-h" in king.locator(".sign").evaluate(_SIGN)
    assert king.locator("b").evaluate(_RANK) == '"12"'
    # What is copied, found or read aloud stays as it was.
    assert king.inner_text() == before
    _choose(phone, "french")
    assert king.locator("b").evaluate(_RANK) == "none"


#: Language, game; words of a card; the file of its sign; what is drawn for its rank.
NATIONAL = [
    ("es", "tute", "caballo de oros", "spanish-d", '"11"'),
    ("es", "briscola", "sota de espadas", "spanish-s", '"10"'),
    ("es", "malilla", "rey de bastos", "spanish-c", '"12"'),
    ("it", "briscola", "cavallo di coppe", "italian-h", '"C"'),
    ("de", "schafkopf", "Eichel-Ober", "german-c", '"O"'),
]


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize(("code", "slug", "words", "sign", "rank"), NATIONAL)
def test_players_see_and_hear_the_cards_that_they_have(
    hold: Hold, code: str, slug: str, words: str, sign: str, rank: str
) -> None:
    phone = hold(LARGE, used=True)
    phone.open("/")
    phone.context.add_cookies([{"name": "django_language", "value": code, "url": phone.address}])
    phone.open(f"/rules/{slug}/trick")
    card = phone.page.get_by_role("button", name=words, exact=True)
    assert sign in card.locator(".sign").evaluate(_SIGN)
    assert card.locator("b").evaluate(_RANK) == rank
    box = card.locator(".sign").bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 20
    _choose(phone, "french")
    assert card.locator("b").evaluate(_RANK) == "none"
    assert card.locator(".sign").evaluate(_SIGN) == "none"
    _choose(phone, "")
    assert card.locator("b").evaluate(_RANK) == rank


@pytest.mark.parametrize("code", [code for code, _ in settings.LANGUAGES])
def test_signs_of_a_game_are_known_packs(code: str) -> None:
    for game in all_games().values():
        for lang, pack in game.national_signs.items():
            assert pack in PACKS
            assert lang in dict(settings.LANGUAGES)
        if code in game.national_signs:
            with translation.override(code):
                assert card_label("QH", language(code, game.slug)) != card_label("QH", language(code)), game.slug


@pytest.mark.django_db
def test_a_table_keeps_its_signs_and_says_them_on_its_pages() -> None:
    pages = Pages()
    match = pages.start("tute", 4)
    table = Match.objects.get(id=match).table_id
    assert _FRENCH.search(pages.get(f"/matches/{match}").content.decode())
    forms = read_forms(pages.get(f"/tables/{table}").content.decode())
    form = next(one for one in forms if one.action.endswith("/change"))
    pages.post(f"/tables/{table}/change", {**form.sent(), "signs": "spanish"})
    for path in (f"/matches/{match}", f"/matches/{match}/board", f"/tables/{table}"):
        assert 'data-signs="spanish"' in pages.get(path).content.decode()
    assert '<option value="spanish" selected>' in pages.get(f"/tables/{table}").content.decode()
    pages.post(f"/tables/{table}/change", {**form.sent(), "signs": "nonsense"})
    assert _FRENCH.search(pages.get(f"/matches/{match}").content.decode())


@pytest.mark.browser
@pytest.mark.layout
def test_a_phone_that_has_chosen_nothing_shows_the_signs_of_its_table(hold: Hold) -> None:
    phone = hold(LARGE, used=True)
    match = phone.start("gong-zhu", ["Ada", "Ben", "Cleo", "Dan"])
    phone.page.get_by_role("link", name="Table", exact=True).click()
    phone.page.locator("[aria-labelledby=players] summary").click()
    phone.page.locator("#signs").select_option("german")
    phone.page.locator("form[action$='/change'] button.first").click()
    phone.open(match)
    root = phone.page.locator("html")
    expect(root).to_have_attribute("data-signs", "german")
    _choose(phone, "french")
    phone.page.reload()
    expect(root).to_have_attribute("data-signs", "french")
