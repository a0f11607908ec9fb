"""The board for the middle of the table, and the screen that stays awake."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests import loopback
from tests.conftest import Hold
from tests.pages.phone import NAMES, Pages

FOUR = NAMES[:4]

LOST = {"kind": "suit", "trump": "D", "declarer": 2, "matadors": {"against": 2}, "outcome": {"won": False}}


@pytest.mark.django_db
def test_the_board_says_the_totals_who_deals_and_the_last_hand_in_one_line() -> None:
    pages = Pages()
    match = pages.start("skat", 3)
    assert "last-hand" not in pages.get(f"/matches/{match}/board").content.decode()
    assert pages.record(match, LOST).status_code == 302
    page = pages.get(f"/matches/{match}/board").content.decode()
    line = re.search(r'<p class="last-hand".*?</p>', page, re.DOTALL)
    assert line
    words = re.sub(r"<[^>]+>", " ", line[0]).split()
    assert " ".join(words) == "1 Cleo: diamonds, against 2, lost Cleo −54"
    assert re.findall(r'class="figure">(.*?)<', page) == ["0", "0", "−54"]
    assert page.count(">deals<") == page.count(">leads<") == 1
    assert "<form id=" not in page, "nothing is entered here"
    for where in ("", "/share"):
        assert f"/matches/{match}/board" in pages.get(f"/matches/{match}{where}").content.decode(), where


@pytest.mark.django_db
def test_a_board_that_has_it_all_gets_304_and_a_stranger_nothing() -> None:
    pages = Pages()
    match = pages.start("skat", 3)
    now = f"/matches/{match}/board/now"
    mark = {"If-None-Match": pages.get(now).headers["ETag"]}
    assert pages.get(now, **mark).status_code == 304
    pages.record(match, LOST)
    assert pages.get(now, **mark).status_code == 200
    for path in ("board", "board/now"):
        assert Pages().get(f"/matches/{match}/{path}").status_code == 404


_COUNT_LOCKS = """
window.locks = [];
Object.defineProperty(navigator, "wakeLock", {value: {request: async (kind) => {
  const lock = {kind, released: false, release() { this.released = true; }};
  window.locks.push(lock);
  return lock;
}}});
"""


@pytest.mark.browser
@pytest.mark.layout
def test_the_board_fills_a_tablet_follows_live_and_stays_awake(hold: Hold) -> None:
    scorer, tablet = hold(size=(844, 390)), hold(size=(1280, 800))
    match = scorer.start("truco", FOUR)
    first, bar = scorer.page.locator("#c-stake .option").first.bounding_box(), scorer.page.locator(".save-bar")
    totals, save = scorer.page.locator(".totals").bounding_box(), bar.bounding_box()
    assert first
    assert totals
    assert save
    assert max(box["y"] + box["height"] for box in (first, totals)) <= save["y"], "a phone held across shows both"
    assert scorer.overflow() <= 0

    tablet.context.add_cookies([dict(cookie) for cookie in scorer.context.cookies()])  # type: ignore[misc]
    tablet.context.add_init_script(_COUNT_LOCKS)
    tablet.open(f"{match}/board")
    tablet.page.wait_for_function("() => window.locks.length === 1")
    tablet.page.evaluate("() => { locks[0].released = true; document.dispatchEvent(new Event('visibilitychange')); }")
    tablet.page.wait_for_function("() => window.locks.length === 2")
    assert tablet.page.evaluate("locks.map((lock) => lock.kind)") == ["screen", "screen"]

    scorer.tap("#c-stake label", 1)
    scorer.tap(".save-options button", 1)
    scorer.saved(1)
    expect(tablet.page.locator(".figure").nth(1)).to_have_text("3")
    expect(tablet.page.locator(".last-hand")).to_contain_text("Ben & Dan won at truco")
    page = tablet.page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert page == [800, 1280], "nothing is scrolled"
    height = tablet.page.locator(".figure").first.evaluate("(figure) => parseFloat(getComputedStyle(figure).fontSize)")
    assert height >= 150, "read from across a table"
    assert tablet.barriers() == []
    assert tablet.small_text() == []

    (cookie,) = [one for one in scorer.context.cookies() if one["name"] == "companion_keys"]
    table, _, key = cookie["value"].partition("~")
    headers = {"Authorization": f"Bearer {key}", "If-Match": "*"}
    with loopback.Client(base_url=f"{scorer.address}/api/v1", headers=headers, timeout=60) as api:
        api.patch(match, json={"ended": True}).raise_for_status()
        tablet.page.locator(".won").wait_for()
        new = api.post(f"/tables/{table}/matches", json={"game": "truco", "players": FOUR}).raise_for_status().json()
        tablet.page.wait_for_url(f"**/matches/{new['id']}/board")  # the next match of the table, by itself

        api.patch(f"/tables/{table}", json={"embedding": True}).raise_for_status()
        for part in ("result", "sheet"):
            tablet.open(f"/embed/matches/{new['id']}/{part}")
            assert tablet.barriers() == []
            assert tablet.small_text() == []
        api.patch(f"/matches/{new['id']}", json={"ended": True}).raise_for_status()
        expect(tablet.page.locator(".state b")).to_have_text("Nobody won")  # the frame follows the match
        assert tablet.problems == []
        api.patch(f"/tables/{table}", json={"embedding": False}).raise_for_status()
        expect(tablet.page.locator("#embedded")).to_be_empty()


@pytest.mark.browser
@pytest.mark.layout
def test_a_hand_of_another_phone_is_read_out_on_the_match_page(hold: Hold) -> None:
    scorer, other = hold(used=True), hold(used=True)
    match = scorer.start("truco", FOUR)
    other.context.add_cookies([dict(cookie) for cookie in scorer.context.cookies()])  # type: ignore[misc]
    other.open(match)
    said = other.page.locator("#announcement[role=status]")
    expect(said).to_have_text("")
    scorer.tap("#c-stake label", 1)
    scorer.tap(".save-options button", 1)
    scorer.saved(1)
    expect(said).to_contain_text("Hand 1")
    expect(said).to_contain_text("Ben & Dan")
    scorer.tap(".undo")
    expect(said).to_have_text("The sheet was changed on another phone.")
