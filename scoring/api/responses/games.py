"""The games."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from companion.http.models import Number, ResponseModel

JsonSchema = dict[str, Any]


class Links(ResponseModel):
    """Where to go from here."""

    self: str
    score: str
    rules: str
    page: str
    trick: str = ""


class GameBrief(ResponseModel):
    """A game in the list."""

    slug: str
    name: str
    native_names: dict[str, str] = Field(description="Names in the players' own languages, by language tag.")
    aliases: list[str]
    players: list[int] = Field(description="How many may play.")
    family: str
    summary: str
    links: Links


class GameList(ResponseModel):
    """All games, by name."""

    games: list[GameBrief]


class Seating(ResponseModel):
    """Seats and sides for so many players."""

    players: int
    seats: list[int]
    sides: list[list[int]] = Field(description="The seats of each column of the sheet.")


class StrengthRow(ResponseModel):
    """Cards from the highest down; equal ones are in one list."""

    where: str
    cards: list[list[str]]


class GameExample(ResponseModel):
    """An example: `request` can be sent to `score` as it is."""

    kind: str
    title: str
    hand: dict[str, Any]
    request: dict[str, Any]
    points: list[Number]


class GameFull(GameBrief):
    """A game with all that is needed to score it. options, start, hand and trick are JSON Schema 2020-12."""

    deck: str
    direction: str
    lower_wins: bool
    seating: list[Seating]
    kinds: list[str]
    options: JsonSchema
    start: JsonSchema
    hand: JsonSchema
    trick: JsonSchema = {}
    card_strength: list[StrengthRow]
    card_points: dict[str, Number]
    examples: list[GameExample]
