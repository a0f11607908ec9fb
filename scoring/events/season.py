"""Seasons: events that are counted together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.messages import Number, trim_number

MOST_EVENTS = 100

Counted = Literal["points", "match_points"]
Who = TypeVar("Who", int, str)


class SeasonRules(BaseModel):
    """How the events of a season are counted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    counted: Counted = Field("points", description="What counts of each event for a person.")
    teams_counted: Counted = Field("points", description="What counts for a team; match points: of league days.")
    best: int | None = Field(
        None, ge=1, le=MOST_EVENTS, description="Only the best so many events of each count. Left out: all."
    )
    average: bool = Field(False, description="The average of what counts, in place of the sum.")
    least: int = Field(1, ge=1, le=MOST_EVENTS, description="Who has played fewer events is not ranked.")
    better: Literal["high", "low"] = Field("high", description="Which points are better.")


@dataclass(frozen=True)
class EventResult:
    """What somebody has in one event. event: its id. place: in its ranking."""

    event: str
    points: Number
    match_points: Number = 0
    won: int = 0
    lost: int = 0
    place: int = 0


@dataclass(frozen=True)
class SeasonPlace(Generic[Who]):
    """A line of a season's ranking. who: a person's number, or a team.

    total: of the results that count, exact. points: their points. counting: the events that count.
    """

    place: int
    who: Who
    total: Fraction
    points: Number
    won: int
    lost: int
    results: Sequence[EventResult]
    counting: frozenset[str]

    @property
    def shown_total(self) -> Number:
        """The total, rounded to two decimals."""
        return trim_number(round(float(self.total), 2))


def season_standing(
    results: Mapping[Who, Sequence[EventResult]], rules: SeasonRules, counted: Counted
) -> list[SeasonPlace[Who]]:
    """Returns the ranking of a season; who has played too few events is not in it.

    results: in the order of the events. counted: points, or match points and then points. Equal: more won, then fewer
    lost, of the events that count; else the place is shared.
    """
    sign = -1 if rules.better == "low" and counted == "points" else 1
    rows = []
    for who, played in results.items():
        if len(played) < rules.least or not played:
            continue
        ranked = sorted(played, key=lambda one: (sign * getattr(one, counted), one.points), reverse=True)
        best = ranked[: rules.best]
        total = sum((Fraction(str(getattr(one, counted))) for one in best), Fraction(0))
        if rules.average:
            total /= len(best)
        points = trim_number(sum(one.points for one in best))
        won, lost = sum(one.won for one in best), sum(one.lost for one in best)
        second = points if counted == "match_points" else 0
        rows.append(((sign * total, second, won, -lost), who, total, points, won, lost, played, best))
    keys = [row[0] for row in rows]
    places = [
        SeasonPlace(
            1 + sum(other > key for other in keys),
            who,
            total,
            points,
            won,
            lost,
            list(played),
            frozenset(one.event for one in best),
        )
        for key, who, total, points, won, lost, played, best in rows
    ]
    return sorted(places, key=lambda place: place.place)


def waiting(results: Mapping[Who, Sequence[EventResult]], rules: SeasonRules) -> dict[Who, Sequence[EventResult]]:
    """Returns the results of those who have played too few events to be ranked, who has played most first."""
    few = {who: played for who, played in results.items() if 0 < len(played) < rules.least}
    return dict(sorted(few.items(), key=lambda one: -len(one[1])))


# -- people ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Appearance:
    """An entry of an event. name: "" if it was deleted. person: the number that was stored for it, if any."""

    event: str
    entry: int
    name: str
    person: int | None = None


def people(appearances: Sequence[Appearance], same: Sequence[Sequence[str]]) -> dict[tuple[str, int], int]:
    """Returns by event and entry the number of the person.

    Entries are one person if they have the same name (capitals and spaces do not matter), names that are said to be the
    same, or the same stored number. An entry without name and number is nobody else. same: groups of names.
    """
    parent: dict[object, object] = {}

    def root(node: object) -> object:
        parent.setdefault(node, node)
        while parent[node] != node:
            node = parent[node]
        return node

    for group in same:
        for name in group[1:]:
            parent[root(_plain(group[0]))] = root(_plain(name))
    nodes: list[object] = []
    for one in appearances:
        node: object = (
            _plain(one.name) if one.name else one.person if one.person is not None else (one.event, one.entry)
        )
        if one.name and one.person is not None:
            parent[root(node)] = root(one.person)
        nodes.append(node)
    # Stored numbers stay; a new person gets the next one.
    numbers: dict[object, int] = {}
    for one in appearances:
        if one.person is not None:
            found = root(one.person)
            numbers[found] = min(one.person, numbers.get(found, one.person))
    last = max((one.person for one in appearances if one.person is not None), default=0)
    result = {}
    for one, node in zip(appearances, nodes, strict=True):
        found = root(node)
        if found not in numbers:
            last += 1
            numbers[found] = last
        result[one.event, one.entry] = numbers[found]
    return result


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
