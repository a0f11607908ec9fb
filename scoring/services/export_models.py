"""The documents of exports and imports, as models."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.conf import settings
from pydantic import AliasChoices, BaseModel, ConfigDict, Field
from pydantic import Field as ApiField

from companion.http.models import Time
from scoring.engine.models import LONGEST_NOTE, ChangeKind

FORMAT = "card-table-companion"
VERSION = 1
MOST_MATCHES = 500
"""Matches in one document."""


class DocumentModel(BaseModel):
    """A part of a document. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_serialization_defaults_required=True)


class ExportedPlayer(DocumentModel):
    """Who sat in a seat."""

    name: str = ApiField(description="As the sheet shows it.")
    color: str | None = ApiField(None, description="`#rrggbb`; null for none chosen.")


class ExportedHand(DocumentModel):
    """A hand as it was entered."""

    input: dict[str, Any] = ApiField(description="What was entered, as POST /matches/{id}/hands takes it.")
    recorded_at: Time = ApiField(description="When it was entered.")
    points: list[Any] | None = ApiField(None, description="By side, for people: an import calculates them again.")
    totals: list[Any] | None = ApiField(
        None, description="By side, after this hand, for people: an import calculates them again."
    )


class ExportedPart(DocumentModel):
    """How a match goes on from the part before it."""

    match: int | None = ApiField(
        None,
        ge=0,
        lt=MOST_MATCHES,
        description="The place of that part in the document, from 0; null if it is not there.",
    )
    seats: list[Annotated[int, Field(ge=0, lt=12)] | None] = ApiField(
        max_length=12, description="By seat: the seat of that part whose column goes on here; null for who joined."
    )
    totals: list[int | float | None] | None = ApiField(
        None, max_length=12, description="By side: those that were given then; null for a total that was carried."
    )
    dealer: Annotated[int, Field(ge=0, lt=12)] | None = ApiField(
        None, description="The seat that was chosen to deal first; null for who was next anyway."
    )


class ExportedChange(DocumentModel):
    """An entry of the history, with the field names of the API. Older exports have the second names."""

    what: ChangeKind = ApiField(validation_alias=AliasChoices("what", "kind"), description="Which change it was.")
    hand: int = ApiField(
        0,
        ge=0,
        validation_alias=AliasChoices("hand", "number"),
        description="The number of the hand concerned, from 1; 0 for none.",
    )
    before: Any = ApiField(None, description="What was there before; null for nothing.")
    after: Any = ApiField(None, description="What is there instead; null for nothing.")
    target: int = ApiField(0, ge=0, description="The version that was undone or redone; 0 for none.")
    when: Time = ApiField(validation_alias=AliasChoices("when", "at"), description="When it was made.")


Id = Annotated[str, Field(pattern="^[0-9a-z]{16}$")]
MatchId = Annotated[str, Field(pattern="^[0-9a-z]{16}([0-9a-z]{12})?$")]


class ExportedMatch(DocumentModel):
    """A match. Of a list, only the first error is reported."""

    id: MatchId | None = ApiField(
        None, description="By which an import knows the match again; earlier exports have none."
    )
    game: str = ApiField(description="The slug of its game.")
    title: str = ApiField("", max_length=80, description="A name that somebody gave it; empty for none.")
    note: str = ApiField("", max_length=LONGEST_NOTE, description="Anything to remember about it; empty for none.")
    players: list[ExportedPlayer] = ApiField(max_length=12, description="Who sits where, from seat 0 on.")
    options: dict[str, Any] = ApiField(
        {}, description="House rules that were chosen; the others are the game's usual ones."
    )
    start: dict[str, Any] = ApiField(
        {}, description="What was carried into its first hand; empty if it began from nothing."
    )
    created_at: Time = ApiField(description="When it was started.")
    updated_at: Time = ApiField(description="When it was last changed.")
    ended: bool = ApiField(False, description="Whether the players ended the match themselves.")
    settlement: dict[str, Any] | None = ApiField(
        None,
        description="How it is settled, as PUT /matches/{id}/settlement takes it; null if it is not played for "
        "anything.",
    )
    continues: ExportedPart | None = ApiField(
        None, description="The part before, if its people changed; null for none."
    )
    totals: list[Any] | None = ApiField(
        None, description="By side, after the last hand, for people: an import calculates them again."
    )
    hands: list[ExportedHand] = ApiField(
        max_length=settings.MAX_HANDS_PER_MATCH, fail_fast=True, description="In the order in which they were played."
    )
    changes: Annotated[list[ExportedChange], Field(fail_fast=True)] | None = ApiField(
        None,
        description="Its history, the earliest first; without one the hands count as recorded one after the other.",
    )


class Export(DocumentModel):
    """An export."""

    format: Literal["card-table-companion"] = ApiField(description="Always `card-table-companion`.")
    version: Literal[1] = ApiField(description="Of this format: 1.")
    matches: list[ExportedMatch] = ApiField(
        min_length=1, max_length=MOST_MATCHES, fail_fast=True, description="Parts of one match stand in their order."
    )
