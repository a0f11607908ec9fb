"""Request bodies, except those of a game's own models."""

from __future__ import annotations

from typing import Annotated, Any

from django.conf import settings
from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from companion.http.models import RequestModel
from scoring.api.responses.tables import Signs, ViewerScope
from scoring.engine.models import LONGEST_NOTE
from scoring.engine.settlement import LONGEST_WORD, MOST
from scoring.engine.tricks import Play
from scoring.match_code.payload import LONGEST_TEXT, MOST_PARTS
from scoring.say import LONGEST as LONGEST_LINE
from scoring.services.settlements import LONGEST_NOTE as LONGEST_KITTY_NOTE
from scoring.services.tables import DEFAULT_TABLE_NAME, LONGEST_NAME, LONGEST_TABLE_NAME
from scoring.services.webhook_destinations import LONGEST_URL
from scoring.services.webhook_events import EventName
from scoring.settlement_rules import AllSettlementRules

LONGEST_TITLE = 80
MOST_SEATS = 12

Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Names = Annotated[list[Name], Field(max_length=MOST_SEATS)]
Color = Annotated[str, Field(json_schema_extra={"pattern": "^#[0-9A-Fa-f]{6}$"})]
TableName = Annotated[str, Field(json_schema_extra={"maxLength": LONGEST_TABLE_NAME})]
PlayerName = Annotated[str, Field(json_schema_extra={"maxLength": LONGEST_NAME})]


def _names_or_number(players: Any) -> str:
    return "names" if isinstance(players, list) else "number"


class ScoreBody(RequestModel):
    """Hands to score. The game's own models check options, start and hands."""

    players: Annotated[
        Annotated[int, Tag("number")] | Annotated[Names, Tag("names")], Discriminator(_names_or_number)
    ] = Field(description="How many play, or their names in seat order.")
    options: dict[str, Any] = Field({}, description="House rules; defaults for the rest.")
    start: dict[str, Any] = Field({}, description="What is carried into the first hand.")
    hands: list[Any] = Field(
        description="One or more, in order.", min_length=1, max_length=settings.MAX_HANDS_PER_SCORE
    )


class ReadBody(RequestModel):
    """A line as players speak."""

    text: str = Field(description="The line, typed or dictated.", max_length=LONGEST_LINE)
    players: Annotated[
        Annotated[int, Tag("number")] | Annotated[Names, Tag("names")], Discriminator(_names_or_number)
    ] = Field(description="How many play, or their names in seat order: the line calls them by these.")
    options: dict[str, Any] = Field({}, description="House rules; defaults for the rest.")
    start: dict[str, Any] = Field({}, description="The state before the hand, such as who deals.")


class CodesBody(RequestModel):
    """The codes of one match."""

    codes: list[Annotated[str, Field(max_length=LONGEST_TEXT)]] = Field(
        description="Every code of the match, in any order: as text or as an address.",
        min_length=1,
        max_length=MOST_PARTS,
    )


class TrickBody(BaseModel):
    """A trick to look up; some games have more fields: see `trick` of GET /games/{slug}."""

    model_config = ConfigDict(extra="allow")
    players: int = Field(description="How many play.")
    options: dict[str, Any] = Field({}, description="House rules; defaults for the rest.")
    plays: list[Play] = Field([], description="The cards of the trick, in the order in which they were played.")


class HandEntry(BaseModel):
    """A hand as its game describes it: see `hand` of GET /games/{slug}, or the body of its `score`."""

    model_config = ConfigDict(extra="allow")
    kind: str = Field(description="Which kind of hand this is.")


class PersonBody(RequestModel):
    """A player of a new table."""

    name: PlayerName = Field(description="Nobody else at the table may have it.")
    color: Color | None = Field(None, description="For charts; null or left out for none.")


class KnownPersonBody(PersonBody):
    """A player of an existing table."""

    id: str | None = Field(None, description="Of a player who is there already; left out for a new one.")


class TableBody(RequestModel):
    """A new table."""

    name: TableName = Field(DEFAULT_TABLE_NAME, description="For people.")
    players: list[str | PersonBody] = Field(
        [],
        json_schema_extra={"maxItems": settings.MAX_PLAYERS_PER_TABLE},
        description="Who is there from the beginning; others join later, with a match or by PATCH.",
    )
    options: dict[str, dict[str, Any]] = Field({}, description="House rules by game.")


class TablePatch(RequestModel):
    """Changes to a table; fields that are left out stay as they are."""

    name: TableName | None = Field(None, description="For people.")
    players: list[str | KnownPersonBody] | None = Field(
        None,
        description="Everybody who is at the table from now on, with their `id` if they are there already. "
        "A player who is not in the list leaves the table.",
    )
    options: dict[str, dict[str, Any] | None] | None = Field(
        None, description="By game; each replaces that game's house rules, null removes them."
    )
    settlement: dict[str, dict[str, Any] | None] | None = Field(
        None,
        description="By game; how its new matches are settled, as PUT /matches/{id}/settlement takes it; null for not.",
    )
    signs: Signs | None = Field(
        None, description="Signs of the suits on the table's pages, for phones that have chosen none."
    )
    viewer_scope: ViewerScope | None = Field(
        None,
        description="What the viewer's key opens: the whole `table`, or only a `match` whose id somebody has, and then "
        "neither the table nor its lists, standings and settlements.",
    )
    embedding: bool | None = Field(
        None,
        description="true lets pages of other sites show its matches: whoever has the id of a match sees its result "
        "and sheet at /embed/matches/{id}/result and /sheet, without a key. false ends that at once.",
    )


class SeatBody(RequestModel):
    """Somebody who takes a seat: a player of the table by id, or anybody by name."""

    player: str | None = Field(None, description="The id of a player of the table.")
    id: str | None = Field(
        None, description="The same under the name that a table shows it by: a table's players may be sent as they are."
    )
    name: PlayerName | None = Field(None, description="A new name joins the table. With an id it changes nothing.")
    color: Color | None = Field(None, description="For a new player's line in charts.")

    def as_entry(self) -> dict[str, Any]:
        """Returns the seat as ``seats.seat_players`` takes it."""
        known = {"id": self.id} if self.player is None else {"player": self.player}
        return {**known, "name": self.name, "color": self.color}


class MatchBody(RequestModel):
    """A new match."""

    game: str = Field(description="The slug of the game.")
    players: list[str | SeatBody] = Field(
        description="In order of play, by name or as players of the table. A new name joins the table.",
        json_schema_extra={"minItems": 1, "maxItems": MOST_SEATS},
    )
    options: dict[str, Any] = Field(
        {},
        description="Options that are left out come from the table's house rules, then from the game.",
    )
    start: dict[str, Any] = Field({}, description="What is carried into the first hand.")
    title: str = Field("", max_length=LONGEST_TITLE, description="A name for the match, to find it again.")
    note: str = Field("", max_length=LONGEST_NOTE, description="Anything to remember about the match.")


class ContinueBody(RequestModel):
    """Who plays from the next hand on."""

    players: list[str | SeatBody] = Field(
        description="In order of play, by name or as players of the table. Who was there keeps the column; a newcomer "
        "takes over the seat of who leaves if as many play as before, else joins.",
        json_schema_extra={"minItems": 1, "maxItems": MOST_SEATS},
    )
    totals: list[int | float | None] | None = Field(
        None,
        description="By side, the total from which it goes on, where it is not the carried one (null): somebody who "
        "joins starts with 0.",
        json_schema_extra={"maxItems": MOST_SEATS},
    )


class SettlementBody(AllSettlementRules):
    """How a match is settled. Amounts are in the table's own unit, with at most two decimals."""


class KittyBody(RequestModel):
    """Something that is put into the kitty, or taken out of it."""

    amount: int | float = Field(
        description="Above zero for what is put in, below zero for what is taken out. At most two decimals.",
        json_schema_extra={"minimum": -MOST, "maximum": MOST},
    )
    word: str = Field(description="The unit, as in the rules.", json_schema_extra={"maxLength": LONGEST_WORD})
    note: str = Field("", description="What for.", json_schema_extra={"maxLength": LONGEST_KITTY_NOTE})


WebhookUrl = Annotated[str, Field(json_schema_extra={"format": "uri", "maxLength": LONGEST_URL})]


class WebhookBody(RequestModel):
    """A new webhook."""

    url: WebhookUrl = Field(description="Where to send: https, no internal address.")
    events: list[EventName] | None = Field(None, description="Which events; left out: all of them.")


class WebhookPatch(RequestModel):
    """Changes to a webhook; fields that are left out stay as they are."""

    url: WebhookUrl | None = Field(None, description="Where to send from now on: https, no internal address.")
    events: list[EventName] | None = Field(
        None, description="Which events from now on; all of them, if this is left out in POST."
    )
    active: bool | None = Field(
        None, description="false switches it off and gives up what waits; true switches it on again."
    )


class MatchPatch(RequestModel):
    """Changes to a match."""

    title: str | None = Field(
        None, max_length=LONGEST_TITLE, description="A name for the match; an empty text for none."
    )
    note: str | None = Field(None, max_length=LONGEST_NOTE, description="Anything to remember; an empty text for none.")
    ended: bool | None = Field(
        None, description="true ends the match now, false reopens a match that was ended in this way."
    )
    players: list[str | SeatBody] | None = Field(
        None,
        description="Who sits where, if the seats were wrong from the beginning: hands belong to seats, so points go "
        "with the seat. For other people from the next hand on: POST /matches/{id}/continue.",
        json_schema_extra={"minItems": 1, "maxItems": MOST_SEATS},
    )
