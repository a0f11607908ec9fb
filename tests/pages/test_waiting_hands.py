"""Hands that wait on a phone, in a real browser: no kind of answer loses one, and a person decides about it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from scoring.engine.form import Form
from scoring.engine.match import replay
from scoring.games import get
from tests.browser import LARGE, SMALL, Phone
from tests.conftest import Hold
from tests.pages.phone import NAMES
from tests.pages.tapping import Finger
from tests.server import Running

pytestmark = [pytest.mark.browser, pytest.mark.layout]

TWO = NAMES[:2]
RECORD = re.compile(r"/hands$")
"""The address that hands are sent to."""

NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', {value: undefined})"
"""As on http in a local network, where browsers have no Web Locks."""


def _scores(phone: Phone | Page) -> Locator:
    page = phone.page if isinstance(phone, Phone) else phone
    return page.locator(".entry-of input")


def _box(phone: Phone | Page) -> Locator:
    page = phone.page if isinstance(phone, Phone) else phone
    return page.locator("#waiting-hands")


def _button(phone: Phone, name: str) -> Locator:
    return _box(phone).get_by_role("button", name=name, exact=True)


def _waiting(phone: Phone | Page, count: int) -> None:
    """Waits until the page says that so many hands wait."""
    words = "One hand is kept" if count == 1 else f"{count} hands are kept"
    (phone.page if isinstance(phone, Phone) else phone).get_by_text(words).wait_for()


def _says(phone: Phone, words: str) -> None:
    _box(phone).get_by_text(words).wait_for()


def _nothing_waits(phone: Phone) -> None:
    _box(phone).wait_for(state="hidden")


def _save(phone: Phone, score: object) -> None:
    """Enters Ada's score and taps Save."""
    _scores(phone).nth(0).fill(str(score))
    phone.tap(".save")


def _throw_away(phone: Phone) -> None:
    """Throws away the first of the waiting hands, and means it."""
    _button(phone, "Throw away").click()
    _button(phone, "Yes, throw away").click()


def _first_form(slug: str) -> Form:
    """The form of the first hand of a game for four."""
    game = get(slug)
    start = replay(game, 4, [])
    return game.form(start.open_match.setup, start.state)


def _sent_in_a_minute(phone: Phone) -> int:
    """How many hands this phone sends in the next minute, by a clock that was installed before."""
    sent: list[str] = []
    phone.page.on("request", lambda request: sent.append(request.url) if RECORD.search(request.url) else None)
    for _ in range(6):  # one retry may be set by another
        phone.page.clock.fast_forward(10_000)
        phone.page.evaluate("() => fetch('/health')")  # behind whatever was sent before
    return len(sent)


def _with_clock(hold: Hold) -> Phone:
    """A phone with a match of Points, whose clock a test may turn on."""
    phone = hold()
    match = phone.start("points", TWO)
    phone.page.clock.install()
    phone.open(match)
    return phone


def _save_offline(phone: Phone, *scores: object) -> None:
    """Saves hands without network; Ada's score of each. The network stays away."""
    phone.context.set_offline(True)
    for count, score in enumerate(scores, start=1):
        _save(phone, score)
        _waiting(phone, count)


def _look_at_the_refused(phone: Phone) -> None:
    """Back in the network: the first of the waiting hands, whose score is ``x``, is refused and opened in the form."""
    phone.context.set_offline(False)
    _says(phone, "A number is needed.")
    _button(phone, "Look at it").click()
    expect(_scores(phone).nth(0)).to_have_value("x")


def _slowly(route: Route) -> None:
    """Lets a request pass after the answers to others."""
    route.request.frame.page.wait_for_timeout(1500)
    route.continue_()


def _summaries(phone: Phone) -> int:
    return phone.page.locator(".sheet tbody").count()


def _answer(phone: Phone, **answer: Any) -> None:
    """From now on, saving a hand gets this answer from something on the way."""
    phone.page.route(RECORD, lambda route: route.fulfill(**answer))


def _second_phone(hold: Hold, first: Phone, match: str) -> Phone:
    """Another scorer at the same table, with this match open."""
    phone = hold(used=True)
    phone.context.add_cookies([dict(cookie) for cookie in first.context.cookies()])  # type: ignore[misc]
    phone.open(match)
    return phone


PORTAL = "<!doctype html><title>Hotel</title><p>Welcome! Please sign in to our network."

OTHER_ANSWERS: list[tuple[dict[str, Any], str, bool]] = [
    ({"status": 404, "body": "Not found"}, "The server does not know this match", False),
    ({"status": 403, "body": "Forbidden"}, "This phone may not save hands", False),
    ({"status": 401, "body": "Who are you?"}, "The server wants you to sign in", False),
    ({"status": 400, "body": "Bad request"}, "The server did not accept it (400)", False),
    ({"status": 409, "body": "Conflict, says a proxy"}, "Another phone has changed the match", False),
    ({"status": 422, "body": "No, says a proxy"}, "The server gave no reason", False),
    ({"status": 429, "body": "Slow down", "headers": {"Retry-After": "3"}}, "The server is busy", True),
    ({"status": 500, "body": "Oops"}, "The server has a problem (500)", True),
    ({"status": 502, "body": "Bad gateway"}, "The server has a problem (502)", True),
    ({"status": 200, "content_type": "text/html", "body": PORTAL}, "not the Companion", True),
    ({"status": 204}, "not the Companion", True),
    ({"status": 302, "headers": {"Location": "https://portal.invalid/"}}, "not the Companion", True),
]
"""What may come back instead of the sheet; what the page then says; whether it tries again by itself."""


@pytest.mark.parametrize(
    ("answer", "words", "again"), OTHER_ANSWERS, ids=[str(case[0]["status"]) for case in OTHER_ANSWERS]
)
def test_any_other_answer_keeps_every_hand(hold: Hold, answer: dict[str, Any], words: str, again: bool) -> None:
    phone = hold()
    match = phone.start("points", TWO)
    _save_offline(phone, 10, 20)
    _answer(phone, **answer)
    phone.context.set_offline(False)
    _says(phone, words)
    _waiting(phone, 2)
    assert "Round 1: Ada 10" in _box(phone).inner_text()
    phone.open(match)  # the page of a browser that was closed in between
    _says(phone, words)
    _waiting(phone, 2)
    assert _summaries(phone) == 0
    phone.page.wait_for_timeout(1000)  # for the attempts that opening the page makes
    phone.page.unroute(RECORD)
    if not again:
        _button(phone, "Try again").click()
    phone.saved(2)
    _nothing_waits(phone)
    assert phone.totals() == ["30", "0"]


def test_a_match_that_is_gone_stays_in_sight_while_a_hand_waits(hold: Hold) -> None:
    """Deleted, or the phone's link was withdrawn: without a hand the page would give way to "not found"."""
    phone = hold()
    phone.start("points", TWO)
    _save_offline(phone, 10)
    _answer(phone, status=404, body="Not found")
    phone.page.route(re.compile("/now$"), lambda route: route.fulfill(status=404, body="Not found"))
    phone.context.set_offline(False)
    _says(phone, "The server does not know this match")
    with phone.page.expect_response(re.compile("/now$")):
        phone.page.evaluate("() => { liveMatch.refresh() }")
    phone.page.wait_for_timeout(500)
    assert "Round 1: Ada 10" in _box(phone).inner_text()
    with phone.page.expect_navigation():
        _throw_away(phone)
        phone.page.evaluate("() => { liveMatch.refresh() }")


def test_a_broken_connection_keeps_the_hand_until_it_works(hold: Hold) -> None:
    phone = hold()
    phone.start("points", TWO)
    phone.page.route(RECORD, lambda route: route.abort("connectionreset"))
    _save(phone, 10)
    _says(phone, "No network")
    _waiting(phone, 1)
    assert _scores(phone).nth(0).input_value() == "", "the form is free for the next hand"
    phone.page.unroute(RECORD)
    phone.saved(1)
    _nothing_waits(phone)
    assert phone.totals() == ["10", "0"]


def test_an_answer_that_stalls_keeps_the_hand(hold: Hold) -> None:
    phone = _with_clock(hold)
    phone.page.route(RECORD, lambda route: None)
    _save(phone, 10)
    phone.page.locator("#entry[inert]").wait_for()  # a second tap does nothing
    phone.page.clock.fast_forward(10_500)
    _says(phone, "No answer from the server in time")
    _waiting(phone, 1)
    phone.page.unroute(RECORD)
    phone.page.clock.fast_forward(5000)
    phone.saved(1)
    assert phone.totals() == ["10", "0"]


def test_a_page_that_answers_instead_of_the_sheet_does_not_clear_a_hand_just_saved(hold: Hold) -> None:
    phone = hold()
    phone.start("points", TWO)
    _answer(phone, status=200, content_type="text/html", body=PORTAL)
    _save(phone, 10)
    _says(phone, "not the Companion")
    _waiting(phone, 1)
    assert phone.page.get_by_text("Welcome!").count() == 0
    phone.page.unroute(RECORD)
    phone.saved(1)


def test_a_form_whose_token_is_too_old_is_sent_with_a_new_one(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("points", TWO)
    phone.context.clear_cookies(name="csrftoken")
    _save(phone, 10)
    phone.saved(1)
    assert phone.totals() == ["10", "0"]


def test_a_browser_killed_while_it_sends_still_has_the_hand(hold: Hold, browser: Browser, server: str) -> None:
    phone = hold()
    match = phone.start("points", TWO)
    phone.page.route(RECORD, lambda route: None)
    _save(phone, 10)
    phone.page.locator("#entry[inert]").wait_for()
    state = phone.context.storage_state()
    phone.context.close()
    with browser.new_context(storage_state=state) as context:
        again = context.new_page()
        again.goto(f"{server}{match}")
        again.locator(".sheet a[href$='/hands/1']").wait_for()
        assert again.locator(".total .figure").all_inner_texts() == ["10", "0"]
        again.goto(f"{server}{match}")
        again.wait_for_timeout(500)
        assert again.locator(".sheet tbody").count() == 1


def test_a_browser_killed_after_the_hand_arrived_does_not_record_it_twice(hold: Hold, browser: Browser) -> None:
    phone = hold()
    match = phone.start("points", TWO)

    def lose_the_answer(route: Route) -> None:
        route.fetch()

    phone.page.route(RECORD, lose_the_answer)
    _save(phone, 10)
    phone.page.locator("#entry[inert]").wait_for()
    phone.page.wait_for_timeout(500)
    state = phone.context.storage_state()
    phone.context.close()
    with browser.new_context(storage_state=state) as context:
        again = context.new_page()
        again.goto(f"{phone.address}{match}")
        again.wait_for_timeout(1500)
        assert _box(again).is_hidden()
        assert again.locator(".sheet tbody").count() == 1


def test_the_next_dealer_is_shown_while_a_hand_waits(hold: Hold) -> None:
    """Who leads and who sits out is for the sheet to say; who deals goes round."""
    phone = hold()
    phone.start("skat", NAMES[:4])
    badges = phone.page.locator("#top .badge")
    assert [one.is_visible() for one in badges.all()] == [True] * 3, "who deals, sits out and leads in deal 1"
    hand = {"kind": "suit", "trump": "H", "declarer": 1, "matadors": {"with": 1}, "outcome": {"won": True}}
    phone.context.set_offline(True)
    Finger(phone).enter(_first_form("skat"), hand)
    _waiting(phone, 1)
    assert [one.inner_text() for one in badges.all() if one.is_visible()] == ["deals"]
    assert _dealer(phone) == NAMES[1]
    phone.context.set_offline(False)
    phone.saved(1)
    expect(badges.filter(has_text="leads")).to_be_visible()
    assert _dealer(phone) == NAMES[1]


def _dealer(phone: Phone) -> str:
    """Who deals, as the head shows it."""
    shown = phone.page.locator(".player:has(.badge:text-is('deals'):visible) .name")
    return shown.inner_text() if shown.count() else ""


def test_the_same_player_deals_again_after_a_void_deal_that_waits(hold: Hold) -> None:
    phone = hold()
    phone.start("truco", NAMES[:4])
    assert _dealer(phone) == NAMES[0]
    phone.context.set_offline(True)
    Finger(phone).enter(_first_form("truco"), {"kind": "void"})
    _waiting(phone, 1)
    assert _dealer(phone) == NAMES[0]


def test_a_dealer_that_depends_on_the_hand_is_not_shown(hold: Hold) -> None:
    phone = hold()
    phone.start("linger-longer", NAMES[:4])
    assert _dealer(phone) == NAMES[0]
    phone.context.set_offline(True)
    Finger(phone).enter(_first_form("linger-longer"), {"kind": "result", "winner": 1, "cards_left": 2})
    _waiting(phone, 1)
    assert _dealer(phone) == ""


def test_totals_have_the_waiting_hands_that_the_phone_can_add_up(hold: Hold) -> None:
    """The points of a plain sheet are the figures that were typed."""
    phone = hold()
    phone.start("points", TWO)
    _save_offline(phone, 12, "3×20-1")
    assert phone.totals() == ["71", "0"]
    assert phone.page.locator(".short-totals b").all_text_contents() == ["71", "0"]
    assert phone.page.locator(".next").inner_text() == "Round 3 · totals with 2 kept hands"
    phone.context.set_offline(False)
    phone.saved(2)
    assert phone.totals() == ["71", "0"]
    assert phone.page.locator(".next").inner_text() == "Round 3"


def test_totals_without_the_waiting_hands_say_so(hold: Hold) -> None:
    """The score of a hand of Skat is the server's to count: the totals are marked, and so is the sheet."""
    phone = hold()
    phone.start("skat", NAMES[:3])
    hand = {"kind": "suit", "trump": "H", "declarer": 1, "matadors": {"with": 1}, "outcome": {"won": True}}
    Finger(phone).enter(_first_form("skat"), hand)
    phone.saved(1)
    before = phone.totals()
    phone.context.set_offline(True)
    Finger(phone).enter(_first_form("skat"), hand)
    _waiting(phone, 1)
    assert phone.totals() == before
    assert phone.page.locator(".next").inner_text().endswith(" · totals without 1 kept hand")
    assert phone.page.locator("#sheet h2").first.inner_text() == "Score sheet · totals without 1 kept hand"


def test_a_waiting_hand_is_called_and_counted_as_in_the_head(hold: Hold) -> None:
    """A hand of Tute that was drawn is not counted: the third one on the sheet is still hand 2."""
    phone = hold()
    phone.start("tute", NAMES[:4])
    form = _first_form("tute")
    drawn = {"kind": "played", "trump": "C", "card_points": [65, 55], "last_trick": 1}
    Finger(phone).enter(form, drawn)
    phone.saved(1)
    heading = phone.page.locator(".next")
    assert heading.inner_text() == "Hand 1 of 1"
    phone.context.set_offline(True)
    Finger(phone).enter(form, drawn)
    _waiting(phone, 1)
    assert "Hand 1 of 1: " in _box(phone).inner_text()
    assert heading.inner_text() == "Hand 2 · totals without 1 kept hand", "there is no hand 2 of 1"


def test_a_waiting_deal_is_no_hand(hold: Hold) -> None:
    phone = hold()
    phone.start("skat", NAMES[:3])
    phone.context.set_offline(True)
    for count in (1, 2):
        phone.tap("#c-declarer .option")
        phone.tap("#c-game .option")
        phone.tap(".save-options button" if phone.page.locator(".save-options").is_visible() else ".save")
        _waiting(phone, count)
        assert "Deal 1 of 36: " in _box(phone).inner_text()
        assert phone.page.locator(".next").inner_text().startswith(f"Deal {count + 1} of 36 · totals without")


# -- refusals ------------------------------------------------------------------------------------------


def test_a_refused_hand_loses_nothing_and_overwrites_nothing(hold: Hold) -> None:
    """The defect this queue was built for: the first of two is refused while somebody enters a third."""
    phone = _with_clock(hold)
    _save_offline(phone, "x", 20)
    _scores(phone).nth(0).fill("7")
    phone.context.set_offline(False)
    _says(phone, "Not accepted. A number is needed.")
    _waiting(phone, 2)
    assert "Round 1: Ada x" in _box(phone).inner_text()
    assert _scores(phone).nth(0).input_value() == "7"
    assert phone.page.locator(".next").inner_text().startswith("Round 3")
    assert _sent_in_a_minute(phone) == 0, "only a temporary problem is tried again"
    assert _summaries(phone) == 0
    assert _scores(phone).nth(0).input_value() == "7"


def test_a_refused_hand_is_looked_at_and_corrected(hold: Hold) -> None:
    phone = hold()
    phone.start("points", TWO)
    _save_offline(phone, "x", 20)
    _scores(phone).nth(0).fill("7")
    _look_at_the_refused(phone)
    phone.page.locator("#c-scores .fault").get_by_text("A number is needed.").wait_for()
    _says(phone, "The hand you were entering comes back afterwards.")
    _save(phone, 10)
    phone.saved(2)
    _nothing_waits(phone)
    assert phone.totals() == ["30", "0"]
    expect(_scores(phone).nth(0)).to_have_value("7")
    phone.tap(".save")
    phone.saved(3)
    assert phone.totals() == ["37", "0"]
    assert phone.page.locator(".sheet tbody .cell b").all_inner_texts() == ["37", "30", "10"]


@pytest.mark.parametrize("waiting", [["x"], ["x", 20]], ids=["one", "two"])
def test_the_hand_that_was_set_aside_comes_after_all_that_waited(hold: Hold, waiting: list[object]) -> None:
    """Also where the server draws its form later than it takes the hands."""
    phone = hold()
    phone.start("points", TWO)
    _save_offline(phone, *waiting)
    _scores(phone).nth(0).fill("7")
    _look_at_the_refused(phone)
    _scores(phone).nth(0).fill("10")
    phone.page.route(re.compile("/try$"), _slowly)
    phone.tap(".save")
    phone.saved(len(waiting))
    expect(_scores(phone).nth(0)).to_have_value("7")
    phone.tap(".save")
    phone.saved(len(waiting) + 1)
    _nothing_waits(phone)
    assert phone.totals()[0] == str(7 + 10 + sum(score for score in waiting if isinstance(score, int)))


def test_a_correction_that_is_refused_again_still_waits(hold: Hold) -> None:
    phone = hold()
    match = phone.start("points", TWO)
    _save_offline(phone, "x", 20)
    _look_at_the_refused(phone)
    _save(phone, "y")
    _says(phone, "Round 1: Ada y")
    _waiting(phone, 2)
    phone.page.locator("#c-scores .fault").wait_for()
    phone.open(match)
    _waiting(phone, 2)
    _says(phone, "A number is needed.")


def test_looking_without_a_change_leaves_the_queue_as_it_was(hold: Hold) -> None:
    phone = _with_clock(hold)
    _save_offline(phone, 10, 20)
    _scores(phone).nth(1).fill("3")
    _button(phone, "Look at it").click()
    expect(_scores(phone).nth(0)).to_have_value("10")
    _scores(phone).nth(0).fill("99")
    phone.context.set_offline(False)
    assert _sent_in_a_minute(phone) == 0, "a hand that somebody is correcting is not sent"
    assert _summaries(phone) == 0
    _button(phone, "Leave it as it was").click()
    phone.saved(2)
    assert phone.totals() == ["30", "0"]
    expect(_scores(phone).nth(1)).to_have_value("3")


def test_a_hand_is_corrected_while_there_is_no_network(hold: Hold) -> None:
    """Without the server the page fills in the form itself: choices, figures, cards, lists of events."""
    phone = hold()
    phone.start("gong-zhu", NAMES[:4])
    phone.context.set_offline(True)
    phone.tap(".card-buttons button", 0)
    phone.tap(".rest-buttons button", 2)
    phone.tap(".save")
    _waiting(phone, 1)
    _button(phone, "Look at it").click()
    _says(phone, "It is in the form below")
    assert "owned hue p0" in (phone.page.locator(".card-buttons button").nth(0).get_attribute("class") or "")
    assert phone.page.locator(".rest-buttons button").nth(2).get_attribute("aria-pressed") == "true"
    phone.tap(".owner-buttons button", 1)
    phone.tap(".card-buttons button", 0)
    phone.tap(".save")
    _says(phone, "No network")
    phone.context.set_offline(False)
    phone.saved(1)
    assert phone.totals()[1] == "−100"


def test_a_refused_hand_is_thrown_away_only_after_a_second_tap(hold: Hold) -> None:
    phone = hold()
    phone.start("points", TWO)
    _save_offline(phone, "x", 20, 30)
    phone.context.set_offline(False)
    _says(phone, "A number is needed.")
    _button(phone, "Throw away").click()
    _says(phone, "Throw it away? It cannot be brought back.")
    _button(phone, "No, keep it").click()
    _waiting(phone, 3)
    _throw_away(phone)
    phone.saved(2)
    _nothing_waits(phone)
    assert phone.totals() == ["50", "0"], "the later hands are recorded as hands 1 and 2, without a question"


def test_a_hand_saved_while_another_is_refused_waits_behind_it(hold: Hold) -> None:
    phone = hold()
    phone.start("points", TWO)
    _save_offline(phone, "x", 20)
    phone.context.set_offline(False)
    _says(phone, "A number is needed.")
    _save(phone, 30)
    _waiting(phone, 3)
    assert _summaries(phone) == 0
    _throw_away(phone)
    phone.saved(2)
    assert phone.page.locator(".sheet tbody .cell b").all_inner_texts() == ["50", "20"]


def test_a_hand_refused_at_once_stays_in_the_form_and_survives_a_reload(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("points", TWO)
    _save(phone, "x")
    phone.page.locator("#c-scores .fault").wait_for()
    assert _box(phone).is_hidden(), "the form itself says what is wrong"
    other = _second_phone(hold, phone, match)
    _scores(other).nth(1).fill("5")
    other.tap(".save")
    other.saved(1)
    phone.page.locator(".total .figure", has_text="5").wait_for()
    assert _scores(phone).nth(0).input_value() == "x", "what another phone records does not empty the form"
    phone.open(match)
    _waiting(phone, 1)
    assert "Round 1: Ada x" in _box(phone).inner_text()


# -- two phones, one hand -----------------------------------------------------------------------------------


def _overtaken(hold: Hold) -> tuple[Phone, str]:
    """A phone whose hands 1 and 2 wait, while another phone has recorded hand 1."""
    phone = hold()
    match = phone.start("points", TWO)
    other = _second_phone(hold, phone, match)
    _save_offline(phone, 10, 20)
    _scores(other).nth(1).fill("5")
    other.tap(".save")
    other.saved(1)
    phone.context.set_offline(False)
    _says(phone, "Hand 1 has been recorded on another phone")
    _waiting(phone, 2)
    return phone, match


def test_another_phone_was_faster_and_this_is_a_further_hand(hold: Hold) -> None:
    phone, _ = _overtaken(hold)
    _button(phone, "Save as hand 2").click()
    phone.saved(3)
    _nothing_waits(phone)
    assert phone.totals() == ["30", "5"]


def test_another_phone_was_faster_and_this_is_the_same_hand(hold: Hold) -> None:
    phone, _ = _overtaken(hold)
    _throw_away(phone)
    phone.saved(2)
    _nothing_waits(phone)
    assert phone.totals() == ["20", "5"], "the second hand is still hand 2, so nobody is asked again"


def test_another_phone_was_faster_and_the_hand_is_looked_at(hold: Hold) -> None:
    phone, match = _overtaken(hold)
    phone.open(match)
    _button(phone, "Look at it").click()
    expect(_scores(phone).nth(0)).to_have_value("10")
    _save(phone, 11)
    phone.saved(3)
    assert phone.totals() == ["31", "5"]


def test_the_next_hand_is_not_taken_for_another_phones(hold: Hold) -> None:
    """Hand 1 is sent while hand 2 is being entered: hand 2 must not be refused because of hand 1."""
    phone = hold()
    phone.start("points", TWO)
    _save_offline(phone, 10)
    _scores(phone).nth(0).fill("20")
    phone.context.set_offline(False)
    phone.saved(1)
    assert _scores(phone).nth(0).input_value() == "20"
    phone.tap(".save")
    phone.saved(2)
    assert phone.totals() == ["30", "0"]


def test_a_hand_corrected_after_its_answer_was_lost_asks_what_was_meant(hold: Hold) -> None:
    phone = hold()
    phone.start("points", TWO)

    arrived: list[int] = []

    def lose_the_answer(route: Route) -> None:
        if not arrived:
            arrived.append(route.fetch().status)
        route.abort("connectionreset")

    phone.page.route(RECORD, lose_the_answer)
    _save(phone, 10)
    _waiting(phone, 1)
    _button(phone, "Look at it").click()
    expect(_scores(phone).nth(0)).to_have_value("10")
    phone.page.unroute(RECORD)
    _save(phone, 12)
    phone.page.locator("#entry .warn").get_by_text("Hand 1 is on the sheet already, as it was before").wait_for()
    _waiting(phone, 1)
    _throw_away(phone)
    _nothing_waits(phone)
    assert phone.totals() == ["10", "0"]


def test_a_hand_saved_in_parts_keeps_its_number(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("linger-longer", NAMES[:4])
    Finger(phone).enter(_first_form("linger-longer"), {"kind": "tricks", "trick_winners": [2]})
    phone.page.locator(".sheet .is-open").wait_for()
    phone.page.locator("#entry button[name='trick_winners.add']").nth(2).click()
    expect(phone.page.locator(".event-list li")).to_have_count(2)
    with phone.page.expect_response(RECORD) as response:
        phone.tap(".save")
    assert response.value.status == 200
    expect(phone.page.locator("#entry[data-number='1']:not([inert]) .event-list li")).to_have_count(2)
    assert _box(phone).is_hidden()
    assert _summaries(phone) == 1


# -- tabs, storage, an older version ------------------------------------------------------------------------


@pytest.mark.parametrize("locks", [True, False], ids=["web-locks", "no-web-locks"])
def test_two_tabs_share_one_queue(hold: Hold, locks: bool) -> None:
    phone = hold()
    if not locks:
        phone.context.add_init_script(NO_LOCKS)
    match = phone.start("points", TWO)
    second = phone.context.new_page()
    second.goto(f"{phone.address}{match}")
    _save_offline(phone, 10)
    _waiting(second, 1)
    _scores(second).nth(0).fill("20")
    second.locator(".save").click()
    _waiting(second, 2)
    _waiting(phone, 2)
    sent: list[str] = []
    phone.context.on("request", lambda request: sent.append(request.url) if RECORD.search(request.url) else None)
    phone.context.set_offline(False)
    phone.saved(2)
    second.locator(".sheet a[href$='/hands/2']").wait_for()
    for page in (phone.page, second):
        _box(page).wait_for(state="hidden")
        assert page.locator(".total .figure").all_inner_texts() == ["30", "0"]
    if locks:
        assert len(sent) == 2, "one tab sends while the other one waits"
    _scores(second).nth(0).fill("30")
    second.locator(".save").click()
    phone.saved(3)


def test_a_second_tap_on_save_does_nothing(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("points", TWO)
    _scores(phone).nth(0).fill("10")
    phone.page.locator(".save").dblclick()
    phone.saved(1)
    phone.page.wait_for_timeout(1000)
    assert _summaries(phone) == 1
    assert _box(phone).is_hidden()


FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
BLOCKED = (
    "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('blocked', 'SecurityError'); }})"
)


@pytest.mark.parametrize("script", [FULL, BLOCKED], ids=["full", "blocked"])
def test_a_phone_that_cannot_keep_hands_says_so_and_leaves_the_form_filled_in(hold: Hold, script: str) -> None:
    phone = hold()
    phone.context.add_init_script(script)
    phone.start("points", TWO)
    phone.context.set_offline(True)
    _save(phone, 10)
    _says(phone, "This phone cannot keep the hand for later, because its storage is full or blocked.")
    assert _scores(phone).nth(0).input_value() == "10"
    phone.context.set_offline(False)
    phone.tap(".save")
    phone.saved(1)
    _nothing_waits(phone)
    assert phone.totals() == ["10", "0"]


@pytest.mark.parametrize("waiting", [["x"], ["x", 20]], ids=["one", "two"])
def test_a_full_storage_brings_back_the_hand_that_was_set_aside(hold: Hold, waiting: list[object]) -> None:
    phone = hold()
    phone.start("points", TWO)
    _save_offline(phone, *waiting)
    _scores(phone).nth(0).fill("7")
    _look_at_the_refused(phone)
    phone.page.evaluate(f"() => {{ {FULL} }}")
    _save(phone, 10)
    phone.saved(len(waiting))
    _nothing_waits(phone)
    expect(_scores(phone).nth(0)).to_have_value("7")
    phone.tap(".save")
    phone.saved(len(waiting) + 1)
    assert phone.totals() == [str(7 + 10 + sum(score for score in waiting if isinstance(score, int))), "0"]


def test_hands_kept_by_the_first_version_are_sent(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("points", TWO)
    token = phone.page.locator("[name=csrfmiddlewaretoken]").first.input_value()
    old = [
        {
            "to": f"{match}/hands",
            "fields": [
                ["csrfmiddlewaretoken", token],
                ["_once", f"token-of-an-old-form-{number}"],
                ["_number", str(number)],
                ["_version", "0"],
                ["scores.0", str(number * 10)],
                ["scores.1", ""],
            ],
        }
        for number in (1, 2)
    ]
    phone.page.evaluate(
        "([key, hands]) => localStorage.setItem(key, JSON.stringify(hands))",
        [f"companion:waiting:{match.removeprefix('/matches/')}", old],
    )
    phone.open(match)
    phone.saved(2)
    assert phone.totals() == ["30", "0"]


def test_hands_wait_while_the_server_is_away_and_are_sent_in_order(hold: Hold, running: Running) -> None:
    phone = hold()
    phone.start("points", TWO)
    running.stop()
    for count, score in enumerate((10, 20, 30), start=1):
        _save(phone, score)
        _waiting(phone, count)
    running.start()
    phone.page.locator(".sheet a[href$='/hands/3']").wait_for(timeout=40_000)
    assert phone.page.locator(".sheet tbody .cell b").all_inner_texts() == ["60", "30", "10"]


# -- how it looks ----------------------------------------------------------------------------------------------


def _measure(phone: Phone, name: str) -> None:
    assert phone.overflow() <= 0, name
    assert phone.small_targets() == [], name
    assert phone.small_text() == [], name
    for theme in phone.themes():
        assert phone.barriers(theme) == [], (name, theme)
        phone.screenshot(f"{name}-{theme}")


@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
def test_the_box_fits_the_phone_in_every_state(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size)
    look = f"waiting-{size[0]}"
    phone.start("points", ["Ada-Magdalena", "Bartholomäus", "Cleo"])
    _save_offline(phone, "x", 20)
    _measure(phone, f"{look}-1-no-network")
    _scores(phone).nth(0).fill("7")
    phone.context.set_offline(False)
    _says(phone, "Not accepted")
    _measure(phone, f"{look}-2-refused")
    _button(phone, "Throw away").click()
    _measure(phone, f"{look}-3-throw-away")
    _button(phone, "No, keep it").click()
    _button(phone, "Look at it").click()
    _says(phone, "It is in the form below")
    _measure(phone, f"{look}-4-look")
    assert phone.page.locator("#waiting-hands [role=status]").count() == 1


def test_without_network_the_bar_says_nothing_of_an_earlier_hand(hold: Hold) -> None:
    """What it said of the form before is gone with the first tap; a kept hand is not called by the one before it."""
    phone = hold()
    phone.start("skat", NAMES[:3])
    bar = phone.page.locator("#verdict")
    phone.tap("#c-declarer .option", 0)
    phone.tap("#c-game .option", 0)
    expect(bar).to_contain_text("+24")
    phone.tap(".save:not([data-locked])")
    phone.saved(1)
    expect(bar).to_contain_text("Saved")
    phone.context.set_offline(True)
    phone.tap("#c-declarer .option", 1)
    expect(bar).to_have_text("")
    phone.tap("#c-game .option", 1)
    phone.tap(".save:not([data-locked])")
    expect(bar).to_have_text("Kept on this phone")
    phone.context.set_offline(False)
    phone.page.evaluate("() => dispatchEvent(new Event('online'))")
    phone.saved(2)
    expect(bar).to_contain_text("Saved")
    expect(bar).to_contain_text("+22")


@pytest.mark.parametrize(
    ("game", "hand", "save"), [("points", "Round", ".save"), ("truco", "Hand", ".save-options button")]
)
def test_a_kept_hand_that_is_looked_at_is_not_taken_for_the_next(hold: Hold, game: str, hand: str, save: str) -> None:
    """Its title is in sight, and the bar names it until it is sent."""
    phone = hold(size=SMALL)
    phone.start(game, NAMES[: 2 if game == "points" else 4])
    phone.context.set_offline(True)
    if game == "points":
        _scores(phone).nth(0).fill("10")
    phone.tap(save, 0)
    _waiting(phone, 1)
    title, bar = phone.page.locator(".coming .next"), phone.page.locator(".save-bar")
    expect(bar).not_to_contain_text(f"{hand} 1", timeout=5000)
    _button(phone, "Look at it").click()
    expect(title).to_have_text(f"{hand} 1 · kept on this phone", timeout=5000)
    expect(title).to_be_in_viewport(timeout=5000)
    change = f"Change: {hand} 1"
    named = f"{hand} 1" if game == "points" else change  # where the answers save, no other button has the name
    expect(bar.locator(".kept-hand")).to_have_text(f"{named} · kept on this phone", timeout=5000)
    expect(bar.locator(".verdict-text")).to_have_text("", timeout=5000)
    expect(bar.locator(".save")).to_have_text(change, timeout=5000)
    _measure(phone, f"waiting-look-{game}")
    phone.tap(save, 0)
    _says(phone, "No network")
    phone.context.set_offline(False)
    phone.page.evaluate("() => dispatchEvent(new Event('online'))")
    phone.saved(1)
    expect(title).to_have_text(f"{hand} 2", timeout=5000)
    expect(bar.locator(".kept-hand")).to_have_count(0)
    expect(bar.locator(".save")).to_have_text("Save", timeout=5000)
