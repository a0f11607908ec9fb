"""A hand that nobody wanted: least, where the fewest card points win."""

from __future__ import annotations

from scoring.engine.captured import check_figure, check_piles, count_card_points, impossible_figures
from scoring.engine.cards import PACK_32
from scoring.engine.checks import check_entered
from scoring.engine.fewest_points import by_last_trick, fewest_points, last_tricks
from scoring.engine.game import HandResult, Setup, check_per_seat, next_state
from scoring.engine.marking import _
from scoring.engine.messages import Line, Number, say, seat
from scoring.engine.refusal import refuse
from scoring.engine.tricks_won import count_winners
from scoring.games.schafkopf.models import (
    ALL_POINTS,
    TRICKS,
    VALUES,
    SchafkopfDetails,
    SchafkopfLeastHand,
    SchafkopfOptions,
    SchafkopfState,
)


def score_least(
    setup: Setup[SchafkopfOptions], state: SchafkopfState, hand: SchafkopfLeastHand
) -> HandResult[SchafkopfState]:
    """Returns what the winner of least scores (rules: least, least-ties). Raises Refusal if the hand is not
    possible.
    """
    won, lines = _least_points(setup, hand)
    last = _last_tricks(setup, hand, won)
    tied = fewest_points(won, range(setup.players))
    fewest = won[tied[0]]
    if ALL_POINTS in won:
        scorer, worth, how = won.index(ALL_POINTS), -4, "took_all"
        reason = say("{who} took all 120 card points", who=seat(scorer))
    elif len(tied) == 3:
        scorer, worth, how = state.dealer, 2, "three_tied"
        reason = say("All three have 40: the dealer {who} wins", who=seat(scorer))
    elif len(tied) == 2:
        if last is None:
            text = _("Two tie with {points}: the last trick that each player won is needed.")
            raise refuse("/last_trick", "last_trick_missing", text, rule="least-ties", points=fewest)
        scorer, other = by_last_trick(tied, last)
        worth, how = 2, "two_tied"
        text = _("Tied for fewest; the last trick of {who} came earlier: {first} before {second}")
        reason = say(text, who=seat(scorer), first=last[scorer], second=last[other])
    else:
        scorer, worth, how = tied[0], 2 if fewest else 4, "fewest" if fewest else "nothing_taken"
        text = _("{who} has the fewest card points") if fewest else _("{who} took no card point at all")
        reason = say(text, who=seat(scorer))
    rule = {"two_tied": "least-ties", "three_tied": "least-ties"}.get(how, "least")
    lines.append(Line(reason, worth, rule))
    points: list[Number] = [0] * setup.players
    points[scorer] = worth
    return HandResult(
        points=points,
        state=next_state(setup, state, points),
        lines=lines,
        summary=say("Least: {reason}", reason=reason),
        details=SchafkopfDetails(card_points=won, line=how),
    )


def _least_points(setup: Setup[SchafkopfOptions], hand: SchafkopfLeastHand) -> tuple[list[int], list[Line]]:
    """Card points by seat and the lines that count them. Raises Refusal if they are missing or not possible."""
    ways = {"points": _("the card points of each player"), "captured": _("the cards each won")}
    check_entered(hand, ways, rule="least")
    if hand.points is not None:
        check_per_seat(setup, hand.points, "/points", rule="least")
        for number, points in enumerate(hand.points):
            check_figure(points, impossible_figures(ALL_POINTS), f"/points/{number}", rule="card-strength")
        if sum(hand.points) != ALL_POINTS:
            text = _("The card points make {all} together, the widow included, not {sum}.")
            raise refuse("/points", "wrong_sum", text, rule="least", all=ALL_POINTS, sum=sum(hand.points))
    if hand.captured is not None:
        check_per_seat(setup, hand.captured, "/captured", rule="least")
        check_piles(PACK_32, hand.captured, "/captured", rule="least")
        if sorted(len(pile) % 3 for pile in hand.captured) != [0, 0, 2]:
            text = _("One pile must be whole tricks and the widow, the two others whole tricks.")
            raise refuse("/captured", "not_whole_tricks", text, rule="least")
    return count_card_points(hand.points, hand.captured, VALUES, seat, "/points")


def _last_tricks(setup: Setup[SchafkopfOptions], hand: SchafkopfLeastHand, won: list[int]) -> list[int] | None:
    """Number of the last trick of each seat, if it was entered. Raises Refusal if it is not possible."""
    winners = hand.trick_winners or None
    if winners is not None:
        _check_winners(setup, winners, hand.captured)
    last = last_tricks(setup, hand.last_trick, winners, TRICKS, rule="least-ties")
    if last is None:
        return None
    pointer = "/last_trick" if winners is None else "/trick_winners"
    for number, points in enumerate(won):
        if points and not last[number]:
            text = _("{who} has card points and must have won a trick.")
            raise refuse(f"{pointer}/{number}", "no_trick", text, rule="least-ties", who=seat(number))
    for number, pile in enumerate(hand.captured or []):
        won_last, tricks = len(pile) % 3 == 2, len(pile) // 3
        if won_last != (last[number] == TRICKS) or tricks > last[number] or bool(tricks) != bool(last[number]):
            text = _("The pile of {who} does not go with {trick} as the last trick won (0 for none).")
            raise refuse(
                f"{pointer}/{number}", "disagree", text, rule="least-ties", who=seat(number), trick=last[number]
            )
    return last


def _check_winners(setup: Setup[SchafkopfOptions], winners: list[int], captured: list[list[str]] | None) -> None:
    """Raises Refusal if these seats cannot have won the tricks, or have won other piles."""
    tricks = count_winners(setup, winners, TRICKS)
    for number, pile in enumerate(captured or []):
        due = 3 * tricks[number] + (2 if winners[-1] == number else 0)
        if len(pile) != due:
            text = _("By the trick winners {who} has {due} cards, not {given}.")
            raise refuse(
                f"/captured/{number}", "disagree", text, rule="least", who=seat(number), due=due, given=len(pile)
            )
