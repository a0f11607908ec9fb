"""A hand that nobody wanted: least, where the fewest card points win."""

from __future__ import annotations

from scoring.engine.captured import card_points_text, check_piles
from scoring.engine.cards import PACK_32, card_points
from scoring.engine.game import HandResult, Setup, check_per_seat, check_seat, next_state
from scoring.engine.messages import Line, Number, line, say, seat, signed
from scoring.engine.refusal import refuse
from scoring.games.schafkopf.models import (
    ALL_POINTS,
    TRICKS,
    VALUES,
    SchafkopfLeastHand,
    SchafkopfOptions,
    SchafkopfState,
)


def score_least(
    setup: Setup[SchafkopfOptions], state: SchafkopfState, hand: SchafkopfLeastHand
) -> HandResult[SchafkopfState]:
    won, lines = _least_points(setup, hand)
    last = _last_tricks(setup, hand, won)
    fewest = min(won)
    tied = [number for number, points in enumerate(won) if points == fewest]
    if ALL_POINTS in won:
        scorer, worth, how = won.index(ALL_POINTS), -4, "took_all"
        told = say("{who} took all 120 card points", who=seat(scorer))
    elif len(tied) == 3:
        scorer, worth, how = state.dealer, 2, "three_tied"
        told = say("All three have 40: the dealer {who} wins", who=seat(scorer))
    elif len(tied) == 2:
        if last is None:
            text = "Two tie with {points}: the last trick that each player won is needed."
            raise refuse("/last_trick", "last_trick_missing", text, rule="least-ties", points=fewest)
        scorer, worth, how = min(tied, key=lambda number: last[number]), 2, "two_tied"
        other = next(number for number in tied if number != scorer)
        text = "Tied for fewest; the last trick of {who} lies further back: {first} before {second}"
        told = say(text, who=seat(scorer), first=last[scorer], second=last[other])
    else:
        scorer, worth, how = tied[0], 2 if fewest else 4, "fewest" if fewest else "nothing_taken"
        text = "{who} has the fewest card points" if fewest else "{who} took no card point at all"
        told = say(text, who=seat(scorer))
    rule = {"two_tied": "least-ties", "three_tied": "least-ties"}.get(how, "least")
    lines.append(line("{told}: {points}", told=told, points=signed(worth), value=worth, rule=rule))
    points: list[Number] = [0] * setup.players
    points[scorer] = worth
    return HandResult(
        points=points,
        state=next_state(setup, state, points),
        lines=lines,
        summary=say("Least: {told}", told=told),
        details={"card_points": won, "line": how},
    )


def _least_points(setup: Setup[SchafkopfOptions], hand: SchafkopfLeastHand) -> tuple[list[int], list[Line]]:
    lines = []
    won = hand.points
    if won is not None:
        check_per_seat(setup, won, "/points", rule="least")
        for number, points in enumerate(won):
            if points in (1, ALL_POINTS - 1):
                text = "{points} card points are not possible: no card is worth 1."
                raise refuse(f"/points/{number}", "points_impossible", text, rule="card-strength", points=points)
        if sum(won) != ALL_POINTS:
            text = "The card points must make {all} together, the widow included, not {sum}."
            raise refuse("/points", "sum", text, rule="least", all=ALL_POINTS, sum=sum(won))
    if hand.captured is not None:
        check_per_seat(setup, hand.captured, "/captured", rule="least")
        check_piles(PACK_32, hand.captured, "/captured", rule="least")
        if sorted(len(pile) % 3 for pile in hand.captured) != [0, 0, 2]:
            text = "One pile must be whole tricks and the widow, the two others whole tricks."
            raise refuse("/captured", "not_whole_tricks", text, rule="least")
        counts = [card_points(pile, VALUES) for pile in hand.captured]
        if won is not None and counts != won:
            text = "The cards make {counted} card points, not {points}."
            raise refuse("/points", "disagree", text, rule="card-strength", counted=counts, points=won)
        won = counts
        for number, pile in enumerate(hand.captured):
            told = card_points_text(pile, VALUES)
            lines.append(line("{who}: {told}", who=seat(number), told=told, value=counts[number], rule="least"))
    if won is None:
        text = "Enter the card points of each player, or the cards each won."
        raise refuse("/points", "points_missing", text, rule="least")
    if not lines:
        text = "{who} has {n} card points"
        lines = [line(text, who=seat(number), n=n, value=n, rule="least") for number, n in enumerate(won)]
    return won, lines


def _last_tricks(setup: Setup[SchafkopfOptions], hand: SchafkopfLeastHand, won: list[int]) -> list[int] | None:
    """Number of the last trick of each seat, if it was entered."""
    last, winners = hand.last_trick, hand.trick_winners or None
    if winners is not None:
        derived = _from_winners(setup, winners, hand.captured)
        if last is not None and last != derived:
            text = "By the list of trick winners the last tricks are {derived}."
            raise refuse("/last_trick", "disagree", text, rule="least-ties", derived=derived)
        last = derived
    if last is None:
        return None
    pointer = "/last_trick" if winners is None else "/trick_winners"
    check_per_seat(setup, last, pointer, rule="least-ties")
    taken_by = [number for number in last if number]
    if len(set(taken_by)) < len(taken_by):
        text = "A trick has one winner: two players cannot have the same last trick."
        raise refuse(pointer, "last_trick_twice", text, rule="least-ties")
    if max(last) != TRICKS:
        raise refuse(pointer, "last_trick_missing", "Somebody won the tenth trick.", rule="least-ties")
    for number, points in enumerate(won):
        if points and not last[number]:
            text = "{who} has card points and must have won a trick."
            raise refuse(f"{pointer}/{number}", "no_trick", text, rule="least-ties", who=seat(number))
    for number, pile in enumerate(hand.captured or []):
        won_last, tricks = len(pile) % 3 == 2, len(pile) // 3
        if won_last != (last[number] == TRICKS) or tricks > last[number] or bool(tricks) != bool(last[number]):
            text = "The pile of {who} does not go with {trick} as the last trick won (0 for none)."
            raise refuse(
                f"{pointer}/{number}", "disagree", text, rule="least-ties", who=seat(number), trick=last[number]
            )
    return last


def _from_winners(setup: Setup[SchafkopfOptions], winners: list[int], captured: list[list[str]] | None) -> list[int]:
    for number, winner in enumerate(winners):
        check_seat(setup, winner, f"/trick_winners/{number}", rule="play")
    if len(winners) != TRICKS:
        text = "Ten tricks have ten winners, not {given}."
        raise refuse("/trick_winners", "wrong_length", text, rule="play", given=len(winners))
    for number, pile in enumerate(captured or []):
        due = 3 * winners.count(number) + (2 if winners[-1] == number else 0)
        if len(pile) != due:
            text = "By the trick winners {who} has {due} cards, not {given}."
            raise refuse(
                f"/captured/{number}", "disagree", text, rule="least", who=seat(number), due=due, given=len(pile)
            )
    last = [0] * setup.players
    for trick, winner in enumerate(winners, 1):
        last[winner] = trick
    return last
