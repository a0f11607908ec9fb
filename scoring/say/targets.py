"""What the targets of a phrase set: choices, numbers, rows, cards, events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.controls import Amount, Choice, Control, Pick, Row, Share, Toggle
from scoring.engine.form import Events
from scoring.engine.form_groups import Groups
from scoring.engine.messages import Number
from scoring.say.phrases import Target
from scoring.say.reading import Allowed, Reading, Span, Table, replace

#: Slots that speak of the player named last.
_SUBJECTS = ("{subject}", "{side}", "{other}", "{first}", "{seat}")


def set_target(table: Table, reading: Reading, target: Target, slots: Mapping[str, Any], span: Span) -> list[Reading]:
    """Returns the readings with what a target says; none if it cannot be."""
    if target.name == "sides":
        return [reading] if str(len(table.sides)) == target.values[0] else []
    if target.name == "without":
        return [] if target.values[0] in table.controls else [reading]
    if target.name == "subjects":
        count = 0 if not reading.subject else 2 if reading.is_several else 1
        return [reading] if str(count) == target.values[0] else []
    if target.name == "leads":
        lead = table.lead_of(reading)
        of_lead = lead is not None and {table.side_of(seat) for seat in reading.subject} == {table.side_of(lead)}
        return [reading] if of_lead == (target.values[0] == "1") else []
    if target.name in ("told", "untold"):
        return [reading] if bool(reading.rows.get(target.values[0])) == (target.name == "told") else []
    if target.name == "sum":
        numbers = [value for name, value in slots.items() if name in ("n", "m", "k", "j")]
        return [reading] if str(sum(numbers)) == target.values[0] else []
    if target.name == "seat" and target.how == "?":
        seat = slots.get("player", reading.subject[0] if len(reading.subject) == 1 else None)
        return [replace(reading, is_open=False)] if str(seat) == target.values[0] else []
    if target.name == "named":
        who = slots.get("player", reading.subject[0] if len({*map(table.side_of, reading.subject)}) == 1 else None)
        return [reading] if table.is_named(target.entry, target.values[0], who) else []
    if target.how == "?":
        wanted = Filled(table, reading, slots).text(target.values[0])
        kept = replace(reading, is_open=reading.is_open and "{" not in target.values[0])
        return [] if wanted is None else [replace(kept, figures=(*reading.figures, (target.name, wanted)))]
    if target.name == "filler":
        return [reading]
    if target.name == "others":
        seats = slots.get("players", [slots[name] for name in ("player",) if name in slots])
        whole = not target.values[0]
        return [replace(reading, others=reading.others | (set(table.seats) if whole else set(seats)))]
    if target.name == "subject" and target.values[0] == "other":
        return [of_other_side(table, reading)]
    if target.name == "subject":
        return [replace(reading, subject=(int(Filled(table, reading, slots).text(target.values[0]) or 0),))]
    filled = Filled(table, reading, slots)
    if target.name.startswith("rest:"):
        value = filled.text(target.values[0])
        return [] if value is None else [_with_rest(table, reading, target.name, value, span)]
    names = [filled.text(target.name) or ""]
    within = f"{names[0]}.{filled.text(target.entry)}"
    if within in table.controls:
        names = [within]
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


def of_other_side(table: Table, reading: Reading) -> Reading:
    """The reading with the other side named; with nobody, if there are not two, or both were named."""
    sides = {table.side_of(seat) for seat in reading.subject}
    is_clear = len(sides) == 1 and len(table.sides) == 2
    seats = tuple(table.sides[1 - (sides.pop() or 0)]) if is_clear else ()
    return replace(reading, subject=seats, by_other=seats)


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
                # "The others 87, the last trick for the others": the same ones.
                named = self.slots.keys() & {"player", "side"}
                is_same = not named and self.reading.subject == self.reading.by_other != ()
                values["other"] = values["side"] if is_same else 1 - values["side"]
            lead = self.table.lead_of(self.reading)
            if lead is not None:
                own = self.table.side_of(lead) or 0
                against = self.table.sides[1 - own][0]
                values |= {"lead": lead, "against": against, "lead_side": own, "against_side": 1 - own}
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
    """Values of slots, what a number leaves of a sum (``from120``), and what is left of it (``less40``)."""

    def __missing__(self, name: str) -> Number:
        if name.startswith("from") and "n" in self:
            return int(name.removeprefix("from")) - int(self["n"])
        if name.startswith("less") and "n" in self and self["n"] >= int(name.removeprefix("less")):
            return int(self["n"]) - int(name.removeprefix("less"))
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
        case Row() if target.values == ("out",):
            place = filled.text(target.entry)
            entry = table.entry_of(control, int(place)) if place else None
            if entry is not None and control.blank is None and entry not in reading.rows.get(control.name, {}):
                out = f"{control.name} out"
                yield replace(reading, added={**reading.added, out: (*reading.added.get(out, ()), entry)})
        case Row():
            place, number = filled.text(target.entry), values[0] if values else None
            if place is not None and number is not None:
                entry = table.entry_of(control, int(place)) if place.isdigit() else table.entry_of_suit(control, place)
                if entry is not None:
                    found = set_entry(table, reading, control, entry, _number(number))
                    hidden = control.fold or control.name in table.cued
                    # "Ada two calypsos, Ben one": the row that only its word names goes on.
                    yield from (replace(one, row=control.name) if hidden else one for one in found)
        case Share() if target.entry in filled.slots:
            cards = filled.slots[target.entry]
            yield from _given(reading, control, table, (cards,) if isinstance(cards, str) else cards, values)
        case Share():
            owner = table.entry_of(control, int(values[0])) if values else None
            if owner is not None and reading.rest_owners.get(target.entry, owner) == owner:
                yield replace(reading, rest_owners={**reading.rest_owners, target.entry: owner})
        case Choice():
            open_values = [option.value for option in control.options if not option.disabled]
            is_from = any(value.endswith("+") for value in values)
            values = [value for text in values for value in _options_of(control, text)]
            kept = [value for value in values if value in open_values]
            if target.how == "!":
                others = tuple(value for value in open_values if value not in values)
                default = control.default if control.default in others else ""
                changed = table.require(reading, control.name, Allowed(others, default or "")) if others else None
            else:
                prefers = kept[0] if (target.prefers or is_from) and kept[:1] == values[:1] else ""
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


def _given(
    reading: Reading, share: Share, table: Table, cards: Sequence[str], values: Sequence[str]
) -> Iterator[Reading]:
    """The reading with the cards of a phrase given to a player: ``captured.cards={player}``."""
    owner = table.entry_of(share, int(values[0])) if values else None
    known = all(card in share.cards and reading.owners.get(card, owner) == owner for card in cards)
    if owner is not None and known:
        yield replace(reading, owners={**reading.owners, **dict.fromkeys(cards, owner)}, is_open=False)


def _options_of(control: Choice, text: str) -> list[str]:
    """The options that a text names: by its value or place (``#1``), ``-6`` the one before, ``6+`` all from it."""
    options = [option.value for option in control.options]
    name = text.removeprefix("-").removesuffix("+").removesuffix("..")
    if text in options or (name == text and name[:1] != "#"):
        return [text]
    place = int(name[1:]) if name[:1] == "#" else options.index(name) if name in options else -1
    if not 0 <= place < len(options):
        return []
    if text[:1] == "-":
        return options[place - 1 : place]
    return options[place : None if text.endswith(("+", "..")) else place + 1]


def _add(table: Table, reading: Reading, control: Control, target: Target, filled: Filled) -> Iterator[Reading]:
    """The reading with an event or picked cards added."""
    visible = table.require(reading, control.name, Allowed(("+",)))
    if visible is None:
        return
    added = visible.added.get(control.name, ())
    if isinstance(control, Pick):
        cards = tuple(filled.text(value) or "" for name, value in target.fields if name == "card")
        cards = cards or filled.slots.get("cards") or ((filled.slots["card"],) if "card" in filled.slots else ())
        if ("seats", "") in target.fields:
            one = (filled.slots["player"],) if "player" in filled.slots else reading.subject
            cards = tuple(map(str, filled.slots.get("players", one)))
        options = [option.value for option in control.options]
        if ("all", "") in target.fields:
            cards = tuple(options)
        elif ("but", "") in target.fields:
            left_out = filled.slots.get("players", (filled.slots.get("player"),))
            cards = tuple(option for option in options if option not in set(map(str, left_out)))
        if cards and all(card in options for card in cards) and not _is_left_out(visible, control, filled, cards):
            is_list = len(filled.slots.get("players", ())) > 1
            lists = {f"{control.name} list": cards} if is_list else {}
            yield replace(visible, added={**visible.added, **lists, control.name: (*added, *cards)})
    elif isinstance(control, Events) and ("", "{winners}") in target.fields:
        won = filled.slots.get("winners", ())
        yield replace(visible, added={**visible.added, control.name: (*added, *won)})
    elif isinstance(control, Events) and any(text == "{each}" for _, text in target.fields):
        cards_of_phrase = filled.slots.get("cards", ())
        of_each = tuple(_event(target, filled, {"{each}": card}) for card in cards_of_phrase)
        yield replace(visible, added={**visible.added, control.name: (*added, *of_each)})
    elif isinstance(control, Events):
        if target.entry:
            event = next(option for option in control.quick if option.value == target.entry).sets
            fields: Any = event[""] if "" in event else dict(event)
        else:
            fields = _event(target, filled, {})
        if isinstance(fields, dict) and "" in fields:
            events: tuple[Any, ...] = (fields[""],) * fields.get("times", 1)
            if isinstance(control, Groups) and not target.entry:
                # A group is a player's: the entries wait for the order of the seats.
                if not reading.subject or (len(reading.subject) > 1 and not reading.each):
                    return  # "Ada and Ben both buried two hearts"
                events = tuple((seat, event) for seat in reading.subject for event in events)
                visible = replace(visible, is_open=False)
            if "at" in fields:
                events = tuple(At(int(fields["at"]), event) for event in events)
            yield replace(visible, added={**visible.added, control.name: (*added, *events)})
        elif isinstance(fields, dict) and "times" in fields:
            # Tricks: the same may be said of two of them.
            again = ({name: value for name, value in fields.items() if name != "times"},) * int(fields["times"])
            yield replace(visible, added={**visible.added, control.name: (*added, *again)})
        elif fields not in added:
            yield replace(visible, added={**visible.added, control.name: (*added, fields)})
        else:
            yield visible


@dataclass(frozen=True)
class At:
    """An event of which was said the how many-th it is: "trick three to Ada"."""

    place: int
    event: Any


def in_order(events: Sequence[Any]) -> list[Any] | None:
    """Returns events in their order: one without a place follows the one that was said before it. None if two have the
    same place, or one is left open.
    """
    placed: dict[int, Any] = {}
    following = 1
    for event in events:
        place, value = (event.place, event.event) if isinstance(event, At) else (following, event)
        if place in placed:
            return None
        placed[place] = value
        following = place + 1
    return [placed[place] for place in sorted(placed)] if max(placed, default=0) == len(placed) else None


def _is_left_out(reading: Reading, control: Pick, filled: Filled, players: Sequence[str]) -> bool:
    """Whether a list of players was said, and one of these is not in it: "Ada and Ben stayed, Cleo took two"."""
    listed = reading.added.get(f"{control.name} list", ())
    return bool(listed) and "players" not in filled.slots and not set(players) <= set(listed)


def _event(target: Target, filled: Filled, others: Mapping[str, str]) -> dict[str, Any]:
    """The fields of an event: numbers, but not ranks; ``[a,b]`` is a list, ``null`` none. others: by template."""
    fields: dict[str, Any] = {}
    for name, template in target.fields:
        text = others.get(template) or filled.text(template)
        if text is not None:
            fields[name] = int(text) if text.lstrip("-").isdecimal() and name not in ("high", "rank") else text
            if template == "{cards}":
                fields[name] = list(filled.slots.get("cards", ()))
            elif text.startswith("["):
                fields[name] = text.strip("[]").split(",")
            elif text in _PLAIN:
                fields[name] = _PLAIN[text]
    return fields


#: Values of fields that are no text.
_PLAIN = {"null": None, "true": True, "false": False}


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
    if entries.get(entry, value) != value or (control.name in reading.closed and entry not in entries):
        return
    visible = table.require(reading, control.name, Allowed(("row",)))
    if visible:
        yield replace(visible, rows={**visible.rows, control.name: {**entries, entry: value}})


def _number(text: str) -> Number:
    return float(text) if "." in text else int(text)
