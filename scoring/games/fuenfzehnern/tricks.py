"""Who takes a trick, what may be answered to it, and what may be led."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.captured import check_cards, check_in_pack
from scoring.engine.cards import rank_of, suit_of
from scoring.engine.game import Setup, check_trick
from scoring.engine.marking import _
from scoring.engine.messages import card, say, suit
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult, follow_suit, trick_result
from scoring.games.fuenfzehnern.models import (
    NO_TRUMPS,
    RANKS,
    FuenfzehnernLead,
    FuenfzehnernOptions,
    FuenfzehnernTrick,
    pack_of,
)


def look_up(setup: Setup[FuenfzehnernOptions], lookup: FuenfzehnernTrick) -> TrickResult | LegalPlays:
    """Returns who takes a trick, or which cards may be played or led. Raises Refusal if the trick is not possible."""
    if lookup.lead is not None:
        return _legal_leads(setup, lookup, lookup.lead)
    pack = pack_of(setup)
    check_trick(setup, pack, lookup, rule="play")
    cards = [(f"/plays/{place}/card", play.card) for place, play in enumerate(lookup.plays)]
    cards += [(f"/hand/{place}", code) for place, code in enumerate(lookup.hand or [])]
    check_in_pack(pack, cards + [(f"/gone/{place}", code) for place, code in enumerate(lookup.gone)])
    if lookup.zwang:
        _check_zwang(setup, lookup)
    hand = lookup.hand or []
    if hand and len(lookup.plays) < setup.players:
        if lookup.zwang and (ace := _ace_for(lookup)) in hand:
            return LegalPlays([ace], say("Zwang was called: {ace} must be played", ace=card(ace)), "zwang")
        if not lookup.plays:
            text = _("Any card if free to lead; a player who has taken the lead leads that suit or a sure winner")
            return LegalPlays(list(hand), say(text), "lead")
        return follow_suit(NO_TRUMPS, hand, lookup.plays, "play")
    return trick_result(NO_TRUMPS, lookup.plays, setup.players, "play")


def _ace_for(lookup: FuenfzehnernTrick) -> str:
    return "A" + suit_of(lookup.plays[0].card)


def _check_zwang(setup: Setup[FuenfzehnernOptions], lookup: FuenfzehnernTrick) -> None:
    """Raises Refusal if zwang cannot have been called with this lead."""
    if not lookup.plays or rank_of(lookup.plays[0].card) != "Q":
        raise refuse("/zwang", "no_queen_led", "Zwang is called with a queen that is led.", rule="zwang")
    ace, king = _ace_for(lookup), "K" + suit_of(lookup.plays[0].card)
    played = [play.card for play in lookup.plays]
    if ace in lookup.gone:
        text = _("{ace} was played before: there is nothing left to call for.")
        raise refuse("/zwang", "ace_gone", text, rule="zwang", ace=card(ace))
    if king in (*lookup.gone, *played, *(lookup.hand or [])):
        text = _("A player who calls zwang holds {king} as well.")
        raise refuse("/zwang", "king_elsewhere", text, rule="zwang", king=card(king))
    if len(played) == setup.players and ace not in played:
        text = _("Zwang was called, so {ace} had to be played to this trick.")
        raise refuse("/plays", "ace_not_played", text, rule="zwang", ace=card(ace))


def _legal_leads(setup: Setup[FuenfzehnernOptions], lookup: FuenfzehnernTrick, lead: FuenfzehnernLead) -> LegalPlays:
    """Which cards of a hand may be led; with zwang, which queens may be led with the call."""
    if lookup.plays or lookup.hand:
        raise refuse("/lead", "two_questions", "Ask about a trick or about a lead, not both.", rule="lead")
    pack = pack_of(setup)
    check_cards(pack, lead.hand, "/lead/hand")
    cards = [(f"/lead/hand/{place}", code) for place, code in enumerate(lead.hand)]
    check_in_pack(pack, cards + [(f"/lead/gone/{place}", code) for place, code in enumerate(lead.gone)])
    sure = [code for code in lead.hand if _is_sure_winner(code, lead)]
    held = [code for code in lead.hand if suit_of(code) == lead.won_suit]
    legal = [code for code in lead.hand if code in held or code in sure] if held else list(lead.hand)
    if lookup.zwang:
        return _zwang_queens(lead, legal)
    if lead.won_suit is None:
        why = say("The opening leader may lead any card")
    elif not held:
        why = say("No {suit} left: any card may be led, until the lead is lost", suit=suit(lead.won_suit))
    elif len(legal) > len(held):
        why = say("The lead was won in {suit}: that suit, or a sure winner of another", suit=suit(lead.won_suit))
    else:
        why = say("The lead was won in {suit}: that suit must be led", suit=suit(lead.won_suit))
    return LegalPlays(legal, why, "lead", {"sure": sure})


def _zwang_queens(lead: FuenfzehnernLead, legal: Sequence[str]) -> LegalPlays:
    queens = [code for code in lead.hand if rank_of(code) == "Q" and "K" + suit_of(code) in lead.hand]
    if not queens:
        raise refuse("/zwang", "no_king_and_queen", "Zwang needs king and queen of one suit.", rule="zwang")
    out = [code for code in queens if "A" + suit_of(code) not in (*lead.gone, *lead.hand)]
    if not out:
        aces = [card("A" + suit_of(code)) for code in queens]
        text = _("For a zwang, {aces} must still be in another hand.")
        raise refuse("/zwang", "ace_gone", text, rule="zwang", aces=aces)
    allowed = [code for code in out if code in legal]
    if not allowed:
        text = _("Zwang does not allow a change of suit: the queen may not be led now.")
        raise refuse("/zwang", "queen_not_allowed", text, rule="lead")
    return LegalPlays(allowed, say("With the king in hand and the ace still out, zwang may be called"), "zwang")


def _is_sure_winner(code: str, lead: FuenfzehnernLead) -> bool:
    """Whether nobody else can beat this card if it is led."""
    higher = RANKS[: RANKS.index(rank_of(code))]
    return all(rank + suit_of(code) in (*lead.gone, *lead.hand) for rank in higher)
