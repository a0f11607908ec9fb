"""Bids and contracts of Back Alley: what was bid, what each side must take, and who leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.game import Setup, check_per_seat
from scoring.engine.messages import Message, plural, say, seat
from scoring.engine.refusal import refuse
from scoring.games.back_alley.models import BOARDS, FULL, BackAlleyOptions, Bid

NAMES = {
    "board": say("board"),
    "double": say("double board"),
    "triple": say("triple board"),
    "quadruple": say("quadruple board"),
}


@dataclass(frozen=True)
class Contract:
    """What a side must take: a number of tricks (0: nothing was bid), or a board by its name."""

    tricks: int
    board: str | None = None

    @property
    def told(self) -> int | str:
        """The contract as the API shows it."""
        return self.board or self.tricks


def bidding_order(setup: Setup[BackAlleyOptions], dealer: int) -> list[int]:
    """The seats in the order in which they bid, the dealer last."""
    return [setup.after(dealer, steps) for steps in range(1, 5)]


def check_bids(setup: Setup[BackAlleyOptions], bids: Sequence[Bid], dealer: int, size: int) -> None:
    """Raises Refusal where this cannot have been bid in a hand of so many cards."""
    check_per_seat(setup, bids, "/bids", rule="bidding")
    waiting = allowed_boards(setup.options)
    for place in bidding_order(setup, dealer):
        bid = bids[place]
        if isinstance(bid, int):
            _check_number(setup.options, bid, size, f"/bids/{place}")
            continue
        shown = {"who": seat(place), "board": NAMES[bid]}
        if bid not in allowed_boards(setup.options):
            text = "This table plays without the {board}."
            raise refuse(f"/bids/{place}", "board_off", text, rule="board", **shown)
        if bid not in waiting:
            text = "{who} cannot bid a {board}: that was bid before."
            raise refuse(f"/bids/{place}", "board_order", text, rule="board", **shown)
        if bid != waiting[0]:
            text = "{who} cannot bid a {board}: the {missing} was not bid before."
            raise refuse(f"/bids/{place}", "board_order", text, rule="board", missing=NAMES[waiting[0]], **shown)
        del waiting[0]


def allowed_boards(options: BackAlleyOptions) -> list[str]:
    """The boards that can be bid at this table."""
    return [*BOARDS][: {"all": len(BOARDS), "single": 1, "none": 0}[options.board]]


def highest_number(options: BackAlleyOptions, size: int) -> int:
    """The highest number that can be bid in a hand of so many cards."""
    return size - 1 if size == FULL or not options.full_bid else size


def _check_number(options: BackAlleyOptions, bid: int, size: int, pointer: str) -> None:
    if not 0 <= bid <= size:
        text = "A bid of {bid} is not possible: the hand has {tricks}."
        tricks = plural(size, "one trick", "{n} tricks")
        raise refuse(pointer, "bid_unknown", text, rule="bidding", bid=bid, tricks=tricks)
    if bid > highest_number(options, size):
        text = "All {size} tricks can only be bid as a board."
        raise refuse(pointer, "full_bid", text, rule="bidding", size=size)


def contract_of(setup: Setup[BackAlleyOptions], bids: Sequence[Bid], number: int) -> Contract:
    """What this side must take: its higher board, or the sum of its two numbers."""
    own = [bids[place] for place in setup.sides[number]]
    boards = [bid for bid in own if isinstance(bid, str)]
    numbers = sum(bid for bid in own if isinstance(bid, int))
    return Contract(numbers, max(boards, key=[*BOARDS].index) if boards else None)


def leader(setup: Setup[BackAlleyOptions], bids: Sequence[Bid], dealer: int) -> int:
    """Who leads: the highest bid, of equal ones the first; any board stands above any number."""
    order = bidding_order(setup, dealer)
    return max(order, key=lambda place: (_height(bids[place]), -order.index(place)))


def _height(bid: Bid) -> int:
    return bid if isinstance(bid, int) else 100 + BOARDS[bid]


def bid_told(bid: Bid) -> Message:
    """A bid in words."""
    if isinstance(bid, str):
        return NAMES[bid]
    return say("{n}", n=bid) if bid else say("pass")
