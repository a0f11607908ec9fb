"""The API in another language: its headers, ETags, and hands that were recorded before in English."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client

from scoring.models import Hand, Match, TranslatedResult
from scoring.selectors import translated_results
from scoring.services import matches, tables
from tests.messages.pseudo_catalogues import CODE, narrow_words, pseudo_language
from tests.pages import phone
from tests.pages.phone import Pages

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _pseudo(pseudo_locale: Path, settings: Any) -> Iterator[None]:
    with pseudo_language(pseudo_locale, settings):
        yield


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match of two hands, recorded in English."""
    monkeypatch.setattr(phone, "NAMES", ["１", "２", "３"])
    row = Match.objects.get(id=Pages().start("points", 3))
    for scores in ([1, 2, 3], [4, 5, 6]):
        matches.record(phone.standing(row.id), {"kind": "round", "scores": scores})
    return row


@pytest.fixture
def key(match: Match) -> str:
    return tables.replace_key(match.table, "scorer")


def _get(match: Match, key: str, language: str, **headers: str) -> Any:
    client = Client(headers={"Accept-Language": language, "Authorization": f"Bearer {key}"})
    return client.get(f"/api/v1/matches/{match.id}", headers=headers)


def _summaries(answer: Any) -> list[str]:
    return [hand["summary"] for hand in answer.json()["hands"]]


def test_headers_and_etag_name_the_language(match: Match, key: str) -> None:
    english, other = _get(match, key, "en"), _get(match, key, CODE)
    assert (english.headers["Content-Language"], other.headers["Content-Language"]) == ("en", CODE)
    assert "Accept-Language" in other.headers["Vary"]
    assert "Authorization" in other.headers["Vary"]
    assert other.headers["ETag"] == english.headers["ETag"][:-1] + f'-{CODE}"'
    assert _get(match, key, CODE, **{"If-None-Match": other.headers["ETag"]}).status_code == 304
    assert _get(match, key, "en", **{"If-None-Match": other.headers["ETag"]}).status_code == 200


def test_a_change_takes_the_etag_of_either_language(match: Match, key: str) -> None:
    client = Client(headers={"Accept-Language": "en", "Authorization": f"Bearer {key}"})
    tag = _get(match, key, CODE).headers["ETag"]
    path = f"/api/v1/matches/{match.id}"
    answer = client.patch(path, {"title": "１"}, "application/json", headers={"If-Match": tag})
    assert answer.status_code == 200
    stale = client.patch(path, {"title": "２"}, "application/json", headers={"If-Match": tag})
    assert stale.status_code == 412


def test_a_match_recorded_before_reads_in_another_language(match: Match, key: str) -> None:
    english = _summaries(_get(match, key, "en"))
    assert TranslatedResult.objects.count() == 0
    read = _summaries(_get(match, key, CODE))
    assert [narrow_words(text) for text in read] == [[], []]
    assert TranslatedResult.objects.count() == 2
    TranslatedResult.objects.update(result='{"summary":"kept","explanation":[],"totals":[0]}')
    assert _summaries(_get(match, key, CODE)) == ["kept", "kept"]
    assert _summaries(_get(match, key, "en")) == english


def test_a_corrected_hand_is_translated_again(match: Match, key: str) -> None:
    _get(match, key, CODE)
    matches_before = set(TranslatedResult.objects.values_list("hand_id", flat=True))
    client = Client(headers={"Accept-Language": CODE, "Authorization": f"Bearer {key}"})
    answer = client.put(
        f"/api/v1/matches/{match.id}/hands/1",
        {"kind": "round", "scores": [7, 8, 9]},
        "application/json",
        headers={"If-Match": _get(match, key, CODE).headers["ETag"]},
    )
    assert answer.status_code == 200
    assert not matches_before & set(TranslatedResult.objects.values_list("hand_id", flat=True))
    assert _get(match, key, CODE).json()["hands"][0]["points"] == [7, 8, 9]


def test_a_hand_that_scores_differently_today_stays_english(match: Match, key: str) -> None:
    hand = Hand.objects.get(match=match, number=1)
    english = _summaries(_get(match, key, "en"))[0]
    Hand.objects.filter(id=hand.id).update(input='{"kind":"round","scores":[10,20,30]}')
    first, second = _get(match, key, CODE).json()["hands"]
    assert (first["summary"], first["language"]) == (english, "en")
    assert narrow_words(second["summary"]) == []


def test_a_read_only_database_still_answers(match: Match, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> Any:
        raise DatabaseError("attempt to write a readonly database")

    monkeypatch.setattr(translated_results, "write_transaction", refuse)
    assert [narrow_words(text) for text in _summaries(_get(match, key, CODE))] == [[], []]
    assert TranslatedResult.objects.count() == 0
