"""Look-ups at a table of Gong Zhu: who takes the trick, and what may be played."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.cards import suit_of
from scoring.engine.game import Setup, check_trick
from scoring.engine.marking import _
from scoring.engine.messages import card, cards, say
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, Ranking, TrickResult, follow_suit, trick_result
from scoring.games.gong_zhu.cards import OPENING_CARD, RANKS, dealt_pack
from scoring.games.gong_zhu.exposing import check_exposed
from scoring.games.gong_zhu.models import GongZhuLookup, GongZhuOptions

NO_TRUMPS = Ranking((), RANKS)


def look_up(setup: Setup[GongZhuOptions], lookup: GongZhuLookup) -> TrickResult | LegalPlays:
    """Returns who takes the trick, or with a hand the cards that may be played (rules: play, first-lead, exposed-play).

    Raises Refusal if the trick or the hand is not possible.
    """
    pack = dealt_pack(setup.players, setup.options.decks)
    check_trick(setup, pack, lookup, rule="play")
    check_exposed(setup.options, lookup.exposed)
    hand = lookup.hand or []
    dealt = len(pack) // setup.players
    if len(hand) > dealt:
        text = _("A player holds at most the {dealt} cards dealt, not {n}.")
        raise refuse("/hand", "hand_size", text, rule="setup", dealt=dealt, n=len(hand))
    if lookup.opening:
        _check_opening(lookup, hand)
    if len(lookup.plays) == setup.players or not hand:
        return trick_result(NO_TRUMPS, lookup.plays, setup.players, "play")
    if lookup.opening and not lookup.plays:
        why = say("{card} opens the match", card=card(OPENING_CARD))
        return LegalPlays([code for code in hand if code == OPENING_CARD], why, "first-lead")
    return _legal(lookup, hand)


def _check_opening(lookup: GongZhuLookup, hand: Sequence[str]) -> None:
    text = _("The first card of the match is {card}.")
    if lookup.plays and lookup.plays[0].card != OPENING_CARD:
        raise refuse("/plays/0/card", "first_lead", text, rule="first-lead", card=card(OPENING_CARD))
    if not lookup.plays and OPENING_CARD not in hand:
        raise refuse("/hand", "first_lead", text, rule="first-lead", card=card(OPENING_CARD))


def _legal(lookup: GongZhuLookup, hand: Sequence[str]) -> LegalPlays:
    usual = follow_suit(NO_TRUMPS, hand, lookup.plays, "play")
    following = NO_TRUMPS.following(hand, lookup.plays) or ([] if lookup.plays else hand)
    fresh = [code for code in following if code in lookup.exposed and suit_of(code) not in lookup.suits_led]
    free = {suit_of(code) for code in hand if code not in lookup.exposed}
    held = [code for code in fresh if suit_of(code) in free]
    if held:
        text = _("{cards} must wait: it is exposed, and its suit has not been led before")
        allowed = [code for code in usual.cards if code not in held]
        return LegalPlays(allowed, say(text, cards=cards(held)), "exposed-play")
    if fresh:
        text = _("{cards} may be played although exposed: it is the only card of its suit in this hand")
        return LegalPlays(usual.cards, say(text, cards=cards(fresh)), "exposed-play")
    return usual
