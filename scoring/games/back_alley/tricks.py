"""Tricks of Back Alley: bloopers, trumps that must be broken first, and what follows a blooper that is led."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.engine.game import Setup, check_trick
from scoring.engine.marking import _
from scoring.engine.messages import Message, Term, card, say
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, Ranking, TrickResult, follow_suit, so_far, trick_result
from scoring.games.back_alley.models import BIG, BLOOPERS, LITTLE, PACK, BackAlleyLookup, BackAlleyOptions, ranking


def look_up(setup: Setup[BackAlleyOptions], lookup: BackAlleyLookup) -> TrickResult | LegalPlays:
    """Returns who takes a trick, or which cards of a hand may be led or played.

    Raises Refusal if the trick is not possible.
    """
    _check_bloopers(lookup)
    check_trick(setup, PACK, lookup, rule="play")
    order = ranking(lookup.trump)
    if lookup.leading:
        return _answer_about_lead(order, lookup)
    if lookup.hand and len(lookup.plays) < setup.players:
        if not lookup.plays:
            return _legal_leads(order, lookup, lookup.hand)
        return _follow(order, lookup, lookup.hand)
    result = trick_result(order, lookup.plays, setup.players, "card-strength")
    if result.card == BIG:  # which nobody can beat, in an unfinished trick either
        return replace(result, why=say("The big blooper is the highest card of all"), rule="bloopers")
    if result.card == LITTLE:
        text = _("The little blooper wins: only the big one is higher, and it is not here")
        little = replace(result, why=say(text), rule="bloopers")
        return little if len(lookup.plays) == setup.players else so_far(little)
    return result


def _check_bloopers(lookup: BackAlleyLookup) -> None:
    """Raises Refusal at an impossible blooper: at any without a trump suit, otherwise at one that is here twice."""
    cards = [(f"/plays/{number}/card", play.card) for number, play in enumerate(lookup.plays)]
    cards += [(f"/hand/{number}", code) for number, code in enumerate(lookup.hand or ())]
    seen = set()
    for pointer, code in cards:
        if code not in BLOOPERS:
            continue
        if lookup.trump is None:
            text = _("Without a trump suit no blooper is in play: one was turned, and the other is thrown away.")
            raise refuse(pointer, "blooper_turned", text, rule="bloopers")
        if code in seen:
            text = _("{card} is entered more often than the pack has it.")
            raise refuse(pointer, "card_twice", text, rule="setup", card=_card_name(code))
        seen.add(code)


def _card_name(code: str) -> Message | Term:
    """A card as players of this game call it."""
    return {BIG: say("The big blooper"), LITTLE: say("The little blooper")}.get(code, card(code))


def _answer_about_lead(order: Ranking, lookup: BackAlleyLookup) -> LegalPlays:
    """What the leader may lead; or, with the lead on the table, whether it was allowed."""
    hand = list(lookup.hand or ())
    if len(lookup.plays) > 1:
        text = _("The leader plays the first card: at most one can lie here.")
        raise refuse("/plays", "not_leading", text, rule="leading")
    if not lookup.plays:
        return _legal_leads(order, lookup, hand)
    lead = lookup.plays[0].card
    if lead not in _legal_leads(order, lookup, [*hand, lead]).cards:
        text = _("{card} cannot be led: no trump has been played to another suit yet.")
        raise refuse("/plays/0/card", "trumps_not_broken", text, rule="leading", card=_card_name(lead))
    return LegalPlays([lead], say("{card} may be led", card=_card_name(lead)), "leading")


def _legal_leads(order: Ranking, lookup: BackAlleyLookup, hand: Sequence[str]) -> LegalPlays:
    plain = [code for code in hand if code not in order.trumps]
    if lookup.trump is None or lookup.broken:
        return LegalPlays(list(hand), say("The leader may lead any card"), "leading")
    if not plain:
        return LegalPlays(list(hand), say("Nothing but trumps: one of them must be led"), "leading")
    return LegalPlays(plain, say("Trumps are not broken yet: another suit must be led"), "leading")


def _follow(order: Ranking, lookup: BackAlleyLookup, hand: Sequence[str]) -> LegalPlays:
    lead = lookup.plays[0].card
    trumps = sorted((code for code in hand if code in order.trumps), key=order.trumps.index)
    if lead == BIG and trumps:
        return LegalPlays(trumps[:1], say("The big blooper was led: the highest trump must be played"), "bloopers")
    if lead == LITTLE and trumps:
        return LegalPlays(trumps[-1:], say("The little blooper was led: the lowest trump must be played"), "bloopers")
    return follow_suit(order, hand, lookup.plays, "play")
