"""Tables, their keys and standings."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field

from companion.http.models import Number, ResponseModel, Time
from companion.http.problem_details import ProblemDetails
from scoring.engine.settlement import SettlementRules

Role = Literal["scorer", "viewer"]
Signs = Literal["french", "german", "spanish", "italian"]
ViewerScope = Literal["table", "match"]


class TablePlayer(ResponseModel):
    """Somebody at a table."""

    id: str
    name: str
    color: str | None


class TableLinks(ResponseModel):
    """Where to go from a table."""

    self: str
    matches: str
    standings: str


class Table(ResponseModel):
    """The people who play together."""

    id: str
    name: str
    players: list[TablePlayer]
    options: dict[str, dict[str, Any]] = Field(description="House rules by game.")
    settlement: dict[str, SettlementRules] = Field(description="By game, how new matches are settled; none if {}.")
    signs: Signs | None = Field(
        description="Signs of the suits on the table's pages, for phones that have chosen none; null for those "
        "of each game's players."
    )
    viewer_scope: ViewerScope = Field(description="What the viewer's key opens: the whole table, or only a match.")
    version: int
    role: Role = Field(description="The role of the key in this request.")
    created_at: Time
    links: TableLinks


class TableKeys(ResponseModel):
    """The two keys of a table."""

    scorer: str
    viewer: str


class NewTable(Table):
    """A new table with its keys, which are shown only here."""

    keys: TableKeys


class NewKey(ResponseModel):
    """A new key, which is shown only here."""

    role: Role
    key: str


class StaleTable(ProblemDetails):
    """Somebody else was faster. current: the table as it is now."""

    current: Table


class NotableHand(ResponseModel):
    """The best or the worst hand of a player."""

    model_config = ConfigDict(from_attributes=True)

    points: Number
    match: str
    number: int
    game: str


class Streaks(ResponseModel):
    """Wins in a row."""

    current: int
    longest: int


class StandingsLine(ResponseModel):
    """How one player has done."""

    player: str
    name: str
    color: str | None
    matches: int = Field(description="Matches with at least one hand.")
    finished: int = Field(description="Of these, the finished ones.")
    wins: int
    points: Number = Field(description="Of all hands, by the player's side.")
    best_hand: NotableHand | None
    worst_hand: NotableHand | None
    streaks: Streaks


class HeadToHead(ResponseModel):
    """One player against another, in finished matches on different sides."""

    player: str
    opponent: str
    matches: int
    wins: int
    losses: int


class Standings(ResponseModel):
    """How everybody at a table has done."""

    game: str | None
    since: Time | None
    players: list[StandingsLine]
    head_to_head: list[HeadToHead]
