"""How the options of a question are laid out, by the length of their words and the suits of their cards."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.engine.cards import PACK_32, PACK_52
from scoring.pages.option_layout import bare_text, cards_per_row, options_layout, row_starts, widest_word

#: A suit after the other, in the order of these packs.
SUITS_OF_8 = [code for suit in "CSHD" for code in PACK_32.cards if code.endswith(suit)]
SUITS_OF_13 = [code for suit in "CSHD" for code in PACK_52.cards if code.endswith(suit)]


def worded(count: int, widest: int, long: bool = True) -> list[dict[str, Any]]:
    return [{"card": False, "value": str(number), "long": long, "widest": widest} for number in range(count)]


@pytest.mark.parametrize(
    ("options", "classes"),
    [
        ([], "signs"),
        (worded(4, 3, long=False), "signs"),
        ([*worded(13, 3, long=False), *worded(1, 20)], "signs"),
        ([*worded(12, 3, long=False), *worded(1, 20)], "words wide"),
        (worded(4, 8), "words four"),
        (worded(7, 9), "words four"),
        (worded(8, 9), "words four"),
        (worded(4, 10), "words"),
        (worded(5, 9), "words"),
        (worded(3, 9), "words three"),
        (worded(3, 10), "words"),
        (worded(2, 3), "words"),
        (worded(5, 7), "brief"),
        (worded(5, 6), "brief"),
        (worded(5, 5), "brief tiny"),
        (worded(4, 7), "brief"),
    ],
)
def test_words_are_laid_out_by_the_longest(options: list[dict[str, Any]], classes: str) -> None:
    assert options_layout(options) == classes


def test_options_that_are_all_cards_are_laid_out_as_cards() -> None:
    cards = [{"card": True, "value": code, "long": False, "widest": 2} for code in SUITS_OF_8]
    assert options_layout(cards) == "cards row-8"
    assert options_layout([*cards, *worded(1, 3, long=False)]) == "signs"


def test_each_suit_begins_a_row() -> None:
    assert [place for place, begins in enumerate(row_starts(SUITS_OF_8)) if begins] == [8, 16, 24]
    assert [
        place for place, begins in enumerate(row_starts(["AH", "KH", "QH", "JH", "10H", *SUITS_OF_8[:5]])) if begins
    ] == [5]


@pytest.mark.parametrize("codes", [[], ["AH"] * 9, ["AH", "KH", "QH", "JH", *SUITS_OF_8[:5]], ["", *SUITS_OF_8]])
def test_few_cards_of_a_suit_begin_none(codes: list[str]) -> None:
    assert row_starts(codes) == [False] * len(codes)


@pytest.mark.parametrize(
    ("codes", "row"),
    [
        (SUITS_OF_8, "row-8"),
        (SUITS_OF_13, "row-7"),
        (SUITS_OF_8[:5] + SUITS_OF_8[8:13], "row-5"),
        (SUITS_OF_8[:8], ""),
        (["2H"] * 10, "row-5"),
        (["2H"] * 9, "row-5"),
        (["2H"] * 16, ""),
        (["2H"] * 3, ""),
        ([], ""),
    ],
)
def test_rows_of_cards_are_alike(codes: list[str], row: str) -> None:
    assert cards_per_row(codes) == row


def test_a_text_that_needs_three_lines_counts_half_a_row() -> None:
    assert widest_word("two words", "") == 5
    assert widest_word("two", "a longer note") == 6
    assert widest_word("one two three four five six", "") == 12
    assert widest_word("", "") == 0
    assert bare_text("<b>♥</b> ace") == "♥ ace"
