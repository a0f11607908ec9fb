"""The form of a hand on the phone: a list of controls, declared beside the hand models they fill.

A form is data. The pages draw it, turn its values into a hand (``Form.read``) and show a recorded hand in it
for correction (``Form.show``); every control lists the fields of the hand that it writes, so that a refusal of
``/bid`` appears at the bid. Paths into a hand are dotted: ``outcome.won``; a number is a place in a
list: ``bids.2``.

Values have the form in which a web form sends them: ``{"trump": ["H"], "scores.0": ["20"]}``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.engine.cards import SUITS, SYMBOLS
from scoring.engine.controls import (
    Amount,
    Choice,
    Control,
    Data,
    FormValues,
    Note,
    Option,
    Pick,
    Row,
    Share,
    Toggle,
    When,
    as_sequence,
    last_value,
)
from scoring.engine.hand_paths import get_at, nest
from scoring.engine.marking import _
from scoring.engine.messages import Message, card, say, seat, side


@dataclass(frozen=True)
class Event:
    """A kind of event that needs more than one tap. sets: fixed fields. controls: the questions.

    value: unique among the events of the control. label: the text of its button. adds: the last question, or several
    that are asked side by side: each answer is a button that adds the event at once. The questions are then always open
    on the page, and the event has no button of its own. keeps: names of controls that keep their answer when an event
    is added. next: the name of a choice that goes on to its next option; one that an event in the list has cannot be
    chosen again. from_fields, to_fields: for an event whose
    fields are not those of its controls, the event made from the fields of the controls, and the reverse.
    """

    value: str
    label: Message
    controls: Sequence[Control] = ()
    sets: Mapping[str, Any] = field(default_factory=dict)
    adds: Sequence[Choice] = ()
    keeps: Sequence[str] = ()
    next: str = ""
    from_fields: Callable[[dict[str, Any]], Any] = field(default=nest, repr=False)
    to_fields: Callable[[Any], Mapping[str, Any]] = field(default=dict, repr=False)

    @property
    def buttons(self) -> list[tuple[str, Option | None]]:
        """The buttons that add it: the value of each, and the option of ``adds`` that it chooses (None without
        ``adds``).
        """
        if not self.adds:
            return [(self.value, None)]
        return [(f"{self.value}:{option.value}", option) for asked in self.adds for option in asked.options]


@dataclass(frozen=True, kw_only=True)
class Events(Control):
    """An ordered list that grows by taps.

    quick: buttons that append one event at once (``sets`` is the event; under the path ``""`` a bare value, such as
    the seat that won a trick). kinds: events with questions of their own. others: the heading of the kinds that are
    folded, if another kind is always open. describe: returns the text of a recorded event in the list. among: the name
    of a ``Pick`` of players; once somebody is picked there, only their buttons can be tapped. columns: for ``quick``,
    as in ``Choice``. once: fields that no two events have alike, such as the card that was captured: the button of an
    event in the list looks used, a tap on it takes the event out, and another event with these fields replaces it.
    Events are sent as JSON, one value each.
    """

    template = "events"

    describe: Callable[[Any], Message] = field(repr=False)
    others: Message | None = None
    quick: Sequence[Option] = ()
    kinds: Sequence[Event] = ()
    path: str = ""
    among: str = ""
    columns: Sequence[Any] = ()
    once: Sequence[str] = ()

    def controls_of(self, kind: Event) -> list[Control]:
        """Returns the controls of a kind of event, with names that are unique in the whole form."""
        return [_with_prefix(f"{self.name}.{kind.value}.", control) for control in kind.controls]

    def controls_left(self, kind: Event, texts: Sequence[str]) -> list[Control]:
        """Returns the same for the list as it is sent: what an event in it has cannot be chosen again (``next``)."""
        return [
            replace(
                control,
                options=[
                    replace(option, disabled=option.disabled or option.value in self._used(kind, kind.next, texts))
                    for option in control.options
                ],
            )
            if kind.next and isinstance(control, Choice) and control.name.endswith(f".{kind.next}")
            else control
            for control in self.controls_of(kind)
        ]

    def _used(self, kind: Event, name: str, texts: Sequence[str]) -> set[str]:
        """The options of a choice of this kind that events in the list have."""
        [choice] = [control for control in kind.controls if control.name == name]
        events = [event for event in map(json.loads, texts) if isinstance(event, dict)]
        return {last_value(choice.show(kind.to_fields(event)), name) for event in events}

    def _next_left(self, kind: Event, chosen: str, texts: Sequence[str]) -> str:
        """The option that comes after the chosen one and is left, round and round; "" if none is."""
        [choice] = [control for control in kind.controls if control.name == kind.next]
        values = [option.value for option in choice.options] if isinstance(choice, Choice) else []
        place = values.index(chosen) + 1 if chosen in values else 0
        taken = self._used(kind, kind.next, texts)
        return next((value for value in values[place:] + values[:place] if value not in taken), "")

    @property
    def inner_controls(self) -> list[Control]:
        """The controls of all kinds of events."""
        return [control for kind in self.kinds for control in self.controls_of(kind)]

    def entries(self, data: Data) -> list[tuple[str, Message]]:
        """Returns the events so far: each as it is sent, and as a text."""
        return [(text, self.describe(json.loads(text))) for text in data.get(self.name, ())]

    def read(self, data: Data) -> dict[str, Any]:
        return {self.path or self.name: [event for event, _ in self.events(data)]}

    def events(self, data: Data) -> list[tuple[Any, Event | None]]:
        """Returns the events in the list (None), then those that were begun and not added, with their kinds.

        An event of a kind with ``adds`` lacks its last answer then, so that the hand is refused.
        """
        listed = [json.loads(text) for text in data.get(self.name, ())]
        begun = [(self._begun_event(kind, data), kind) for kind in self.kinds if self._is_begun(kind, data)]
        replaced = [one for one in listed if any(self.is_alike(one, event) for event, _ in begun)]
        return [*((one, None) for one in listed if one not in replaced), *begun]

    def _begun_event(self, kind: Event, data: Data) -> Any:
        fields = {**kind.sets, **Form(self.controls_of(kind)).fields(data)}
        return nest(fields) if kind.adds else kind.from_fields(fields)

    def _is_begun(self, kind: Event, data: Data) -> bool:
        """Whether questions about an event are answered, but for what goes on by itself or was kept."""
        for control in self.controls_of(kind):
            name = control.name.removeprefix(f"{self.name}.{kind.value}.")
            known = self._used(kind, name, data.get(self.name, ())) if name in kind.keeps else set()
            for place, texts in control.values_in(data).items() if name != kind.next else ():
                if any(texts) and texts != control.initial().get(place) and texts[-1] not in known:
                    return True
        return False

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        events = get_at(hand, self.path or self.name)
        if not isinstance(events, list):
            return {}
        values = [json.dumps(event, separators=(",", ":"), ensure_ascii=False) for event in events]
        left = {
            f"{self.name}.{kind.value}.{kind.next}": [self._next_left(kind, "", values)]
            for kind in self.kinds
            if kind.next
        }
        return {self.name: values, **self.initial(), **left}

    def initial(self) -> FormValues:
        """Returns the values of the untouched controls of the kinds of events that are always open."""
        asked = [control for kind in self.kinds if kind.adds for control in self.controls_of(kind)]
        return {name: values for control in asked for name, values in control.initial().items()}

    def paths(self) -> set[str]:
        return {self.path or self.name}

    @property
    def number_boxes(self) -> list[str]:
        return [name for control in self.inner_controls for name in control.number_boxes]

    def append(self, data: Data) -> Any:
        """Returns the event that the pressed button adds, or None.

        ``NAME.add`` holds the value of a quick option or of a kind.
        """
        pressed = last_value(data, f"{self.name}.add")
        for option in self.quick:
            if option.value == pressed:
                return option.sets[""] if "" in option.sets else nest(option.sets)
        for kind in self.kinds:
            for value, answer in kind.buttons:
                if value == pressed:
                    fields = Form(self.controls_of(kind)).fields(data)
                    return kind.from_fields({**kind.sets, **fields, **(answer.sets if answer else {})})
        return None

    def with_event(self, texts: Sequence[str], event: Any) -> list[str]:
        """Returns the list, as it is sent, after the button of this event was pressed."""
        alike = [text for text in texts if self.is_alike(json.loads(text), event)]
        others = [text for text in texts if text not in alike]
        if any(event.items() <= json.loads(text).items() for text in alike):
            return others
        return [*others, json.dumps(event, separators=(",", ":"), ensure_ascii=False)]

    def is_alike(self, one: Any, other: Any) -> bool:
        """Returns whether two events have the fields alike that only one may have (see ``once``)."""
        return bool(self.once) and all(name in other and one.get(name) == other[name] for name in self.once)

    def without_answers(self, kind: Event, data: Data, is_added: bool) -> FormValues:
        """Returns the values after the questions of this kind of event were emptied, but for those that are kept.

        data: the values until then, with the list as it is now. is_added: whether these answers are in it.
        """
        after = {name: list(texts) for name, texts in data.items()}
        for control in self.controls_of(kind):
            own = control.name.removeprefix(f"{self.name}.{kind.value}.")
            if own in kind.keeps and is_added:
                continue
            for name in control.values_in(data):
                del after[name]
            after |= control.initial()
            if own == kind.next:
                after[control.name] = [self._next_left(kind, last_value(data, control.name), data[self.name])]
        return after

    def kind_of(self, pressed: str) -> Event | None:
        """Returns the kind of event that this button adds, None for a button of ``quick``."""
        return next((kind for kind in self.kinds if any(value == pressed for value, _ in kind.buttons)), None)


@dataclass(frozen=True)
class Form:
    """The controls of a hand, in the order in which they are tapped. always: fields that every hand has.

    nothing: the button for a hand in which nothing is to be tapped, such as a turn that is passed. Without this button
    the untouched form cannot be saved.
    """

    controls: Sequence[Control]
    always: Mapping[str, Any] = field(default_factory=dict)
    nothing: Message | None = None

    def initial(self) -> FormValues:
        """Returns the values of an untouched form."""
        return {name: values for control in self.controls for name, values in control.initial().items()}

    def visible(self, data: Data) -> list[Control]:
        """Returns the controls that are visible with these values."""
        visible: list[Control] = []
        values: FormValues = {}
        for control in self.controls:
            if all(last_value(values, name) in as_sequence(wanted) for name, wanted in control.when.items()):
                visible.append(control)
                values[control.name] = list(data.get(control.name, ()))
        return visible

    def fields(self, data: Data) -> dict[str, Any]:
        """Returns the fields that were filled in, by path."""
        filled = dict(self.always)
        for control in self.visible(data):
            filled |= control.read(data)
        return filled

    def read(self, data: Data) -> dict[str, Any]:
        """Returns the hand that was tapped, as JSON. It is not validated: the hand models do that."""
        return nest(self.fields(data))

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        """Returns the values that show a recorded hand, for its correction.

        A choice without fields of its own (such as the way of entry) takes the value whose controls show the most of
        the hand.
        """
        values: FormValues = {}
        for control in self.controls:
            values |= control.show(hand)
        for control in self.controls:
            if isinstance(control, Choice) and not control.paths():
                best = max(control.options, key=lambda option: self._values_shown(control, option, values, hand))
                values[control.name] = [best.value]
        return values

    def _values_shown(self, choice: Choice, option: Option, values: FormValues, hand: Mapping[str, Any]) -> int:
        """Returns how many values of a recorded hand are visible if this option of such a choice is chosen."""
        with_option = values | {choice.name: [option.value]}
        dependent = [control for control in self.visible(with_option) if choice.name in control.when]
        return sum(len(control.show(hand)) for control in dependent if control.read(with_option))

    def control_for(self, pointer: str) -> Control | None:
        """Returns the control that fills the field at this JSON pointer, the most exact one first."""
        path = pointer.strip("/").replace("/", ".")
        while path:
            for control in self.controls:
                if path in control.paths():
                    return control
            path = path.rpartition(".")[0]
        return None


def seats_to_choose(seats: Iterable[int], path: str) -> list[Option]:
    """Returns one option for each of these seats, labelled with the player's name, writing the seat at this path.

    They are in the order in which the players sit, not in that of the deal, so that no button moves from hand to hand.
    """
    return [Option(str(number), seat(number), {path: number}) for number in sorted(seats)]


def sides_to_choose(sides: int, path: str) -> list[Option]:
    """Returns one option for each side, labelled with its name, writing the side at this path."""
    return [Option(str(number), side(number), {path: number}) for number in range(sides)]


def seats_in_order(seats: Iterable[int]) -> list[Option]:
    """Returns the options of a ``Pick`` of players, or the quick ones of an ``Events`` list, such as the winners of the
    tricks, by seat.
    """
    return [Option(str(number), seat(number), {"": number}) for number in sorted(seats)]


def suits_to_choose(path: str, letters: Iterable[str] = SUITS) -> list[Option]:
    """Returns one option for each of these suits, labelled with its sign, writing its letter at this path."""
    return [Option(letter, SYMBOLS[letter], {path: letter}) for letter in letters]


def cards_to_choose(cards: Iterable[str], path: str) -> list[Option]:
    """Returns one option for each card, which writes the card at this path."""
    return [Option(code, card(code), {path: code}) for code in cards]


def seat_label(event: Any) -> Message:
    """Returns the name of a player in an ``Events`` list of seats, such as the winners of the tricks."""
    return say("{who}", who=seat(event)) if isinstance(event, int) else say("?")


def cards_to_pick(cards: Iterable[str]) -> list[Option]:
    """Returns one option for each card."""
    return [Option(code, card(code)) for code in cards]


def cards_to_add(cards: Iterable[str]) -> list[Option]:
    """Returns one button for each card, each of which adds an event with it."""
    return [Option(code, card(code), {"card": code}) for code in cards]


def yes_no(path: str, yes: str = _("Yes"), no: str = _("No")) -> list[Option]:
    """Returns two options that write true and false."""
    return [Option("yes", say(yes), {path: True}), Option("no", say(no), {path: False})]


def _with_prefix(prefix: str, control: Control) -> Control:
    """The control of an event, its name made unique in the whole form."""
    changes: dict[str, Any] = {
        "name": prefix + control.name,
        "when": {prefix + name: wanted for name, wanted in control.when.items()},
    }
    if hasattr(control, "path") and not control.path:
        changes["path"] = control.name
    return replace(control, **changes)


#: Games import everything for their forms from here, wherever it is defined.
__all__ = [
    "Amount",
    "Choice",
    "Control",
    "Data",
    "Event",
    "Events",
    "Form",
    "FormValues",
    "Note",
    "Option",
    "Pick",
    "Row",
    "Share",
    "Toggle",
    "When",
    "cards_to_add",
    "cards_to_choose",
    "cards_to_pick",
    "seat_label",
    "seats_in_order",
    "seats_to_choose",
    "sides_to_choose",
    "suits_to_choose",
    "yes_no",
]
