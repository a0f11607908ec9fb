"""Search over all pages, as people type at the table.

FTS5 stems words and finds candidates; this module scores them, because a short question in the middle of a hand is
not a document search: the words of a heading count more than those of a paragraph, words that are rare in the rules
more than common ones, and the game on the table more than all others.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from weakref import WeakKeyDictionary

from rulesref.library import Library
from rulesref.search.documents import (
    DocumentKind,
    DocumentWords,
    SearchDocument,
    document_words,
    search_documents,
)
from rulesref.search.full_text import FullTextIndex, FullTextSession
from rulesref.search.query import SOFT, WEAK, Spelling, Synonyms, is_ideograph, singular, spell_cards, words_of
from rulesref.search.snippets import snippet

MAX_QUERY_LENGTH = 200
MAX_WORDS = 16
MAX_HITS = 20

_CANDIDATES = 80
_IN_HEADING = 2.2
#: A query with one of these and without a game on the table asks what a word means.
_DEFINITION_WORDS = frozenset(("define", "definition", "is", "are", "mean", "meaning", "means", "whats"))

Phrase = tuple[str, ...]
Stems = Mapping[str, str]


@dataclass(frozen=True)
class SearchHit:
    """A document that may answer the query.

    slug, title: the page. section: the anchor, ``""`` for the page as a whole. heading: the section's heading, or the
    question. snippet: the sentence that fits best, as HTML with ``<mark>``, all else escaped.
    """

    slug: str
    title: str
    section: str
    heading: str
    kind: DocumentKind
    snippet: str
    score: float

    @property
    def url(self) -> str:
        """Its address; the page as a whole has no anchor."""
        return f"/rules/{self.slug}" + (f"#{self.section}" if self.section else "")


@dataclass(frozen=True)
class _IndexedDocument:
    """A document with the stems of its words, by where they are."""

    document: SearchDocument
    heading: frozenset[str]
    parent: frozenset[str]
    names: frozenset[str]
    body: Counter[str]
    all_stems: frozenset[str]


@dataclass(frozen=True)
class _QueryTerm:
    """One term of the query: the phrases that match it, each with how well (1.0: as typed), the typed one first."""

    phrases: dict[Phrase, float]
    weak: bool = False


@dataclass(frozen=True)
class _WeightedTerm:
    """A term as it is scored. variants: stems, how well they match, how rare they are. share: of the whole query."""

    variants: tuple[tuple[Phrase, float, float], ...]
    share: float
    weak: bool


class SearchIndex:
    """The searchable form of a library. Immutable once built: any number of threads may search it."""

    def __init__(self, library: Library) -> None:
        file = library.file("synonyms.yaml")
        self._synonyms = Synonyms.read([file] if file else [])
        documents = list(search_documents(library))
        texts = [document_words(library, document) for document in documents]
        self._full_text = FullTextIndex(" ".join(words.all_words()) for words in texts)
        frequency = Counter(word for words in texts for word in words.all_words())
        self._spelling = Spelling({word: count for word, count in frequency.items() if not is_ideograph(word)})
        with self._full_text.session() as session:
            self._stems = session.stems({**frequency, **dict.fromkeys((*WEAK, *self._synonyms.words()))})
        self._weak_stems = {self._stems[word] for word in WEAK}
        self._documents = [self._indexed(document, words) for document, words in zip(documents, texts, strict=True)]
        spread = Counter(stem for indexed in self._documents for stem in indexed.all_stems)
        self._rarity = {stem: math.log(1 + len(documents) / count) for stem, count in spread.items()}
        self._highest_rarity = math.log(1 + len(documents))
        self._rows_of_page: dict[str, tuple[int, int]] = {}
        for number, document in enumerate(documents, 1):
            first, _ = self._rows_of_page.get(document.article.slug, (number, number))
            self._rows_of_page[document.article.slug] = (first, number)
        self._game_names = dict(self._names_of_games(library))

    def _indexed(self, document: SearchDocument, words: DocumentWords) -> _IndexedDocument:
        heading, parent, names = (
            frozenset(map(self._stems.__getitem__, part)) for part in (words.heading, words.parent, words.names)
        )
        body = Counter(map(self._stems.__getitem__, words.body))
        return _IndexedDocument(document, heading, parent, names, body, heading | parent | names | body.keys())

    def _names_of_games(self, library: Library) -> Iterator[tuple[str, list[frozenset[str]]]]:
        for article in library.articles():
            if article.is_game and article.slug != "points":
                names = [words_of(name) for name in (article.title, article.slug)]
                yield article.slug, [frozenset(self._stems[word] for word in name) for name in names]

    def search(self, query: str, game: str | None = None, limit: int = 10) -> list[SearchHit]:
        """The documents that answer best, best first, never more than MAX_HITS.

        query: as typed; the last word may be unfinished. game: slug of the game on the table, which goes first unless
        the query names another.
        """
        words = words_of(spell_cards(query[:MAX_QUERY_LENGTH].replace("\0", " ")))[:MAX_WORDS]
        terms = self._terms(words, typing=not query[-1:].isspace()) if words else []
        if not terms:
            return []
        with self._full_text.session() as session:
            unknown = [word for word in dict.fromkeys(words) if word not in self._stems]
            stems = {**self._stems, **session.stems(unknown)} if unknown else self._stems
            games = self._games_named(terms, stems, game)
            scored = self._scored(terms, stems, games, self._candidates(session, terms, games))
            if not games and _asks_for_definition(query, terms):
                scored = [(score * self._definition_bonus(number), number) for score, number in scored]
            if len(scored) < 3:
                scored += self._fragments(session, words, {number for _, number in scored}, games)
        scored.sort(key=lambda entry: (-entry[0], entry[1]))
        matched = {stems[word] for term in terms for phrase in term.phrases for word in phrase}
        return [self._hit(number, score, matched, stems, words) for score, number in scored[: min(limit, MAX_HITS)]]

    # -- what the query may mean -------------------------------------------------------------------------

    def _terms(self, words: Sequence[str], typing: bool) -> list[_QueryTerm]:
        phrases = self._synonyms.phrases(words)
        only_weak = all(len(phrase) == 1 and phrase[0] in WEAK for phrase in phrases)
        terms = []
        for position, phrase in enumerate(phrases):
            unfinished = typing and position == len(phrases) - 1
            weak = len(phrase) == 1 and phrase[0] in WEAK and not only_weak
            if weak and not (unfinished and len(phrase[0]) > 1):
                terms.append(_QueryTerm({phrase: 1.0}, weak=True))
                continue
            terms.append(_QueryTerm(self._alternatives(phrase, unfinished), weak=weak))
        return terms

    def _alternatives(self, phrase: Phrase, unfinished: bool) -> dict[Phrase, float]:
        variants = {phrase: 1.0}
        for other in self._synonyms.of(phrase):
            variants.setdefault(other, 0.85)
        if len(phrase) > 1:
            return variants
        word = phrase[0]
        known = word in self._spelling or singular(word) in self._spelling
        if unfinished and len(word) > 1 and not is_ideograph(word):
            for longer in self._spelling.beginning(word):
                variants.setdefault((longer,), 0.8 if not known else 0.6)
                if not known:
                    for other in self._synonyms.of((longer,)):
                        variants.setdefault(other, 0.6)
        if len(variants) == 1 and not known:
            for near, slips in self._spelling.near(word):
                variants.setdefault((near,), 0.8 if slips == 1 else 0.6)
                for other in self._synonyms.of((near,)):
                    variants.setdefault(other, 0.6)
        return variants

    def _games_named(self, terms: Sequence[_QueryTerm], stems: Stems, game: str | None) -> set[str]:
        """The game on the table, and those whose whole name is in the query.

        With a game on the table a name that also means something else (briscola: trumps) does not name a game.
        """
        typed = [next(iter(term.phrases)) for term in terms]
        if game:
            typed = [phrase for phrase in typed if not self._synonyms.of(phrase)]
        present = {stems[word] for phrase in typed for word in phrase}
        named = {slug for slug, names in self._game_names.items() if any(name <= present for name in names)}
        return named | ({game} if game else set())

    def _candidates(self, session: FullTextSession, terms: Sequence[_QueryTerm], games: set[str]) -> set[int]:
        strong = [term for term in terms if not term.weak] or terms
        phrases = [phrase for term in strong for phrase in term.phrases]
        expression = " OR ".join("(" + " AND ".join(f'"{word}"' for word in phrase) + ")" for phrase in phrases)
        numbers = set(session.search(expression, _CANDIDATES))
        for game in games & self._rows_of_page.keys():
            numbers.update(session.search(expression, _CANDIDATES, self._rows_of_page[game]))
        return numbers

    # -- how well a document answers ---------------------------------------------------------------------

    def _scored(
        self, terms: Sequence[_QueryTerm], stems: Stems, games: set[str], numbers: Iterable[int]
    ) -> list[tuple[float, int]]:
        weighted = [self._weighted(term, stems) for term in terms]
        scored = []
        for number in numbers:
            score = self._score(weighted, self._documents[number - 1])
            if score > 0:
                scored.append((score * self._game_bonus(number, games), number))
        return scored

    def _weighted(self, term: _QueryTerm, stems: Stems) -> _WeightedTerm:
        stemmed = [(tuple(stems[word] for word in phrase), match) for phrase, match in term.phrases.items()]
        rarity = self._term_rarity([phrase for phrase, _ in stemmed])
        variants = tuple((phrase, match, min(rarity, self._phrase_rarity(phrase))) for phrase, match in stemmed)
        soft = SOFT.intersection(next(iter(term.phrases)))
        return _WeightedTerm(variants, rarity * (0.4 if soft else 1.0), term.weak)

    def _game_bonus(self, number: int, games: set[str]) -> float:
        document = self._documents[number - 1].document
        if document.article.slug not in games:
            return 1.0
        # Players at the table have this page open already: a section of it is an answer, the page is not.
        return 8.0 if document.section else 2.0

    def _definition_bonus(self, number: int) -> float:
        return 3.0 if self._documents[number - 1].document.kind == "term" else 1.0

    def _score(self, terms: Sequence[_WeightedTerm], indexed: _IndexedDocument) -> float:
        """How well a document answers: how much of the query it has, where, and how much of its heading was typed."""
        total = covered = score = 0.0
        in_heading: set[str] = set()
        for term in terms:
            cover = best = 0.0
            for stems, match, rarity in term.variants:
                if not indexed.all_stems.issuperset(stems):
                    continue
                position = self._position_weight(stems, indexed, term.weak)
                if position == _IN_HEADING:
                    in_heading.update(stems)
                cover = max(cover, position * match)
                best = max(best, position * match * rarity)
            if term.weak:
                score += (0.6 if indexed.document.kind == "question" else 0.15) * cover
                continue
            total += term.share
            covered += term.share * min(1.0, cover)
            score += best
        if not covered:
            return 0.0
        heading = indexed.heading - self._weak_stems
        typed = len(in_heading & heading) / len(heading) if heading else 0.0
        return float(indexed.document.weight * (covered / total) ** 1.5 * (score + 3.0 * typed))

    @staticmethod
    def _position_weight(stems: Sequence[str], indexed: _IndexedDocument, weak: bool) -> float:
        """What these words count where they are in the document; 0 if they are not in it."""
        if indexed.heading.issuperset(stems):
            return _IN_HEADING
        if weak:
            return 0.0
        if indexed.names.issuperset(stems):
            return 1.3
        if indexed.parent.issuperset(stems):
            return 1.2
        body = indexed.body
        least = min(body[stem] or (stem in indexed.heading or stem in indexed.parent) for stem in stems)
        # Twice is better than once; in a long text less so.
        return 0.9 + 0.25 * least / (least + 0.5 + len(body) / 60) if least else 0.0

    def _term_rarity(self, phrases: Sequence[Phrase]) -> float:
        """How rare the typed phrase (the first) is; if it is in no document, how rare its first known variant is."""
        typed, *others = phrases
        if all(stem in self._rarity for stem in typed):
            return self._phrase_rarity(typed)
        known = (rarity for stems in others if (rarity := self._phrase_rarity(stems)))
        return next(known, self._highest_rarity)

    def _phrase_rarity(self, stems: Sequence[str]) -> float:
        return max(self._rarity.get(stem, 0.0) for stem in stems)

    def _fragments(
        self, session: FullTextSession, words: Sequence[str], seen: set[int], games: set[str]
    ) -> list[tuple[float, int]]:
        """Documents with a fragment of a word: the last resort, scored below all else."""
        expression = " OR ".join(f'"{word}"' for word in words if len(word) > 2 and word not in WEAK)
        if not expression:
            return []
        numbers = [number for number in session.search_fragments(expression, 10) if number not in seen]
        return [(self._game_bonus(number, games) / (100 + position), number) for position, number in enumerate(numbers)]

    def _hit(self, number: int, score: float, matched: set[str], stems: Stems, words: Sequence[str]) -> SearchHit:
        document = self._documents[number - 1].document
        return SearchHit(
            slug=document.article.slug,
            title=document.article.title,
            section=document.section.anchor if document.section else "",
            heading=document.heading,
            kind=document.kind,
            snippet=snippet(
                document.blocks,
                words,
                lambda word: stems.get(word) in matched,
                lambda word: self._rarity.get(stems.get(word, ""), self._highest_rarity),
                whole=document.kind in ("question", "term"),
            ),
            score=round(score, 3),
        )


def _asks_for_definition(query: str, terms: Sequence[_QueryTerm]) -> bool:
    """Whether the query asks what a word means."""
    return bool(_DEFINITION_WORDS.intersection(words_of(query))) and sum(not term.weak for term in terms) <= 2


_indexes: WeakKeyDictionary[Library, SearchIndex] = WeakKeyDictionary()
_building = Lock()


def search_index(library: Library) -> SearchIndex:
    """The index of a library, built at first use and kept as long as the library."""
    with _building:
        if library not in _indexes:
            _indexes[library] = SearchIndex(library)
        return _indexes[library]
