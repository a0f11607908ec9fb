"""Whatever stands where a page of ours has a number: the answer is a page, never an error of the server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.http import QueryDict

from scoring.models import Match
from tests.pages.phone import Pages

pytestmark = pytest.mark.django_db

#: Digits that ``int`` does not read, that only it reads, and more than it reads.
ODD = ("²", "①", "٣", "１", "-1", "1e3", "9" * 5000, "")
PARAMETERS = {"from", "page", "part", "code", "since", "brought", "known", "changed", "match", "date"}
"""Of pages of matches and tables: those with a number, and others."""
FIELDS = ("_version", "_number", "dealer", "add", "total", "preset", "scores.drop", "part", "number", "place", "entry")


@pytest.fixture
def pages() -> Pages:
    return Pages()


@pytest.fixture
def match(pages: Pages) -> str:
    """A match with a hand."""
    match_id = pages.start("points", 2)
    pages.record(match_id, {"kind": "round", "scores": [3, 1]})
    return match_id


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Names of parameters that our code looks up from now on; ``*`` where it goes through all that are there."""
    names: set[str] = set()

    def note(method: str, found: Callable[..., str]) -> None:
        usual = getattr(QueryDict, method)

        def noted(query: QueryDict, *arguments: Any, **named: Any) -> Any:
            names.add(found(*arguments))
            return usual(query, *arguments, **named)

        monkeypatch.setattr(QueryDict, method, noted)

    for method in ("get", "getlist", "__getitem__", "__contains__"):
        note(method, lambda name, *_: str(name))
    for method in ("items", "lists", "values", "keys", "__iter__", "urlencode", "dict", "copy", "__copy__"):
        note(method, lambda *_: "*")
    return names


def test_odd_parameters_open_a_page(pages: Pages, match: str, looked_up: set[str]) -> None:
    """Each parameter that a page looks up: one that it does not look up without parameters, it never reads."""
    table = Match.objects.get(id=match).table_id
    of_match = ("", "/now", "/code", "/history", "/print", "/result", "/settle", "/share", "/people", "/board")
    paths = ["/", "/new", "/new/skat", *(f"/matches/{match}{page}" for page in of_match)]
    paths += [f"/tables/{table}{page}" for page in ("", "/settle", "/export.json", "/merge")]
    tried: set[str] = set()
    for path in paths:
        looked_up.clear()
        assert pages.client.get(path).status_code == 200, path
        names = {*looked_up}
        assert "*" not in names, f"{path}: here each of the parameters is read"
        for name in names:
            for odd in ODD:
                answer = pages.client.get(path, {name: odd})
                assert answer.status_code < 500, (path, name, odd)
        tried |= names
    assert tried >= PARAMETERS


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
@pytest.mark.parametrize("slug", ["points", "gong-zhu"])
def test_odd_fields_get_an_answer(pages: Pages, slug: str, odd: str) -> None:
    match = pages.start(slug)
    fields = dict.fromkeys((*FIELDS, "captured.drop", "exposed.drop"), odd)
    for page in ("hands", "hands/try", "undo", "redo", "people", "rules", "note", "finish", "reopen", "differences"):
        answer = pages.post(f"/matches/{match}/{page}", fields)
        assert answer.status_code < 500, page
    answer = pages.post(f"/new/{slug}/begin", {"name": ["Ada", "Ben", "Cleo", "Dan"], **fields})
    assert answer.status_code < 500
