"""The card points of a hand: entered, or counted from piles or tricks."""

from __future__ import annotations

from scoring.engine.captured import check_in_pack, check_piles, count_card_points
from scoring.engine.cards import card_points, most_points
from scoring.engine.checks import check_entered
from scoring.engine.game import Setup, check_per_side, check_side
from scoring.engine.marking import _
from scoring.engine.messages import Line, side
from scoring.engine.messages import card as card_name
from scoring.engine.refusal import refuse
from scoring.games.couillon.models import (
    ALL_POINTS,
    TRICK,
    TRICKS,
    VALUES,
    CouillonCardsHand,
    CouillonHand,
    CouillonOptions,
    CouillonPointsHand,
)


def count_points(
    setup: Setup[CouillonOptions], hand: CouillonPointsHand | CouillonCardsHand
) -> tuple[list[int], list[Line]]:
    """Returns the card points of both sides and their lines. Raises Refusal if they are not possible."""
    _check_up_cards(setup.options, hand)
    if isinstance(hand, CouillonPointsHand):
        return count_card_points(_by_figures(setup, hand), None, VALUES, side, "/points")
    piles, pointer = _piles(setup, hand)
    _check_stub(hand, piles, pointer)
    return count_card_points(None, piles, VALUES, side, pointer)


def _check_up_cards(options: CouillonOptions, hand: CouillonHand) -> None:
    if hand.up_card is not None:
        check_in_pack(options.pack, [("/up_card", hand.up_card)])
    if hand.bottom_card is None:
        return
    check_in_pack(options.pack, [("/bottom_card", hand.bottom_card)])
    if hand.accepted_by is not None:
        text = _("The bottom card is turned up only when all four decline.")
        raise refuse("/bottom_card", "bottom_not_turned", text, rule="declined")
    if hand.bottom_card == hand.up_card:
        text = _("{card} cannot be both the top and the bottom card of the stub.")
        raise refuse("/bottom_card", "card_twice", text, rule="declined", card=card_name(hand.bottom_card))


def _by_figures(setup: Setup[CouillonOptions], hand: CouillonPointsHand) -> list[int]:
    check_per_side(setup, hand.points, "/points", rule="card-strength")
    points: list[int] = []
    for number, value in enumerate(hand.points):
        if value is None:
            text = _("The card points of both sides are needed: the sum is different in every hand.")
            raise refuse(f"/points/{number}", "points_missing", text, rule="card-strength")
        if value < 0:
            raise refuse(f"/points/{number}", "negative", "Nobody has less than 0 card points.", rule="card-strength")
        points.append(value)
    least, most = _limits(setup.options, hand)
    if not least <= sum(points) <= most:
        text = _("The sides have {sum} card points together; with {out} cards out of play it is {least} to {most}.")
        params = {"sum": sum(points), "out": setup.options.left_over, "least": least, "most": most}
        raise refuse("/points", "wrong_sum", text, rule="card-strength", **params)
    return points


def _limits(options: CouillonOptions, hand: CouillonHand) -> tuple[int, int]:
    """The fewest and the most card points that can be in play, with what is known of the stub."""
    known = [code for code in (hand.up_card, hand.bottom_card) if code is not None]
    out_of_play = card_points(known, VALUES)
    others = most_points(options.pack.rest(known), VALUES, options.left_over - len(known))
    return ALL_POINTS - out_of_play - others, ALL_POINTS - out_of_play


def _piles(setup: Setup[CouillonOptions], hand: CouillonCardsHand) -> tuple[list[list[str]], str]:
    check_entered(hand, {"captured": _("the cards of both piles"), "tricks": _("the tricks")}, rule="scoring")
    if hand.tricks is None:
        assert hand.captured is not None
        check_per_side(setup, hand.captured, "/captured", rule="play")
        check_piles(setup.options.pack, hand.captured, "/captured", trick=TRICK, all_won=False)
        given = sum(len(pile) for pile in hand.captured)
        if given != TRICK * TRICKS:
            text = _("Four tricks are sixteen cards, not {n}.")
            raise refuse("/captured", "wrong_count", text, rule="play", n=given)
        return hand.captured, "/captured"
    piles = _from_tricks(setup, hand)
    if hand.captured is not None and [set(pile) for pile in hand.captured] != [set(pile) for pile in piles]:
        raise refuse("/captured", "disagree", "The tricks make other piles.", rule="play")
    return piles, "/tricks"


def _from_tricks(setup: Setup[CouillonOptions], hand: CouillonCardsHand) -> list[list[str]]:
    tricks = hand.tricks or []
    if len(tricks) != TRICKS:
        text, n = _("A hand has four tricks, not {n}."), len(tricks)
        raise refuse("/tricks", "wrong_count", text, rule="play", unfinished=n < TRICKS, n=n)
    piles: list[list[str]] = [[], []]
    played = []
    for place, trick in enumerate(tricks):
        check_side(setup, trick.winner, f"/tricks/{place}/winner", rule="play")
        if len(trick.cards) != setup.players:
            text = _("A trick has four cards, not {n}.")
            raise refuse(f"/tricks/{place}/cards", "trick_size", text, rule="play", n=len(trick.cards))
        played += [(f"/tricks/{place}/cards/{number}", code) for number, code in enumerate(trick.cards)]
        piles[trick.winner] += trick.cards
    check_in_pack(setup.options.pack, played)
    return piles


def _check_stub(hand: CouillonHand, piles: list[list[str]], pointer: str) -> None:
    for name, code in (("up_card", hand.up_card), ("bottom_card", hand.bottom_card)):
        if code is not None and any(code in pile for pile in piles):
            text = _("{card} was turned up from the stub and nobody played it.")
            raise refuse(f"/{name}", "card_twice", text, rule="accepting", card=card_name(code))
