"""What a Belote hand brings: made, failed, equal or capot, with declarations, belote and what was carried."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.engine.game import HandResult, Setup, check_seat, next_state
from scoring.engine.messages import Line, Message, Number, line, say, seat, side, trim_number
from scoring.engine.refusal import refuse
from scoring.games.belote.count import Count, count_tricks
from scoring.games.belote.declarations import Compared, compare
from scoring.games.belote.models import ALL_POINTS, BELOTE, CAPOT_BONUS, BeloteOptions, BelotePlayedHand, BeloteState


@dataclass
class _Shares:
    """What each side scores, part by part, and what waits for the next hand."""

    made: bool | None
    told: Line
    tricks: list[Number]
    declared: list[Number] = field(default_factory=lambda: [0, 0])
    carried: Number = 0
    winner: int | None = None
    """The side that is paid what an equal hand left behind; None where this hand is equal, too."""


def score_played(setup: Setup[BeloteOptions], state: BeloteState, hand: BelotePlayedHand) -> HandResult[BeloteState]:
    check_seat(setup, hand.taker, "/taker", rule="bidding")
    _check_declared(setup.options, hand)
    count = count_tricks(setup, hand)
    compared = compare(setup, hand.declarations, hand.trump, state.dealer)
    taking = setup.side_of(hand.taker)
    shares = _shares(setup.options, hand, count, compared)
    lines = [*count.lines, *compared.lines, shares.told]
    if compared.points and not shares.carried and not any(shares.declared):
        lines.append(line("The declarations of a side without a trick are lost", rule="capot"))
    belote: list[Number] = [BELOTE if hand.belote == number else 0 for number in range(2)]
    paid: list[Number] = [state.carried if shares.winner == number else 0 for number in range(2)]
    if shares.winner is None:
        shares.carried += state.carried
    exact = [trim_number(shares.tricks[n] + shares.declared[n] + belote[n] + paid[n]) for n in range(2)]
    points = [_rounded(setup.options, value) for value in exact]
    for number in range(2):
        parts = _parts(shares.tricks[number], shares.declared[number], belote[number], paid[number])
        lines.append(line("{who}: {parts}", who=side(number), parts=parts, value=exact[number], rule="scoring"))
        if points[number] != exact[number]:
            text = "{who}, to the nearest ten"
            lines.append(line(text, who=side(number), value=points[number], rule="rounding"))
    if shares.carried:
        text = "{n} wait for the winner of the next hand"
        lines.append(line(text, n=shares.carried, value=shares.carried, rule="equal"))
    return HandResult(
        points=points,
        state=next_state(setup, state, points, carried=shares.carried, taker=hand.taker),
        lines=lines,
        summary=_summary(hand, count, shares.made, taking),
        details={
            "made": shares.made,
            "trick_points": count.points,
            "declaration_points": [trim_number(value) for value in shares.declared],
            "belote_points": belote,
            "exact": exact,
            "capot": count.capot,
            "declarations_of": compared.side,
            "carried": trim_number(shares.carried),
        },
    )


def _shares(options: BeloteOptions, hand: BelotePlayedHand, count: Count, compared: Compared) -> _Shares:
    taking = hand.taker % 2
    others = 1 - taking
    own, theirs = count.points[taking], count.points[others]
    declared: list[Number] = [compared.points if compared.side == number else 0 for number in range(2)]
    if count.capot == taking:
        shares = _Shares(True, line("{who}: all the tricks, capot", who=side(taking), rule="capot"), [0, 0])
        shares.tricks[taking] = ALL_POINTS + CAPOT_BONUS
        shares.declared[taking] = declared[taking]
        shares.winner = taking
        return shares
    if count.capot == others:
        told = line("{who}: all the tricks against the taker, capot", who=side(others), rule="capot")
        shares = _Shares(False, told, [0, 0], winner=others)
        shares.tricks[others] = ALL_POINTS + CAPOT_BONUS
        shares.declared[others] = sum(declared)
        return shares
    if own > theirs or (own == theirs and options.equal == "made"):
        equal = own == theirs
        told = (
            line("81 points each: counts as made here", rule="equal")
            if equal
            else line(
                "{who} made it: {own} against {theirs}", who=seat(hand.taker), own=own, theirs=theirs, rule="made"
            )
        )
        return _Shares(None if equal else True, told, list(count.points), declared, winner=taking)
    if own == theirs and options.equal == "litige":
        told = line("81 points each: the taker's points wait", rule="equal")
        shares = _Shares(None, told, [0, 0], carried=own + declared[taking])
        shares.tricks[others] = theirs
        shares.declared[others] = declared[others]
        return shares
    told = (
        line("81 points each: the taker needs more, and has failed", rule="equal")
        if own == theirs
        else line("{who} failed: {own} against {theirs}", who=seat(hand.taker), own=own, theirs=theirs, rule="failed")
    )
    shares = _Shares(None if own == theirs else False, told, [0, 0], winner=others)
    shares.tricks[others] = ALL_POINTS
    shares.declared[others] = sum(declared)
    return shares


def _check_declared(options: BeloteOptions, hand: BelotePlayedHand) -> None:
    if hand.declarations and options.declarations != "all":
        text = "This table plays without runs and fours."
        raise refuse("/declarations", "declarations_off", text, rule="options")
    if hand.belote is not None and options.declarations == "none":
        raise refuse("/belote", "declarations_off", "This table plays without belote.", rule="options")


def _parts(tricks: Number, declared: Number, belote: Number, paid: Number) -> list[Message]:
    parts = [say("tricks {n}", n=tricks)]
    if declared:
        parts.append(say("declarations {n}", n=declared))
    if belote:
        parts.append(say("belote {n}", n=belote))
    if paid:
        parts.append(say("left by the equal hand {n}", n=paid))
    return parts


def _rounded(options: BeloteOptions, value: Number) -> Number:
    """To the nearest ten, 5 upwards."""
    return trim_number((value + 5) // 10 * 10) if options.rounding == "ten" else value


def _summary(hand: BelotePlayedHand, count: Count, made: bool | None, taking: int) -> Message:
    who = seat(hand.taker)
    if count.capot is not None:
        return say("{who} took: capot by {side}", who=who, side=side(count.capot))
    text = "{who} took and made it, {own} to {theirs}" if made else "{who} took and failed, {own} to {theirs}"
    if made is None:
        text = "{who} took: equal, {own} to {theirs}"
    return say(text, who=who, own=count.points[taking], theirs=count.points[1 - taking])
