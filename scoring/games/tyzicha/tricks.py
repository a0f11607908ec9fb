"""A trick of Tyzicha: trumps that change with a marriage, and the duty to beat."""

from __future__ import annotations

from dataclasses import replace

from scoring.engine.cards import rank_of, suit_of
from scoring.engine.game import Setup, check_trick
from scoring.engine.marking import _
from scoring.engine.messages import card, say
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult, head_the_trick, trick_result
from scoring.games.tyzicha.models import PACK, TyzichaOptions, TyzichaTrick, ranking


def look_up(setup: Setup[TyzichaOptions], lookup: TyzichaTrick) -> TrickResult | LegalPlays:
    """Returns who takes a trick, or which cards of a hand may be played. Raises Refusal if the trick is not
    possible.
    """
    check_trick(setup, PACK, lookup, rule="play")
    if lookup.marriage and not lookup.plays:
        return _marriage_leads(lookup.hand or [])
    trump = _marriage_suit(lookup) if lookup.marriage else lookup.trump
    order = ranking(trump)
    extra = {"trump": trump}
    if lookup.hand and len(lookup.plays) < setup.players:
        legal = head_the_trick(order, lookup.hand, lookup.plays, "duties")
        return replace(legal, extra=extra)
    result = trick_result(order, lookup.plays, setup.players, "play")
    return replace(result, extra=extra)


def _marriage_leads(hand: list[str]) -> LegalPlays:
    legal = [code for code in hand if rank_of(code) in ("K", "Q") and _partner_card(code) in hand]
    if not legal:
        raise refuse("/marriage", "no_marriage", "This hand has no king and queen of one suit.", rule="marriages")
    return LegalPlays(legal, say("A player who shows a marriage leads its king or queen"), "marriages")


def _marriage_suit(lookup: TyzichaTrick) -> str:
    """The suit of the marriage shown with this lead, which is trump from this trick on."""
    led = lookup.plays[0].card
    if rank_of(led) not in ("K", "Q"):
        text = _("With a marriage its king or queen is led, not {card}.")
        raise refuse("/marriage", "no_marriage", text, rule="marriages", card=card(led))
    other = _partner_card(led)
    elsewhere = [(f"/plays/{place}/card", play.card) for place, play in enumerate(lookup.plays)]
    elsewhere += [(f"/hand/{place}", code) for place, code in enumerate(lookup.hand or [])]
    for pointer, code in elsewhere:
        if code == other:
            text = _("{card} was shown by the leader and is still in that hand.")
            raise refuse(pointer, "card_twice", text, rule="marriages", card=card(code))
    return suit_of(led)


def _partner_card(code: str) -> str:
    """The card that makes a marriage with this king or queen."""
    return ("Q" if rank_of(code) == "K" else "K") + suit_of(code)
