"""What may be played in Malilla: follow suit, beat opponents but not the partner, keep a plain seven until its suit
was led.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.cards import cards_of, rank_of, suit_of
from scoring.engine.game import Setup
from scoring.engine.lookups import winner_or_legal_plays
from scoring.engine.marking import _
from scoring.engine.messages import card, cards, say, suit
from scoring.engine.tricks import TRUMP, LegalPlays, Play, Ranking, TrickResult
from scoring.games.malilla.models import PACK_40, RANKS, MalillaLookup, MalillaOptions


def look_up(setup: Setup[MalillaOptions], lookup: MalillaLookup) -> TrickResult | LegalPlays:
    """Returns who takes a whole trick, or which cards of a hand may be played.

    Raises Refusal if trick or hand is not possible.
    """
    ranking = Ranking(cards_of(RANKS, lookup.trump), RANKS)
    return winner_or_legal_plays(setup, PACK_40, ranking, lookup, lambda: _legal(setup, ranking, lookup))


def _legal(setup: Setup[MalillaOptions], ranking: Ranking, lookup: MalillaLookup) -> LegalPlays:
    plays, hand = lookup.plays, lookup.hand or []
    if not plays:
        return LegalPlays(list(hand), say("The leader may lead any card"), "play")
    following = ranking.following(hand, plays)
    allowed = following or _without_held_sevens(lookup, hand)
    best = ranking.winner(plays)
    mine = setup.after(plays[-1].seat)
    against = setup.side_of(best.seat) != setup.side_of(mine)
    beating = [code for code in ranking.beating(hand, plays) if code in allowed]
    if against and beating:
        return LegalPlays(beating, say("An opponent's {card} is winning: beat it", card=card(best.card)), "beating")
    if following:
        led = ranking.effective_suit(plays[0].card)
        text = _("Follow with any trump") if led == TRUMP else _("Follow with any card of {suit}")
        return LegalPlays(following, say(text, **({} if led == TRUMP else {"suit": suit(led)})), "beating")
    held_sevens = [code for code in hand if code not in allowed]
    if held_sevens:
        text = _("Any card but {cards}: a seven of a plain suit must wait until its suit has been led")
        return LegalPlays(allowed, say(text, cards=cards(held_sevens)), "sevens")
    return LegalPlays(allowed, say("No card of the suit led, and no duty to beat: any card goes"), "beating")


def _without_held_sevens(lookup: MalillaLookup, hand: Sequence[str]) -> list[str]:
    """The hand without sevens of plain suits that were not led yet; the whole hand if it has nothing else."""
    led = {*lookup.suits_led, suit_of(_led_card(lookup.plays)), lookup.trump}
    return [code for code in hand if rank_of(code) != "7" or suit_of(code) in led] or list(hand)


def _led_card(plays: Sequence[Play]) -> str:
    return plays[0].card
