"""Phrases: words and slots, and what they say about a form.

A phrase is written as players say it, with slots for what changes: ``"{player} plays {suit}"``. What it says is a list
of readings, each a line of targets: ``"declarer={player} game={suit}"``. A target is one of

- ``control=value``: the value of a control. ``a|b``: one of these. ``a>b,c``: a, or b or c if something else says so.
  ``bid*=18``: any control whose name begins so that has the value. ``row.{player}={n}``: an entry of a row,
  with ``out`` one that stays empty.
- ``events+``, then ``field=value`` …: an event of a list, or ``pick+`` with ``cards={cards}``, ``seats=`` for who is
  named, ``all=`` for everybody, ``but=`` for all but who is named.
- ``!control=value``: anything but this value.
- ``?field=value``: a figure of the result, or it is no reading: ``?won=true``. ``?sum=120``: of the numbers of the
  phrase. ``?best={side}``: this side has most points; ``?worst={side}``: another one has more. ``?sides=2``.
  ``?subjects=0``: nobody was named, ``1``: one side only, ``2``: several.
  ``?named.declarer=forced``: the label of this option names the player.
- ``filler``: nothing.

``{subject}`` is the player named last, ``{side}`` the side of the player of the phrase or of the subject.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from scoring.engine.messages import Number
from scoring.say.tokens import fold, tokens_of

WORDS = Path(__file__).parent / "words"

#: Private-use characters that stand for a slot while a phrase is cut into words.
_SLOT = re.compile(r"\{(\w+(?::\d+-\d+)?)\}")

_CHOICE = re.compile(r"\(([^()]*)\)")
_NESTED = re.compile(r"\([^()]*(\([^()]*\))")

GAP = "~"
"""A part of a phrase: any fillers, pauses and "and", or nothing."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a phrase for a value. kind: player, side, n, suit, card, rank, cards. fixed: the only value that fits.
    least, most: of a number. name: under which its value is found, if that is not the kind: ``m`` for a second number.
    """

    kind: str
    fixed: Any = None
    least: int | None = None
    most: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """What a phrase says of one control. name: of the control, ``NAME*``, or of a figure. how: ``=``, ``!``, ``?``,
    ``+`` (an event or a card that is added). values: templates; the first is taken if nothing narrows it down and
    ``prefers``. fields: of an event. entry: the template of the entry of a row.
    """

    name: str
    how: str = "="
    values: tuple[str, ...] = ()
    prefers: bool = False
    fields: tuple[tuple[str, str], ...] = ()
    entry: str = ""

    @property
    def any_side(self) -> bool:
        """Whether it leaves open which of two sides it is: it cannot be negated."""
        return self.values == ("0", "1")

    @property
    def texts(self) -> list[str]:
        """Its templates."""
        return [self.entry, *self.values, *(value for _, value in self.fields)]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase. parts: words and slots. kind: ``says`` for what it says of the form (``readings``, one of them), else
    the kind of word: filler, and, no, fix, rest, … value: of a word such as ``rest`` of a suit.
    """

    parts: tuple[str | Slot, ...]
    kind: str = "says"
    readings: tuple[tuple[Target, ...], ...] = ()
    value: Any = None


@dataclass(frozen=True)
class Words:
    """The words of a language and a game: phrases, names of suits and ranks by their words, sets of cards.

    Names of controls: quiet, whose untouched value is how players speak; cued, which a bare name or number never means;
    leads, whose player the figures that follow belong to; needs, lists without which nothing was said; grows, lists
    with which a hand may be saved before it is over; part, rows that may be left partly empty;
    rare, rows of which only who has some is named; suits_first, whether ranks that
    follow a suit are its cards. sides: what makes a
    name before it that of a side. homophones: words that sound like a number; beside: what stands ``before`` or
    ``behind`` one. nicknames: by first name.
    """

    phrases: tuple[Phrase, ...] = ()
    suits: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    ranks: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    cards: Mapping[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    quiet: frozenset[str] = frozenset()
    cued: frozenset[str] = frozenset()
    leads: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()
    grows: frozenset[str] = frozenset()
    part: frozenset[str] = frozenset()
    rare: frozenset[str] = frozenset()
    suits_first: frozenset[str] = frozenset()
    numbers: Mapping[tuple[str, ...], Number] = field(default_factory=dict)
    roles: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    sides: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    homophones: Mapping[tuple[str, ...], Number] = field(default_factory=dict)
    beside: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    nicknames: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def parts_of(text: str) -> tuple[str | Slot, ...]:
    """Returns the words and slots of a phrase."""
    return _trimmed(_parts_in(text))


@cache
def _parts_in(text: str) -> tuple[str | Slot, ...]:
    parts: list[str | Slot] = []
    for place, piece in enumerate(_SLOT.split(text)):
        if place % 2:
            parts.append(_slot(piece))
        else:
            for number, words in enumerate(piece.split(GAP)):
                parts += [GAP] * bool(number)
                parts += label_parts(words)
    return tuple(parts)


def _trimmed(parts: Sequence[str | Slot]) -> tuple[str | Slot, ...]:
    """Parts without gaps at their ends."""
    begin, end = 0, len(parts)
    while begin < end and parts[begin] == GAP:
        begin += 1
    while begin < end and parts[end - 1] == GAP:
        end -= 1
    return tuple(parts[begin:end])


#: Slots with a name of their own: a second number, a second player, further suits.
_NAMES = {
    "m": "n",
    "k": "n",
    "next": "player",
    "third": "player",
    "fourth": "player",
    "j": "n",
    "suit2": "suit",
    "suit3": "suit",
    "suit4": "suit",
    "side2": "side",
}


def _slot(text: str) -> Slot:
    """A slot as it is written: ``n``, ``m``, ``n:12-120``."""
    name, _, bounds = text.partition(":")
    least, _, most = bounds.partition("-")
    kind = _NAMES.get(name, name)
    return Slot(kind, None, int(least) if least else None, int(most) if most else None, name if name != kind else "")


def label_parts(text: str) -> list[str | Slot]:
    """Returns the words of a text; its numbers and suit signs are slots with that value."""
    parts: list[str | Slot] = []
    for token in tokens_of(text):
        if token.suit:
            parts.append(Slot("suit", token.suit))
        elif token.value is not None:
            parts.append(Slot("n", token.value))
        elif token.is_word:
            parts.append(token.word)
    return parts


def targets_of(line: str) -> tuple[Target, ...]:
    """Returns the targets of one reading, as it is written."""
    targets: list[Target] = []
    for piece in line.split():
        name, _, text = piece.partition("=")
        if name.endswith("+"):
            targets.append(Target(name[:-1], "+"))
        elif targets and targets[-1].how == "+":
            last = targets.pop()
            targets.append(Target(last.name, "+", fields=(*last.fields, (name, text))))
        else:
            how = name[0] if name[0] in "!?" else "="
            first, more, others = text.partition(">")
            values = (first, *others.split(",")) if more else tuple(text.split("|"))
            name, _, entry = name.lstrip("!?").partition(".")
            targets.append(Target(name, how, values, bool(more), entry=entry))
    return tuple(targets)


@cache
def words_of(code: str, game: Path) -> Words:
    """Returns the words of a language with those of a game.

    code: a language tag. game: the folder of its own words: ``all.json`` for every language, and one for each.
    """
    files = [WORDS / f"{code}.json", game / "all.json", game / f"{code}.json"]
    phrases: list[Phrase] = []
    tables: dict[str, dict[tuple[str, ...], Any]] = {
        "suits": {},
        "ranks": {},
        "cards": {},
        "numbers": {},
        "roles": {},
        "sides": {},
        "homophones": {},
        "beside": {},
    }
    nicknames: dict[str, tuple[str, ...]] = {}
    lists: dict[str, set[str]] = {
        "quiet": set(),
        "cued": set(),
        "leads": set(),
        "needs": set(),
        "grows": set(),
        "part": set(),
        "rare": set(),
        "suits_first": set(),
    }
    for file in files:
        if not file.exists():
            continue
        content = json.loads(file.read_text(encoding="utf-8"))
        for name, names in lists.items():
            names |= set(content.pop(name, ()))
        nicknames |= {fold(name): tuple(map(fold, some)) for name, some in content.pop("nicknames", {}).items()}
        for name, table in tables.items():
            for value, texts in content.pop(name, {}).items():
                for text in texts:
                    table[_plain_parts(text)] = _table_value(name, value)
        phrases += _phrases_of(content)
    return Words(
        tuple(phrases),
        quiet=frozenset(lists["quiet"]),
        cued=frozenset(lists["cued"]),
        leads=frozenset(lists["leads"]),
        needs=frozenset(lists["needs"]),
        grows=frozenset(lists["grows"]),
        part=frozenset(lists["part"]),
        rare=frozenset(lists["rare"]),
        suits_first=frozenset(lists["suits_first"]),
        nicknames=nicknames,
        **tables,
    )


def _table_value(table: str, value: str) -> Any:
    """The value of an entry: cards are written with spaces between them."""
    if table == "cards":
        return tuple(value.split())
    return int(value) if table in ("numbers", "homophones") else value


def _phrases_of(content: Mapping[str, Any]) -> Iterator[Phrase]:
    """The phrases of a file: ``says`` and the kinds of words."""
    for text, said in content.get("says", {}).items():
        readings = tuple(targets_of(line) for line in ([said] if isinstance(said, str) else said))
        for parts in _variants(text):
            yield Phrase(parts, readings=readings)
    for kind, texts in content.items():
        if kind == "says":
            continue
        pairs: Iterable[tuple[str, Any]] = (
            ((text, value) for value, some in texts.items() for text in some)
            if isinstance(texts, dict)
            else ((text, None) for text in texts)
        )
        for text, value in pairs:
            for parts in _variants(text):
                yield Phrase(parts, kind, value=value)


def _variants(text: str) -> Iterator[tuple[str | Slot, ...]]:
    """The parts of a phrase with its choices written out: ``"(with|by) {n}"``, ``"(the|) rest"``."""
    nested = _NESTED.search(text)
    if nested:
        begin, end = nested.span(1)
        for choice in text[begin + 1 : end - 1].split("|"):
            yield from _variants(text[:begin] + choice + text[end:])
        return
    pieces = _CHOICE.split(text)
    choices = [piece.split("|") if place % 2 else [piece] for place, piece in enumerate(pieces)]
    for some in product(*([_parts_in(choice) for choice in choice_of] for choice_of in choices)):
        yield _trimmed([part for parts in some for part in parts])


def _plain_parts(text: str) -> tuple[str, ...]:
    return tuple(part for part in parts_of(text) if isinstance(part, str))


class Tree:
    """Phrases by their parts: what may follow each beginning, and the phrases that end there."""

    __slots__ = ("ends", "gap", "slots", "words")

    def __init__(self, phrases: Iterable[Phrase] = ()) -> None:
        self.words: dict[str, Tree] = {}
        self.slots: dict[Slot, Tree] = {}
        self.gap: Tree | None = None
        self.ends: list[Phrase] = []
        for phrase in phrases:
            self.add(phrase)

    def add(self, phrase: Phrase) -> None:
        """Adds a phrase; one without parts is left out."""
        place = self
        for part in phrase.parts:
            if part == GAP:
                place.gap = place = place.gap or Tree()
            elif isinstance(part, str):
                place = place.words.setdefault(part, Tree())
            else:
                place = place.slots.setdefault(part, Tree())
        if phrase.parts and phrase not in place.ends:
            place.ends.append(phrase)
