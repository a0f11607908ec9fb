"""From readings to an answer: the hand, what is missing, two hands to choose from, or nothing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.engine.controls import Choice, Control, FormValues, Pick, Row, Share, Toggle, as_sequence, last_value
from scoring.engine.form import Events
from scoring.engine.form_groups import Groups
from scoring.engine.match import OpenMatch, ScoredHand, step
from scoring.engine.messages import Message, Number
from scoring.engine.refusal import Refusal
from scoring.say.reading import Allowed, Reading, Span, Table
from scoring.say.targets import in_order


@dataclass(frozen=True)
class Missing:
    """A question that the line leaves open. control: its name. label: as the form asks. fields: of the hand that it
    fills.
    """

    control: str
    label: Message | None
    fields: tuple[str, ...]


@dataclass(frozen=True)
class Understood:
    """What was understood for a control, and from which parts of the line. fields: of the hand that it fills."""

    control: str
    label: Message | None
    fields: tuple[str, ...]
    spans: tuple[Span, ...]


@dataclass(frozen=True)
class Read:
    """A reading as a hand. hand: the game's model as JSON, None if something is missing. values: of the form. scored:
    the result. missing: what is still asked. refused: why the game refuses it.
    """

    values: FormValues
    understood: tuple[Understood, ...]
    hand: dict[str, Any] | None = None
    scored: ScoredHand | None = None
    missing: tuple[Missing, ...] = ()
    refused: Message | None = None


@dataclass
class _Filling:
    """The values of a form while they are found. assumed: of questions that are asked still, so that what depends on
    their answer is read.
    """

    values: FormValues = field(default_factory=dict)
    assumed: FormValues = field(default_factory=dict)
    missing: list[Control] = field(default_factory=list)


def as_hand(table: Table, opened: OpenMatch, state: Any, reading: Reading) -> Read | None:
    """Returns a reading as a hand; None if what it says does not go together."""
    is_said = (reading.said or reading.unnamed or (reading.named and reading.figures)) and not _has_no_rest(
        table, reading
    )
    filled = _fill(table, reading) if is_said else None
    if filled is None:
        return None
    understood = tuple(
        Understood(name, control.label, tuple(sorted(control.paths())), spans)
        for name, spans in reading.said.items()
        if (control := table.controls[name])
    )
    visible = table.form.visible(filled.values)
    filled.missing += [control for control in visible if _is_empty(table, control) and control.name not in reading.said]
    filled.missing += [
        control for control in visible if isinstance(control, Groups) and _is_part(table, reading, control)
    ]
    filled.missing += [control for control in visible if _is_supposed(reading, control)]
    filled.missing += [control for control in visible if _may_go_on(table, reading, control)]
    if filled.missing or reading.unnamed:
        left = [c for c in visible if c.name not in reading.said]
        asked = filled.missing or [c for c in left or visible if _asks_player(table, c)][:1]
        return Read(filled.values, understood, missing=tuple(_missing(control) for control in asked))
    hand = table.form.read(filled.values)
    try:
        scored = step(opened, state, hand, 1, finished=False)
    except Refusal as refusal:
        return _refused(table, filled.values, understood, reading, refusal)
    if not scored.result.complete and not table.grows & reading.said.keys():
        shown = [control for control in table.form.visible(filled.values) if control.name in reading.said]
        return Read(filled.values, understood, missing=tuple(map(_missing, shown[-1:])))
    if not all(_has_figure(scored, name, text) for name, text in reading.figures):
        return None
    return Read(filled.values, understood, hand, scored)


def _has_no_rest(table: Table, reading: Reading) -> bool:
    """Whether somebody has the other hearts, and all hearts were given to others; or the other cards, and no card was
    given to anybody.
    """
    if reading.is_rest and not reading.owners and set(reading.rest_owners) == {""}:
        return True
    cards = {card for share in table.shares for card in share.cards}
    return any(
        suit and owner not in owners and len(owners) == len(in_suit) > 0
        for suit, owner in reading.rest_owners.items()
        if (in_suit := [card for card in cards if card[-1] == suit])
        if (owners := [reading.owners[card] for card in in_suit if card in reading.owners])
    )


def _is_supposed(reading: Reading, control: Control) -> bool:
    """Whether the kind of the hand was not named, and not all figures that tell it were: "Ada has 120"."""
    entries = reading.rows.get(control.name, {})
    if not isinstance(control, Row) or control.name in reading.rests or not 0 < len(entries) < len(control.labels):
        return False
    return any(
        name in control.when and all((name, span) in reading.supposed for span in reading.said.get(name, ()))
        for name, _ in reading.supposed
    )


def _may_go_on(table: Table, reading: Reading, control: Control) -> bool:
    """Whether a list of players follows from their figures only, and nothing was said of the others: "Ada took three
    tricks, Ben two". Did somebody stay and take none?
    """
    if control.name not in table.whole & reading.said.keys():
        return False
    return not {*map(int, reading.added.get(control.name, ())), *reading.others} >= set(table.seats)


def _is_part(table: Table, reading: Reading, control: Control) -> bool:
    """Whether groups are the players' (``targets.py``), and not every player has a whole one."""
    added = reading.added.get(control.name, ())
    if not isinstance(control, Groups) or not added or not isinstance(added[0], tuple):
        return False
    sizes = Counter(seat for seat, _ in added)
    return any(sizes[seat] != control.size for seats in table.sides for seat in seats)


def _is_empty(table: Table, control: Control) -> bool:
    """Whether a list must not be left empty."""
    return control.name in table.needs or (isinstance(control, Share) and not control.fold)


def _asks_player(table: Table, control: Control) -> bool:
    return isinstance(control, Row | Share) or (
        isinstance(control, Choice) and bool(table.options_of(control, "player", 0))
    )


def _has_figure(scored: ScoredHand, name: str, text: str) -> bool:
    """Whether the result has this figure: ``won=true``; ``best=1`` if that side has most points, ``worst=1`` if not."""
    points = scored.result.points
    if name in ("best", "worst"):
        return (points[int(text)] == max(points)) == (name == "best") and min(points) < max(points)
    if name == "level" and text.endswith("+"):
        return int(scored.result.details.get(name) or 0) >= int(text[:-1])
    return str(scored.result.details.get(name)).casefold() == text.casefold()


def _missing(control: Control) -> Missing:
    return Missing(control.name, control.label, tuple(sorted(control.paths())))


def _refused(
    table: Table, values: FormValues, understood: tuple[Understood, ...], reading: Reading, refusal: Refusal
) -> Read:
    """A refusal of something that was not said is a question; one of what was said is an answer."""
    visible = table.form.visible(values)
    asked: list[Control] = []
    for error in refusal.errors:
        is_missing = error.code.endswith("_missing") or error.code == "nothing_entered"
        control = table.form.control_for(error.pointer)
        fitting = [shown for shown in visible if control and shown.paths() & control.paths()]
        control = fitting[0] if fitting else control
        if control is None or (control.name in reading.said and not is_missing):
            return Read(values, understood, refused=refusal.errors[0].message)
        if control not in asked:
            asked.append(control)
    return Read(values, understood, missing=tuple(map(_missing, asked)))


def joined(reads: Sequence[Read]) -> Read:
    """Returns several readings with open questions as one: what they have in common, and the questions of all."""
    first = reads[0]
    values = {name: some for name, some in first.values.items() if all(read.values.get(name) == some for read in reads)}
    missing = {asked.control: asked for read in reads for asked in read.missing}
    understood = tuple(known for known in first.understood if all(known in read.understood for read in reads))
    return Read(values, understood, missing=tuple(missing.values()))


def _fill(table: Table, reading: Reading) -> _Filling | None:
    """The values of a form with what a reading says; None if it speaks of a control that is not shown."""
    filled = _Filling()
    for control in table.form.controls:
        known = filled.values | filled.assumed
        shown = all(last_value(known, name) in as_sequence(wanted) for name, wanted in control.when.items())
        if not shown:
            is_off = isinstance(control, Toggle) and reading.allowed.get(control.name) == Allowed(("0",))
            if control.name in reading.said and not is_off:
                return None
            continue
        _fill_control(table, reading, control, filled)
        if isinstance(control, Events) and in_order(reading.added.get(control.name, ())) is None:
            return None
        for value in _lists(reading, control).items():
            filled.values[value[0]] = value[1]
    if reading.ordered and not _fill_order(table, reading, filled):
        return None
    return filled


def _fill_control(table: Table, reading: Reading, control: Control, filled: _Filling) -> None:
    allowed = reading.allowed.get(control.name)
    match control:
        case Toggle():
            if allowed and allowed.values == ("1",):
                filled.values[control.name] = ["1"]
        case Row():
            _fill_row(table, reading, control, filled)
        case Share() | Pick() | Events():
            return
        case _:
            default = getattr(control, "default", None)
            chosen = ""
            if allowed:
                only = allowed.values[0] if len(allowed.values) == 1 else ""
                chosen = only or allowed.prefers
            if allowed and not chosen and control.name in reading.said:
                default = None
            if not chosen and default is not None and (allowed is None or str(default) in allowed.values):
                chosen = str(default)
                if table.is_asked(control.name):
                    filled.missing.append(control)
            if chosen:
                filled.values[control.name] = [chosen]
                follows = control.name not in reading.said and control.name not in table.quiet
                if follows and chosen != str(default) and _writes(control, chosen):
                    # It follows from what was said, but nobody has said it.
                    filled.missing.append(control)
            elif allowed:
                filled.missing.append(control)
                filled.assumed[control.name] = [allowed.values[0]]
            elif isinstance(control, Choice) and control.name in table.quiet and len(control.options) == 1:
                filled.values[control.name] = [control.options[0].value]
            elif isinstance(control, Choice) and not control.fold and default is None:
                filled.missing.append(control)


def _writes(control: Control, chosen: str) -> bool:
    """Whether an option fills a field of the hand, and does not only decide what is asked."""
    return isinstance(control, Choice) and any(option.sets for option in control.options if option.value == chosen)


def _lists(reading: Reading, control: Control) -> FormValues:
    """The values of events, picked cards and shared cards."""
    added = reading.added.get(control.name, ())
    if isinstance(control, Pick):
        return {control.name: list(dict.fromkeys(added))} if added else {}
    if isinstance(control, Groups) and added and isinstance(added[0], tuple):
        # In the order of the seats; a group that is not whole is asked.
        entries = [entry for seat, entry in sorted(added, key=lambda pair: pair[0])]
        return {control.name: [json.dumps(entry) for entry in entries]}
    if isinstance(control, Events):
        events = [_with_answers(reading, event) for event in in_order(added) or ()]
        return dict(control.show(_nested(control.path or control.name, events))) if added else {}
    if not isinstance(control, Share):
        return {}
    owners = dict(reading.owners)
    for suit, owner in reading.rest_owners.items():
        if suit:
            owners |= {card: owner for card in control.cards if card[-1] == suit and card not in owners}
    values = {name: [str(owners[code])] for code, name in control.slots if code in owners}
    if "" in reading.rest_owners:
        values[f"{control.name}.rest"] = [str(reading.rest_owners[""])]
        if not control.asks_rest:
            rest = str(reading.rest_owners[""])
            values = {name: values.get(name, [rest]) for _, name in control.slots}
    return values


def _with_answers(reading: Reading, event: Any) -> Any:
    """An event whose fields ``@trump`` are the answer to that question; without them if it is open. ``@seat`` fields
    are numbers.
    """
    if not isinstance(event, dict):
        return event
    known = {f"@{name}": allowed.values[0] for name, allowed in reading.allowed.items() if len(allowed.values) == 1}
    kept = {name: known.get(value, value) if isinstance(value, str) else value for name, value in event.items()}
    kept |= {"seat": int(kept["seat"])} if str(kept.get("seat")).isdecimal() else {}
    return {name: value for name, value in kept.items() if not str(value).startswith("@")}


def _nested(path: str, value: Any) -> dict[str, Any]:
    for name in reversed(path.split(".")):
        value = {name: value}
    return dict(value)


def _fill_row(table: Table, reading: Reading, control: Row, filled: _Filling) -> None:
    entries = {**reading.rows.get(control.name, {})}
    out = reading.added.get(f"{control.name} out", ())
    places = [place for place, _ in control.entries if place not in out]
    if any(place in entries for place in out):
        filled.missing.append(control)
    run = reading.runs.get(control.name, ())
    if run:
        unsaid = [place for place in places if place not in entries]
        if len(unsaid) == len(run) > 1:
            entries |= dict(zip(unsaid, run, strict=True))
        else:
            filled.missing.append(control)
    if not entries and control.name not in reading.rests and control.name not in reading.remains:
        return
    if control.name in reading.rests:
        entries = {place: entries.get(place, reading.rests[control.name]) for place in places}
    listed = _listed(reading)
    if entries and len(listed) > 1 and control.sum_to is not None and entries.keys() <= set(listed) <= set(places):
        # "Ada and Ben stayed, Ada took three": nobody else took any.
        entries = {**{place: 0 for place in places if place not in listed}, **entries}
    left = [place for place in places if place not in entries]
    if left != [reading.remains.get(control.name, *left[:1])] and control.name in reading.remains:
        left = []  # more than one has what is left
    others = [some for name, some in reading.rows.items() if name != control.name]
    alone = len(places) > 2 or len(table.sides[0]) == 1
    unnamed = bool(others) and alone and not any(left[:1] == [place] for some in others for place in some)
    if control.sum_to is not None and left and not unnamed:
        rest = control.sum_to - sum(entries.values())
        if len(left) == 1 and rest >= 0:
            entries[left[0]] = _whole(rest)
        elif rest == 0:
            entries |= dict.fromkeys(left, 0)
    if entries and control.name in table.rare:
        entries = {**dict.fromkeys(places, 0), **entries}
    if any(place not in entries for place in places) and control.name not in table.part:
        filled.missing.append(control)
    filled.values |= {f"{control.name}.{place}": [str(_whole(value))] for place, value in entries.items()}


def _fill_order(table: Table, reading: Reading, filled: _Filling) -> bool:
    """Fills the numbers that were said without names; returns whether rows are shown that they fit."""
    shown = [
        control
        for control in table.form.visible(filled.values | filled.assumed)
        if isinstance(control, Row) and control.name in reading.said and not reading.rows.get(control.name)
    ]
    for name, numbers in reading.ordered.items():
        rows = [row for row in shown if not name or row.name in name.split()]
        if not rows or not _fill_in_order(reading, rows[0], numbers, filled, labelled=bool(name)):
            return False
    return True


def _fill_in_order(
    reading: Reading, control: Row, numbers: Sequence[Number], filled: _Filling, *, labelled: bool
) -> bool:
    places = [place for place, _ in control.entries]
    if len(numbers) > len(places):
        return False
    said = list(numbers) * len(places) if reading.each and len(numbers) == 1 else numbers
    entries = dict(zip(places, said, strict=False))
    complete = len(entries) == len(places)
    listed = _listed(reading)
    if 1 < len(listed) == len(said) and set(listed) <= set(places):
        # "Ada, Ben and Cleo stayed: one, none and four".
        entries = dict(zip(listed, said, strict=True))
        if control.blank is None or sum(entries.values()) != control.sum_to:
            return False
        filled.values |= {f"{control.name}.{place}": [str(_whole(n))] for place, n in entries.items()}
        return True
    if reading.named and not (reading.ordered_first and complete) and len(places) > 2 and not labelled:
        # From the first seat or from who was named? Only if that is the same.
        whole = complete and sum(entries.values()) == control.sum_to
        if reading.subject != (places[0],) or not whole:
            return False
    if complete:
        filled.values |= {f"{control.name}.{place}": [str(_whole(n))] for place, n in entries.items()}
    elif control not in filled.missing:
        filled.missing.append(control)
    return True


def _listed(reading: Reading) -> list[int]:
    """Who was listed, one behind the other: "Ada, Ben and Cleo stayed"."""
    return [int(seat) for name, some in reading.added.items() if name.endswith(" list") for seat in some]


def _whole(value: Number) -> Number:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def points_of(read: Read) -> Sequence[Number]:
    """Returns the points of a hand that was read, by side; empty without a result."""
    return [] if read.scored is None else list(read.scored.result.points)


def distinct(reads: Sequence[Read]) -> Iterator[Read]:
    """Returns the hands that differ in their result, the first of each."""
    seen: list[Mapping[str, Any]] = []
    for read in reads:
        key = {"points": points_of(read), "details": read.scored.result.details if read.scored else None}
        if key not in seen:
            seen.append(key)
            yield read
