"""The draw: anybody can check it, and nobody can steer it."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from scoring.events.event import Event


def draw(seed: str, round_number: int, numbers: Iterable[int], attempt: int = 1) -> list[int]:
    """Returns the numbers of entries in the order that they are drawn.

    The order is that of SHA-256 of ``seed|round|attempt|number`` in hex. seed: a text that is spoken in the hall.
    """
    return sorted(numbers, key=lambda number: sha256(f"{seed}|{round_number}|{attempt}|{number}".encode()).hexdigest())


def start_order(event: Event, seed: str) -> list[int]:
    """Returns all entries in the order of the beginning: the seeded ones, then the draw, then those who came later.

    A draw that is stored (``Event.order``) is not drawn again.
    """
    drawn = list(event.order)
    new = draw(seed, 1, (entry.number for entry in event.entries if entry.number not in set(drawn)))
    if drawn:
        return drawn + new
    seeds = {entry.number: entry.seed for entry in event.entries if entry.seed is not None}
    return sorted(new, key=lambda number: seeds.get(number, len(new) + max(seeds.values(), default=0)))
