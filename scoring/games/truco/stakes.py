"""The ladder of stakes: what a hand is worth, who may raise it and how far."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.messages import Message, Number, say
from scoring.games.truco.models import HandType, TrucoOptions

TARGET = 12

Stakes = tuple[int, ...]

_CALLS = {1: say("truco"), 2: say("retruco")}
_HIGH_CALLS = {9: say("nine"), 10: say("ten"), 12: say("queda")}


def stakes_of(options: TrucoOptions) -> Stakes:
    """Returns the stakes from a plain hand (index 0) to the whole match."""
    return tuple(int(step) for step in options.stakes.split("-"))


def call_name(stakes: Stakes, step: int) -> Message:
    """Returns what is called to get to this step: truco, retruco, nine (or ten), queda."""
    return _CALLS.get(step) or _HIGH_CALLS[stakes[step]]


def one_short(stakes: Stakes, total: Number) -> bool:
    """Returns whether a plain hand would win the match: eleven, or ten if a plain hand counts two."""
    return total + stakes[0] >= TARGET


def hand_type(stakes: Stakes, totals: Sequence[Number]) -> HandType:
    """Returns the kind of hand that is dealt at these totals; it does not change until the next deal."""
    kinds: tuple[HandType, ...] = ("normal", "eleven", "iron")
    return kinds[sum(one_short(stakes, total) for total in totals)]


def first_step(stakes: Stakes, kind: HandType) -> int:
    """Returns the step that a hand of this kind starts from: eleven is played for a truco, all others plain."""
    return 1 if kind == "eleven" else 0


def may_raise(stakes: Stakes, total: Number, step: int) -> bool:
    """Returns whether a side with this total may raise above this step (rule ``limit``).

    step: what it could win without raising: the stake in force, or the raise that it is answering.
    Only its own total counts, and the new stake may overshoot twelve.
    """
    return step + 1 < len(stakes) and total + stakes[step] < TARGET


def highest_call(stakes: Stakes, total: Number) -> int:
    """Returns the highest step that a side with this total may ever call."""
    return max((step + 1 for step in range(len(stakes)) if may_raise(stakes, total, step)), default=0)


def reachable(stakes: Stakes, standings: Sequence[Sequence[Number]], step: int, last: int | None = None) -> bool:
    """Returns whether calls could bring a hand to this step. The two sides call in turn, each within its limit.

    standings: the totals before the hand, then those after each irregularity in it; a call may have come before or
    after any of them. last: the side that made the last call, None if it may have been either.
    """
    return any(_calls_lead(stakes, standings, step, caller) for caller in ((0, 1) if last is None else (last,)))


def _calls_lead(stakes: Stakes, standings: Sequence[Sequence[Number]], step: int, last: int) -> bool:
    """Whether calls in turn, of which this side made the last, can lead to this step: each as early as it may be."""
    standing = 0
    for lower in range(step):
        caller = (last + step - 1 - lower) % 2
        while not may_raise(stakes, standings[standing][caller], lower):
            standing += 1
            if standing == len(standings):
                return False
    return True
