"""What a hand of Rolling Stone scores: by its result, or trick by trick until a player is out."""

from __future__ import annotations

from scoring.engine.cards_left import cards_count
from scoring.engine.game import HandResult, Setup, check_seat, next_state
from scoring.engine.marking import _
from scoring.engine.messages import Line, line, plural, say, seat
from scoring.engine.refusal import refuse
from scoring.games.rolling_stone.cards_left import check_left, winner_points
from scoring.games.rolling_stone.models import (
    RollingStoneDetails,
    RollingStoneOptions,
    RollingStoneResultHand,
    RollingStoneState,
    RollingStoneTricksHand,
)
from scoring.games.rolling_stone.play_by_play import replay_tricks


def score_result(
    setup: Setup[RollingStoneOptions], state: RollingStoneState, hand: RollingStoneResultHand
) -> HandResult[RollingStoneState]:
    """Returns the result of a hand entered by who was out first.

    Raises Refusal if cards left are missing or impossible.
    """
    check_seat(setup, hand.winner, "/winner", rule="out")
    check_left(setup, hand.winner, hand.cards_left, None)
    value, lines = winner_points(setup.options, hand.winner, hand.cards_left, None)
    details = RollingStoneDetails(winner=hand.winner)
    if hand.cards_left is not None:
        details["cards_left"] = [cards_count(entry) for entry in hand.cards_left]
    return _hand_result(setup, state, hand.winner, value, lines, details)


def score_tricks(
    setup: Setup[RollingStoneOptions], state: RollingStoneState, hand: RollingStoneTricksHand
) -> HandResult[RollingStoneState]:
    """Returns the result of a hand entered by its tricks, open until somebody is out.

    Raises Refusal if a trick is not possible.
    """
    play = replay_tricks(setup, state.dealer, hand.tricks)
    if play.winner is not None:
        check_left(setup, play.winner, hand.cards_left, play.sizes)
        value, lines = winner_points(setup.options, play.winner, hand.cards_left, play.sizes)
        return _hand_result(setup, state, play.winner, value, [*play.lines, *lines], play.details)
    if hand.cards_left is not None:
        text = _("Nobody is out yet: there is nothing to count.")
        raise refuse("/cards_left", "hand_open", text, rule="out")
    n = len(hand.tricks)
    leads = line("{who} leads", who=seat(play.leader), rule="play")
    return HandResult(
        points=[0] * setup.players,
        state=state,
        lines=[*play.lines, leads],
        summary=plural(n, "After {n} trick", "After {n} tricks"),
        details=play.details,
        complete=False,
    )


def _hand_result(
    setup: Setup[RollingStoneOptions],
    state: RollingStoneState,
    winner: int,
    value: int,
    lines: list[Line],
    details: RollingStoneDetails,
) -> HandResult[RollingStoneState]:
    points = [value if who == winner else 0 for who in range(setup.players)]
    return HandResult(
        points=points,
        state=next_state(setup, state, points),
        lines=lines,
        summary=say("{who} out first", who=seat(winner)),
        details=details,
    )
