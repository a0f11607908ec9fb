"""A table's matches out as a file and in again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.models import Change, Hand, Match
from tests.pages.phone import Pages, errors, standing
from tests.pages.test_settlement import words

pytestmark = pytest.mark.django_db


def _exported(pages: Pages, table: str) -> bytes:
    answer = pages.get(f"/tables/{table}/export.json")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return b"".join(answer.streaming_content)


def _bring(pages: Pages, table: str, body: bytes) -> Any:
    return pages.post(f"/tables/{table}/import", {"file": SimpleUploadedFile("matches.json", body)})


def _without_ids(file: bytes) -> Any:
    document = json.loads(file)
    assert all(match.pop("id") for match in document["matches"])
    return document


def _table() -> tuple[Pages, str]:
    pages = Pages()
    first = pages.start("points", 3)
    for scores in ([1, 2, 3], [4, 5, 6]):
        pages.record(first, {"kind": "round", "scores": scores})
    pages.post(f"/matches/{first}/undo", {"_version": "2"})
    table = standing(first).table_id
    second = pages.start("truco", table=table)
    assert pages.record(second, {"kind": "summary", "stake": 1, "winner": 0}).status_code == 302
    return pages, table


def test_out_and_in_again_without_loss() -> None:
    pages, table = _table()
    file = _exported(pages, table)
    other = Pages()
    elsewhere = standing(other.start("points", 2)).table_id
    Match.objects.filter(table_id=elsewhere).delete()
    answer = _bring(other, elsewhere, file)
    assert answer.status_code == 302, errors(answer)
    assert "2 matches imported" in other.get(answer.headers["Location"]).content.decode()
    assert _without_ids(_exported(other, elsewhere)) == _without_ids(file)
    assert Change.objects.filter(table_id=elsewhere).count() == Change.objects.filter(table_id=table).count()


def test_what_is_here_already_is_skipped_and_said() -> None:
    pages, table = _table()
    file = _exported(pages, table)
    first = standing(json.loads(file)["matches"][0]["id"])
    pages.record(first.id, {"kind": "round", "scores": [7, 7, 7]})

    def said(answer: Any) -> str:
        assert answer.status_code == 302, errors(answer)
        return words(pages.get(answer.headers["Location"]))

    shown = said(_bring(pages, table, file))
    assert "0 matches imported. 2 matches were here already and were skipped. 1 of the skipped matches has" in shown
    assert Match.objects.filter(table_id=table).count() == 2
    document = json.loads(file)
    document["matches"][1]["created_at"] = "2020-05-01T20:15:00Z"
    del document["matches"][1]["id"]
    shown = said(_bring(pages, table, json.dumps(document).encode()))
    assert "1 match imported. 1 match was here already" in shown
    assert '<input type="checkbox" name="known" value="import">' in pages.get(f"/tables/{table}/bring").content.decode()
    again = {"file": SimpleUploadedFile("matches.json", file), "known": "import"}
    assert "2 matches imported." in said(pages.post(f"/tables/{table}/import", again))
    assert Match.objects.filter(table_id=table).count() == 5


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"format": "x"}', b"\xff\xfe", b"[" * 5000])
def test_what_is_no_export_is_refused_in_words(body: bytes) -> None:
    pages, table = _table()
    before = Hand.objects.count()
    answer = _bring(pages, table, body)
    assert answer.status_code == 422
    assert errors(answer)
    assert Hand.objects.count() == before


def test_a_hand_that_cannot_have_happened_brings_nothing_in() -> None:
    pages, table = _table()
    document = json.loads(_exported(pages, table))
    document["matches"][1]["hands"][0]["input"]["stake"] = 5
    answer = _bring(pages, table, json.dumps(document).encode())
    assert answer.status_code == 422
    assert "/matches/1/hands/0" in errors(answer)[0]
    assert Match.objects.filter(table_id=table).count() == 2


def test_a_watcher_brings_nothing_in() -> None:
    _, table = _table()
    stranger = Pages()
    assert stranger.get(f"/tables/{table}/export.json").status_code == 404
    assert _bring(stranger, table, b"{}").status_code == 404
