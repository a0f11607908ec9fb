"""A hand entered by its result: which results can have happened at these totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.engine.checks import check_left_out
from scoring.engine.game import HandResult, Setup
from scoring.engine.marking import _
from scoring.engine.messages import Number, side
from scoring.engine.refusal import Refusal, refuse
from scoring.games.truco.models import HandType, TrucoOptions, TrucoState, TrucoSummaryHand
from scoring.games.truco.result import HandEnd, count_irregularity, hand_result, special_name
from scoring.games.truco.stakes import Stakes, call_name, first_step, hand_type, reachable, stakes_of

#: The totals before the hand, then those after each irregularity in it.
Standings = Sequence[Sequence[Number]]


def score_summary(setup: Setup[TrucoOptions], state: TrucoState, hand: TrucoSummaryHand) -> HandResult[TrucoState]:
    """Returns the result of a hand entered as a summary. Raises Refusal if no play leads to it."""
    stakes = stakes_of(setup.options)
    kind = hand_type(stakes, state.totals)
    totals, standings = list(state.totals), [list(state.totals)]
    lines = []
    for irregularity in hand.irregularities:
        lines.append(count_irregularity(stakes, totals, irregularity))
        standings.append(list(totals))
    ending = _ending(setup, standings, hand, stakes, kind)
    return hand_result(setup, state, totals, lines, ending)


def _ending(
    setup: Setup[TrucoOptions], standings: Standings, hand: TrucoSummaryHand, stakes: Stakes, kind: HandType
) -> HandEnd:
    _check_choice(hand, stakes, kind)
    if hand.eleven_choice == "run":
        return _eleven_run(hand)
    if "winner" not in hand.model_fields_set:
        text = _("Say which side won the hand, or that all three tricks were tied.")
        raise refuse("/winner", "winner_missing", text, rule="hand")
    if hand.winner is None and hand.ran:
        text = _("A hand in which one side ran from a raise has a winner: the side that raised.")
        raise refuse("/ran", "tied_and_ran", text, rule="running")
    step = _step(setup, standings, hand, stakes) if kind == "normal" else _special_step(hand, stakes, kind)
    if hand.winner is None:
        return HandEnd("tied", None, step)
    return HandEnd("ran" if hand.ran else "played", hand.winner, step)


def _check_choice(hand: TrucoSummaryHand, stakes: Stakes, kind: HandType) -> None:
    if kind == "eleven" and hand.eleven_choice is None:
        raise choice_missing(stakes, "/eleven_choice")
    if kind != "eleven" and hand.eleven_choice is not None:
        raise choice_elsewhere(stakes, "/eleven_choice")


def choice_missing(stakes: Stakes, pointer: str) -> Refusal:
    """Returns the refusal of a hand of eleven without the leaders' choice."""
    text = _("{hand}: say whether the side that is one hand short plays or runs.")
    return refuse(pointer, "eleven_choice_missing", text, rule="eleven", hand=special_name(stakes))


def choice_elsewhere(stakes: Stakes, pointer: str) -> Refusal:
    """Returns the refusal of a choice that nobody has to make."""
    text = _("{hand}: there is a choice between playing and running only when exactly one side is one hand short.")
    return refuse(pointer, "eleven_choice_elsewhere", text, rule="eleven", hand=special_name(stakes))


def _eleven_run(hand: TrucoSummaryHand) -> HandEnd:
    text = _("Running ends the hand before it is played: leave out winner, stake and ran.")
    check_left_out(hand, ("winner", "stake", "ran"), "eleven_run_alone", text, rule="eleven")
    return HandEnd("eleven_run")


def _special_step(hand: TrucoSummaryHand, stakes: Stakes, kind: HandType) -> int:
    """The stake of a hand of eleven that is played, or of an iron hand: it is fixed."""
    step = first_step(stakes, kind)
    if hand.ran:
        raise refuse("/ran", "no_raises", "Nobody may raise in this hand, so nobody can run from it.", rule=kind)
    if hand.stake is not None and hand.stake != stakes[step]:
        text = _("This hand is played for {fixed}, not for {stake}.")
        raise refuse("/stake", "stake_fixed", text, rule=kind, fixed=stakes[step], stake=hand.stake)
    return step


def _step(setup: Setup[TrucoOptions], standings: Standings, hand: TrucoSummaryHand, stakes: Stakes) -> int | None:
    """The step of the stake of a normal hand, None if it was left out and does not matter."""
    if hand.stake is None:
        if hand.winner is None and setup.options.all_tied == "nobody":
            return None
        raise refuse("/stake", "stake_missing", "Say what the hand was played for.", rule="scoring")
    if hand.stake not in stakes:
        text = _("{stake} is not a stake: a hand counts {stakes}.")
        raise refuse("/stake", "stake_unknown", text, rule="raising", stake=hand.stake, stakes=stakes)
    step = stakes.index(hand.stake)
    params: dict[str, Any] = {"a": standings[-1][0], "b": standings[-1][1], "stake": hand.stake}
    if not hand.ran:
        if not reachable(stakes, standings, step):
            text = _("At {a} to {b} no calls lead to {stake}: a side that wins with the stake in force may not raise.")
            raise refuse("/stake", "stake_unreachable", text, rule="limit", **params)
        return step
    if step + 1 == len(stakes):
        raise refuse(
            "/ran", "nothing_above", "Nobody can run at {stake}: there is no call above it.", rule="running", **params
        )
    if not reachable(stakes, standings, step + 1, last=hand.winner):
        text = _("At {a} to {b} nobody can run at {stake}: no calls lead to {call} by {who}.")
        params |= {"call": call_name(stakes, step + 1), "who": side(hand.winner or 0)}
        raise refuse("/stake", "stake_unreachable", text, rule="limit", **params)
    return step
