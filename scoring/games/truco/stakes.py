"""The ladder of stakes: what a hand is worth, who may raise it and how far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from scoring.engine.messages import Message, Number, say
from scoring.games.truco.models import TrucoOptions

TARGET = 12

HandType = Literal["normal", "eleven", "iron"]

Ladder = tuple[int, ...]

_CALLS = {1: say("truco"), 2: say("retruco")}
_HIGH_CALLS = {9: say("nine"), 10: say("ten"), 12: say("queda")}


def ladder(options: TrucoOptions) -> Ladder:
    """The stakes from a plain hand (index 0) to the whole match."""
    return tuple(int(rung) for rung in options.stakes.split("-"))


def call_name(rungs: Ladder, rung: int) -> Message:
    """What is called to get to this rung: truco, retruco, nine (or ten), queda."""
    return _CALLS.get(rung) or _HIGH_CALLS[rungs[rung]]


def one_short(rungs: Ladder, total: Number) -> bool:
    """Whether a plain hand would win the match: eleven, or ten where a plain hand counts two."""
    return total + rungs[0] >= TARGET


def hand_type(rungs: Ladder, totals: Sequence[Number]) -> HandType:
    """The kind of hand that is dealt at these totals; it stays what it is until the next deal."""
    kinds: tuple[HandType, ...] = ("normal", "eleven", "iron")
    return kinds[sum(one_short(rungs, total) for total in totals)]


def stake_of(rungs: Ladder, kind: HandType) -> int:
    """The rung that a hand of this kind starts from: eleven is played for a truco, all others plain."""
    return 1 if kind == "eleven" else 0


def may_raise(rungs: Ladder, total: Number, rung: int) -> bool:
    """Whether a side with this total may raise above this rung (rule ``limit``).

    rung: what it could win without raising: the stake in force, or the raise that it is answering.
    Only its own total counts, and the new stake may overshoot twelve.
    """
    return rung + 1 < len(rungs) and total + rungs[rung] < TARGET


def highest_call(rungs: Ladder, total: Number) -> int:
    """The highest rung that a side with this total may ever call."""
    return max((rung + 1 for rung in range(len(rungs)) if may_raise(rungs, total, rung)), default=0)


def reachable(rungs: Ladder, totals: Sequence[Number], rung: int, last: int | None = None) -> bool:
    """Whether calls could bring a hand to this rung. The two sides call in turn, each within its limit.

    last: the side that made the last call, None where it may have been either.
    """
    return any(
        all(may_raise(rungs, totals[(caller + rung - 1 - below) % 2], below) for below in range(rung))
        for caller in ((0, 1) if last is None else (last,))
    )
