"""What a hand of Gong Zhu scores: who captured which scoring cards, and who leads next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.engine.captured import cards_at
from scoring.engine.game import HandResult, Setup, check_per_seat, check_seat, next_state
from scoring.engine.marking import _
from scoring.engine.messages import Message, Number, card, cards, line, say, seat, side
from scoring.engine.refusal import refuse
from scoring.games.gong_zhu.cards import DOUBLER, HEARTS, PIG, SCORING, SHEEP, scoring_pack
from scoring.games.gong_zhu.exposing import check_exposed
from scoring.games.gong_zhu.match_end import match_verdict
from scoring.games.gong_zhu.models import GongZhuDetails, GongZhuHand, GongZhuOptions, GongZhuState
from scoring.games.gong_zhu.piles import count_hearts, score_pile


def score_hand(setup: Setup[GongZhuOptions], state: GongZhuState, hand: GongZhuHand) -> HandResult[GongZhuState]:
    """Returns the result of the hand. Raises Refusal if it is not possible."""
    piles = _piles(setup, hand)
    check_exposed(setup.options, hand.exposed)
    leader = _pig_holder(setup, hand, piles)
    lines = [line("Exposed: {cards}", cards=cards(hand.exposed), rule="exposing")] if hand.exposed else []
    points: list[Number] = []
    moon = None
    for number, seats in enumerate(setup.sides):
        pile = [code for owner in seats for code in piles[owner]]
        value, counting = score_pile(setup.options, pile, hand.exposed)
        points.append(value)
        lines.append(
            line("{who}: {cards}", who=side(number), cards=cards(pile), rule="scoring")
            if pile
            else line("{who}: no scoring card", who=side(number), value=0, rule="scoring")
        )
        lines += counting
        if count_hearts(pile) == len(HEARTS) * setup.options.decks:
            moon = number
    after = next_state(setup, state, points, leader=leader)
    end = match_verdict(setup.options, after)
    if not end.finished:
        lines.append(line("{who} has the pig and leads the next hand", who=seat(leader), rule="first-lead"))
    return HandResult(
        points=points,
        state=after,
        lines=lines,
        summary=_summary(moon, leader, hand.exposed),
        details=GongZhuDetails(moon=moon, next_leader=leader, losers=end.details["losers"]),
    )


def _piles(setup: Setup[GongZhuOptions], hand: GongZhuHand) -> list[list[str]]:
    """The scoring cards of each seat, the rest given to ``rest_to``."""
    check_per_seat(setup, hand.captured, "/captured")
    check_seat(setup, hand.rest_to, "/rest_to")
    pack = scoring_pack(setup.options.decks)
    named: list[str] = []
    for pointer, code in cards_at("/captured", hand.captured):
        if code not in pack:
            text = _("{card} does not score: enter only hearts, {pig}, {sheep} and {doubler}.")
            scoring: dict[str, Any] = {"pig": card(PIG), "sheep": card(SHEEP), "doubler": card(DOUBLER)}
            raise refuse(pointer, "not_a_scoring_card", text, card=card(code), **scoring)
        named.append(code)
        if pack.first_repeated(named):
            raise refuse(
                pointer,
                "card_twice",
                _("{card} is named more often than it is in the game: there is one of each.")
                if setup.options.decks == 1
                else _("{card} is named more often than it is in the game: there are two of each."),
                card=card(code),
            )
    piles = [list(pile) for pile in hand.captured]
    missing = pack.rest(named)
    if hand.rest_to is not None:
        piles[hand.rest_to] += missing
    elif missing:
        text = _("Every card is played, so somebody captured {cards}: say who, or who got all the rest.")
        raise refuse("/captured", "cards_missing", text, cards=cards(missing))
    return [sorted(pile, key=SCORING.index) for pile in piles]


def _pig_holder(setup: Setup[GongZhuOptions], hand: GongZhuHand, piles: list[list[str]]) -> int:
    """The seat that captured the pig, of two pigs the one that fell last."""
    holders = [owner for owner, pile in enumerate(piles) if PIG in pile]
    if hand.pig_last is None:
        if len(holders) > 1:
            text = _("Two players have a pig: say who took the one that was played last.")
            raise refuse("/pig_last", "pig_last_needed", text, rule="two-decks")
        return holders[0]
    check_seat(setup, hand.pig_last, "/pig_last", rule="two-decks")
    if setup.options.decks == 1:
        text = _("With one deck there is only one pig: leave out the last one.")
        raise refuse("/pig_last", "pig_last_one_deck", text, rule="two-decks")
    if hand.pig_last not in holders:
        text = _("{who} captured no pig.")
        raise refuse("/pig_last", "pig_last_without_pig", text, rule="two-decks", who=seat(hand.pig_last))
    return hand.pig_last


def _summary(moon: int | None, leader: int, exposed: Sequence[str]) -> Message:
    if moon is not None:
        text = _("{moon} shot the moon, exposed: {cards}") if exposed else _("{moon} shot the moon")
        return say(text, moon=side(moon), cards=cards(exposed))
    text = _("Pig to {pig}, exposed: {cards}") if exposed else _("Pig to {pig}")
    return say(text, pig=seat(leader), cards=cards(exposed))
