"""Flushes: what counts as one, and whose is best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import PACK_52, Suit, rank_of, suit_of
from scoring.engine.game import Setup, check_seat
from scoring.engine.marking import _
from scoring.engine.messages import card, cards, seat
from scoring.engine.refusal import refuse
from scoring.games.loo.models import HAND, LooFlush, LooFlushHand, LooOptions
from scoring.games.loo.tricks import PAM, RANKS

Class = Literal["mouche", "trump", "plain"]
STRONGEST: tuple[Class, ...] = ("mouche", "trump", "plain")


@dataclass(frozen=True)
class Flush:
    """A flush that was shown.

    flush_class: None if trumps are not known and do not matter. ranks: places of its cards, highest (0) first.
    """

    seat: int
    flush_class: Class | None
    cards: tuple[str, ...]
    ranks: tuple[int, ...]


def flushes_of(setup: Setup[LooOptions], hand: LooFlushHand, trump: Suit | None) -> list[Flush]:
    """Returns the flushes of this hand. Raises Refusal if cards, seats or Pam are not possible."""
    if not hand.shown:
        raise refuse("/shown", "nothing_shown", "Give the flush that was shown.", rule="flush")
    entered = [
        (f"/shown/{n}/cards/{place}", code)
        for n, flush in enumerate(hand.shown)
        for place, code in enumerate(flush.cards)
    ]
    check_in_pack(PACK_52, entered)
    seats: list[int] = []
    for number, flush in enumerate(hand.shown):
        pointer = f"/shown/{number}"
        check_seat(setup, flush.seat, f"{pointer}/seat", "flush")
        if flush.seat in seats:
            text = _("{who} has one hand and can show one flush only.")
            raise refuse(f"{pointer}/seat", "seat_twice", text, rule="flush", who=seat(flush.seat))
        if flush.seat not in hand.stayed:
            text = _("{who} passed and cannot show a flush.")
            raise refuse(f"{pointer}/seat", "passed", text, rule="flush", who=seat(flush.seat))
        seats.append(flush.seat)
        _check_flush(flush, hand.up_card, f"{pointer}/cards")
    _check_pam(setup, hand)
    suits = {_suit(flush) for flush in hand.shown}
    if trump is None and len(suits) > 1 and not any(PAM in flush.cards for flush in hand.shown):
        text = _("Flushes of different suits were shown: say which suit is trumps, to know the best.")
        raise refuse("/trump", "trump_missing", text, rule="flush")
    return [_flush_of(flush, trump) for flush in hand.shown]


def _check_flush(flush: LooFlush, up_card: str | None, pointer: str) -> None:
    if len(flush.cards) != HAND:
        text = _("A flush has five cards, not {n}.")
        raise refuse(pointer, "flush_size", text, rule="flush", n=len(flush.cards))
    for place, code in enumerate(flush.cards):
        if code == up_card:
            text = _("{card} was turned up: nobody holds it.")
            raise refuse(f"{pointer}/{place}", "card_turned", text, rule="setup", card=card(code))
    if len({suit_of(code) for code in flush.cards if code != PAM}) > 1:
        text = _("{cards} are not a flush: five cards of a suit are needed, or four and Pam.")
        raise refuse(pointer, "no_flush", text, rule="flush", cards=cards(flush.cards))


def _check_pam(setup: Setup[LooOptions], hand: LooFlushHand) -> None:
    holder = hand.pam_holder
    if holder is None:
        return
    check_seat(setup, holder, "/pam_holder", "pam")
    if hand.up_card == PAM:
        text = _("The jack of clubs was turned up: nobody has Pam in this hand.")
        raise refuse("/pam_holder", "no_pam", text, rule="pam")
    for flush in hand.shown:
        if (PAM in flush.cards) != (flush.seat == holder):
            text = _("By the cards shown by {who} Pam is somewhere else.")
            raise refuse("/pam_holder", "pam_elsewhere", text, rule="pam", who=seat(flush.seat))


def _suit(flush: LooFlush) -> str:
    """The suit of a flush, not counting Pam."""
    return next(suit_of(code) for code in flush.cards if code != PAM)


def _flush_of(flush: LooFlush, trump: Suit | None) -> Flush:
    flush_class: Class | None = None if trump is None else "trump" if _suit(flush) == trump else "plain"
    ranks = sorted(RANKS.index(rank_of(code)) for code in flush.cards if code != PAM)
    return Flush(flush.seat, "mouche" if PAM in flush.cards else flush_class, tuple(flush.cards), tuple(ranks))


def best_flush(setup: Setup[LooOptions], dealer: int, flushes: list[Flush]) -> Flush:
    """Returns the flush that looes the board: by class, then card by card, then the first from the dealer's left."""

    def order(flush: Flush) -> tuple[int, tuple[int, ...], int]:
        place = len(STRONGEST) if flush.flush_class is None else STRONGEST.index(flush.flush_class)
        return place, flush.ranks, (flush.seat - dealer - 1) % setup.players

    return min(flushes, key=order)
