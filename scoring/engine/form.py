"""What the phone asks for a hand: a list of controls, declared beside the hand models they fill.

A form is data. The pages draw it, read what was tapped back into a hand (``Form.read``) and show a recorded
hand in it for correction (``Form.show``); every control says which fields of the hand it writes, so that a
refusal of ``/bid`` appears at the bid. Paths into a hand are dotted: ``outcome.won``; a number is a place in a
list: ``bids.2``.

Tapped values travel as a web form sends them: ``{"trump": ["H"], "scores.0": ["20"]}``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.engine.cards import SUITS, SYMBOLS
from scoring.engine.explain import Message, card, say, seat, side

Data = Mapping[str, Sequence[str]]
"""What a web form sends: control names, each with its values."""

Sent = dict[str, list[str]]

When = Mapping[str, str | Sequence[str]]
"""Shown only while every control named here has (one of) these values."""


@dataclass(frozen=True)
class Option:
    """One button of a choice. sets: the fields of the hand that it fills, by path.

    label: what stands on it (a suit sign, a word, ``seat(2)``). note: a word below it.
    """

    value: str
    label: Any
    sets: Mapping[str, Any] = field(default_factory=dict)
    note: Message | None = None


@dataclass(frozen=True, kw_only=True)
class Control:
    """Something to tap.

    name: unique in the form. label: the question. help: a sentence below it. rule: the rules section that
    answers "what does that mean?". when: shown, and read, only then. fold: kept behind "more" until asked for.
    """

    name: str
    label: Message | None = None
    help: Message | None = None
    rule: str = ""
    when: When = field(default_factory=dict)
    fold: bool = False

    @property
    def template(self) -> str:
        """The name of the template that draws it."""
        return type(self).__name__.lower()

    def read(self, data: Data) -> dict[str, Any]:
        """The fields of the hand that were filled in, by path."""
        raise NotImplementedError

    def show(self, hand: Mapping[str, Any]) -> Sent:
        """The values that this control has for a recorded hand; nothing where it cannot show it."""
        raise NotImplementedError

    def paths(self) -> set[str]:
        """The fields of the hand that this control fills."""
        return {self.name}

    def initial(self) -> Sent:
        """The values at first."""
        return {}


@dataclass(frozen=True, kw_only=True)
class Choice(Control):
    """One of several buttons, all in sight. default: the value chosen at first, None for none.

    An option without ``sets`` only steers what else is asked (see ``Control.when``).
    submits: tapping an option saves the hand at once, when nothing else is missing; the page draws the options
    as save buttons.
    """

    options: Sequence[Option]
    default: str | None = None
    submits: bool = False

    def read(self, data: Data) -> dict[str, Any]:
        chosen = _one(data, self.name)
        return next((dict(option.sets) for option in self.options if option.value == chosen), {})

    def show(self, hand: Mapping[str, Any]) -> Sent:
        best: Option | None = None
        for option in self.options:
            fits = all(_get(hand, path) == value for path, value in option.sets.items())
            if fits and (best is None or len(option.sets) > len(best.sets)):
                best = option
        return {self.name: [best.value]} if best else {}

    def paths(self) -> set[str]:
        return {path for option in self.options for path in option.sets}

    def initial(self) -> Sent:
        return {} if self.default is None else {self.name: [self.default]}


@dataclass(frozen=True, kw_only=True)
class Toggle(Control):
    """Yes or no; off at first. Writes ``value`` at ``path`` when on and nothing when off."""

    path: str = ""
    value: Any = True

    def read(self, data: Data) -> dict[str, Any]:
        return {self.path or self.name: self.value} if _one(data, self.name) else {}

    def show(self, hand: Mapping[str, Any]) -> Sent:
        return {self.name: ["1"]} if _get(hand, self.path or self.name) == self.value else {}

    def paths(self) -> set[str]:
        return {self.path or self.name}


@dataclass(frozen=True, kw_only=True)
class Amount(Control):
    """A number, with buttons to step it and, where given, quick values to tap.

    Empty means not said. least, most: limits, None for none. default: the value at first.
    """

    path: str = ""
    least: float | None = None
    most: float | None = None
    step: float = 1
    quick: Sequence[int] = ()
    default: int | None = None

    def read(self, data: Data) -> dict[str, Any]:
        text = _one(data, self.name)
        return {self.path or self.name: number(text)} if text else {}

    def show(self, hand: Mapping[str, Any]) -> Sent:
        value = _get(hand, self.path or self.name)
        return {self.name: [str(value)]} if isinstance(value, int | float) else {}

    def paths(self) -> set[str]:
        return {self.path or self.name}

    def initial(self) -> Sent:
        return {} if self.default is None else {self.name: [str(self.default)]}


@dataclass(frozen=True, kw_only=True)
class Note(Control):
    """A line of text that may be left empty."""

    path: str = ""
    most: int = 80

    def read(self, data: Data) -> dict[str, Any]:
        text = _one(data, self.name).strip()
        return {self.path or self.name: text} if text else {}

    def show(self, hand: Mapping[str, Any]) -> Sent:
        value = _get(hand, self.path or self.name)
        return {self.name: [value]} if value else {}


@dataclass(frozen=True, kw_only=True)
class Row(Control):
    """One number for each seat or side, as a list. labels: who each entry is for (``seat(0)``, …).

    Empty entries count ``blank``: None writes null. sum_to: the entries make this sum together, so that the
    page can fill in the last one. only: the entries that are asked; the others are ``blank``.
    """

    labels: Sequence[Any]
    path: str = ""
    least: float | None = None
    most: float | None = None
    step: float = 1
    blank: int | None = None
    sum_to: int | None = None
    only: Sequence[int] | None = None

    @property
    def asked(self) -> list[tuple[int, Any]]:
        """The entries to draw: index and label."""
        return [(i, label) for i, label in enumerate(self.labels) if self.only is None or i in self.only]

    def read(self, data: Data) -> dict[str, Any]:
        texts = [_one(data, f"{self.name}.{i}") for i in range(len(self.labels))]
        if not any(texts):
            return {}
        return {self.path or self.name: [number(text) if text else self.blank for text in texts]}

    def show(self, hand: Mapping[str, Any]) -> Sent:
        values = _get(hand, self.path or self.name)
        if not isinstance(values, list):
            return {}
        return {f"{self.name}.{i}": [str(value)] for i, value in enumerate(values) if value is not None}

    def paths(self) -> set[str]:
        return {self.path or self.name}


@dataclass(frozen=True, kw_only=True)
class Pick(Control):
    """Several of these options, as a list in their order: cards of a hand, players who stayed in.

    options: values with labels. For cards ``cards_to_pick`` makes them. most: how many at most.
    values: what each writes, where that is not its text (seats are numbers).
    """

    options: Sequence[Option]
    path: str = ""
    most: int | None = None
    always: bool = False
    """Write an empty list where nothing is picked."""

    def read(self, data: Data) -> dict[str, Any]:
        chosen = set(data.get(self.name, ()))
        values = [_value_of(option) for option in self.options if option.value in chosen]
        return {self.path or self.name: values} if values or self.always else {}

    def show(self, hand: Mapping[str, Any]) -> Sent:
        values = _get(hand, self.path or self.name)
        if not isinstance(values, list):
            return {}
        return {self.name: [option.value for option in self.options if _value_of(option) in values]}

    def paths(self) -> set[str]:
        return {self.path or self.name}


@dataclass(frozen=True, kw_only=True)
class Share(Control):
    """Cards shared out among seats or sides, each card to one: a list of lists of cards.

    Tap a player, then the cards. labels: who there is. cards: what is shared out; with several packs a card stands
    here as often as there are copies. rest_path: where to write the index of the player who got everything that
    was not tapped; "" where there is no such field. rest_null: that player's list is written as null instead.
    """

    labels: Sequence[Any]
    cards: Sequence[str]
    path: str = ""
    rest_path: str = ""
    rest_null: bool = False

    @property
    def slots(self) -> list[tuple[str, str]]:
        """Each card to draw, with the name under which its owner travels (the second copy of a card has its own)."""
        seen: Counter[str] = Counter()
        slots = []
        for code in self.cards:
            seen[code] += 1
            slots.append((code, f"{self.name}.{code}" + (f".{seen[code]}" if seen[code] > 1 else "")))
        return slots

    @property
    def asks_rest(self) -> bool:
        """Whether "all the others went to …" can be tapped; the owner travels as ``NAME.rest``."""
        return bool(self.rest_path) or self.rest_null

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

    def show(self, hand: Mapping[str, Any]) -> Sent:
        piles = _get(hand, self.path or self.name)
        if not isinstance(piles, list):
            return {}
        shown: Sent = {}
        owners = [(code, i) for i, pile in enumerate(piles) for code in pile or ()]
        for code, name in self.slots:
            owner = next((owned for owned in owners if owned[0] == code), None)
            if owner:
                owners.remove(owner)
                shown[name] = [str(owner[1])]
        rest = _get(hand, self.rest_path) if self.rest_path else None
        if self.rest_null and None in piles:
            rest = piles.index(None)
        return shown | ({} if rest is None else {f"{self.name}.rest": [str(rest)]})

    def paths(self) -> set[str]:
        return {self.path or self.name} | ({self.rest_path} if self.rest_path else set())


@dataclass(frozen=True)
class Event:
    """A kind of event that needs more than one tap. sets: fixed fields. controls: what else is asked.

    value: unique among the events of the control. label: what stands on its button.
    """

    value: str
    label: Message
    controls: Sequence[Control] = ()
    sets: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Events(Control):
    """An ordered list that grows by taps.

    quick: buttons that append one event at once (``sets`` is the event; under the path ``""`` a bare value, such as
    the seat that won a trick). kinds: events with questions of
    their own. tell: what a recorded event is called in the list. Events travel as JSON, one value each.
    """

    tell: Callable[[Any], Message]
    quick: Sequence[Option] = ()
    kinds: Sequence[Event] = ()
    path: str = ""

    def asked(self, kind: Event) -> list[Control]:
        """The controls of a kind of event, with names that are unique in the whole form."""
        return [_below(f"{self.name}.{kind.value}.", control) for control in kind.controls]

    def told(self, data: Data) -> list[tuple[str, Message]]:
        """The events so far: each as it travels, and in words."""
        return [(text, self.tell(json.loads(text))) for text in data.get(self.name, ())]

    def read(self, data: Data) -> dict[str, Any]:
        events = [json.loads(text) for text in data.get(self.name, ())]
        return {self.path or self.name: events}

    def show(self, hand: Mapping[str, Any]) -> Sent:
        events = _get(hand, self.path or self.name)
        if not isinstance(events, list):
            return {}
        return {self.name: [json.dumps(event, separators=(",", ":"), ensure_ascii=False) for event in events]}

    def paths(self) -> set[str]:
        return {self.path or self.name}

    def append(self, data: Data) -> Any:
        """The event that the pressed button adds, or None: ``NAME.add`` holds a quick option's or a kind's value."""
        pressed = _one(data, f"{self.name}.add")
        for option in self.quick:
            if option.value == pressed:
                return option.sets[""] if "" in option.sets else _nest(option.sets)
        for kind in self.kinds:
            if kind.value == pressed:
                return _nest({**kind.sets, **Form(self.asked(kind)).fields(data)})
        return None


@dataclass(frozen=True)
class Form:
    """The controls of a hand, in the order in which they are tapped. always: fields that every hand has."""

    controls: Sequence[Control]
    always: Mapping[str, Any] = field(default_factory=dict)

    def initial(self) -> Sent:
        """The values of an untouched form."""
        return {name: values for control in self.controls for name, values in control.initial().items()}

    def visible(self, data: Data) -> list[Control]:
        """The controls that are asked with these values."""
        shown: list[Control] = []
        asked: Sent = {}
        for control in self.controls:
            if all(_one(asked, name) in _several(wanted) for name, wanted in control.when.items()):
                shown.append(control)
                asked[control.name] = list(data.get(control.name, ()))
        return shown

    def fields(self, data: Data) -> dict[str, Any]:
        """What was filled in, by path."""
        filled = dict(self.always)
        for control in self.visible(data):
            filled |= control.read(data)
        return filled

    def read(self, data: Data) -> dict[str, Any]:
        """The hand that was tapped, as JSON. It is not validated: the hand models do that."""
        return _nest(self.fields(data))

    def show(self, hand: Mapping[str, Any]) -> Sent:
        """The values that show a recorded hand, for its correction.

        A choice that steers (which way of entry) takes the value whose controls show the most of the hand.
        """
        shown: Sent = {}
        for control in self.controls:
            shown |= control.show(hand)
        for control in self.controls:
            if isinstance(control, Choice) and not control.paths():
                shown[control.name] = [max(control.options, key=lambda o: self._told(control, o, shown, hand)).value]
        return shown

    def _told(self, steer: Choice, option: Option, shown: Sent, hand: Mapping[str, Any]) -> int:
        tried = shown | {steer.name: [option.value]}
        steered = [control for control in self.visible(tried) if steer.name in control.when]
        return sum(len(control.show(hand)) for control in steered if control.read(tried))

    def control_for(self, pointer: str) -> Control | None:
        """The control that fills the field at this JSON pointer, the most exact one first."""
        path = pointer.strip("/").replace("/", ".")
        while path:
            for control in self.controls:
                if path in control.paths():
                    return control
            path = path.rpartition(".")[0]
        return None


def number(text: str) -> int | float | str:
    """The number that was typed (a comma or a real minus sign will do); the text itself where it is none."""
    clean = text.strip().replace("−", "-").replace(",", ".")
    try:
        value = float(clean)
    except ValueError:
        return text
    if value != value or value in (float("inf"), float("-inf")):
        return text
    return int(value) if value.is_integer() else value


def seats_to_choose(seats: Iterable[int], path: str) -> list[Option]:
    """One option for each of these seats, labelled with the player's name, writing the seat at this path."""
    return [Option(str(number), seat(number), {path: number}) for number in seats]


def sides_to_choose(sides: int, path: str) -> list[Option]:
    """One option for each side, labelled with its name, writing the side at this path."""
    return [Option(str(number), side(number), {path: number}) for number in range(sides)]


def in_order(seats: Iterable[int]) -> list[Option]:
    """The quick options of ``Events`` that notes one of these seats after the other: who won each trick."""
    return [Option(str(number), seat(number), {"": number}) for number in seats]


def suits_to_choose(path: str, letters: Iterable[str] = SUITS) -> list[Option]:
    """One option for each of these suits, labelled with its sign, writing its letter at this path."""
    return [Option(letter, SYMBOLS[letter], {path: letter}) for letter in letters]


def cards_to_pick(cards: Iterable[str]) -> list[Option]:
    """One option for each card."""
    return [Option(code, card(code)) for code in cards]


def yes_no(path: str, yes: str = "Yes", no: str = "No") -> list[Option]:
    """Two options that write true and false."""
    return [Option("yes", say(yes), {path: True}), Option("no", say(no), {path: False})]


def _one(data: Data, name: str) -> str:
    values = data.get(name)
    return values[-1] if values else ""


def _index(data: Data, name: str, size: int) -> int | None:
    """The place in a list of this size that was tapped, None where it is none."""
    text = _one(data, name)
    return next((place for place in range(size) if text == str(place)), None)


def _several(wanted: str | Sequence[str]) -> Sequence[str]:
    return (wanted,) if isinstance(wanted, str) else wanted


def _value_of(option: Option) -> Any:
    return next(iter(option.sets.values())) if option.sets else option.value


def _get(hand: Mapping[str, Any], path: str) -> Any:
    current: Any = hand
    for part in path.split("."):
        if isinstance(current, list) and part.isdecimal() and int(part) < len(current):
            current = current[int(part)]
        elif isinstance(current, Mapping) and part in current:
            current = current[part]
        else:
            return None
    return current


def _nest(fields: Mapping[str, Any]) -> dict[str, Any]:
    hand: dict[str, Any] = {}
    for path, value in fields.items():
        *parents, name = path.split(".")
        target = hand
        for parent in parents:
            target = target.setdefault(parent, {})
        target[name] = value
    return {name: _listed(value) for name, value in hand.items()}


def _listed(value: Any) -> Any:
    """Fields that were filled by number, as a list; what was left out in between is null."""
    if not isinstance(value, dict) or not value:
        return value
    if not all(name.isdecimal() for name in value):
        return {name: _listed(inner) for name, inner in value.items()}
    return [_listed(value.get(str(place))) for place in range(1 + max(int(name) for name in value))]


def _below(prefix: str, control: Control) -> Control:
    """The control of an event, its name made unique in the whole form."""
    changes: dict[str, Any] = {
        "name": prefix + control.name,
        "when": {prefix + name: wanted for name, wanted in control.when.items()},
    }
    if hasattr(control, "path") and not control.path:
        changes["path"] = control.name
    return replace(control, **changes)
