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

    cards_shared: whether a card may be in a four and in a run of the same player.
    """

    trump: Suit | None
    cards_shared: bool

    def is_possible(
        self, declarations: Sequence[BeloteDeclaration], belote: int | None = None, hand_size: int = HAND_SIZE
    ) -> bool:
        """Returns whether all of these can be declared in one hand. belote: the side with king and queen of trumps."""
        if not _fit_into_pack([declaration for declaration in declarations if declaration.type != "four"], hand_size):
            return False
        remaining = [list(_places(declaration)) for declaration in declarations]
        if belote is not None:
            remaining.append(list(self._belote_places(belote)))
        remaining.sort(key=len)
        return self._place(remaining, [], hand_size)

    def _place(self, remaining: Sequence[Sequence[_Placement]], placed: list[_Placement], hand_size: int) -> bool:
        if not remaining:
            return True
        for placement in remaining[0]:
            held = placement.cards.union(*(other.cards for other in placed if other.seat == placement.seat))
            if len(held) > hand_size or any(self._clash(placement, other) for other in placed):
                continue
            if self._place(remaining[1:], [*placed, placement], hand_size):
                return True
        return False

    def _clash(self, placement: _Placement, other: _Placement) -> bool:
        if not placement.cards & other.cards:
            return False
        if placement.seat != other.seat or placement.role == other.role:
            return True
        return not self.cards_shared and "belote" not in (placement.role, other.role)

    def _belote_places(self, side: int) -> Iterator[_Placement]:
        for suit in (self.trump,) if self.trump else SUITS:
            for seat in (side, side + 2):
                yield _Placement("belote", seat, frozenset({"K" + suit, "Q" + suit}))


def _fit_into_pack(runs: Sequence[BeloteDeclaration], hand_size: int) -> bool:
    """Returns whether these runs fit into one pack: it has each rank four times, and runs share no card."""
    ranks = Counter(rank for declaration in runs for rank in ranks_in(declaration))
    sizes = [sum(length_of(declaration) for declaration in runs if declaration.side == side) for side in range(2)]
    return max(ranks.values(), default=0) <= len(SUITS) and max(sizes) <= 2 * hand_size


def _places(declaration: BeloteDeclaration) -> Iterator[_Placement]:
    seats = (declaration.side, declaration.side + 2) if declaration.seat is None else (declaration.seat,)
    for seat in seats:
        if declaration.type == "four":
            yield _Placement("four", seat, frozenset(declaration.high + suit for suit in SUITS))
            continue
        for suit in (declaration.suit,) if declaration.suit else SUITS:
            yield _Placement("run", seat, frozenset(rank + suit for rank in ranks_in(declaration)))


def ranks_in(declaration: BeloteDeclaration) -> tuple[str, ...]:
    """Returns the ranks that a run goes through, fewer than its length if it would go below the 7; the one rank of a
    four.
    """
    if declaration.type == "four":
        return (declaration.high,)
    top = RUN_ORDER.index(declaration.high)
    return RUN_ORDER[top : top + length_of(declaration)]
