"""Every card picker as it is drawn, also those of other ways of entry (a usual hand: tests/looks)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Locator

from scoring.games import all_games, get
from tests.browser import LARGE, Phone
from tests.conftest import Hold
from tests.pages.phone import NAMES

pytestmark = [pytest.mark.browser, pytest.mark.layout]

CARD = re.compile(r"[♣♠♥♦]\ufe0e(10|[2-9AKQJ])")

MOST_CARDS = 2
"""How many cards of a picker are tapped."""

_CONTROLS = """() => [...document.getElementById("entry")
    .querySelectorAll("button, .option, .toggle, select, input[type=text], a[href]")]
  .filter((one) => one.checkVisibility({checkVisibilityCSS: true}))
  .map((one) => {
    const named = one.matches(".option") ? one : one.labels?.[0] ?? one;
    const copy = named.cloneNode(true);
    for (const image of copy.querySelectorAll("[role=img]")) image.replaceWith(image.getAttribute("aria-label"));
    for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
    return {
      drawn: named.innerText.trim() || named.querySelector("svg")?.checkVisibility(),
      name: one.getAttribute("aria-label") ?? copy.textContent.trim(),
      signs: [...one.querySelectorAll(".sign")].map((sign) => sign.innerText),
    };
  })"""


def _look(phone: Phone) -> list[Any]:
    """Every control that is seen. Each has text, its signs are drawn, and its name has words for them."""
    controls: list[Any] = phone.page.evaluate(_CONTROLS)
    for control in controls:
        assert control["drawn"], control
        assert control["name"], control
        assert not re.search("[♣♠♥♦]", control["name"]), control
        assert all(re.fullmatch("[♣♠♥♦]\ufe0e", sign) for sign in control["signs"]), control
    return controls


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_every_control_is_drawn_with_its_signs_and_named_in_words(hold: Hold, slug: str) -> None:
    phone = hold(size=LARGE, used=True)
    phone.start(slug, NAMES[: get(slug).players[0]])
    assert _look(phone)
    for number, picker in enumerate(
        phone.page.locator(".card-buttons").all()
    ):  # also those of questions that are hidden
        _give_cards(picker, f"{slug} {number}")


def _give_cards(picker: Locator, where: str) -> None:
    cards = picker.locator("button")
    drawn = cards.all_text_contents()
    assert all(CARD.fullmatch(text) for text in drawn), (where, drawn)
    for place in range(MOST_CARDS):
        card = cards.nth(place)
        card.evaluate("(button) => button.click()")
        owner = picker.locator("xpath=preceding-sibling::*").locator("[aria-pressed=true]").text_content() or ""
        assert card.text_content() == drawn[place] + owner[0], where
        name = card.get_attribute("aria-label") or ""
        assert re.fullmatch(r"(10|[2-9]|ace|king|queen|jack) of (clubs|spades|hearts|diamonds), .+", name), where
        assert name.endswith(f", {owner}")


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("de", "Pik-Dame"), ("es", "dama de picas"), ("fr", "dame de pique"), ("it", "donna di picche"),
        ("pt-br", "dama de espadas"), ("ru", "дама, пики"), ("zh-hans", "黑桃Q"),
    ],
)  # fmt: skip
def test_a_card_has_its_name_in_the_language_of_the_page(hold: Hold, language: str, name: str) -> None:
    phone = hold(size=LARGE, used=True)
    match = phone.start("gong-zhu", NAMES[:4])
    phone.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": phone.address}])
    phone.open(match)
    names = [one.get_attribute("aria-label") for one in phone.page.locator(".card-buttons button").all()]
    assert name in names


def test_whoever_has_the_rest_is_not_asked_for_cards(hold: Hold) -> None:
    """Gong Zhu, the rest to the first player: the next card is the second one's. Seven taps with Save."""
    phone = hold(size=LARGE, used=True)
    phone.start("gong-zhu", NAMES[:4])
    phone.tap(".rest-buttons button", 0)
    for owner, card in enumerate(("queen of spades", "jack of diamonds", "10 of clubs"), start=1):
        if owner > 1:
            phone.tap(".owner-buttons button", owner)
        assert phone.page.locator(".owner-buttons [aria-pressed=true]").all_text_contents() == [NAMES[owner]]
        phone.tap(f'.card-buttons button[aria-label="{card}"]')
        assert phone.page.locator(f'.card-buttons button[aria-label="{card}, {NAMES[owner]}"]').count() == 1
    phone.tap(".save:not([data-locked])")
    phone.saved(1)
    assert phone.taps == 7
    # Somebody who has cards of their own may get more of them.
    phone.tap('.card-buttons button[aria-label="queen of spades"]')
    phone.tap(".rest-buttons button", 0)
    assert phone.page.locator(".owner-buttons [aria-pressed=true]").all_text_contents() == [NAMES[0]]
