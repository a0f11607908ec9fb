"""Tables for the rules page: the points of Twenty-Five."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.marking import _
from scoring.engine.messages import say
from scoring.games.twenty_five.models import TwentyFiveOptions
from scoring.games.twenty_five.tricks import TRICKS, WORTH


def make_tables(options: TwentyFiveOptions) -> dict[str, Grid]:
    """Returns what scores points in a hand (rule: scoring)."""
    whole = TRICKS * WORTH
    text = _("{n}, which wins from any score") if whole >= options.target else _("{n}")
    rows: list[list[Cell]] = [
        [say("each trick, at once"), WORTH],
        [say("all five tricks of a hand"), say(text, n=whole)],
        [say("robbing, or the highest trump in play"), say("nothing")],
    ]
    return {"points": Grid([say("for"), say("points")], rows, say("Points of a hand"))}
