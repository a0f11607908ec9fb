"""The formats: how rounds are made, and what their ranking looks at.

Each is one module with the same functions: ``rounds(event)`` says how many, ``propose(event, number, seed)`` makes the
tables of a round, ``standing(event)`` ranks the entries.
"""

from __future__ import annotations

from typing import Protocol

from scoring.events.event import Event, Place, Proposal
from scoring.events.formats import (
    double_elimination,
    knock_out,
    league_day,
    progressive,
    round_robin,
    series,
    swiss,
)


class Format(Protocol):
    """What the module of a format offers."""

    def rounds(self, event: Event) -> int:
        """Returns the number of rounds."""
        ...

    def propose(self, event: Event, number: int, seed: str) -> Proposal:
        """Returns the tables of a round. Raises Refusal if it cannot be played."""
        ...

    def standing(self, event: Event) -> list[Place]:
        """Returns the ranking."""
        ...


FORMATS: dict[str, Format] = {
    "series": series,
    "swiss": swiss,
    "round_robin": round_robin,
    "knock_out": knock_out,
    "double_elimination": double_elimination,
    "progressive": progressive,
    "league_day": league_day,
}


def format_of(event: Event) -> Format:
    """Returns the module of an event's format."""
    return FORMATS[event.rules.format]


def needs_winner(event: Event, number: int) -> bool:
    """Returns whether each sitting of a round needs a winner, because the winners go on."""
    if event.rules.format == "round_robin":
        return bool(event.rules.go_on) and number > round_robin.group_rounds(event)
    return event.rules.has_tree


def trees_of(event: Event) -> dict[str, list[list[tuple[int | None, int | None]]]]:
    """Returns the trees of an event: the pairs of each round. By name: whole; or winners, losers and final."""
    if not event.order:
        return {}
    match event.rules.format:
        case "knock_out":
            found = {"whole": knock_out.tree(event, knock_out.seeded(event, ""), event.rounds)}
        case "round_robin":
            found = {"whole": round_robin.tree(event)}
        case "double_elimination":
            found = dict(zip(("winners", "losers", "final"), double_elimination.trees(event), strict=True))
        case _:
            found = {}
    return {name: rounds for name, rounds in found.items() if rounds}
