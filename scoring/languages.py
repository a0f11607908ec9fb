"""The languages in which texts are written: their catalogues, figures, lists and cards.

English is the language of the templates themselves (``scoring.engine.messages.Language``). All other languages take
their templates from ``scoring/locale/LANG/LC_MESSAGES/engine.mo``. An entry whose context is the slug of a game is used
in that game, if its players have another word.
"""

from __future__ import annotations

import gettext
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

from django.utils.translation import get_language, to_locale

from scoring.engine.game import Game
from scoring.engine.marking import HEADING
from scoring.engine.messages import ENGLISH, Language, Number, trim_number

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "engine"


@dataclass(frozen=True)
class Style:
    """How a language writes figures, lists and cards.

    thousands: between groups of three digits, from ``grouped_from`` digits on. decimal: before fractions. between:
    between the items of a list. between_cards: between cards. ranks: letters on its cards that are not A K Q J.
    other_and: "and", what is written instead of it before some words, and a pattern of how these begin; None for always
    the same.
    like_fraction: the whole number whose plural form a fraction takes, None for that of its whole part.
    """

    thousands: str
    decimal: str = ","
    grouped_from: int = 4
    between: str = ", "
    between_cards: str = " "
    ranks: Mapping[str, str] = field(default_factory=dict)
    like_fraction: int | None = 2
    other_and: tuple[str, str, str] | None = None


_NO_BREAK_SPACE, _THIN_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"

STYLES: dict[str, Style] = {
    "de": Style(".", ranks={"Q": "D", "J": "B"}),
    "pt-br": Style("."),
    "zh-hans": Style(",", decimal=".", grouped_from=5, between="、", between_cards="、"),
    "fr": Style(_THIN_NO_BREAK_SPACE, ranks={"K": "R", "Q": "D", "J": "V"}, like_fraction=None),
    "es": Style(".", grouped_from=5, other_and=(" y ", " e ", "h?[ií](?![aeouáéóú])|y(?![aeiouáéíóú])")),
    "it": Style(".", grouped_from=5, other_and=(" e ", " ed ", "[eéè]")),
    "ru": Style(_NO_BREAK_SPACE, grouped_from=5, between_cards=", ", ranks={"A": "Т", "K": "К", "Q": "Д", "J": "В"}),
}
"""By language tag, as Django writes it. See docs/translating.md."""


class TranslatedLanguage(Language):
    """A language with a catalogue. game: the slug of the game whose own words are preferred, "" for none."""

    def __init__(self, code: str, catalogue: gettext.NullTranslations, game: str = "") -> None:
        self.code = code
        self.style = STYLES[code]
        self.thousands = self.style.thousands
        self.game = game
        self._catalogue = catalogue

    def gettext(self, text: str) -> str:
        if not text:
            return ""  # gettext would return the header of the catalogue
        of_game = self._catalogue.pgettext(self.game, text) if self.game else ""
        return of_game or self._catalogue.gettext(text)

    def ngettext(self, one: str, many: str, n: Number) -> str:
        number = self._whole(n)
        if self.game:
            of_game = self._catalogue.npgettext(self.game, one, many, number)
            if of_game:
                return of_game
        return self._catalogue.ngettext(one, many, number)

    def heading(self, text: str) -> str:
        return self._catalogue.pgettext(HEADING, text) or text

    @property
    def decimal(self) -> str:
        return self.style.decimal

    def _whole(self, n: Number) -> int:
        """The whole number with the same plural form."""
        whole = abs(trim_number(n))
        if isinstance(whole, int):
            return whole
        return int(whole) if self.style.like_fraction is None else self.style.like_fraction

    def number(self, value: Number, sign: bool = False) -> str:
        value = trim_number(value)
        whole, _, fraction = f"{abs(value)}".partition(".")
        if len(whole) >= self.style.grouped_from:
            whole = f"{int(whole):,}".replace(",", self.style.thousands)
        before = "−" if value < 0 else "+" if sign and value > 0 else ""
        return before + whole + (self.style.decimal + fraction if fraction else "")

    def join_texts(self, texts: Iterable[str]) -> str:
        return self.style.between.join(texts)

    def before(self, last: str, template: str) -> str:
        if self.style.other_and is None:
            return template
        usual, other, sounds = self.style.other_and
        return template.replace(usual, other) if re.match(sounds, last, re.IGNORECASE) else template

    def cards(self, texts: Iterable[str]) -> str:
        return self.style.between_cards.join(texts)

    def rank(self, name: str) -> str:
        return self.style.ranks.get(name, name)


class _NoEntry(gettext.NullTranslations):
    """Fallback of a catalogue: returns "" for a text with a context, which is a game's own word."""

    def pgettext(self, context: str, message: str) -> str:
        return ""

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return ""


@cache
def language(code: str, game: str = "") -> Language:
    """Returns the language with this tag and the words of a game. English if the tag has no catalogue."""
    if code not in STYLES:
        return ENGLISH
    try:
        catalogue = gettext.translation(DOMAIN, LOCALE, [to_locale(code)])
    except FileNotFoundError:
        return ENGLISH
    catalogue.add_fallback(_NoEntry())
    return TranslatedLanguage(code, catalogue, game)


_game_of_words: ContextVar[str] = ContextVar("game of words", default="")


@contextmanager
def words_of(game: str) -> Iterator[None]:
    """Within it the language of the request has the words of a game wherever none is named. game: its slug."""
    token = _game_of_words.set(game)
    try:
        yield
    finally:
        _game_of_words.reset(token)


def current_language(game: str = "") -> Language:
    """Returns the language of the current request, with the words of a game."""
    return language(get_language() or "", game or _game_of_words.get())


#: Letters of their own, that stand behind the letter without a mark.
_LETTERS = {"es": {"ñ": "n\uffff"}, "ru": {"й": "и\uffff"}}


def sort_key(text: str) -> tuple[object, str]:
    """Returns the key by which the reader's language sorts a text: accents decide only between texts that are the same
    without them; Chinese goes by pinyin, as the first level of the national character set does.
    """
    code = get_language() or ""
    if code.startswith("zh"):
        return text.casefold().encode("gb18030"), text
    letters = _LETTERS.get(code, {})
    plain = "".join(
        letters.get(letter, "".join(part for part in normalize("NFD", letter) if not combining(part)))
        for letter in normalize("NFC", text.casefold())
    )
    return plain, text


def is_at_home(game: Game[Any, Any]) -> bool:
    """Returns whether a game is one of those that people play who speak the reader's language."""
    code = current_language().code
    return code.partition("-")[0] in game.native_names or code in game.national_signs


@lru_cache
def catalogue_version(code: str) -> str:
    """Returns a short hash of the catalogue of a language, "" if it has none."""
    file = gettext.find(DOMAIN, LOCALE, [to_locale(code)])
    return hashlib.blake2b(Path(file).read_bytes(), digest_size=4).hexdigest() if file else ""
