"""Limits on creation, and names that try to be something else than names."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from tests.api.conftest import Evening, json_of, stored

NAMES = [
    '<script src="//x">',
    '"><img src=x onerror=alert(1)>',
    "'-alert(1)-'",
    "=1+cmd|' /C calc'!A0",
    "{{7*7}}{% x %}",
]
TITLE = "</title></textarea></svg><script>x</script>"
FORM = {"name": ["A", "B", "C"], "dealer": "0"}


def test_new_tables_are_limited_on_the_pages_too(db: None, settings: Any) -> None:
    settings.RATE_LIMITS = {"open": 0, "key": 0, "tables": 2}
    phone = Client()
    for number in range(2):
        begun = phone.post("/new/points/begin", {**FORM, "_once": f"{number}" * 20})
        assert begun.status_code == 302
    before = stored()
    refused = phone.post("/new/points/begin", {**FORM, "_once": "z" * 20})
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["Retry-After"]) <= 61
    assert "More than 2 requests a minute" in refused.content.decode()
    assert stored() == before
    again = phone.post("/new/points/begin", {**FORM, "_once": "0" * 20})
    assert again.status_code == 302, "the same form sent again makes nothing new"
    match = begun.headers["Location"]
    table = phone.get(match).context["match"].table_id
    more = phone.post("/new/points/begin", {**FORM, "table": table, "_once": "y" * 20})
    assert more.status_code == 302, "whoever has a table goes on"


class _Elements(HTMLParser):
    """What a browser would make elements of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.fixture
def named(db: None) -> Evening:
    """A table of hostile names; its match is finished, settled and has a history."""
    evening = Evening()
    players = [{"name": name} for name in NAMES]
    seen = evening.scorer.get(evening.path).headers["ETag"]
    changed = evening.scorer.patch(evening.path, {"name": TITLE, "players": players}, seen)
    assert changed.status_code == 200, changed.content
    return evening


def _addresses(evening: Evening) -> Iterator[str]:
    path = evening.match(NAMES, title=TITLE, options={"target": 20})
    match = path.removeprefix("/matches/")
    evening.record(path, 1, 2, 3, 4, 5)
    rules = {"word": "<b>", "method": "differences", "value": "1"}
    evening.scorer.put(f"{path}/settlement", rules, "*")
    evening.record(path, 30, 2, 3, 4, 5)
    yield from ("/", "/new", "/new/points", f"/new/points?table={evening.id}", f"/matches/{match}?correct=1")
    of_match = ("", "/now", "/board", "/board/now", "/share", "/result", "/settle", "/print", "/history", "/hands/1")
    yield from (f"/matches/{match}{part}" for part in of_match)
    of_table = ("", "?tidy", "?archived", "?since=all&game=points", "/settle", "/rules/points", "/bring", "/share")
    yield from (f"/tables/{evening.id}{part}" for part in of_table)


def test_names_are_shown_as_they_are_on_every_page(named: Evening) -> None:
    phone = Client()
    phone.get(f"/join/{named.keys['scorer']}")
    shown = 0
    for address in _addresses(named):
        answer = phone.get(address)
        assert answer.status_code == 200, address
        text = answer.content.decode()
        for tag, attributes in _Elements(text).found:
            assert attributes.get("src") not in ("x", "//x"), (address, tag)
            assert not [name for name in attributes if name.startswith("on")], (address, tag)
            assert tag != "script" or attributes.get("src") or attributes.get("type") == "application/json", address
        assert TITLE not in text, address
        assert "49{" not in text, "no name is a template"
        shown += "&lt;/title&gt;" in text or "&quot;&gt;&lt;img src=x" in text or "\\u003C" in text
    assert shown > 15


def test_names_are_no_formulas_in_a_spreadsheet_and_no_page_in_json(named: Evening) -> None:
    path = named.match(NAMES, title=TITLE)
    named.record(path, 1, 2, 3, 4, 5)
    sheet = named.viewer.get(f"{path}/export?format=csv")
    cells = [cell for row in csv.reader(io.StringIO(sheet.content.decode())) for cell in row]
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "@", "\t")]
    whole = named.viewer.get(path)
    assert json_of(whole)["title"] == TITLE
    for answer in (sheet, whole, named.viewer.get(f"{path}/export")):
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "\n" not in answer.headers.get("Content-Disposition", "")
        assert "<" not in answer.headers.get("Content-Disposition", "")
