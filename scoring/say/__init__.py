"""Say it: one line, as players speak, becomes a hand.

``read_line`` knows a match only by its form, its labels in a language and the names of its players. It uses no model
and no network, and the same line gives the same answer always. Every word of the line must be accounted for:
understood, or without a meaning of its own, or it is named as not understood. Two readings are both shown. What is
needed and was not said is asked, as the form asks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.match import OpenMatch
from scoring.engine.messages import Language
from scoring.say.answer import Missing, Read, Understood, as_hand, distinct, joined
from scoring.say.corrections import (
    corrected,
    with_denied_replaced,
    with_names_for_us,
    without_denied,
    without_denied_numbers,
)
from scoring.say.doubts import doubts_of, items_that_may_go_on, items_without_verb
from scoring.say.either import either_of
from scoring.say.items import Item, Line, Meaning
from scoring.say.lexicon import lexicon_of, names_of
from scoring.say.reading import Table
from scoring.say.search import TooMany, readings_of
from scoring.say.shorter import END, shorter_reads
from scoring.say.tokens import LONGEST, Token, plain, tokens_of

MOST_ALTERNATIVES = 4
"""More hands than these are no choice: the line is asked for again."""

MOST_LINES = 24

_NAMES = frozenset(("player", "next", "players", "side", "side2", "side3"))
"""Slots for players."""


@dataclass(frozen=True)
class Answer:
    """What a line says.

    sure: the hand, if there is one reading and nothing is missing. partial: what was understood, with what is missing
    or why the game refuses it. alternatives: two to four hands that it may mean. unknown: words that were not
    understood. With none of these the line is no hand of the game.
    """

    sure: Read | None = None
    partial: Read | None = None
    alternatives: tuple[Read, ...] = ()
    unknown: tuple[str, ...] = ()


class TooLong(ValueError):  # noqa: N818 - the text is not wrong
    """A line of more than ``LONGEST`` characters."""


def read_line(
    text: str,
    opened: OpenMatch,
    state: Any,
    players: Sequence[str],
    language: Language,
) -> Answer:
    """Returns what a line says about the next hand of a match.

    text: as it was typed or dictated, one line. state: before the hand. players: names by seat. language: with the
    words of the game (``scoring.languages.language``). Raises TooLong.
    """
    if len(text) > LONGEST:
        raise TooLong
    game = opened.game
    form = game.form(opened.setup, state)
    lexicon = lexicon_of(form, language, game)
    table = Table(form, opened.setup.sides, lexicon)
    names = names_of(players, language.code, lexicon.known, lexicon.words.nicknames)
    names |= _roles(opened, state, language, lexicon.words.roles)
    line = Line(tokens_of(text), lexicon, names, opened.setup.sides)
    answer = _read(text, table, opened, state, line)
    return _either(text, table, opened, state, line) or answer if answer.unknown or not answer.sure else answer


def _read(text: str, table: Table, opened: OpenMatch, state: Any, line: Line) -> Answer:
    items = line.items()
    if _is_question(items) or line.sign(0)[1] == "question" or _is_chat(line, items):
        return Answer()
    doubts = {place for place in doubts_of(line) if not any(_says_all_of(line, text, item, place) for item in items)}
    doubts |= {(item.start, item.end) for item in items_without_verb(items)}
    places = {(item.start, item.end) for item in items if not item.meanings} | doubts
    places |= {(item.start, item.end) for item in items_that_may_go_on(items)}
    known = [item for item in items if item.meanings]
    answer = answer_of(reads_of(table, opened, state, known), tuple(text[start:end] for start, end in sorted(places)))
    if answer.sure or answer.alternatives or doubts or not known:
        return answer
    return _shorter(table, opened, state, line, items) or answer


def _either(text: str, table: Table, opened: OpenMatch, state: Any, line: Line) -> Answer | None:
    """The hands that "Ada or Ben took it" may mean: each of the two must be a whole one."""
    reads: list[Read] = []
    for tokens in either_of(line) or ():
        some = _read(text, table, opened, state, Line(tokens, line.lexicon, line.names, line.sides))
        if some.unknown or not (some.sure or some.alternatives):
            return None
        reads += [some.sure] if some.sure else some.alternatives
    hands = tuple(distinct(reads))
    return Answer(alternatives=hands) if 1 < len(hands) <= MOST_ALTERNATIVES else None


def _says_all_of(line: Line, text: str, item: Item, place: tuple[int, int]) -> bool:
    """Whether an idiom has words that leave other lines unclear: "passed twice", "Ada married spades twice"."""
    within = item.start <= place[0] and place[1] <= item.end and (item.start, item.end) != place
    written = plain(text[slice(*place)])
    if line.lexicon.accented.get(written, written) != written:
        return False  # "hätte" is no "hatte".
    words = set(written)
    return within and any(_says_words(meaning, words) for meaning in item.meanings)


def _says_words(meaning: Meaning, words: set[str]) -> bool:
    """Whether these words are a phrase's own, or all that it leaves open are names."""
    if meaning.kind not in ("says", "row", "filler") or meaning.phrase is None:
        return False
    if not words <= set(meaning.phrase.parts):
        return False  # It is only passed over.
    return not words & {"won", "lost"} or (meaning.kind == "says" and meaning.slots.keys() <= _NAMES)


def _shorter(table: Table, opened: OpenMatch, state: Any, line: Line, items: Sequence[Item]) -> Answer | None:
    """The answer with shorter phrases, if the longest made no hand."""

    def read(some: Sequence[Item]) -> tuple[list[Read], int]:
        reached: list[int] = []
        answer = answer_of(reads_of(table, opened, state, some, reached), ())
        return [answer.sure] if answer.sure else list(answer.alternatives), max(reached, default=END)

    answer = answer_of(shorter_reads(line, items, read(items)[1], read), ())
    return answer if answer.sure or answer.alternatives else None


def _is_question(items: Sequence[Item]) -> bool:
    """Whether a line asks: it has a word or sign that only asks, or begins with a verb before a name."""
    begins = [item.kinds() for item in items[:2]]
    verb_first = len(begins) > 1 and "verb" in begins[0] and "player" in begins[1]
    return verb_first or any(item.kinds() == {"question"} for item in items)


def _is_chat(line: Line, items: Sequence[Item]) -> bool:
    """Whether a line has a name and nothing but words without a meaning: "well played, Ada, what a hand"."""
    if any(line.sign(place)[1] in ("won", "lost") for place in range(len(line.words))):
        return False
    kinds = [item.kinds() for item in items]
    has_name = any("player" in some for some in kinds)
    return has_name and {"filler"} in kinds and all(some <= {"player", "filler", "pause"} and some for some in kinds)


def _roles(
    opened: OpenMatch, state: Any, language: Language, roles: Mapping[tuple[str, ...], str]
) -> dict[tuple[str, ...], list[int]]:
    """The seats by the words for who deals or leads."""
    upcoming = opened.game.upcoming(opened.setup, state)
    seats = {"dealer": upcoming.dealer, "leader": upcoming.leads}
    for name in ("forehand", "middlehand", "rearhand"):
        seats[name] = upcoming.details.get(name)
    if opened.setup.players == 3 and upcoming.leads is not None:
        for steps, name in enumerate(("forehand", "middlehand", "rearhand")):
            seats[name] = (upcoming.leads + steps) % 3 if seats[name] is None else seats[name]
    found: dict[tuple[str, ...], list[int]] = {}
    for words, role in roles.items():
        seat = seats.get(role)
        if seat is not None:
            found[words] = [seat]
    return found


def reads_of(
    table: Table, opened: OpenMatch, state: Any, items: Sequence[Item], reached: list[int] | None = None
) -> list[Read]:
    """Every reading of these items as a hand. reached: to it the tokens are added at which a reading ended."""
    reads: list[Read] = []
    plain = with_names_for_us(with_denied_replaced(without_denied(without_denied_numbers(items))), opened.setup.sides)
    for count, line in enumerate(corrected(plain, opened.setup.sides, table.persons)):
        if count == MOST_LINES:
            break
        try:
            readings = readings_of(table, line, reached)
        except TooMany:
            return []
        reads += [read for reading in readings if (read := as_hand(table, opened, state, reading))]
    return reads


def answer_of(reads: Sequence[Read], unknown: tuple[str, ...]) -> Answer:
    complete = list(distinct([read for read in reads if read.hand is not None]))
    if unknown:
        open_reads = complete[:1] if len(complete) == 1 else _least_open(reads)
        return Answer(partial=joined(open_reads) if open_reads else None, unknown=unknown)
    if len(complete) == 1:
        return Answer(sure=complete[0])
    if 1 < len(complete) <= MOST_ALTERNATIVES:
        return Answer(alternatives=tuple(complete))
    if complete:
        return Answer()
    open_reads = _least_open(reads)
    if open_reads:
        return Answer(partial=joined(open_reads))
    refused = [read for read in reads if read.refused is not None]
    return Answer(partial=refused[0] if refused else None)


def _least_open(reads: Sequence[Read]) -> list[Read]:
    """The readings with the fewest open questions."""
    asked = [read for read in reads if read.missing]
    fewest = min((len(read.missing) for read in asked), default=0)
    return [read for read in asked if len(read.missing) == fewest]


__all__ = ["LONGEST", "Answer", "Missing", "Read", "Token", "TooLong", "Understood", "read_line"]
