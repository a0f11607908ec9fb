"""Cards that are exposed before the first lead: which are allowed."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.marking import _
from scoring.engine.messages import card, cards
from scoring.engine.refusal import refuse
from scoring.games.gong_zhu.cards import EXPOSABLE
from scoring.games.gong_zhu.models import GongZhuOptions


def check_exposed(options: GongZhuOptions, exposed: Sequence[str]) -> None:
    """Raises Refusal at the first card that cannot have been exposed (rule: exposing)."""
    if exposed and not options.exposing:
        raise refuse("/exposed", "exposing_off", "This table plays without exposing.", rule="exposing")
    for place, code in enumerate(exposed):
        if code not in EXPOSABLE:
            text = _("{card} cannot be exposed: only {cards} can.")
            raise refuse(
                f"/exposed/{place}", "not_exposable", text, rule="exposing", card=card(code), cards=cards(EXPOSABLE)
            )
        if code in exposed[:place]:
            text = _("{card} is named twice among the exposed cards.")
            raise refuse(f"/exposed/{place}", "exposed_twice", text, rule="exposing", card=card(code))
