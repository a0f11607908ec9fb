"""Bids and contracts of Back Alley: what was bid, what each side must take, and who leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.game import Setup, check_per_seat
from scoring.engine.marking import _
from scoring.engine.messages import Message, plural, say, seat
from scoring.engine.refusal import refuse
from scoring.games.back_alley.models import BOARDS, FULL_HAND, BackAlleyOptions, Bid

BOARD_NAMES = {
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
    def as_json(self) -> int | str:
        """The contract as the API shows it."""
        return self.board or self.tricks


def bidding_order(setup: Setup[BackAlleyOptions], dealer: int) -> list[int]:
    """Returns the seats in the order in which they bid, the dealer last."""
    return [setup.after(dealer, steps) for steps in range(1, 5)]


def check_bids(setup: Setup[BackAlleyOptions], bids: Sequence[Bid], dealer: int, size: int) -> None:
    """Raises Refusal if this bid is not possible in a hand of this size."""
    check_per_seat(setup, bids, "/bids", rule="bidding")
    next_boards = allowed_boards(setup.options)
    for place in bidding_order(setup, dealer):
        bid = bids[place]
        if isinstance(bid, int):
            _check_number(setup.options, bid, size, f"/bids/{place}")
            continue
        params = {"who": seat(place), "board": BOARD_NAMES[bid]}
        if bid not in allowed_boards(setup.options):
            text = _("This table plays without the {board}.")
            raise refuse(f"/bids/{place}", "board_off", text, rule="board", **params)
        if bid not in next_boards:
            text = _("{who} cannot bid a {board}: that was bid before.")
            raise refuse(f"/bids/{place}", "board_order", text, rule="board", **params)
        if bid != next_boards[0]:
            text = _("{who} cannot bid a {board}: the {missing} was not bid before.")
            raise refuse(
                f"/bids/{place}", "board_order", text, rule="board", missing=BOARD_NAMES[next_boards[0]], **params
            )
        del next_boards[0]


def allowed_boards(options: BackAlleyOptions) -> list[str]:
    """Returns the boards that can be bid at this table."""
    return [*BOARDS][: {"all": len(BOARDS), "single": 1, "none": 0}[options.board]]


def highest_number(options: BackAlleyOptions, size: int) -> int:
    """Returns the highest number that can be bid in a hand of this size.

    A bid of all thirteen tricks is a board, unless the table plays without boards. The one trick of a hand of one card
    can always be bid somehow: as a board, or else by its number.
    """
    if size == 1 and options.board == "none":
        return size
    board_instead = size == FULL_HAND and options.board != "none"
    return size - 1 if board_instead or not options.full_bid else size


def _check_number(options: BackAlleyOptions, bid: int, size: int, pointer: str) -> None:
    if not 0 <= bid <= size:
        tricks = plural(size, "{n} trick", "{n} tricks")
        text = _("A bid of {bid} is not possible: the hand has {tricks}.")
        raise refuse(pointer, "bid_unknown", text, rule="bidding", bid=bid, tricks=tricks)
    if bid > highest_number(options, size):
        all_tricks = plural(size, "The one trick", "All {n} tricks")
        text = _("{all} can only be bid as a board.")
        if options.board == "none":
            text = _("{all} cannot be bid: this table plays without boards, and a number is lower than the hand.")
        raise refuse(pointer, "full_bid", text, rule="bidding", all=all_tricks)


def contract_of(setup: Setup[BackAlleyOptions], bids: Sequence[Bid], number: int) -> Contract:
    """Returns what this side must take: its higher board, or the sum of its two numbers."""
    own = [bids[place] for place in setup.sides[number]]
    boards = [bid for bid in own if isinstance(bid, str)]
    numbers = sum(bid for bid in own if isinstance(bid, int))
    return Contract(numbers, max(boards, key=[*BOARDS].index) if boards else None)


def leader(setup: Setup[BackAlleyOptions], bids: Sequence[Bid], dealer: int) -> int:
    """Returns who leads: the highest bidder, the first of equal ones; any board is higher than any number."""
    order = bidding_order(setup, dealer)
    return max(order, key=lambda place: (_bid_rank(bids[place]), -order.index(place)))


def _bid_rank(bid: Bid) -> int:
    return bid if isinstance(bid, int) else 100 + BOARDS[bid]


def bid_name(bid: Bid) -> Message:
    """Returns the name of a bid."""
    if isinstance(bid, str):
        return BOARD_NAMES[bid]
    return say("{n}", n=bid) if bid else say("pass")
