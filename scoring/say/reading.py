"""A reading of a line as far as it goes: what it says about each control of the form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.engine.controls import Amount, Choice, Control, Pick, Row, Share, Toggle, as_sequence
from scoring.engine.form import Events, Form
from scoring.engine.messages import Number, Term
from scoring.say.lexicon import Lexicon
from scoring.say.phrases import Target

Span = tuple[int, int]


@dataclass(frozen=True)
class Allowed:
    """The values of a control that are left, and the one that is taken if nothing narrows them down ("" for none)."""

    values: tuple[str, ...]
    prefers: str = ""

    def with_other(self, other: Allowed) -> Allowed | None:
        """Returns what both allow; None if that is nothing."""
        values = tuple(value for value in self.values if value in other.values)
        if not values:
            return None
        wanted = [value for value in (self.prefers, other.prefers) if value in values]
        return Allowed(values, wanted[0] if wanted else "")


@dataclass(frozen=True)
class Reading:
    """A reading. allowed: by control. said: the places in the line that speak of a control. rows: entries by row.
    ordered: numbers without a name, by row ("" if none was named). remains: by row, who has what is left. rests: by
    row, what all others have. owners: by card, who has it. rest_owners: who has all other cards, or those of a suit.
    added: events and picked cards. figures: figures that the result must have.

    subject: the seats named last. is_open: whether they were named for nothing yet. held: what waits for a name behind
    it. order: whether numbers stand ``before`` or ``behind`` their names, all of them. closed: whether "the others"
    followed names, so that nobody is left. labelled: whether the row was named last, and nobody since. by_row:
    whether rows stand before names, not names before rows. named: whether anybody was named. is_several: whether more
    than one side was named. unnamed: whether "we" or a name without more leaves open who it was. awaits_rest: the
    suit ("" for all) of "the others" whose number or owner comes next.
    """

    allowed: Mapping[str, Allowed] = field(default_factory=dict)
    said: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
    rows: Mapping[str, Mapping[int, Number]] = field(default_factory=dict)
    ordered: Mapping[str, tuple[Number, ...]] = field(default_factory=dict)
    remains: Mapping[str, int] = field(default_factory=dict)
    rests: Mapping[str, Number] = field(default_factory=dict)
    owners: Mapping[str, int] = field(default_factory=dict)
    rest_owners: Mapping[str, int] = field(default_factory=dict)
    added: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    figures: tuple[tuple[str, str], ...] = ()
    subject: tuple[int, ...] = ()
    is_open: bool = False
    held: tuple[Any, ...] = ()
    awaits_rest: str | None = None
    each: bool = False
    needs_each: bool = False
    negated: bool = False
    minus: bool = False
    row: str = ""
    labelled: bool = False
    by_row: bool = False
    order: str = ""
    closed: bool = False
    unnamed: bool = False
    named: bool = False
    is_several: bool = False

    @property
    def is_finished(self) -> bool:
        """Whether nothing hangs in the air."""
        return not (
            self.is_open
            or self.held
            or self.awaits_rest is not None
            or self.negated
            or self.minus
            or (self.needs_each and not self.each)
        )


def replace(reading: Reading, **changes: Any) -> Reading:
    """Returns the reading with other values; as ``dataclasses.replace``, which takes a fifth of a line's time."""
    changed = object.__new__(Reading)
    changed.__dict__.update(reading.__dict__, **changes)
    return changed


class Table:
    """The form at one table, as readings fill it. sides: the seats of each side."""

    def __init__(self, form: Form, sides: Sequence[Sequence[int]], lexicon: Lexicon) -> None:
        self.form, self.sides = form, sides
        words = lexicon.words
        self.quiet, self.cued, self.leads, self.needs = words.quiet, words.cued, words.leads, words.needs
        self.controls: dict[str, Control] = {control.name: control for control in form.controls}
        self.rows = [control for control in form.controls if isinstance(control, Row)]
        self.shares = [control for control in form.controls if isinstance(control, Share)]

    def side_of(self, seat: int) -> int | None:
        """Returns the side of a seat, None if it sits out."""
        return next((number for number, seats in enumerate(self.sides) if seat in seats), None)

    def entry_of(self, control: Row | Share, seat: int) -> int | None:
        """Returns the entry of a row or share that a player's figures go to."""
        for index, label in enumerate(control.labels):
            if isinstance(label, Term) and self._is_of(label, seat):
                return index
            inner = [term for term in getattr(label, "params", {}).values() if isinstance(term, Term)]
            if any(self._is_of(term, seat) for term in inner):
                return index
        return None

    def entry_of_suit(self, control: Row, suit: str) -> int | None:
        """Returns the entry of a row of suits."""
        return next(
            (place for place, label in enumerate(control.labels) if self._is_labelled(label, "suit", suit)), None
        )

    def _is_of(self, label: Term, seat: int) -> bool:
        if label.kind == "seat":
            return bool(label.value == seat)
        return label.kind == "side" and label.value < len(self.sides) and seat in self.sides[label.value]

    def options_of(self, control: Choice, kind: str, value: Any) -> list[str]:
        """Returns the values of the options that are labelled with this player, suit or number."""
        return [
            option.value
            for option in control.options
            if not option.disabled and self._is_labelled(option.label, kind, value)
        ]

    def is_about(self, control: Control, seat: int) -> bool:
        """Returns whether a question names this player."""
        params = getattr(control.label, "params", {}).values()
        return any(isinstance(term, Term) and self._is_of(term, seat) for term in params)

    def is_named(self, name: str, value: str, seat: Any) -> bool:
        """Returns whether the label of an option names this player: "Ada, forced to 100"."""
        control = self.controls.get(name)
        options = control.options if isinstance(control, Choice) else ()
        params = [getattr(option.label, "params", {}) for option in options if option.value == value]
        return any(isinstance(term, Term) and self._is_of(term, seat) for some in params for term in some.values())

    def _is_labelled(self, label: Any, kind: str, value: Any) -> bool:
        if kind == "player":
            return isinstance(label, Term) and self._is_of(label, value)
        if kind == "suit":
            return label == _SIGNS[value] or (
                isinstance(label, Term) and label.kind == "suit" and bool(label.value == value)
            )
        if kind == "n":
            shown = getattr(label, "params", {}).get("n") if getattr(label, "text", "") == "{n}" else label
            return str(shown) == str(value)
        return isinstance(label, Term) and label.kind == kind and bool(label.value == value)

    def require(self, reading: Reading, name: str, allowed: Allowed) -> Reading | None:
        """Returns the reading with these values left for a control, and those that show it; None if there are none."""
        control = self.controls[name]
        before = reading.allowed.get(name)
        both = allowed if before is None else before.with_other(allowed)
        if both is None:
            return None
        current: Reading | None = replace(reading, allowed={**reading.allowed, name: both})
        for other, wanted in control.when.items():
            if current is None or other not in self.controls:
                return None
            values = tuple(as_sequence(wanted))
            default = getattr(self.controls[other], "default", None)
            prefers = default if default in values else ""
            if isinstance(self.controls[other], Toggle) and other not in current.allowed:
                continue
            if both.prefers or len(both.values) == 1 or other not in current.allowed:
                current = self.require(current, other, Allowed(values, prefers or ""))
        return current

    def is_asked(self, name: str) -> bool:
        """Returns whether a control must be answered: its untouched value is not how players speak."""
        control = self.controls[name]
        if control.fold or name in self.quiet:
            return False
        if isinstance(control, Choice):
            default = next((option for option in control.options if option.value == control.default), None)
            return default is None or bool(default.sets)
        return isinstance(control, Amount)


#: Slots that speak of the player named last.
_SUBJECTS = ("{subject}", "{side}", "{other}", "{first}", "{seat}")
_SIGNS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}


def set_target(table: Table, reading: Reading, target: Target, slots: Mapping[str, Any], span: Span) -> list[Reading]:
    """Returns the readings with what a target says; none if it cannot be."""
    if target.name == "sides":
        return [reading] if str(len(table.sides)) == target.values[0] else []
    if target.name == "sum":
        numbers = [value for name, value in slots.items() if name in ("n", "m", "k")]
        return [reading] if str(sum(numbers)) == target.values[0] else []
    if target.name == "seat" and target.how == "?":
        seat = slots.get("player", reading.subject[0] if len(reading.subject) == 1 else None)
        return [replace(reading, is_open=False)] if str(seat) == target.values[0] else []
    if target.name == "named":
        return [reading] if table.is_named(target.entry, target.values[0], slots.get("player")) else []
    if target.how == "?":
        wanted = Filled(table, reading, slots).text(target.values[0])
        kept = replace(reading, is_open=reading.is_open and "{" not in target.values[0])
        return [] if wanted is None else [replace(kept, figures=(*reading.figures, (target.name, wanted)))]
    if target.name == "filler":
        return [reading]
    filled = Filled(table, reading, slots)
    if target.name.startswith("rest:"):
        value = filled.text(target.values[0])
        return [] if value is None else [_with_rest(table, reading, target.name, value, span)]
    names = [filled.text(target.name) or ""]
    if f"{names[0]}.{target.entry}" in table.controls:
        names = [f"{names[0]}.{target.entry}"]
    if target.name.endswith("*"):
        names = [name for name in table.controls if name.startswith(target.name[:-1])]
    found: list[Reading] = []
    for name in names:
        control = table.controls.get(name)
        if control is None:
            continue
        for changed in _set_control(table, reading, control, target, filled):
            said = {**changed.said, name: (*changed.said.get(name, ()), span)}
            found.append(replace(changed, said=said))
    return found


def _with_rest(table: Table, reading: Reading, target: str, value: str, span: Span) -> Reading:
    """The reading with a value for all controls whose names begin so and of which nothing was said."""
    for name in table.controls:
        if name.startswith(target.removeprefix("rest:")) and name not in reading.said:
            changed = table.require(reading, name, Allowed((value,)))
            if changed:
                reading = replace(changed, said={**changed.said, name: (span,)})
    return reading


class Filled:
    """Templates of targets filled with the values of slots; the subject is named for something then."""

    def __init__(self, table: Table, reading: Reading, slots: Mapping[str, Any]) -> None:
        self.table, self.reading, self.slots = table, reading, slots

    def text(self, template: str) -> str | None:
        """Returns the text; None if a slot has no value."""
        if "{" not in template:
            return template
        values: dict[str, Any] = dict(self.slots)
        seats = [values["player"]] if "player" in values else self.reading.subject
        sides = {self.table.side_of(seat) for seat in seats}
        if len(self.reading.subject) == 1:
            values["subject"] = self.reading.subject[0]
        if len(sides) == 1 and None not in sides:
            values.setdefault("side", *sides)
        first = next(iter(seats), 0) if "side" not in self.slots else self.table.sides[values["side"]][0]
        values |= {"first": first, "seat": first}
        if "card" in values:
            values |= {"card_rank": values["card"][:-1], "card_suit": values["card"][-1]}
        if {"n", "m"} <= set(values):
            values |= {"high": max(values["n"], values["m"]), "low": min(values["n"], values["m"])}
        if len(self.table.sides) == 2:
            if "side" in values:
                values["other"] = 1 - values["side"]
            values["second"] = self.table.sides[1 - (self.table.side_of(first) or 0)][0]
            if "player" in values:
                by = self.table.side_of(values["player"])
                if "next" not in values or self.table.side_of(values["next"]) != by:
                    values["by"] = by
        try:
            return template.format_map(_Numbers(values))
        except KeyError:
            return None


class _Numbers(dict[str, Any]):
    """Values of slots, and what a number leaves of a sum: ``from120``."""

    def __missing__(self, name: str) -> Number:
        if name.startswith("from") and "n" in self:
            return int(name.removeprefix("from")) - int(self["n"])
        raise KeyError(name)


def _set_control(table: Table, reading: Reading, control: Control, target: Target, filled: Filled) -> Iterator[Reading]:
    if reading.is_open and any(slot in text for text in target.texts for slot in _SUBJECTS):
        reading = replace(reading, is_open=False)
    if target.how == "+":
        yield from _add(table, reading, control, target, filled)
        return
    values = [text for text in map(filled.text, target.values) if text is not None]
    match control:
        case Row() | Share() if target.how == "!":
            return
        case Row() if target.entry == "rest" and values:
            yield replace(reading, rests={**reading.rests, control.name: _number(values[0])})
        case Row():
            place, number = filled.text(target.entry), values[0] if values else None
            if place is not None and number is not None:
                entry = table.entry_of(control, int(place)) if place.isdigit() else table.entry_of_suit(control, place)
                if entry is not None:
                    yield from set_entry(table, reading, control, entry, _number(number))
        case Share():
            owner = table.entry_of(control, int(values[0])) if values else None
            if owner is not None and reading.rest_owners.get(target.entry, owner) == owner:
                yield replace(reading, rest_owners={**reading.rest_owners, target.entry: owner})
        case Choice():
            open_values = [option.value for option in control.options if not option.disabled]
            kept = [value for value in values if value in open_values]
            if target.how == "!":
                others = tuple(value for value in open_values if value not in values)
                default = control.default if control.default in others else ""
                changed = table.require(reading, control.name, Allowed(others, default or "")) if others else None
            else:
                prefers = kept[0] if target.prefers and kept[:1] == values[:1] else ""
                changed = table.require(reading, control.name, Allowed(tuple(kept), prefers)) if kept else None
            if changed:
                yield changed
        case Toggle():
            value = "0" if (target.how == "!") == (values == ["1"]) else "1"
            changed = table.require(reading, control.name, Allowed((value,)))
            if changed:
                yield changed
        case Amount() if target.how == "=" and values and in_range(control, _number(values[0])):
            changed = table.require(reading, control.name, Allowed((values[0],)))
            if changed:
                yield changed
        case _:
            return


def _add(table: Table, reading: Reading, control: Control, target: Target, filled: Filled) -> Iterator[Reading]:
    """The reading with an event or picked cards added."""
    visible = table.require(reading, control.name, Allowed(("+",)))
    if visible is None:
        return
    added = visible.added.get(control.name, ())
    if isinstance(control, Pick):
        cards = filled.slots.get("cards") or ((filled.slots["card"],) if "card" in filled.slots else ())
        cards = cards or tuple(value for name, value in target.fields if name == "card")
        if ("seats", "") in target.fields:
            one = (filled.slots["player"],) if "player" in filled.slots else reading.subject
            cards = tuple(map(str, filled.slots.get("players", one)))
        options = [option.value for option in control.options]
        if cards and all(card in options for card in cards):
            yield replace(visible, added={**visible.added, control.name: (*added, *cards)})
    elif isinstance(control, Events):
        if target.entry:
            event = next(option for option in control.quick if option.value == target.entry).sets
            fields: Any = event[""] if "" in event else dict(event)
        else:
            fields = {}
            for name, template in target.fields:
                text = filled.text(template)
                if text is None:
                    continue
                fields[name] = int(text) if text.lstrip("-").isdecimal() and name != "high" else text
        if isinstance(fields, dict) and "" in fields:
            events = (fields[""],) * fields.get("times", 1)
            yield replace(visible, added={**visible.added, control.name: (*added, *events)})
        elif fields not in added:
            yield replace(visible, added={**visible.added, control.name: (*added, fields)})
        else:
            yield visible


def in_range(control: Amount | Row, value: Number) -> bool:
    """Returns whether a number can be entered here."""
    steps = value / control.step
    return (
        (control.least is None or value >= control.least)
        and (control.most is None or value <= control.most)
        and abs(steps - round(steps)) < 1e-9
    )


def set_entry(table: Table, reading: Reading, control: Row, entry: int, value: Number) -> Iterator[Reading]:
    """Returns the reading with this figure in an entry of a row; none if it has another or cannot be."""
    if not in_range(control, value) or (control.only is not None and entry not in control.only):
        return
    entries = reading.rows.get(control.name, {})
    if entries.get(entry, value) != value or (reading.closed and entry not in entries):
        return
    visible = table.require(reading, control.name, Allowed(("row",)))
    if visible:
        yield replace(visible, rows={**visible.rows, control.name: {**entries, entry: value}})


def _number(text: str) -> Number:
    return float(text) if "." in text else int(text)
