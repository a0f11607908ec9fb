"""A viewer's key that opens one match: nothing at any address shows more of the table than that match."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from scoring.selectors.access_keys import COOKIE, Key, keys_cookie
from tests.api.conftest import Evening, json_of, round_of
from tests.pages.phone import Pages

pytestmark = pytest.mark.django_db

SECRETS = ("Back room", "farthings", "halfpence", "Stranger", "passed_in")


@pytest.fixture
def match_id(evening: Evening) -> str:
    """A match at a table with a name, house rules, settlements, a kitty and another match."""
    scorer = evening.scorer
    rules = {"method": "differences", "value": "1/4"}
    body = {
        "name": "Back room",
        "options": {"skat": {"all_pass": "passed_in"}},
        "settlement": {"skat": {**rules, "word": "farthings"}, "points": {**rules, "word": "halfpence"}},
    }
    match = evening.match()
    evening.record(match, 1, 2, 3)
    json_of(scorer.patch(evening.path, body, "*"))
    json_of(scorer.post(f"{evening.path}/kitty", {"amount": 5, "word": "farthings"}), 201)
    json_of(scorer.post(f"{evening.path}/matches", {"game": "skat", "players": ["Stranger", "Ada", "Ben"]}), 201)
    json_of(scorer.patch(evening.path, {"viewer_scope": "match"}, "*"))
    return match.removeprefix("/matches/")


def _routes(patterns: Any, before: str = "") -> Iterator[str]:
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _routes(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            yield route


def _addresses(evening: Evening, match_id: str) -> list[str]:
    """Every address of this match and of its table."""
    values = {
        "match_id": match_id,
        "table_id": evening.id,
        "number": "1",
        "slug": "skat",
        "role": "viewer",
        "kind": "x",
    }
    found = []
    for route in _routes(get_resolver().url_patterns):
        if "match_id>" in route or "table_id>" in route:
            for name, value in values.items():
                for kind in ("str", "slug", "int"):
                    route = route.replace(f"<{kind}:{name}>", value)
            found.append("/" + route)
    return found


def _text(content: bytes) -> str:
    """What an answer says; of a workbook, the texts of all its parts."""
    if not content.startswith(b"PK"):
        return content.decode()
    with ZipFile(BytesIO(content)) as workbook:
        return "".join(workbook.read(name).decode() for name in workbook.namelist())


def test_no_address_shows_the_table_to_a_key_of_one_match(evening: Evening, match_id: str) -> None:
    phone = Pages()
    key = Key.parse(evening.keys["viewer"])
    phone.client.cookies[COOKIE] = keys_cookie({evening.id: key})
    addresses = _addresses(evening, match_id)
    assert len(addresses) > 30
    opened = []
    for address in addresses:
        if address.endswith(("/live", "/events")):
            continue  # says the version, see test_copy_events_...
        answer = evening.viewer.get(address) if address.startswith("/api/") else phone.get(address)
        assert answer.status_code < 500, address
        text = _text(b"".join(answer) if answer.streaming else answer.content)
        assert not [secret for secret in SECRETS if secret in text], address
        if answer.status_code == 200:
            opened.append(address)
            assert match_id in address, address
            for link in (f"/tables/{evening.id}", f"/tables/{evening.id}/standings"):
                assert f'"{link}' not in text, address
    for part in ("", "/copy", "/export", "/history", "/hands", "/settlement"):
        assert f"/api/v1/matches/{match_id}{part}" in opened
    for part in ("", "/board", "/print", "/share", "/settle", "/result", "/history"):
        assert f"/matches/{match_id}{part}" in opened


def test_a_copy_of_one_match_can_still_be_given_to_another_server(evening: Evening, match_id: str) -> None:
    copy = json_of(evening.viewer.get(f"/matches/{match_id}/copy"))
    assert copy["table"] == {
        "id": evening.id, "name": "Our table", "options": {}, "settlement": {}, "signs": None
    }  # fmt: skip
    whole = json_of(evening.scorer.get(f"/matches/{match_id}/copy"))
    assert (whole["table"]["name"], set(whole["table"]["settlement"])) == ("Back room", {"skat", "points"})
    assert whole["match"] == copy["match"]
    json_of(evening.scorer.post(f"/matches/{match_id}/hands", round_of(1, 1, 1)), 201)
    json_of(evening.scorer.post(f"/matches/{match_id}/copy", copy))
    assert json_of(evening.scorer.get(evening.path))["name"] == "Back room"
