"""Phrases: words and slots, and what they say about a form.

A phrase is written as players say it, with slots for what changes: ``"{player} plays {suit}"``. What it says is a list
of readings, each a line of targets: ``"declarer={player} game={suit}"``. A target is one of

- ``control=value``: the value of a control. ``a|b``: one of these. ``a>b,c``: a, or b or c if something else says so.
  ``bid*=18``: any control whose name begins so that has the value. ``row.{player}={n}``: an entry of a row,
  with ``out`` one that stays empty.
- ``events+``, then ``field=value`` …: an event of a list, or ``pick+`` with ``cards={cards}``, ``seats=`` for who is
  named, ``all=`` for everybody, ``but=`` for all but who is named. ``times=2``: twice; with it, the same may be said
  again. ``at=3``: the third of the list. ``{list}`` is cards with commas between them.
- ``!control=value``: anything but this value.
- ``?field=value``: a figure of the result, or it is no reading: ``?won=true``. ``?sum=120``: of the numbers of the
  phrase. ``?best={side}``: this side has most points; ``?worst={side}``: another one has more. ``?sides=2``.
  ``?subjects=0``: nobody was named, ``1``: one side only, ``2``: several.
  ``?named.declarer=forced``: the label of this option names the player.
- ``filler``: nothing. ``others=``: something of all others (``whole``), ``others={player}`` of this one.
  ``subject={player}``: what follows is said of this one, though another was named last; ``subject=other``: of the
  other side ("the rest for the others and the last trick").

``<run>`` in a phrase is any entry of the list ``run`` of the files (``lists``); if they have values, ``{run}`` is
the value. Of a choice ``#1`` is the second option, ``-6`` the one before 6, ``6+`` 6 or one behind it (6 if nothing
else says so), ``6..`` the same without that. ``?without=stake``: the form has no such control.

``{subject}`` is the player named last, ``{side}`` the side of the player of the phrase or of the subject. ``{lead}`` is
the player of a control under ``leads``, ``{against}`` the first of the other side; ``?leads=1``: the subject is of that
player's side; ``?told=points``, ``?untold=points``: whether that row has a figure yet.
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
_SLOT = re.compile(r"\{(\w+(?::\d+-\d+)?)\}|(<\w+)>")
_LIST = re.compile(r"<(\w+)>")

GAP = "~"
"""A part of a phrase: any fillers, commas and "and", or nothing."""

#: A gap; a colon or a dash.
_SIGN = re.compile(r"(~|\{:\}|\{-\})")


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

    def holds(self, value: Any) -> bool:
        """Returns whether a number is within its bounds."""
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


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


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """A phrase with its choices. elements: one after the other, of each the parts of its choices. See Phrase for the
    rest.
    """

    elements: tuple[tuple[tuple[str | Slot, ...], ...], ...]
    kind: str = "says"
    readings: tuple[tuple[Target, ...], ...] = ()
    value: Any = None

    def phrases(self) -> Iterator[Phrase]:
        """Returns the phrases that it stands for, one for each choice."""
        for some in product(*self.elements):
            parts = _trimmed([part for parts in some for part in parts])
            yield Phrase(parts, self.kind, self.readings, self.value)

    def words(self) -> Iterator[str]:
        """Returns its words."""
        for choices in self.elements:
            for parts in choices:
                yield from (part for part in parts if isinstance(part, str) and part != GAP)


def pattern_of(phrase: Phrase) -> Pattern:
    """Returns a phrase as a pattern without choices."""
    return Pattern(((phrase.parts,),), phrase.kind, phrase.readings, phrase.value)


@dataclass(frozen=True)
class Words:
    """The words of a language and a game: phrases, names of suits and ranks by their words, sets of cards.

    Names of controls: quiet, whose untouched value is how players speak; cued, which a bare name or number never means;
    leads, whose player the figures that follow belong to; needs, lists without which nothing was said; grows, lists
    with which a hand may be saved before it is over; whole, lists of players that
    figures alone do not tell; part, rows that may be left partly empty;
    rare, rows of which only who has some is named; suits_first, whether ranks that
    follow a suit are its cards. sides: what makes a
    rare, rows of which only who has some is named. lone: the suit of ranks that
    are named without one, behind a card of it; bare, the same for several ranks in a row. upto: what stands between the
    first and the last of several ranks. sides: what makes a
    name before it that of a side. homophones: words that sound like a number; beside: what stands ``before`` or
    ``behind`` one. persons: "he" and "she", by which of them; things: "it";
    agents: "by"; titles: "her partner", before a name; wholes: what stands
    beside the number of all players, "all four of us". nicknames: by first name.
    accented: how words of ``unclear`` and ``or`` are written, by their words without accents.
    slips: a word by what dictation makes of it. spellings: see ``tokens.sound_of``.
    lists: words with values, by ``<`` and the name of the list.
    """

    phrases: tuple[Pattern, ...] = ()
    suits: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    ranks: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    cards: Mapping[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    quiet: frozenset[str] = frozenset()
    cued: frozenset[str] = frozenset()
    leads: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()
    grows: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()
    part: frozenset[str] = frozenset()
    rare: frozenset[str] = frozenset()
    suits_first: frozenset[str] = frozenset()
    lone: frozenset[str] = frozenset()
    bare: frozenset[str] = frozenset()
    agents: frozenset[tuple[str, ...]] = frozenset()
    titles: frozenset[tuple[str, ...]] = frozenset()
    wholes: frozenset[str] = frozenset()
    numbers: Mapping[tuple[str, ...], Number] = field(default_factory=dict)
    roles: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    sides: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    homophones: Mapping[tuple[str, ...], Number] = field(default_factory=dict)
    beside: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    persons: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    things: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    upto: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    nicknames: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    accented: Mapping[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    slips: Mapping[str, str] = field(default_factory=dict)
    spellings: tuple[tuple[str, str], ...] = ()
    lists: Mapping[str, Mapping[tuple[str, ...], str]] = field(default_factory=dict)


def parts_of(text: str) -> tuple[str | Slot, ...]:
    """Returns the words and slots of a phrase."""
    return _trimmed(_parts_in(text))


@cache
def _parts_in(text: str) -> tuple[str | Slot, ...]:
    parts: list[str | Slot] = []
    for place, piece in enumerate(_SLOT.split(text)):
        if place % 3:
            parts += [] if piece is None else [_slot(piece) if place % 3 == 1 else Slot(piece)]
        else:
            for number, words in enumerate(_SIGN.split(piece)):
                parts += label_parts(words) if number % 2 == 0 else [words.strip("{}")]
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
    "player2": "player",
    "player3": "player",
    "player4": "player",
    "player5": "player",
    "player6": "player",
    "player7": "player",
    "third": "player",
    "fourth": "player",
    "j": "n",
    "i": "n",
    "suit2": "suit",
    "suit3": "suit",
    "suit4": "suit",
    "suit5": "suit",
    "side2": "side",
    "side3": "side",
    "card2": "card",
    "card3": "card",
    "card4": "card",
    "rank2": "rank",
    "rank3": "rank",
}


def _slot(text: str) -> Slot:
    """A slot as it is written: ``n``, ``m``, ``n:12-120``."""
    name, _, bounds = text.partition(":")
    if name == "list":
        return Slot("list", name="cards")
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
    phrases: list[Pattern] = []
    tables: dict[str, dict[tuple[str, ...], Any]] = {
        "suits": {},
        "ranks": {},
        "cards": {},
        "numbers": {},
        "roles": {},
        "sides": {},
        "homophones": {},
        "beside": {},
        "persons": {},
        "things": {},
        "upto": {},
    }
    nicknames: dict[str, tuple[str, ...]] = {}
    accented: dict[tuple[str, ...], tuple[str, ...]] = {}
    slips: dict[str, str] = {}
    choices: dict[str, Any] = {}
    spellings: list[tuple[str, str]] = []
    lists: dict[str, set[str]] = {
        "quiet": set(),
        "cued": set(),
        "leads": set(),
        "needs": set(),
        "grows": set(),
        "whole": set(),
        "part": set(),
        "rare": set(),
        "suits_first": set(),
        "lone": set(),
        "bare": set(),
        "titles": set(),
        "wholes": set(),
        "agents": set(),
    }
    for file in files:
        if not file.exists():
            continue
        content = json.loads(file.read_text(encoding="utf-8"))
        for name, names in lists.items():
            names |= set(content.pop(name, ()))
        nicknames |= {fold(name): tuple(map(fold, some)) for name, some in content.pop("nicknames", {}).items()}
        slips |= {fold(slip): fold(word) for word, some in content.pop("slips", {}).items() for slip in some}
        spellings += [(text, sound) for sound, some in content.pop("spellings", {}).items() for text in some]
        for name, table in tables.items():
            for value, texts in content.pop(name, {}).items():
                for text in texts:
                    table[_plain_parts(text)] = _table_value(name, value)
        for text in (*content.get("unclear", ()), *content.get("or", ())):
            accented[_plain_parts(text)] = tuple(token.text for token in tokens_of(text))
        choices |= content.pop("lists", {})
        phrases += _phrases_of(content, choices)
    return Words(
        tuple(phrases),
        quiet=frozenset(lists["quiet"]),
        cued=frozenset(lists["cued"]),
        leads=frozenset(lists["leads"]),
        needs=frozenset(lists["needs"]),
        grows=frozenset(lists["grows"]),
        whole=frozenset(lists["whole"]),
        part=frozenset(lists["part"]),
        rare=frozenset(lists["rare"]),
        suits_first=frozenset(lists["suits_first"]),
        lone=frozenset(lists["lone"]),
        bare=frozenset(lists["bare"]),
        titles=frozenset(map(_plain_parts, lists["titles"])),
        wholes=frozenset(lists["wholes"]),
        agents=frozenset(map(_plain_parts, lists["agents"])),
        nicknames=nicknames,
        accented=accented,
        slips=slips,
        spellings=tuple(spellings),
        lists={f"<{name}": _entries_of(some) for name, some in choices.items() if isinstance(some, dict)},
        **tables,
    )


def _entries_of(by_value: Mapping[str, Sequence[str]]) -> dict[tuple[str, ...], str]:
    """The values of a list by their words, numbers as figures."""
    return {
        tuple(part if isinstance(part, str) else str(part.fixed) for part in phrase.parts): value
        for value, texts in by_value.items()
        for text in texts
        for phrase in Pattern(_elements(text)).phrases()
    }


def _table_value(table: str, value: str) -> Any:
    """The value of an entry: cards are written with spaces between them."""
    if table == "cards":
        return tuple(value.split())
    return int(value) if table in ("numbers", "homophones") else value


def _phrases_of(content: Mapping[str, Any], choices: Mapping[str, Any]) -> Iterator[Pattern]:
    """The phrases of a file: ``says`` and the kinds of words. choices: the lists by name."""

    def written_out(found: re.Match[str]) -> str:
        entries = choices[found[1]]
        return found[0] if isinstance(entries, dict) else f"({'|'.join(entries)})"

    for text, said in content.get("says", {}).items():
        text = _LIST.sub(written_out, text)
        readings = tuple(targets_of(line) for line in ([said] if isinstance(said, str) else said))
        yield Pattern(_elements(text), readings=readings)
    for kind, texts in content.items():
        if kind == "says":
            continue
        pairs: Iterable[tuple[str, Any]] = (
            ((text, value) for value, some in texts.items() for text in some)
            if isinstance(texts, dict)
            else ((text, None) for text in texts)
        )
        for text, value in pairs:
            yield Pattern(_elements(text), kind, value=value)


def _elements(text: str) -> tuple[tuple[tuple[str | Slot, ...], ...], ...]:
    """The elements of a pattern: ``"(with|by) {n}"``, ``"(the|) rest"``. Choices within choices are written out."""
    return tuple(tuple(map(_parts_in, choices)) for choices in _choices(text) if choices != [""])


def _choices(text: str) -> list[list[str]]:
    """A text as a row of choices: ``"the (last|next) one"`` is ``the``, ``last`` or ``next``, ``one``."""
    row, begin, depth = [], 0, 0
    for place, letter in enumerate(text):
        if letter == "(":
            if not depth:
                row.append([text[begin:place]])
                begin = place + 1
            depth += 1
        elif letter == ")":
            depth -= 1
            if not depth:
                row.append(_alternatives(text[begin:place]))
                begin = place + 1
    return [*row, [text[begin:]]]


def _alternatives(text: str) -> list[str]:
    """What a choice offers, with the choices within it written out."""
    parts, begin, depth = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "|" and not depth:
            parts.append(text[begin:place])
            begin = place + 1
    parts.append(text[begin:])
    return ["".join(some) for part in parts for some in product(*_choices(part))]


def _plain_parts(text: str) -> tuple[str, ...]:
    return tuple(part for part in parts_of(text) if isinstance(part, str))


_Place = tuple[Pattern, int, int, int]
"""A place in a pattern: the element, the choice in it, and the part in that choice."""


class Tree:
    """Patterns by their parts: what may follow each beginning, and the phrases that end there.

    A place of the tree is made when somebody asks for it, so that patterns with many choices cost nothing.
    """

    __slots__ = ("_children", "_following", "_gap", "_is_gap", "_is_open", "_places", "ends", "parts", "slots")

    def __init__(self, patterns: Iterable[Pattern] = ()) -> None:
        places = [(pattern, 0, choice, 0) for pattern in patterns for choice in range(len(pattern.elements[0]))]
        self._make(places, (), is_gap=True)

    def _make(self, places: Sequence[_Place], parts: tuple[str | Slot, ...], *, is_gap: bool) -> None:
        self._places, self.parts, self._is_gap, self._is_open = places, parts, is_gap, False

    def _open(self) -> None:
        """Finds what may follow here."""
        if self._is_open:
            return
        self._is_open = True
        self.ends: list[Phrase] = []
        self.slots: dict[Slot, Tree] = {}
        self._children: dict[str, Tree] = {}
        self._gap: list[_Place] = []
        self._following: dict[str | Slot, list[_Place]] = {}
        for place in self._places:
            self._enter(place)
        for part, places in self._following.items():
            if isinstance(part, Slot):
                self.slots[part] = self._child(places, part)

    def _enter(self, place: _Place) -> None:
        pattern, element, choice, at = place
        parts = pattern.elements[element][choice]
        if at == len(parts):
            if element + 1 == len(pattern.elements):
                if not self._is_gap:
                    self._end(pattern)
                return
            for other in range(len(pattern.elements[element + 1])):
                self._enter((pattern, element + 1, other, 0))
            return
        following = (pattern, element, choice, at + 1)
        part = parts[at]
        if part != GAP:
            self._following.setdefault(part, []).append(following)
        elif self._is_gap:
            self._enter(following)
        else:
            self._gap.append(following)
            if _may_end(following):
                self._end(pattern)

    def _end(self, pattern: Pattern) -> None:
        phrase = Phrase(self.parts, pattern.kind, pattern.readings, pattern.value)
        if phrase not in self.ends:
            self.ends.append(phrase)

    def _child(self, places: Sequence[_Place], *parts: str | Slot) -> Tree:
        child = object.__new__(Tree)
        child._make(places, (*self.parts, *parts), is_gap=not parts)
        return child

    def word(self, word: str) -> Tree | None:
        """Returns the place after a word."""
        self._open()
        if word not in self._children and word in self._following:
            self._children[word] = self._child(self._following[word], word)
        return self._children.get(word)

    @property
    def following(self) -> dict[Slot, Tree]:
        """The places after each slot that may follow here."""
        self._open()
        return self.slots

    @property
    def phrases(self) -> Sequence[Phrase]:
        """The phrases that end here."""
        self._open()
        return self.ends

    @property
    def gap(self) -> Tree | None:
        """The place after fillers that may be passed over here."""
        self._open()
        return self._child(self._gap) if self._gap else None

    @property
    def goes_on(self) -> bool:
        """Whether anything may follow here."""
        self._open()
        return bool(self._following or self._gap)

    def has(self, parts: Sequence[str | Slot]) -> bool:
        """Returns whether a phrase has these parts."""
        place: Tree | None = self
        for part in parts:
            place = place and (place.word(part) if isinstance(part, str) else place.following.get(part))
        return place is not None and bool(place.phrases)


def _may_end(place: _Place) -> bool:
    """Whether nothing but gaps need follow a place in a pattern."""
    pattern, element, choice, at = place
    if any(part != GAP for part in pattern.elements[element][choice][at:]):
        return False
    return all(any(set(parts) <= {GAP} for parts in choices) for choices in pattern.elements[element + 1 :])
