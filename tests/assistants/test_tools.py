"""Tools answer what the API answers, shortly, in the asker's language, and with the address of the rule."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rulesref.library import library
from scoring.api.game_examples import examples_of
from scoring.api.openapi.examples import examples
from scoring.games import all_games
from tests.api.conftest import Api, json_of
from tests.assistants.conftest import Assistant

QUESTIONS = Path(__file__).parents[1] / "rules" / "questions"
ADDRESS = re.compile(r"http://testserver/rules/([a-z0-9-]+)#([a-z0-9-]+)")


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_every_worked_example_scores_as_by_the_api(slug: str, assistant: Assistant) -> None:
    for example in examples_of(all_games()[slug]):
        expected = json_of(Api().post(f"/games/{slug}/score", example["request"]))
        result = assistant.call("score_hands", slug=slug, **example["request"])
        assert result["structuredContent"] == expected, example["title"]
        text = result["content"][0]["text"]
        rules = {line["rule"] for hand in expected["hands"] for line in hand["explanation"]}
        assert all(f"http://testserver{rule}" in text for rule in rules)


@pytest.mark.parametrize("slug", [slug for slug, game in sorted(all_games().items()) if game.Lookup])
def test_every_recorded_trick_is_looked_up_as_by_the_api(slug: str, assistant: Assistant) -> None:
    trick = examples(slug).get("TrickBody")
    assert trick is not None
    expected = json_of(Api().post(f"/games/{slug}/trick", trick))
    tool = "what_may_be_played" if "legal" in expected else "who_takes_trick"
    assert assistant.data(tool, slug=slug, **trick) == expected
    assert f"http://testserver{expected['rule']}" in assistant.text(tool, slug=slug, **trick)


def test_what_may_be_played_is_the_answer_of_the_api(assistant: Assistant) -> None:
    trick = {"players": 3, "game": "D", "plays": [{"seat": 0, "card": "10D"}], "hand": ["7D", "AS", "JC"]}
    expected = json_of(Api().post("/games/skat/trick", trick))
    assert set(expected["legal"]) == {"7D", "JC"}
    assert assistant.data("what_may_be_played", slug="skat", **trick) == expected


# -- games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "language", "slug"),
    [("skat", "", "skat"), ("Шафкопф", "ru", "schafkopf"), ("拱猪", "zh-Hans", "gong-zhu"), ("Hearts to 30", "", "")],
)
def test_a_game_is_found_by_its_names(assistant: Assistant, name: str, language: str, slug: str) -> None:
    data = assistant.data("find_game", name=name, language=language)
    assert data.get("slug", "") == slug


def test_what_find_game_shows_is_what_the_other_tools_take(assistant: Assistant) -> None:
    for slug in all_games():
        data = assistant.data("find_game", name=slug)
        assert data["slug"] == slug
        assert data["hands"], slug
        for kind in data["hands"]:
            schema = assistant.data("find_game", name=slug, kind=kind)["schema"]
            assert schema["properties"]["kind"]["const"] == kind


def test_all_games_are_listed(assistant: Assistant) -> None:
    assert {game["slug"] for game in assistant.data("find_game")["games"]} == set(all_games())


# -- rules ---------------------------------------------------------------------------------------------------


def _questions() -> list[dict[str, Any]]:
    """Every third of the questions as players ask them, in two languages: each has an index, which takes seconds."""
    files = [QUESTIONS / f"{language}.jsonl" for language in ("en", "zh-hans")]
    asked = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()[::3]]
    assert len(asked) > 50
    return asked


def test_questions_find_the_places_that_the_search_finds(assistant: Assistant) -> None:
    """The same places in the same order as the API."""
    for asked in _questions():
        given = {"slug": asked["game"]} if asked["game"] else {}
        query = {"q": asked["question"], "lang": asked["language"], "limit": 3, "game": asked["game"] or ""}
        expected = json_of(Api().http.get("/api/v1/rules/search", query))  # type: ignore[arg-type]
        data = assistant.data("search_rules", query=asked["question"], language=asked["language"], **given)
        assert data["answered"] == expected["answered"], asked
        assert [f"{hit['page']}#{hit['section']}" for hit in data["results"]] == [
            f"{hit['slug']}#{hit['section']}" for hit in expected["results"]
        ]


def test_what_is_not_in_the_rules_is_said(assistant: Assistant) -> None:
    english = assistant.text("search_rules", query="how do I bake a chocolate cake")
    assert english.startswith("This is not in the rules.")
    german = assistant.text("search_rules", query="wie flicke ich einen Fahrradreifen", language="de")
    assert german.startswith("Das steht nicht in den Regeln.")


def test_a_section_is_read_word_for_word(assistant: Assistant) -> None:
    section = library("fr").article("skat").section("matadors")
    data = assistant.data("read_section", page="skat", section="matadors", language="fr")
    assert data["markdown"] == section.markdown
    assert data["url"] == "http://testserver/rules/skat#matadors"
    assert set(assistant.data("read_section", page="skat")["sections"]) == library().article("skat").anchors


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "it", "pt-BR", "ru", "zh-Hans"])
def test_a_quotation_is_found_where_it_stands(assistant: Assistant, language: str) -> None:
    section = library(language.lower()).article("skat").section("matadors")
    data = assistant.data("check_quotation", quotation=f"«{section.intro[0].upper()}»", language=language)
    assert data["found"]
    assert data["text"] == section.intro[0]
    assert data["url"] == "http://testserver/rules/skat#matadors"


@pytest.mark.parametrize("changed", [("the top trumps", "the best trumps"), ("without a gap", "with a gap")])
def test_a_wrong_quotation_is_told_the_place_that_it_means(assistant: Assistant, changed: tuple[str, str]) -> None:
    words = "Matadors are the top trumps without a gap".replace(*changed)
    data = assistant.data("check_quotation", quotation=words, page="skat")
    assert not data["found"]
    assert data["nearest"][0]["url"] == "http://testserver/rules/skat#matadors"


def test_half_a_word_is_no_quotation(assistant: Assistant) -> None:
    assert not assistant.data("check_quotation", quotation="atadors are the top trumps")["found"]
    assert "too short" in assistant.text("check_quotation", quotation="it")


# -- languages and refusals ----------------------------------------------------------------------------------

_OVERBID = {"kind": "suit", "trump": "H", "declarer": 2, "declarer_points": 130, "matadors": {"with": 2}}


def test_a_hand_that_cannot_have_happened_is_refused_with_its_rule(assistant: Assistant) -> None:
    result = assistant.call("score_hands", slug="skat", players=3, hands=[_OVERBID])
    assert result["isError"]
    assert ADDRESS.search(result["content"][0]["text"])
    expected = Api().post("/games/skat/score", {"players": 3, "hands": [_OVERBID]})
    assert result["structuredContent"]["errors"] == json.loads(expected.content)["errors"]


def test_the_language_is_that_of_the_call_or_of_the_client(assistant: Assistant) -> None:
    in_german = Assistant(Accept_Language="de")
    hand = examples_of(all_games()["skat"])[0]["request"]
    assert Assistant(**{"Accept-Language": "de"}).text("score_hands", slug="skat", **hand) == assistant.text(
        "score_hands", slug="skat", language="de", **hand
    )
    assert in_german.text("score_hands", slug="skat", language="fr", **hand) == assistant.text(
        "score_hands", slug="skat", language="fr", **hand
    )


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("find_game", {"name": "skat", "language": "tlh"}, "There are no answers in this language"),
        ("find_game", {"name": 3}, "/name"),
        ("find_game", {"name": "skat", "kind": "x"}, "ramsch"),
        ("search_rules", {}, "/query"),
        ("search_rules", {"query": "x", "slug": "x"}, "no game"),
        ("read_section", {"page": "x"}, "no page"),
        ("read_section", {"page": "skat", "section": "x"}, "no section"),
        ("score_hands", {"slug": "skat", "players": 3, "hands": []}, "/hands"),
        ("score_hands", {"slug": "x", "players": 3, "hands": [{}]}, "no game"),
        ("who_takes_trick", {"slug": "points", "players": 3}, "no tricks"),
        ("who_takes_trick", {"slug": "skat", "players": 3, "plays": "x"}, "/plays"),
        ("read_match", {"match": "x"}, "key"),
    ],
)
def test_wrong_arguments_are_named(db: None, tool: str, arguments: dict[str, Any], says: str) -> None:
    result = Assistant().call(tool, **arguments)
    assert result["isError"]
    assert says in result["content"][0]["text"]
