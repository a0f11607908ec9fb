"""The signs of the suits as a phone's choice: French, German, Spanish or Italian ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rulesref.pictures.signs import SIGNS, sign_file
from scoring.card_html import card_html
from scoring.models import Match
from tests.browser import LARGE
from tests.conftest import Hold
from tests.pages.html_form import read_forms
from tests.pages.phone import Pages

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


@pytest.mark.browser
def test_a_phone_shows_the_signs_and_ranks_that_it_chose(hold: Hold) -> None:
    phone = hold(LARGE)
    phone.open("/rules/tute/trick")
    king = phone.page.get_by_role("button", name="king of hearts")
    before = king.inner_text()
    button = phone.page.locator("[data-setting=signs]")
    for name in ("German", "Spanish"):
        button.click()
        expect(button).to_contain_text(f"{name} suits")
    phone.open("/rules/tute/trick")
    mask = "e => getComputedStyle(e, '::before').maskImage || getComputedStyle(e, '::before').webkitMaskImage"
    assert "signs/spanish-h" in king.locator(".sign").evaluate(mask)
    content = "e => getComputedStyle(e, '::before').content"
    assert king.locator("b").evaluate(content) == '"R"'
    # What is copied, found or read aloud stays as it was.
    assert king.inner_text() == before
    button = phone.page.locator("[data-setting=signs]")
    expect(button).to_contain_text("Spanish suits")
    for name in ("Italian", "French"):
        button.click()
        expect(button).to_contain_text(f"{name} suits")
    assert king.locator("b").evaluate(content) == "none"


@pytest.mark.django_db
def test_a_table_keeps_its_signs_and_says_them_on_its_pages() -> None:
    pages = Pages()
    match = pages.start("tute", 4)
    table = Match.objects.get(id=match).table_id
    assert "data-table-signs" not in pages.get(f"/matches/{match}").content.decode()
    forms = read_forms(pages.get(f"/tables/{table}").content.decode())
    form = next(one for one in forms if one.action.endswith("/change"))
    pages.post(f"/tables/{table}/change", {**form.sent(), "signs": "spanish"})
    for path in (f"/matches/{match}", f"/matches/{match}/board", f"/tables/{table}"):
        assert 'data-table-signs="spanish"' in pages.get(path).content.decode()
    assert '<option value="spanish" selected>' in pages.get(f"/tables/{table}").content.decode()
    pages.post(f"/tables/{table}/change", {**form.sent(), "signs": "nonsense"})
    assert "data-table-signs" not in pages.get(f"/matches/{match}").content.decode()


@pytest.mark.browser
def test_a_phone_that_has_chosen_nothing_shows_the_signs_of_its_table(hold: Hold) -> None:
    phone = hold(LARGE)
    match = phone.start("gong-zhu", ["Ada", "Ben", "Cleo", "Dan"])
    phone.page.get_by_role("link", name="Table", exact=True).click()
    phone.page.locator("[aria-labelledby=players] summary").click()
    phone.page.locator("#signs").select_option("german")
    phone.page.locator("form[action$='/change'] button.first").click()
    phone.open(match)
    root = phone.page.locator("html")
    expect(root).to_have_attribute("data-signs", "german")
    button = phone.page.locator("[data-setting=signs]")
    for _ in range(3):
        button.click()
    expect(button).to_contain_text("French suits")
    phone.page.reload()
    expect(root).to_have_attribute("data-signs", "french")
