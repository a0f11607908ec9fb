"""The games."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from companion.http.models import Number, ResponseModel

JsonSchema = dict[str, Any]


class Links(ResponseModel):
    """Where to go from here."""

    self: str = Field(description="The game, GET.")
    hand: str = Field(description="One hand as JSON Schema, GET.")
    score: str = Field(description="Score hands of it, POST.")
    read: str = Field(description="Read a line as players speak, as a hand of it, POST.")
    rules: str = Field(description="Its rules as data, GET.")
    page: str = Field(description="Its rules as a page for people.")
    trick: str = Field("", description="Look a trick up, POST; left out if the game has none.")


class GameBrief(ResponseModel):
    """A game in the list."""

    slug: str = Field(description="The name in addresses, for example `gong-zhu`.")
    name: str = Field(description="The name for people, in English.")
    native_names: dict[str, str] = Field(description="Names in the players' own languages, by language tag.")
    aliases: list[str] = Field(description="Other names, under which somebody may look for it.")
    players: list[int] = Field(description="How many may play.")
    family: str = Field(description="Under which heading a list of games shows it.")
    summary: str = Field(description="What it is about, in one sentence.")
    links: Links = Field(description="Addresses of what can be done with it.")


class GameList(ResponseModel):
    """All games, by name."""

    games: list[GameBrief] = Field(description="By name.")


class Seating(ResponseModel):
    """Seats and sides for so many players."""

    players: int = Field(description="For how many this is.")
    seats: list[int] = Field(description="0 and up, in the order of play.")
    sides: list[list[int]] = Field(description="The seats of each column of the sheet.")


class StrengthRow(ResponseModel):
    """Cards from the highest down; equal ones are in one list."""

    where: str = Field(description="In which suit, or when, this order counts.")
    cards: list[list[str]] = Field(
        description="Each list holds cards of the same strength; the first beats all others."
    )


class GameExample(ResponseModel):
    """An example: `request` can be sent to `score` as it is."""

    kind: str = Field(description="The kind of its hand.")
    title: str = Field(description="What it shows.")
    hand: dict[str, Any] = Field(description="The last hand of the request, as it is entered.")
    request: dict[str, Any] = Field(description="The whole body for `score`.")
    points: list[Number] = Field(description="What that hand brings, by side.")


class GameFull(GameBrief):
    """A game with all that is needed to score it. options, start, hand and trick are JSON Schema 2020-12."""

    deck: str = Field(description="The cards that are played with, in words.")
    direction: str = Field(description="To which side the turn goes, in words.")
    lower_wins: bool = Field(description="Whether the fewest points win; an option may turn it round.")
    seating: list[Seating] = Field(description="For each number of players.")
    kinds: list[str] = Field(description="The kinds of hand, as in its field `kind`.")
    options: JsonSchema = Field(description="House rules: `options` of a match or of `score`.")
    start: JsonSchema = Field(description="What may be carried into the first hand: `start` of a match or of `score`.")
    hand: JsonSchema = Field(
        description="One hand: the body of POST /matches/{id}/hands, or an entry of `hands` of `score`."
    )
    trick: JsonSchema = Field(
        {},
        description="A trick to look up: the body of `trick`, beside `players` and `options`. Left out if the game "
        "has none.",
    )
    card_strength: list[StrengthRow] = Field(description="With the usual house rules.")
    card_points: dict[str, Number] = Field(
        description="With the usual house rules, by rank, or by card where suits differ; none where cards have no "
        "points."
    )
    examples: list[GameExample] = Field(description="At least one for each kind of hand.")
