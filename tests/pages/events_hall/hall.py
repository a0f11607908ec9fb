"""Phones in the hall, without a browser."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from tests.api.conftest import json_of
from tests.api.events import Tournament
from tests.pages.phone import Pages

#: Hands of one seat at a table of Skat: input without the declarer, and what it counts.
WON = ({"kind": "suit", "trump": "C", "matadors": {"with": 2}, "outcome": {"won": True}}, 36)
LOST = ({"kind": "grand", "matadors": {"against": 1}, "outcome": {"won": False}}, -96)
NULL = ({"kind": "null", "open": True, "hand": True, "outcome": {"won": True}}, 59)
INTERNATIONAL = {"rules": "international"}


def viewer(event: Tournament, role: str = "viewer") -> Pages:
    """A phone with the link of this role."""
    pages = Pages()
    key = event.key if role == "organiser" else json_of(event.organiser.post(f"{event.path}/keys/{role}"), 201)["key"]
    assert pages.get(f"/events/join/{key}").status_code == 200
    return pages


def text(pages: Pages, path: str, status: int = 200) -> str:
    """What is to be read on a page."""
    answer = pages.get(path)
    assert answer.status_code == status, path
    return words(answer.content.decode())


def words(page: str) -> str:
    """The text of a page, in one line."""
    main = re.sub(r"(?s)^.*<main|<(style|script|head).*?</\1>", "", page)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def declarers(event: Tournament, number: int, table: int) -> Any:
    """The match of a table, with a phone that records there."""
    return event.sitting(number, table)["match_ids"][0], event.scorer(number, table)


def record(event: Tournament, number: int, table: int, hands: list[tuple[int | None, dict[str, Any]]]) -> str:
    """Records hands at a table: the declarer (None for a deal passed in) and the hand. Returns the match."""
    match, scorer = declarers(event, number, table)
    for declarer, hand in hands:
        body = {"kind": "passed_in"} if declarer is None else {**hand, "declarer": declarer}
        json_of(scorer.post(f"/matches/{match}/hands", body), 201)
    return str(match)
