"""Ramsch: who scores, and what."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.engine.game import HandResult
from scoring.engine.messages import Line, Message, Number, line, say, seat, signed
from scoring.engine.refusal import refuse
from scoring.games.skat.scoring import Outcome, book, check_doublings
from scoring.games.skat.models import SkatRamschHand
from scoring.games.skat.options import Setup, SkatState
from scoring.games.skat.ramsch_count import Tally, tally_of

FEWEST, NO_TRICK, ALL_TRICKS, ALL_TRICKS_MOST = 10, 20, -30, 120


@dataclass(frozen=True)
class Scorers:
    """Who scores in a Ramsch: points by seat, the name of the case, and how it is told."""

    points: dict[int, int]
    result: str
    told: Message
    rule: str
    more: list[Line] = field(default_factory=list)


def score_ramsch(setup: Setup, state: SkatState, hand: SkatRamschHand) -> HandResult[SkatState]:
    """A Ramsch by the rules of this table. Raises Refusal where it cannot have happened (rule: ramsch)."""
    if setup.options.ramsch is None:
        text = "At this table a deal that all pass is not played: enter it as passed in."
        raise refuse("/kind", "ramsch_off", text, rule="passed-in")
    check_doublings(setup, "none", hand.start_bock)
    tally = tally_of(setup, state, hand)
    least = setup.options.ramsch == "least"
    scorers = _least(setup, state, tally) if least else _most(tally)
    points: list[Number] = [scorers.points.get(number, 0) for number in range(setup.players)]
    lines = [*tally.lines, *scorers.more]
    worth = next(iter(scorers.points.values()), 0)
    text = "{told}: {points}"
    lines.append(line(text, told=scorers.told, points=signed(worth), value=worth, rule=scorers.rule))
    return book(
        setup,
        state,
        hand,
        Outcome(
            points=points,
            lines=lines,
            summary=say("Ramsch: {told}", told=scorers.told),
            details={"card_points": tally.points, "tricks": tally.tricks, "result": scorers.result},
        ),
    )


def _all_tricks(tally: Tally) -> int | None:
    """The seat that took all ten tricks, if one did."""
    takers = [number for number in tally.active if tally.took[number]]
    return takers[0] if len(takers) == 1 else None


def _least(setup: Setup, state: SkatState, tally: Tally) -> Scorers:
    everything = _all_tricks(tally)
    if everything is not None:
        told = say("{who} took all ten tricks", who=seat(everything))
        return Scorers({everything: ALL_TRICKS}, "all_tricks", told, "ramsch")
    fewest = min(tally.points[number] for number in tally.active)
    tied = [number for number in tally.active if tally.points[number] == fewest]
    if len(tied) == 3:
        forehand = setup.after(state.dealer)
        told = say("All three tie, and {who} is forehand", who=seat(forehand))
        return Scorers({forehand: FEWEST}, "three_tied", told, "ramsch-ties")
    if len(tied) == 2:
        scorer, told = _further_back(tally, tied)
        worth = FEWEST if tally.took[scorer] else NO_TRICK
        return Scorers({scorer: worth}, "two_tied", told, "ramsch-ties")
    if not tally.took[tied[0]]:
        told = say("{who} took no trick at all", who=seat(tied[0]))
        return Scorers({tied[0]: NO_TRICK}, "no_trick", told, "ramsch")
    told = say("{who} has the fewest card points", who=seat(tied[0]))
    return Scorers({tied[0]: FEWEST}, "fewest", told, "ramsch")


def _further_back(tally: Tally, tied: list[int]) -> tuple[int, Message]:
    """Of two who tie for fewest the one whose last trick lies further back, no trick furthest of all."""
    for number in tied:
        if not tally.took[number]:
            return number, say("Two tie for fewest, and {who} took no trick", who=seat(number))
    last = tally.last
    if last is None:
        tenth = [number for number in tied if number == tally.tenth]
        if not tenth:
            text = "Two tie for fewest with {n} card points: the last trick that each player won is needed."
            raise refuse("/last_trick", "last_trick_missing", text, rule="ramsch-ties", n=tally.points[tied[0]])
        scorer = next(number for number in tied if number != tenth[0])
        text = "{who} and {other} tie for fewest, and {other} won the last trick"
        return scorer, say(text, other=seat(tenth[0]), who=seat(scorer))
    scorer, other = sorted(tied, key=lambda number: last[number])
    text = "{who} and {other} tie for fewest, and {who} won no trick after number {n}"
    return scorer, say(text, who=seat(scorer), other=seat(other), n=last[scorer])


def _most(tally: Tally) -> Scorers:
    everything = _all_tricks(tally)
    if everything is not None:
        told = say("{who} took all ten tricks", who=seat(everything))
        return Scorers({everything: ALL_TRICKS_MOST}, "all_tricks", told, "ramsch-most")
    most = max(tally.points)
    tied = [number for number in tally.active if tally.points[number] == most]
    if len(tied) == 3:
        return Scorers({}, "three_tied", say("All three tie, and nobody scores"), "ramsch-most")
    told = say("{who} has the most card points", who=seat(tied[0]))
    if len(tied) == 2:
        told = say("{one} and {other} tie for the most", one=seat(tied[0]), other=seat(tied[1]))
    empty = [number for number in tally.active if not tally.took[number]]
    if not empty:
        return Scorers(dict.fromkeys(tied, -most), "most", told, "ramsch-most")
    more = [line("{who} took no trick: the loss is doubled", who=seat(empty[0]), rule="ramsch-most")]
    return Scorers(dict.fromkeys(tied, -2 * most), "most_doubled", told, "ramsch-most", more)
