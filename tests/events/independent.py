"""What an event must come to, computed from the rules of shared/clubs.md alone: nothing of ``scoring`` is used here."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

K = TypeVar("K")

BASE = {"D": 9, "H": 10, "S": 11, "C": 12, "grand": 24}
NULL = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
"""By hand and open."""

Pair = tuple[int, int]


def drawn(word: str, round_number: int, numbers: Sequence[int]) -> list[int]:
    """The order of a draw: SHA-256 of ``word|round|attempt|number``."""
    return sorted(numbers, key=lambda n: hashlib.sha256(f"{word}|{round_number}|1|{n}".encode()).hexdigest())


def skat_value(hand: Mapping[str, Any]) -> int:
    """What a game counts for its declarer: the base by the level, a lost game twice and below zero."""
    level = 1 + bool(hand.get("hand")) + (hand["outcome"].get("level") == "schneider")
    if hand["kind"] == "null":
        value = NULL[bool(hand.get("hand")), bool(hand.get("open"))]
    else:
        value = BASE[hand.get("trump", "grand")] * (level + next(iter(hand["matadors"].values())))
    return value if hand["outcome"]["won"] else -2 * value


@dataclass
class SkatLine:
    """A seat of a list of Skat."""

    points: int = 0
    won: int = 0
    lost: int = 0


def skat_list(hands: Sequence[Mapping[str, Any]], seats: int) -> list[SkatLine]:
    """The list of these hands, by seat."""
    lines = [SkatLine() for _ in range(seats)]
    for hand in hands:
        if hand["kind"] != "passed_in":
            line, value = lines[hand["declarer"]], skat_value(hand)
            line.points += value
            line.won += value > 0
            line.lost += value < 0
    return lines


def skat_results(lines: Sequence[SkatLine]) -> list[int]:
    """The foot of a list: 50 for each game won, -50 for each lost, 30 (40 at three) for each that others lost."""
    lost = sum(line.lost for line in lines)
    each = {3: 40, 4: 30}[len(lines)]
    return [line.points + (line.won - line.lost) * 50 + (lost - line.lost) * each for line in lines]


def places(keys: Mapping[K, tuple[float | Fraction, ...]]) -> dict[K, int]:
    """The place of each entry; who has the same key shares it. More is better."""
    return {one: 1 + sum(other > key for other in keys.values()) for one, key in keys.items()}


def shared_prizes(place_of: Mapping[int, int], whole: int, shares: Sequence[int]) -> dict[int, int]:
    """Prizes in cents: rounded down, what is missing to the largest fractions; who shares a place shares the sum."""
    exact = [Fraction(whole * share, sum(shares)) for share in shares]
    amounts = [int(one) for one in exact]
    for place in sorted(range(len(shares)), key=lambda p: (amounts[p] - exact[p], p))[: whole - sum(amounts)]:
        amounts[place] += 1
    result = dict.fromkeys(place_of, 0)
    for place in set(place_of.values()):
        level = sorted(one for one in place_of if place_of[one] == place)
        each, over = divmod(sum(amounts[place - 1 : place - 1 + len(level)]), len(level))
        for number, one in enumerate(level):
            result[one] = each + (number < over)
    return result


def lost_fee(lost: int) -> int:
    """The usual fee of a list: the first three games lost 0.50 each, all others 1.00."""
    return sum(50 if game <= 3 else 100 for game in range(1, lost + 1))


@dataclass
class Duels:
    """Matches of two that were played. points: by round and entry. byes: who was free, by round."""

    entries: Sequence[int]
    points: list[dict[Pair, tuple[int, int]]] = field(default_factory=list)
    byes: list[list[int]] = field(default_factory=list)

    def wins(self, one: int, among: Sequence[int] | None = None) -> Fraction:
        """Matches won, a draw is half; a bye is won too. among: only matches against these."""
        free = sum(one in byes for byes in self.byes) if among is None else 0
        against = [(own, other) for rival, own, other in self.of(one) if among is None or rival in among]
        return free + sum((Fraction(1 + (own > other) - (own < other), 2) for own, other in against), Fraction(0))

    def of(self, one: int) -> list[tuple[int, int, int]]:
        """The matches of an entry: against whom, own points, the other's."""
        found = []
        for played in self.points:
            for pair, points in played.items():
                if one in pair:
                    place = pair.index(one)
                    found.append((pair[1 - place], points[place], points[1 - place]))
        return found

    def scored(self, one: int) -> int:
        return sum(own for _, own, _ in self.of(one))

    def difference(self, one: int) -> int:
        return sum(own - other for _, own, other in self.of(one))

    def swiss_places(self) -> dict[int, int]:
        """By wins, difference, points, direct meeting."""
        first = {one: (self.wins(one), self.difference(one), self.scored(one)) for one in self.entries}
        level = {one: [other for other in self.entries if first[other] == first[one]] for one in self.entries}
        return places({one: (*first[one], self.wins(one, level[one])) for one in self.entries})

    def met(self, one: int, other: int) -> bool:
        return any(rival == other for rival, _, _ in self.of(one))


def paired(order: Sequence[int], met: Callable[[int, int], bool]) -> list[Pair] | None:
    """The first with the next that it has not met, and so on; a step back where the rest cannot be finished."""
    if not order:
        return []
    first, *others = order
    for other in others:
        if not met(first, other):
            rest = paired([one for one in others if one != other], met)
            if rest is not None:
                return [(first, other), *rest]
    return None


def bracket(size: int) -> list[int]:
    """The seeds in the order of the tree: each s is followed by m + 1 - s, m the new size."""
    order = [1]
    while len(order) < size:
        order = [one for seed in order for one in (seed, 2 * len(order) + 1 - seed)]
    return order
