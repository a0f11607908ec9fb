"""Tables for the rules page: the stakes of Truco, their limits, what a hand scores, and the top cards by vira."""

from __future__ import annotations

from typing import get_args

from scoring.engine.cards import rank_of
from scoring.engine.game import Cell, Grid
from scoring.engine.marking import _
from scoring.engine.messages import Message, rank, say
from scoring.games.truco.models import TrucoOptions
from scoring.games.truco.result import special_name
from scoring.games.truco.stakes import TARGET, Stakes, call_name, first_step, stakes_of
from scoring.games.truco.tricks import VIRA_CIRCLE, manilhas


def make_tables(options: TrucoOptions) -> dict[str, Grid]:
    """Returns the stakes at these options and at others, and the top cards by vira (rules: raising, limit, scoring,
    vira).
    """
    stakes = stakes_of(options)
    return {
        "ladder": _ladder(stakes),
        "limit": _limit(stakes),
        "results": _results(stakes),
        "ladders": _others(options),
        "vira": _vira(),
    }


def _ladder(stakes: Stakes) -> Grid:
    calls = [call_name(stakes, step) for step in range(1, len(stakes))]
    rows: list[list[Cell]] = [
        [say("the hand is worth"), *stakes],
        [say("the others run, and it brings"), "–", *stakes[:-1]],
    ]
    return Grid([say("call"), say("plain"), *calls], rows, say("Stakes"))


def _limit(stakes: Stakes) -> Grid:
    rows: list[list[Cell]] = [
        [
            say("{call} ({n})", call=call_name(stakes, step), n=stakes[step]),
            stakes[step - 1],
            _highest_score(stakes, step),
        ]
        for step in range(1, len(stakes))
    ]
    head = say("to call"), say("stake before it"), say("own score at most")
    return Grid([*head], rows, say("How far a side may raise"))


def _highest_score(stakes: Stakes, step: int) -> int:
    """The highest score with which a side may raise to this step."""
    return TARGET - stakes[step - 1] - 1


def _results(stakes: Stakes) -> Grid:
    calls = [call_name(stakes, step) for step in range(1, len(stakes))]
    special = special_name(stakes)
    return Grid(
        [say("the hand ends"), say("the winners score")],
        [
            [say("won without a call"), stakes[0]],
            [say("won after an accepted {calls}", calls=calls), say("{n}", n=stakes[1:])],
            [say("the others run from {calls}", calls=calls), say("{n}", n=stakes[:-1])],
            [say("{hand}, the leaders run", hand=special), say("{n} for their opponents", n=stakes[0])],
            [say("{hand}, played", hand=special), stakes[first_step(stakes, "eleven")]],
            [say("Iron hand"), say("{n}, and with it the match", n=stakes[first_step(stakes, "iron")])],
            [say("all three tricks tied"), say("nothing for anybody")],
        ],
        say("What a hand brings"),
    )


def _others(options: TrucoOptions) -> Grid:
    rows: list[list[Cell]] = []
    for stakes in get_args(TrucoOptions.model_fields["stakes"].annotation):
        if stakes != options.stakes:
            stakes = stakes_of(options.model_copy(update={"stakes": stakes}))
            steps = range(1, len(stakes))
            text = _("{n}: own score {most} or less")
            rows.append(
                [
                    say("{n}", n=stakes),
                    *(say(text, n=stakes[step], most=_highest_score(stakes, step)) for step in steps),
                ]
            )
    head = say("ladder"), say("truco"), say("second raise"), say("third raise"), say("queda")
    return Grid([*head], rows, say("Other ladders"))


def _vira() -> Grid:
    row: list[Cell] = [say("top cards"), *(_rank(rank_of(manilhas(f"{name}C")[0])) for name in VIRA_CIRCLE)]
    return Grid([say("turned"), *map(_rank, VIRA_CIRCLE)], [row], say("Top cards by the vira"))


def _rank(name: str) -> Message:
    return say("{rank}", rank=rank(name))
