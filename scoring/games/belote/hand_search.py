"""Whether four hands of eight cards can hold what was declared: every missing suit and seat is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.engine.cards import SUITS, Suit
from scoring.games.belote.models import RUN_ORDER, TRICKS, BeloteDeclaration, length_of

#: The most cards of one hand.
HAND_SIZE = TRICKS
ANY_SIZE = 32


@dataclass(frozen=True)
class _Placement:
    """One possible place of a declaration: the seat that holds it and its cards."""

    role: Literal["four", "run", "belote"]
    seat: int
    cards: frozenset[str]


@dataclass(frozen=True)
class HandSearch:
    """Looks for hands that allow all declarations.

    sharing: whether a card may be in a four and in a run of the same player.
    """

    trump: Suit | None
    sharing: bool

    def is_possible(
        self, declared: Sequence[BeloteDeclaration], belote: int | None = None, hand_size: int = HAND_SIZE
    ) -> bool:
        """Returns whether all of these can be declared in one hand. belote: the side with king and queen of trumps."""
        if not _fit_into_pack([one for one in declared if one.type != "four"], hand_size):
            return False
        remaining = [list(_places(one)) for one in declared]
        if belote is not None:
            remaining.append(list(self._belote_places(belote)))
        remaining.sort(key=len)
        return self._place(remaining, [], hand_size)

    def _place(self, remaining: Sequence[Sequence[_Placement]], placed: list[_Placement], hand_size: int) -> bool:
        if not remaining:
            return True
        for place in remaining[0]:
            held = place.cards.union(*(one.cards for one in placed if one.seat == place.seat))
            if len(held) > hand_size or any(self._clash(place, one) for one in placed):
                continue
            if self._place(remaining[1:], [*placed, place], hand_size):
                return True
        return False

    def _clash(self, place: _Placement, other: _Placement) -> bool:
        if not place.cards & other.cards:
            return False
        if place.seat != other.seat or place.role == other.role:
            return True
        return not self.sharing and "belote" not in (place.role, other.role)

    def _belote_places(self, side: int) -> Iterator[_Placement]:
        for suit in (self.trump,) if self.trump else SUITS:
            for seat in (side, side + 2):
                yield _Placement("belote", seat, frozenset({"K" + suit, "Q" + suit}))


def _fit_into_pack(runs: Sequence[BeloteDeclaration], hand_size: int) -> bool:
    """Returns whether these runs fit into one pack: it has each rank four times, and runs share no card."""
    ranks = Counter(rank for one in runs for rank in ranks_in(one))
    sizes = [sum(length_of(one) for one in runs if one.side == side) for side in range(2)]
    return max(ranks.values(), default=0) <= len(SUITS) and max(sizes) <= 2 * hand_size


def _places(one: BeloteDeclaration) -> Iterator[_Placement]:
    seats = (one.side, one.side + 2) if one.seat is None else (one.seat,)
    for seat in seats:
        if one.type == "four":
            yield _Placement("four", seat, frozenset(one.high + suit for suit in SUITS))
            continue
        for suit in (one.suit,) if one.suit else SUITS:
            yield _Placement("run", seat, frozenset(rank + suit for rank in ranks_in(one)))


def ranks_in(one: BeloteDeclaration) -> tuple[str, ...]:
    """Returns the ranks that a run goes through, fewer than its length if it would go below the 7; the one rank of a
    four.
    """
    if one.type == "four":
        return (one.high,)
    top = RUN_ORDER.index(one.high)
    return RUN_ORDER[top : top + length_of(one)]
