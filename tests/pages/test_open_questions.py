"""Open questions: an empty form that is saved leads to the first, and what belongs together stands together."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import SMALL
from tests.conftest import Hold
from tests.pages.phone import NAMES, Pages

pytestmark = [pytest.mark.browser, pytest.mark.layout]

_COLORS = "(one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).borderColor].join()"
_PLACE = "(one) => { const box = one.getBoundingClientRect(); return [Math.round(box.x), Math.round(box.y)]; }"


def test_save_on_an_empty_form_goes_to_the_first_open_question(hold: Hold) -> None:
    """The bar then says what is still to tap, no longer what was saved."""
    phone = hold(size=SMALL, used=True)
    phone.start("couillon", NAMES[:4])
    phone.tap("#c-accepted_by .option", 1)
    for key in "12":
        phone.tap(f'.pad [data-digit="{key}"]')
    phone.tap('.pad [data-digit="1"]')
    phone.tap('.pad [data-digit="5"]')
    phone.tap(".save:not([data-locked])")
    phone.saved(1)
    assert phone.page.locator("#verdict").inner_text().startswith("Saved")
    phone.tap(".save:not([data-locked])")
    expect(phone.page.locator("#c-accepted_by-errors")).to_contain_text("Nothing has been tapped yet")
    expect(phone.page.locator("#verdict")).to_have_text(re.compile("Still to tap: Who accepted the trump suit?"))
    assert "turned up" not in phone.page.locator("#verdict").inner_text()
    question, bar = phone.page.locator("#c-accepted_by").bounding_box(), phone.page.locator(".save-bar").bounding_box()
    assert question
    assert bar
    assert 0 <= question["y"] < question["y"] + question["height"] <= bar["y"]


def test_with_and_against_stand_below_each_other(hold: Hold) -> None:
    phone = hold(used=True)
    phone.start("skat", NAMES[:3])
    phone.tap("#c-declarer .option", 0)
    phone.tap("#c-game .option", 0)
    places = [option.evaluate(_PLACE) for option in phone.page.locator("#c-matadors .option").all()]
    assert len(places) == 10
    assert len({y for _, y in places}) == 2
    assert [x for x, _ in places[:5]] == [x for x, _ in places[5:]]
    phone.tap("#c-matadors .option", 9)
    texts = phone.page.locator("#c-matadors_against .option").all_inner_texts()
    assert texts[0].split() == ["Against", "5"]
    assert not phone.page.locator("#c-matadors_with").is_visible()


def test_a_list_that_grows_shows_no_refusal(hold: Hold) -> None:
    """A hand of Truco as it went: one trick, then a call without its answer, then the trick that decides it."""
    phone = hold(size=SMALL, used=True)
    phone.start("truco", NAMES[:4])
    phone.tap("#entry summary", 0)
    phone.tap("#c-entry .option", 1)
    for button in ("trick0", "call0.1"):
        phone.tap(f'#c-events button[value="{button}"]')
        expect(phone.page.locator("#verdict")).to_have_text(re.compile("Still to enter: The hand as it went"))
        expect(phone.page.locator("#entry .fault").locator("visible=true")).to_have_count(0)
    phone.tap('#c-events button[value="accept1"]')
    phone.tap('#c-events button[value="trick0"]')
    expect(phone.page.locator("#verdict")).to_contain_text("+3")


def test_a_choice_of_five_stands_in_one_row(hold: Hold) -> None:
    """Truco's stakes on the smallest phone: the last one does not stand alone."""
    phone = hold(size=SMALL, used=True)
    phone.start("truco", NAMES[:4])
    places = [option.evaluate(_PLACE) for option in phone.page.locator("#c-stake .option").all()]
    assert len(places) == 5
    assert len({y for _, y in places}) == 1
    assert phone.overflow() == 0


def test_a_correction_opens_no_fold_for_a_question_that_is_hidden(hold: Hold) -> None:
    """A null that was entered by its usual questions: nothing in the fold was answered."""
    phone = hold(used=True)
    match = phone.start("skat", NAMES[:3])
    phone.tap("#c-declarer .option", 0)
    phone.tap("#c-game .option", 5)
    phone.tap(".save:not([data-locked])")
    phone.saved(1)
    phone.open(f"{match}/hands/1")
    fold = phone.page.locator("#questions details.more")
    expect(fold).to_have_count(1)
    assert not fold.evaluate("(details) => details.open")


def test_the_start_page_shows_that_a_rule_is_looked_up(hold: Hold) -> None:
    """The first search after the server's start takes a while: the button shows it, and is as before after Back."""
    phone = hold(size=SMALL)
    phone.open("/")
    button = phone.page.locator(".ask[role=search] button")
    before = button.evaluate(_COLORS)
    phone.page.evaluate(
        "() => addEventListener('pagehide', () => {"
        " const one = document.querySelector('.ask[role=search] button');"
        f" sessionStorage.setItem('asked', ({_COLORS})(one));"
        " sessionStorage.setItem('said', document.querySelector('.asked').innerText); })"
    )
    phone.page.locator("#q").fill("king")
    button.click()
    phone.page.wait_for_url(re.compile("/rules/search"))
    assert phone.page.evaluate("sessionStorage.getItem('asked')") not in (None, before)
    assert phone.page.evaluate("sessionStorage.getItem('said')") == "One moment …"
    phone.page.go_back()
    expect(button).to_have_attribute("aria-busy", "false")
    expect(phone.page.locator(".asked")).to_be_empty()
    assert button.evaluate(_COLORS) == before


def test_many_changes_say_that_they_are_saved_and_whose_they_are(hold: Hold) -> None:
    """Six columns on the larger phone: no name is cut, and the hand that was saved is ticked, its preview not."""
    phone = hold(used=True)
    phone.start("points", ["Paco", "Antonio", "María José", "Lucía", "Bartolomé", "Inés"])
    fields = phone.page.locator(".entry-of input")
    for place, score in enumerate((12, 7, 30, 8, 9, 41)):
        fields.nth(place).fill(str(score))
    fields.nth(5).blur()
    tick = "() => getComputedStyle(document.querySelector('#verdict .change'), '::before').content"
    expect(phone.page.locator("#verdict .change")).to_have_count(6)
    assert phone.page.evaluate(tick) == "none"
    phone.tap(".save:not([data-locked])")
    phone.saved(1)
    expect(phone.page.locator("#verdict .saved")).to_have_count(1)
    assert phone.page.evaluate(tick) == '"✓"'
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"  # rounded
    assert phone.page.locator("#verdict .name").evaluate_all(cut) == []


def test_what_a_refused_call_scores_is_said_before_an_answer_saves_the_hand(db: None) -> None:
    """It is one tap beside the stakes: chosen with the call that was refused, it would score the next one."""
    pages = Pages()
    for game, toggle, words in (
        ("truco", "ran", {"1": "truco refused, 1", "3": "retruco refused, 3"}),
        ("truc", "refused", {"1": "truc refused, 1", "2": "retruc refused, 2"}),
    ):
        match = pages.start(game, 4)
        page = pages.get(f"/matches/{match}").content.decode()
        assert f'name="{toggle}"' in page.split('<details class="more"')[0], "not under “More”"
        for stake, said in words.items():
            tapped = {"entry": "summary", "stake": stake, toggle: "1"}
            tried = pages.post(f"/matches/{match}/hands/try", tapped, script=True).content.decode()
            verdict = tried.split('id="verdict"')[1].split("</p>")[0]
            assert said in verdict, game


def test_save_leads_to_a_question_that_another_answer_opened_above(hold: Hold) -> None:
    phone = hold(size=SMALL)
    phone.start("belote", NAMES[:4])
    phone.tap("#c-taker .option", 0)
    phone.tap("#c-trump .option", 0)
    phone.page.locator("details.more > summary").first.click()
    phone.tap("#c-way .option", 1)
    phone.page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    phone.tap(".save:not([data-locked])")
    expect(phone.page.locator("#c-capot")).to_be_in_viewport(timeout=6000)
