"""What the rules page draws from Truco's figures: the ladder, its limits, what a hand brings, the vira's top cards."""

from __future__ import annotations

from typing import get_args

from scoring.engine.cards import rank_of
from scoring.engine.game import Cell, Grid
from scoring.engine.messages import say
from scoring.games.truco.models import TrucoOptions
from scoring.games.truco.result import special_name
from scoring.games.truco.stakes import TARGET, Ladder, call_name, ladder, stake_of
from scoring.games.truco.tricks import VIRA_CIRCLE, manilhas


def stake_tables(options: TrucoOptions) -> dict[str, Grid]:
    """Everything about stakes at these options and others, and the vira (rules: raising, limit, scoring, vira)."""
    rungs = ladder(options)
    return {
        "ladder": _ladder(rungs),
        "limit": _limit(rungs),
        "results": _results(rungs),
        "ladders": _others(options),
        "vira": _vira(),
    }


def _ladder(rungs: Ladder) -> Grid:
    calls = [call_name(rungs, rung) for rung in range(1, len(rungs))]
    rows: list[list[Cell]] = [
        [say("the hand is worth"), *rungs],
        [say("the others run, and it brings"), "–", *rungs[:-1]],
    ]
    return Grid([say("call"), say("none"), *calls], rows, say("Stakes"))


def _limit(rungs: Ladder) -> Grid:
    rows: list[list[Cell]] = [
        [say("{call} ({n})", call=call_name(rungs, rung), n=rungs[rung]), rungs[rung - 1], _most(rungs, rung)]
        for rung in range(1, len(rungs))
    ]
    head = say("to call"), say("stake before it"), say("own score at most")
    return Grid([*head], rows, say("How far a side may raise"))


def _most(rungs: Ladder, rung: int) -> int:
    """The highest score with which a side may raise to this rung."""
    return TARGET - rungs[rung - 1] - 1


def _results(rungs: Ladder) -> Grid:
    calls = [call_name(rungs, rung) for rung in range(1, len(rungs))]
    special = special_name(rungs)
    return Grid(
        [say("the hand ends"), say("the winners score")],
        [
            [say("won without a call"), rungs[0]],
            [say("won after an accepted {calls}", calls=calls), say("{n}", n=rungs[1:])],
            [say("the others run from {calls}", calls=calls), say("{n}", n=rungs[:-1])],
            [say("{hand}, the leaders run", hand=special), say("{n} for their opponents", n=rungs[0])],
            [say("{hand}, played", hand=special), rungs[stake_of(rungs, "eleven")]],
            [say("Iron hand"), say("{n}, and with it the match", n=rungs[stake_of(rungs, "iron")])],
            [say("all three tricks tied"), say("nothing for anybody")],
        ],
        say("What a hand brings"),
    )


def _others(options: TrucoOptions) -> Grid:
    rows: list[list[Cell]] = []
    for stakes in get_args(TrucoOptions.model_fields["stakes"].annotation):
        if stakes != options.stakes:
            rungs = ladder(options.model_copy(update={"stakes": stakes}))
            steps = range(1, len(rungs))
            text = "{n}: own score {most} or less"
            rows.append([say("{n}", n=rungs), *(say(text, n=rungs[rung], most=_most(rungs, rung)) for rung in steps)])
    head = say("ladder"), say("truco"), say("second raise"), say("third raise"), say("queda")
    return Grid([*head], rows, say("Other ladders"))


def _vira() -> Grid:
    row: list[Cell] = [say("top cards"), *(rank_of(manilhas(f"{rank}C")[0]) for rank in VIRA_CIRCLE)]
    return Grid([say("turned"), *VIRA_CIRCLE], [row], say("Top cards by the vira"))
