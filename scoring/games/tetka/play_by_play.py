"""A hand of Tëtka card by card: who won each trick, and whether all of it was played by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import PACK_52, suit_of
from scoring.engine.game import Setup
from scoring.engine.marking import _
from scoring.engine.messages import card, seat, suit
from scoring.engine.refusal import refuse
from scoring.engine.tricks import Play, Ranking, revokes
from scoring.engine.tricks_won import play_tricks
from scoring.games.tetka.models import TetkaTricksHand
from scoring.games.tetka.penalties import QUEENS, RANKS, TRICKS, Captures, Most, bad_trick_of

NO_TRUMPS = Ranking((), RANKS)

Tricks = Sequence[Sequence[Play]]


def captures_by_tricks(setup: Setup[Any], dealer: int, hand: TetkaTricksHand) -> Captures:
    """Returns what everybody took. Raises Refusal if the cards were not played by the rules."""
    check_in_pack(PACK_52, [("/bum_card", hand.bum_card)], rule="bum-card")
    if len(hand.tricks) != TRICKS:
        text = _("A hand has {tricks} tricks, not {given}.")
        few = len(hand.tricks) < TRICKS
        raise refuse("/tricks", "trick_count", text, rule="play", unfinished=few, tricks=TRICKS, given=len(hand.tricks))
    won = play_tricks(setup, PACK_52, hand.tricks, setup.after(dealer), NO_TRUMPS.winner)
    tricks, winners = [trick.plays for trick in won], [trick.best.seat for trick in won]
    _check_bum_card(hand.bum_card, dealer, tricks)
    _check_suit_followed(tricks)
    piles: list[list[str]] = [[] for _ in range(setup.players)]
    for plays, winner in zip(tricks, winners, strict=True):
        piles[winner] += [play.card for play in plays]
    captor = {code: owner for owner, pile in enumerate(piles) for code in pile}
    return Captures(
        bum_card=hand.bum_card,
        queens={queen: captor[queen] for queen in QUEENS},
        bum_taker=captor[hand.bum_card],
        bum_trick=winners[bad_trick_of(hand.bum_card) - 1],
        last_trick=winners[-1],
        tricks=[winners.count(who) for who in range(setup.players)],
        most=_most_tricks(piles, suit_of(hand.bum_card)),
    )


def _check_bum_card(bum_card: str, dealer: int, tricks: Tricks) -> None:
    for number, plays in enumerate(tricks):
        for place, play in enumerate(plays):
            if play.card == bum_card and play.seat != dealer:
                text = _("The bum card {card} is in the hand of {dealer}, who dealt, but {who} played it.")
                raise refuse(
                    f"/tricks/{number}/{place}",
                    "bum_card_not_dealers",
                    text,
                    rule="bum-card",
                    card=card(bum_card),
                    dealer=seat(dealer),
                    who=seat(play.seat),
                )


def _check_suit_followed(tricks: Tricks) -> None:
    """Raises Refusal at a card that did not follow suit although its player has a card of that suit later."""
    for revoke in revokes(tricks):
        play = tricks[revoke.trick][revoke.place]
        text = _("Trick {number}: {who} played {card} although {suit} were led, and had {later} in trick {then}.")
        raise refuse(
            f"/tricks/{revoke.trick}/{revoke.place}",
            "revoke",
            text,
            rule="play",
            number=revoke.trick + 1,
            who=seat(play.seat),
            card=card(play.card),
            suit=suit(suit_of(tricks[revoke.trick][0].card)),
            later=card(revoke.later_card),
            then=revoke.later_trick + 1,
        )


def _most_tricks(piles: Sequence[Sequence[str]], letter: str) -> Most:
    """Who pays for most tricks: of tied players the one with most cards of this suit, then with the highest."""
    most = max(len(pile) for pile in piles)
    tied = tuple(who for who, pile in enumerate(piles) if len(pile) == most)
    if len(tied) == 1:
        return Most(tied[0], tied, "tricks")
    places = {who: sorted(RANKS.index(code[:-1]) for code in piles[who] if suit_of(code) == letter) for who in tied}
    longest = max(map(len, places.values()))
    leaders = tuple(who for who in tied if len(places[who]) == longest)
    if not longest:
        return Most(None, leaders, "nobody")
    by = "counts" if len(leaders) == 1 else "high"
    return Most(min(leaders, key=lambda who: places[who][0]), tied, by)
