"""A whole match as text: what the golden score sheets hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.engine.match import Replay, extend, replay
from scoring.engine.messages import ENGLISH, Language, Line, Number, figure_beside, fill_names, format_number, render
from scoring.games import get

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lea"]


def score_sheet(slug: str, match: dict[str, Any], language: Language = ENGLISH) -> str:
    """The sheet of a match: ``players``, ``hands`` and perhaps ``options`` and ``start``, as the API takes them.

    language: of the texts; the words around them stay English.
    """
    played = replay(get(slug), match["players"], (), match.get("options"), match.get("start"))
    seats = NAMES[: match["players"]]
    sides = [" & ".join(seats[seat] for seat in side) for side in played.open_match.setup.sides]

    def said(line: Line) -> str:
        beside = figure_beside(line, language)
        return (
            fill_names(render(line.message, language), seats, sides) + (beside and f"  [{beside}]") + f"  #{line.rule}"
        )

    out = [f"{language.gettext(get(slug).name)}: {', '.join(sides)}"]
    for hand in match["hands"]:
        out += ["", *_coming(played, seats, said)]
        extend(played, [hand])
        result = played.results[-1]
        head = fill_names(render(result.result.summary, language), seats, sides)
        out.append(f"{result.number}. {result.hand.kind}: {head}" + ("" if result.result.complete else " (open)"))
        out += [f"     {said(line)}" for line in result.result.lines]
        out.append(f"   points {_row(result.result.points)}   totals {_row(result.state.totals)}")
        out.append(f"   details {result.result.details}")
    verdict = played.verdict
    out += ["", *_coming(played, seats, said)]
    if verdict.finished:
        why = fill_names(render(verdict.reason, language), seats, sides) if verdict.reason else ""
        out.append(f"Finished: {', '.join(sides[side] for side in verdict.winners) or 'nobody'} won. {why}".rstrip())
    return "\n".join(out) + "\n"


def _coming(played: Replay, seats: list[str], said: Any) -> list[str]:
    coming = played.upcoming
    if coming is None:
        return []

    def name(seat: int | None) -> str:
        return "nobody" if seat is None else seats[seat]

    head = f"   dealer {name(coming.dealer)}, {name(coming.leads)} leads"
    if coming.sits_out:
        head += f", {', '.join(seats[seat] for seat in coming.sits_out)} out"
    return [head, *(f"   ! {said(notice)}" for notice in coming.notices)]


def _row(values: Sequence[Number]) -> str:
    return " ".join(format_number(value) for value in values)
