"""What must be played in Tute: follow suit, beat, trump, overtrump, even the partner."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.cards import cards_of
from scoring.engine.game import Setup
from scoring.engine.lookups import winner_or_legal_plays
from scoring.engine.marking import _
from scoring.engine.messages import say, suit
from scoring.engine.tricks import TRUMP, LegalPlays, Play, Ranking, TrickResult
from scoring.games.tute.models import PACK_40, RANKS, TuteLookup, TuteOptions


def look_up(setup: Setup[TuteOptions], lookup: TuteLookup) -> TrickResult | LegalPlays:
    """Returns who takes a whole trick, or which cards of a hand may be played.

    Raises Refusal if trick or hand is not possible.
    """
    ranking, free = Ranking(cards_of(RANKS, lookup.trump), RANKS), setup.options.undertrump == "free"
    return winner_or_legal_plays(
        setup, PACK_40, ranking, lookup, lambda: _legal(ranking, lookup.hand or [], lookup.plays, free)
    )


def _legal(ranking: Ranking, hand: Sequence[str], plays: Sequence[Play], free: bool) -> LegalPlays:
    """free: a player who cannot overtrump may play anything."""
    if not plays:
        return LegalPlays(list(hand), say("The leader may lead any card"), "play")
    led = ranking.effective_suit(plays[0].card)
    following = ranking.following(hand, plays)
    trumps = [code for code in hand if ranking.effective_suit(code) == TRUMP]
    trumped = led != TRUMP and any(ranking.effective_suit(play.card) == TRUMP for play in plays)
    higher = [code for code in ranking.beating(hand, plays) if code in (following or trumps)]
    if following and trumped:
        return LegalPlays(following, say("The trick is trumped: any card of {suit} will do", suit=suit(led)), "duties")
    if following and led == TRUMP:
        text = (
            _("Trumps were led: a higher one must be played")
            if higher
            else _("Trumps were led, and no higher one is held")
        )
        return LegalPlays(higher or following, say(text), "duties")
    if following:
        text = (
            _("Follow {suit} and beat the best card") if higher else _("Follow {suit}; no card held beats the best one")
        )
        return LegalPlays(higher or following, say(text, suit=suit(led)), "duties")
    if not trumps:
        return LegalPlays(list(hand), say("Neither the suit led nor a trump: any card goes"), "duties")
    if higher:
        text = _("The suit is missing: overtrump") if trumped else _("The suit is missing: trump")
        return LegalPlays(higher, say(text), "duties")
    if free:
        return LegalPlays(list(hand), say("No trump is high enough, and this table lets any card go"), "duties")
    return LegalPlays(trumps, say("No trump is high enough: a lower one must be played all the same"), "duties")
