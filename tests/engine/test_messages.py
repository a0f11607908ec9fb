"""Messages in a language that is not English: forms of counted things, numbers, lists, cards."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from scoring.engine.messages import (
    Language,
    Number,
    card,
    cards,
    fill_names,
    format_number,
    line,
    plural,
    rank,
    ranks,
    render,
    say,
    seat,
    signed,
    suit,
    words,
)

TRICKS = ("{n} trick", "{n} tricks")


class Invented(Language):
    """Three forms of a counted thing, as Russian has them; its own numbers, lists, suits and ranks."""

    def gettext(self, text: str) -> str:
        return {"{who} pays {n}": "{n} from {who}", "hearts": "Herz", "joker": "Joker"}.get(text, text)

    def ngettext(self, one: str, many: str, n: Number) -> str:
        few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
        return "{n} vzyatka" if n % 10 == 1 and n % 100 != 11 else "{n} vzyatki" if few else "{n} vzyatok"

    def number(self, value: Number, sign: bool = False) -> str:
        return format_number(value, sign).replace(",", ".")

    def join_texts(self, texts: Iterable[str]) -> str:
        return "、".join(texts)

    def rank(self, name: str) -> str:
        return {"J": "B", "Q": "D"}.get(name, name)


@pytest.mark.parametrize(
    ("n", "english", "other"),
    [
        (1, "1 trick", "1 vzyatka"),
        (2, "2 tricks", "2 vzyatki"),
        (5, "5 tricks", "5 vzyatok"),
        (12, "12 tricks", "12 vzyatok"),
        (21, "21 tricks", "21 vzyatka"),
    ],
)
def test_a_counted_thing_has_as_many_forms_as_the_language(n: int, english: str, other: str) -> None:
    assert render(plural(n, *TRICKS)) == english
    assert render(plural(n, *TRICKS), Invented()) == other
    assert render(say("{it}", it=[plural(n, *TRICKS)]), Invented()) == other


def test_a_language_may_put_the_parameters_in_another_order() -> None:
    message = say("{who} pays {n}", who=seat(1), n=-1234)
    assert fill_names(render(message), ["Ada", "Ben"], []) == "Ben pays −1,234"
    assert fill_names(render(message, Invented()), ["Ada", "Ben"], []) == "−1.234 from Ben"


@pytest.mark.parametrize(
    ("value", "english", "other"),
    [
        (card("JS"), "♠J", "♠B"),
        (card("10H"), "♥10", "♥10"),
        (card("JK"), "joker", "Joker"),
        (cards(["QC", "AD"]), "♣Q ♦A", "♣D ♦A"),
        (suit("H"), "hearts", "Herz"),
        (rank("Q"), "Q", "D"),
        (ranks(["K", "Q", "J"]), "K Q J", "K D B"),
        (signed(1500), "+1,500", "+1.500"),
        (words("Queens & aces"), "Queens & aces", "Queens & aces"),
        ([rank("J"), 2], "J, 2", "B、2"),
    ],
)
def test_cards_numbers_and_lists_are_written_as_the_language_does(value: object, english: str, other: str) -> None:
    assert render(say("{value}", value=value)) == english
    assert render(say("{value}", value=value), Invented()) == other


def test_a_line_keeps_its_message_for_every_language() -> None:
    explained = line("{who} pays {n}", who=seat(0), n=5, value=-5, rule="scoring")
    assert fill_names(render(explained.message, Invented()), ["Ada"], []) == "5 from Ada"
