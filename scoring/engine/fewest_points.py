"""Hands in which everybody plays alone and the fewest card points win or score, such as Ramsch in Skat.

If two players tie for the fewest, the one who won a trick last is behind the other. So if it matters, the form asks
for the number of the last trick that each player won: 1 for the first trick, 0 for a player without one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from scoring.engine.checks import check_per_seat
from scoring.engine.marking import _
from scoring.engine.models import Setup
from scoring.engine.refusal import refuse


def fewest_points(points: Sequence[int], seats: Iterable[int]) -> list[int]:
    """Returns those of these seats that have the fewest card points. points: by seat."""
    playing = list(seats)
    fewest = min(points[number] for number in playing)
    return [number for number in playing if points[number] == fewest]


def by_last_trick(tied: Iterable[int], last: Sequence[int]) -> list[int]:
    """Returns the tied seats, ordered by their last trick, the earliest first. last: number of each seat's last
    trick.
    """
    return sorted(tied, key=lambda number: last[number])


def last_tricks_from_winners(winners: Sequence[int], players: int) -> list[int]:
    """Returns the number of the last trick of each seat. winners: the seats that won the tricks, in order."""
    last = [0] * players
    for number, winner in enumerate(winners, 1):
        last[winner] = number
    return last


def last_tricks(
    setup: Setup[Any],
    entered: Sequence[int] | None,
    winners: Sequence[int] | None,
    tricks: int,
    pointer: str = "/last_trick",
    *,
    rule: str,
) -> list[int] | None:
    """Returns the number of the last trick of each seat, from the numbers or from the winners; None if neither was
    entered.

    entered: these numbers. winners: the seats that won the tricks, in order, already checked. tricks: in a hand. Raises
    Refusal if the two disagree, if two seats have the same last trick, and if nobody has the last trick of the hand.
    """
    by_winners = last_tricks_from_winners(winners, setup.players) if winners else None
    if entered is None:
        return by_winners
    check_per_seat(setup, entered, pointer, rule=rule)
    if by_winners is not None and list(entered) != by_winners:
        text = _("By the winners of the tricks the last tricks are {last}.")
        raise refuse(pointer, "disagree", text, rule=rule, last=by_winners)
    numbers = [number for number in entered if number]
    if len(set(numbers)) < len(numbers):
        text = _("A trick has one winner: two players cannot have the same last trick.")
        raise refuse(pointer, "last_trick_twice", text, rule=rule)
    if tricks not in entered:
        text = _("Somebody won trick {n}, the last one.")
        raise refuse(pointer, "last_trick_missing", text, rule=rule, n=tricks)
    return list(entered)
