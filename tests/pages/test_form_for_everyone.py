"""The form of a hand by keyboard, by a screen reader, in forced colours, with large text and with long names."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from scoring.games import all_games, get
from tests.browser import LARGE, SMALL, Phone
from tests.conftest import Hold
from tests.pages.phone import NAMES

pytestmark = [pytest.mark.browser, pytest.mark.layout]

SLUGS = sorted(all_games())
LONG = ["Bartholomäus", "Maximiliane", "Konstantinos", "Alexandrina", "Christopher"]
"""Names of up to twelve letters."""

MOST_TAPS = 10

#: Buttons whose text is wider than they are. A name may end in an ellipsis only above a column.
_CUT = """() => [...document.querySelectorAll("#entry button:not(.plain), #entry .option > span")]
  .filter((one) => one.checkVisibility({checkVisibilityCSS: true}) && !one.closest(".hush"))
  .filter((one) => {
    const [range, box] = [document.createRange(), one.getBoundingClientRect()];
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement.closest(".hush")) continue;
      range.selectNodeContents(walker.currentNode);
      const text = range.getBoundingClientRect();
      const sticksOut = text.left < box.left - 1 || text.right > box.right + 1 || text.bottom > box.bottom + 2;
      if (text.width && sticksOut) return true;
    }
    return false;
  })
  .map((one) => `${one.innerText} ${Math.round(one.getBoundingClientRect().width)}`)"""


def _tap(phone: Phone) -> None:
    """Taps options and buttons of lists from top to bottom, looking after each tap."""
    for place in range(MOST_TAPS):
        one = phone.page.locator("#entry .option:not(:has(:disabled))").locator("visible=true").nth(place)
        if not one.count():
            break
        one.evaluate("(one) => one.querySelector('input').click()")
        _look(phone)
    one = phone.page.locator("#entry .events .options button:enabled").locator("visible=true").first
    if one.count():
        one.click()
        phone.page.wait_for_function("() => !document.querySelector('.htmx-request')")
        _look(phone)


def _look(phone: Phone) -> None:
    for width, height in (SMALL, LARGE):
        phone.page.set_viewport_size({"width": width, "height": height})
        _look_at_the_size(phone)


def _look_at_the_size(phone: Phone) -> None:
    tree = phone.page.locator("#entry").aria_snapshot()
    names = re.findall(r'- (?:button|radio|checkbox|textbox|group|link|list) "([^"]*)"', tree)
    assert names
    assert not [name for name in names if re.search("[♣♠♥♦]", name)], tree
    unnamed = re.search(r"- (?:button|radio|checkbox|textbox)(?: \[\w+(?:=\w+)?\])*(?::|$)", tree, re.M)
    assert not unnamed, tree
    assert phone.page.evaluate(_CUT) == [], phone.page.viewport_size
    assert phone.overflow() <= 0, phone.page.viewport_size


@pytest.mark.parametrize("slug", SLUGS)
def test_every_control_has_words_and_room_for_them(hold: Hold, slug: str) -> None:
    """On both phones, untouched and after each tap."""
    phone = hold(used=True)
    phone.start(slug, LONG[: get(slug).players[0]])
    _look(phone)
    _tap(phone)


# -- by the screen reader's tree alone ---------------------------------------------------------------------------------


def _group(phone: Phone, name: str) -> Locator:
    return phone.page.get_by_role("group", name=re.compile(f"^{re.escape(name)}"))


def test_a_hand_of_skat_by_its_words_alone(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("skat", NAMES[:3])
    _group(phone, "Who played?").get_by_role("radio", name="Ben", exact=True).check()
    _group(phone, "Which game?").get_by_role("radio", name="hearts", exact=True).check()
    matadors = _group(phone, "Matadors")
    expect(matadors).to_have_accessible_name(re.compile("assumed until you tap"))
    matadors.get_by_role("radio", name="Against 2", exact=True).check()
    expect(matadors).to_have_accessible_name("Matadors")
    _group(phone, "Result").get_by_role("radio", name="Lost, schneider", exact=True).check()
    _group(phone, "Bid").get_by_role("radio", name="24", exact=True).check()
    phone.page.get_by_role("button", name="Save", exact=True).click()
    phone.saved(1)
    assert phone.totals() == ["0", "−80", "0"]


def test_a_hand_of_truco_by_its_words_alone(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("truco", NAMES[:4])
    _group(phone, "Stake in force").get_by_role("radio", name="3 truco").check()
    _group(phone, "Who won the hand?").get_by_role("button", name="Ben & Dan").click()
    phone.saved(1)
    assert phone.totals() == ["0", "3"]


def test_a_hand_of_gong_zhu_by_its_words_alone(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("gong-zhu", NAMES[:4])
    owners, cards = _group(phone, "Whose cards?"), _group(phone, "The cards")
    owners.get_by_role("button", name="Ben", exact=True).click()
    expect(owners.get_by_role("button", name="Ben", exact=True)).to_have_attribute("aria-pressed", "true")
    cards.get_by_role("button", name="queen of spades", exact=True).click()
    expect(cards.get_by_role("button", name="queen of spades, Ben", exact=True)).to_be_visible()
    _group(phone, "All the others to").get_by_role("button", name="Cleo", exact=True).click()
    phone.page.get_by_role("button", name="Save", exact=True).click()
    phone.saved(1)
    assert phone.totals()[1] == "−100"


# -- by keyboard -------------------------------------------------------------------------------------------------------


def test_a_hand_of_skat_by_keyboard(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("skat", NAMES[:3])
    keyboard = phone.page.keyboard
    phone.page.locator("#c-declarer input").first.focus()
    keyboard.press("Space")
    keyboard.press("ArrowRight")  # Ben
    keyboard.press("Tab")
    keyboard.press("Tab")  # the rule on the next question lies between
    phone.page.locator("#c-game input").first.focus()
    keyboard.press("Space")
    expect(phone.page.locator("#verdict")).to_contain_text("Ben +24")
    expect(phone.page.locator(".save")).to_be_enabled()  # for a moment after the page was opened it is not
    for _ in range(40):
        if phone.page.evaluate("() => document.activeElement.matches('.save')"):
            break
        keyboard.press("Tab")
    keyboard.press("Enter")
    phone.saved(1)
    assert phone.totals() == ["0", "24", "0"]


def test_numbers_and_cards_by_keyboard(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("belote", NAMES[:4])
    phone.page.locator("#c-taker input").nth(1).focus()
    phone.page.keyboard.press("Space")
    phone.page.locator("#c-trump input").first.focus()
    phone.page.keyboard.press("Space")
    phone.page.locator("#c-trick_points input").first.focus()
    phone.page.keyboard.type("70")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("#c-trick_points input").nth(1)).to_be_focused()
    expect(phone.page.locator("#c-trick_points input").nth(1)).to_have_value("92")


# -- forced colours ----------------------------------------------------------------------------------------------------

_LOOKS = "(one) => { const style = getComputedStyle(one); return [style.backgroundColor, style.borderStyle].join(); }"


@pytest.mark.parametrize(
    ("slug", "chosen", "other"),
    [
        ("skat", "#c-declarer .option:has(:checked) > span", "#c-declarer .option:not(:has(:checked)) > span"),
        ("gong-zhu", ".owner-buttons [aria-pressed=true]", ".owner-buttons [aria-pressed=false]"),
        ("democracy", ".pad [aria-pressed=true]", ".pad [aria-pressed=false]"),
    ],
)
def test_what_is_chosen_is_seen_in_forced_colours(hold: Hold, slug: str, chosen: str, other: str) -> None:
    phone = hold(used=True)
    phone.page.emulate_media(forced_colors="active")
    try:
        phone.start(slug, NAMES[: get(slug).players[0]])
        if slug == "skat":
            phone.tap("#c-declarer .option", 1)
        if slug == "democracy":
            phone.tap('.pad [data-value="5"]')
            phone.page.locator(".entry-of input").first.click()
        looks = [phone.page.locator(one).first.evaluate(_LOOKS) for one in (chosen, other)]
        assert looks[0] != looks[1]
    finally:
        phone.page.emulate_media(forced_colors="none")
