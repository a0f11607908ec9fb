"""Controls of a form: one button of several, a number, cards of a hand, cards shared out.

Every control turns the values of a web form into fields of the hand (``read``; by path: ``outcome.won``, ``bids.2``),
and a recorded hand into the values that the form would have sent (``show``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from scoring.engine.hand_paths import get_at
from scoring.engine.messages import Message
from scoring.engine.typed_numbers import number

Data = Mapping[str, Sequence[str]]
"""The data of a web form: control names, each with its values."""

FormValues = dict[str, list[str]]
"""The same, as it is built here."""

When = Mapping[str, str | Sequence[str]]
"""The condition under which a control is shown: every control named here has (one of) these values."""


@dataclass(frozen=True)
class Option:
    """One button of a choice. sets: the fields of the hand that it fills, by path.

    label: the text of the button (a suit sign, a word, ``seat(2)``). note: a word below it. disabled: it cannot be
    chosen in this hand and only keeps its place. own_row: it exists in some hands only and gets a row of its own (in a
    choice that submits). With these two the other buttons do not move from hand to hand. brief: what is drawn instead
    of the label under the heading of a column (see ``Choice.columns``).
    """

    value: str
    label: Any
    sets: Mapping[str, Any] = field(default_factory=dict)
    note: Message | None = None
    disabled: bool = False
    own_row: bool = False
    brief: Any = None


@dataclass(frozen=True, kw_only=True)
class Control:
    """A control of a form.

    name: unique in the form. label: the question. help: a sentence below it. rule: the rules section that explains it.
    when: the condition under which it is shown and read. fold: whether it is hidden behind "more" at first. inline:
    drawn in one line with the inline controls beside it, where there is room. template: the name of the page template
    that draws it, without the ending.
    """

    template: ClassVar[str]

    name: str
    label: Message | None = None
    help: Message | None = None
    rule: str = ""
    when: When = field(default_factory=dict)
    fold: bool = False
    inline: bool = False

    @cached_property
    def text(self) -> str:
        """The control as text, without functions. Two controls with the same text are drawn alike."""
        return repr(self)

    def read(self, data: Data) -> dict[str, Any]:
        """Returns the fields of the hand that were filled in, by path."""
        raise NotImplementedError

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        """Returns the values of this control for a recorded hand; empty if it cannot show the hand."""
        raise NotImplementedError

    def paths(self) -> set[str]:
        """Returns the fields of the hand that this control fills."""
        return {self.name}

    def initial(self) -> FormValues:
        """Returns the values of the untouched control."""
        return {}

    def values_in(self, data: Data) -> FormValues:
        """Returns the values that belong to this control."""
        return {name: list(texts) for name, texts in data.items() if f"{name}.".startswith(f"{self.name}.")}

    @property
    def number_boxes(self) -> list[str]:
        """The names of the values that are numbers and typed."""
        return []

    def is_half_filled(self, data: Data, entry: str = "") -> bool:
        """Returns whether some entries of this control were filled in and others are empty.

        entry: the number of one entry, for which the answer is false if that one was filled in; "" for all.
        """
        return False


@dataclass(frozen=True, kw_only=True)
class Choice(Control):
    """One of several buttons, all visible. default: the value chosen at first, None for none.

    An option without ``sets`` only decides what else is asked (see ``Control.when``). submits: whether tapping an
    option saves the hand at once, if nothing else is missing: the page draws the options as save buttons. rows: the
    number of rows of equal length, if options in one column belong together; 0 for as many rows as are needed. columns:
    the headings of a grid in which these options stand row by row, such as the players.
    """

    template = "choice"

    options: Sequence[Option]
    default: str | None = None
    submits: bool = False
    rows: int = 0
    columns: Sequence[Any] = ()

    def read(self, data: Data) -> dict[str, Any]:
        chosen = last_value(data, self.name)
        options = (option for option in self.options if not option.disabled)
        return next((dict(option.sets) for option in options if option.value == chosen), {})

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        best: Option | None = None
        for option in self.options:
            fits = not option.disabled and all(get_at(hand, path) == value for path, value in option.sets.items())
            if fits and (best is None or len(option.sets) > len(best.sets)):
                best = option
        return {self.name: [best.value]} if best else {}

    def paths(self) -> set[str]:
        return {path for option in self.options for path in option.sets}

    def initial(self) -> FormValues:
        return {} if self.default is None else {self.name: [self.default]}


@dataclass(frozen=True, kw_only=True)
class Toggle(Control):
    """Yes or no; off at first. Writes ``value`` at ``path`` if on and nothing if off."""

    template = "toggle"

    path: str = ""
    value: Any = True

    def read(self, data: Data) -> dict[str, Any]:
        return {self.path or self.name: self.value} if last_value(data, self.name) else {}

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        return {self.name: ["1"]} if get_at(hand, self.path or self.name) == self.value else {}

    def paths(self) -> set[str]:
        return {self.path or self.name}


@dataclass(frozen=True, kw_only=True)
class Amount(Control):
    """A number, with buttons to step it and quick values to tap. It may be left empty.

    least, most: limits, None for none. default: the value at first.
    """

    template = "amount"

    path: str = ""
    least: float | None = None
    most: float | None = None
    step: float = 1
    quick: Sequence[int] = ()
    default: int | None = None

    def read(self, data: Data) -> dict[str, Any]:
        text = last_value(data, self.name)
        return {self.path or self.name: number(text)} if text else {}

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        value = get_at(hand, self.path or self.name)
        return {self.name: [str(value)]} if isinstance(value, int | float) else {}

    def paths(self) -> set[str]:
        return {self.path or self.name}

    def initial(self) -> FormValues:
        return {} if self.default is None else {self.name: [str(self.default)]}

    @property
    def number_boxes(self) -> list[str]:
        return [self.name]


@dataclass(frozen=True, kw_only=True)
class Note(Control):
    """A line of text that may be left empty."""

    template = "note"

    path: str = ""
    most: int = 80

    def read(self, data: Data) -> dict[str, Any]:
        text = last_value(data, self.name).strip()
        return {self.path or self.name: text} if text else {}

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        value = get_at(hand, self.path or self.name)
        return {self.name: [value]} if value else {}


@dataclass(frozen=True, kw_only=True)
class Row(Control):
    """One number for each seat or side, as a list. labels: who each entry is for (``seat(0)``, …).

    blank: the value of an empty entry. sum_to: the sum of all entries, so that the page can fill in the last one. only:
    the entries that are asked; the others get ``blank``. among: the name of a ``Pick`` of players: once somebody is
    picked there, the page asks only for them; or of a ``Row`` of the same players: who has 0 there has 0 here. adds:
    whether each entry is added to a total as it is.
    """

    template = "row"

    labels: Sequence[Any]
    path: str = ""
    least: float | None = None
    most: float | None = None
    step: float = 1
    blank: int | None = None
    sum_to: float | None = None
    only: Sequence[int] | None = None
    among: str = ""
    adds: bool = False

    @property
    def entries(self) -> list[tuple[int, Any]]:
        """The entries to draw: index and label."""
        return [(i, label) for i, label in enumerate(self.labels) if self.only is None or i in self.only]

    @property
    def number_boxes(self) -> list[str]:
        return [f"{self.name}.{place}" for place, _ in self.entries]

    def is_half_filled(self, data: Data, entry: str = "") -> bool:
        texts = [last_value(data, f"{self.name}.{place}") for place, _ in self.entries]
        return any(texts) and not all(texts) and not last_value(data, f"{self.name}.{entry}")

    def read(self, data: Data) -> dict[str, Any]:
        texts = [last_value(data, f"{self.name}.{i}") for i in range(len(self.labels))]
        if not any(texts):
            return {}
        if self.among:
            others = [last_value(data, f"{self.among}.{i}") for i in range(len(self.labels))]
            texts = [text or ("0" if other == "0" else "") for text, other in zip(texts, others, strict=True)]
        return {self.path or self.name: [number(text) if text else self.blank for text in texts]}

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        values = get_at(hand, self.path or self.name)
        if not isinstance(values, list):
            return {}
        return {f"{self.name}.{i}": [str(value)] for i, value in enumerate(values) if value is not None}

    def paths(self) -> set[str]:
        return {self.path or self.name}


@dataclass(frozen=True, kw_only=True)
class Pick(Control):
    """Any number of these options, written as a list in their order: cards of a hand, players who stayed in.

    options: for cards ``cards_to_pick`` returns them. An option writes its value, or the one in ``sets`` if that is no
    text (seats are numbers). most: the greatest number that can be picked. always: whether an empty list is written if
    nothing is picked.
    """

    template = "pick"

    options: Sequence[Option]
    path: str = ""
    most: int | None = None
    always: bool = False

    def read(self, data: Data) -> dict[str, Any]:
        chosen = set(data.get(self.name, ()))
        values = [_value_of(option) for option in self.options if option.value in chosen]
        return {self.path or self.name: values} if values or self.always else {}

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        values = get_at(hand, self.path or self.name)
        if not isinstance(values, list):
            return {}
        return {self.name: [option.value for option in self.options if _value_of(option) in values]}

    def paths(self) -> set[str]:
        return {self.path or self.name}


@dataclass(frozen=True, kw_only=True)
class Share(Control):
    """Cards shared out among seats or sides, each card to one: a list of lists of cards.

    Tap a player, then the cards. labels: the seats or sides. cards: the cards to share out, every copy of several
    packs. rest_path: the path of the index of the player who gets all cards that were not tapped; "" if there is no
    such field. rest_null: whether that player's list is written as null instead.
    """

    template = "share"

    labels: Sequence[Any]
    cards: Sequence[str]
    path: str = ""
    rest_path: str = ""
    rest_null: bool = False

    @property
    def slots(self) -> list[tuple[str, str]]:
        """Each card to draw, with the name of its form field, which holds its owner (every copy has its own field)."""
        seen: Counter[str] = Counter()
        slots = []
        for code in self.cards:
            seen[code] += 1
            slots.append((code, f"{self.name}.{code}" + (f".{seen[code]}" if seen[code] > 1 else "")))
        return slots

    @property
    def asks_rest(self) -> bool:
        """Whether "all the others went to …" can be tapped; the form field is ``NAME.rest``."""
        return bool(self.rest_path) or self.rest_null

    def is_half_filled(self, data: Data, entry: str = "") -> bool:
        owners = [last_value(data, name) for _, name in self.slots]
        return any(owners) and not all(owners) and not last_value(data, f"{self.name}.rest")

    def read(self, data: Data) -> dict[str, Any]:
        piles: list[list[str] | None] = [[] for _ in self.labels]
        rest = _index(data, f"{self.name}.rest", len(piles))
        if self.rest_null and rest is not None:
            piles[rest] = None
        for code, name in self.slots:
            owner = _index(data, name, len(piles))
            pile = None if owner is None else piles[owner]
            if pile is not None:
                pile.append(code)
        filled: dict[str, Any] = {self.path or self.name: piles}
        if self.rest_path and rest is not None:
            filled[self.rest_path] = rest
        return filled

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        piles = get_at(hand, self.path or self.name)
        if not isinstance(piles, list):
            return {}
        values: FormValues = {}
        owners = [(code, i) for i, pile in enumerate(piles) for code in pile or ()]
        for code, name in self.slots:
            owner = next((pair for pair in owners if pair[0] == code), None)
            if owner:
                owners.remove(owner)
                values[name] = [str(owner[1])]
        rest = get_at(hand, self.rest_path) if self.rest_path else None
        if self.rest_null and None in piles:
            rest = piles.index(None)
        return values | ({} if rest is None else {f"{self.name}.rest": [str(rest)]})

    def paths(self) -> set[str]:
        return {self.path or self.name} | ({self.rest_path} if self.rest_path else set())


def last_value(data: Data, name: str) -> str:
    """Returns the value of this name, the last of several; "" for none."""
    values = data.get(name)
    return values[-1] if values else ""


def _index(data: Data, name: str, size: int) -> int | None:
    """Returns the index in a list of this size that was entered, None if it is not valid."""
    text = last_value(data, name)
    return next((place for place in range(size) if text == str(place)), None)


def as_sequence(values: str | Sequence[str]) -> Sequence[str]:
    """Returns one value or several as a sequence."""
    return (values,) if isinstance(values, str) else values


def _value_of(option: Option) -> Any:
    return next(iter(option.sets.values())) if option.sets else option.value
