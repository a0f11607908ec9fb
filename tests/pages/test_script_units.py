"""Scripts alone on an empty page: codes of a match, the copy on a server, keys of the pad, texts of the picture.

The queue is in ``test_offline_queue.py``, the draft in ``test_kept_draft.py``.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.layout]

ADDRESS = "http://page.test"
WORDS = "const gettext = (text) => text;"


class Blank:
    """An empty page of an address that needs no server."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.body = ""
        page.route(f"{ADDRESS}/**", lambda route: route.fulfill(body=self.body, content_type="text/html"))

    def load(self, body: str, script: str, before: str = "", address: str = "/") -> None:
        """Shows this body, then runs a script of ours. before: what the other scripts of its page would have made."""
        self.body = f"<!doctype html><body>{body}"
        self.page.goto("about:blank")
        self.page.goto(ADDRESS + address)
        self.page.add_script_tag(content=before)
        self.page.add_script_tag(path=ROOT / "static" / script)

    def value(self, expression: str) -> Any:
        """The value of an expression, or of its promise."""
        return self.page.evaluate(expression)


@pytest.fixture(scope="module")
def one_page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def blank(one_page: Page) -> Iterator[Blank]:
    yield Blank(one_page)
    one_page.unroute_all()


# -- codes of a match ------------------------------------------------------------------------------------

CODE_FORM = '<form id="codes-form"><textarea></textarea></form>'
NOT_SENT = "let sent = 0; HTMLFormElement.prototype.submit = () => { sent += 1; };"
ONE, TWO = "AAAAmatchONE", "BBBBmatchTWO"  # characters 5 to 9 are those of the match


def opened(blank: Blank, address: str, body: str = CODE_FORM) -> tuple[str, int, str]:
    """What stands in the box, how often it was sent, and the address that is left."""
    blank.load(body, "match-code.js", NOT_SENT, address)
    box = blank.value("document.querySelector('textarea')?.value ?? ''")
    return box, blank.value("sent"), blank.page.url.removeprefix(ADDRESS)


def test_codes_of_one_match_are_gathered_and_sent(blank: Blank) -> None:
    opened(blank, "/code", "<p data-read></p>")
    assert opened(blank, f"/code#m={ONE}") == (ONE, 1, "/code")
    assert opened(blank, f"/code#m={TWO}") == (f"{ONE}\n{TWO}", 1, "/code")
    assert opened(blank, f"/code#m={ONE}")[0] == f"{ONE}\n{TWO}"
    assert opened(blank, "/code") == ("", 0, "/code"), "nothing is sent by itself"


def test_codes_of_another_match_begin_anew(blank: Blank) -> None:
    opened(blank, "/code", "<p data-read></p>")
    opened(blank, f"/code#m={ONE}")
    assert opened(blank, "/code#m=AAAAothersONE")[0] == "AAAAothersONE"


def test_codes_that_were_read_are_forgotten(blank: Blank) -> None:
    opened(blank, f"/code#m={ONE}")
    opened(blank, "/code", "<p data-read></p>")
    assert opened(blank, f"/code#m={TWO}")[0] == TWO


def test_what_is_no_code_stays_in_the_address(blank: Blank) -> None:
    for address in ("/code#m=", "/code#m=a%20b", "/code#other"):
        assert opened(blank, address) == ("", 0, address)


# -- the copy on a server --------------------------------------------------------------------------------

COPY_BOX = """
<div id="match" data-version="{version}"></div>
<div id="server-copy"><span></span><a hidden>Compare</a></div>
<script type="application/json" id="part-copies">{parts}</script>
"""
#: A phone and a server that answer as told, and note what they are asked. Nothing happens by the clock.
PHONE_AND_SERVER = """
setInterval = () => 0;
let reachable = true, refreshed = 0;
const asked = [], liveMatch = {{ id: "m", refresh: async () => {{ refreshed += 1; }} }};
const onPhone = {phone}, server = {server};
const answer = (status, body) => ({{ status, ok: status < 300, json: async () => body }});
fetch = async (address, {{ method = "GET" }} = {{}}) => {{
  if (!reachable) throw new TypeError("no network");
  asked.push(`${{method}} ${{address}}`);
  if (address.startsWith("/api/")) return answer(...(server[`${{method}} ${{address}}`] || [500, {{}}]));
  return answer(200, onPhone[address] || {{}});
}};
const settled = () => new Promise((resolve) => setTimeout(resolve, 30));
"""
SENT = "POST /api/v1/matches/m/copy?create=false"
CHANGED = "GET /api/v1/matches/m/hands?limit=1"


def part(version: int, **more: Any) -> dict[str, Any]:
    return {"id": "m", "version": version, "waits": False, "different": False, **more}


def beside(
    blank: Blank, here: int, known: int, server: dict[str, Any], phone: dict[str, Any] | None = None, **more: Any
) -> str:
    """The state of the box after the first exchange. here, known: versions here, and last seen of the server."""
    parts = [part(known, **more)]
    copies = {"/matches/m/copy": {"key": "k", "parts": parts, "copy": {}}, **(phone or {})}
    script = PHONE_AND_SERVER.format(phone=json.dumps(copies), server=json.dumps(server))
    blank.load(COPY_BOX.format(version=here, parts=json.dumps(parts)), "server-copy.js", WORDS + script)
    return after(blank)


def after(blank: Blank, what: str = "") -> str:
    """The state of the box when this has happened."""
    blank.value(f"async () => {{ {what}; await settled(); }}")
    return str(blank.value("document.getElementById('server-copy').dataset.state"))


def asked(blank: Blank) -> list[str]:
    """What was asked, without reading from this phone."""
    return [one for one in blank.value("asked") if not one.startswith("GET /matches")]


ONLINE = "dispatchEvent(new Event('online'))"


def test_new_hands_are_given_to_the_server(blank: Blank) -> None:
    server = {SENT: [200, {"version": 5, "current": None}], CHANGED: [304, {}]}
    assert beside(blank, 5, 3, server) == "same"
    assert asked(blank) == [SENT, "POST /matches/m/copy/given"]
    assert after(blank, ONLINE) == "same"
    assert asked(blank)[2:] == [CHANGED], "nothing is sent again"


def test_newer_hands_are_taken_from_the_server(blank: Blank) -> None:
    server = {SENT: [200, {"version": 7, "current": {"match": {"part_after": None}}}]}
    assert beside(blank, 5, 5, server, {"/copies": {"comparison": "ahead"}}) == "waiting", (
        "until the page is drawn anew"
    )
    assert (asked(blank), blank.value("refreshed")) == ([SENT, "POST /copies"], 1)
    shown = "document.getElementById('match').dataset.version = 7"
    server_has_more = f"{shown}; server['{CHANGED}'] = [304, {{}}]; {ONLINE}"
    after(blank, server_has_more)
    assert asked(blank)[2:] == [CHANGED]


def test_a_match_that_goes_on_brings_its_next_part(blank: Blank) -> None:
    server = {
        SENT: [200, {"version": 5, "current": {"match": {"part_after": "n"}}}],
        "GET /api/v1/matches/n/copy": [200, {"match": {"part_after": None}}],
    }
    assert beside(blank, 5, 5, server, {"/copies": {"comparison": "same"}}) == "same"
    assert asked(blank) == [SENT, "GET /api/v1/matches/n/copy", "POST /copies", "POST /copies"]


def test_two_copies_with_own_hands_are_for_a_person_to_compare(blank: Blank) -> None:
    server = {SENT: [200, {"version": 6, "current": {"match": {"part_after": None}}}]}
    assert beside(blank, 5, 3, server, {"/copies": {"comparison": "different"}}) == "different"
    link = blank.page.locator("#server-copy a")
    assert link.get_attribute("href") == "/matches/m/differences"
    assert link.is_visible()
    before = asked(blank)
    assert after(blank, ONLINE) == "different"
    assert asked(blank) == before


@pytest.mark.parametrize(("status", "words"), [(401, "no longer opens it"), (404, "no longer has this match")])
def test_a_refusal_is_said_and_nothing_sent_again(blank: Blank, status: int, words: str) -> None:
    assert beside(blank, 5, 3, {SENT: [status, {}]}) == "refused"
    assert words in blank.page.locator("#server-copy span").inner_text()
    after(blank, ONLINE)
    assert asked(blank) == [SENT]


def test_what_was_not_sent_is_sent_when_the_server_answers_again(blank: Blank) -> None:
    server = {SENT: [503, {}], CHANGED: [304, {}]}
    assert beside(blank, 5, 3, server) == "waiting"
    assert after(blank, f"reachable = false; {ONLINE}") == "waiting"
    again = f"reachable = true; server['{SENT}'] = [200, {{ version: 5, current: null }}]; {ONLINE}"
    assert after(blank, again) == "same"


def test_a_match_new_to_the_server_is_made_there(blank: Blank) -> None:
    server = {SENT.replace("false", "true"): [200, {"version": 5, "current": None}]}
    assert beside(blank, 5, -1, server) == "same"


# -- the keys of the pad ---------------------------------------------------------------------------------

PAD = '<form class="entry"><div data-numbers><div class="row">{fields}</div></div></form>'
FIELD = '<label class="entry-of"><input data-least="0" data-most="{most}" data-step="1"></label>'
PAD_SCRIPTS = WORDS + "const handForm = { showSum: () => {} }, typedNumbers = { decimal: '.' };"


def columns(blank: Blank, keys: int) -> list[int]:
    """How many keys stand in a row of a small and of a large phone."""
    blank.load(PAD.format(fields=4 * FIELD.format(most=keys - 1)), "number-pad.js", PAD_SCRIPTS)
    assert blank.page.locator(".pad button").count() == keys
    style = "document.querySelector('.pad').style.getPropertyValue"
    return [int(blank.value(f"{style}('--{size}')")) for size in ("small", "large")]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [(5, [5, 5]), (7, [4, 7]), (8, [4, 4]), (11, [6, 6]), (13, [5, 7]), (14, [5, 7]), (31, [4, 7])],
)
def test_rows_of_the_pad_are_few_and_even_and_no_key_is_alone(blank: Blank, keys: int, expected: list[int]) -> None:
    assert columns(blank, keys) == expected
    for count, most in zip(expected, (6, 7), strict=True):
        assert count <= most
        assert keys % count != 1 or keys == count


def test_many_numbers_have_keys_for_digits(blank: Blank) -> None:
    for most, keys in ((41, 42), (42, 12)):
        blank.load(PAD.format(fields=4 * FIELD.format(most=most)), "number-pad.js", PAD_SCRIPTS)
        assert blank.page.locator(".pad button").count() == keys
    for most, keys in ((26, 27), (27, 12)):
        blank.load(PAD.format(fields=2 * FIELD.format(most=most)), "number-pad.js", PAD_SCRIPTS)
        assert blank.page.locator(".pad button").count() == keys


# -- the picture of a result -----------------------------------------------------------------------------

PICTURE = """
<button data-picture="x" data-label="Result" hidden></button><div id="picture-view"></div>
<script type="application/json" id="picture">{data}</script>
"""
NOTED = """
const written = [];
const usual = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
  const width = this.measureText(text).width;
  const left = this.textAlign === "right" ? x - width : x;
  written.push({ text, left, right: left + width, y, size: Number(/[0-9]+(?=px)/.exec(this.font)[0]) });
  return usual.call(this, text, x, y);
};
"""


def picture(blank: Blank, **data: Any) -> list[dict[str, Any]]:
    """The texts of the picture: each with its place and size."""
    names = ["Yan", "Zoe"]
    usual: dict[str, Any] = {"title": "Skat", "headline": "Ada won", "reason": "", "sheets": [], "curve": None}
    usual["places"] = [{"number": 1, "side": 0, "name": names[0], "figure": "12"}]
    blank.load(PICTURE.format(data=json.dumps({**usual, **data})), "result-picture.js", WORDS + NOTED)
    texts: list[dict[str, Any]] = [one for one in blank.value("written") if one["text"]]
    assert all(one["left"] >= 0 and one["right"] <= 1080 for one in texts), "nothing is cut off"
    return texts


def lines_of(texts: list[dict[str, Any]], whole: str) -> list[dict[str, Any]]:
    """The lines in which a text is written, one below the other."""
    lines = [one for one in texts if one["text"] in whole and len(one["text"]) > 2]
    assert " ".join(one["text"] for one in lines) == whole
    assert [one["y"] for one in lines] == sorted({one["y"] for one in lines})
    return lines


def test_a_short_text_is_on_one_line_in_its_usual_size(blank: Blank) -> None:
    assert [one["size"] for one in lines_of(picture(blank), "Ada won")] == [52]


def test_a_long_text_is_first_in_smaller_print_then_on_several_lines(blank: Blank) -> None:
    longer = "Ada and Ben and Cleo and Dan have won it"
    [line] = lines_of(picture(blank, headline=longer), longer)
    assert 52 * 0.7 <= line["size"] < 52
    longest = " and ".join(["Maximiliane", "Bartholomew", "Cleopatra", "Dandelion", "Evangeline"]) + " have won"
    lines = lines_of(picture(blank, headline=longest), longest)
    assert len(lines) == 2
    assert {line["size"] for line in lines} == {36}


def test_names_of_many_columns_do_not_run_into_each_other(blank: Blank) -> None:
    names = [f"Maximiliane{number}" for number in range(10, 22)]
    rows = [{"number": 1, "summary": "words", "totals": ["-1000"] * 12}]
    texts = picture(blank, sheets=[{"names": names, "rows": rows}])
    by_line: dict[float, list[dict[str, Any]]] = {}
    for one in sorted((one for one in texts if one["size"] == 12), key=lambda one: one["left"]):
        by_line.setdefault(one["y"], []).append(one)
    assert [len(heads) for heads in by_line.values()] == [12, 12], "long names are broken"
    for heads in by_line.values():
        assert all(one["right"] <= other["left"] for one, other in itertools.pairwise(heads))
    assert not [one for one in texts if one["text"] == "words"], "with many columns a row has no words"


def test_the_picture_has_another_sheet_where_the_people_changed(blank: Blank) -> None:
    first = {"names": ["Yan", "Zoe"], "rows": [{"number": 1, "summary": "before", "totals": ["10", "20"]}]}
    names = ["Yan", "Zoe", "Kim"]
    second = {"names": names, "rows": [{"number": 2, "summary": "after", "totals": ["11", "21", "5"]}]}
    texts = picture(blank, sheets=[first, second])
    at_rows = {one["text"]: one["y"] for one in texts if one["size"] in (26, 28)}
    assert [one["text"] for one in texts if one["size"] == 28].count("Yan") == 2
    order = ["before", "Kim", "after"]
    assert [at_rows[text] for text in order] == sorted(at_rows[text] for text in order)
    assert at_rows["20"] == at_rows["10"] < at_rows["Kim"] < at_rows["5"]
