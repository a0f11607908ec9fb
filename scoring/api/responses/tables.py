"""Tables, their keys and standings."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field

from companion.http.models import Number, ResponseModel, Time
from companion.http.problem_details import ProblemDetails
from scoring.settlement_rules import AllSettlementRules

Role = Literal["scorer", "viewer"]
Signs = Literal["french", "german", "spanish", "italian"]
ViewerScope = Literal["table", "match"]


class TablePlayer(ResponseModel):
    """Somebody at a table."""

    id: str = Field(description="Stays the same when the player is renamed.")
    name: str = Field(description="At most 40 characters; nobody else at the table has it.")
    color: str | None = Field(description="`#rrggbb`, for charts; null for none chosen.")


class TableLinks(ResponseModel):
    """Where to go from a table."""

    self: str = Field(description="The table.")
    matches: str = Field(description="Its matches.")
    standings: str = Field(description="How everybody has done.")


class Table(ResponseModel):
    """The people who play together."""

    id: str = Field(description="For its address, /tables/{id}.")
    name: str = Field(description="For people.")
    players: list[TablePlayer] = Field(description="Everybody at the table now, in the order in which they came.")
    options: dict[str, dict[str, Any]] = Field(description="House rules by game.")
    settlement: dict[str, AllSettlementRules] = Field(description="By game, how new matches are settled; none if {}.")
    signs: Signs | None = Field(
        description="Signs of the suits on the table's pages, for phones that have chosen none; null for those "
        "of each game's players."
    )
    viewer_scope: ViewerScope = Field(description="What the viewer's key opens: the whole table, or only a match.")
    embedding: bool = Field(description="Whether pages of other sites may show its matches, without a key.")
    version: int = Field(description="Counts its changes; the ETag is made of it.")
    role: Role = Field(description="The role of the key in this request.")
    created_at: Time = Field(description="When it was made.")
    links: TableLinks = Field(description="Addresses of what it has.")


class TableKeys(ResponseModel):
    """The two keys of a table."""

    scorer: str = Field(description="Reads and writes. For who keeps score.")
    viewer: str = Field(description="Reads only. For who watches.")


class TableWithKeys(Table):
    """A new table with its keys, which are shown only here."""

    keys: TableKeys = Field(description="They open the table: send one as `Authorization: Bearer KEY`.")


class NewKey(ResponseModel):
    """A new key, which is shown only here."""

    role: Role = Field(description="What it opens: all, or reading only.")
    key: str = Field(description="It takes the place of the former one, which opens nothing any more.")


class StaleTable(ProblemDetails):
    """Somebody else was faster."""

    current: Table = Field(description="The table as it is now.")


class NotableHand(ResponseModel):
    """The best or the worst hand of a player."""

    model_config = ConfigDict(from_attributes=True)

    points: Number = Field(description="What it brought the player's side.")
    match: str = Field(description="The id of its match.")
    number: int = Field(description="Its number in that match, from 1.")
    game: str = Field(description="The slug of the match's game.")


class Streaks(ResponseModel):
    """Wins in a row."""

    current: int = Field(description="How many of the latest finished matches in a row are wins.")
    longest: int = Field(description="The most wins in a row so far.")


class StandingsLine(ResponseModel):
    """How one player has done."""

    player: str = Field(description="The player's id.")
    name: str = Field(description="The name at the table.")
    color: str | None = Field(description="`#rrggbb`; null for none chosen.")
    matches: int = Field(description="Matches with at least one hand.")
    finished: int = Field(description="Of these, the finished ones.")
    wins: int = Field(description="Finished matches that the player's side has won, alone or with others.")
    points: Number = Field(description="Of all hands, by the player's side.")
    best_hand: NotableHand | None = Field(
        description="Where the lowest total wins, the one with the fewest points; null before the first."
    )
    worst_hand: NotableHand | None = Field(description="The opposite; null before the first.")
    streaks: Streaks = Field(description="Wins without a break.")


class HeadToHead(ResponseModel):
    """One player against another, in finished matches on different sides."""

    player: str = Field(description="A player's id.")
    opponent: str = Field(description="The id of the other one.")
    matches: int = Field(description="How many both of them finished as opponents.")
    wins: int = Field(description="Of these, won by the player and not by the opponent.")
    losses: int = Field(description="Of these, won by the opponent and not by the player.")


class Standings(ResponseModel):
    """How everybody at a table has done."""

    game: str | None = Field(description="The slug of the game that was asked for; null for all games.")
    since: Time | None = Field(description="From when on matches count; null for all.")
    players: list[StandingsLine] = Field(
        description="Everybody at the table, and those who left but have played here; most wins first."
    )
    head_to_head: list[HeadToHead] = Field(description="Both directions of each pair that has met.")
