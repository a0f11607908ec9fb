"""The search understands words that a page does not use, from how players ask for the same places."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.library import library
from rulesref.search.index import search_index
from rulesref.search.judged_questions import JudgedQuestion
from rulesref.search.meanings import ZERO, Meanings, likeness


def _meanings() -> Meanings:
    rows = [[100] * 8 + [0] * 8, [90] * 8 + [10] * 8, [0] * 8 + [-100] * 8]
    return Meanings(["tie", "draw", "revoke"], bytes(ZERO + value for row in rows for value in row))


def test_words_that_ask_for_the_same_are_alike() -> None:
    meanings = _meanings()
    tie = meanings.of_query({"tie": 1.0})
    assert likeness(tie, meanings.of_document({"tie": 3.0})) == pytest.approx(1.0, abs=0.01)
    assert likeness(tie, meanings.of_document({"draw": 1.0})) > 0.95
    assert likeness(tie, meanings.of_document({"revoke": 1.0})) == pytest.approx(0.0, abs=0.01)


def test_the_weights_of_words_say_how_much_each_counts() -> None:
    meanings = _meanings()
    mostly_tie = meanings.of_document({"tie": 3.0, "revoke": 1.0})
    assert likeness(meanings.of_query({"tie": 1.0}), mostly_tie) == pytest.approx(3 / 10**0.5, abs=0.01)
    assert likeness(meanings.of_query({"revoke": 1.0}), mostly_tie) == pytest.approx(1 / 10**0.5, abs=0.01)


def test_words_without_a_meaning_are_like_nothing() -> None:
    meanings = _meanings()
    assert likeness(meanings.of_query({"xyzzy": 1.0}), meanings.of_document({"tie": 1.0})) == 0.0
    assert likeness(meanings.of_query({"tie": 1.0}), meanings.of_document({})) == 0.0
    assert likeness(Meanings.read(None).of_query({"tie": 1.0}), meanings.of_document({"tie": 1.0})) == 0.0


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    file, again = tmp_path / "one.bin", tmp_path / "two.bin"
    _meanings().write(file)
    Meanings.read(file).write(again)
    assert file.read_bytes() == again.read_bytes()
    read, written = Meanings.read(again), _meanings()
    assert read.of_query({"tie": 1.0, "revoke": 2.0}) == written.of_query({"tie": 1.0, "revoke": 2.0})


def test_nearly_every_word_of_the_pages_has_a_meaning() -> None:
    """Otherwise run ``manage.py fit_search --write``: the pages have changed too much since."""
    index = search_index(library())
    without = [token for token in index.rarity if token not in index.meanings]
    assert len(without) < 0.05 * len(index.rarity), without[:20]


@pytest.mark.parametrize(
    ("word", "near", "far"), [("peek", "look", "trump"), ("tie", "equal", "deal"), ("reneg", "revok", "bid")]
)
def test_words_that_players_use_for_the_same_are_near(word: str, near: str, far: str) -> None:
    meanings = search_index(library()).meanings
    query = meanings.of_query({word: 1.0})
    assert likeness(query, meanings.of_document({near: 1.0})) > 0.5 > likeness(query, meanings.of_document({far: 1.0}))


def test_the_first_three_hits_are_not_three_questions_of_one_page_if_a_section_fits_as_well() -> None:
    index = search_index(library())
    hits = index.search("can queen take any card from a pile", "buried-treasure", 3)
    assert {hit.kind for hit in hits} == {"question", "section"}


def test_an_answer_on_another_page_counts() -> None:
    question = JudgedQuestion("glossary", "what is the kitty", None, (), ("widow", "loo#pot"))
    pages = library()
    assert question.answered_by(pages.article("glossary"), "widow")
    assert question.answered_by(pages.article("loo"), "pot")
    assert not question.answered_by(pages.article("glossary"), "pot")
    assert not question.answered_by(pages.article("loo"), "widow")
