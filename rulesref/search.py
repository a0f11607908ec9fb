"""Search over all pages, as somebody types.

The index is SQLite's FTS5 in memory, built from the library at first use, whatever the main database is. FTS5
stems words and finds candidates; how well each answers is judged here, because a short question in the middle of a hand
is not a document search: the words of a heading count more than those of a paragraph, words that are rare in
the rules more than common ones, and the game on the table more than all others.
"""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from weakref import WeakKeyDictionary

from rulesref.library import Library
from rulesref.places import Kind, Place, places, texts_of
from rulesref.snippets import snippet
from rulesref.words import SOFT, WEAK, Spelling, Synonyms, is_ideograph, singular, spell_cards, words_of

MOST_CHARACTERS = 200
MOST_WORDS = 16
MOST_HITS = 20

_TOKENIZER = "porter unicode61 remove_diacritics 2"
_CANDIDATES = 80
IN_TITLE = 2.2
#: A query with one of these, asked without a game on the table, is after the meaning of a word.
_DEFINES = frozenset(("define", "definition", "is", "are", "mean", "meaning", "means", "whats"))


@dataclass(frozen=True)
class Hit:
    """A place in the rules that may answer.

    slug, title: the page. section: the anchor. heading: the section's heading, or the question. kind: ``article``,
    ``section``, ``question`` or ``term``. snippet: the sentence that fits best, as HTML with ``<mark>``, all else
    escaped.
    """

    slug: str
    title: str
    section: str
    heading: str
    kind: Kind
    snippet: str
    score: float

    @property
    def url(self) -> str:
        """Where it stands; the page as a whole has no anchor."""
        return f"/rules/{self.slug}" + (f"#{self.section}" if self.section else "")


@dataclass(frozen=True)
class _Term:
    """One thing that is asked for: phrases (of words) that may stand for it, each with how well it does."""

    phrases: dict[tuple[str, ...], float]
    weak: bool = False


@dataclass(frozen=True)
class _Wish:
    """A term as it is looked for: stems with how well they stand for it and how rare they are.

    share: what of the question it is.
    """

    ways: tuple[tuple[tuple[str, ...], float, float], ...]
    share: float
    weak: bool


class Index:
    """The searchable form of a library. Safe to use from several threads."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._lock = Lock()
        files = (library.file(name) for name in ("synonyms.yaml",))
        self._synonyms = Synonyms.read(file for file in files if file)
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._db.execute(f"CREATE VIRTUAL TABLE stems USING fts5(word, tokenize='{_TOKENIZER}')")
        self._db.execute("CREATE VIRTUAL TABLE stem USING fts5vocab(stems, instance)")
        self._db.execute(f"CREATE VIRTUAL TABLE rules USING fts5(text, content='', tokenize='{_TOKENIZER}')")
        self._db.execute("CREATE VIRTUAL TABLE pieces USING fts5(text, content='', tokenize='trigram')")
        self._stem: dict[str, str] = {}
        self._places = list(places(library))
        self._fill()

    # -- building ----------------------------------------------------------------------------------------

    def _fill(self) -> None:
        texts = [texts_of(self.library, row) for row in self._places]
        often = Counter(word for parts in texts for part in parts for word in part)
        self._learn(often)
        self._spelling = Spelling({word: n for word, n in often.items() if not is_ideograph(word)})
        found_in: Counter[str] = Counter()
        for number, (row, (title, parent, names, body)) in enumerate(zip(self._places, texts, strict=True), 1):
            row.title, row.parent, row.names = (
                frozenset(map(self._stem.__getitem__, part)) for part in (title, parent, names)
            )
            row.body = Counter(map(self._stem.__getitem__, body))
            row.every = row.title | row.parent | row.names | row.body.keys()
            found_in.update(row.every)
            text = " ".join((*title, *parent, *names, *body))
            self._db.execute("INSERT INTO rules(rowid, text) VALUES (?, ?)", (number, text))
            self._db.execute("INSERT INTO pieces(rowid, text) VALUES (?, ?)", (number, text))
        self._rarity = {stem: math.log(1 + len(self._places) / n) for stem, n in found_in.items()}
        self._rarest = math.log(1 + len(self._places))
        self._of_game: dict[str, tuple[int, int]] = {}
        for number, row in enumerate(self._places, 1):
            first, _ = self._of_game.get(row.article.slug, (number, number))
            self._of_game[row.article.slug] = (first, number)

    def _learn(self, words: Iterable[str]) -> None:
        """Asks FTS5's own stemmer, so that highlighting and ranking agree with what it finds."""
        new = [word for word in words if word not in self._stem]
        if not new:
            return
        self._stem |= {word: word for word in new}
        self._db.executemany("INSERT INTO stems(rowid, word) VALUES (?, ?)", enumerate(new))
        for stem, number in self._db.execute("SELECT term, doc FROM stem"):
            self._stem[new[number]] = stem
        self._db.execute("DELETE FROM stems")

    # -- asking ------------------------------------------------------------------------------------------

    def search(self, query: str, game: str | None = None, most: int = 10) -> list[Hit]:
        """The places that answer best.

        query: what was typed; the last word may be unfinished. game: slug of the game on the table, which goes
        first where nothing else is named. most: how many hits at the most.
        """
        words = words_of(spell_cards(query[:MOST_CHARACTERS].replace("\0", " ")))[:MOST_WORDS]
        if not words:
            return []
        with self._lock:
            terms = self._terms(words, typing=not query[-1:].isspace())
            if not terms:
                return []
            self._learn({word for term in terms for phrase in term.phrases for word in phrase})
            preferred = self._games_named(terms, game)
            judged = self._judge(terms, preferred, self._candidates(terms, preferred))
            if not preferred and _asks_meaning(query, terms):
                judged = [(score * self._defines(number), number) for score, number in judged]
            if len(judged) < 3:
                judged += self._judge_pieces(words, {number for _, number in judged}, preferred)
        judged.sort(key=lambda found: (-found[0], found[1]))
        stems = {self._stem[word] for term in terms for phrase in term.phrases for word in phrase}
        return [self._hit(number, score, stems, words) for score, number in judged[: min(most, MOST_HITS)]]

    def _terms(self, words: Sequence[str], typing: bool) -> list[_Term]:
        phrases = self._synonyms.phrases(words)
        weak_only = all(len(phrase) == 1 and phrase[0] in WEAK for phrase in phrases)
        terms = []
        for place, phrase in enumerate(phrases):
            last = typing and place == len(phrases) - 1
            weak = len(phrase) == 1 and phrase[0] in WEAK and not weak_only
            if weak and not (last and len(phrase[0]) > 1):
                terms.append(_Term({phrase: 1.0}, weak=True))
                continue
            terms.append(_Term(self._alternatives(phrase, last), weak=weak))
        return terms

    def _alternatives(self, phrase: tuple[str, ...], unfinished: bool) -> dict[tuple[str, ...], float]:
        ways = {phrase: 1.0}
        for other in self._synonyms.of(phrase):
            ways.setdefault(other, 0.85)
        if len(phrase) > 1:
            return ways
        word = phrase[0]
        known = word in self._spelling or singular(word) in self._spelling
        if unfinished and len(word) > 1 and not is_ideograph(word):
            for longer in self._spelling.beginning(word):
                ways.setdefault((longer,), 0.8 if not known else 0.6)
                if not known:
                    for other in self._synonyms.of((longer,)):
                        ways.setdefault(other, 0.6)
        if len(ways) == 1 and not known:
            for near, slips in self._spelling.near(word):
                ways.setdefault((near,), 0.8 if slips == 1 else 0.6)
                for other in self._synonyms.of((near,)):
                    ways.setdefault(other, 0.6)
        return ways

    def _games_named(self, terms: Sequence[_Term], game: str | None) -> set[str]:
        """The game on the table, and those whose whole name stands in the query.

        With a game on the table a name that also means something else (briscola: trumps) does not name a game.
        """
        typed = [next(iter(term.phrases)) for term in terms]
        if game:
            typed = [phrase for phrase in typed if not self._synonyms.of(phrase)]
        asked = {self._stem[word] for phrase in typed for word in phrase}
        named = {slug for slug, names in self._names.items() if any(name <= asked for name in names)}
        return named | ({game} if game else set())

    @cached_property
    def _names(self) -> dict[str, list[frozenset[str]]]:
        names = {}
        for article in self.library.articles():
            if article.is_game and article.slug != "points":
                told = [words_of(name) for name in (article.title, article.slug)]
                names[article.slug] = [frozenset(self._stem[word] for word in name) for name in told]
        return names

    def _candidates(self, terms: Sequence[_Term], games: set[str]) -> set[int]:
        strong = [term for term in terms if not term.weak] or terms
        phrases = [phrase for term in strong for phrase in term.phrases]
        asked = " OR ".join("(" + " AND ".join(f'"{word}"' for word in phrase) + ")" for phrase in phrases)
        find = "SELECT rowid FROM rules WHERE rules MATCH ? {} ORDER BY rank LIMIT ?"
        found = {number for (number,) in self._db.execute(find.format(""), (asked, _CANDIDATES))}
        within = find.format("AND rowid BETWEEN ? AND ?")
        for game in games & self._of_game.keys():
            found |= {number for (number,) in self._db.execute(within, (asked, *self._of_game[game], _CANDIDATES))}
        return found

    def _judge(self, terms: Sequence[_Term], games: set[str], numbers: Iterable[int]) -> list[tuple[float, int]]:
        wishes = [self._wish(term) for term in terms]
        judged = []
        for number in numbers:
            score = self._score(wishes, self._places[number - 1])
            if score > 0:
                judged.append((score * self._preference(number, games), number))
        return judged

    def _wish(self, term: _Term) -> _Wish:
        rarity = self._rarity_of(term)
        ways = []
        for phrase, worth in term.phrases.items():
            stems = tuple(self._stem[word] for word in phrase)
            ways.append((stems, worth, min(rarity, self._rarity_of_phrase(stems))))
        soft = SOFT.intersection(next(iter(term.phrases)))
        return _Wish(tuple(ways), rarity * (0.4 if soft else 1.0), term.weak)

    def _preference(self, number: int, games: set[str]) -> float:
        row = self._places[number - 1]
        if row.article.slug not in games:
            return 1.0
        # Who asks at the table is on this page already: a place in it answers, not the page.
        return 8.0 if row.section else 2.0

    def _defines(self, number: int) -> float:
        """What is meant by a word is told by the glossary."""
        return 3.0 if self._places[number - 1].kind == "term" else 1.0

    def _score(self, wishes: Sequence[_Wish], place: Place) -> float:
        """How well a place answers: what of the question it has, where, and how much of its heading is asked for."""
        wanted = got = score = 0.0
        in_title: set[str] = set()
        for wish in wishes:
            cover = best = 0.0
            for stems, worth, rarity in wish.ways:
                if not place.every.issuperset(stems):
                    continue
                where = self._where(stems, place, wish.weak)
                if where == IN_TITLE:
                    in_title.update(stems)
                cover = max(cover, where * worth)
                best = max(best, where * worth * rarity)
            if wish.weak:
                score += (0.6 if place.kind == "question" else 0.15) * cover
                continue
            wanted += wish.share
            got += wish.share * min(1.0, cover)
            score += best
        if not got:
            return 0.0
        heading = place.title - self._weak_stems
        told = len(in_title & heading) / len(heading) if heading else 0.0
        return float(place.weight * (got / wanted) ** 1.5 * (score + 3.0 * told))

    @staticmethod
    def _where(stems: Sequence[str], place: Place, weak: bool) -> float:
        """How much it counts that these words stand where they do; 0 where they do not."""
        if place.title.issuperset(stems):
            return IN_TITLE
        if weak:
            return 0.0
        if place.names.issuperset(stems):
            return 1.3
        if place.parent.issuperset(stems):
            return 1.2
        body = place.body
        least = min(body[stem] or (stem in place.title or stem in place.parent) for stem in stems)
        # Said twice is better than once; in a long text less so.
        return 0.9 + 0.25 * least / (least + 0.5 + len(body) / 60) if least else 0.0

    def _rarity_of(self, term: _Term) -> float:
        """How rare what was typed is; of a word that stands nowhere, how rare what it may mean is."""
        exact, *others = ([self._stem[word] for word in phrase] for phrase in term.phrases)
        if all(stem in self._rarity for stem in exact):
            return self._rarity_of_phrase(exact)
        known = (rarity for stems in others if (rarity := self._rarity_of_phrase(stems)))
        return next(known, self._rarest)

    def _rarity_of_phrase(self, stems: Sequence[str]) -> float:
        return max(self._rarity.get(stem, 0.0) for stem in stems)

    @cached_property
    def _weak_stems(self) -> set[str]:
        self._learn(WEAK)
        return {self._stem[word] for word in WEAK}

    def _judge_pieces(self, words: Sequence[str], seen: set[int], games: set[str]) -> list[tuple[float, int]]:
        """Where a piece of a word stands: the last resort, ranked below all else."""
        asked = " OR ".join(f'"{word}"' for word in words if len(word) > 2 and word not in WEAK)
        if not asked:
            return []
        find = "SELECT rowid FROM pieces WHERE pieces MATCH ? ORDER BY rank LIMIT 10"
        found = [number for (number,) in self._db.execute(find, (asked,)) if number not in seen]
        return [(self._preference(number, games) / (100 + place), number) for place, number in enumerate(found)]

    # -- showing -----------------------------------------------------------------------------------------

    def _hit(self, number: int, score: float, stems: set[str], words: Sequence[str]) -> Hit:
        row = self._places[number - 1]
        return Hit(
            slug=row.article.slug,
            title=row.article.title,
            section=row.section.anchor if row.section else "",
            heading=row.heading,
            kind=row.kind,
            snippet=snippet(
                row.blocks,
                words,
                lambda word: self._stem.get(word) in stems,
                lambda word: self._rarity.get(self._stem.get(word, ""), self._rarest),
                whole=row.kind in ("question", "term"),
            ),
            score=round(score, 3),
        )


def _asks_meaning(query: str, terms: Sequence[_Term]) -> bool:
    """Whether somebody wants to know what a word means."""
    return bool(_DEFINES.intersection(words_of(query))) and sum(not term.weak for term in terms) <= 2


_indexes: WeakKeyDictionary[Library, Index] = WeakKeyDictionary()
_making = Lock()


def index_of(library: Library) -> Index:
    """The index of a library, built at first use and kept for as long as the library is."""
    with _making:
        if library not in _indexes:
            _indexes[library] = Index(library)
        return _indexes[library]
