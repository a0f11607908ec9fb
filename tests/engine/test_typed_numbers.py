"""Numbers as people type them: the separators of the language, sums, and what has two readings."""

from __future__ import annotations

import pytest

from scoring.engine.typed_numbers import TwoReadings, number, plain_text, read_number
from scoring.languages import language

TWO = "two readings"
NONE = "no number"


def _read(text: str, code: str) -> object:
    try:
        return read_number(text, language(code).thousands)
    except TwoReadings:
        return TWO
    except ValueError:
        return NONE


@pytest.mark.parametrize(
    ("text", "english", "german", "french"),
    [
        ("1,000", 1000, TWO, TWO),
        ("1.000", TWO, 1000, TWO),
        ("12.500", TWO, 12500, TWO),
        ("1,234.5", 1234.5, 1234.5, 1234.5),
        ("1.234,5", 1234.5, 1234.5, 1234.5),
        ("1 234,5", 1234.5, 1234.5, 1234.5),
        ("1\u202f000", 1000, 1000, 1000),
        ("1\u00a0000", 1000, 1000, 1000),
        ("1,000,000", 1000000, 1000000, 1000000),
        ("2.5", 2.5, 2.5, 2.5),
        ("2,5", 2.5, 2.5, 2.5),
        ("0,125", 0.125, 0.125, 0.125),
        ("1 5", NONE, NONE, NONE),
        ("−5", -5, -5, -5),
        ("10+15+8-5", 28, 28, 28),
        ("10 + 15 − 30", -5, -5, -5),
        ("3×20", 60, 60, 60),
        ("0.1+0.2", 0.3, 0.3, 0.3),
        ("10+1.000", TWO, 1010, TWO),
    ],
)
def test_a_number_is_read_as_the_language_writes_it(text: str, english: object, german: object, french: object) -> None:
    assert [_read(text, code) for code in ("en", "de", "fr")] == [english, german, french]


@pytest.mark.parametrize(
    "text", ["", "5-", "--5", "1e5", "1_000", "½", "7/2", "abc", "1" * 61, "+" * 60, "a+" * 29 + "--"]
)
def test_what_is_no_number_stays_a_text(text: str) -> None:
    assert number(text) == text


def test_a_plain_text_has_one_reading_in_every_language() -> None:
    for value in (1.125, -2.5, 1000, 0.05):
        assert [_read(plain_text(value), code) for code in ("en", "de", "fr", "ru", "es")] == [value] * 5
