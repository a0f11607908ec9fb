"""Who takes a trick of Skat, and what may be played to it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from scoring.engine.cards import PACK_32
from scoring.engine.game import check_trick
from scoring.engine.marking import _
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, Play, TrickResult, follow_suit, trick_result
from scoring.games.skat.cards import HAND, RANKINGS
from scoring.games.skat.models import SkatTrick
from scoring.games.skat.options import Setup

SEATS_IN_TRICK = 3


def look_up(setup: Setup, lookup: SkatTrick) -> TrickResult | LegalPlays:
    """Returns the trick's winner, or with a hand and an unfinished trick the cards that may be played.

    Raises Refusal if the trick or the hand is not possible (rules: play, four-players).
    """
    check_trick(setup, PACK_32, lookup, rule="play", size=SEATS_IN_TRICK, sitting_out=_sitting_out(setup, lookup.plays))
    if lookup.hand and len(lookup.hand) > HAND:
        text = _("A player holds at most ten cards, not {given}.")
        raise refuse("/hand", "hand_size", text, rule="setup", given=len(lookup.hand))
    ranking = RANKINGS[lookup.game]
    if lookup.hand and len(lookup.plays) < SEATS_IN_TRICK:
        return follow_suit(ranking, lookup.hand, lookup.plays, "play")
    return trick_result(ranking, lookup.plays, SEATS_IN_TRICK, "card-strength")


def _sitting_out(setup: Setup, plays: Sequence[Play]) -> list[int]:
    """Returns the seat that these plays skip at a table of four: the dealer, who has no cards."""
    for play, following in pairwise(plays):
        skipped = setup.after(play.seat)
        if setup.players > SEATS_IN_TRICK and following.seat == setup.after(skipped):
            return [skipped]
    return []
