"""The sheet as players write it: one line for each hand where paper has one line, the newest hand on top."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rulesref.files import load_yaml
from scoring.engine.match import open_match, replay
from scoring.games import all_games, get
from scoring.pages.message_renderer import MessageRenderer
from scoring.pages.row_html import row_html
from scoring.pages.score_sheet import Sheet, sheet_columns, sheet_row
from tests.browser import LARGE, SMALL, Phone
from tests.conftest import Hold
from tests.not_run import not_run
from tests.pages.phone import NAMES, Pages

GOLDEN = Path(__file__).parent.parent / "games" / "golden"
THREE, FOUR = NAMES[:3], NAMES[:4]


def _cells(row: str) -> list[str]:
    """The texts of a row; marks as their sign and number."""
    row = re.sub(
        r'<span class="tally (\w+) p\d+"[^>]*>((?:<i></i>)*)</span>', lambda m: f"{m[2].count('<i>')} {m[1]} ", row
    )
    texts = (re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<t[hd]\b.*?</t[hd]>", row, re.DOTALL))
    return [" ".join(unescape(text).replace("\ufe0e", "").split()) for text in texts]


def _sheet(page: str) -> list[list[str]]:
    table = re.search(r'<table class="sheet.*?</table>', page, re.DOTALL)
    assert table
    return [_cells(row) for row in re.findall(r"<tr>.*?</tr>", table[0], re.DOTALL)]


def _played(
    slug: str, hands: Sequence[dict[str, Any]], players: int | None = None, options: dict[str, Any] | None = None
) -> list[list[str]]:
    """The sheet after these hands: its heading, then the rows, the newest first."""
    pages = Pages()
    match = pages.start(slug, players, options)
    for hand in hands:
        answer = pages.record(match, hand)
        assert answer.status_code == 302, hand
    return _sheet(pages.get(f"/matches/{match}").content.decode())


@pytest.mark.django_db
def test_a_hand_of_skat_is_game_value_and_the_new_total_under_its_player() -> None:
    lost = {"kind": "suit", "trump": "D", "declarer": 2, "matadors": {"against": 2}, "outcome": {"won": False}}
    made = {"kind": "grand", "declarer": 1, "hand": True, "matadors": {"with": 1}, "outcome": {"won": True}}
    null = {"kind": "null", "declarer": 1, "open": True, "outcome": {"won": True}}
    assert _played("skat", [lost, made, null], 3) == [
        ["Hand#", "Game", "Value", *THREE],
        ["3", "Null open", "+46", "", "118", ""],
        ["2", "Grand Hand", "+72", "", "72", ""],
        ["1", "♦", "−54", "", "", "−54"],
    ]


@pytest.mark.django_db
def test_a_list_adds_up_below_its_rows_and_gives_the_others_their_share_of_a_lost_hand() -> None:
    pages = Pages()
    match = pages.start("skat", 4, {"rules": "international", "scoring": "list", "all_pass": "passed_in"})
    lost = {"kind": "suit", "trump": "H", "declarer": 3, "matadors": {"with": 1}, "outcome": {"won": False}}
    for hand in (lost, {"kind": "passed_in"}):
        assert pages.record(match, hand).status_code == 302
    page = pages.get(f"/matches/{match}").content.decode()
    assert _sheet(page)[1:] == [["2", "Passed in", "", "", "", "", ""], ["1", "♥", "−90", "30", "30", "30", "−90"]]
    assert page.index('id="sheet"') < page.index("Hands lost"), "not in the head, which the coming hand needs"


@pytest.mark.django_db
def test_a_hand_of_truco_is_its_stake_and_the_beans_of_the_side_that_won() -> None:
    plain = {"kind": "summary", "winner": 1, "stake": 1}
    raised = {"kind": "summary", "winner": 0, "stake": 3}
    tied = {"kind": "summary", "winner": None}
    assert _played("truco", [plain, raised, tied, raised]) == [
        ["Hand#", "Stake", "Ada & Cleo", "Ben & Dan"],
        ["4", "truco, 3", "6 bean 6", ""],
        ["3", "tied", "", ""],
        ["2", "truco, 3", "3 bean 3", ""],
        ["1", "plain, 1", "", "1 bean 1"],
    ]


@pytest.mark.django_db
def test_a_hand_of_couillon_is_the_slate_after_it() -> None:
    hands = [
        {"kind": "points", "accepted_by": 3, "points": [14, 14]},
        {"kind": "points", "accepted_by": 1, "up_card": "9H", "points": [17, 8]},
    ]
    assert _played("couillon", hands) == [
        ["Hand#", "Points", "Ada & Cleo", "Ben & Dan"],
        ["2", "17 : 8, × 2", "3 line 3", "5 line 2 chip 7"],
        ["1", "14 : 14", "", ""],
    ]


@pytest.mark.django_db
def test_fipsen_has_its_five_columns_and_no_second_sheet_above_the_form() -> None:
    hands = [example.hands[0] for example in get("fipsen").examples[:3]]
    pages = Pages()
    match = pages.start("fipsen")
    for hand in [*hands, {"kind": "all_passed"}]:
        assert pages.record(match, hand).status_code == 302
    page = pages.get(f"/matches/{match}").content.decode()
    assert _sheet(page) == [
        ["Hand#", "Bid", *FOUR, "Value"],
        ["4", "Passed", "", "", "", "", ""],
        ["3", "2", "−8", "", "", "", "4"],
        ["2", "3", "", "", "6", "", "6"],
        ["1", "3 Ruten", "", "6", "", "", "6"],
    ]
    assert "Running scores" not in page


@pytest.mark.django_db
def test_a_hand_of_twenty_nine_shows_the_pips_of_the_sixes() -> None:
    made = {"kind": "played", "bidder": 1, "bid": 17, "made": True}
    failed = {"kind": "played", "bidder": 0, "bid": 18, "royals": 1, "declarer_points": 21}
    assert _played("twenty-nine", [made, failed, made]) == [
        ["Hand#", "Bid", "Ada & Cleo", "Ben & Dan"],
        ["3", "Ben 17", "", "2 black 2"],
        ["2", "Ada 22", "1 red −1", ""],
        ["1", "Ben 17", "", "1 black 1"],
    ]


@pytest.mark.django_db
def test_a_nought_is_written_and_who_had_no_part_has_an_empty_place() -> None:
    rows = _played("points", [{"kind": "round", "scores": [20, 0, -5]}, {"kind": "round", "scores": [None, 3, 0]}], 3)
    assert rows == [["Hand#", *THREE], ["2", "", "+3 3", "0 −5"], ["1", "+20 20", "0 0", "−5 −5"]]
    loo = _played("loo", [{"kind": "played", "stayed": [0, 1, 2], "tricks": [3, 2, 0, 0, 0]}], 5)
    assert [cell for cell in loo[-1] if not cell], "who passed"


@pytest.mark.django_db
def test_a_note_stands_above_its_points_and_a_hand_without_points_is_its_words() -> None:
    noted = {"kind": "round", "scores": [7, 12], "note": "first round"}
    empty = {"kind": "round", "scores": [0, None]}
    assert _played("points", [noted, empty], 2)[1:] == [["2", "Round 2"], ["1", "first round"], ["+7 7", "+12 12"]]
    assert _played("ecarte", [{"kind": "hand", "exchange": "played", "tricks": [1, 4]}])[1:] == [["1", "0 0", "+1 1"]]


@pytest.mark.django_db
def test_two_sides_have_room_for_the_contract_beside_their_points() -> None:
    made = {"kind": "played", "taker": 3, "trump": "H", "trick_points": [64, 98], "belote": 1}
    no_suit = {"kind": "played", "taker": 0, "trick_points": [82, 80]}
    sides = ["Ada & Cleo", "Ben & Dan"]
    assert _played("belote", [made, no_suit, {"kind": "passed_in"}]) == [
        ["Hand#", "Taker", *sides],
        ["3", "Passed in", "", ""],
        ["2", "Ada", "+80 140", "+80 200"],
        ["1", "Dan ♥", "+60 60", "+120 120"],
    ]
    bid = {"kind": "played", "bidder": 0, "bid": 8, "trump": "S", "points_taken": [11, 3]}
    assert _played("cinch", [bid, {**bid, "trump": None}, {"kind": "passed_in"}]) == [
        ["Hand#", "Bid", *sides],
        ["3", "Passed in", "", ""],
        ["2", "Ada 8", "+8 16", "0 0"],
        ["1", "Ada 8 ♠", "+8 8", "0 0"],
    ]
    contracts = {"kind": "played", "bids": [4, 3, 3, 2], "tricks": [8, 5], "trump": "H"}
    assert _played("back-alley", [contracts, {"kind": "thrown_in"}]) == [
        ["Hand#", "Contracts", *sides],
        ["2", "Thrown in", "", ""],
        ["1", "7 : 5", "+36 36", "+25 25"],
    ]
    played = {"kind": "played", "up_card": "5H", "points": [41, None]}
    assert _played("malilla", [played, {"kind": "misdeal"}]) == [
        ["Hand#", "Card points", *sides],
        ["2", "Misdeal", "", ""],
        ["1", "41 : 29", "+6 6", "0 0"],
    ]


IN_TWO_LINES = {
    "card-stock-market": "a turn is told in words, and they are a line of their own",
}
"""Games of whose golden matches a usual hand takes two lines, and why."""


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(all_games()))
def test_a_usual_hand_is_one_line_in_every_game_with_up_to_six_columns(slug: str) -> None:
    told: dict[str, Any] = load_yaml((GOLDEN / f"{slug}.yaml").read_text(encoding="utf-8"))
    played = replay(get(slug), told["players"], told["hands"], told.get("options"), told.get("start"))
    renderer = MessageRenderer(NAMES, NAMES)
    opened = open_match(get(slug), told["players"], told.get("options"), told.get("start"))
    hands = [(scored.hand, scored.as_json(slug)) for scored in played.results if not scored.result.is_query]
    rows = [
        sheet_row(opened, renderer, number, json.dumps(result), hand.model_dump_json(exclude_unset=True))
        for number, (hand, result) in enumerate(hands, start=1)
    ]
    sheet = Sheet(rows, len(rows[0].cell_rows[0]), [], sheet_columns(opened, renderer), None, None, opened)
    lines = sorted(str(row_html("m", sheet, row)).count("<tr>") for row in rows)
    assert lines[len(lines) // 2] == (2 if slug in IN_TWO_LINES else 1)


@pytest.mark.django_db
def test_paper_has_the_first_hand_on_top() -> None:
    pages = Pages()
    match = pages.start("points", 2)
    for _ in range(3):
        pages.record(match, {"kind": "round", "scores": [1, 0]})
    printed = _sheet(pages.get(f"/matches/{match}/print").content.decode())
    assert [row[0] for row in printed[1:]] == ["1", "2", "3"]


# -- in a browser -----------------------------------------------------------------------------------------


_RECORD = """async (hands) => {
  const form = document.getElementById("entry");
  for (let number = 1; number <= hands.length; number += 1) {
    const sent = new URLSearchParams(new FormData(form));
    for (const [name, value] of Object.entries(hands[number - 1])) sent.set(name, value);
    sent.set("_number", number);
    sent.set("_once", `a-token-of-hand-${number}`);
    const answer = await fetch(form.action, {method: "POST", body: sent, redirect: "manual"});
    if (answer.type !== "opaqueredirect") return answer.status;
  }
  return "all";
}"""
"""Sends these hands (fields by name) with the form of the page, without waiting for a screen in between."""

SKAT = [{"declarer": n % 3, "game": ["C", "S", "H", "D", "grand"][n % 5]} for n in range(1, 37)]
POINTS = [{f"scores.{seat}": (7 * n + 3 * seat) % 31 for seat in range(4)} for n in range(1, 37)]


def _screens(phone: Phone) -> float:
    """How many screens the sheet takes, each between the top and the bar."""
    bar = phone.page.locator(".save-bar").bounding_box()
    table = phone.page.locator(".sheet").bounding_box()
    assert bar
    assert table
    return table["height"] / bar["y"]


@pytest.mark.browser
@pytest.mark.layout
def test_a_list_of_36_hands_is_on_two_screens_and_every_row_is_a_link_from_edge_to_edge(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("skat", THREE)
    assert phone.page.evaluate(_RECORD, SKAT) == "all"
    phone.open(match)
    rows = phone.page.locator(".sheet tbody")
    assert rows.count() == 36
    assert _screens(phone) <= 2
    assert rows.first.locator(".nr").inner_text() == "36"
    for place in (0, 17, 35):
        rows.nth(place).scroll_into_view_if_needed()
        hit = rows.nth(place).evaluate(
            """(row) => {
              const box = row.getBoundingClientRect(), link = row.querySelector("a");
              const edges = [box.left + 2, box.right - 2].flatMap((x) => [[x, box.top + 2], [x, box.bottom - 2]]);
              return edges.map(([x, y]) => document.elementFromPoint(x, y) === link);
            }"""
        )
        assert hit == [True] * 4, place
    assert phone.small_targets() == []
    assert phone.overflow() <= 0
    phone.open(f"{match}/print")
    paper = phone.page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1, "sheets of paper"


@pytest.mark.browser
@pytest.mark.layout
def test_36_hands_of_points_with_four_players_are_on_three_screens(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("points", FOUR)
    assert phone.page.evaluate(_RECORD, POINTS) == "all"
    phone.open(match)
    rows = phone.page.locator(".sheet tbody")
    assert rows.count() == 36
    heights = rows.evaluate_all("(rows) => rows.map((row) => row.offsetHeight)")
    assert max(heights) <= 30, "one line each"
    assert _screens(phone) <= 3
    assert phone.small_targets() == []
    assert phone.overflow() <= 0


_HAS_NARROW_FACE = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const width = (font) => { pen.font = `16px ${font}`; return pen.measureText("−960 −1,490").width; };
  return width(getComputedStyle(document.querySelector(".sheet td.cell")).fontFamily) < 79;
}"""


@pytest.mark.browser
@pytest.mark.layout
def test_totals_of_four_figures_with_four_players_are_one_line(hold: Hold) -> None:
    phone = hold(used=True)
    match = phone.start("points", FOUR)
    lost = [{"scores.0": -530 - n, "scores.1": -960, "scores.2": 170, "scores.3": 250 * n} for n in range(1, 6)]
    assert phone.page.evaluate(_RECORD, lost) == "all"
    phone.open(match)
    assert phone.totals()[1] == "−4,800"
    if not phone.page.evaluate(_HAS_NARROW_FACE):
        not_run("one line for totals of four figures: no narrow typeface found (Debian: fonts-liberation)")
    heights = phone.page.locator(".sheet tbody").evaluate_all("(rows) => rows.map((row) => row.offsetHeight)")
    assert max(heights) <= 30
    assert phone.small_text() == []


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
@pytest.mark.parametrize("count", [3, 4])
def test_names_above_the_columns_are_whole_and_end_on_one_level(hold: Hold, size: tuple[int, int], count: int) -> None:
    phone = hold(size=size, used=True)
    names = ["Konstantinos", "Ada", "Maximiliane", "Ben"]
    for slug, hand in (("skat", SKAT[0]), ("points", POINTS[0])):
        match = phone.start(slug, names[:count])
        assert phone.page.evaluate(_RECORD, [hand]) == "all"
        phone.open(match)
        heads = phone.page.evaluate(_HEADS)
        assert [(head["text"], head["whole"]) for head in heads] == [(name, True) for name in names[:count]]
        assert all(head["right"] <= head["column"] + 1 for head in heads), "each above its own column"
        bottoms = [head["bottom"] for head in heads]
        assert max(bottoms) - min(bottoms) < 1
        cut = ".total .name, .entry-of label, .next, #entry .option > span"
        spilled = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"
        assert phone.page.locator(cut).evaluate_all(spilled) == []


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize(("size", "count"), [(LARGE, 5), (LARGE, 6), (SMALL, 5)])
def test_a_row_of_many_players_is_one_line(hold: Hold, size: tuple[int, int], count: int) -> None:
    phone = hold(size=size, used=True)
    names = ["Maximilian", "Ben", "Константин", "Maximiliane", "Eve", "Guilhermina"][:count]
    match = phone.start("points", names)
    hands = [{f"scores.{seat}": (7 * n + 13 * seat) % 31 for seat in range(count)} for n in range(1, 9)]
    assert phone.page.evaluate(_RECORD, hands) == "all"
    phone.open(match)
    rows = "(rows) => rows.map((row) => [row.rows.length, row.offsetHeight <= 30])"
    assert phone.page.locator(".sheet tbody").evaluate_all(rows) == [[1, True]] * 8
    heads = phone.page.evaluate(_HEADS)
    assert [(head["lines"], head["whole"]) for head in heads] == [(1, True)] * count
    assert len({head["text"] for head in heads}) == count, "short names tell them apart"
    full = phone.page.locator(".sheet thead th.cell").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('aria-label') || one.innerText)"
    )
    assert full == names
    spilled = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"
    assert phone.page.locator(".sheet td.cell").evaluate_all(spilled) == []
    assert phone.overflow() <= 0
    assert phone.small_text() == []


_BROKEN_NAMES = """(names) => {
  const broken = [];
  const nodes = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node.parentElement.closest(".hush, .what, script, datalist") || !node.parentElement.checkVisibility()) continue;
    for (const name of names) {
      const at = node.data.indexOf(name);
      if (at < 0) continue;
      const word = document.createRange();
      word.setStart(node, at);
      word.setEnd(node, at + name.length);
      const boxes = [...word.getClientRects()].filter((box) => box.width);
      let place = node.parentElement;
      while (getComputedStyle(place).display.startsWith("inline")) place = place.parentElement;
      const {paddingLeft, paddingRight} = getComputedStyle(place);
      const room = place.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      const width = boxes.reduce((sum, box) => sum + box.width, 0);
      const lines = new Set(boxes.map((box) => Math.round(box.top))).size;
      if (lines > 1 && width < room) broken.push([name, place.className]);
    }
  }
  return broken;
}"""
"""Names that are in two lines although their place has room for them."""


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
def test_no_name_breaks_that_has_room(hold: Hold, size: tuple[int, int]) -> None:
    phone = hold(size=size, used=True)
    names = ["Maximilian", "Alessandra", "Katharina", "Bartholomew"]
    for slug in ("skat", "points", "belote", "gong-zhu"):
        match = phone.start(slug, names)
        if slug in ("skat", "points"):
            assert phone.page.evaluate(_RECORD, [{"skat": SKAT[0], "points": POINTS[0]}[slug]]) == "all"
            phone.open(match)
        assert phone.page.evaluate(_BROKEN_NAMES, names) == [], slug


_HEADS = """() => [...document.querySelectorAll(".sheet .head-name")].map((name) => {
  const text = document.createRange();
  text.selectNodeContents(name);
  const {left, right, top, bottom} = text.getBoundingClientRect();
  return {text: name.textContent, lines: text.getClientRects().length, whole: name.scrollWidth <= name.clientWidth,
    left, right, top, bottom, column: name.closest("th").getBoundingClientRect().right};
})"""
"""The names above the columns: where they are, their lines, whether all of them shows, and where the column ends."""


@pytest.mark.browser
@pytest.mark.layout
@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["390", "320"])
@pytest.mark.parametrize("count", [3, 4])
def test_a_name_of_six_letters_stands_whole_above_its_column(hold: Hold, size: tuple[int, int], count: int) -> None:
    phone = hold(size=size, used=True)
    names = ["Thomas", "Bernd", "Gudrun", "Dieter"][:count]
    for slug, hand in (("skat", SKAT[0]), ("points", POINTS[0])):
        match = phone.start(slug, names)
        assert phone.page.evaluate(_RECORD, [hand]) == "all"
        phone.open(match)
        heads = phone.page.evaluate(_HEADS)
        assert [(head["text"], head["lines"], head["whole"]) for head in heads] == [(name, 1, True) for name in names]
        assert all(0 <= head["column"] - head["right"] < 8 for head in heads), "above the end of its figures"
        for one, other in pairwise(heads):
            apart = one["right"] <= other["left"] or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]
            assert apart, f"{one['text']} and {other['text']} lie on each other"
