"""What the search knows about a language: its filler words, its stems, its cards in words.

``content/LANG/search.yaml`` has the words, ``content/LANG/synonyms.yaml`` those that mean the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.utils.translation import override

from rulesref.files import load_yaml
from rulesref.library import Library
from rulesref.reading import DEFAULT_LANGUAGE
from rulesref.search.card_words import RANK_NAMES, spell_cards, spell_cards_as
from rulesref.search.full_text import stem_words
from rulesref.search.words import fold, fold_cyrillic, is_ideograph, singular, words_of
from scoring.card_names import rank_label
from scoring.engine.cards import SUIT_NAMES, SUITS, SYMBOLS
from scoring.languages import language

Stem = Callable[[Iterable[str]], Mapping[str, str]]

#: The stemmers of the languages. English has FTS5's own; a language that is not here takes words as they are.
_STEMMERS = {"de": "german", "es": "spanish", "fr": "french", "it": "italian", "pt-br": "portuguese", "ru": "russian"}
_KEYS = (
    "filler", "telling", "definition", "leans", "house_rule", "not_here", "advice", "moves", "other_moves", "or",
    "judging", "rule", "amount", "counted", "wish", "party", "whole_party", "play", "target", "equal", "compares",
    "before_name", "ordinary_names",
)  # fmt: skip
#: Words that say a bid, and what was taken; what is added to a query that has both with a number each.
_OUTCOME_KEYS = ("bids", "takes", "fell_short", "made_it", "made_more")
#: What is so many times the bid counts something else: card points beside a value ("bid 18, got 61").
_OTHER_UNIT = 2


@dataclass(frozen=True)
class SearchLanguage:
    """The words of a language, from ``content/LANG/search.yaml``.

    filler          say little; they count only if a query has no others
    telling         those of them that tell questions apart once all else is equal
    definition      ask what something means
    leans           begin a sentence that needs the one before it
    house_rule      mark what only some tables do
    not_here        mark what the pages leave out
    advice          ask how to play well, which no page says
    choice          ask which of two moves is better, unless a word of ``rule`` asks for a rule
    judging         the same: ask what one should do
    amount          ask how much or how many
    counted         after a number say that it is not one of players
    wish            ask to play otherwise than usual
    links           letters between the parts of a compound, with ``""``; none if the language writes no compounds
    party           say how many players are meant, with ``{n}`` for the number
    whole_party     the same, if these are all
    party_words     the same for one number, in one word
    play            say nothing beside a number of players
    target          name the score at which a match ends, with ``{n}``
    outcome         words that say a bid, words that say what was taken, and the words that stand for less, for just as
                    much and for more than was bid ("bid 8 took 6" asks for a failed bid)
    equal           the word that the same number twice stands for ("16 16", "35 to 35")
    compares        after these the name of a game only compares
    before_name     after these the name of a game is one even if it is an ordinary word
    ordinary_names  names of games that are ordinary words in this language
    """

    code: str
    filler: frozenset[str]
    telling: frozenset[str]
    definition: re.Pattern[str]
    leans: re.Pattern[str]
    house_rule: re.Pattern[str]
    not_here: re.Pattern[str]
    advice: re.Pattern[str]
    choice: re.Pattern[str]
    judging: re.Pattern[str]
    rule: re.Pattern[str]
    amount: re.Pattern[str]
    wish: re.Pattern[str]
    counted: re.Pattern[str]
    links: tuple[str, ...] = ()
    party: tuple[str, ...] = ()
    whole_party: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    play: frozenset[str] = frozenset()
    equal: tuple[str, ...] = ()
    outcome: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    party_words: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    compares: frozenset[tuple[str, ...]] = frozenset()
    before_name: frozenset[tuple[str, ...]] = frozenset()
    ordinary_names: frozenset[tuple[str, ...]] = frozenset()

    @property
    def is_english(self) -> bool:
        """Whether this is English."""
        return self.code == DEFAULT_LANGUAGE

    def fold(self, text: str) -> str:
        """The text in plain letters."""
        return fold_cyrillic(text) if self.code == "ru" else fold(text)

    def words(self, text: str) -> list[str]:
        """The folded words of a text."""
        return words_of(text, self.fold, contractions=self.is_english)

    def asks_amount(self, text: str) -> bool:
        """Whether a query asks how much or how many."""
        return bool(self.amount.search(" ".join(self.words(text))))

    def wishes(self, text: str) -> bool:
        """Whether a query asks to play otherwise than usual."""
        return bool(self.wish.search(" ".join(self.words(text))))

    def outcome_of(self, words: Sequence[str]) -> tuple[str, ...]:
        """The words for how the bid of a query went, none if it does not name a bid and what was taken."""
        if not self.outcome:
            return ()
        numbers = [int(word) for word in words if word.isdecimal()]
        bid, took = (
            next((at for at, word in enumerate(words) if word in self.outcome[key]), -1) for key in ("bids", "takes")
        )
        if len(numbers) != 2 or min(bid, took) < 0:
            return ()
        promised, taken = numbers if bid < took else reversed(numbers)
        if taken >= _OTHER_UNIT * promised:
            return ()
        return self.outcome["fell_short" if taken < promised else "made_more" if taken > promised else "made_it"]

    def asks_advice(self, text: str) -> bool:
        """Whether a query asks how to play well: in so many words, or which of two moves is better."""
        line = " ".join(self.words(text))
        if self.advice.search(line):
            return True
        return bool(self.judging.search(line) or self.choice.search(line)) and not self.rule.search(line)

    def spell_cards(self, text: str) -> str:
        """The text with its cards in words."""
        return spell_cards(text) if self.is_english else spell_cards_as(text, *_card_names(self.code))

    @property
    def ranks(self) -> tuple[str, ...]:
        """The folded names of ace, king, queen and jack."""
        names = tuple(RANK_NAMES.values())[:4] if self.is_english else _card_names(self.code)[0].values()
        return tuple(word for name in names for word in self.words(name))

    @property
    def suits(self) -> tuple[str, ...]:
        """The folded names of the suits."""
        names = SUIT_NAMES.values() if self.is_english else _card_names(self.code)[1].values()
        return tuple(word for name in names for word in self.words(name))

    def stems(self, words: Iterable[str]) -> Mapping[str, str]:
        """The stem of each word."""
        if self.is_english:
            return stem_words(words)
        # Imported here: it has the stemmers of thirty languages.
        import snowballstemmer

        # A new stemmer for each call: it has state while it works, and searches run at the same time.
        stemmer = snowballstemmer.stemmer(_STEMMERS[self.code]) if self.code in _STEMMERS else None
        return {word: stemmer.stemWord(word) if stemmer and word.isalpha() else word for word in words}

    def singular(self, word: str) -> str:
        """The word without the ending of an English plural; in other languages the word."""
        return singular(word) if self.is_english else word


@cache
def _card_names(code: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The names of ranks by what is printed on the card, and of suits by their sign."""
    names = language(code)
    with override(code):
        ranks = {names.rank(rank): rank_label(rank) for rank in ("A", "K", "Q", "J")}
    return ranks, {SYMBOLS[suit]: names.suit(suit) for suit in SUITS}


def read_language(library: Library) -> SearchLanguage:
    """The words of a library's language, none if it has no file."""
    file = library.file(f"{library.lang}/search.yaml")
    data: Mapping[str, Any] = load_yaml(file.read_text(encoding="utf-8")) if file else {}
    lists = {key: [str(word) for word in data.get(key) or ()] for key in _KEYS}
    none = _any_of([])
    bare = SearchLanguage(
        library.lang, frozenset(), frozenset(), none, none, none, none, none, none, none, none, none, none, none
    )
    read = {key: [" ".join(bare.words(text)) for text in lists[key]] for key in _KEYS}
    filler = frozenset(part for text in lists["filler"] for part in bare.words(text))
    return SearchLanguage(
        library.lang,
        filler,
        filler & {part for text in lists["telling"] for part in bare.words(text)},
        _any_of(read["definition"]),
        _any_of(lists["leans"]),
        _any_of(lists["house_rule"]),
        _any_of(lists["not_here"]),
        _any_of(read["advice"]),
        _choice(read["moves"], read["or"], read["other_moves"]),
        _any_of(read["judging"]),
        _any_of(read["rule"]),
        _any_of(read["amount"]),
        _any_of(read["wish"]),
        _any_of(read["counted"]),
        tuple(map(str, data.get("links") or ())),
        tuple(map(bare.fold, lists["party"])),
        tuple(map(bare.fold, lists["whole_party"])),
        tuple(map(bare.fold, lists["target"])),
        frozenset(part for text in lists["play"] for part in bare.words(text)),
        tuple(part for text in lists["equal"] for part in bare.words(text)),
        {
            key: tuple(part for text in data[key] for part in bare.words(str(text)))
            for key in _OUTCOME_KEYS
            if key in data
        },
        {int(number): tuple(map(bare.fold, words)) for number, words in (data.get("party_words") or {}).items()},
        *(frozenset(tuple(bare.words(text)) for text in lists[key]) for key in _KEYS[-3:]),
    )


def _choice(moves: Sequence[str], between: Sequence[str], others: Sequence[str]) -> re.Pattern[str]:
    """A pattern for two moves with one of the words between them. others: what may be the second: "or not"."""
    if not moves:
        return _any_of([])
    one, between_them, other = (_any_of(texts).pattern for texts in (moves, between, (*moves, *others)))
    return re.compile(f"(?:{one}).*?(?:{between_them}).*?(?:{other})")


def _any_of(texts: Iterable[str]) -> re.Pattern[str]:
    """A pattern for any of these texts as whole words; without texts it matches nothing."""
    patterns = [whole(text) for text in sorted(texts, key=len, reverse=True)]
    return re.compile("|".join(patterns) or r"(?!)")


def whole(text: str) -> str:
    """A pattern for this text as whole words; ideographs have no bounds."""
    before = r"\b" if text[:1].isalnum() and not is_ideograph(text) else ""
    after = r"\b" if text[-1:].isalnum() and not is_ideograph(text[-1:]) else ""
    return before + re.escape(text) + after
