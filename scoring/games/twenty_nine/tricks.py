"""Look-ups at a table of Twenty-Nine: who takes the trick, and what may be played, before and after the reveal."""

from __future__ import annotations

from scoring.engine.cards import PACK_32, cards_of
from scoring.engine.game import Setup, check_trick
from scoring.engine.marking import _
from scoring.engine.messages import card, say, suit
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, Ranking, TrickResult, follow_suit, trick_result
from scoring.games.twenty_nine.models import RANKS, TwentyNineLookup, TwentyNineOptions


def look_up(setup: Setup[TwentyNineOptions], lookup: TwentyNineLookup) -> TrickResult | LegalPlays:
    """Returns who takes the trick, or with a hand and an unfinished trick the cards that may be played (rules: play,
    reveal).

    Raises Refusal if the trick is not possible, or if the trump card must have been turned during it.
    """
    check_trick(setup, PACK_32, lookup, rule="play")
    if lookup.revealed and lookup.trump is None:
        raise refuse("/trump", "trump_missing", "The trump suit is needed once it was shown.", rule="reveal")
    trumps = cards_of(RANKS, lookup.trump) if lookup.revealed and lookup.trump else ()
    ranking = Ranking(trumps, RANKS)
    if not lookup.revealed and setup.options.ask == "must":
        _check_still_hidden(ranking, lookup)
    if not lookup.hand or len(lookup.plays) == setup.players:
        return trick_result(ranking, lookup.plays, setup.players, "card-strength" if lookup.revealed else "reveal")
    usual = follow_suit(ranking, lookup.hand, lookup.plays, "play")
    if not lookup.plays or lookup.revealed or ranking.following(lookup.hand, lookup.plays):
        return usual
    text = _("No {suit} to follow with: the trump card is turned first, then any card goes")
    if setup.options.ask == "may":
        text = _("No {suit} to follow with: any card goes, and the trump card may be asked for first")
    rule = "asking" if setup.options.ask == "may" else "reveal"
    return LegalPlays(usual.cards, say(text, suit=suit(ranking.effective_suit(lookup.plays[0].card))), rule)


def _check_still_hidden(ranking: Ranking, lookup: TwentyNineLookup) -> None:
    """Raises Refusal if a card that does not follow suit was played, although the trump card was turned before it."""
    if not lookup.plays:
        return
    led = ranking.effective_suit(lookup.plays[0].card)
    other = next((play.card for play in lookup.plays if ranking.effective_suit(play.card) != led), None)
    if other is not None:
        text = _(
            "{card} does not follow suit, so the trump card was turned first: nobody may discard before that here."
        )
        raise refuse("/revealed", "revealed_by_then", text, rule="asking", card=card(other))
