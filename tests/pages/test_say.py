"""A hand said in one line on the match page, and a match read aloud; without a browser."""

from __future__ import annotations

import re
from html import unescape

import pytest
from playwright.sync_api import expect

from scoring.selectors.match_snapshot import load_match
from tests.conftest import Hold
from tests.pages.phone import NAMES, Pages

HTMX = {"HX-Request": "true"}


@pytest.fixture
def pages(db: None) -> Pages:
    return Pages()


def test_the_line_is_fetched_when_it_is_wanted(pages: Pages) -> None:
    match = pages.start("skat", 3)
    page = pages.get(f"/matches/{match}").content.decode()
    assert f'hx-get="/matches/{match}/say"' in page
    assert "say.js" not in page
    part = pages.get(f"/matches/{match}/say", **HTMX).content.decode()
    assert "say.js" in part
    assert "<html" not in part
    assert "Say or type the hand in one line" in pages.get(f"/matches/{match}/say").content.decode()


def test_a_line_fills_the_form_and_saves_nothing(pages: Pages) -> None:
    match = pages.start("points", 3)
    names = NAMES
    text = f"{names[0]} 20, {names[1]} minus 5, {names[2]} 12"
    answer = pages.post(f"/matches/{match}/say", {"text": text}).content.decode()
    for number, value in enumerate((20, -5, 12)):
        assert f'name="scores.{number}"' in answer
        assert f'value="{value}"' in answer
    assert "+20" in answer, "the result is shown"
    assert load_match(match).hand_count == 0, "nothing was saved"


def test_what_is_missing_and_what_was_not_understood_is_said(pages: Pages) -> None:
    match = pages.start("points", 3)
    first = NAMES[0]
    assert "Not said yet" in pages.post(f"/matches/{match}/say", {"text": f"{first} 20"}).content.decode()
    answer = pages.post(f"/matches/{match}/say", {"text": f"{first} almost 20"}).content.decode()
    assert "Not understood: “almost”" in answer
    assert "No hand of this game" in pages.post(f"/matches/{match}/say", {"text": "hello"}).content.decode()
    assert "too long" in pages.post(f"/matches/{match}/say", {"text": "20 " * 200}).content.decode()
    assert "No hand of this game" in pages.post(f"/matches/{match}/say", {}).content.decode()


def test_two_readings_are_choices(pages: Pages) -> None:
    match = pages.start("points", 2)
    names = NAMES
    text = f"{names[0]} - 5, {names[1]} 20"
    answer = pages.post(f"/matches/{match}/say", {"text": text}, script=True).content.decode()
    assert answer.count('name="choice"') == 2
    chosen = pages.post(f"/matches/{match}/say", {"text": text, "choice": "1"}).content.decode()
    assert 'name="choice"' not in chosen
    assert 'value="-5"' in chosen
    assert pages.post(f"/matches/{match}/say", {"text": text, "choice": "9"}).status_code == 200


def test_where_an_answer_saves_its_button_says_so_and_the_help_names_its_question(pages: Pages) -> None:
    """A button that says “recorded” looks as if the hand were on the sheet."""
    match = pages.start("truco", 4)
    page = pages.post(f"/matches/{match}/say", {"text": f"{NAMES[0]} won"}).content.decode()
    bar = unescape(re.sub(r"<[^>]+>", "", page.split('class="save-bar"')[1].split("</form>")[0]))
    assert f"Save: {NAMES[0]}" in bar
    assert "recorded" not in bar
    assert "tap an answer to “Who won the hand?” at the bottom" in page
    assert "tap Save" not in page
    assert "tap Save" in pages.get(f"/matches/{pages.start('skat', 3)}/say", **HTMX).content.decode()


def test_the_microphone_is_for_who_may_write_on_the_match_page_only(pages: Pages) -> None:
    match = pages.start("points", 2)
    for path in (f"/matches/{match}", f"/matches/{match}/say"):
        assert "microphone=(self)" in pages.get(path).headers["Permissions-Policy"], path
    for path in ("/", "/new", f"/matches/{match}/board", f"/matches/{match}/share"):
        assert "microphone=()" in pages.get(path).headers["Permissions-Policy"], path


def test_the_match_is_read_aloud_in_sentences(pages: Pages) -> None:
    match = pages.start("points", 2)
    names = NAMES
    path = f"/matches/{match}/aloud/text"
    assert pages.get(path).json()["short"] == f"{names[0]} deals."
    pages.record(match, {"kind": "round", "scores": [1200, -5]})
    said = pages.get(path).json()
    assert said["short"].startswith(f"{names[0]}: plus 1200. {names[1]}: minus 5.")
    assert f"Totals: {names[0]} 1200, {names[1]} minus 5." in said["long"]
    german = pages.get(path, **{"Accept-Language": "de"}).json()
    assert f"{names[1]}: minus 5." in german["short"]
    assert "aloud.js" in pages.get(f"/matches/{match}/aloud", **HTMX).content.decode()
    assert 'class="aloud ' in pages.get(f"/matches/{match}/aloud").content.decode(), "without a script: the whole page"
    assert 'class="aloud ' not in pages.get(f"/matches/{match}").content.decode()


_VOICE = """
delete window.SpeechRecognition;
window.heard = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => [], cancel() {},
  speak: (one) => { document.documentElement.dataset.heard = window.heard.push([one.lang, one.text]); },
} });
"""


@pytest.mark.browser
@pytest.mark.layout
def test_a_hand_is_typed_in_one_line_saved_by_a_tap_and_heard(hold: Hold) -> None:
    phone = hold()
    phone.context.add_init_script(_VOICE)
    phone.start("points", ["Ada", "Ben"])
    page = phone.page
    page.get_by_role("button", name="More for this match").click()
    page.get_by_role("link", name="Say it").click()
    assert page.locator("#speak").is_hidden(), "this browser recognises nothing on the device"
    page.get_by_label("Say or type the hand").fill("Ada 20, Ben - 5")
    page.get_by_role("button", name="Fill in the form").click()
    page.locator("#said button").nth(1).click()
    page.locator("#said button").first.wait_for(state="detached")
    assert page.locator("[name='scores.1']").input_value() == "-5"
    assert phone.overflow() <= 0
    assert phone.small_targets() == []
    assert phone.barriers() == []
    phone.screenshot("say")
    page.get_by_role("button", name="More for this match").click()
    page.get_by_role("link", name="Read aloud").click()
    page.locator("[data-heard='1']").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    phone.saved(1)
    expect(page.locator("#say-text")).to_have_value("")
    page.locator("[data-heard='2']").wait_for()
    lang, text = page.evaluate("window.heard[1]")
    assert lang == "en"
    assert text.startswith("Ada: plus 20. Ben: minus 5.")
    page.get_by_role("button", name="With the totals").click()
    page.locator("[data-heard='3']").wait_for()
    assert "Totals: Ada 20, Ben minus 5." in page.evaluate("window.heard[2][1]")
    page.get_by_role("button", name="Be quiet").click()
    page.get_by_label("Say or type the hand").fill("Ada 41, Ben 3")
    page.get_by_role("button", name="Fill in the form").click()
    expect(page.locator("[name='scores.0']")).to_have_value("41")
    page.get_by_label("Say or type the hand").fill("hello")
    page.get_by_role("button", name="Fill in the form").click()
    expect(page.locator("[name='scores.0']")).to_have_value("", timeout=5000)
    for number in (2, 3):  # another hand, and the same once more, with the line still open
        page.get_by_label("Say or type the hand").fill("Ada 4, Ben 3")
        page.get_by_role("button", name="Fill in the form").click()
        expect(page.locator("[name='scores.1']")).to_have_value("3")
        page.get_by_role("button", name="Save", exact=True).click()
        phone.saved(number)
    assert phone.problems == []


def test_the_line_has_no_token_of_its_own(pages: Pages) -> None:
    """It stays open while hands are saved: with the token of the first hand the next one would count as saved."""
    match = pages.start("points", 3)
    line = pages.get(f"/matches/{match}/say", **HTMX).content.decode()
    assert "_once" not in line
    assert 'hx-include="#entry"' in line
    text = ", ".join(f"{name} 5" for name in NAMES[:3])
    tokens = {_token(pages.post(f"/matches/{match}/say", {"text": text}).content.decode()) for _ in range(2)}
    assert len(tokens) == 2
    own = {"text": text, "_once": tokens.pop()}
    assert _token(pages.post(f"/matches/{match}/say", own).content.decode()) == own["_once"], "the form keeps its own"


def _token(page: str) -> str:
    found = re.search(r'name="_once" value="([^"]+)"', page)
    assert found
    return found[1]


def test_what_was_tapped_stays_when_a_line_is_no_whole_hand(pages: Pages) -> None:
    match = pages.start("points", 3)
    tapped = {"scores.0": "7", "scores.1": "8"}
    for text in ("hello", f"{NAMES[2]} 20", "20 " * 200):
        answer = pages.post(f"/matches/{match}/say", {"text": text, **tapped}).content.decode()
        assert 'value="7"' in answer, text
        assert 'value="8"' in answer, text
    assert 'value="20"' in pages.post(f"/matches/{match}/say", {"text": f"{NAMES[2]} 20", **tapped}).content.decode()
    whole = ", ".join(f"{name} 5" for name in NAMES[:3])
    assert 'value="7"' not in pages.post(f"/matches/{match}/say", {"text": whole, **tapped}).content.decode()


def test_what_the_line_before_filled_in_is_not_ready_to_be_saved(pages: Pages) -> None:
    match = pages.start("points", 3)
    whole = ", ".join(f"{name} {score}" for name, score in zip(NAMES, (71, 72, 73), strict=False))
    first = pages.post(f"/matches/{match}/say", {"text": whole}).content.decode()
    assert f'name="before" value="{whole}"' in first
    # The second answer was changed by hand since.
    form = {"scores.0": "71", "scores.1": "8", "scores.2": "73", "before": whole}
    for text in ("hello", f"{NAMES[2]} 20", "20 " * 200):
        answer = pages.post(f"/matches/{match}/say", {"text": text, **form}).content.decode()
        assert 'value="71"' not in answer, text
        assert 'value="73"' not in answer, text
        assert 'value="8"' in answer, text


def test_what_a_line_leaves_open_has_no_answer_yet(pages: Pages) -> None:
    match = pages.start("skat", 3)
    answer = pages.post(f"/matches/{match}/say", {"text": f"{NAMES[1]} grand without four", "result": "won"})
    page = answer.content.decode()
    assert "Not said yet: Result" in page
    assert re.search(r'name="game" value="G[^"]*" checked', page, re.IGNORECASE)
    assert not re.search(r'name="result" value="[^"]*" checked', page)
    assert "+120" not in page, "nothing is ready to be saved"


@pytest.mark.browser
@pytest.mark.layout
def test_a_hand_said_without_network_waits_and_the_line_can_be_closed(hold: Hold) -> None:
    phone = hold()
    phone.start("points", ["Ada", "Ben"])
    page = phone.page
    page.get_by_role("button", name="More for this match").click()
    page.get_by_role("link", name="Say it").click()
    page.get_by_label("Say or type the hand").fill("Ada 20, Ben 7")
    page.get_by_role("button", name="Fill in the form").click()
    expect(page.locator("[name='scores.1']")).to_have_value("7")
    phone.context.set_offline(True)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("One hand is kept").wait_for()
    phone.context.set_offline(False)
    phone.saved(1)
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.get_by_label("Say or type the hand")).to_have_count(0)
    page.get_by_role("button", name="More for this match").click()
    page.get_by_role("link", name="Say it").click()
    expect(page.get_by_label("Say or type the hand")).to_be_visible()
    phone.screenshot("say-again")
