"""Partners have one name, joined as the reader's language joins two names; texts to send have its punctuation."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.api.conftest import Api, json_of

NAMES = ["Ana", "Eva", "Inés", "Emma"]
SIDES = {
    "en": ["Ana & Inés", "Eva & Emma"],
    "de": ["Ana und Inés", "Eva und Emma"],
    "es": ["Ana e Inés", "Eva y Emma"],
    "fr": ["Ana et Inés", "Eva et Emma"],
    "it": ["Ana e Inés", "Eva ed Emma"],
    "pt-BR": ["Ana e Inés", "Eva e Emma"],
    "ru": ["Ana и Inés", "Eva и Emma"],
    "zh-Hans": ["Ana和Inés", "Eva和Emma"],
}
WRONG = {"fr": r"[^\u00a0\u202f][:;!?]", "zh-Hans": "[:;,!?(]"}
"""Punctuation that is not the language's own."""


def _texts(page: str) -> list[str]:
    """The title of a page, the names above the columns, the name in the line of totals, and the texts to send."""
    found = re.findall(
        r"<title>(.*?)</title>|head-name\">(.*?)</span>|<span class=\"p\d\"><span class=\"name\">(.*?)</span>"
        r"|<textarea[^>]*>(.*?)</textarea>",
        page,
        re.DOTALL,
    )
    return [unescape("".join(groups)) for groups in found]


@pytest.mark.django_db
@pytest.mark.parametrize("language", SIDES)
def test_partners_have_one_name_everywhere(language: str) -> None:
    made = json_of(Api().post("/tables", {"name": "Table"}), 201)
    api = Api(made["keys"]["scorer"], **{"Accept-Language": language})
    start = {"game": "truco", "players": NAMES}
    match = json_of(api.post(f"/tables/{made['id']}/matches", start), 201)["id"]
    sides = SIDES[language]
    hands: list[Any] = [{"kind": "summary", "winner": 1, "stake": 3}] * 3
    recorded = [json_of(api.post(f"/matches/{match}/hands", hand), 201) for hand in hands]
    assert all(sides[1] in hand["summary"] for hand in recorded)
    assert [side["name"] for side in json_of(api.get(f"/matches/{match}"))["sides"]] == sides

    phone = Client(headers={"Accept-Language": language})
    phone.get(f"/join/{made['keys']['scorer']}/{match}")
    title, *names = _texts(phone.get(f"/matches/{match}").content.decode())
    assert names == sides * 2
    result_title, result, sheet = _texts(phone.get(f"/matches/{match}/result").content.decode())
    for text in (title, result, sheet):
        assert all(side in text for side in sides)
    for text in (title, result_title, result, sheet):
        assert not re.search(WRONG.get(language, "$^"), text), text
    assert unescape(phone.get("/").content.decode()).count(sides[1]) == 1

    # A file of the API is English, whatever the reader's language is.
    head, first, *_rows = api.get(f"/matches/{match}/export?format=csv").content.decode().splitlines()
    assert "Ana & Inés: points" in head
    assert "Eva & Emma" in first
