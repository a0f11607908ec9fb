"""What a query asks for that the rules leave out: another number of players, a variant, advice, what is no game.

Words alone do not tell: a question that the rules answer lacks as many of the page's words as one that they do not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rulesref.library import Library
from rulesref.search.documents import DEALING, HOYLE, SearchDocument
from rulesref.search.elsewhere import NO_RULES, Elsewhere, LeftOut, Phrases, UnlessHere
from rulesref.search.languages import SearchLanguage, whole
from rulesref.search.synonyms import Synonyms

#: The numbers of players that a query may name.
_NUMBERS = range(2, 13)
#: Sections that tell when a match ends, and a number there, or the two ends of a range of numbers.
_OF_TARGET = frozenset(("object", "end", "target", "options", "scoring", "match"))
_NUMBER, _NUMBER_RANGE = re.compile(r"\d+"), re.compile(r"(\d+)\D{1,5}(\d+)")
#: The separators of thousands.
_THOUSANDS = re.compile(r"(?<=\d)[.,\u00a0\u202f ](?=\d{3}\b)")
#: A sheet for any game has any target.
_ANY_TARGET = "points"
#: The pages that tell of games that have no rules here, and of their boards.
ABOUT_OTHERS = (DEALING, HOYLE)
#: Sections that tell of other games.
_OF_OTHERS = frozenset(("differences", "history"))


class Parties:
    """The numbers of players that a text names. Immutable."""

    def __init__(self, language: SearchLanguage, synonyms: Synonyms) -> None:
        self._fold = language.fold
        self._numbers = {
            language.fold(word).replace("+", " "): number
            for number in _NUMBERS
            for word in (str(number), *synonyms.of(str(number)))
        }
        number = "|".join(map(_number, sorted(self._numbers, key=len, reverse=True)))
        number = f"(?:{number})(?!\\s*(?:{language.counted.pattern}))"
        self._some, self._all = (_forms(forms, number) for forms in (language.party, language.whole_party))
        self._named = {
            number: re.compile("|".join(map(whole, words))) for number, words in language.party_words.items()
        }

    def outside(self, text: str, players: Collection[int]) -> set[int]:
        """The numbers of players that a text names and that are not among these. A number below the lowest counts only
        if it is that of all at the table: "just the two of us", not "two of us tied"."""
        text = self._fold(text)
        whole = {self._numbers[match[match.lastgroup or 0]] for match in self._all.finditer(text)}
        whole |= {number for number, words in self._named.items() if words.search(text)}
        some = {self._numbers[match[match.lastgroup or 0]] for match in self._some.finditer(text)}
        highest = max(players, default=0)
        return {number for number in whole if number not in players} | {number for number in some if number > highest}

    def rest(self, text: str) -> str:
        """The text without its numbers of players."""
        text = self._fold(text)
        for pattern in (*self._named.values(), self._all, self._some):
            text = pattern.sub(" ", text)
        return text


def _ranges(text: str) -> Iterator[tuple[int, int]]:
    """The numbers of a text, and its ranges, each as its two ends."""
    for number in _NUMBER.findall(text):
        yield int(number), int(number)
    for low, high in _NUMBER_RANGE.findall(text):
        yield int(low), int(high)


def _number(number: str) -> str:
    """A pattern for a number that is no part of a longer one: "we are 12", not "we are 120"."""
    return rf"(?<!\d){number}(?!\d)" if number.isdecimal() else whole(number)


def _forms(forms: Sequence[str], number: str) -> re.Pattern[str]:
    patterns = (whole(form).replace(r"\{n\}", f"(?P<n{at}>{number})") for at, form in enumerate(forms))
    return re.compile("|".join(patterns) or r"(?!)")


class Beyond:
    """Knows what the pages of games leave out. Immutable."""

    def __init__(
        self, library: Library, documents: Iterable[SearchDocument], language: SearchLanguage, synonyms: Synonyms
    ) -> None:
        """documents: all."""
        self._language = language
        self._parties = Parties(language, synonyms)
        documents = list(documents)
        self._target = _forms(language.target, r"\d+")
        #: By game the numbers and ranges of the sections that tell when a match ends.
        self._targets: dict[str, set[tuple[int, int]]] = {}
        for document in documents:
            if document.slug != _ANY_TARGET and _OF_TARGET & {document.above, document.anchor}:
                targets = self._targets.setdefault(document.slug, set())
                for passage in document.passages:
                    targets |= set(_ranges(_THOUSANDS.sub("", passage.text)))
        self._elsewhere, self._no_rules = Elsewhere(library, language), Elsewhere(library, language, NO_RULES)
        self._left_out, self._unless_here = (kind(library, documents, language) for kind in (LeftOut, UnlessHere))
        self._blocks = {
            (document.slug, document.anchor): blocks
            for document in documents
            if (blocks := frozenset(p.block for p in document.passages if language.not_here.search(p.text)))
        }
        #: By game the numbers of players that its rules know.
        self._players: Mapping[str, frozenset[int]] = dict(self._known(library, documents))

    def _known(self, library: Library, documents: Iterable[SearchDocument]) -> Iterator[tuple[str, frozenset[int]]]:
        by_page: dict[str, set[int]] = {}
        for document in documents:
            game = library.games.get(document.slug)
            if game is None or not document.passages or document.above in _OF_OTHERS:
                continue
            named = by_page.setdefault(document.slug, set(game.players))
            for text in (document.heading, *(passage.text for passage in document.passages)):
                if not self._language.not_here.search(text):
                    named |= self._parties.outside(text, game.players)
        return ((slug, frozenset(numbers)) for slug, numbers in by_page.items())

    def is_left_out(self, text: str, slug: str, words: Collection[str]) -> bool:
        """Whether a query asks for advice, or how a game is played by a number of players that its page does not know.

        text: the query. slug: of the game that is asked about, or "". words: those of the query that count. A query
        that has nothing but the number asks whether so many may play: this the rules answer.
        """
        if self._language.asks_advice(text):
            return True
        if slug not in self._players or not self._parties.outside(text, self._players[slug]):
            return False
        return not self._rest(text).isdisjoint(words)

    def knows_target(self, text: str, slug: str) -> bool | None:
        """Whether the page of the game names the score to which a query asks to play; None if it asks for nothing of
        the kind. The arguments are those of ``is_left_out``."""
        targets = self._targets.get(slug)
        if not targets or not self._language.wishes(text):
            return None
        folded = _THOUSANDS.sub("", self._language.fold(text))
        asked = {int(match[match.lastgroup or 0]) for match in self._target.finditer(folded)}
        return all(any(low <= number <= high for low, high in targets) for number in asked) if asked else None

    def asks_only_players(self, text: str, slug: str, words: Collection[str]) -> bool:
        """Whether a query asks nothing but whether a number of players may play that the page does not know: this the
        rules answer. The arguments are those of ``is_left_out``."""
        outside = slug in self._players and self._parties.outside(text, self._players[slug])
        return bool(outside) and self._rest(text).isdisjoint(words)

    def _rest(self, text: str) -> set[str]:
        """The words of a query beside a number of players."""
        return set(self._language.words(self._parties.rest(text))) - self._language.play

    def is_elsewhere(self, text: str, slug: str, document: SearchDocument) -> bool:
        """Whether a query has words that are about no game here, or about what its page leaves out, and that this
        document has not. slug: of the game that is asked about, or ""."""
        texts = (document.heading, *(passage.text for passage in document.passages))
        with_ways = (*texts, *document.asked)
        sorts: Iterable[tuple[Phrases, Sequence[str]]] = ((self._no_rules, with_ways),)
        if slug not in ABOUT_OTHERS:
            sorts = (
                (self._elsewhere, with_ways),
                (self._left_out.of(slug), texts),
                (self._unless_here.of(slug), with_ways if document.slug == slug or not document.is_game else ()),
            )
        for phrases, places in sorts:
            found = set(phrases.found(text))
            if found and not found.issubset(word for other in places for word in phrases.found(other)):
                return True
        return False

    def blocks(self, document: SearchDocument) -> Collection[int]:
        """The numbers of the paragraphs of a document that say that they are of another game, or that something is not
        here."""
        return self._blocks.get((document.slug, document.anchor), ())
