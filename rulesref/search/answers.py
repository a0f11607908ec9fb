"""What a hit shows: the passages of a document that answer a query, and a short text for lists."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from itertools import groupby, pairwise

from rulesref.search.analyser import WORD, Analyser
from rulesref.search.features import IndexedDocument, ScoredQuery, way_fits
from rulesref.search.passages import Passage, is_short

MAX_LENGTH = 220
#: A section that is too long to be shown whole shows passages of so many letters together. Of 29 right sections that
#: settled nothing with 330, nine showed most words of what settles; with 450 and the passages that follow it is 26.
_EXCERPT = 600
#: So many letters more may be shown if they open the text.
_MORE = 150

# The scores of passages are shares of the query, from 0 to 1. The figures below were chosen by hand from the questions
# in tests/rules whose first hit is right, by how often the answer has what it must tell; a third more or less of each
# changes fewer than one in a hundred answers.
#: Added to the first passage: a section begins with what it is about.
_OPENING = 0.08
#: Added to the first passage as well if the query asks what something is.
_DEFINITION = 0.2
#: Taken off for a house rule: players seldom ask for one.
_AT_CUSTOM = 0.2
#: The most that the first cell adds, which says what a row is about.
_FIRST_CELL = 0.15
#: Added for the row of the asker's number; taken off for the row of another. It is more than _OPENING and _FIRST_CELL
#: together, so that the row of another number never wins by its words.
_FIGURE = 0.25
#: Taken off for a sentence with other figures than the asker's only.
_OTHER_FIGURE = 0.1
#: Taken off for a passage without a number if an amount is asked for.
_NO_FIGURE = 0.25
#: The share of the words that the nearest way to ask has in common with a passage.
_WAY = 0.2
#: A way to ask that fits less is ignored: below this it shares one word with the query.
_NEAR = 0.3
#: A further passage is shown if it has so much of the query that the others have not.
_NEW = 0.15

_DIGIT = re.compile(r"\d")
_RANGE = re.compile(r"(\d+)\D{1,5}(\d+)")

Rarity = Mapping[str, float]


class HitTexts:
    """The texts of a hit: its answer and its snippet. best: the number of the passage that fits best."""

    def __init__(self, indexed: IndexedDocument, query: ScoredQuery, analyser: Analyser, rarity: Rarity) -> None:
        self._indexed, self._query, self._analyser = indexed, query, analyser
        self._passages, self._widths = indexed.document.passages, indexed.widths
        self.best = best_passage(indexed, query, analyser, rarity) if self._passages else 0
        self._texts: dict[int, str] = {}
        shared = query.tokens & indexed.places.keys()
        #: The passages that have a word of the query.
        self._matching_passages = {number for token in shared for number in indexed.places[token][3]}

    def answer(self) -> str:
        """What answers, as HTML: a short section, the answer to a question or a term whole; of a longer section the
        passages that have most of the query, in their order."""
        return "".join(self._html(sorted(self._chosen))) if self._passages else ""

    @property
    def is_whole(self) -> bool:
        """Whether the answer is all of the text."""
        return len(self._chosen) == len(self._passages)

    @property
    def length(self) -> int:
        """The length of the answer, in letters."""
        return self._length(self._chosen)

    @property
    def is_house_rule(self) -> bool:
        """Whether the text begins with what only some tables do."""
        return any(self._analyser.language.house_rule.search(passage.text) for passage in self._passages[:1])

    @property
    def has_figure(self) -> bool:
        """Whether a number is in the passage that fits best, or beside it in its paragraph."""
        best = self._block(self.best) if self._passages else ()
        return any(_DIGIT.search(self._passages[number].text) for number in best)

    @cached_property
    def _chosen(self) -> set[int]:
        """The numbers of the passages to show."""
        passages = self._passages
        if not passages:
            return set()
        whole = {number for number, passage in enumerate(passages) if passage.kind != "case"} | {self.best}
        if self._indexed.document.kind == "article":
            return {self.best} if passages[self.best].kind == "row" else whole
        if is_short(passages, self._widths):
            return whole
        if self._indexed.document.kind in ("question", "term"):
            # The first paragraph of an answer is the answer.
            return self._block(self.best)
        chosen = self._with_context(self.best)
        while (further := self._further(chosen)) is not None:
            chosen |= self._with_context(further)
        chosen |= self._next(chosen)
        chosen |= self._opening(chosen)
        for number in sorted(chosen):
            if self._introduces(number) and number + 1 not in chosen:
                chosen |= self._list_after(number)
        return chosen | self._ladder()

    def _introduces(self, number: int) -> bool:
        """Whether a passage says that a list or a table follows."""
        following = self._passages[number + 1 : number + 2]
        return bool(following) and following[0].kind != "case" and self._passages[number].text.endswith((":", "："))

    def _ladder(self) -> set[int]:
        """The order of the cards, which the page draws with any part of its section: all of it, or the lines that have
        a word of the query."""
        lines = {number for number, passage in enumerate(self._passages) if passage.kind == "ladder"}
        return lines if self._length(lines) <= _EXCERPT else lines & self._matching_passages

    def _next(self, chosen: set[int]) -> set[int]:
        """The passages that follow the best one's, as far as there is room: often the next sentence answers."""
        following: set[int] = set()
        for number in range(self.best + 1, len(self._passages)):
            if number in chosen:
                continue
            if self._passages[number].kind == "case" or self._length({*chosen, *following, number}) > _EXCERPT:
                break
            following.add(number)
        return following

    def _opening(self, chosen: set[int]) -> set[int]:
        """The first paragraph of the text, or else its first sentence, if there is room: it says what holds at most
        tables, for how many players, and the whole of a list."""
        first = self._passages[0]
        if first.kind == "sentence" and not first.text.endswith((":", "：")):
            for opening in (self._block(0), {0}):
                last = self._passages[max(opening)].text
                if self._length(opening | chosen) <= _EXCERPT + _MORE and not last.endswith((":", "：")):
                    return opening
        return set()

    def _length(self, numbers: Iterable[int]) -> int:
        return sum(self._widths[number] for number in numbers)

    def _block(self, number: int) -> set[int]:
        """The paragraph, list item or row that a passage is in."""
        block = self._passages[number].block
        return {other for other, passage in enumerate(self._passages) if passage.block == block}

    def _with_context(self, best: int) -> set[int]:
        """A passage with its paragraph or table if it is short, otherwise with the sentences without which it is not
        understood, and with those after it while there is room."""
        passages = self._passages
        if passages[best].kind == "row":
            table = {number for number, other in enumerate(passages) if other.head == passages[best].head}
            chosen = table if self._length(table) <= _EXCERPT else {best}
        else:
            chosen = self._block(best)
        lead = min(chosen) - 1
        if self._length(chosen) > _EXCERPT:
            first = last = best
            while (
                first
                and passages[first - 1].block == passages[best].block
                and self._analyser.language.leans.match(passages[first].text)
            ):
                first -= 1
            room = _EXCERPT - self._length(range(first, last + 1))
            while last + 1 < len(passages) and (
                passages[last].text.endswith(":")
                or (passages[last + 1].block == passages[best].block and self._widths[last + 1] <= room)
            ):
                last += 1
                room -= self._widths[last]
            return set(range(first, last + 1))
        if lead >= 0 and passages[lead].text.endswith((":", "：")):
            chosen.add(lead)
        if self._introduces(max(chosen)):
            chosen |= self._list_after(max(chosen))
        return chosen

    def _list_after(self, number: int) -> set[int]:
        """The list or table that a sentence introduces, as far as there is room."""
        kind = self._passages[number + 1].kind
        chosen: set[int] = set()
        for other in range(number + 1, len(self._passages)):
            if self._passages[other].kind != kind or self._length({*chosen, number, other}) > _EXCERPT:
                break
            chosen.add(other)
        return chosen or {number + 1}

    def _further(self, chosen: set[int]) -> int | None:
        """The passage that adds most of the query to the chosen ones; None if none adds much or has room."""
        passages, places = self._passages, self._indexed.places
        gains: dict[int, float] = defaultdict(float)
        for tokens in self._query.terms:
            found = [(number, value) for token, value, _ in tokens if token in places for number in places[token][3]]
            if chosen.isdisjoint(number for number, _ in found):
                for number, value in dict(reversed(found)).items():
                    gains[number] += value
        room = _EXCERPT - self._length(chosen)
        fitting = [
            number
            for number, gain in gains.items()
            if gain >= _NEW and passages[number].kind != "case" and self._widths[number] <= room
        ]
        return max(fitting, key=lambda number: (gains[number], -number), default=None)

    def _html(self, numbers: Sequence[int]) -> Iterator[str]:
        """Paragraphs, lists, tables and pictures in words; a single paragraph is bare text."""
        passages = self._passages
        blocks = [list(block) for _, block in groupby(numbers, key=lambda number: passages[number].block)]
        if len(blocks) == 1 and passages[numbers[0]].kind in ("sentence", "item"):
            yield self._sentences(numbers)
            return
        for (kind, head), group in groupby(blocks, key=lambda block: _kind_and_head(passages[block[0]])):
            if kind == "row":
                yield self._table(head, [block[0] for block in group])
            elif kind == "item":
                yield "<ul>" + "".join(f"<li>{self._sentences(block)}</li>" for block in group) + "</ul>"
            elif kind == "ladder":
                yield from (f'<p class="in-words">{self._text(number)}</p>' for block in group for number in block)
            else:
                opening = '<p class="in-words">' if kind == "picture" else "<p>"
                yield from (f"{opening}{self._sentences(block)}</p>" for block in group)

    def _table(self, head: tuple[str, ...], rows: Iterable[int]) -> str:
        html = f"<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>" if any(head) else ""
        for number in rows:
            cells = [_marked(cell, self._query, self._analyser) for cell in self._passages[number].cells]
            names, cells = ([], cells) if any(head) else (cells[:1], cells[1:])
            html += f"<tr>{''.join(f'<th>{cell}</th>' for cell in names)}"
            html += f"{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        return f"<table>{html}</table>"

    def _sentences(self, numbers: Sequence[int]) -> str:
        """Sentences of one block; an ellipsis stands for those left out between them."""
        html = self._text(numbers[0])
        for before, number in pairwise(numbers):
            html += (" " if number == before + 1 else " … ") + self._text(number)
        return html

    def snippet(self) -> str:
        """The passage that fits best, as HTML with ``<mark>``; the next passages follow while there is room."""
        passages, best = self._passages, self.best
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


def _kind_and_head(passage: Passage) -> tuple[str, tuple[str, ...]]:
    return ("picture" if passage.kind == "case" else passage.kind), passage.head


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
            # A word of the heading distinguishes passages less: half.
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
                scores[number] += _WAY * rarity.get(token, 0.0) / way_rarity
    figures = _Figures(indexed, query, analyser)
    # The picture of a single case answers only where there is nothing else.
    only_cases = all(passage.kind == "case" for passage in passages)
    best, highest = 0, -2.0
    for number, passage in enumerate(passages):
        if passage.kind == "case" and not only_cases:
            continue
        score = scores.get(number, 0.0) + figures.worth(number)
        if query.asks_amount and not _DIGIT.search(passage.text):
            score -= _NO_FIGURE
        if (row := indexed.rows.get(number)) and row[1]:
            score += _FIRST_CELL * len(row[1] & query.tokens) / len(row[1])
        if number == 0:
            score += _OPENING + (_DEFINITION if query.defines else 0.0)
        if score > highest + 1e-6:
            if analyser.language.house_rule.search(passage.text):
                score -= _AT_CUSTOM
            if score > highest + 1e-6:
                best, highest = number, score
    return best


class _Figures:
    """Whether the numbers and ranks of a passage are those of the query."""

    def __init__(self, indexed: IndexedDocument, query: ScoredQuery, analyser: Analyser) -> None:
        self._indexed, self._asked = indexed, query.figures
        self._figures: dict[int, set[str]] = defaultdict(set)
        if self._asked:
            for token in indexed.places.keys() & analyser.figures:
                for number in indexed.places[token][3]:
                    self._figures[number].add(analyser.figure(token))
        self._figure = analyser.figure

    def worth(self, number: int) -> float:
        """What this adds to the score of a passage."""
        if not self._asked:
            return 0.0
        row = self._indexed.rows.get(number)
        if row and row[1]:
            cell = {figure for token in row[1] if (figure := self._figure(token))}
            if not cell:
                return 0.0
            between = _RANGE.search(self._indexed.document.passages[number].cells[0])
            within = between and any(
                int(between[1]) <= int(figure) <= int(between[2]) for figure in self._asked if figure.isdigit()
            )
            return _FIGURE if within or cell & self._asked else -_FIGURE
        figures = self._figures.get(number)
        return -_OTHER_FIGURE if figures and not figures & self._asked else 0.0


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
