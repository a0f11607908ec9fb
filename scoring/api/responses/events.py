"""Events: settings, entries, rounds, sittings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import ConfigDict, Field

from companion.http.models import Number, ResponseModel, Time
from companion.http.problem_details import ProblemDetails
from scoring.db.json_text import format_time
from scoring.event_models import Event, EventChange, EventEntry, EventRound, EventSitting
from scoring.events.event import Score
from scoring.events.rules import EventRules, FeeStep, MoneyRules
from scoring.selectors.event_clock import SilentTable as Silent
from scoring.selectors.event_clock import clock_json
from scoring.selectors.event_results import Difference
from scoring.selectors.events import StoredEvent, rules_of, shown_name

EventRoleName = Literal["organiser", "referee", "viewer", "display", "scorer", "player", "entrant"]
EventKeyRole = Literal["organiser", "referee", "viewer", "display", "player", "entrant"]
RoundState = Literal["proposed", "published", "running", "closed"]
SittingStatus = Literal["open", "entered", "confirmed", "disputed"]


class ClubEventLinks(ResponseModel):
    """Where to go from an event."""

    self: str = Field(description="The event.")
    entries: str = Field(description="Who takes part.")
    rounds: str = Field(description="Its rounds.")
    standings: str = Field(description="The ranking.")


_SHOWN = ConfigDict(extra="ignore", json_schema_serialization_defaults_required=True)


class FeeStepShown(FeeStep):
    """A step of the fee for lost games."""

    model_config = _SHOWN


class MoneyRulesShown(MoneyRules):
    """What is paid, in the smallest unit of money."""

    model_config = _SHOWN
    fees: list[FeeStepShown] = Field([], description="What lost games of one list cost, in steps.")  # type: ignore[assignment]


class EventRulesShown(EventRules):
    """How an event is played and ranked."""

    model_config = _SHOWN
    money: MoneyRulesShown = Field(MoneyRulesShown(), description="Fees and prizes.")


class ClubEvent(ResponseModel):
    """An evening, a tournament or a league day."""

    id: str = Field(description="For its address, /events/{id}.")
    name: str = Field(description="For people.")
    game: str = Field(description="The slug of the game that is played.")
    rules: EventRulesShown = Field(description="How it is played and ranked.")
    options: dict[str, Any] = Field(description="House rules of the game at every table.")
    players_each: int = Field(description="How many sit down for an entry.")
    name_days: int = Field(description="So many days after the last round is closed, names are deleted.")
    public: bool = Field(description="Whether the ranking may be shown with names to everybody.")
    frozen: bool = Field(description="Whether the running round is hidden from the ranking that readers see.")
    version: int = Field(description="Counts changes of settings, entries and rounds; the ETag is made of it.")
    news: int = Field(description="Counts every change, results too.")
    role: EventRoleName = Field(description="The role of the key in this request.")
    entry: int | None = Field(description="The own number of the player whose key it is; null for other keys.")
    created_at: Time = Field(description="When it was made.")
    closed_at: Time | None = Field(description="When its last round was closed; null before.")
    names_deleted_at: Time | None = Field(description="When all names were deleted; null before.")
    links: ClubEventLinks = Field(description="Addresses of what it has.")


class ClubEventWithKey(ClubEvent):
    """A new event with its organiser's key, which is shown only here."""

    key: str = Field(description="The organiser's key: send it as `Authorization: Bearer KEY`.")


class NewEventKey(ResponseModel):
    """A new key of an event, which is shown only here."""

    role: EventKeyRole = Field(description="What it may do.")
    entry: int | None = Field(description="Of a player's own key: the start number; null for others.")
    key: str = Field(description="It takes the place of the former one, which opens nothing any more.")


class NewTableKey(ResponseModel):
    """A new scorer's key for the table of a sitting, which is shown only here."""

    table: str = Field(description="The id of the table.")
    key: str = Field(description="The scorer's key. The phone that had the former one is shut out.")


class StaleEvent(ProblemDetails):
    """Somebody else was faster."""

    current: ClubEvent = Field(description="The event as it is now.")


class EventEntryAnswer(ResponseModel):
    """Who takes part: a player, a pair or a team."""

    number: int = Field(description="The start number.")
    name: str = Field(description="Empty where it was deleted, or is not shown to this key.")
    members: list[str] = Field(description="Names of those who sit down; empty if made of the name.")
    club: str = Field(description="Empty for none.")
    team: str = Field(description="Empty for none.")
    label: str = Field(description="For a list of its own; empty for none.")
    seed: int | None = Field(description="Its place among the seeded; null for none.")
    first_round: int = Field(description="The first round that it plays.")
    left: int | None = Field(description="The first round that it does not play; null while it is there.")
    shown: bool = Field(description="Whether its name is shown to all who may read.")


class EventEntryWithKey(EventEntryAnswer):
    """A new entry with its own key, which is shown only here."""

    key: str = Field(description="The player's own key, of the role `player`.")


class EventEntries(ResponseModel):
    """Everybody who takes part."""

    results: list[EventEntryAnswer] = Field(description="By number.")


class EventNotice(ResponseModel):
    """Something to know before a round is published."""

    code: str = Field(description="met_before, short_table_again or team_mates.")
    entries: list[int] = Field(description="The numbers of those concerned.")


class EntryScore(ResponseModel):
    """What an entry has at a table."""

    entry: int = Field(description="Its number.")
    points: Number = Field(description="What counts in the ranking.")
    won: int = Field(description="Games or matches won.")
    lost: int = Field(description="Games or matches lost.")


class Objection(ResponseModel):
    """An objection to a result, and the ruling."""

    entry: int = Field(description="Who objects.")
    deal: int | None = Field(description="The number of the deal; null for none named.")
    text: str = Field(description="What is wrong.")
    at: Time = Field(description="When it was made.")
    ruling: str | None = Field(description="The answer; null while there is none.")
    ruled_by: EventRoleName | None = Field(description="Whose ruling it is; null while there is none.")
    ruled_at: Time | None = Field(description="When it was ruled on; null while it is not.")


class ListsDiffer(ResponseModel):
    """The first deal in which the two lists of a table differ."""

    deal: int = Field(description="Its number.")
    first: list[EntryPoints] | None = Field(description="What the first list says; null where the deal is missing.")
    second: list[EntryPoints] | None = Field(description="What the second list says; null where the deal is missing.")


class EntryPoints(ResponseModel):
    """What a deal has brought an entry."""

    entry: int = Field(description="Its number.")
    points: Number = Field(description="Its points.")


class EventSittingAnswer(ResponseModel):
    """One table of one round."""

    round: int = Field(description="The number of the round.")
    table_number: int = Field(description="The number of the table, from 1.")
    entries: list[int] = Field(description="Who sits there, in seat order.")
    table_id: str | None = Field(description="The table that keeps its matches; null before the round starts.")
    match_ids: list[str] = Field(description="Its matches.")
    lists: list[list[str]] = Field(
        description="Where two phones keep a list each, or a fourth player joined: the matches of each list, in order; "
        "empty if all matches are one list."
    )
    difference: ListsDiffer | None = Field(description="Where two lists are kept: the first difference; null for none.")
    joined_after: int | None = Field(description="Deals played before a fourth player joined; null if nobody did.")
    source: Literal["match", "typed"] = Field(description="Where the result comes from.")
    status: SittingStatus = Field(description="Whether there is a result, and whether it holds.")
    scores: list[EntryScore] = Field(description="The result, or what matches have come to so far; empty before.")
    other: list[EntryScore] = Field(description="A second result that was sent; empty for none.")
    passed_in: int | None = Field(description="Deals passed in; null where it is not known.")
    by_default: int | None = Field(description="The winner, if the other side did not come; null for nobody.")
    confirmed_by: list[int] = Field(description="Entries that have confirmed.")
    objections: list[Objection] = Field(description="In the order in which they were made.")
    deals: int = Field(description="Hands recorded so far.")
    heard_at: Time | None = Field(description="When its list changed last; null before the round starts.")
    version: int = Field(description="Counts its changes; the ETag is made of it.")


class StaleSitting(ProblemDetails):
    """Somebody else was faster, or entered another result."""

    current: EventSittingAnswer = Field(description="The sitting as it is now.")


class RoundClock(ResponseModel):
    """The clock of a round. It is compared with the server's time, which is in the header Date."""

    time_limit: int = Field(description="In minutes, with what was added.")
    ends_at: Time | None = Field(description="When the time is over; null before the start and while it stands still.")
    seconds_left: int | None = Field(description="While it stands still: what is left; null while it goes.")


class EventRoundBrief(ResponseModel):
    """A round without its tables."""

    number: int = Field(description="From 1.")
    state: RoundState = Field(description="How far it is.")
    seed: str = Field(description="The text from which it was drawn.")
    attempt: int = Field(description="The attempt of the draw that was taken.")
    cost: int = Field(description="Meetings again; 100 more for each who is at a table of three again.")
    byes: list[int] = Field(description="Entries that are free.")
    notices: list[EventNotice] = Field(description="What to know before it is published.")
    started_at: Time | None = Field(description="When it started; null before.")
    closed_at: Time | None = Field(description="When it was closed; null before.")
    clock: RoundClock | None = Field(description="Its time limit; null for none.")


class EventRoundAnswer(EventRoundBrief):
    """A round with its tables."""

    sittings: list[EventSittingAnswer] = Field(description="By number of the table.")


class EventRounds(ResponseModel):
    """The rounds of an event."""

    results: list[EventRoundBrief] = Field(description="In order.")


class SilentTable(ResponseModel):
    """A table of which nothing was heard."""

    round: int = Field(description="The number of the round.")
    table_number: int = Field(description="The number of the table.")
    entries: list[int] = Field(description="Who sits there.")
    since: Time = Field(description="When its list changed last, or when the round started.")


class SilentTables(ResponseModel):
    """Tables of which nothing was heard."""

    results: list[SilentTable] = Field(description="The longest silence first.")


class EventHistoryLine(ResponseModel):
    """A change. It has no names."""

    number: int = Field(description="Counts all changes.")
    kind: str = Field(description="What was done, such as publish, result, confirm, adjust.")
    role: str = Field(description="The role of the key that did it; empty for the server itself.")
    round: int | None = Field(description="The round concerned; null for none.")
    table_number: int | None = Field(description="The table concerned; null for none.")
    entry: int | None = Field(description="The entry concerned; null for none.")
    reason: str = Field(description="Why; empty for nothing said.")
    before: Any = Field(description="What there was; null for nothing.")
    after: Any = Field(description="What there is since; null for nothing.")
    at: Time = Field(description="When.")


class EventHistory(ResponseModel):
    """The changes of an event."""

    results: list[EventHistoryLine] = Field(description="The latest first.")
    next: str | None = Field(description="Leads to the next page; null on the last.")


def event_json(event: Event, role: str, entry: int | None = None) -> dict[str, Any]:
    """Returns an event as plain JSON. role: of the key in the request. entry: of the player whose key it is."""
    own = f"/api/v1/events/{event.id}"
    return {
        **{name: getattr(event, name) for name in ("id", "name", "game")},
        "rules": rules_of(event).model_dump(mode="json"),
        **{name: getattr(event, name) for name in ("options", "players_each", "name_days", "public", "frozen")},
        "version": event.version,
        "news": event.news,
        "role": role,
        "entry": entry,
        **{name: _time(getattr(event, name)) for name in ("created_at", "closed_at", "names_deleted_at")},
        "links": {"self": own, **{name: f"{own}/{name}" for name in ("entries", "rounds", "standings")}},
    }


def _time(moment: Any) -> str | None:
    return format_time(moment) if moment else None


def entry_json(entry: EventEntry, everything: bool) -> dict[str, Any]:
    """Returns an entry as plain JSON. everything: with its name, even if it is not shown to readers."""
    names = ("club", "team", "label", "seed", "first_round", "left", "shown")
    return {
        "number": entry.number,
        "name": shown_name(entry, everything),
        "members": entry.members if everything or entry.shown else [],
        **{name: getattr(entry, name) for name in names},
    }


def round_json(row: EventRound) -> dict[str, Any]:
    """Returns a round without its tables as plain JSON."""
    return {
        **{name: getattr(row, name) for name in ("number", "state", "seed", "attempt", "cost", "byes")},
        "notices": [{"code": code, "entries": numbers} for code, numbers in row.notices],
        "started_at": _time(row.started_at),
        "closed_at": _time(row.closed_at),
        "clock": clock_json(row),
    }


def whole_round_json(stored: StoredEvent, row: EventRound) -> dict[str, Any]:
    """Returns a round with its tables as plain JSON."""
    sittings = [sitting_json(stored, row.number, one) for one in stored.sittings.get(row.id, ())]
    return {**round_json(row), "sittings": sittings}


def sitting_json(stored: StoredEvent, round_number: int, row: EventSitting) -> dict[str, Any]:
    """Returns a sitting as plain JSON."""
    result = stored.results[row.id]
    return {
        "round": round_number,
        "table_number": row.number,
        "entries": row.entries,
        "table_id": row.table_id,
        "match_ids": result.matches,
        "lists": row.lists,
        "difference": _difference(result.difference),
        "joined_after": row.joined_after,
        "source": row.source,
        "status": stored.status_of(row),
        "scores": _scores(result.scores, row.entries),
        "other": _typed(result.other, row.entries),
        "passed_in": result.passed_in,
        "by_default": row.by_default,
        "confirmed_by": row.confirmed_by,
        "objections": [{"ruling": None, "ruled_by": None, "ruled_at": None, **one} for one in row.objections],
        "deals": result.deals,
        "heard_at": _time(result.heard_at),
        "version": result.version,
    }


def _difference(found: Difference | None) -> dict[str, Any] | None:
    if found is None:
        return None
    lines = {"first": found.first, "second": found.second}
    return {
        "deal": found.deal,
        **{
            name: None if line is None else [{"entry": entry, "points": points} for entry, points in line.items()]
            for name, line in lines.items()
        },
    }


def _scores(scores: Mapping[int, Score], order: Sequence[int]) -> list[dict[str, Any]]:
    return [
        {"entry": number, "points": scores[number].points, "won": scores[number].won, "lost": scores[number].lost}
        for number in order
        if number in scores
    ]


def _typed(result: Mapping[str, Any] | None, order: Sequence[int]) -> list[dict[str, Any]]:
    found = result or {}
    return [
        {"entry": number, **{name: found[str(number)][name] for name in ("points", "won", "lost")}}
        for number in order
        if str(number) in found
    ]


def silent_json(silent: Silent) -> dict[str, Any]:
    """Returns a table that is not heard of as plain JSON."""
    return {
        "round": silent.round,
        "table_number": silent.sitting.number,
        "entries": silent.sitting.entries,
        "since": format_time(silent.since),
    }


def history_json(row: EventChange) -> dict[str, Any]:
    """Returns a line of the history as plain JSON."""
    names = ("number", "kind", "role", "round", "table_number", "entry", "reason", "before", "after")
    return {**{name: getattr(row, name) for name in names}, "at": format_time(row.at)}
