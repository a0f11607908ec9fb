"""Special cases that many games have: the place that tells of one comes before the general section."""

from __future__ import annotations

import pytest

from rulesref.files import load_yaml
from rulesref.library import languages, library
from rulesref.search.documents import SPECIAL_CASES, SearchDocument, SpecialCases
from rulesref.search.index import find, search_index


def _cases() -> dict[str, dict[str, list[str]]]:
    file = library().file(f"en/{SPECIAL_CASES}.yaml")
    assert file is not None
    cases: dict[str, dict[str, list[str]]] = load_yaml(file.read_text(encoding="utf-8"))
    return cases


def _documents(lang: str) -> dict[str, SearchDocument]:
    documents = (indexed.document for indexed in search_index(library(lang)).documents)
    return {f"{document.slug}#{document.anchor}": document for document in documents if document.anchor}


def test_every_place_of_a_special_case_can_be_found() -> None:
    places = {place for case in _cases().values() for place in case["places"]}
    assert len(places) > 60
    assert places <= _documents("en").keys()


@pytest.mark.parametrize("lang", languages())
def test_every_language_has_ways_to_ask_for_each_case(lang: str) -> None:
    file = library(lang).file(f"{lang}/asked/{SPECIAL_CASES}.yaml")
    assert file is not None
    ways = load_yaml(file.read_text(encoding="utf-8"))
    assert ways.keys() == _cases().keys()
    assert all(len(set(texts)) == len(texts) >= 3 for texts in ways.values())


def test_the_ways_are_those_of_the_special_place_or_else_of_the_general_section() -> None:
    cases = SpecialCases(library())
    general = {"bidding": ("who bids first", "everybody passed")}
    belote, schafkopf = cases.ways("belote", general), cases.ways("no-game", general)
    assert belote["bidding"] == ("who bids first",)
    assert "everybody passed" in belote["nobody-takes"]
    assert {"who bids first", "everybody passed"} <= set(schafkopf["bidding"])


@pytest.mark.parametrize(
    ("query", "game", "lang", "section"),
    [
        ("nobody wants it", "loo", "en", "all-passed"),
        ("all of us said no to the trump", "belote", "en", "nobody-takes"),
        ("keiner will", "solo", "de", "all-passed"),
        ("nadie quiere jugar", "cinch", "es", "all-pass"),
        ("nessuno ha chiamato", "skat", "it", "all-pass"),
        ("todo mundo passou", "loo", "pt-br", "all-passed"),
        ("personne ne veut", "belote", "fr", "nobody-takes"),
        ("никто не берёт", "belote", "ru", "nobody-takes"),
        ("没人要", "fipsen", "zh-hans", "all-passed"),
        ("carta igual dos veces", "truco", "es", "ties"),
        ("we went set by one", "cinch", "en", "broken"),
    ],
)
def test_the_special_place_comes_first(query: str, game: str, lang: str, section: str) -> None:
    assert find(library(lang), query, game).hits[0].section == section


@pytest.mark.parametrize(
    ("query", "lang", "words"),
    [
        ("bid 5 took 3", "en", ("failed",)),
        ("took 3 of the 5 we bid", "en", ("failed",)),
        ("called 5 and made 5", "en", ("exactly",)),
        ("bid 5 took 6", "en", ("overtricks",)),
        ("bid 18 got 61", "en", ()),  # card points, not the value that was bid
        ("bid 5 took 3 of 9", "en", ()),
        ("5 and 3", "en", ()),
        ("5 gesagt 3 gemacht", "de", ("verloren",)),
        ("dijimos 5 e hicimos 5", "es", ("justo",)),
        ("dichiarato 5, fatte 3", "it", ("fallito",)),
    ],
)
def test_a_bid_and_what_was_taken_tell_how_it_went(query: str, lang: str, words: tuple[str, ...]) -> None:
    language = search_index(library(lang)).analyser.language
    assert language.outcome_of(language.words(query)) == words


def test_a_failed_bid_finds_what_it_costs() -> None:
    assert find(library(), "bid 6 took 5", "cinch").hits[0].section == "broken"
