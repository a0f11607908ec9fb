"""Seasons and their rankings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal

from pydantic import ConfigDict, Field

from companion.http.models import Number, ResponseModel, Time
from companion.http.problem_details import ProblemDetails
from scoring.db.json_text import format_time
from scoring.event_models import Event, Season
from scoring.events.season import EventResult, SeasonPlace, SeasonRules
from scoring.selectors.seasons import SeasonStanding, person_name, season_rules

SeasonRole = Literal["organiser", "viewer"]


class SeasonRulesShown(SeasonRules):
    """How the events of a season are counted."""

    model_config = ConfigDict(extra="ignore", json_schema_serialization_defaults_required=True)


class EventOfSeason(ResponseModel):
    """An event of a season."""

    event: str = Field(description="Its id.")
    name: str = Field(description="For people.")
    created_at: Time = Field(description="When it was made.")
    closed_at: Time | None = Field(description="When its last round was closed; null before.")


class SeasonLinks(ResponseModel):
    """Where to go from a season."""

    self: str = Field(description="The season.")
    standings: str = Field(description="Its ranking.")


class SeasonAnswer(ResponseModel):
    """Events that are counted together."""

    id: str = Field(description="For its address, /seasons/{id}.")
    name: str = Field(description="For people.")
    rules: SeasonRulesShown = Field(description="How its events are counted.")
    same: list[list[str]] = Field(description="Groups of names that are one person; empty for who only reads.")
    public: bool = Field(description="Whether its ranking is shown to everybody, with the names of who agrees.")
    events: list[EventOfSeason] = Field(description="In the order in which they were made.")
    version: int = Field(description="Counts its changes; the ETag is made of it.")
    role: SeasonRole = Field(description="The role of the key in this request.")
    created_at: Time = Field(description="When it was made.")
    links: SeasonLinks = Field(description="Addresses of what it has.")


class SeasonWithKey(SeasonAnswer):
    """A new season with its organiser's key, which is shown only here."""

    key: str = Field(description="The organiser's key: send it as `Authorization: Bearer KEY`.")


class NewSeasonKey(ResponseModel):
    """A new key of a season, which is shown only here."""

    role: SeasonRole = Field(description="What it may do.")
    key: str = Field(description="It takes the place of the former one, which opens nothing any more.")


class StaleSeason(ProblemDetails):
    """Somebody else was faster."""

    current: SeasonAnswer = Field(description="The season as it is now.")


class SeasonResult(ResponseModel):
    """What somebody has in one event."""

    event: str = Field(description="Its id.")
    place: int = Field(description="In the event's own ranking.")
    points: Number = Field(description="Of the event.")
    match_points: Number = Field(description="0 where only points count.")
    counts: bool = Field(description="Whether it is one of those that count.")


class SeasonLine(ResponseModel):
    """A person in the ranking of a season."""

    place: int = Field(description="Equal for those that are level.")
    name: str = Field(description="As in the latest event; empty where it was deleted, or is not shown to this key.")
    total: Number = Field(description="The sum or average of what counts, rounded to two decimals.")
    points: Number = Field(description="Of the events that count.")
    won: int = Field(description="Games or matches won in them.")
    lost: int = Field(description="Games or matches lost in them.")
    results: list[SeasonResult] = Field(description="By event.")


class SeasonWaitingLine(ResponseModel):
    """A person or a team that has played too few events to be ranked."""

    name: str = Field(description="As in the ranking.")
    missing: int = Field(description="So many more events are needed.")
    results: list[SeasonResult] = Field(description="By event; none counts yet.")


class SeasonTeamLine(SeasonLine):
    """A team in the ranking of a season."""

    name: str = Field(description="Its name.")


class SeasonStandings(ResponseModel):
    """The ranking of a season. Computed, never stored."""

    results: list[SeasonLine] = Field(description="The first place first.")
    teams: list[SeasonTeamLine] = Field(description="The ranking of teams; empty without teams.")
    waiting: list[SeasonWaitingLine] = Field(
        description="Who has played fewer events than `least`, the most events first."
    )
    waiting_teams: list[SeasonWaitingLine] = Field(description="The same of teams.")
    going_on: list[str] = Field(description="Events that count and whose results may still change: their ids.")


def season_json(season: Season, events: Sequence[Event], role: str) -> dict[str, Any]:
    """Returns a season as plain JSON. role: of the key in the request."""
    own = f"/api/v1/seasons/{season.id}"
    return {
        "id": season.id,
        "name": season.name,
        "rules": season_rules(season).model_dump(mode="json"),
        "same": season.same if role == "organiser" else [],
        "public": season.public,
        "events": [
            {
                "event": event.id,
                "name": event.name,
                "created_at": format_time(event.created_at),
                "closed_at": format_time(event.closed_at) if event.closed_at else None,
            }
            for event in events
        ],
        "version": season.version,
        "role": role,
        "created_at": format_time(season.created_at),
        "links": {"self": own, "standings": f"{own}/standings"},
    }


def season_standings_json(standing: SeasonStanding, everything: bool) -> dict[str, Any]:
    """Returns the ranking of a season as plain JSON. everything: with names that are not shown to readers."""
    names = {who: person_name(entries, everything) for who, entries in standing.entries.items()}
    return {
        "results": [{**_line(place), "name": names[place.who]} for place in standing.places],
        "teams": [{**_line(place), "name": place.who} for place in standing.teams],
        "waiting": [_waiting(names[who], played, standing) for who, played in standing.waiting.items()],
        "waiting_teams": [_waiting(team, played, standing) for team, played in standing.waiting_teams.items()],
        "going_on": [event.id for event in standing.events if event.id in standing.going_on],
    }


def _line(place: SeasonPlace[Any]) -> dict[str, Any]:
    return {
        "place": place.place,
        "total": place.shown_total,
        **{name: getattr(place, name) for name in ("points", "won", "lost")},
        "results": _results(place.results, place.counting),
    }


def _waiting(name: str, played: Sequence[EventResult], standing: SeasonStanding) -> dict[str, Any]:
    return {"name": name, "missing": standing.rules.least - len(played), "results": _results(played, ())}


def _results(results: Sequence[EventResult], counting: Collection[str]) -> list[dict[str, Any]]:
    return [
        {
            "event": one.event,
            "place": one.place,
            "points": one.points,
            "match_points": one.match_points,
            "counts": one.event in counting,
        }
        for one in results
    ]
