"""Short ways to write events down."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from scoring.events.event import Entry, Event, Round, Score, Sitting
from scoring.events.formats import format_of
from scoring.events.rules import EventRules


def event(entries: int | Sequence[Entry], rounds: Sequence[Round] = (), **rules: Any) -> Event:
    """Returns an event whose draw is 1, 2, 3 and so on. entries: a number, or the entries."""
    numbered = [Entry(number) for number in range(1, entries + 1)] if isinstance(entries, int) else entries
    drawn = [entry.number for entry in numbered if entry.first_round == 1]
    return Event(EventRules(**rules), numbered, rounds, order=drawn)


def match(one: int, other: int, points: int, against: int) -> Sitting:
    """Returns a sitting of two that is over."""
    return Sitting((one, other), {one: Score(points), other: Score(against)})


def table(entries: Sequence[int], points: Sequence[int]) -> Sitting:
    """Returns a sitting that is over."""
    return Sitting(tuple(entries), dict(zip(entries, map(Score, points), strict=True)))


def play(start: Event, rounds: int, seed: int = 1) -> Event:
    """Returns the event after so many rounds with random results; none is a draw."""
    chance = random.Random(seed)
    played = list(start.rounds)
    for number in range(len(played) + 1, len(played) + 1 + rounds):
        now = Event(start.rules, start.entries, tuple(played), start.adjustments, start.lots, start.order)
        proposal = format_of(now).propose(now, number, "seed")
        results = [table(seats, chance.sample(range(101), len(seats))) for seats in proposal.sittings]
        played.append(Round(number, tuple(results), proposal.byes))
    return Event(start.rules, start.entries, tuple(played), start.adjustments, start.lots, start.order)
