"""What a query may mean: its terms, each with the tokens that match it and how well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulesref.search.analyser import Analyser
from rulesref.search.compounds import Compounds
from rulesref.search.languages import Stem
from rulesref.search.spelling import Spelling
from rulesref.search.synonyms import JOINT
from rulesref.search.words import is_ideograph

MAX_WORDS = 16

#: How well a word matches that is not the typed word itself, the typed word being 1.0. Chosen by hand, in this order:
#: a synonym is nearly as good; a related word, or a longer word after a known one, is half a guess. What counts is the
#: order: the fitted weights (``weights.py``) take these as they are, so ``fit_search`` must run again after a change.
_SYNONYM, _RELATED, _UNFINISHED, _LONGER, _ONE_SLIP, _TWO_SLIPS = 0.8, 0.5, 0.8, 0.5, 0.8, 0.6
#: If only one word is one slip away, it is as good as typed.
_ONLY_SLIP = 0.95
#: The weight of an unfinished word that says little as it stands: less than any whole word's.
_UNFINISHED_FILLER = 0.3
#: How well each part of a phrase or a compound matches alone, and how much more frequent a word must be to be meant by
#: a known one.
_PART, _FAR_MORE = 0.5, 5
#: A word that occurs no more often than this may itself be a slip of the thumb.
_RARE = 2


def _with_slips(word: str) -> set[str]:
    """A word with one letter left out or two neighbours swapped."""
    slips = {word[:at] + word[at + 1 :] for at in range(1, len(word))} if len(word) > 3 else set()
    return slips | {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)}


def _same_number_twice(words: Sequence[str]) -> bool:
    """Whether a score is level: "16 16", "35 to 35"."""
    return any(word.isdigit() and word in words[at + 1 : at + 3] for at, word in enumerate(words))


@dataclass(frozen=True)
class Term:
    """A word of the query, or a phrase that counts as one.

    word: as typed, folded. variants: token → how well it matches (1.0: as typed). weight: how much the word counts,
    before its rarity: 1.0, less for words of the second rank.
    """

    word: str
    variants: Mapping[str, float]
    weight: float = 1.0
    telling: bool = False


@dataclass(frozen=True)
class Query:
    """A query as it was read.

    words: all its folded words. meant_words: the same without slips. terms: those that count. defines: it asks what
    something is. corrected: the words that are unknown, each with the words that it was taken for. only_names: it
    has nothing but the name of a game. other_games: the names of games that have no rules here.
    """

    words: tuple[str, ...]
    meant_words: tuple[str, ...]
    terms: tuple[Term, ...]
    defines: bool = False
    corrected: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    only_names: bool = False
    other_games: tuple[str, ...] = ()


class QueryReader:
    """Reads queries. Immutable."""

    def __init__(
        self,
        analyser: Analyser,
        spelling: Spelling,
        compounds: Compounds,
        related: Mapping[str, Mapping[str, float]],
    ) -> None:
        """related: token → tokens that occur in the same places, with how well they stand for it."""
        self._analyser = analyser
        self._compounds = compounds
        self._synonyms = analyser.synonyms
        self._spelling = spelling
        self._related = related
        self._language = analyser.language
        filler = self._language.filler
        #: Words that say little, mistyped: "hav", "wich", "teh".
        self._filler_slips = {
            slip: word for word in sorted(filler) if len(word) > 2 for slip in _with_slips(word) if slip not in filler
        }

    def read(self, text: str, stem: Stem, typing: bool) -> Query:
        """A query. stem: gives the stems of words that no page has. typing: the last word may be unfinished."""
        words = self._analyser.words(text)[:MAX_WORDS]
        corrected_words = self._correct_words(words)
        joined = self._synonyms.joined(corrected_words)
        meant = self._language.outcome_of(words) or (self._language.equal if _same_number_twice(words) else ())
        if meant:
            said = {other for word in joined for other in (word, *self._synonyms.of(word))}
            joined = [*(word for word in meant if word not in said), *joined]
        content_words = [word for word in joined if word not in self._language.filler]
        only_filler = not content_words
        unknown = [part for word in joined for part in word.split(JOINT) if part not in self._analyser.stems]
        stems = {**self._analyser.stems, **stem(dict.fromkeys(unknown))} if unknown else self._analyser.stems
        corrected: dict[str, tuple[str, ...]] = {}
        terms: dict[str, Term] = {}
        for position, word in enumerate(joined):
            last = typing and position == len(joined) - 1
            filler = word in self._language.filler and not only_filler
            if filler and not (last and len(word) > 1):
                if word in self._language.telling:
                    terms.setdefault(word, Term(word, {stems[word]: 1.0}, telling=True))
                continue
            variants = self._variants(word, last, stems, corrected)
            # An unfinished word that says little may become one that says more.
            terms.setdefault(word, Term(word, variants, _UNFINISHED_FILLER if filler else 1.0))
        defines = bool(self._language.definition.search(" ".join(words))) and len(content_words) <= 3
        meant_words = tuple(corrected[word][0] if word in corrected else word for word in corrected_words)
        return Query(tuple(words), meant_words, tuple(terms.values()), defines, corrected)

    # -- words joined or split by mistake ------------------------------------------------------------------

    def _correct_words(self, words: Sequence[str]) -> list[str]:
        corrected_words: list[str] = []
        for word in words:
            if word in self._filler_slips and not self._known(word):
                word = self._filler_slips[word]
            before = corrected_words[-1] if corrected_words else ""
            if before and self._is_split(before, word):
                corrected_words[-1] = before + word
            elif len(word) > 6 and word.isalpha() and not self._known(word) and not self._spelling.near(word, 1):
                corrected_words += self._spelling.split(word) or self._compounds.parts(word) or (word,)
            else:
                corrected_words.append(word)
        return corrected_words

    def _is_split(self, one: str, other: str) -> bool:
        """Whether two words are one word of the pages, typed with a space: "over trump"."""
        whole = one + other
        if min(len(one), len(other)) < 3 or not whole.isalpha() or other in self._language.filler:
            return False
        return self._spelling.frequency(whole) > _RARE

    def _known(self, word: str) -> bool:
        return word in self._spelling or self._language.singular(word) in self._spelling

    # -- what matches a word -------------------------------------------------------------------------------

    def _variants(
        self, word: str, unfinished: bool, stems: Mapping[str, str], corrected: dict[str, tuple[str, ...]]
    ) -> dict[str, float]:
        variants = {stems.get(word) or JOINT.join(stems[part] for part in word.split(JOINT)): 1.0}
        self._add_others(variants, word, 1.0, stems)
        if JOINT in word:
            for part in word.split(JOINT):
                if part not in self._language.filler:
                    variants.setdefault(stems[part], _PART)
            return variants
        if is_ideograph(word):
            if word not in self._spelling:
                for char in self._analyser.characters(word):
                    variants.setdefault(char, _ONE_SLIP)
            return variants
        for other in (*self._compounds.parts(word), *self._compounds.having(word)):
            if other not in self._language.filler:
                variants.setdefault(stems[other], _PART)
        known = self._known(word)
        if unfinished and len(word) > 1 and not word.isdigit():
            for longer, match in self._longer(word, stems).items():
                variants.setdefault(longer, match)
        if not known or self._spelling.frequency(word) <= _RARE:
            self._add_corrections(variants, word, known, stems, corrected, finished=len(variants) == 1)
        return variants

    def _longer(self, word: str, stems: Mapping[str, str]) -> dict[str, float]:
        known = self._known(word)
        matches: dict[str, float] = {}
        for longer in self._spelling.beginning(word):
            matches.setdefault(stems[longer], _LONGER if known else _UNFINISHED)
            if not known:
                self._add_others(matches, longer, _UNFINISHED, stems)
        return matches

    def _add_corrections(
        self,
        variants: dict[str, float],
        word: str,
        known: bool,
        stems: Mapping[str, str],
        corrected: dict[str, tuple[str, ...]],
        finished: bool,
    ) -> None:
        least = _FAR_MORE * self._spelling.frequency(word) if known else 0
        near = [(other, slips) for other, slips in self._spelling.near(word) if self._spelling.frequency(other) > least]
        if known:
            near = [(other, slips) for other, slips in near if slips == 1 and other[0] == word[0]]
        for other, slips in near:
            match = _TWO_SLIPS if slips > 1 else _ONLY_SLIP if len(near) == 1 else _ONE_SLIP
            if known:
                match = _TWO_SLIPS
            variants.setdefault(stems[other], match)
            self._add_others(variants, other, match, stems)
        if near and not known:
            corrected[word] = tuple(other for other, _ in near)
        elif finished and len(variants) == 1 and len(word) > 3:
            for other in self._spelling.containing(word):
                variants.setdefault(stems[other], _TWO_SLIPS)

    def _add_others(self, variants: dict[str, float], word: str, match: float, stems: Mapping[str, str]) -> None:
        for other in self._synonyms.of(word):
            variants.setdefault(stems[other], _SYNONYM * match)
        for token, strength in self._related.get(stems.get(word, word), {}).items():
            variants.setdefault(token, _RELATED * match * strength)
