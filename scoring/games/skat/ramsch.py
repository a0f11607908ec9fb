"""Ramsch: who scores, and what."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.engine.fewest_points import by_last_trick, fewest_points
from scoring.engine.game import HandResult
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, line, say, seat
from scoring.engine.refusal import refuse
from scoring.games.skat.models import SkatRamschHand
from scoring.games.skat.options import Setup, SkatDetails, SkatState
from scoring.games.skat.ramsch_count import RamschCount, count_ramsch
from scoring.games.skat.scoring import PlayedHand, check_doublings, hand_result

FEWEST, NO_TRICK, ALL_TRICKS, ALL_TRICKS_MOST = 10, 20, -30, 120


@dataclass(frozen=True)
class Scorers:
    """Who scores in a Ramsch: points by seat, the name of the case, and the reason."""

    points: dict[int, int]
    result: str
    reason: Message
    rule: str
    more: list[Line] = field(default_factory=list)


def score_ramsch(setup: Setup, state: SkatState, hand: SkatRamschHand) -> HandResult[SkatState]:
    """Returns the result of a Ramsch by the options of this table. Raises Refusal if it is not possible (rule:
    ramsch).
    """
    if setup.options.ramsch is None:
        text = _("At this table a deal is not played if all pass: enter it as passed in.")
        raise refuse("/kind", "ramsch_off", text, rule="passed-in")
    check_doublings(setup, "none", hand.start_bock)
    count = count_ramsch(setup, state, hand)
    least = setup.options.ramsch == "least"
    scorers = _least(setup, state, count) if least else _most(count)
    points: list[Number] = [scorers.points.get(number, 0) for number in range(setup.players)]
    lines = [*count.lines, *scorers.more]
    worth = next(iter(scorers.points.values()), 0)
    lines.append(Line(scorers.reason, worth, scorers.rule))
    return hand_result(
        setup,
        state,
        hand,
        PlayedHand(
            points=points,
            lines=lines,
            summary=say("Ramsch: {reason}", reason=scorers.reason),
            details=SkatDetails(card_points=count.points, tricks=count.tricks, result=scorers.result),
        ),
    )


def _all_tricks(count: RamschCount) -> int | None:
    """The seat that took all ten tricks, if one did."""
    takers = [number for number in count.active if count.won_trick[number]]
    return takers[0] if len(takers) == 1 else None


def _least(setup: Setup, state: SkatState, count: RamschCount) -> Scorers:
    taker = _all_tricks(count)
    if taker is not None:
        reason = say("{who} took all ten tricks", who=seat(taker))
        return Scorers({taker: ALL_TRICKS}, "all_tricks", reason, "ramsch")
    tied = fewest_points(count.points, count.active)
    if len(tied) == 3:
        forehand = setup.after(state.dealer)
        reason = say("All three tie, and {who} is forehand", who=seat(forehand))
        return Scorers({forehand: FEWEST}, "three_tied", reason, "ramsch-ties")
    if len(tied) == 2:
        scorer, reason = _break_tie(count, tied)
        worth = FEWEST if count.won_trick[scorer] else NO_TRICK
        return Scorers({scorer: worth}, "two_tied", reason, "ramsch-ties")
    if not count.won_trick[tied[0]]:
        reason = say("{who} took no trick at all", who=seat(tied[0]))
        return Scorers({tied[0]: NO_TRICK}, "no_trick", reason, "ramsch")
    reason = say("{who} has the fewest card points", who=seat(tied[0]))
    return Scorers({tied[0]: FEWEST}, "fewest", reason, "ramsch")


def _break_tie(count: RamschCount, tied: list[int]) -> tuple[int, Message]:
    """Returns who scores if two tie for fewest, and why: a player without a trick, else whose last trick came earlier.

    Raises Refusal if the last tricks are needed and were not entered (rule: ramsch-ties).
    """
    for number in tied:
        if not count.won_trick[number]:
            return number, say("Two tie for fewest, and {who} took no trick", who=seat(number))
    last = count.last
    if last is None:
        last_winner = count.last_trick_winner
        if last_winner is None or last_winner not in tied:
            text = _("Two tie for fewest with {n} card points: the last trick that each player won is needed.")
            raise refuse("/last_trick", "last_trick_missing", text, rule="ramsch-ties", n=count.points[tied[0]])
        scorer = next(number for number in tied if number != last_winner)
        text = _("{who} and {other} tie for fewest, and {other} won the last trick")
        return scorer, say(text, other=seat(last_winner), who=seat(scorer))
    scorer, other = by_last_trick(tied, last)
    text = _("{who} and {other} tie for fewest, and {who} won no trick after number {n}")
    return scorer, say(text, who=seat(scorer), other=seat(other), n=last[scorer])


def _most(count: RamschCount) -> Scorers:
    taker = _all_tricks(count)
    if taker is not None:
        reason = say("{who} took all ten tricks", who=seat(taker))
        return Scorers({taker: ALL_TRICKS_MOST}, "all_tricks", reason, "ramsch-most")
    most = max(count.points)
    tied = [number for number in count.active if count.points[number] == most]
    if len(tied) == 3:
        return Scorers({}, "three_tied", say("All three tie, and nobody scores"), "ramsch-most")
    reason = say("{who} has the most card points", who=seat(tied[0]))
    if len(tied) == 2:
        reason = say("{one} and {other} tie for the most", one=seat(tied[0]), other=seat(tied[1]))
    empty = [number for number in count.active if not count.won_trick[number]]
    if not empty:
        return Scorers(dict.fromkeys(tied, -most), "most", reason, "ramsch-most")
    more = [line("{who} took no trick: the loss is doubled", who=seat(empty[0]), rule="ramsch-most")]
    return Scorers(dict.fromkeys(tied, -2 * most), "most_doubled", reason, "ramsch-most", more)
