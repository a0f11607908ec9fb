"""Seasons: their events, their keys, and the ranking that is computed from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.event_models import Event, EventEntry, Season, SeasonKey, SeasonPerson
from scoring.events.season import Appearance, EventResult, SeasonPlace, SeasonRules, people, season_standing
from scoring.selectors.access_keys import Key
from scoring.selectors.event_results import results_of
from scoring.selectors.events import StoredEvent, load_many


def find_season(season_id: str) -> Season | None:
    """Returns the season with this id, or None."""
    return Season.objects.filter(id=season_id).first()


def season_role(key: Key, season_id: str) -> str | None:
    """Returns the role of a key in a season, None if it opens nothing there."""
    if not key.id:
        return None
    row = SeasonKey.objects.filter(id=key.id, season_id=season_id).values_list("role", "digest").first()
    return row[0] if row and key.fits(row[1]) else None


def season_rules(season: Season) -> SeasonRules:
    """Returns the rules of a season, as they are stored."""
    return SeasonRules.model_validate(season.rules, strict=False)


def events_of(season: Season) -> list[Event]:
    """Returns the events of a season, the first one first."""
    return list(Event.objects.filter(seasons__season=season).order_by("created_at", "id"))


def people_of(season: Season, entries: Sequence[EventEntry]) -> dict[tuple[str, int], int]:
    """Returns by event and entry the number of the person. entries: of all its events."""
    stored = {
        (event, entry): person
        for event, entry, person in SeasonPerson.objects.filter(season=season).values_list("event", "entry", "person")
    }
    appearances = [
        Appearance(one.event_id, one.number, one.name, stored.get((one.event_id, one.number))) for one in entries
    ]
    return people(appearances, season.same)


@dataclass(frozen=True)
class SeasonStanding:
    """The ranking of a season. entries: of each person, in the order of the events."""

    season: Season
    rules: SeasonRules
    events: list[Event]
    places: list[SeasonPlace[int]]
    entries: dict[int, list[EventEntry]]
    teams: list[SeasonPlace[str]]


def standing_of(season: Season) -> SeasonStanding:
    """Returns the ranking of a season, by the same number of queries for any number of events. Results that are in
    count, also of events that still go on.
    """
    rules, rows = season_rules(season), events_of(season)
    stored = _with_results(load_many(rows))
    person_of = people_of(season, [entry for one in stored for entry in one.entries])
    results: dict[int, list[EventResult]] = {}
    entries: dict[int, list[EventEntry]] = {}
    teams: dict[str, list[EventResult]] = {}
    for one in stored:
        event = one.as_played(live=False)
        played = {number for sitting in event.sittings if sitting.done for number in sitting.entries}
        by_number = {entry.number: entry for entry in one.entries}
        for place in one.standing(live=False)[0]:
            if place.entry in played:
                person = person_of[one.row.id, place.entry]
                entries.setdefault(person, []).append(by_number[place.entry])
                line = EventResult(one.row.id, place.points, place.match_points, place.won, place.lost)
                results.setdefault(person, []).append(line)
        for team in one.teams() if played else ():
            line = EventResult(one.row.id, team.points, team.match_points, team.won, team.lost)
            teams.setdefault(team.team, []).append(line)
    return SeasonStanding(
        season,
        rules,
        rows,
        season_standing(results, rules, rules.counted),
        entries,
        season_standing(teams, rules, rules.teams_counted),
    )


def _with_results(stored: list[StoredEvent]) -> list[StoredEvent]:
    """Gives events their results, read together."""
    for best_of in {one.rules.best_of for one in stored}:
        group = [one for one in stored if one.rules.best_of == best_of]
        sittings = [row for one in group for rows in one.sittings.values() for row in rows]
        results = results_of(sittings, best_of)
        for one in group:
            one.results = results
    return stored
