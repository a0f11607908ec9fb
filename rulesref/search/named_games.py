"""Which game a query names: one of ours, or one that has no rules here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulesref.files import load_yaml
from rulesref.library import Library
from rulesref.reading import DEFAULT_LANGUAGE
from rulesref.search.documents import SearchDocument
from rulesref.search.languages import SearchLanguage
from rulesref.search.spelling import Spelling
from rulesref.search.synonyms import Synonyms
from rulesref.search.words import fold, is_ideograph

#: Names that are ordinary words of the card table: they name no game.
_ORDINARY = frozenset(("points", "don", "islands", "thousand", "25", "29", "1001", "auntie", "malia", "mate", "tru"))
#: Those that more often name an amount.
_AMOUNTS = frozenset(("points", "thousand"))
_COUNTED = frozenset(("points", "point", "or", "to", "is", "for", "cards", "chips", "tricks", "and", "in"))

#: A name needs so many sounds to be known by them, and so many for one of them to be wrong.
_SOUNDS, _SOUNDS_WITH_SLIP = 4, 6
#: A name needs so many ideographs for one of them to be wrong.
_IDEOGRAPHS = 4
#: A name of so many words is known in any order: "stock market card game".
_IN_ANY_ORDER = 3
#: Letters that are written differently from language to language, in order.
_SOUND = (
    ("sch", "s"), ("zh", "s"), ("sh", "s"), ("ph", "f"), ("qu", "k"), ("ck", "k"), ("kh", "h"), ("ts", "s"),
    ("ill", "i"), ("ou", "u"), ("oo", "u"), ("x", "ks"), ("z", "s"), ("y", "i"), ("j", "i"), ("w", "v"), ("h", ""),
)  # fmt: skip
_SOFT_C = re.compile("c(?=[ei])")
_DOUBLE = re.compile(r"(.)\1+")
_MIXED_SCRIPTS = re.compile(r"[（(）)]")

Name = tuple[str, ...]


def sound(name: str) -> str:
    """How a name sounds, roughly and without its last e: ``"Шафкопф"`` and ``"schafkopf"`` are ``"safkopf"``."""
    text = _SOFT_C.sub("s", fold(name))
    for written, spoken in _SOUND:
        text = text.replace(written, spoken)
    text = _DOUBLE.sub(r"\1", text.replace("c", "k"))
    return text.removesuffix("e")


@dataclass(frozen=True)
class NamedGames:
    """The games that a query names, the positions of the words that name them, and the names of games that have no
    rules here."""

    games: frozenset[str]
    positions: frozenset[int]
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class OtherGames:
    """The names of games that have no rules here, and further ones of ours. ordinary: those that are also words of the
    card table. told_by: for some of these, and for names of cards, the words that only their players use. variants:
    kinds of our games. ours: further names of our games, each with its slug; amounts: those of them that are also
    amounts."""

    names: Mapping[Name, str]
    ordinary: frozenset[Name]
    ours: Mapping[Name, str]
    amounts: frozenset[Name]
    variants: frozenset[Name]
    told_by: Mapping[Name, frozenset[str]]

    @classmethod
    def read(cls, library: Library, language: SearchLanguage) -> OtherGames:
        """From ``content/en``: ``other-games.yaml``, ``our-names.yaml``, in all languages, because people mix them."""
        file = library.file(f"{DEFAULT_LANGUAGE}/other-games.yaml")
        data = load_yaml(file.read_text(encoding="utf-8")) if file else {}
        names: dict[Name, str] = {}
        for kind in ("variants", "names", "ordinary"):
            for group in data.get(kind, ()):
                for text in group:
                    names.setdefault(tuple(language.words(str(text))), str(text))
        ordinary, variants = (
            frozenset(tuple(language.words(str(text))) for group in data.get(kind, ()) for text in group)
            for kind in ("ordinary", "variants")
        )
        file = library.file(f"{DEFAULT_LANGUAGE}/our-names.yaml")
        kinds = load_yaml(file.read_text(encoding="utf-8")) if file else {}
        by_kind = {
            kind: {tuple(language.words(text)): slug for slug, texts in kinds.get(kind, {}).items() for text in texts}
            for kind in ("names", "numbers")
        }
        ours, amounts = {**by_kind["names"], **by_kind["numbers"]}, frozenset(by_kind["numbers"])
        told_by = {
            tuple(language.words(str(text))): frozenset(part for word in entry["by"] for part in language.words(word))
            for entry in data.get("told_by", ())
            for text in entry["names"]
        }
        return cls(names, ordinary, ours, amounts, variants, told_by)


class GameNames:
    """The names of all games, as people type them."""

    def __init__(
        self,
        documents: Iterable[SearchDocument],
        spelling: Spelling,
        synonyms: Synonyms,
        language: SearchLanguage,
        others: OtherGames,
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
        slugs = set(self._own_words)
        for name, slug in others.ours.items():
            if slug in slugs:
                self._names.setdefault(name, set()).add(slug)
        self._joined = {"".join(name): name for name in self._names if len("".join(name)) > 4}
        self._in_any_order = {tuple(sorted(name)): name for name in self._names if len(name) >= _IN_ANY_ORDER}
        self._spelling = spelling
        self._sounds = {
            key: name for name in self._names if len(key := sound("".join(name))) >= _SOUNDS and key.isascii()
        }
        self._split_sounds = {sound("".join(name)): name for name in self._names if len(name) > 1}
        self._near = Spelling(dict.fromkeys(self._sounds, 1))
        self._in_ideographs = {text: name for name in self._names if len(text := _ideographs(name)) >= _IDEOGRAPHS}
        self._others = {name: text for name, text in others.names.items() if name not in self._names}
        self._variants = {text for name, text in others.names.items() if name in others.variants}
        #: Those of other games that are one word and no ordinary one, by how they sound ("преферансе") and whether
        #: they are in Latin letters.
        self._other_sounds: dict[tuple[str, bool], str] = {}
        for name, text in self._others.items():
            if len(name) == 1 and name not in others.ordinary and len(key := sound(name[0])) > _SOUNDS:
                self._other_sounds.setdefault((key, name[0].isascii()), text)
        self._ordinary = {(word,) for word in _ORDINARY} | others.amounts
        #: Names that do not begin a question as names: "solo tengo una carta", "spades led, must I follow".
        self._words_first = others.ordinary | language.ordinary_names
        self._told_by = others.told_by
        self._longest = max(map(len, (*self._names, *self._others)), default=1)

    def _add(self, document: SearchDocument) -> None:
        for text in document.names:
            # "布里斯科拉（Briscola）" has two names.
            for part in (text, *_MIXED_SCRIPTS.split(text)):
                name = tuple(self._language.words(part))
                if name and (len(name) > 1 or len(name[0]) > 1):
                    self._names.setdefault(name, set()).add(document.slug)

    def _count(self, document: SearchDocument) -> None:
        own = self._own_words.setdefault(document.slug, {})
        texts = (document.heading, *document.asked, *(passage.text for passage in document.passages))
        for word in {word for text in texts for word in self._language.words(text)}:
            own[word] = own.get(word, 0) + 1

    def find(self, words: Sequence[str], game: str | None, titled: int = 0) -> NamedGames:
        """The games that these words name. game: slug of the game on the table; its own words name no other game, and
        it stays if another is only compared with it. titled: so many words stand apart before the question; a name
        there is meant as one, and is the game on the table for the rest."""
        games: set[str] = set()
        positions: set[int] = set()
        others: list[str] = []
        at = 0
        while at < len(words):
            size, found, other = self._at(words, at, game, titled)
            compared = game is not None and bool(found or other) and self._follows(self._language.compares, words, at)
            if found and not (compared and game not in found):
                games |= found
            if other and not compared:
                others.append(other)
            if found or other:
                positions |= set(range(at, at + size))
            if len(found) == 1 and game is None and size == titled and at == 0:
                # "fipsen, how many go to the skat": what follows is asked about this game.
                (game,) = found
            at += size
        if len(games) > 1 and game in games:
            # "truco or truc": the table's own game is one of those named.
            games = {str(game)}
        if games:
            # "like canasta, but in skat": what is asked about is here; not "skat as schieberamsch".
            others = [other for other in others if other in self._variants]
        return NamedGames(frozenset(games), frozenset(positions), tuple(dict.fromkeys(others)))

    def _at(self, words: Sequence[str], at: int, game: str | None, titled: int) -> tuple[int, set[str], str]:
        """How many words name games here, which of ours, and which one that has no rules here."""
        for size in range(min(self._longest, len(words) - at), 0, -1):
            name = tuple(words[at : at + size])
            joined = self._joined.get("".join(name)) or self._in_any_order.get(tuple(sorted(name)), ())
            found = self._names.get(name) or self._names.get(joined)
            apart = at == 0 and size == titled
            if found and (apart or self._means_a_game(name, found, words, at, game)):
                return size, found, ""
            if not found and name in self._others and (apart or self._means_a_game(name, set(), words, at, game)):
                return size, set(), self._others[name]
        if sounding := self._sounding(words, at):
            return sounding[0], self._names[sounding[1]], ""
        if words[at] not in self._spelling:
            return 1, set(), self._other_sounds.get((sound(words[at]), words[at].isascii()), "")
        return 1, set(), ""

    def _sounding(self, words: Sequence[str], at: int) -> tuple[int, Name] | None:
        """A name that words sound like, or nearly have in ideographs, with how many words that are."""
        if is_ideograph(words[at]):
            for text, name in self._in_ideographs.items():
                if _nearly(text, _ideographs(words[at : at + len(name)])):
                    return len(name), name
            return None
        for size in (3, 2):
            # "gong zu": each is a word of the pages, together they sound like a name of two words.
            split = self._split_sounds.get(sound("".join(words[at : at + size])))
            if split and at + size <= len(words):
                return size, split
        if words[at] not in self._spelling:
            if at + 1 < len(words) and words[at + 1] not in self._spelling and not self._by_sound(words[at]):
                pair = self._by_sound(words[at] + words[at + 1])
                if pair:
                    return 2, pair
            if alone := self._by_sound(words[at]):
                return 1, alone
        return None

    def _by_sound(self, word: str) -> Name:
        """The name that a word sounds like, ``()`` if there is none."""
        key = sound(word)
        if len(key) < _SOUNDS or not key.isalpha():
            return ()
        if key in self._sounds:
            return self._sounds[key]
        near = self._near.near(key, 1) if len(key) >= _SOUNDS_WITH_SLIP else []
        return self._sounds[near[0][0]] if near and near[0][1] == 1 else ()

    def _means_a_game(self, name: Name, found: set[str], words: Sequence[str], at: int, game: str | None) -> bool:
        if game is not None and game in found:
            return True
        after_in = self._follows(self._language.before_name, words, at)
        own = self._own_words.get(game or "", {})
        told_by = self._told_by.get(name, frozenset())
        if game is not None and told_by and told_by.isdisjoint(words):
            # "13 in spades", "on demande la dame de pique": cards of the game on the table.
            return False
        if len(name) == 1 and name[0].isdigit():
            # "29 who leads", "who leads in 29"; not "bid 25", "25 points".
            after = words[at + 1 : at + 2]
            first = at == 0 and not _COUNTED.intersection(after)
            return name[0] not in own and (first or after_in or (game is None and at == len(words) - 1))
        if name in self._ordinary or name in self._words_first:
            # "mate how many cards each": with no game on the table the first word names one; not "points of a ten".
            begins = at == 0 and name[0] not in _AMOUNTS and not _COUNTED.intersection(words[len(name) : len(name) + 1])
            begins = begins and name not in self._words_first
            alone = len(words) == len(name)
            if game is None and not told_by.isdisjoint(words):
                # "spades nil bid", with no game on the table.
                return True
            return (after_in and not own.get(name[0], 0) > 1) or (game is None and (alone or begins))
        if game is None or len(name) > 2:
            return True
        if len(words) == 1 and self._synonyms.of(name[0]):
            # "briscola" alone, at another game's table: the trump suit.
            return False
        # "heart solo" at a table of Solo: its own words name no other game either.
        return min(own.get(word, 0) for word in name) <= 1 or after_in

    @staticmethod
    def _follows(phrases: frozenset[Name], words: Sequence[str], at: int) -> bool:
        """Whether one of these phrases stands before this word; ideographs are in pairs, which overlap."""
        if at and is_ideograph(words[at - 1]):
            return (words[at - 1][0],) in phrases
        return any(tuple(words[max(0, at - size) : at]) in phrases for size in range(1, 5))


def _ideographs(words: Sequence[str]) -> str:
    """The run of ideographs that these pairs of neighbours are from; ``""`` if they are no run."""
    if not words or not all(len(word) == 2 and is_ideograph(word) for word in words):
        return ""
    return words[0] + "".join(word[1] for word in words[1:])


def _nearly(one: str, other: str) -> bool:
    """Whether two texts of the same length differ in one character, not the first."""
    return len(one) == len(other) and one[0] == other[0] and sum(a != b for a, b in zip(one, other, strict=True)) == 1
