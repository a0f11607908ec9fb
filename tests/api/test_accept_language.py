"""Accept-Language (RFC 9110, 12.5.4) and ``?lang=`` (RFC 5646): one parser for every call."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from companion.http.accept_language import best_language, find_language, language_tag
from rulesref.library import language_tags, languages
from tests.api.conftest import Api, Evening, json_of, problem, round_of

TAGS = ["en", "de", "es", "fr", "it", "pt-BR", "ru", "zh-Hans"]
WORD = {"en": "Seat", "de": "Platz"}


def _scored(accept: str) -> Any:
    body = json.dumps({"players": 2, "hands": [round_of(1, 2)]})
    headers = {"Accept-Language": accept} if accept else {}
    return Client(headers=headers).post("/api/v1/games/points/score", body, "application/json")


@pytest.mark.parametrize(
    ("accept", "tag"),
    [
        ("", "en"),
        ("de", "de"),
        ("DE", "de"),
        ("de-AT", "de"),
        ("de-CH-1901, en", "de"),
        ("pt-BR", "pt-BR"),
        ("pt", "pt-BR"),
        ("pt-PT, es;q=0.9", "pt-BR"),
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh-Hans-CN", "zh-Hans"),
        ("en-GB,en;q=0.9", "en"),
        ("xx, ru;q=0.2", "ru"),
        ("en;q=0.1, it;q=0.5, fr;q=0.5", "it"),
        ("fr ; q=0.3 , ru;q=0.4", "ru"),
        # A quality of 0 is "not acceptable" (RFC 9110, 12.4.2).
        ("de;q=0", "en"),
        ("de;q=0.0, fr;q=0.1", "fr"),
        ("de-AT, de;q=0, es;q=0.1", "es"),
        ("de, de;q=0", "de"),
        ("pt;q=0, pt-BR;q=0.5", "pt-BR"),
        # * is any language that is not named.
        ("*", "en"),
        ("*, de;q=0.5", "en"),
        ("en;q=0, *;q=0.5", "de"),
        ("*;q=0.5, fr", "fr"),
        ("de;q=0, *;q=0", "en"),
        # Empty elements are ignored (5.6.1), and so is what cannot be read.
        (", ,de,, en;q=0.5", "de"),
        ("en;q=x", "en"),
        (";;;,,", "en"),
    ],
)
def test_every_call_answers_in_the_best_language(evening: Evening, match: str, accept: str, tag: str) -> None:
    evening.record(match, 1, 2, 3)
    headers = {"Accept_Language": accept} if accept else {}
    assert _scored(accept).headers["Content-Language"] == tag
    assert evening.viewer.get(match, **headers).headers["Content-Language"] == tag
    assert Api().get("/games/nothing", **headers).headers["Content-Language"] == tag
    rules = Api().get("/rules/skat", **headers)
    assert (rules.headers["Content-Language"], json_of(rules)["language"]) == (tag, tag)


def test_the_texts_are_in_the_language_that_the_header_says() -> None:
    for accept, tag in (("de;q=0", "en"), ("de-AT", "de")):
        assert WORD[tag] in _scored(accept).json()["sides"][0]["name"]


@given(st.lists(st.tuples(st.sampled_from([*TAGS, "*", "pt", "tlh"]), st.integers(0, 1000)), max_size=6))
def test_a_language_is_only_answered_if_nothing_better_is_wanted(ranges: list[tuple[str, int]]) -> None:
    """Compared with a plain reading of the RFC, for headers that name each language once."""
    ranges = list({tag: (tag, quality) for tag, quality in ranges}.values())
    named = {("pt-BR" if tag == "pt" else tag): quality for tag, quality in ranges if tag in (*TAGS, "pt")}
    if {"pt", "pt-BR"} <= {tag for tag, _ in ranges}:
        return
    any_quality = dict(ranges).get("*", 0)
    wanted = {tag: named.get(tag, any_quality) for tag in TAGS}
    best = language_tag(best_language(", ".join(f"{tag};q={q / 1000:.3f}" for tag, q in ranges), tuple(languages())))
    assert wanted[best] == max(wanted.values()) or (best == "en" and not any(wanted.values()))


def test_a_long_header_is_read_as_far_as_it_is_usual() -> None:
    assert _scored("de," + "x-" * 30_000).headers["Content-Language"] == "de"
    assert _scored("x" * 60_000).headers["Content-Language"] == "en"


def test_the_api_ignores_the_language_that_was_chosen_on_a_page() -> None:
    client = Client()
    client.cookies["django_language"] = "de"
    assert client.get("/api/v1/games/nothing").headers["Content-Language"] == "en"
    assert client.get("/").headers["Content-Language"] == "de"
    assert client.get("/", headers={"Accept-Language": "pt-BR"}).headers["Content-Language"] == "de"
    client.cookies["django_language"] = "tlh"
    assert client.get("/", headers={"Accept-Language": "de;q=0, pt"}).headers["Content-Language"] == "pt-BR"


# -- ?lang= ----------------------------------------------------------------------------------------------------

CALLS = ["/rules", "/rules/skat", "/rules/skat/matadors", "/rules/bundle", "/rules/search?q=trump"]


def test_tags_are_listed_as_they_are_written() -> None:
    assert language_tags() == TAGS == json_of(Api().get("/rules"))["languages"]


@pytest.mark.parametrize("call", CALLS)
def test_lang_takes_a_tag_in_any_case(call: str) -> None:
    for tag in TAGS:
        for written in (tag, tag.lower(), tag.upper(), tag.title()):
            response = Api().get(f"{call}{'&' if '?' in call else '?'}lang={written}", Accept_Language="fr")
            assert json_of(response)["language"] == response.headers["Content-Language"] == tag


@pytest.mark.parametrize(
    ("asked", "tag"),
    [
        ("pt", "pt-BR"),
        ("pt-PT", "pt-BR"),
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("ZH-HANS-SG", "zh-Hans"),
        ("de-AT", "de"),
        ("en-US", "en"),
    ],
)
def test_lang_takes_another_region_or_script(asked: str, tag: str) -> None:
    assert json_of(Api().get(f"/rules/skat?lang={asked}"))["language"] == tag


@pytest.mark.parametrize("asked", ["", "tlh", "*", "deutsch", "de_DE", "de,en", "d", "de-", "-", "e" * 600])
def test_lang_refuses_what_is_no_language_of_ours(asked: str) -> None:
    error = problem(Api().get(f"/rules/skat?lang={asked}"), 400, "malformed")["errors"][0]
    assert (error["parameter"], error["code"]) == ("lang", "language_unknown")
    assert "pt-BR" in error["detail"]


def test_a_language_without_catalogues_is_found_by_its_tag() -> None:
    """A club may have rules in a language that the app does not have."""
    assert find_language("NL", ("en", "nl")) == "nl"
    assert best_language("nl, de", ("en", "nl")) == "nl"
    assert find_language("de", ("en", "nl")) is None
