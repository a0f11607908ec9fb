"""What a hand of Fipsen is worth, and what it changes on the sheet."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.captured import check_cards
from scoring.engine.cards import rank_of
from scoring.engine.checks import check_left_out
from scoring.engine.game import HandResult, Setup, check_seat, next_state
from scoring.engine.marking import _, ngettext_noop
from scoring.engine.messages import Line, Message, Number, card, line, plural, say, seat, signed, suit
from scoring.engine.refusal import refuse
from scoring.games.fipsen.hand_end import HandEnd, find_hand_end
from scoring.games.fipsen.models import (
    NUMBERS,
    PACK,
    TRICKS,
    FipsenAllPassed,
    FipsenBid,
    FipsenContractHand,
    FipsenDetails,
    FipsenEntry,
    FipsenKiekerHand,
    FipsenOptions,
    FipsenState,
    bid_name,
)

KIEKER = 10
KIEKER_IN_BIDDING = 4.5
SURRENDER = 5

Doublings = Sequence[tuple[Message, str]]


def score_contract(
    setup: Setup[FipsenOptions], state: FipsenState, hand: FipsenContractHand
) -> HandResult[FipsenState]:
    """Returns the result of a contract: its value up if made, twice its value down if not.

    Raises Refusal if it is not possible.
    """
    check_seat(setup, hand.declarer, "/declarer", rule="bidding")
    _check_number(hand.number)
    if hand.ruten and hand.trump != "D":
        text = _("Ruten was bid, so diamonds are trumps, not {suit}.")
        raise refuse("/trump", "ruten_needs_diamonds", text, rule="ruten", suit=suit(hand.trump))
    durch = hand.durch or hand.number == TRICKS
    ending = find_hand_end(hand, hand.number, durch)
    doublings = [*bid_doublings(hand.number, hand.hand, hand.ruten, hand.durch)]
    if hand.trump == "D" and not hand.ruten:
        doublings.append((say("Diamonds named as trumps: doubled"), "ruten"))
    if ending.played_on:
        doublings.append((say("Played on: doubled"), "playing-on"))
    value, lines = contract_value(NUMBERS[hand.number], hand.number, doublings)
    name = bid_name(hand.number, hand.hand, hand.ruten, hand.durch)
    points = value if ending.made else -2 * value
    lines += _result_lines(hand.declarer, ending, points, hand.number, durch)
    details = FipsenDetails(value=value, made=ending.made, played_on=ending.played_on, tricks=ending.tricks)
    return _hand_result(
        setup, state, hand.declarer, points, value, lines, _summary(hand.declarer, name, points), details
    )


def score_kieker(setup: Setup[FipsenOptions], state: FipsenState, hand: FipsenKiekerHand) -> HandResult[FipsenState]:
    """Returns the result of a Kieker: like a Five Durch, or 5 down if given up. Raises Refusal if it is not
    possible.
    """
    check_seat(setup, hand.declarer, "/declarer", rule="bidding")
    text = _("A Kieker has no additions: the skat is taken, and all tricks are promised anyway.")
    check_left_out(hand, ("hand", "ruten", "durch"), "kieker_alone", text, rule="kieker")
    _check_dealt_hand(hand.dealt_hand)
    if hand.surrendered:
        return _surrender(setup, state, hand)
    doubles = setup.options.kieker_diamonds == "doubled"
    if doubles and hand.trump is None:
        raise refuse("/trump", "trump_missing", "Which suit was named as trumps?", rule="kieker")
    ending = find_hand_end(hand, TRICKS, durch=True)
    doublings = []
    if doubles and hand.trump == "D":
        doublings.append((say("Diamonds named as trumps: doubled"), "kieker"))
    value, lines = contract_value(say("Kieker, as Five Durch"), KIEKER, doublings, rule="kieker")
    points = value if ending.made else -2 * value
    lines += _result_lines(hand.declarer, ending, points, TRICKS, durch=True)
    details = FipsenDetails(value=value, made=ending.made, surrendered=False, tricks=ending.tricks)
    summary = _summary(hand.declarer, say("Kieker"), points)
    return _hand_result(setup, state, hand.declarer, points, value, lines, summary, details)


def score_all_passed(setup: Setup[FipsenOptions], state: FipsenState, hand: FipsenAllPassed) -> HandResult[FipsenState]:
    """Returns the result of a deal that all passed: nothing is scored, the dealer deals again, and the deal does not
    count.
    """
    points: list[Number] = [0] * setup.players
    text = _("All passed: {who} deals again, and the deal does not count")
    lines = [line(text, who=seat(state.dealer), rule="all-passed")]
    after = next_state(setup, state, points, dealer=state.dealer)
    return HandResult(
        points=points, state=after, lines=lines, summary=say("All passed"), details=FipsenDetails(value=None)
    )


def score_bid(setup: Setup[FipsenOptions], state: FipsenState, bid: FipsenBid) -> HandResult[FipsenState]:
    """Returns the value of a bid: the answer to a question, not a hand."""
    value: Number
    if bid.kieker:
        if bid.number is not None or bid.hand or bid.ruten or bid.durch:
            raise refuse("/kieker", "kieker_alone", "A Kieker has no number and no additions.", rule="kieker")
        value, name = KIEKER_IN_BIDDING, say("Kieker")
        lines = [line("Kieker counts {n} in the bidding", n=value, value=value, rule="kieker")]
    else:
        if bid.number is None:
            raise refuse("/number", "number_missing", "Which number, 2 to 5?", rule="bidding")
        _check_number(bid.number)
        doublings = [*bid_doublings(bid.number, bid.hand, bid.ruten, bid.durch)]
        value, lines = contract_value(NUMBERS[bid.number], bid.number, doublings)
        name = bid_name(bid.number, bid.hand, bid.ruten, bid.durch)
    return HandResult(
        points=[0] * setup.players,
        state=state,
        lines=lines,
        summary=say("{bid}: {value}", bid=name, value=value),
        details=FipsenDetails(value=value),
        is_query=True,
    )


def _check_number(number: int) -> None:
    if number not in NUMBERS:
        raise refuse(
            "/number", "number_unknown", "{n} is not a bid: bids go from 2 to 5 tricks.", rule="bidding", n=number
        )


def _check_dealt_hand(dealt: list[str] | None) -> None:
    if dealt is None:
        return
    if len(dealt) != TRICKS:
        raise refuse("/dealt_hand", "wrong_length", "Five cards are dealt, not {n}.", rule="setup", n=len(dealt))
    check_cards(PACK, dealt, "/dealt_hand")
    for place, code in enumerate(dealt):
        if rank_of(code) in ("K", "Q", "J"):
            text = _("{card} is a face card: with it no Kieker can be bid.")
            raise refuse(f"/dealt_hand/{place}", "face_card", text, rule="kieker", card=card(code))


def bid_doublings(number: int, hand: bool, ruten: bool, durch: bool) -> Doublings:
    """Returns the doublings of a bid with these additions: the text and the section of the rules of each."""
    doublings = []
    if hand:
        doublings.append((say("Hand: doubled"), "value"))
    if ruten:
        doublings.append((say("Ruten: doubled"), "ruten"))
    if number == TRICKS:
        doublings.append((say("Five is always Durch: doubled"), "durch"))
    elif durch:
        doublings.append((say("Durch: doubled"), "durch"))
    return doublings


def contract_value(start: Message, number: int, doublings: Doublings, rule: str = "value") -> tuple[int, list[Line]]:
    """Returns the value of this number after these doublings, and its calculation. start: the text of the first
    line.
    """
    value = number
    lines = [Line(start, value, rule)]
    for reason, section in doublings:
        value *= 2
        lines.append(Line(reason, value, section))
    return value, lines


def _result_lines(declarer: int, ending: HandEnd, points: int, number: int, durch: bool) -> list[Line]:
    """How the hand ended, and why if it failed. number, durch: what was promised."""
    lines = []
    if ending.tricks is not None:
        lines.append(line("Tricks won by {who}", who=seat(declarer), value=ending.tricks, rule="result"))
    if not ending.made and ending.played_on:
        lines.append(line("Playing on needs every remaining trick: one was lost", rule="playing-on"))
    elif not ending.made and durch:
        lines.append(line("All five tricks were promised: one was lost", rule="durch"))
    elif not ending.made:
        forms = ngettext_noop("{n} trick was promised: missed", "{n} tricks were promised: missed")
        lines.append(Line(plural(number, *forms), None, "result"))
    text = _("Made: {who} {points}") if ending.made else _("Failed, twice the value: {who} {points}")
    lines.append(line(text, who=seat(declarer), points=signed(points), value=points, rule="result"))
    return lines


def _surrender(setup: Setup[FipsenOptions], state: FipsenState, hand: FipsenKiekerHand) -> HandResult[FipsenState]:
    text = _("A Kieker that was given up was not played: there is nothing else to enter.")
    names = ("outcome", "sequence", "tricks", "took_rest", "trump", "played_on")
    check_left_out(hand, names, "surrendered", text, rule="kieker")
    who = seat(hand.declarer)
    lines = [line("Kieker given up before the first lead: {who} −{n}", who=who, n=SURRENDER, value=-5, rule="kieker")]
    summary = say("{who}: Kieker given up", who=who)
    details = FipsenDetails(value=SURRENDER, made=False, surrendered=True, tricks=None)
    return _hand_result(setup, state, hand.declarer, -SURRENDER, SURRENDER, lines, summary, details)


def _summary(declarer: int, name: Message, points: int) -> Message:
    text = _("{who}: {name}, made") if points > 0 else _("{who}: {name}, failed")
    return say(text, who=seat(declarer), name=name)


def _hand_result(
    setup: Setup[FipsenOptions],
    state: FipsenState,
    declarer: int,
    points: int,
    value: int,
    lines: list[Line],
    summary: Message,
    details: FipsenDetails,
) -> HandResult[FipsenState]:
    by_seat: list[Number] = [0] * setup.players
    by_seat[declarer] = points
    after = next_state(
        setup,
        state,
        by_seat,
        deals_played=state.deals_played + 1,
        values=[*state.values, value],
        entries=[*state.entries, FipsenEntry(seat=declarer, points=points)],
    )
    return HandResult(points=by_seat, state=after, lines=lines, summary=summary, details=details)
