"""How well a document fits a query, as a few figures; ``weights.py`` says how much each counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from rulesref.search.documents import SearchDocument
from rulesref.search.meanings import Meanings, likeness
from rulesref.search.synonyms import JOINT
from rulesref.search.terms import Query, Term

FEATURES = (
    "heading", "passage", "asked", "all_fields", "anywhere", "heading_typed", "way_typed", "way_and_heading",
    "ways_top", "telling", "in_a_row", "intent", "meaning", "usual", "same_figures",
    "section",
)  # fmt: skip
#: The section that tells of other games; a query asks for it if this is more likely than not (a logarithm).
_DIFFERENCES, _LIKELY = "differences", -0.7
#: Below this a heading is not what the query names.
_NAMED = 0.5

#: The figures from which it is estimated whether the first hit answers.
SURENESS_FIGURES = (*FEATURES, "differences", "fact", "elsewhere", "missing", "unknown", "constant")

#: Where a document has a token. plain: 2 in its heading, 1 in the heading above or the names of the game, else 0.
#: body, asked: 0 to 1, the more often the higher. passages, ways: the numbers of those that have it, from 0.
Place = tuple[int, float, float, tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Way:
    """A heading or a way to ask. tokens: its stems. rarity: that of all its tokens added up. telling: its words of the
    second rank. row: neighbouring stems, filler words included."""

    tokens: frozenset[str]
    rarity: float
    telling: frozenset[str]
    row: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """A document with its tokens, by where they are.

    heading_rarity, way_rarities: the rarity of all tokens of its heading, and of each way to ask, added up. telling:
    for each way to ask its words of the second rank. rows: for each passage that is a table row the tokens of the
    table's head, and those of its first cell. intent: the anchor, if many pages have such a section. meaning: the
    vector of all its texts; an example has none. widths: the lengths of its passages, in letters. figures: the numbers
    and ranks in a question's heading.
    """

    document: SearchDocument
    heading_rarity: float
    places: Mapping[str, Place]
    way_rarities: Sequence[float]
    telling: tuple[frozenset[str], ...]
    rows: Mapping[int, tuple[frozenset[str], frozenset[str]]]
    intent: str
    meaning: bytes
    widths: Sequence[int]
    figures: frozenset[str] = frozenset()

    def asks_other_figures(self, query: ScoredQuery) -> bool:
        """Whether this is a question about other numbers or ranks than those of the query: the case of a neighbour."""
        return bool(query.figures and self.figures and query.figures.isdisjoint(self.figures))


class Rarity(Protocol):
    """How rare each token is. It contains the tokens that occur."""

    def __contains__(self, token: object, /) -> bool: ...

    def __getitem__(self, token: str, /) -> float: ...


@dataclass(frozen=True, slots=True)
class ScoredQuery:
    """A query, ready to be compared.

    terms: for each term the tokens that match it, best first, each with how much of the query that is, and how much of
    a way to ask is typed with it. tokens: all of them. telling: its words of the second rank. row: neighbouring stems,
    each with its share of the query. intents: how likely each common section is. meaning: the vector of its words.
    figures: the numbers and ranks that it names. unknown: the share of its words that no page has, a slip of the thumb
    being half of one. asks_amount: it asks how much or how many.
    """

    terms: tuple[tuple[tuple[str, float, float], ...], ...]
    tokens: frozenset[str]
    telling: frozenset[str]
    row: tuple[tuple[tuple[str, str], float], ...]
    defines: bool
    intents: Mapping[str, float]
    meaning: tuple[int, ...]
    figures: frozenset[str] = frozenset()
    unknown: float = 0.0
    asks_amount: bool = False


def scored_query(
    query: Query,
    terms: Sequence[Term],
    sequence: Sequence[str],
    weigh: Rarity,
    highest: float,
    rarity: Mapping[str, float],
    intents: Mapping[str, float],
    meanings: Meanings,
    filler: frozenset[str],
) -> ScoredQuery:
    """The query, with these of its terms.

    sequence: the stems of its words in order. weigh: how rare tokens are on the pages that are searched first; this
    decides how much of the query a term is. highest: the highest of these. rarity: the same for all pages. filler:
    words that say little.
    """
    strong = [term for term in terms if not term.telling]
    raw = [term.weight * _term_rarity(term, weigh, highest) for term in strong]
    total = sum(raw) or 1.0
    best: dict[str, tuple[float, int]] = {}
    for number, (term, value) in enumerate(zip(strong, raw, strict=True)):
        for token, match in term.variants.items():
            # A token that may stand for two terms stands for the one that gains most.
            best[token] = max(best.get(token, (-1.0, 0)), (value * match / total, number))
    matches: list[list[tuple[str, float, float]]] = [[] for _ in strong]
    for token, (value, number) in best.items():
        match = strong[number].variants[token]
        credit = sum(rarity.get(part, 0.0) for part in token.split(JOINT) if part not in filler)
        matches[number].append((token, value, credit * match))
    for tokens in matches:
        tokens.sort(key=lambda entry: (-entry[1], entry[0]))
    telling = frozenset(token for term in terms if term.telling for token in term.variants)
    meaning_weights: dict[str, float] = {}
    for tokens in matches:
        # A word that the pages do not have means what it is most likely to stand for there.
        known = [entry for entry in tokens if entry[0] in meanings]
        for token, value, _ in next(([entry] for entry in known if entry[0] in weigh), known[:1]):
            meaning_weights[token] = value
    rows = {pair: rarity.get(pair[0], 0.0) + rarity.get(pair[1], 0.0) for pair in pairwise(sequence)}
    row_total = sum(rows.values()) or 1.0
    row = tuple((pair, value / row_total) for pair, value in rows.items())
    return ScoredQuery(
        tuple(map(tuple, matches)),
        frozenset(best),
        telling,
        row,
        query.defines,
        intents,
        meanings.of_query(meaning_weights),
    )


def _term_rarity(term: Term, rarity: Rarity, highest: float) -> float:
    """The rarity of the typed word; if no page has it, of the word that it most likely stands for."""
    typed = next(iter(term.variants))
    if typed in rarity:
        return rarity[typed]
    return max(
        ((match, rarity[token]) for token, match in term.variants.items() if token in rarity), default=(0, highest)
    )[1]


def in_a_row(pairs: Iterable[tuple[float, int]]) -> float:
    """How much of the query's order a document has. pairs: for each pair of the query's row its share, and how often
    headings and ways to ask have it."""
    return sum(share * count / (count + 1) for share, count in pairs if count)


def features(query: ScoredQuery, indexed: IndexedDocument, row: float) -> list[float] | None:
    """The figures of FEATURES, in this order; None if the document has no word of the query. row: of ``in_a_row``."""
    places = indexed.places
    heading = in_asked = all_fields = anywhere = typed_heading = 0.0
    fits = _Fits(indexed)
    in_passages: dict[int, float] = {}
    nothing = True
    for tokens in query.terms:
        best_heading = best_asked = best_field = present = typed = 0.0
        in_ways: list[tuple[tuple[int, ...], float, float]] = []
        passages_seen: set[int] = set()
        for token, value, credit in tokens:
            if token not in places:
                continue
            nothing = False
            plain, body, asked, passages, ways = places[token]
            if plain:
                best_field = max(best_field, value)
                if plain == 2:
                    best_heading = max(best_heading, value)
                    typed = max(typed, credit)
            if body:
                best_field = max(best_field, value * body)
                for number in passages:
                    if number not in passages_seen:
                        passages_seen.add(number)
                        in_passages[number] = in_passages.get(number, 0.0) + value
            if asked:
                best_field = max(best_field, value * asked)
                best_asked = max(best_asked, value * asked)
                in_ways.append((ways, value, credit))
            if (body or asked or plain == 2) and value > present:
                present = value
        heading += best_heading
        in_asked += best_asked
        all_fields += best_field
        anywhere += present
        typed_heading += typed
        if in_ways:
            fits.add(in_ways, best_heading)
    if nothing:
        return None
    way_typed, beyond_heading, ways_top, overlap = fits.best(query.telling)
    heading_typed = min(1.0, typed_heading / indexed.heading_rarity) if indexed.heading_rarity else 0.0
    return [
        heading,
        max(in_passages.values(), default=0.0),
        in_asked,
        all_fields**1.5,
        anywhere,
        heading_typed,
        way_typed,
        heading + beyond_heading,
        ways_top,
        overlap,
        row,
        query.intents.get(indexed.intent, 0.0),
        likeness(query.meaning, indexed.meaning),
        # Players ask for the usual rule, unless they name the heading, such as a variant.
        float(not indexed.document.aside or heading_typed >= _NAMED),
        # A question about another number or rank answers a neighbouring case, which is often wrong.
        float(not indexed.asks_other_figures(query)),
        float(indexed.document.kind == "section"),
    ]


class _Fits:
    """How well each way to ask for a document fits a query."""

    def __init__(self, indexed: IndexedDocument) -> None:
        self._indexed = indexed
        #: By the number of the way: how much of the query it has, how much of it was typed, and how much of the query
        #: it has that the heading has not.
        self._scores: dict[int, list[float]] = {}

    def add(self, tokens: Sequence[tuple[tuple[int, ...], float, float]], in_heading: float) -> None:
        """Adds a term. tokens: those that match it, best first: their ways, values and credits."""
        scores = self._scores
        seen: set[int] = set()
        for ways, value, credit in tokens:
            beyond = value - in_heading if value > in_heading else 0.0
            for number in ways:
                if number in seen:
                    continue
                if number in scores:
                    entry = scores[number]
                    entry[0] += value
                    entry[1] += credit
                    entry[2] += beyond
                else:
                    scores[number] = [value, credit, beyond]
            if len(tokens) > 1:
                seen.update(ways)

    def fits(self) -> Mapping[int, float]:
        """How well each way fits, in both directions, from 0 to 1."""
        fits = {}
        for number, (has, credit, _) in self._scores.items():
            rarity = self._indexed.way_rarities[number]
            if rarity and credit:
                typed = credit / rarity if credit < rarity else 1.0
                fits[number] = 2 * has * typed / (has + typed)
        return fits

    def best(self, telling: frozenset[str]) -> tuple[float, float, float, float]:
        """Of the best way: how much of it was typed; how much of the query any way has beyond the heading; the mean
        fit of the best three; how many of the telling words the best one shares."""
        beyond = highest = second = third = best_overlap = 0.0
        best = -1
        ways = self._indexed.way_rarities
        for number, (has, credit, new) in self._scores.items():
            if new > beyond:
                beyond = new
            rarity = ways[number]
            if not rarity or not credit or 2 * has / (has + 1) + 0.1 < third:
                # Not among the best three even if all of it was typed.
                continue
            typed = credit / rarity if credit < rarity else 1.0
            fit = 2 * has * typed / (has + typed)
            overlap = 0.0
            if telling:
                words = self._indexed.telling[number]
                overlap = fit * len(telling & words) / len(telling | words)
                fit += 0.1 * overlap
            if fit > highest:
                highest, second, third, best, best_overlap = fit, highest, second, number, overlap
            elif fit > second:
                second, third = fit, second
            elif fit > third:
                third = fit
        typed = min(1.0, self._scores[best][1] / ways[best]) if best >= 0 else 0.0
        return typed, beyond, (highest + second + third) / 3, best_overlap


def sureness(
    query: ScoredQuery, indexed: IndexedDocument, figures: Sequence[float], games: Collection[str]
) -> list[float]:
    """The figures of SURENESS_FIGURES: those of FEATURES; whether it is of the differences from other games without
    being asked for them, a fact, or on another page than those of the games; the shares of the words that it has not
    and that no page has; and 1. figures: of ``features``. games: slugs of those that are asked about."""
    document = indexed.document
    of_others = document.above == _DIFFERENCES and query.intents.get(_DIFFERENCES, 0.0) < _LIKELY
    elsewhere = bool(games) and document.slug not in games
    missing = sum(not any(token in indexed.places for token, _, _ in tokens) for tokens in query.terms)
    share = missing / len(query.terms) if query.terms else 1.0
    return [*figures, float(of_others), float(bool(document.fact)), float(elsewhere), share, query.unknown, 1.0]


def way_fits(query: ScoredQuery, indexed: IndexedDocument) -> Mapping[int, float]:
    """How well each way to ask for a document fits a query, by the number of the way; those that do not fit at all
    are left out."""
    fits, places = _Fits(indexed), indexed.places
    for tokens in query.terms:
        fits.add([(places[token][4], value, credit) for token, value, credit in tokens if token in places], 0.0)
    return fits.fits()


def rarities(documents: Iterable[Iterable[str]]) -> dict[str, float]:
    """How rare each token is among these documents."""
    spread: Counter[str] = Counter()
    number = 0
    for tokens in documents:
        number += 1
        spread.update(set(tokens))
    return {token: math.log(1 + number / count) for token, count in spread.items()}
