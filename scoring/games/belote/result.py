"""What a Belote hand scores: made, failed, equal or capot, with declarations, belote and carried points."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.engine.game import HandResult, Setup, check_seat, next_state
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, line, say, seat, side
from scoring.engine.refusal import refuse
from scoring.games.belote.count import Count, count_points
from scoring.games.belote.declarations import compare
from scoring.games.belote.models import (
    ALL_POINTS,
    BELOTE,
    CAPOT_BONUS,
    BeloteDetails,
    BeloteOptions,
    BelotePlayedHand,
    BeloteState,
)

#: All the points of the tricks, once they are rounded.
ROUNDED = 160


@dataclass
class _Shares:
    """What each side scores, part by part, and what waits for the next hand."""

    made: bool | None
    reason: Line
    tricks: list[int]
    declaration_points: list[int] = field(default_factory=lambda: [0, 0])
    carried: int = 0
    winner: int | None = None
    """The side that gets the points left by an equal hand; None if this hand is equal too."""


def score_played(setup: Setup[BeloteOptions], state: BeloteState, hand: BelotePlayedHand) -> HandResult[BeloteState]:
    """Returns the result of a played hand. Raises Refusal if points, cards or declarations are not possible."""
    check_seat(setup, hand.taker, "/taker", rule="bidding")
    _check_options(setup.options, hand)
    count = count_points(setup, hand)
    comparison = compare(setup, hand.declarations or [], hand.trump, state.dealer, hand.belote)
    declaration_points = [comparison.points if comparison.side == number else 0 for number in range(2)]
    belote = [BELOTE if hand.belote == number else 0 for number in range(2)]
    lines = [*count.lines, *comparison.lines]
    sums = list(count.points)
    if setup.options.contract == "all" and count.capot is None:
        sums = [sum(parts) for parts in zip(sums, declaration_points, belote, strict=True)]
        text = _("With declarations and belote: {first} {a}, {second} {b}")
        lines.append(line(text, first=side(0), a=sums[0], second=side(1), b=sums[1], rule="contract"))
    shares = _shares(setup.options, hand, count, sums, declaration_points)
    lines.append(shares.reason)
    if comparison.points and not shares.carried and not any(shares.declaration_points):
        lines.append(line("The declarations of a side without a trick are lost", rule="capot"))
    carried_won = [state.carried if shares.winner == number else 0 for number in range(2)]
    if shares.winner is None:
        shares.carried += state.carried
    exact = [shares.tricks[n] + shares.declaration_points[n] + belote[n] + carried_won[n] for n in range(2)]
    points = [_round_points(setup.options, value) for value in exact]
    if setup.options.rounding == "complement" and shares.made and count.capot is None:
        others = 1 - hand.taker % 2
        theirs = _round_points(setup.options, shares.tricks[others])
        tricks = [theirs, ROUNDED - theirs] if others == 0 else [ROUNDED - theirs, theirs]
        points = [tricks[n] + _round_points(setup.options, exact[n] - shares.tricks[n]) for n in range(2)]
    for number in range(2):
        parts = _parts(shares.tricks[number], shares.declaration_points[number], belote[number], carried_won[number])
        lines.append(line("{who}: {parts}", who=side(number), parts=parts, value=exact[number], rule="scoring"))
        if points[number] != exact[number]:
            text = _("{who}, to the nearest ten")
            if setup.options.rounding == "complement" and number == hand.taker % 2 and shares.made:
                text = _("{who}, what is missing to 160")
            lines.append(line(text, who=side(number), value=points[number], rule="rounding"))
    if shares.carried:
        text = _("{n} wait for the winner of the next hand")
        lines.append(line(text, n=shares.carried, value=shares.carried, rule="equal"))
    return HandResult(
        points=points,
        state=next_state(setup, state, points, carried=shares.carried, taker=hand.taker),
        lines=lines,
        summary=_summary(hand, count, shares.made, sums),
        details=BeloteDetails(
            made=shares.made,
            trick_points=count.points,
            declaration_points=shares.declaration_points,
            belote_points=belote,
            exact=exact,
            capot=count.capot,
            declarations_of=comparison.side,
            carried=shares.carried,
        ),
    )


def _shares(
    options: BeloteOptions, hand: BelotePlayedHand, count: Count, sums: list[int], declaration_points: list[int]
) -> _Shares:
    """The parts of both sides. sums: what decides whether the contract was made, by side."""
    taking = hand.taker % 2
    others = 1 - taking
    if count.capot is not None:
        return _capot(options, taking, count.capot, declaration_points)
    own, theirs = sums[taking], sums[others]
    if own == theirs and options.equal == "litige":
        reason = line("Equal, {n} each: the taker's points wait", n=own, rule="equal")
        shares = _Shares(None, reason, [0, 0], carried=count.points[taking] + declaration_points[taking])
        shares.tricks[others] = count.points[others]
        shares.declaration_points[others] = declaration_points[others]
        return shares
    if own == theirs and options.equal == "defenders":
        reason = line("Equal, {n} each: the defenders score theirs, the taker nothing", n=own, rule="equal")
        shares = _Shares(False, reason, [0, 0], winner=others)
        shares.tricks[others] = count.points[others]
        shares.declaration_points[others] = declaration_points[others]
        return shares
    if own == theirs:
        made = options.equal == "made"
        text = (
            _("Equal, {n} each: counts as made here")
            if made
            else _("Equal, {n} each: the taker needs more, and failed")
        )
        reason = line(text, n=own, rule="equal")
    else:
        made = own > theirs
        text = _("{who} made it: {own} against {theirs}") if made else _("{who} failed: {own} against {theirs}")
        reason = line(text, who=seat(hand.taker), own=own, theirs=theirs, rule="made" if made else "failed")
    if made:
        return _Shares(True, reason, list(count.points), declaration_points, winner=taking)
    shares = _Shares(False, reason, [0, 0], winner=others)
    shares.tricks[others] = ALL_POINTS
    shares.declaration_points[others] = sum(declaration_points)
    return shares


def _capot(options: BeloteOptions, taking: int, winner: int, declaration_points: list[int]) -> _Shares:
    """All eight tricks to one side: it has the declarations too, but in a capot of the taker's only its own."""
    text = (
        _("{who}: all the tricks, capot") if winner == taking else _("{who}: all the tricks against the taker, capot")
    )
    shares = _Shares(winner == taking, line(text, who=side(winner), rule="capot"), [0, 0], winner=winner)
    shares.tricks[winner] = ALL_POINTS + CAPOT_BONUS
    if winner == taking and options.capot_declarations == "counted":
        shares.declaration_points = list(declaration_points)
    else:
        shares.declaration_points[winner] = declaration_points[winner] if winner == taking else sum(declaration_points)
    return shares


def _check_options(options: BeloteOptions, hand: BelotePlayedHand) -> None:
    if hand.declarations and options.declarations != "all":
        text = _("This table plays without runs and fours.")
        raise refuse("/declarations", "declarations_off", text, rule="options")
    if hand.belote is not None and options.declarations == "none":
        raise refuse("/belote", "declarations_off", "This table plays without belote.", rule="options")


def _parts(tricks: int, declaration_points: int, belote: int, carried_won: int) -> list[Message]:
    parts = [say("tricks {n}", n=tricks)]
    if declaration_points:
        parts.append(say("declarations {n}", n=declaration_points))
    if belote:
        parts.append(say("belote {n}", n=belote))
    if carried_won:
        parts.append(say("left by the equal hand {n}", n=carried_won))
    return parts


def _round_points(options: BeloteOptions, value: int) -> Number:
    """To the nearest ten, 5 upwards."""
    return value if options.rounding == "none" else (value + 5) // 10 * 10


def _summary(hand: BelotePlayedHand, count: Count, made: bool | None, sums: list[int]) -> Message:
    who = seat(hand.taker)
    if count.capot is not None:
        return say("{who} took: capot by {side}", who=who, side=side(count.capot))
    text = _("{who} took and made it, {own} to {theirs}") if made else _("{who} took and failed, {own} to {theirs}")
    if made is None:
        text = _("{who} took: equal, {own} to {theirs}")
    return say(text, who=who, own=sums[hand.taker % 2], theirs=sums[1 - hand.taker % 2])
