"""Request bodies of events."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from companion.http.models import RequestModel
from scoring.api.bodies import CodesBody, WebhookUrl
from scoring.events.rules import EventRules
from scoring.events.season import SeasonRules
from scoring.services.event_entries import LONGEST_ENTRY_NAME, LONGEST_GROUP, LONGEST_LABEL, MOST_MEMBERS
from scoring.services.event_rounds import LONGEST_SEED
from scoring.services.events import LONGEST_EVENT_NAME, LONGEST_REASON
from scoring.services.seasons import MOST_NAMES, MOST_SAME
from scoring.services.tables import LONGEST_NAME
from scoring.services.webhook_events import ClubEventName

MOST_AT_ONCE = 200
MOST_AT_TABLE = 12
LARGEST = 1_000_000

EventName = Annotated[str, Field(json_schema_extra={"maxLength": LONGEST_EVENT_NAME})]
EntryName = Annotated[str, Field(json_schema_extra={"maxLength": LONGEST_ENTRY_NAME})]
MemberName = Annotated[str, Field(json_schema_extra={"maxLength": LONGEST_NAME})]
Group = Annotated[str, Field(json_schema_extra={"maxLength": LONGEST_GROUP})]
Reason = Annotated[str, Field(json_schema_extra={"maxLength": LONGEST_REASON})]
EntryNumber = Annotated[int, Field(ge=1, le=100_000)]
Points = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Count = Annotated[int, Field(ge=0, le=500)]


class EventBody(RequestModel):
    """A new event."""

    name: EventName = Field(description="For people.")
    game: str = Field(description="The slug of the game that is played.")
    rules: EventRules = Field(EventRules(), description="How it is played and ranked.")
    options: dict[str, Any] = Field({}, description="House rules of the game at every table.")
    players_each: Literal[1, 2] = Field(1, description="How many sit down for an entry: one player, or a pair.")
    name_days: int = Field(
        90, ge=0, le=3650, description="So many days after the last round is closed, names are deleted."
    )
    public: bool = Field(False, description="Whether the ranking may be shown with names to everybody.")


class EventPatch(RequestModel):
    """Changes to an event; fields that are left out stay as they are."""

    name: EventName | None = Field(None, description="For people.")
    rules: EventRules | None = Field(None, description="The rules as a whole. The format stays once a round is out.")
    options: dict[str, Any] | None = Field(None, description="House rules at tables that open from now on.")
    players_each: Literal[1, 2] | None = Field(None, description="How many sit down for an entry.")
    name_days: Annotated[int, Field(ge=0, le=3650)] | None = Field(None, description="When names are deleted.")
    public: bool | None = Field(None, description="Whether the ranking may be shown with names to everybody.")
    frozen: bool | None = Field(None, description="true hides the running round from the ranking that readers see.")


class EntryBody(RequestModel):
    """A new entry."""

    name: EntryName = Field(description="Nobody else in the event may have it.")
    members: list[MemberName] = Field(
        [], max_length=MOST_MEMBERS, description="Names of those who sit down, of a pair; left out: made of the name."
    )
    club: Group = Field("", description="Club mates can be kept apart in round 1.")
    team: Group = Field("", description="Members of a team are kept apart, and their points are added.")
    label: Annotated[str, Field(json_schema_extra={"maxLength": LONGEST_LABEL})] = Field(
        "", description="For a list of its own, such as seniors."
    )
    seed: Annotated[int, Field(ge=1, le=100_000)] | None = Field(
        None, description="Its place among the seeded; left out: the draw decides."
    )
    shown: bool = Field(True, description="Whether its name is shown to all who may read; else its number.")


class EntriesBody(RequestModel):
    """New entries."""

    entries: list[EntryBody] = Field(min_length=1, max_length=MOST_AT_ONCE, description="They are numbered in order.")


class EnterBody(RequestModel):
    """The own entry of somebody who enters."""

    name: EntryName = Field(description="Nobody else in the event may have it.")
    members: list[MemberName] = Field([], max_length=MOST_MEMBERS, description="Of a pair: both names.")
    club: Group = Field("", description="Club mates can be kept apart in round 1.")
    team: Group = Field("", description="Needed on a league day.")
    shown: bool = Field(True, description="Whether the name is shown to all who may read; else the number.")


class MergeBody(RequestModel):
    """The entry that stays."""

    into: EntryNumber = Field(description="Its number. It stays as it is, with phone and money of both.")


class EntryPatch(RequestModel):
    """Changes to an entry; fields that are left out stay as they are."""

    name: EntryName | None = Field(None, description="Also changes the name at its tables.")
    members: Annotated[list[MemberName], Field(max_length=MOST_MEMBERS)] | None = Field(
        None, description="Names of those who sit down."
    )
    club: Group | None = Field(None, description="An empty text for none.")
    team: Group | None = Field(None, description="An empty text for none.")
    label: str | None = Field(None, max_length=LONGEST_LABEL, description="An empty text for none.")
    seed: Annotated[int, Field(ge=1, le=100_000)] | None = Field(None, description="Its place among the seeded.")
    shown: bool | None = Field(None, description="Whether its name is shown to all who may read.")
    withdrawn: bool | None = Field(
        None, description="true: it plays no further round, its results stay; false: it is back."
    )


class RoundBody(RequestModel):
    """A round to propose."""

    seed: str = Field(
        "",
        json_schema_extra={"maxLength": LONGEST_SEED},
        description="A text that is spoken in the hall: the draw is made from it. Left out after round 1: as before.",
    )


class ReasonBody(RequestModel):
    """Why."""

    reason: Reason = Field(description="Kept in the history.")


class ScoreOfEntry(RequestModel):
    """What an entry has at the end."""

    entry: EntryNumber = Field(description="Its number.")
    points: Points = Field(description="What counts in the ranking; of a list of Skat: the result.")
    won: Count = Field(0, description="Games or matches won.")
    lost: Count = Field(0, description="Games or matches lost.")
    game_points: Points | None = Field(None, description="List of Skat: the points of the games alone, to be checked.")


class ResultBody(RequestModel):
    """A result as it stands on paper."""

    scores: list[ScoreOfEntry] = Field(
        min_length=1, max_length=MOST_AT_TABLE, description="Of everybody at the table, in any order."
    )
    passed_in: Count = Field(0, description="Deals passed in.")
    first_list: Annotated[list[ScoreOfEntry], Field(min_length=1, max_length=MOST_AT_TABLE)] | None = Field(
        None,
        description="At a table that a fourth player joined: the part of the result that three had played, so that "
        "both lists can be checked.",
    )
    first_passed_in: Count = Field(0, description="Deals passed in of that part.")
    let_stand: bool = Field(
        False, description="Knock-out: take the result although its loser plays the next round already."
    )


class JoinBody(RequestModel):
    """A fourth player for a table of three."""

    entry: EntryNumber = Field(description="Who joins: an entry that is free in this round.")
    deals: Count | None = Field(None, description="Played so far; only where the list is kept on paper.")


class ClockBody(RequestModel):
    """Changes to the clock of a round; what is left out stays as it is."""

    time_limit: Annotated[int, Field(ge=1, le=1440)] | None = Field(
        None, description="Minutes from the start; pauses do not count."
    )
    add_minutes: Annotated[int, Field(ge=-1440, le=1440)] | None = Field(
        None, description="Minutes more; below zero for fewer."
    )
    paused: bool | None = Field(None, description="true lets the clock stand still, false lets it go on.")


class ConfirmBody(RequestModel):
    """Who confirms a result."""

    entry: EntryNumber | None = Field(
        None, description="The entry that confirms; the organiser needs none, a player's own key neither."
    )
    choice: Literal["first", "other"] | None = Field(
        None, description="Of two results, or of two lists that differ, the one that holds."
    )
    ruling: str = Field("", max_length=LONGEST_REASON, description="The answer to the objections.")


class DisputeBody(RequestModel):
    """An objection."""

    entry: EntryNumber | None = Field(None, description="Who objects; a player's own key needs none.")
    deal: Annotated[int, Field(ge=1, le=500)] | None = Field(None, description="The number of the deal.")
    text: Reason = Field(description="What is wrong.")


class ListBody(CodesBody):
    """A list of a table."""

    holds: Literal["here", "read"] | None = Field(
        None, description="Which one counts if both have hands of their own: the match that is here, or the list."
    )


class SittingPatch(RequestModel):
    """Changes to a sitting; fields that are left out stay as they are."""

    entries: Annotated[list[EntryNumber], Field(min_length=1, max_length=MOST_AT_TABLE)] | None = Field(
        None, description="Before the round begins: those who sit there, in seat order, and who was free."
    )
    by_default: EntryNumber | None = Field(
        None, description="The number of the winner, if the other side did not come; null takes it back."
    )


class EventWebhookBody(RequestModel):
    """A new webhook of an event."""

    url: WebhookUrl = Field(description="Where to send: https, no internal address.")
    events: list[ClubEventName] | None = Field(None, description="Which events; left out: all of them.")


class EventWebhookPatch(RequestModel):
    """Changes to a webhook of an event; fields that are left out stay as they are."""

    url: WebhookUrl | None = Field(None, description="Where to send from now on: https, no internal address.")
    events: list[ClubEventName] | None = Field(None, description="Which events from now on.")
    active: bool | None = Field(
        None, description="false switches it off and gives up what waits; true switches it on again."
    )


class AdjustmentBody(RequestModel):
    """Points that an entry gets, or loses."""

    entry: EntryNumber = Field(description="Its number.")
    points: Points = Field(0, description="Below zero for a penalty.")
    match_points: Annotated[int, Field(ge=-1000, le=1000)] = Field(0, description="Of a league or a Swiss.")
    round: Annotated[int, Field(ge=1, le=40)] | None = Field(None, description="The round that it belongs to.")
    reason: Reason = Field(description="Kept with it.")


class CashBody(RequestModel):
    """Money that came in or went out."""

    kind: Literal["entry_fee", "fee", "prize", "other"] = Field(description="What it is.")
    amount: Annotated[int, Field(ge=-100_000_000, le=100_000_000)] = Field(
        description="In the smallest unit: above zero for what came in, below zero for what went out."
    )
    entry: EntryNumber | None = Field(None, description="Whose it is.")
    note: str = Field("", max_length=60, description="What for.")


class SeasonBody(RequestModel):
    """A new season."""

    name: EventName = Field(description="For people.")
    rules: SeasonRules = Field(SeasonRules(), description="How its events are counted.")
    public: bool = Field(False, description="Whether its ranking is shown to everybody, with the names of who agrees.")


SameNames = Annotated[list[EntryName], Field(min_length=2, max_length=MOST_NAMES)]


class SeasonPatch(RequestModel):
    """Changes to a season; fields that are left out stay as they are."""

    name: EventName | None = Field(None, description="For people.")
    rules: SeasonRules | None = Field(None, description="The rules as a whole.")
    same: Annotated[list[SameNames], Field(max_length=MOST_SAME)] | None = Field(
        None, description="Groups of names that are one person, as a whole."
    )
    public: bool | None = Field(None, description="Whether its ranking is shown to everybody.")


class SeasonEventBody(RequestModel):
    """An event for a season."""

    event: str = Field(description="Its id.", max_length=28)
    key: str = Field(description="The key of its organiser or referee: it is not stored.", max_length=100)
