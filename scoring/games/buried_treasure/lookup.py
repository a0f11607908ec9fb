"""A move of Buried Treasure looked up: do two cards make eleven?"""

from __future__ import annotations

from typing import Any

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import rank_of
from scoring.engine.game import Setup
from scoring.engine.messages import Message, card, say
from scoring.engine.refusal import refuse
from scoring.engine.tricks import TrickResult
from scoring.games.buried_treasure.cards import VALUES, pack_of
from scoring.games.buried_treasure.models import BuriedTreasureLookup, BuriedTreasureOptions

ELEVEN = 11
FACES = ("J", "Q", "K")


def look_up(setup: Setup[BuriedTreasureOptions], lookup: BuriedTreasureLookup) -> TrickResult:
    """Returns whether a card and the top card of a pile make eleven; there are no tricks in this game."""
    if lookup.plays:
        raise refuse("/plays", "no_tricks", "This game has no tricks: give top and play.", rule="play")
    top = [] if lookup.top is None else [("/top", lookup.top)]
    check_in_pack(pack_of(setup.players), [*top, ("/play", lookup.play)])
    eleven, why = _eleven(lookup.top, lookup.play)
    return TrickResult(None, None, why, "eleven", None, {"eleven": eleven})


def _eleven(top: str | None, play: str) -> tuple[bool, Message]:
    """Whether these two make eleven, and why."""
    if top is None:
        return False, say("The pile is empty: there is nothing to clear")
    face = next((code for code in (top, play) if rank_of(code) in FACES), None)
    if face is not None:
        return False, say("{card} is a face card and cannot make eleven", card=card(face))
    values = VALUES[rank_of(top)], VALUES[rank_of(play)]
    params: dict[str, Any] = {"top": values[0], "play": values[1], "sum": sum(values)}
    if sum(values) == ELEVEN:
        return True, say("{top} + {play} = {sum}: both may be discarded", **params)
    return False, say("{top} + {play} = {sum}, not eleven", **params)
