"""Rankings of teams: the sums of their members; on a league day, match points for each series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.messages import Number, trim_number
from scoring.events.event import Event

LEAGUE_POINTS = (3, 2, 1, 0)
"""The match points of first to fourth in a series: 3:0, 2:1, 1:2, 0:3."""


@dataclass(frozen=True)
class TeamPlace:
    """A line of the ranking of teams. match_points: 0 where only points count."""

    place: int
    team: str
    points: Number
    match_points: Number
    won: int
    lost: int


@dataclass(frozen=True)
class Total:
    """What a team has, of one series or of all."""

    points: Number = 0
    won: int = 0
    lost: int = 0


def league_points(totals: Sequence[Total]) -> list[Number]:
    """Returns the match points of the teams of one series, in their order.

    Equal points: more games won, then fewer lost; teams that are level in all of it share equally.
    """
    values = [(total.points, total.won, -total.lost) for total in totals]
    ranked = sorted(values, reverse=True)
    result: list[Number] = []
    for value in values:
        first, times = ranked.index(value), ranked.count(value)
        result.append(trim_number(sum(LEAGUE_POINTS[first : first + times]) / times))
    return result


def team_standing(event: Event) -> list[TeamPlace]:
    """Returns the ranking of the teams: match points on a league day, then points, more won, fewer lost."""
    names = list(dict.fromkeys(entry.team for entry in event.entries if entry.team))
    series = [_totals(event, played.number) for played in event.rounds]
    match_points: dict[str, Number] = dict.fromkeys(names, 0)
    if event.rules.format == "league_day":
        for totals in series:
            present = [name for name in names if name in totals]
            for name, points in zip(present, league_points([totals[name] for name in present]), strict=True):
                match_points[name] = trim_number(match_points[name] + points)
    whole = {name: _sum([totals[name] for totals in series if name in totals]) for name in names}
    for adjustment in event.adjustments:
        team = event.by_number[adjustment.entry].team
        if team:
            whole[team] = _sum([whole[team], Total(adjustment.points)])
            match_points[team] = trim_number(match_points[team] + adjustment.match_points)
    value = {name: (match_points[name], whole[name].points, whole[name].won, -whole[name].lost) for name in names}
    return [
        TeamPlace(
            1 + sum(value[other] > value[name] for other in names),
            name,
            whole[name].points,
            match_points[name],
            whole[name].won,
            whole[name].lost,
        )
        for name in sorted(names, key=lambda name: value[name], reverse=True)
    ]


def _totals(event: Event, round_number: int) -> dict[str, Total]:
    """The totals of one round, by team; a team without a result is missing."""
    result: dict[str, Total] = {}
    for played in event.rounds:
        for sitting in played.sittings if played.number == round_number else ():
            for number, score in sitting.scores.items():
                team = event.by_number[number].team
                if team:
                    result[team] = _sum([result.get(team, Total()), Total(score.points, score.won, score.lost)])
    return result


def _sum(totals: Sequence[Total]) -> Total:
    return Total(
        sum(total.points for total in totals), sum(total.won for total in totals), sum(total.lost for total in totals)
    )
