"""Numbers, counted texts, lists and cards in each language, and the words of a game."""

from __future__ import annotations

import gettext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.messages import ENGLISH, cards, plural, rank, render, say, signed
from scoring.languages import STYLES, TranslatedLanguage, language


class Entries(gettext.NullTranslations):
    """A catalogue of these entries: by context and text, or by context and the form for one with the number."""

    def __init__(self, **entries: str) -> None:
        super().__init__()
        self.entries = entries

    def gettext(self, message: str) -> str:
        return self.entries.get(message, message)

    def pgettext(self, context: str, message: str) -> str:
        return self.entries.get(f"{context}:{message}", "")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{n}"

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return ""


def written(code: str) -> TranslatedLanguage:
    return TranslatedLanguage(code, Entries())


@pytest.mark.parametrize(
    ("code", "value", "shown"),
    [
        ("de", 1000, "1.000"),
        ("de", -1234.5, "−1.234,5"),
        ("de", 999, "999"),
        ("pt-br", 12000, "12.000"),
        ("zh-hans", 3200, "3200"),
        ("zh-hans", 12000, "12,000"),
        ("zh-hans", 2.5, "2.5"),
        ("fr", 1000, "1\N{NARROW NO-BREAK SPACE}000"),
        ("es", 1000, "1000"),
        ("es", 12000, "12.000"),
        ("it", 12000.5, "12.000,5"),
        ("ru", 1000, "1000"),
        ("ru", -12000, "−12\N{NO-BREAK SPACE}000"),
    ],
)
def test_numbers(code: str, value: float, shown: str) -> None:
    assert written(code).number(value) == shown


@given(st.sampled_from(sorted(STYLES)), st.integers(-(10**9), 10**9))
def test_a_number_has_the_same_figures_in_every_language(code: str, value: int) -> None:
    def figures(text: str) -> str:
        return "".join(letter for letter in text if letter.isdigit() or letter in "+−")

    assert figures(written(code).number(value, sign=True)) == figures(ENGLISH.number(value, sign=True))


@pytest.mark.parametrize(
    ("code", "n", "like"),
    [("de", -1, "1"), ("de", 2.0, "2"), ("de", 0.5, "2"), ("fr", 1.5, "1"), ("fr", 2.5, "2"), ("ru", 1.5, "2")],
)
def test_the_number_whose_form_a_counted_text_takes(code: str, n: float, like: str) -> None:
    assert render(plural(n, "{n} point", "{n} points"), written(code)) == like


def test_lists_and_cards() -> None:
    assert render(say("{names}", names=["1", "2"]), written("zh-hans")) == "1、2"
    assert render(say("{c}", c=cards(["QS", "10H"])), written("de")) == "♠D ♥10"
    assert render(say("{c}", c=cards(["QS", "AH"])), written("ru")) == "♠Д, ♥Т"
    assert render(say("{r}", r=rank("J")), written("fr")) == "V"
    assert render(say("{p}", p=signed(1500)), written("de")) == "+1.500"


@pytest.mark.parametrize(
    ("code", "names", "shown"),
    [
        ("en", ["Ada"], "Ada"),
        ("en", ["Ada", "Ben", "Cleo"], "Ada, Ben & Cleo"),
        ("es", ["Ana", "Hilda"], "Ana e Hilda"),
        ("es", ["Ana", "Íñigo"], "Ana e Íñigo"),
        ("es", ["Ana", "Yves"], "Ana e Yves"),
        ("es", ["Ana", "Hiedra"], "Ana y Hiedra"),
        ("es", ["Ana", "Yolanda"], "Ana y Yolanda"),
        ("es", ["Iris", "Ana"], "Iris y Ana"),
        ("it", ["Ida", "Élise"], "Ida ed Élise"),
        ("it", ["Eva", "Ugo"], "Eva e Ugo"),
        ("zh-hans", ["阿芳", "老李"], "阿芳和老李"),
    ],
)
def test_the_name_of_partners(code: str, names: list[str], shown: str) -> None:
    assert language(code).side_name(names) == shown


def test_names_in_a_sentence() -> None:
    assert ENGLISH.join_names(["Ada", "Ben", "Cleo"]) == "Ada, Ben and Cleo"
    assert language("es").join_names(["Ada", "Ben", "Inés"]) == "Ada, Ben e Inés"
    assert language("zh-hans").join_names(["阿芳", "老李"]) == "阿芳、老李"


def test_the_words_of_a_game_come_first() -> None:
    catalogue = Entries(Bid="Gebot", **{"skat:Bid": "Gereizt"})
    assert TranslatedLanguage("de", catalogue, "skat").gettext("Bid") == "Gereizt"
    assert TranslatedLanguage("de", catalogue, "loo").gettext("Bid") == "Gebot"
    assert TranslatedLanguage("de", catalogue).gettext("Bid") == "Gebot"


def test_a_game_may_keep_the_english_word() -> None:
    assert language("de", "skat").gettext("Hand") == "Hand"
    assert language("de", "tute").gettext("Hand") == "Blatt"
