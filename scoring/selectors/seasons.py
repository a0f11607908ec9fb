"""Seasons: their events, their keys, and the ranking that is computed from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.event_models import Event, EventEntry, Season, SeasonKey, SeasonPerson
from scoring.events.season import Appearance, EventResult, SeasonPlace, SeasonRules, people, season_standing, waiting
from scoring.selectors.access_keys import Key
from scoring.selectors.event_results import results_of
from scoring.selectors.events import StoredEvent, is_final, load_many


def find_season(season_id: str) -> Season | None:
    """Returns the season with this id, or None."""
    return Season.objects.filter(id=season_id).first()


def season_role(key: Key, season_id: str) -> str | None:
    """Returns the role of a key in a season, None if it opens nothing there."""
    if not key.id:
        return None
    row = SeasonKey.objects.filter(id=key.id, season_id=season_id).values_list("role", "digest").first()
    return row[0] if row and key.fits(row[1]) else None


def seasons_by_id(ids: Iterable[str]) -> dict[str, Season]:
    """Returns those of these seasons that exist, by id."""
    return Season.objects.in_bulk(list(ids))


def seasons_of(event: Event) -> list[Season]:
    """Returns the seasons that an event is in, the first one first."""
    return list(Season.objects.filter(events__event=event).order_by("created_at", "id"))


def season_of_key(key: Key) -> tuple[str, str] | None:
    """Returns the id of the season that a key opens, and its role there; None if it is the key of no season."""
    row = SeasonKey.objects.filter(id=key.id).values_list("season_id", "role", "digest").first() if key.id else None
    return (row[0], row[1]) if row and key.fits(row[2]) else None


def keys_of(season_id: str) -> dict[str, tuple[str, str]]:
    """Returns id and hash of each key of a season, by its role."""
    rows = SeasonKey.objects.filter(season_id=season_id).values_list("role", "id", "digest")
    return {role: (key_id, digest) for role, key_id, digest in rows}


def season_rules(season: Season) -> SeasonRules:
    """Returns the rules of a season, as they are stored."""
    return SeasonRules.model_validate(season.rules, strict=False)


def events_of(season: Season) -> list[Event]:
    """Returns the events of a season, the first one first."""
    return list(Event.objects.filter(seasons__season=season).order_by("created_at", "id"))


def names_in(season: Season) -> list[str]:
    """Returns the names that are entered in the events of a season, each once."""
    names = EventEntry.objects.filter(event__seasons__season=season).exclude(name="").values_list("name", flat=True)
    return list(dict.fromkeys(names.order_by("name")))


def person_name(entries: Sequence[EventEntry], everything: bool) -> str:
    """Returns the name of a person as in the latest event that has one; "" if there is none, or if it is not shown.

    entries: of the person, in the order of the events. everything: for the organiser. Whether a name is shown to
    readers is what the person said last.
    """
    named = [entry for entry in entries if entry.name]
    return named[-1].name if named and (everything or named[-1].shown) else ""


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
    """The ranking of a season. entries: of each person, in the order of the events.

    waiting, waiting_teams: results of those who have played too few events to be ranked. played: events that count.
    going_on: those of them whose results may still change.
    """

    season: Season
    rules: SeasonRules
    events: list[Event]
    places: list[SeasonPlace[int]]
    entries: dict[int, list[EventEntry]]
    teams: list[SeasonPlace[str]]
    waiting: Mapping[int, Sequence[EventResult]]
    waiting_teams: Mapping[str, Sequence[EventResult]]
    played: frozenset[str]
    going_on: frozenset[str]


def standing_of(season: Season, everything: bool = True) -> SeasonStanding:
    """Returns the ranking of a season, by the same number of queries for any number of events. Results that are in
    count, also of events that still go on.

    everything: for the organiser; a ranking that is frozen for readers leaves out its running round here too.
    """
    rules, rows = season_rules(season), events_of(season)
    stored = _with_results(load_many(rows))
    person_of = people_of(season, [entry for one in stored for entry in one.entries])
    results: dict[int, list[EventResult]] = {}
    entries: dict[int, list[EventEntry]] = {}
    teams: dict[str, list[EventResult]] = {}
    counted = []
    for one in stored:
        until = one.last_shown(everything)
        event = one.as_played(until, live=False)
        played = {number for sitting in event.sittings if sitting.done for number in sitting.entries}
        if not played:
            continue
        counted.append(one)
        by_number = {entry.number: entry for entry in one.entries}
        for place in one.standing(until, live=False)[0]:
            if place.entry in played:
                person = person_of[one.row.id, place.entry]
                entries.setdefault(person, []).append(by_number[place.entry])
                line = EventResult(one.row.id, place.points, place.match_points, place.won, place.lost, place.place)
                results.setdefault(person, []).append(line)
        for team in one.teams(until, live=False):
            line = EventResult(one.row.id, team.points, team.match_points, team.won, team.lost, team.place)
            teams.setdefault(team.team, []).append(line)
    return SeasonStanding(
        season,
        rules,
        rows,
        season_standing(results, rules, rules.counted),
        entries,
        season_standing(teams, rules, rules.teams_counted),
        waiting(results, rules),
        waiting(teams, rules),
        frozenset(one.row.id for one in counted),
        frozenset(one.row.id for one in counted if not is_final(one)),
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
