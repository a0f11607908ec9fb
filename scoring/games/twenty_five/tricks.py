"""The tricks of a hand, from their winners or from their cards, and what cannot have happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import PACK_52, Suit, suit_of
from scoring.engine.game import Setup, check_seat
from scoring.engine.marking import _
from scoring.engine.messages import card, seat
from scoring.engine.refusal import Refusal, refuse
from scoring.engine.tricks import Play, PlayedTrick
from scoring.engine.tricks_won import play_tricks
from scoring.games.twenty_five.models import (
    TwentyFiveOptions,
    TwentyFiveState,
    TwentyFiveTricksHand,
    TwentyFiveWinnersHand,
)
from scoring.games.twenty_five.order import ranking

TRICKS = 5
WORTH = 5


@dataclass(frozen=True)
class TrickWinner:
    """A trick: who won it, with which card (None if only the winner is known), and its place in the hand."""

    seat: int
    card: str | None
    pointer: str


def find_trick_winners(
    setup: Setup[TwentyFiveOptions], state: TwentyFiveState, hand: TwentyFiveWinnersHand | TwentyFiveTricksHand
) -> list[TrickWinner]:
    """Returns the tricks of a hand in order. Raises Refusal if seats, turned card or cards are not possible."""
    check_up_card(setup, state, hand)
    if isinstance(hand, TwentyFiveTricksHand):
        return _by_cards(setup, state, hand)
    for number, winner in enumerate(hand.trick_winners):
        check_seat(setup, winner, f"/trick_winners/{number}", rule="play")
    return [TrickWinner(winner, None, f"/trick_winners/{number}") for number, winner in enumerate(hand.trick_winners)]


def trump_of(hand: TwentyFiveWinnersHand | TwentyFiveTricksHand) -> Suit | None:
    """Returns the trump suit, None if it was not entered."""
    if hand.up_card is not None:
        return suit_of(hand.up_card)  # type: ignore[return-value]  # the pack has no jokers
    return hand.trump if isinstance(hand, TwentyFiveWinnersHand) else None


def check_up_card(
    setup: Setup[TwentyFiveOptions], state: TwentyFiveState, hand: TwentyFiveWinnersHand | TwentyFiveTricksHand
) -> None:
    """Raises Refusal if the turned card, trumps and the player who robbed do not go together."""
    check_seat(setup, hand.robbed_by, "/robbed_by", rule="robbing")
    if hand.up_card is None:
        return
    check_in_pack(PACK_52, [("/up_card", hand.up_card)])
    if isinstance(hand, TwentyFiveWinnersHand) and hand.trump not in (None, suit_of(hand.up_card)):
        text = _("{card} was turned: its suit is trumps.")
        raise refuse("/trump", "disagree", text, rule="setup", card=card(hand.up_card))
    if hand.robbed_by is None or hand.up_card[0] != "A":
        return
    if not setup.options.dealer_robs_ace:
        text = _("At this table nobody robs a turned ace.")
        raise refuse("/robbed_by", "ace_not_robbed", text, rule="robbing")
    if hand.robbed_by != state.dealer:
        text = _("An ace was turned: only the dealer, {dealer}, may take it.")
        raise refuse("/robbed_by", "not_the_dealer", text, rule="robbing", dealer=seat(state.dealer))


def _by_cards(setup: Setup[TwentyFiveOptions], state: TwentyFiveState, hand: TwentyFiveTricksHand) -> list[TrickWinner]:
    order = ranking(suit_of(hand.up_card))
    tricks = play_tricks(setup, PACK_52, hand.tricks, setup.after(state.dealer), order.winner)
    for number, trick in enumerate(tricks):
        for place, play in enumerate(trick.plays):
            _check_robber(hand, order.trumps, play, f"/tricks/{number}/{place}")
    return [TrickWinner(trick.best.seat, trick.best.card, f"/tricks/{number}") for number, trick in enumerate(tricks)]


def played_tricks(
    setup: Setup[TwentyFiveOptions], state: TwentyFiveState, hand: TwentyFiveTricksHand
) -> list[PlayedTrick]:
    """Returns the tricks of a hand entered by its cards. Nothing is checked: it may be a hand that is refused."""
    order, leader, tricks = ranking(suit_of(hand.up_card)), setup.after(state.dealer), []
    for cards in hand.tricks:
        plays = [Play(seat=setup.after(leader, place), card=code) for place, code in enumerate(cards)]
        leader = order.winner(plays).seat
        tricks.append(PlayedTrick([(play.seat, play.card) for play in plays], leader))
    return tricks


def _check_robber(hand: TwentyFiveTricksHand, trumps: Sequence[str], play: Play, pointer: str) -> None:
    """Raises Refusal if this card shows that another player robbed, or nobody."""
    if play.card == hand.up_card and play.seat != hand.robbed_by:
        text = _("{card} was turned: only a player who robbed it can play it.")
        raise refuse(pointer, "upcard_played", text, rule="robbing", card=card(hand.up_card))
    if play.card == "A" + suit_of(trumps[0]) and hand.robbed_by not in (None, play.seat):
        text = _("{who} played the ace of trumps: nobody else could rob.")
        raise refuse("/robbed_by", "not_the_holder", text, rule="robbing", who=seat(play.seat))


def too_many_tricks(pointer: str) -> Refusal:
    """Returns the refusal of a sixth trick."""
    return refuse(pointer, "too_many_tricks", "A hand has {n} tricks, not more.", rule="play", n=TRICKS)
