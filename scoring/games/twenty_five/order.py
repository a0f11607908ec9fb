"""The order of the cards, who takes a trick, and which cards may be kept back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from scoring.engine.cards import Suit, suit_of
from scoring.engine.messages import say, suit
from scoring.engine.tricks import TRUMP, LegalPlays, Play, Ranking

RED_TRUMPS = ("A", "K", "Q", "10", "9", "8", "7", "6", "4", "3", "2")
BLACK_TRUMPS = ("A", "K", "Q", "2", "3", "4", "6", "7", "8", "9", "10")
RED_PLAIN = ("K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A")
BLACK_PLAIN = ("K", "Q", "J", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
ACE_OF_HEARTS = "AH"


def is_red(letter: str) -> bool:
    """Returns whether a suit is hearts or diamonds, in which high cards are good."""
    return letter in ("H", "D")


def plain_ranks(letter: str) -> tuple[str, ...]:
    """Returns the cards of a suit that is not trumps, from the highest down. The ace of hearts is always a trump."""
    ranks = RED_PLAIN if is_red(letter) else BLACK_PLAIN
    return ranks[:-1] if letter == "H" else ranks


def trump_cards(letter: str) -> tuple[str, ...]:
    """Returns the trumps, from the highest down."""
    ranks = RED_TRUMPS if is_red(letter) else BLACK_TRUMPS
    rest = [rank + letter for rank in ranks if rank + letter != ACE_OF_HEARTS]
    return ("5" + letter, "J" + letter, ACE_OF_HEARTS, *rest)


_PLACE = {rank + letter: 13 - place for letter in "CSHD" for place, rank in enumerate(plain_ranks(letter))}


class TwentyFiveRanking(Ranking):
    """The order of strength of one deal: plain suits are ranked each in its own way."""

    def strength(self, card: str, led: str) -> int:
        if self.effective_suit(card) == TRUMP:
            return super().strength(card, led)
        return _PLACE[card] if suit_of(card) == led else 0

    @property
    def may_be_kept(self) -> tuple[str, ...]:
        """The three best trumps, which may be kept back."""
        return self.trumps[:3]


@cache
def ranking(trump: Suit) -> TwentyFiveRanking:
    """Returns the order of strength with these trumps."""
    return TwentyFiveRanking(trumps=trump_cards(trump), ranks=())


def legal(order: TwentyFiveRanking, hand: Sequence[str], plays: Sequence[Play], *, lower_led: bool) -> LegalPlays:
    """Returns which cards of a hand may be played, and why.

    lower_led: the three best trumps may be kept back only from a lead of a lower trump (option ``renege``).
    """
    if not plays:
        return LegalPlays(list(hand), say("The leader may lead any card"), "play")
    first = plays[0].card
    led = order.effective_suit(first)
    following = order.following(hand, plays)
    trumps = [code for code in hand if order.effective_suit(code) == TRUMP]
    if led != TRUMP:
        if not following:
            return LegalPlays(list(hand), say("No {suit} to follow with: any card goes", suit=suit(led)), "play")
        allowed = [code for code in hand if code in following or code in trumps]
        return LegalPlays(allowed, say("A card of {suit} was led: follow suit or play a trump", suit=suit(led)), "play")
    above = order.trumps[: order.trumps.index(first)] if lower_led else order.trumps
    must_follow = [code for code in trumps if code not in order.may_be_kept or code not in above]
    if must_follow:
        return LegalPlays(trumps, say("A trump was led: a trump must follow"), "renege")
    if trumps:
        return LegalPlays(list(hand), say("Only trumps that may be kept back: any card goes"), "renege")
    return LegalPlays(list(hand), say("No trump to follow with: any card goes"), "play")
