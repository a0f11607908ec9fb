"""Taps at the table, in a real browser: nothing is saved twice or by accident, nothing moves under a thumb."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser import LARGE, SMALL, Phone
from tests.conftest import Hold
from tests.pages.phone import NAMES

pytestmark = [pytest.mark.browser, pytest.mark.layout]

FOUR = NAMES[:4]


def _middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _tap_spot(phone: Phone, place: Locator, times: int, apart: int) -> None:
    """Taps the same spot of the screen again and again, whatever lies there by then."""
    x, y = _middle(place)
    for number in range(times):
        if number:
            phone.page.wait_for_timeout(apart)
        phone.page.touchscreen.tap(x, y)


def _slowly(milliseconds: int) -> Callable[[Route], None]:
    """Lets a request pass after a while."""

    def wait(route: Route) -> None:
        route.request.frame.page.wait_for_timeout(milliseconds)
        route.continue_()

    return wait


def _hands(phone: Phone) -> int:
    return phone.page.locator(".sheet tbody").count()


def _ready(button: Locator) -> Locator:
    """The button, once the pause after the last change is over."""
    expect(button).to_be_enabled()
    return button


@pytest.mark.parametrize("apart", [60, 180, 350])
def test_a_double_tap_on_the_winner_saves_one_hand(hold: Hold, apart: int) -> None:
    phone = hold(used=True)
    phone.start("truco", FOUR)
    winner = _ready(phone.page.locator(".save-options button").first)
    _tap_spot(phone, winner, 2, apart)
    phone.saved(1)
    phone.page.wait_for_timeout(1000)
    assert _hands(phone) == 1
    assert phone.totals() == ["1", "0"]
    _ready(winner).click()
    phone.saved(2)
    assert phone.problems == []


@pytest.mark.parametrize("apart", [60, 180, 350])
def test_a_double_tap_on_save_saves_one_hand_and_undo_takes_one_back(hold: Hold, apart: int) -> None:
    phone = hold(used=True)
    phone.start("points", FOUR[:2])
    for number in (1, 2):
        phone.page.locator(".entry-of input").first.fill("5")
        _tap_spot(phone, _ready(phone.page.locator(".save")), 2, apart)
        phone.saved(number)
        phone.page.wait_for_timeout(800)
    assert _hands(phone) == 2
    _tap_spot(phone, _ready(phone.page.locator(".undo")), 2, apart)
    phone.page.wait_for_timeout(1000)
    assert _hands(phone) == 1
    assert phone.totals() == ["5", "0"]


def test_a_double_tap_on_start_records_nothing(hold: Hold) -> None:
    """The bar of the match page lies where the button was that started the match."""
    phone = hold(used=True)
    phone.open("/new/truco")
    for place, name in enumerate(FOUR):
        phone.page.locator(".seat input[type=text]").nth(place).fill(name)
    x, y = _middle(phone.page.locator(".save"))
    phone.page.touchscreen.tap(x, y)
    phone.page.wait_for_url(re.compile("/matches/"))
    phone.page.touchscreen.tap(x, y)
    phone.page.wait_for_timeout(1000)
    assert _hands(phone) == 0


def test_a_double_tap_that_ends_the_match_starts_no_rematch(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("truco", FOUR)
    for number in range(1, 5):
        phone.page.locator("#c-stake .option").nth(1 if number < 5 else 0).click()
        _tap_spot(phone, _ready(phone.page.locator(".save-options button").first), 2, 250)
        phone.saved(number)
    assert "win" in phone.page.locator(".headline").inner_text()
    phone.page.wait_for_timeout(1000)
    assert phone.page.url.endswith(match)
    _ready(phone.page.locator(".save")).click()
    phone.page.wait_for_url(lambda url: not url.endswith(match))


def test_a_tap_while_the_hand_is_being_saved_reaches_nothing_behind_the_bar(hold: Hold) -> None:
    phone = hold()
    match = phone.start("points", FOUR[:2])
    for number in range(1, 13):  # the sheet reaches below the bar
        phone.page.locator(".entry-of input").first.fill("5")
        _ready(phone.page.locator(".save")).click()
        phone.saved(number)
    phone.page.route(re.compile(r"/hands$"), _slowly(600))
    phone.page.locator(".entry-of input").first.fill("5")
    phone.page.locator(".save").evaluate("() => window.scrollTo(0, 400)")
    x, y = _middle(_ready(phone.page.locator(".save")))
    phone.page.touchscreen.tap(x, y)
    phone.page.evaluate(
        """([x, y]) => {
          for (let left = 20; left < 380; left += 20) {
            const behind = document.elementFromPoint(left, y);
            behind.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, clientX: left, clientY: y}));
          }
        }""",
        [x, y],
    )
    phone.saved(13)
    assert phone.page.url.endswith(match)
    assert _hands(phone) == 13


@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
def test_what_was_saved_is_seen_at_once(hold: Hold, size: tuple[int, int]) -> None:
    """The bar says it, Undo is beside it, the totals are in view, although the page was scrolled."""
    phone = hold(size=size, used=True)
    phone.start("skat", NAMES[:3])
    phone.tap("#c-declarer .option", 1)
    phone.tap("#c-game .option", 2)
    phone.page.evaluate("() => window.scrollTo(0, 2000)")
    _ready(phone.page.locator(".save")).click()
    phone.saved(1)
    assert phone.page.locator("#verdict").inner_text().split() == ["Saved:", "Ben", "+20"]
    assert phone.page.locator("#announcement").inner_text().split() == ["Saved:", "Ben", "+20"]
    assert phone.page.evaluate("() => window.scrollY") == 0
    figure = phone.page.locator(".total .figure").nth(1)
    expect(figure).to_be_in_viewport()
    assert figure.inner_text() == "20"
    expect(phone.page.locator("#verdict")).to_be_in_viewport()
    _ready(phone.page.locator(".undo")).click()
    phone.page.locator("#verdict", has_text="Undone: Hand 1 recorded").wait_for()
    assert phone.totals() == ["0", "0", "0"]
    assert phone.page.evaluate("() => window.scrollY") == 0


@pytest.mark.parametrize("slug", ["card-stock-market", "zetema", "points"])
def test_an_untouched_form_saves_nothing(hold: Hold, slug: str) -> None:
    phone = hold(used=True)
    phone.start(slug, FOUR[:3])
    if slug == "card-stock-market":
        for place in range(4):
            phone.page.locator(".entry fieldset").nth(place).locator(".option").first.click()
        _ready(phone.page.locator(".save")).click()
        phone.saved(1)
    before = _hands(phone)
    _ready(phone.page.locator(".save")).click()
    phone.page.get_by_text("Nothing has been tapped yet").wait_for()
    assert _hands(phone) == before
    assert phone.page.locator("#waiting-hands .count").inner_text() == ""
    passed = phone.page.locator(".nothing button")
    if passed.count():
        assert f"tap “{passed.inner_text()}”" in phone.page.locator("#questions").inner_text()
        _ready(passed).click()
        phone.saved(before + 1)
    assert phone.problems == []


def test_a_deal_of_calypso_ends_with_one_tap_and_the_count_is_asked_about(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("calypso", FOUR)
    for number in (1, 2):
        over = phone.page.get_by_role("button", name=f"Deal {number} is over")
        expect(phone.page.locator("#entry .first").locator("visible=true")).to_have_count(1)
        _ready(over).click()
        phone.saved(number)
    phone.tap("#entry details.more > summary")
    phone.tap("#c-what .option:has-text('The count already')")
    expect(phone.page.locator("#verdict")).to_contain_text("3 of 4 deals are played. Is the match over?")
    assert len(phone.page.locator(".entry-of .is-active").all()) == 1
    _ready(phone.page.locator(".save")).click()
    phone.page.get_by_text("This is still needed.").first.wait_for()
    assert phone.page.locator(".sheet tbody").count() == 2


def test_a_captured_card_looks_used_and_goes_where_it_is_tapped_last(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("nine-card-don", FOUR)
    phone.tap("#c-trump .option", 2)
    blocks = phone.page.locator("#c-events_H .at-once .options")
    ours, theirs = (blocks.nth(side).locator("button").first for side in (0, 1))
    _ready(ours).click()
    expect(ours).to_have_accessible_name("5 of hearts : Ada & Cleo")
    expect(ours).to_have_attribute("aria-pressed", "true")
    expect(theirs).to_have_class(re.compile("used-out"))
    theirs.click()
    expect(theirs).to_have_accessible_name("5 of hearts : Ben & Dan")
    expect(ours).to_have_class(re.compile("used-out"))
    assert phone.page.locator("#c-events_H .event-list li").count() == 1
    theirs.click()
    expect(phone.page.locator("#c-events_H .event-list li")).to_have_count(0)


def test_three_taps_on_one_spot_are_three_entries(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("twenty-five", FOUR)
    button = phone.page.locator('.events button[name$=".add"]').locator("visible=true").first
    button.scroll_into_view_if_needed()
    before = _middle(button)
    _tap_spot(phone, button, 3, 120)
    entries = phone.page.locator(".event-list li")
    expect(entries).to_have_count(3)
    assert len({re.sub(r"^\d+", "", text) for text in entries.all_inner_texts()}) == 1
    assert _middle(button) == before
    assert phone.problems == []


def test_no_button_moves_while_a_list_grows(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("twenty-five", NAMES[:6])
    # The fold of the note is below the list.
    summaries = ".entry details:not(.hand-note) > summary"
    buttons = phone.page.locator(f".entry button:not(.drop):not(.save-bar *), .entry .option, {summaries}")

    def places() -> list[tuple[float, float]]:
        scrolled = phone.page.evaluate("() => window.scrollY")
        return [(x, y + scrolled) for x, y in map(_middle, buttons.locator("visible=true").all())]

    before = places()
    for number, place in enumerate([0, 3, 3, 5], start=1):
        phone.page.locator('.events button[name$=".add"]').nth(place).click()
        expect(phone.page.locator(".event-list li")).to_have_count(number)
        assert places() == before
    phone.page.locator(".drop").nth(1).click()
    expect(phone.page.locator(".event-list li")).to_have_count(3)
    assert places() == before


def test_a_hand_is_saved_with_all_taps_that_came_before(hold: Hold) -> None:
    """The network is slow: five tricks and Save are tapped before the first answer is there."""
    phone = hold()
    phone.start("twenty-five", NAMES[:2])
    phone.page.route(re.compile(r"/try$"), _slowly(150))
    _ready(phone.page.locator(".save"))
    phone.page.evaluate(
        """() => {
          const buttons = document.querySelectorAll('.events button[name$=".add"]');
          for (const place of [0, 1, 0, 0, 0]) buttons[place].click();
          document.querySelector("#entry .save").click();
        }"""
    )
    phone.saved(1)
    assert phone.totals() == ["20", "5"]


def test_what_lacks_an_answer_is_not_added_and_says_what_it_lacks(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("zetema", FOUR[:2])
    phone.tap(".events details.more > summary")
    phone.tap("details.kind summary", 1)  # an assembly
    phone.tap("details.kind[open] .option", 1)
    phone.page.locator("details.kind[open] > button:not(.leave-out)").click()
    phone.page.get_by_text("This is still needed.").wait_for()
    assert phone.page.locator(".event-list li").count() == 0
    assert "Say who and what" not in phone.page.content()
    phone.page.locator("details.kind[open] .control").nth(1).locator(".option").first.click()
    phone.page.locator("details.kind[open] > button:not(.leave-out)").click()
    expect(phone.page.locator(".event-list li")).to_have_count(1)
    assert "Ben" in phone.page.locator(".event-list li").inner_text()
    assert phone.page.get_by_text("This is still needed.").count() == 0


def test_the_players_keep_their_places_from_hand_to_hand(hold: Hold) -> None:
    """With four players another one sits out in each hand; the place of that name stays."""
    phone = hold(used=True)
    phone.start("skat", FOUR)
    seen = []
    for number in range(1, 5):
        options = phone.page.locator("#c-declarer .option")
        assert [one.inner_text().split("\n")[0] for one in options.all()[:4]] == FOUR
        out = [one.inner_text() for one in options.all() if one.locator("input").is_disabled()]
        assert len(out) == 1
        seen += out
        next(one for one in options.all() if not one.locator("input").is_disabled()).click()
        phone.tap("#c-game .option", 0)
        _ready(phone.page.locator(".save")).click()
        phone.saved(number)
    assert sorted(seen) == sorted(FOUR)


def test_the_stakes_keep_their_places_near_the_end(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("truco", FOUR)

    def places() -> list[tuple[float, float]]:
        return [(round(x), round(y)) for x, y in map(_middle, phone.page.locator("#c-stake .option").all())]

    before = places()
    for number in range(1, 4):
        _ready(phone.page.locator(".save-options button").first)
        phone.tap("#c-stake .option", 1)
        phone.page.locator(".save-options button").first.click()
        phone.saved(number)
        assert [x for x, _ in places()] == [x for x, _ in before]
        assert [y - places()[0][1] for _, y in places()] == [y - before[0][1] for _, y in before]
    assert phone.page.locator("#c-stake input:disabled").count() > 0


def test_the_winners_keep_their_places_in_the_hand_of_eleven(hold: Hold) -> None:
    """One more answer is possible there; it stands in a row of its own."""
    phone = hold(used=True)
    phone.start("truco", FOUR)
    winners = phone.page.locator(".save-options button:not(.apart)")
    before = [round(_middle(one)[0]) for one in winners.all()]
    for number, stake in enumerate([2, 1, 0, 0], start=1):
        phone.tap("#c-stake .option", stake)
        _ready(winners.first).click()
        phone.saved(number)
    assert phone.totals() == ["11", "0"]
    apart = phone.page.locator(".save-options .apart").bounding_box()
    assert apart
    assert [round(_middle(one)[0]) for one in winners.all()] == before
    assert apart["y"] + apart["height"] <= min(_middle(one)[1] for one in winners.all())


@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
def test_the_bar_shows_every_player_and_touches_no_button(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    phone.start("points", ["Maximilian", "Bernadette", "Christopher", "Alexandrina"])
    for place, value in enumerate([120, -35, 7, -200]):
        phone.page.locator(".entry-of input").nth(place).fill(str(value))
    phone.page.locator("#verdict .change").nth(3).wait_for()
    changes = phone.page.locator("#verdict .change")
    assert [one.locator("b").inner_text() for one in changes.all()] == ["+120", "−35", "+7", "−200"]
    width = size[0]
    for one in changes.all():
        box = one.locator("b").bounding_box()
        assert box
        assert 0 <= box["x"] < box["x"] + box["width"] <= width
    bar = phone.page.locator("#verdict").bounding_box()
    save = phone.page.locator(".save").bounding_box()
    assert bar
    assert save
    assert bar["y"] + bar["height"] <= save["y"]


def test_opening_prices_are_no_change_that_is_nothing(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("card-stock-market", FOUR[:3])
    for place in range(4):
        phone.page.locator(".entry fieldset").nth(place).locator(".option").first.click()
    expect(phone.page.locator("#verdict")).not_to_have_text("")
    expect(phone.page.locator("#outcome .result")).to_be_visible()
    assert "No change" not in phone.page.locator("#entry").inner_text()
    assert phone.page.locator("#verdict").inner_text() in phone.page.locator("#outcome h2").inner_text()


def test_a_correction_begins_with_its_questions_and_shows_who_had_won(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("truco", FOUR)
    _ready(phone.page.locator(".save-options button").nth(1)).click()
    phone.saved(1)
    phone.open(f"{match}/hands/1")
    assert phone.page.locator(".save-options .is-recorded").inner_text().startswith("Save: Ben")
    question = phone.page.locator("#c-stake").bounding_box()
    assert question
    assert question["y"] < 250
    assert phone.page.locator(".result").count() == 1
    _ready(phone.page.locator(".save-options button").first).click()
    phone.page.locator("#verdict", has_text="Corrected, hand 1").wait_for()
    assert phone.totals() == ["1", "0"]


def test_a_refused_correction_says_why(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("points", FOUR[:2])
    phone.page.locator(".entry-of input").first.fill("5")
    _ready(phone.page.locator(".save")).click()
    phone.saved(1)
    phone.open(f"{match}/hands/1")
    phone.page.locator(".entry-of input").first.fill("x")
    with phone.page.expect_response(lambda answer: answer.status == 422):
        _ready(phone.page.locator(".save")).click()
    phone.page.locator(".entry:not([inert]) .fault", has_text="A number is needed.").wait_for()
    phone.page.locator(".entry-of input").first.fill("7")
    _ready(phone.page.locator(".save")).click()
    phone.saved(1)
    assert phone.totals() == ["7", "0"]


def test_a_hand_that_is_still_open_is_corrected_on_its_own_page(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("zetema", FOUR[:2])
    phone.page.locator(".events label.option").first.click()
    phone.page.locator('.events button[name$=".add"]').first.click()
    expect(phone.page.locator(".event-list li")).to_have_count(1)
    _ready(phone.page.locator(".save")).click()
    phone.saved(1)
    before = phone.totals()
    phone.open(f"{match}/hands/1")
    expect(phone.page.locator(".event-list li")).to_have_count(1)
    phone.page.locator(".events label.option").nth(1).click()
    phone.page.locator('.events button[name$=".add"]').nth(1).click()
    expect(phone.page.locator(".event-list li")).to_have_count(2)
    _ready(phone.page.locator(".save")).click()
    phone.page.wait_for_url(re.compile(f"{match}$"))
    assert phone.totals() != before
    assert phone.page.locator("tbody.is-open").count() == 1
    assert phone.problems == []
