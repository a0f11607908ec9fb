"""The look-up of tricks: who takes a trick or is winning it so far, or what may be played to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scoring.engine.cards import Pack
from scoring.engine.checks import check_trick
from scoring.engine.models import HandLookupModel, Setup
from scoring.engine.tricks import LegalPlays, Ranking, TrickResult, trick_result


def winner_or_legal_plays(
    setup: Setup[Any],
    pack: Pack,
    ranking: Ranking,
    lookup: HandLookupModel,
    legal: Callable[[], LegalPlays],
    rule: str = "play",
) -> TrickResult | LegalPlays:
    """Returns who takes a trick, or is winning it so far, with ``winner_seat`` among the facts; with a hand and an
    unfinished trick, what may be played.

    ranking: the order of the cards in this hand. legal: the answer for an unfinished trick and a hand. Raises Refusal
    if trick and hand are not possible: out of turn, a card unknown or twice, neither a card played nor a hand.
    """
    check_trick(setup, pack, lookup, rule=rule)
    if lookup.hand and len(lookup.plays) < setup.players:
        return legal()
    result = trick_result(ranking, lookup.plays, setup.players, rule)
    return replace(result, extra={"winner_seat": result.winner})
