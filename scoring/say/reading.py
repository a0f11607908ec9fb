"""A reading of a line as far as it goes: what it says about each control of the form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.engine.controls import Amount, Choice, Control, Row, Share, Toggle, as_sequence
from scoring.engine.form import Form
from scoring.engine.messages import Number, Term
from scoring.say.lexicon import Lexicon

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

    subject: the seats named last. is_open: whether they were named for nothing yet. held: what waits for a name
    behind it. spread: the number of "two each for Ada", which further names have, too. order: whether numbers stand
    ``before`` or ``behind`` their names, all of them. closed: the rows in which "the others" followed names, so that
    nobody is left. runs: by row, the numbers of all others in the order of the seats. labelled: whether the row was
    named last, and nobody since. ordered_first: whether numbers without a name came before anybody was named.
    by_row: whether rows stand before names, not names before rows. named: whether anybody was named, named_sides: of
    which sides. is_several:
    whether more than one side was named. by_pronoun: whether "they" or "we" is the subject. by_other: the
    subject, if it was named as "the others". by_thing: whether
    things stand before who has them. is_rest: whether "the others" was said.
    is_alone: of the last number. of_row: whether a row was named behind the
    last name. unnamed: whether "we"
    or a name without more leaves open who it was. awaits_rest: the suit ("" for all) of "the others" whose number
    or owner comes next. supposed: questions, and where in the line, that a phrase answers otherwise in
    its first reading. about: of figures of the lead, the sides that were named with them. others: of whom
    something else was said. spreads: whether "two each for Ada" waits for a further name.
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
    spread: Number | None = None
    awaits_rest: str | None = None
    each: bool = False
    needs_each: bool = False
    negated: bool = False
    minus: bool = False
    row: str = ""
    labelled: bool = False
    by_row: bool = False
    order: str = ""
    closed: tuple[str, ...] = ()
    runs: Mapping[str, tuple[Number, ...]] = field(default_factory=dict)
    unnamed: bool = False
    named: bool = False
    named_sides: frozenset[int | None] = frozenset()
    is_several: bool = False
    by_pronoun: bool = False
    by_other: tuple[int, ...] = ()
    ordered_first: bool = False
    by_thing: bool = False
    is_rest: bool = False
    is_alone: bool = False
    of_row: bool = False
    supposed: tuple[tuple[str, Span], ...] = ()
    about: tuple[frozenset[int | None], ...] = ()
    others: frozenset[int] = frozenset()
    spreads: bool = False

    @property
    def is_finished(self) -> bool:
        """Whether nothing hangs in the air."""
        return not (
            self.is_open
            or self.held
            or self.awaits_rest is not None
            or self.negated
            or self.minus
            or self.spreads
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
        self.joins = lexicon.joins
        self.quiet, self.cued, self.leads, self.needs = words.quiet, words.cued, words.leads, words.needs
        self.grows, self.part, self.rare, self.whole = words.grows, words.part, words.rare, words.whole
        self.persons, self.things, self.agents = words.persons, words.things, words.agents
        self.wholes, self.numbers = words.wholes, lexicon.numbers
        self.seats = [seat for seats in sides for seat in seats]
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

    def lead_of(self, reading: Reading) -> int | None:
        """Returns the player whose figures follow, if somebody is known to be: of a control under ``leads``."""
        known = (allowed.values for name, allowed in reading.allowed.items() if name in self.leads)
        return next((int(some[0]) for some in known if len(some) == 1 and some[0].isdigit()), None)

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
        if isinstance(control, Toggle) and both.values == ("0",):
            return current  # What is not so need not be asked.
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


_SIGNS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
