"""Tables for the rules page: the payments of Loo."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say
from scoring.games.loo.models import HAND, LooOptions


def make_tables(options: LooOptions) -> dict[str, Grid]:
    """Returns who gets or pays what, at this stake (rules: pot, looed, alone, flush, all-passed)."""
    stake, whole = options.stake, say("the whole pot")
    loo = say("pays {n} to the next pot", n=stake)
    flushes: list[list[Cell]] = [
        [say("the best flush"), whole],
        [say("everybody else after a flush, except holders of a flush or of Pam"), loo],
    ]
    rows: list[list[Cell]] = [
        [say("the dealer, at the start"), say("pays the ante, {n}", n=stake)],
        [say("each trick"), say("the pot divided by {n}", n=options.cards)],
        [say("in, and no trick"), loo],
        [say("out"), say("nothing")],
        [say("the only player who stayed in"), whole],
        *(flushes if options.cards == HAND else []),
        [say("the dealer, when everybody passed"), whole],
    ]
    return {"payments": Grid([say("who"), say("gets or pays")], rows, say("Payments"))}
