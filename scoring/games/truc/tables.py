"""Tables for the rules page: what a hand of Truc scores."""

from __future__ import annotations

from scoring.engine.game import Grid
from scoring.engine.messages import say
from scoring.games.truc.result import CALLS, STAKES


def make_tables() -> dict[str, Grid]:
    """Returns what the winners of a hand score, by how it ended (rule: scoring)."""
    calls = [*CALLS.values()]
    return {
        "results": Grid(
            [say("the hand ends"), say("the winners score")],
            [
                [say("won without a call"), STAKES[0]],
                [say("won after an accepted {calls}", calls=calls), say("{n}", n=STAKES[1:])],
                [say("the others reject {calls}", calls=calls), say("{n}", n=STAKES[:-1])],
                [say("hand of eleven, the leaders decline"), say("{n} for their opponents", n=STAKES[0])],
                [say("hand of eleven, played"), say("{n}, whoever wins it", n=STAKES[-1])],
            ],
            say("What a hand brings"),
        )
    }
