"""Which game a query names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulesref.search.documents import SearchDocument
from rulesref.search.languages import SearchLanguage
from rulesref.search.spelling import Spelling
from rulesref.search.synonyms import Synonyms

#: Names that are ordinary words of the card table: they name no game.
_ORDINARY = frozenset(("points", "don", "islands", "thousand", "25", "29", "1001", "auntie", "malia", "mate", "tru"))
#: Those that more often name an amount.
_AMOUNTS = frozenset(("points", "thousand"))
_BEFORE = frozenset(("in", "at", "playing", "play", "for", "of", "game"))

_COUNTED = frozenset(("points", "point", "or", "to", "is", "for", "cards", "chips", "tricks", "and", "in"))

Name = tuple[str, ...]


@dataclass(frozen=True)
class NamedGames:
    """The games that a query names, and the positions of the words that name them."""

    games: frozenset[str]
    positions: frozenset[int]


class GameNames:
    """The names of all games, as people type them."""

    def __init__(
        self, documents: Iterable[SearchDocument], spelling: Spelling, synonyms: Synonyms, language: SearchLanguage
    ) -> None:
        """documents: all. spelling: of the pages, to tell a slip of the thumb from a word."""
        self._synonyms = synonyms
        self._language = language
        self._names: dict[Name, set[str]] = {}
        self._own_words: dict[str, dict[str, int]] = {}
        for document in documents:
            if document.is_game and document.slug != "points":
                if document.kind == "article":
                    self._add(document)
                elif document.above not in ("differences", "history", "examples"):
                    self._count(document)
        self._joined = {"".join(name): name for name in self._names if len("".join(name)) > 4}
        self._spelling = spelling
        self._near = Spelling(dict.fromkeys(self._joined, 1))
        self._longest = max(map(len, self._names), default=1)

    def _add(self, document: SearchDocument) -> None:
        for text in document.names:
            name = tuple(self._language.words(text))
            if name:
                self._names.setdefault(name, set()).add(document.slug)

    def _count(self, document: SearchDocument) -> None:
        own = self._own_words.setdefault(document.slug, {})
        texts = (document.heading, *document.asked, *(passage.text for passage in document.passages))
        for word in {word for text in texts for word in self._language.words(text)}:
            own[word] = own.get(word, 0) + 1

    def find(self, words: Sequence[str], game: str | None) -> NamedGames:
        """The games that these words name. game: slug of the game on the table; its own words name no other game."""
        games: set[str] = set()
        positions: set[int] = set()
        at = 0
        while at < len(words):
            size, found = self._at(words, at, game)
            if found:
                games |= found
                positions |= set(range(at, at + size))
            at += size
        if len(games) > 1 and game in games:
            # "truco or truc": the table's own game is one of those named.
            games = {game}
        return NamedGames(frozenset(games), frozenset(positions))

    def _at(self, words: Sequence[str], at: int, game: str | None) -> tuple[int, set[str]]:
        for size in range(min(self._longest, len(words) - at), 0, -1):
            name = tuple(words[at : at + size])
            found = self._names.get(name) or self._names.get(self._joined.get("".join(name), ()))
            if found and self._means_a_game(name, found, words, at, game):
                return size, found
        for size in (2, 1):
            joined = "".join(words[at : at + size])
            if (
                at + size <= len(words)
                and len(joined) > 5
                and not any(word in self._spelling for word in words[at : at + size])
            ):
                near = self._near.near(joined, 1)
                if near:
                    return size, self._names[self._joined[near[0][0]]]
        return 1, set()

    def _means_a_game(self, name: Name, found: set[str], words: Sequence[str], at: int, game: str | None) -> bool:
        if game in found:
            return True
        after_in = at > 0 and words[at - 1] in _BEFORE
        own = self._own_words.get(game or "", {})
        if len(name) == 1 and name[0].isdigit():
            # "29 who leads", "who leads in 29"; not "bid 25", "25 points".
            after = words[at + 1 : at + 2]
            first = at == 0 and not _COUNTED.intersection(after)
            return name[0] not in own and (first or after_in or (game is None and at == len(words) - 1))
        if len(name) == 1 and name[0] in _ORDINARY:
            # "mate how many cards each": with no game on the table the first word names one; not "points of a ten".
            begins = at == 0 and name[0] not in _AMOUNTS and not _COUNTED.intersection(words[1:2])
            return after_in or (game is None and (len(words) == 1 or begins))
        if game is None or len(name) > 2:
            return True
        if len(words) == 1 and self._synonyms.of(name[0]):
            # "briscola" alone, at another game's table: the trump suit.
            return False
        uses = max((own.get(word, 0) for word in name), default=0) if len(name) == 1 else 0
        return uses <= 1 or (after_in and words[at - 1] in ("in", "playing"))
