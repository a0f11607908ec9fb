"""What a hand of Back Alley scores: contracts made and failed, boards, and tricks of a side that bid nothing."""

from __future__ import annotations

from scoring.engine.captured import complete_figures
from scoring.engine.game import HandResult, Setup, check_per_side, next_state
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, line, plural, say, seat, side
from scoring.engine.refusal import refuse
from scoring.games.back_alley.contracts import (
    BOARD_NAMES,
    Contract,
    bid_name,
    bidding_order,
    check_bids,
    contract_of,
    leader,
)
from scoring.games.back_alley.models import (
    BOARDS,
    PER_TRICK,
    BackAlleyDetails,
    BackAlleyOptions,
    BackAlleyPlayedHand,
    BackAlleyState,
    BackAlleyThrownInHand,
    hand_size,
)


def score_played(
    setup: Setup[BackAlleyOptions], state: BackAlleyState, hand: BackAlleyPlayedHand
) -> HandResult[BackAlleyState]:
    """Returns the result of a played hand. Raises Refusal if bids or tricks are not possible."""
    size = hand_size(setup.options, state.number)
    check_bids(setup, hand.bids, state.dealer, size)
    if not any(hand.bids):
        text = _("All four passed: the hand is thrown in and dealt again.")
        raise refuse("/bids", "all_passed", text, rule="bidding")
    leads = leader(setup, hand.bids, state.dealer)
    bids = [
        say("{who} {bid}", who=seat(place), bid=bid_name(hand.bids[place]))
        for place in bidding_order(setup, state.dealer)
    ]
    contracts = [contract_of(setup, hand.bids, number) for number in range(2)]
    lines = [
        line("Bids: {bids}", bids=bids, rule="bidding"),
        line("{who} bid highest and leads", who=seat(leads), rule="leading"),
    ]
    details = BackAlleyDetails(
        hand=state.number, hand_size=size, contracts=[contract.as_json for contract in contracts], leads=leads
    )
    if hand.tricks is None:
        return _open_hand(state.model_copy(update={"bids": hand.bids}), contracts, lines, details, leads, size)
    check_per_side(setup, hand.tricks, "/tricks", rule="scoring")
    tricks = complete_figures(hand.tricks, size, "/tricks", rule="scoring")
    made: list[bool | None] = []
    points: list[Number] = []
    for number, contract in enumerate(contracts):
        lines += _warnings(contract, number, size)
        won, value, side_line = _score_side(setup.options, contract, number, tricks[number], size)
        made.append(won)
        points.append(value)
        lines.append(side_line)
    return HandResult(
        points=points,
        state=next_state(setup, state, points, number=state.number + 1, bids=None),
        lines=lines,
        summary=say(
            "Contracts {first} and {second}, tricks {a} to {b}",
            first=_contract_name(contracts[0]),
            second=_contract_name(contracts[1]),
            a=tricks[0],
            b=tricks[1],
        ),
        details=BackAlleyDetails({**details, "tricks": tricks, "made": made}),
    )


def contract_line(contract: Contract, number: int) -> Line:
    """Returns what a side must take, as a line."""
    rule = "board" if contract.board else "contract" if contract.tricks else "no-contract"
    return line("{who}: contract {contract}", who=side(number), contract=_contract_name(contract), rule=rule)


def _open_hand(
    state: BackAlleyState,
    contracts: list[Contract],
    lines: list[Line],
    details: BackAlleyDetails,
    leads: int,
    size: int,
) -> HandResult[BackAlleyState]:
    """A hand that was bid and is being played: who leads, and what each side must take."""
    for number, contract in enumerate(contracts):
        lines += _warnings(contract, number, size)
        lines.append(contract_line(contract, number))
    return HandResult(
        points=[0, 0],
        state=state,
        lines=lines,
        summary=say(
            "Contracts {first} and {second}, {who} leads",
            first=_contract_name(contracts[0]),
            second=_contract_name(contracts[1]),
            who=seat(leads),
        ),
        details=details,
        complete=False,
    )


def score_thrown_in(
    setup: Setup[BackAlleyOptions], state: BackAlleyState, hand: BackAlleyThrownInHand
) -> HandResult[BackAlleyState]:
    """Returns the result of a hand that all passed. Raises Refusal if somebody bid."""
    if hand.bids is not None:
        check_bids(setup, hand.bids, state.dealer, hand_size(setup.options, state.number))
        if any(hand.bids):
            text = _("Somebody bid, so the hand is played, not thrown in.")
            raise refuse("/bids", "was_bid", text, rule="bidding")
    return HandResult(
        points=[0, 0],
        state=state.model_copy(update={"hands_played": state.hands_played + 1, "bids": None}),
        lines=[line("All four passed: {who} deals the same hand again", who=seat(state.dealer), rule="bidding")],
        summary=say("Thrown in"),
        details=BackAlleyDetails(hand=state.number, hand_size=hand_size(setup.options, state.number)),
    )


def _contract_name(contract: Contract) -> Message:
    if contract.board:
        return BOARD_NAMES[contract.board]
    return say("{n}", n=contract.tricks) if contract.tricks else say("none")


def _warnings(contract: Contract, number: int, size: int) -> list[Line]:
    """What the table should know: a number that a board covers, a contract out of reach."""
    if contract.board and contract.tricks:
        return [line("The number bid beside the board of {who} has no effect", who=side(number), rule="board")]
    if not contract.board and contract.tricks > size:
        text = _("{who} bid {n} together, more than the {tricks} of the hand: it cannot be made")
        tricks = plural(size, "one trick", "{n} tricks")
        return [line(text, who=side(number), n=contract.tricks, tricks=tricks, rule="contract")]
    return []


def _score_side(
    options: BackAlleyOptions, contract: Contract, number: int, tricks: int, size: int
) -> tuple[bool | None, int, Line]:
    """Whether a side made its contract (None: it had none), its points and how they are computed."""
    who = side(number)
    if contract.board:
        won = tricks == size
        worth = BOARDS[contract.board] * size
        text = _("{who} made the {board}: {each} × {size}") if won else _("{who} failed the {board}: −{each} × {size}")
        value = worth if won else -worth
        params = {"who": who, "board": BOARD_NAMES[contract.board], "each": BOARDS[contract.board], "size": size}
        return won, value, line(text, value=value, rule="board", **params)
    if not contract.tricks:
        value = options.overtricks * tricks
        text = _("{who} bid nothing and took {tricks}: {each} × {tricks}")
        return None, value, line(text, who=who, each=options.overtricks, tricks=tricks, value=value, rule="no-contract")
    won = tricks >= contract.tricks
    more = tricks - contract.tricks
    value = PER_TRICK * contract.tricks + options.overtricks * more if won else -PER_TRICK * contract.tricks
    text = _("{who} bid {n} and took {tricks}: 5 × {n}") if won else _("{who} bid {n} and took {tricks}: −5 × {n}")
    over = options.overtricks * more if won else 0
    if over:
        text = _("{who} bid {n} and took {tricks}: 5 × {n} + {over}")
    params = {"who": who, "n": contract.tricks, "tricks": tricks, "over": over}
    return won, value, line(text, value=value, rule="contract", **params)
