"""What a hand of Malilla scores, the bonus for the turned card, and when the match is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import rank_of
from scoring.engine.game import (
    HandResult,
    Setup,
    Verdict,
    add_points,
    check_side,
    leading_sides,
    next_state,
    target_reached,
)
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, card, line, say, side
from scoring.games.malilla.count import count_points
from scoring.games.malilla.models import (
    ALL_POINTS,
    HALF,
    PACK_40,
    VALUES,
    BonusStatus,
    MalillaDetails,
    MalillaFoul,
    MalillaOptions,
    MalillaPlayedHand,
    MalillaState,
)


@dataclass(frozen=True)
class HandEnd:
    """How a hand ended, before its bonus.

    summary: the hand in a few words. up_card: None if nothing is scored for it. points: of each side. gain: the score
    of each side. match_winner: the side that has won the match by it.
    """

    lines: list[Line]
    summary: Message
    up_card: str | None = None
    points: list[int] | None = None
    gain: Sequence[int] = (0, 0)
    match_winner: int | None = None


def score_misdeal(setup: Setup[MalillaOptions], state: MalillaState) -> HandResult[MalillaState]:
    """Returns the result of a misdeal: nobody scores."""
    text = _("The deal went wrong: nobody scores, and the next dealer deals")
    return _hand_result(setup, state, HandEnd([line(text, rule="misdeal")], say("Misdeal")))


def score_played(
    setup: Setup[MalillaOptions], state: MalillaState, hand: MalillaPlayedHand
) -> HandResult[MalillaState]:
    """Returns the result of a played hand. Raises Refusal if the turned card or the points are not possible."""
    _check_up_card(hand.up_card)
    points, lines = count_points(setup, hand)
    winner = leading_sides(points)
    gain = [max(0, value - HALF) for value in points]
    if len(winner) > 1:
        lines.append(line("{n} each: nobody scores for the hand", n=HALF, rule="scoring"))
    else:
        text = _("{who} scored {n} − {half}")
        params = {"who": side(winner[0]), "n": points[winner[0]], "half": HALF}
        lines.append(line(text, **params, value=gain[winner[0]], rule="scoring"))
    capote = winner[0] if max(points) == ALL_POINTS else None
    if capote is not None:
        lines.append(line("Capote: all ten tricks", rule="capote"))
    match_winner = capote if setup.options.capote == "match" else None
    end = HandEnd(lines, say("{a} to {b}", a=points[0], b=points[1]), hand.up_card, points, gain, match_winner)
    return _hand_result(setup, state, end)


def score_foul(setup: Setup[MalillaOptions], state: MalillaState, hand: MalillaFoul) -> HandResult[MalillaState]:
    """Returns the result of a wrong play. Raises Refusal if the side or the turned card is not possible."""
    check_side(setup, hand.side, "/side", rule="foul")
    if hand.up_card is not None:
        _check_up_card(hand.up_card)
    other = 1 - hand.side
    if setup.options.foul == "match":
        text = _("{who} played wrongly: {other} won the match")
        lines = [line(text, who=side(hand.side), other=side(other), rule="foul")]
        return _hand_result(setup, state, HandEnd(lines, say("Wrong play"), match_winner=other))
    text = _("{who} played wrongly: {other} got the hand")
    lines = [line(text, who=side(hand.side), other=side(other), value=HALF, rule="foul")]
    gain = [HALF if number == other else 0 for number in range(2)]
    return _hand_result(setup, state, HandEnd(lines, say("Wrong play"), hand.up_card, gain=gain))


def _hand_result(setup: Setup[MalillaOptions], state: MalillaState, end: HandEnd) -> HandResult[MalillaState]:
    """Returns the hand with its bonus: counted before the play, or held if it would win the match, or lost then."""
    value = _bonus(setup, end.up_card)
    dealers = setup.side_of(state.dealer)
    target = setup.options.target
    bonus: list[Number] = [value if number == dealers else 0 for number in range(2)]
    gain: list[Number] = list(end.gain)
    params: dict[str, Any] = {"card": card(end.up_card or ""), "who": side(dealers), "value": value}
    lines = end.lines
    if not value:
        counts: BonusStatus = "none"
    elif add_points(state.totals, bonus)[dealers] < target:
        counts = "now"
        lines = [line("Turned: {card}, at once for {who}", **params, rule="bonus"), *lines]
    else:
        text = _("Turned: {card}, held: it would win the match for {who} before play")
        lines = [line(text, card=params["card"], who=params["who"], rule="bonus"), *lines]
        over = max(add_points(state.totals, gain)) >= target or end.match_winner is not None
        counts = "lost" if over else "held"
        text = _("The hand has decided the match: the bonus of {n} is lost")
        lines.append(
            line(text, n=value, rule="bonus")
            if over
            else line("No winner yet: the bonus now counts for {who}", **params, rule="bonus")
        )
    points = add_points(gain, bonus) if counts in ("now", "held") else gain
    after = next_state(setup, state, points, match_winner=end.match_winner)
    verdict = match_verdict(setup, after)
    return HandResult(
        points=points,
        state=after,
        lines=lines,
        summary=end.summary,
        details=MalillaDetails(
            bonus={"value": value, "side": dealers, "status": counts},
            hand_points=end.points,
            gain=gain,
            winner=verdict.winners[0] if verdict.winners else None,
            dealer=state.dealer,
            next_dealer=after.dealer,
        ),
    )


def match_verdict(setup: Setup[MalillaOptions], state: MalillaState) -> Verdict:
    """Returns whether the match is over: by the target, or because a foul or a capote has decided it."""
    if state.match_winner is not None:
        return Verdict(True, [state.match_winner], say("{who} won the match", who=side(state.match_winner)))
    return target_reached(state, setup.options.target)


def _check_up_card(code: str) -> None:
    check_in_pack(PACK_40, [("/up_card", code)], rule="bonus")


def _bonus(setup: Setup[MalillaOptions], up_card: str | None) -> int:
    """The bonus for the turned card."""
    if up_card is None or not setup.options.up_card_bonus:
        return 0
    return VALUES.get(rank_of(up_card), 0)
