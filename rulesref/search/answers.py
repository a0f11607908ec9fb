"""The passage of a document that answers a query: the whole sentence or table row, and a short text for lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from html import escape

from rulesref.search.analyser import WORD, Analyser
from rulesref.search.features import IndexedDocument, ScoredQuery, way_fits

MAX_LENGTH = 220

_OPENING = 0.08
#: Taken off for a house rule: players seldom ask for one.
_AT_CUSTOM = 0.2
#: The sentences after the best one are added up to this length.
_ANSWER_LENGTH = 200

_FIRST_CELL = 0.15
#: A way to ask that fits less is ignored.
_NEAR = 0.3

Rarity = Mapping[str, float]


class HitTexts:
    """The texts of a hit: its answer and its snippet."""

    def __init__(self, indexed: IndexedDocument, query: ScoredQuery, analyser: Analyser, rarity: Rarity) -> None:
        self._indexed, self._query, self._analyser = indexed, query, analyser
        self._passages = indexed.document.passages
        self._best = best_passage(indexed, query, analyser, rarity) if self._passages else 0
        self._texts: dict[int, str] = {}
        shared = query.tokens & indexed.places.keys()
        #: The passages that have a word of the query.
        self._matching_passages = {number for token in shared for number in indexed.places[token][3]}

    def answer(self) -> str:
        """The sentence, list item or table row that answers best, whole, as HTML. A question or a term: its answer."""
        passages, best = self._passages, self._best
        if not passages:
            return ""
        passage = passages[best]
        if passage.head:
            head = "".join(f"<th>{escape(cell)}</th>" for cell in passage.head)
            row = "".join(f"<td>{_marked(cell, self._query, self._analyser)}</td>" for cell in passage.cells)
            return f"<table><tr>{head}</tr><tr>{row}</tr></table>"
        if self._indexed.document.kind in ("question", "term"):
            # The first paragraph of an answer is the answer.
            block = [number for number, other in enumerate(passages) if other.block == passage.block]
            return " ".join(map(self._text, block))
        first = last = best
        while (
            first
            and passages[first - 1].block == passage.block
            and self._analyser.language.leans.match(passages[first].text)
        ):
            first -= 1
        room = _ANSWER_LENGTH - sum(len(other.text) for other in passages[first : best + 1])
        while last + 1 < len(passages) and (
            passages[last].text.endswith(":")
            or (passages[last + 1].block == passage.block and len(passages[last + 1].text) <= room)
        ):
            last += 1
            room -= len(passages[last].text)
        return " ".join(map(self._text, range(first, last + 1)))

    def snippet(self) -> str:
        """The passage that fits best, as HTML with ``<mark>``; the next passages follow while there is room."""
        passages, best = self._passages, self._best
        if not passages:
            return ""
        text = passages[best].text
        if len(text) > MAX_LENGTH:
            return _marked(_cut(text, self._query, self._analyser), self._query, self._analyser)
        html = self._text(best)
        room = MAX_LENGTH - len(text)
        for number in range(best + 1, len(passages)):
            room -= len(passages[number].text) + 1
            if room < 0:
                break
            html += " " + self._text(number)
        return html

    def _text(self, number: int) -> str:
        """A passage as HTML."""
        if number not in self._texts:
            text = self._passages[number].text
            self._texts[number] = (
                _marked(text, self._query, self._analyser) if number in self._matching_passages else escape(text)
            )
        return self._texts[number]


def best_passage(indexed: IndexedDocument, query: ScoredQuery, analyser: Analyser, rarity: Rarity) -> int:
    """The number of the passage that fits best: the query, and the way to ask that is nearest to the query."""
    passages = indexed.document.passages
    if indexed.document.kind in ("question", "term", "article") or len(passages) < 2:
        return 0
    places = indexed.places
    scores: dict[int, float] = defaultdict(float)
    for tokens in query.terms:
        best_of: dict[int, float] = {}
        for token, value, _ in tokens:
            if token not in places:
                continue
            # A word of the heading distinguishes passages less.
            plain, _, _, numbers, _ = places[token]
            worth = value * (0.5 if plain == 2 else 1.0)
            if indexed.rows:
                numbers += tuple(number for number, (head, _) in indexed.rows.items() if token in head)
            for number in numbers:
                if worth > best_of.get(number, 0.0):
                    best_of[number] = worth
        for number, worth in best_of.items():
            scores[number] += worth
    way = _nearest_way(indexed, query)
    if way is not None:
        way_rarity = indexed.way_rarities[way]
        document = indexed.document
        for token in set(analyser.tokens((*document.asked, *document.general)[way])):
            if token not in places or way not in places[token][4]:
                continue
            for number in places[token][3]:
                scores[number] += 0.2 * rarity.get(token, 0.0) / way_rarity
    best, highest = 0, -1.0
    for number, passage in enumerate(passages):
        score = scores.get(number, 0.0)
        if (row := indexed.rows.get(number)) and row[1]:
            # The first cell says what a row is about.
            score += _FIRST_CELL * len(row[1] & query.tokens) / len(row[1])
        if number == 0:
            # A section begins with what it is about.
            score += _OPENING + (0.2 if query.defines else 0.0)
        if score > highest + 1e-6:
            if analyser.language.house_rule.search(passage.text):
                score -= _AT_CUSTOM
            if score > highest + 1e-6:
                best, highest = number, score
    return best


def _nearest_way(indexed: IndexedDocument, query: ScoredQuery) -> int | None:
    fits = way_fits(query, indexed)
    best = max(fits, key=lambda number: fits[number], default=None)
    return best if best is not None and fits[best] > _NEAR else None


def _marks(text: str, query: ScoredQuery, analyser: Analyser) -> list[tuple[int, int]]:
    """Start and end of the words that the query asks for."""
    tokens, words = query.tokens, analyser.page_words
    return [word.span() for word in WORD.finditer(text) if not tokens.isdisjoint(words.get(word[0], ()))]


def _marked(text: str, query: ScoredQuery, analyser: Analyser) -> str:
    html, at = "", 0
    for start, end in _marks(text, query, analyser):
        html += f"{escape(text[at:start])}<mark>{escape(text[start:end])}</mark>"
        at = end
    return html + escape(text[at:])


def _cut(text: str, query: ScoredQuery, analyser: Analyser) -> str:
    """A long passage, shortened around the first word of the query."""
    marks = _marks(text, query, analyser)
    first = marks[0][0] if marks else 0
    start = 0 if first < MAX_LENGTH // 2 else text.rfind(" ", 0, first - MAX_LENGTH // 3) + 1
    end = text.rfind(" ", start, start + MAX_LENGTH)
    end = len(text) if len(text) <= start + MAX_LENGTH or end <= start else end
    return ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")
