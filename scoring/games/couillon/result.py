"""The changes of the slate by a hand of Couillon."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.game import HandResult, Setup, check_seat, next_state
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, line, plural, say, side
from scoring.games.couillon.count import count_points
from scoring.games.couillon.models import (
    CouillonCardsHand,
    CouillonDetails,
    CouillonOptions,
    CouillonPointsHand,
    CouillonState,
    times_text,
)


@dataclass(frozen=True)
class Change:
    """What a hand rubs out and adds: units, by side."""

    erased: list[int]
    added: list[int]


def score_hand(
    setup: Setup[CouillonOptions], state: CouillonState, hand: CouillonPointsHand | CouillonCardsHand
) -> HandResult[CouillonState]:
    """Returns the result of a hand: the slate after it. Points are the change of what each side has left: down is good.

    Raises Refusal if the hand is not possible.
    """
    check_seat(setup, hand.accepted_by, "/accepted_by", rule="accepting")
    won, counting = count_points(setup, hand)
    winner = None if won[0] == won[1] else int(won[1] > won[0])
    accepting = None if hand.accepted_by is None else setup.side_of(hand.accepted_by)
    left = [lines + marks for lines, marks in zip(state.lines, state.marks, strict=True)]
    change = _change(setup.options, state.factor, left, winner, accepting)
    marks = [max(0, old - out) + more for old, out, more in zip(state.marks, change.erased, change.added, strict=True)]
    after = [old - out + more for old, out, more in zip(left, change.erased, change.added, strict=True)]
    lines = [whole - mark for whole, mark in zip(after, marks, strict=True)]
    factor = _next_factor(setup.options, state.factor, winner)
    points: list[Number] = [new - old for new, old in zip(after, left, strict=True)]
    match_winner = after.index(0) if 0 in after else None
    state_after = next_state(setup, state, points, lines=lines, marks=marks, factor=factor)
    return HandResult(
        points=points,
        state=state_after,
        lines=[*counting, *_lines(state.factor, winner, accepting, change, after, factor)],
        summary=_summary(state.factor, winner, won),
        details=CouillonDetails(
            hand_points=won,
            hand_winner=winner,
            factor=state.factor,
            erased=change.erased,
            added=change.added,
            lines=lines,
            marks=marks,
            left=after,
            finished=match_winner is not None,
            winner=match_winner,
            next_dealer=state_after.dealer,
            next_factor=factor,
        ),
    )


def _change(
    options: CouillonOptions, factor: int, left: list[int], winner: int | None, accepting: int | None
) -> Change:
    change = Change([0, 0], [0, 0])
    if winner is not None:
        change.erased[winner] = min(factor, left[winner])
        if accepting == 1 - winner:
            change.added[accepting] = factor if options.double_penalty else 1
    return change


def _next_factor(options: CouillonOptions, factor: int, winner: int | None) -> int:
    if winner is not None:
        return 1
    return factor + 1 if options.ties == "pile_up" else 2


def _lines(
    factor: int, winner: int | None, accepting: int | None, change: Change, after: list[int], next_factor: int
) -> list[Line]:
    if winner is None:
        text = _("A draw: nothing is rubbed out, and the next hand that is won counts {times}")
        return [line(text, times=times_text(next_factor), rule="draws")]
    lines = []
    if factor > 1:
        lines.append(line("This hand counts {times} after a draw", times=times_text(factor), rule="draws"))
    out = plural(change.erased[winner], "{n} stroke", "{n} strokes")
    text = _("{who} have more and rub out {out}: {left} left")
    lines.append(line(text, who=side(winner), out=out, left=after[winner], rule="rubbing-out"))
    loser = 1 - winner
    if change.added[loser]:
        more = plural(change.added[loser], "{n} mark", "{n} marks")
        text = _("{who} accepted and lost, and add {more}: {left} left")
        lines.append(line(text, who=side(loser), more=more, left=after[loser], rule="penalty"))
    elif accepting is None:
        lines.append(line("Nobody had accepted: no mark for the losers", rule="declined"))
    return lines


def _summary(factor: int, winner: int | None, won: list[int]) -> Message:
    if winner is None:
        return say("Draw, {a} to {b}", a=won[0], b=won[1])
    text = _("{who} won, {a} to {b}") if factor == 1 else _("{who} won, {a} to {b}, counting {times}")
    return say(text, who=side(winner), a=won[winner], b=won[1 - winner], times=times_text(factor))
