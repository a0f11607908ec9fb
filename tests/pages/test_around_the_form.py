"""The match page around the form, as it is drawn: menu, undo and redo, totals, sheet, bar, notices, last page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from scoring.engine.match import open_match
from scoring.games import get
from tests.browser import LARGE, SMALL
from tests.conftest import Hold
from tests.pages.phone import NAMES
from tests.pages.tapping import Finger

pytestmark = [pytest.mark.browser, pytest.mark.layout]

FOUR = NAMES[:4]
SEVEN = ["Jean-Baptiste", "Konstantinos", "Bartholomew", "Maximiliane", "Klaus-Dieter", "王小明", "W" * 35]

#: Elements of a selector whose boxes lie over each other.
OVERLAPS = """(selector) => {
  const boxes = [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => over(a, b))).length;
}"""


def _round(phone: object, *scores: int) -> None:
    for place, score in enumerate(scores):
        phone.page.locator(".entry-of input").nth(place).fill(str(score))  # type: ignore[attr-defined]
    phone.tap(".save")  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_the_other_buttons_are_in_a_sheet_and_undo_and_redo_in_the_open(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    phone.start("truco", FOUR)
    phone.tap(".save-options button", 1)
    phone.saved(1)
    undo, redo = phone.page.locator(".save-bar .undo"), phone.page.locator(".save-bar .redo")
    expect(redo).to_be_disabled()
    places = [undo.bounding_box(), redo.bounding_box()]
    expect(undo).to_be_enabled()
    undo.click()
    phone.page.locator("#verdict", has_text="Undone").wait_for()
    assert [undo.bounding_box(), redo.bounding_box()] == places, "no button moves"
    expect(redo).to_be_enabled()
    expect(redo).to_have_accessible_name("Redo: Hand 1 recorded")
    redo.click()
    phone.saved(1)
    menu = phone.page.locator("#menu")
    expect(menu).to_be_hidden()
    phone.tap(".menu-button")
    expect(menu).to_be_visible()
    phone.page.wait_for_timeout(800)  # the pause after a change
    assert phone.small_targets() == []
    assert phone.overflow() <= 0
    expect(menu.locator("summary")).to_have_text("Note on the match")
    for words in ("Players and seats", "Dealer and house rules", "Print"):
        expect(menu.get_by_text(words)).to_be_visible()
    menu.get_by_text("What was changed").click()
    row = phone.page.locator(".changes-list li").first
    assert phone.page.locator(".changes-list li", has_text="Hand 1 recorded").last.inner_text().count("+1") == 1, row
    assert phone.problems == []


@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_seven_long_names_lie_over_nothing(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    phone.start("points", SEVEN, rounds="2")
    _round(phone, 12, 3, -4, 5, 100, 7, 8)
    phone.saved(1)
    assert phone.page.evaluate(OVERLAPS, ".sheet thead .cell, .sheet thead .head-name:not(.cell *)") == 0
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    assert phone.page.locator(".sheet thead .head-name").evaluate_all(cut) == 0
    rows = phone.page.locator(".sheet tbody tr").evaluate_all(
        "(rows) => rows.map((row) => Math.round(row.lastElementChild.getBoundingClientRect().right))"
    )
    assert len(set(rows)) == 1, "the lines of all rows go through"
    verdict = phone.page.locator("#verdict").bounding_box()
    assert verdict
    assert verdict["height"] <= 49, "two lines at most"
    assert phone.page.locator("#verdict .change").count() == 7
    faces = phone.page.locator("#verdict .change").evaluate_all(
        "(all) => all.map((e) => getComputedStyle(e).fontFamily)"
    )
    assert len(set(faces)) == 1, "one typeface"
    assert phone.overflow() <= 0


def test_hands_won_are_large_where_they_decide(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("tute", FOUR, hands="3")
    opened = open_match(get("tute"), 4, {"hands": 3})
    form = opened.game.form(opened.setup, opened.state)
    for number, mine in enumerate((40, 62, 65), 1):
        hand = {"kind": "played", "card_points": [mine, 120 - mine], "last_trick": 0 if mine > 60 else 1}
        Finger(phone).enter(form, hand)
        phone.saved(number)
        if number == 2:
            assert phone.totals() == ["1", "1"]
            size = "(one) => parseFloat(getComputedStyle(one).fontSize)"
            large = phone.page.locator(".total .figure").first.evaluate(size)
            small = phone.page.locator(".total .its-points").first.evaluate(size)
            assert large > 2 * small
            assert phone.page.locator(".its-points").all_inner_texts() == ["112 points", "148 points"]
    phone.open(match)
    places = phone.page.locator(".places li").all_inner_texts()
    assert [" ".join(place.split()) for place in places] == [
        "1. Ada & Cleo 2 hands 187 points",
        "2. Ben & Dan 1 hand 203 points",
    ]
    phone.open(f"{match}/result")
    text = phone.page.locator("textarea").first.input_value()
    assert "1. Ada & Cleo: 2 hands (187 points)" in text
    assert phone.page.locator("#picture-view canvas").bounding_box()["width"] > 100  # type: ignore[index]


def test_the_beans_on_the_sheet_have_the_colours_of_their_sides(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("truco", FOUR)
    for number, side in enumerate((0, 1), 1):
        phone.tap(".save-options button", side)
        phone.saved(number)
        phone.page.wait_for_timeout(800)
    color = "(one) => getComputedStyle(one).backgroundColor"
    beans = [phone.page.locator(f".tally.p{side} i").first.evaluate(color) for side in (0, 1)]
    names = [
        phone.page.locator(f".sheet .p{side}.cell").evaluate("(one) => getComputedStyle(one).color") for side in (0, 1)
    ]
    assert beans == names
    assert beans[0] != beans[1]


def test_another_phones_hand_is_seen_when_it_comes(hold: Hold) -> None:
    scorer, other = hold(used=True), hold(size=SMALL, used=True)
    match = scorer.start("truco", ["Maximiliane", "Bartholomew", "Konstantinos", "Jean-Baptiste"])
    other.context.add_cookies([dict(cookie) for cookie in scorer.context.cookies()])  # type: ignore[misc]
    other.open(match)
    other.tap("#c-stake label", 1)  # a hand is being entered
    scorer.tap("#c-stake label", 1)
    scorer.tap(".save-options button", 1)
    scorer.saved(1)
    notice = other.page.locator("#announcement.is-shown")
    expect(notice).to_contain_text("Another phone recorded Hand 1")
    box = notice.bounding_box()
    assert box
    assert box["height"] >= 24
    totals, bar = (other.page.locator(one).bounding_box() for one in ("#top .head", ".save-bar"))
    assert totals
    assert bar
    assert totals["y"] + totals["height"] <= box["y"], "title and totals are not covered"
    assert box["y"] + box["height"] <= bar["y"], "nor are the buttons of the bar"
    expect(notice).to_have_count(0, timeout=15_000)


@pytest.mark.parametrize("still", [False, True], ids=["", "reduced motion"])
def test_the_end_is_cheered_once_and_not_where_motion_is_unwanted(hold: Hold, still: bool) -> None:
    phone = hold()
    if still:
        phone.page.emulate_media(reduced_motion="reduce")
    match = phone.start("points", ["Ada", "Ben", "Cleo"], rounds="1")
    phone.page.evaluate(
        "() => { window.cheers = 0; const heard = (event) => { window.cheers += event.animationName === 'cheers'; };"
        " document.addEventListener('animationstart', heard); }"
    )
    _round(phone, 30, 10, 10)
    phone.page.locator(".places").wait_for()
    if still:
        assert phone.page.locator(".won.is-cheered").count() == 0
    else:
        phone.page.wait_for_function("window.cheers > 0")
        expect(phone.page.locator(".won.is-cheered")).to_have_count(0)  # it ends
    assert [re.sub(r"\s+", " ", one) for one in phone.page.locator(".places li").all_inner_texts()] == [
        "1. Ada 30",
        "2. Ben 10",
        "2. Cleo 10",
    ]
    phone.open(match)
    assert phone.page.locator(".won").count() == 1
    assert phone.page.locator(".won.is-cheered").count() == 0


def test_the_totals_in_one_line_wait_until_the_large_ones_are_gone(hold: Hold) -> None:
    phone = hold(size=SMALL, used=True)
    phone.start("skat", FOUR[:3])
    phone.tap("#c-declarer .option", 1)  # the form unfolds: now there is something to scroll
    line = phone.page.locator(".short-totals p")
    head = phone.page.locator("#top .head").bounding_box()
    assert head
    for at in (0, int(head["y"] + head["height"]) - 60, int(head["y"] + head["height"]) - 20):
        phone.page.evaluate("(at) => window.scrollTo(0, at)", at)
        phone.page.wait_for_timeout(150)
        assert line.evaluate("(one) => getComputedStyle(one).visibility") == "hidden", at
    phone.page.evaluate("(at) => window.scrollTo(0, at)", head["y"] + head["height"] + 30)
    expect(line).to_be_visible()


def test_names_of_a_pair_are_whole_in_the_line_of_totals_and_longer_ones_end_with_dots(hold: Hold) -> None:
    phone = hold(size=SMALL, used=True)
    names = phone.page.locator(".short-totals .name")
    cut = "(all) => all.map((one) => one.scrollHeight > one.clientHeight + 2)"
    phone.start("tute", ["Íñigo José", "Begoña", "María del Carmen", "Paco"])
    assert names.evaluate_all(cut) == [False, False]
    phone.start("tute", ["W" * 40, "m" * 40, "Íñigo José", "Begoña"])
    assert names.evaluate_all(cut) == [True, True]
    assert names.last.evaluate("(one) => getComputedStyle(one).webkitLineClamp") == "2", "dots end the second line"


def test_who_won_how_many_matches_is_not_cut(hold: Hold) -> None:
    phone = hold(size=SMALL, used=True)
    phone.start("points", ["Maximiliana-Theresia", "Konstantin-Alexander"], rounds="1")
    for points in ((3, 1), (1, 3)):
        _round(phone, *points)
        phone.page.locator(".places").wait_for()
        phone.page.locator("form.over .save:enabled").click()
        phone.page.locator("#entry").wait_for()
    line = phone.page.locator(".evening-line .series")
    expect(line).to_contain_text("Konstantin-Alexander 1")
    assert line.evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_a_refused_copy_says_so_and_selects(hold: Hold) -> None:
    phone = hold()
    phone.page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: () => Promise.reject(new Error('no'))}})"
    )
    match = phone.start("truco", FOUR)
    phone.open(f"{match}/result")
    phone.tap("[data-copy]")
    expect(phone.page.locator("[data-copy]").first).to_have_text("Not allowed here: selected, copy it yourself")
    assert phone.page.evaluate("document.activeElement.selectionEnd > 10")


def test_what_this_phone_saves_is_not_said_to_be_of_another_one(hold: Hold) -> None:
    """The sheet comes by the stream before the answer to the save, or to Undo, is there."""
    phone = hold()
    phone.start("points", ["Ada", "Ben"])
    phone.page.evaluate("""() => {
        window.said = [];
        const place = document.getElementById("announcement");
        new MutationObserver(() => window.said.push(place.textContent)).observe(place, {childList: true});
    }""")

    def late(route: Route) -> None:
        answer = route.fetch()
        phone.page.locator(".sheet tbody tr").nth(0).wait_for(
            state="visible" if "hands" in route.request.url else "hidden"
        )
        route.fulfill(response=answer)

    phone.page.route(re.compile("/(hands|undo)$"), late)
    _round(phone, 30, 10)
    phone.saved(1)
    expect(phone.page.locator(".undo")).to_be_enabled()
    phone.page.locator(".undo").click()
    phone.page.locator("#verdict", has_text="Undone").wait_for()
    assert not [text for text in phone.page.evaluate("window.said") if "another phone" in text.lower()]
