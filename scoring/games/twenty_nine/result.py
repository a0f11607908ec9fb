"""What a hand of Twenty-Nine scores: the contract after the royals, the card points, one victory point up or down."""

from __future__ import annotations

from typing import Any

from scoring.engine.captured import check_same_figure, complete_piles, count_card_points, last_trick_winner
from scoring.engine.cards import PACK_32
from scoring.engine.checks import check_entered, check_left_out
from scoring.engine.game import HandResult, Setup, check_per_side, check_seat, next_state
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, line, plural, say, seat, side, signed
from scoring.engine.refusal import refuse
from scoring.games.twenty_nine.models import (
    LOWEST_CONTRACT,
    ROYALS,
    STAKES,
    TRICK,
    VALUES,
    TwentyNineDetails,
    TwentyNineHand,
    TwentyNineOptions,
    TwentyNineState,
    all_points,
)

#: How the result of a hand can be entered.
WAYS = {
    "made": _("whether the contract was made"),
    "declarer_points": _("the card points of the bidder's side"),
    "captured": _("the cards each side won"),
}


def score_hand(
    setup: Setup[TwentyNineOptions], state: TwentyNineState, hand: TwentyNineHand
) -> HandResult[TwentyNineState]:
    """Returns the result of the hand. Raises Refusal if it is not possible or lacks its result."""
    check_seat(setup, hand.bidder, "/bidder", rule="bidding")
    _check_allowed(setup.options, hand)
    bidding = setup.side_of(hand.bidder)
    contract, lines = _contract(setup.options, hand, bidding)
    won, counting = _declarer_points(setup, hand, bidding)
    lines += counting
    made = _made(hand, contract, won)
    points = _points(setup, state, hand, made, lines)
    return HandResult(
        points=points,
        state=next_state(setup, state, points),
        lines=lines,
        summary=_summary(hand, contract, made),
        details=TwentyNineDetails(contract=contract, made=made, declarer_points=won, declarer_side=bidding),
    )


def _check_allowed(options: TwentyNineOptions, hand: TwentyNineHand) -> None:
    most = all_points(options)
    if not options.minimum_bid <= hand.bid <= most:
        text = _("A bid of {bid} is not possible: bids go from {least} to {most}.")
        raise refuse("/bid", "bid_unknown", text, rule="bidding", bid=hand.bid, least=options.minimum_bid, most=most)
    if hand.royals is not None and not options.royals:
        raise refuse("/royals", "royals_off", "This table plays without the royals.", rule="royals")
    if hand.double != "none" and not options.doubling:
        raise refuse("/double", "doubling_off", "This table plays without doubling.", rule="doubling")


def _contract(options: TwentyNineOptions, hand: TwentyNineHand, bidding: int) -> tuple[int, list[Line]]:
    """The card points that the bidder's side needs (rules: royals, last-trick)."""
    lines = [line("{who} bid {bid}", who=seat(hand.bidder), bid=hand.bid, value=hand.bid, rule="bidding")]
    if hand.royals is None:
        return hand.bid, lines
    changed = hand.bid - ROYALS if hand.royals == bidding else hand.bid + ROYALS
    contract = min(max(LOWEST_CONTRACT, changed), all_points(options))
    if contract > changed:
        text = _("{who} showed the royals: {bid} − {royals}, but never below {contract}")
    elif contract < changed:
        text = _("{who} showed the royals: {bid} + {royals}, but never above {contract}")
    elif contract < hand.bid:
        text = _("{who} showed the royals: {bid} − {royals} = {contract}")
    else:
        text = _("{who} showed the royals: {bid} + {royals} = {contract}")
    values: dict[str, Any] = {"who": side(hand.royals), "bid": hand.bid, "royals": ROYALS, "contract": contract}
    lines.append(line(text, **values, value=contract, rule="royals"))
    return contract, lines


def _made(hand: TwentyNineHand, contract: int, won: int | None) -> bool:
    """Whether the contract was made, by the card points or as entered."""
    check_entered(hand, WAYS, rule="scoring")
    if won is None:
        return bool(hand.made)
    made = won >= contract
    if hand.made not in (None, made):
        text = _("{won} card points against a contract of {contract} give another result.")
        raise refuse("/made", "disagree", text, rule="scoring", won=won, contract=contract)
    return made


# -- card points -------------------------------------------------------------------------------------


def _declarer_points(
    setup: Setup[TwentyNineOptions], hand: TwentyNineHand, bidding: int
) -> tuple[int | None, list[Line]]:
    """The card points of the bidder's side, None if they were not entered, and how they were counted."""
    most, entered = all_points(setup.options), hand.declarer_points
    if entered is not None and not 0 <= entered <= most:
        text = _("{n} card points are not possible: there are {most}.")
        raise refuse("/declarer_points", "points_impossible", text, rule="card-strength", n=entered, most=most)
    if hand.captured is None:
        text = _("The last trick is asked for only with the cards won.")
        check_left_out(hand, ("last_trick",), "last_trick_needless", text, rule="last-trick")
        if entered is None:
            return None, []
        took = plural(entered, "{who} took {n} card point", "{who} took {n} card points", who=side(bidding))
        return entered, [Line(took, entered, "scoring")]
    check_per_side(setup, hand.captured, "/captured", rule="card-strength")
    piles = complete_piles(PACK_32, hand.captured, "/captured", trick=TRICK)
    if hand.royals is not None and not piles[hand.royals]:
        text = _("{who} won no trick, and the royals are shown after one.")
        raise refuse("/royals", "royals_without_trick", text, rule="royals", who=side(hand.royals))
    _check_royals_apart(hand, piles)
    counts, lines = count_card_points(None, piles, VALUES, side, "/captured", owners=(bidding,))
    won = counts[bidding]
    if _last_trick_winner(setup.options, hand, piles) == bidding:
        won += 1
        lines.append(line("One more for the last trick", value=won, rule="last-trick"))
    check_same_figure(entered, won, "/declarer_points")
    return won, lines


def _check_royals_apart(hand: TwentyNineHand, piles: list[list[str]]) -> None:
    """Raises Refusal if a pile of one trick shows that king and queen of trumps fell together, from two hands."""
    royals = {"K" + hand.trump, "Q" + hand.trump} if hand.trump else set()
    if hand.royals is not None and royals and any(len(pile) == TRICK and royals <= set(pile) for pile in piles):
        text = _("King and queen of trumps fell in one trick, so no player held both.")
        raise refuse("/royals", "royals_in_one_trick", text, rule="royals")


def _last_trick_winner(options: TwentyNineOptions, hand: TwentyNineHand, piles: list[list[str]]) -> int | None:
    """The side that gets the point for the last trick; None if the table plays without it."""
    if not options.last_trick:
        text = _("The last trick counts nothing at this table.")
        check_left_out(hand, ("last_trick",), "last_trick_off", text, rule="last-trick")
        return None
    winner = last_trick_winner(hand.last_trick, piles)
    if winner is None:
        text = _("Who took the last trick, and the point for it?")
        raise refuse("/last_trick", "last_trick_missing", text, rule="last-trick")
    return winner


# -- victory points ----------------------------------------------------------------------------------


def _points(
    setup: Setup[TwentyNineOptions], state: TwentyNineState, hand: TwentyNineHand, made: bool, lines: list[Line]
) -> list[Number]:
    """Returns the points by side; no total passes the target, up or down."""
    bidding = setup.side_of(hand.bidder)
    change: Number = STAKES[hand.double] if made else -STAKES[hand.double]
    target = setup.options.target
    before = state.totals[bidding]
    after = max(-target, min(target, before + change))
    text = _("Made: {who} {change}") if made else _("Not made: {who} {change}")
    rule = "scoring" if hand.double == "none" else "doubling"
    lines.append(line(text, who=side(bidding), change=signed(change), value=change, rule=rule))
    if after - before != change:
        text = _("No further than {end}: {who} {counted}")
        counts = signed(after - before)
        lines.append(line(text, end=signed(after), who=side(bidding), counted=counts, value=after - before, rule="end"))
    lines.append(line("The defenders' score stays as it is", rule="scoring"))
    points: list[Number] = [0, 0]
    points[bidding] = after - before
    return points


def _summary(hand: TwentyNineHand, contract: int, made: bool) -> Message:
    text = _("{who} made {contract}") if made else _("{who} failed at {contract}")
    return say(text, who=seat(hand.bidder), contract=contract)
