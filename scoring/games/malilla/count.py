"""The points of both sides of a hand of Malilla, cards and tricks together, in whichever way they were entered."""

from __future__ import annotations

from scoring.engine.captured import card_points_text, complete_figures, complete_piles
from scoring.engine.cards import card_points
from scoring.engine.game import Setup, check_per_side
from scoring.engine.messages import Line, line, side
from scoring.engine.refusal import refuse
from scoring.games.malilla.models import (
    ALL_POINTS,
    CARD_POINTS,
    MOST_IN,
    PACK_40,
    TRICKS,
    VALUES,
    MalillaOptions,
    MalillaPlayedHand,
)


def count_points(setup: Setup[MalillaOptions], hand: MalillaPlayedHand) -> tuple[list[int], list[Line]]:
    """The points of each side, and how they add up. Raises Refusal if they are missing, disagree or are impossible."""
    given = [name for name in ("points", "card_points", "captured") if getattr(hand, name) is not None]
    if not given:
        text = "The points, the card points with the tricks, or the cards of at least one side are needed."
        raise refuse("/points", "nothing_entered", text)
    if len(given) > 1:
        text = "Enter the hand in one way only: points, card points with tricks, or cards."
        raise refuse(f"/{given[1]}", "two_ways", text)
    if hand.tricks is not None and hand.card_points is None:
        raise refuse("/tricks", "two_ways", "Tricks are only asked for together with card points.")
    if hand.points is not None:
        check_per_side(setup, hand.points, "/points")
        points = complete_figures(hand.points, ALL_POINTS, "/points")
        return points, [
            line("{who}: cards and tricks", who=side(i), value=n, rule="scoring") for i, n in enumerate(points)
        ]
    if hand.captured is not None:
        check_per_side(setup, hand.captured, "/captured")
        piles = complete_piles(PACK_40, hand.captured, "/captured", trick=setup.players)
        cards = [card_points(pile, VALUES) for pile in piles]
        tricks = [len(pile) // setup.players for pile in piles]
        lines = [
            line(
                "{who}: {cards}",
                who=side(i),
                cards=card_points_text(pile, VALUES),
                value=cards[i],
                rule="card-strength",
            )
            for i, pile in enumerate(piles)
        ]
    else:
        cards, tricks = _cards_and_tricks(setup, hand)
        lines = [line("{who}: cards", who=side(i), value=n, rule="card-strength") for i, n in enumerate(cards)]
    for i, n in enumerate(tricks):
        lines.append(line("{who}: tricks {n}, together", who=side(i), n=n, value=cards[i] + n, rule="scoring"))
    return [sum(both) for both in zip(cards, tricks, strict=True)], lines


def _cards_and_tricks(setup: Setup[MalillaOptions], hand: MalillaPlayedHand) -> tuple[list[int], list[int]]:
    if hand.tricks is None:
        text = "With card points the tricks are needed too: each is worth a point."
        raise refuse("/tricks", "tricks_missing", text)
    check_per_side(setup, hand.card_points or [], "/card_points")
    check_per_side(setup, hand.tricks, "/tricks")
    cards = complete_figures(hand.card_points or [], CARD_POINTS, "/card_points")
    tricks = complete_figures(hand.tricks, TRICKS, "/tricks")
    for number, value in enumerate(cards):
        most = MOST_IN[min(tricks[number], len(MOST_IN) - 1)]
        if value > most:
            one = "{n} trick holds {most} card points at most, not {value}."
            many = "{n} tricks hold {most} card points at most, not {value}."
            text = one if tricks[number] == 1 else many
            params = {"n": tricks[number], "most": most, "value": value}
            raise refuse(f"/card_points/{number}", "too_many_points", text, rule="card-strength", **params)
    return cards, tricks
