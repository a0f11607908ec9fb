"""Hands as they are tapped at random in the form of a game. Lists grow event by event, as at a table."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from scoring.engine.controls import Amount, Choice, Control, FormValues, Note, Pick, Row, Share, Toggle
from scoring.engine.form import Event, Events, Form
from scoring.engine.form_groups import Groups
from scoring.engine.refusal import Refusal

Refused = Callable[[dict[str, Any]], Refusal | None]
"""Why a hand is refused, None if it is not."""

MOST_EVENTS = 45


def tapped(rng: Random, form: Form, refused: Refused) -> dict[str, Any]:
    """A random hand of this form; it may be one that is refused."""
    sent: FormValues = {}
    growing: list[Events] = []
    for control in form.controls:
        if control not in form.visible({**sent, control.name: ["1"]}):
            continue
        if isinstance(control, Events):
            sent.update(control.initial())
            growing.append(control)
        else:
            sent.update(_tapped(rng, control))
    for control in growing:
        _grow(rng, form, sent, control, refused)
    return form.read(sent)


def _tapped(rng: Random, control: Control) -> FormValues:
    if control.fold and rng.random() < 0.6:
        return control.initial()
    match control:
        case Choice():
            options = [option.value for option in control.options if not option.disabled]
            if not options or (control.default is None and control.fold):
                return control.initial()
            return {control.name: [rng.choice(options)]}
        case Toggle():
            return {control.name: ["1"]} if rng.random() < 0.25 else {}
        case Amount():
            return _amount(rng, control)
        case Note():
            return {control.name: ["a note"]} if rng.random() < 0.2 else {}
        case Row():
            return _row(rng, control)
        case Pick():
            most = min(len(control.options), control.most or len(control.options))
            picked = rng.sample([option.value for option in control.options], rng.randint(0, most))
            return {control.name: picked}
        case Share():
            return _share(rng, control)
    return control.initial()


def _amount(rng: Random, control: Amount) -> FormValues:
    roll = rng.random()
    if roll < 0.1:
        return {}
    if control.quick and roll < 0.5:
        return {control.name: [str(rng.choice(control.quick))]}
    return {control.name: [str(_number(rng, control.least, control.most, control.step))]}


def _number(rng: Random, least: float | None, most: float | None, step: float) -> float:
    low = 0 if least is None else least
    high = low + 60 if most is None else most
    if rng.random() < 0.5:
        high = min(high, max(low, 0) + 40)
    value = low + step * rng.randint(0, int((high - low) / step))
    return int(value) if float(value).is_integer() else value


def _row(rng: Random, control: Row) -> FormValues:
    places = [number for number, _ in control.entries]
    if control.sum_to is None:
        values = [_number(rng, control.least, control.most, control.step) for _ in places]
        if rng.random() < 0.3:
            values[rng.randrange(len(values))] = max(control.least or 0, 0)
    else:
        values = list(parts(rng, int(control.sum_to), len(places)))
    if rng.random() < 0.1:
        places.pop(rng.randrange(len(places)))
    return {f"{control.name}.{place}": [str(value)] for place, value in zip(places, values, strict=False)}


def parts(rng: Random, total: int, count: int) -> list[int]:
    """So many numbers with this sum: even ones, wild ones, one that has everything."""
    if total < 0:
        return [-one for one in parts(rng, -total, count)]
    if rng.random() < 0.1:
        whole = [0] * count
        whole[rng.randrange(count)] = total
        return whole
    cuts = sorted(rng.randint(0, total) for _ in range(count - 1))
    if rng.random() < 0.4:
        cuts = [max(0, min(total, total * (number + 1) // count + rng.randint(-6, 6))) for number in range(count - 1)]
        cuts.sort()
    return [after - before for before, after in zip([0, *cuts], [*cuts, total], strict=True)]


def _share(rng: Random, control: Share) -> FormValues:
    owners = [str(number) for number in range(len(control.labels))]
    left_out = rng.choice([0, 0, 0.3, 0.8])
    sent = {name: [rng.choice(owners)] for _, name in control.slots if rng.random() >= left_out}
    if control.asks_rest and rng.random() < 0.6:
        sent[f"{control.name}.rest"] = [rng.choice(owners)]
    return sent


def _grow(rng: Random, form: Form, sent: FormValues, control: Events, refused: Refused) -> None:
    """Adds random events as long as the hand is not refused at the event that was added."""
    pointer = "/" + (control.path or control.name).replace(".", "/")
    most = rng.choice([1, 2, 4, 8, MOST_EVENTS, MOST_EVENTS])
    failed = 0
    added: list[str] = []
    while len(added) < most and failed < 12:
        fresh = _group(rng, control, added) if isinstance(control, Groups) else _event(rng, control)
        if fresh is None:
            failed += 1
            continue
        refusal = refused(form.read({**sent, control.name: [*added, *fresh]}))
        place = len(added) // control.size if isinstance(control, Groups) else len(added)
        at = f"{pointer}/{place}"
        if refusal and any(fault.pointer == at or fault.pointer.startswith(f"{at}/") for fault in refusal.errors):
            failed += 1
            continue
        added += fresh
        failed = 0
        if refusal is None and rng.random() < 0.03:
            break
    if added:
        sent[control.name] = added


def _group(rng: Random, control: Groups, added: Sequence[str]) -> list[str] | None:
    texts = [json.dumps(option.sets[""]) for option in control.quick if "" in option.sets]
    left = [text for text in texts if text not in added] or texts
    return rng.sample(left, control.size) if len(left) >= control.size else left


def _event(rng: Random, control: Events) -> list[str] | None:
    quick = [option.value for option in control.quick if not option.disabled]
    kinds = list(control.kinds)
    if not quick and not kinds:
        return None
    if quick and (not kinds or rng.random() < 0.5):
        data: FormValues = {f"{control.name}.add": [rng.choice(quick)]}
    else:
        kind: Event = rng.choice(kinds)
        data = {f"{control.name}.add": [rng.choice([value for value, _ in kind.buttons])]}
        for below in control.controls_of(kind):
            data |= _below(rng, below)
    try:
        event = control.append(data)
    except (KeyError, TypeError, ValueError):
        return None  # half an event: the page would not send it
    return None if event is None else [json.dumps(event, separators=(",", ":"), ensure_ascii=False)]


def _below(rng: Random, control: Control) -> FormValues:
    if isinstance(control, Events):
        return {}
    return _tapped(rng, control)
