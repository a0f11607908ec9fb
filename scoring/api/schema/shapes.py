"""What the API answers, as models for its description.

A field with a default may be missing in an answer; one that may be null says so.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Number = float
JsonSchema = dict[str, Any]


class Fault(BaseModel):
    """One thing that is wrong with a request."""

    pointer: str = Field(description="JSON pointer to the field in the body; empty for the whole of it.")
    code: str = Field(description="Short stable name of the reason.")
    detail: str = Field(description="The reason in a sentence for people.")
    rule: str = Field("", description="The rule that it breaks: a link into the rules page.")
    parameter: str = Field("", description="The query parameter, where one is wrong.")


class ProblemDetails(BaseModel):
    """Every failure, after RFC 9457."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(description="A page that explains this kind of problem.")
    title: str
    status: int
    detail: str
    errors: list[Fault] = []


class Links(BaseModel):
    """Where to go from here."""

    self: str
    score: str
    rules: str
    page: str
    trick: str = ""


class GameBrief(BaseModel):
    """A game in the list."""

    slug: str
    name: str
    native_names: dict[str, str] = Field(description="Names in the players' own languages, by language tag.")
    aliases: list[str]
    players: list[int] = Field(description="How many may play.")
    family: str
    summary: str
    links: Links


class GameList(BaseModel):
    """All games."""

    games: list[GameBrief]


class Seating(BaseModel):
    """Seats and sides for so many players."""

    players: int
    seats: list[int]
    sides: list[list[int]] = Field(description="The seats of each column of the sheet.")


class StrengthRow(BaseModel):
    """Cards from the highest down; equal ones stand together."""

    where: str
    cards: list[list[str]]


class GameExample(BaseModel):
    """An example: `request` can be sent to `score` as it stands."""

    kind: str
    title: str
    hand: dict[str, Any]
    request: dict[str, Any]
    points: list[Number]


class GameFull(GameBrief):
    """A game with all that is needed to score it. options, start, hand and trick are JSON Schema."""

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


class Side(BaseModel):
    """One column of the score sheet."""

    seats: list[int]
    name: str


class ExplanationLine(BaseModel):
    """A step of the calculation, as a player would say it."""

    text: str
    value: Number = Field(0, description="The figure that the line arrives at, where it has one.")
    rule: str = Field(description="The section of the rules that it rests on.")
    code: str = Field(
        "",
        description="The name of a notice that an app may want to treat in its own way: `hand_number` (it says the "
        "number of the coming hand and no more) or `to_go` (how far each side is from the target).",
    )


class ScoredHand(BaseModel):
    """What a hand came to."""

    number: int
    kind: str
    points: list[Number] = Field(description="What the hand changed, by side.")
    totals: list[Number] = Field(description="The totals after it, by side.")
    complete: bool = Field(description="False while the hand is still being played.")
    summary: str
    details: dict[str, Any] = Field(description="The game's own derived figures.")
    explanation: list[ExplanationLine]


class ComingHand(BaseModel):
    """What the table needs to know before the coming hand; some games tell more."""

    model_config = ConfigDict(extra="allow")

    number: int
    dealer: int | None
    leads: int | None
    sits_out: list[int]
    notices: list[ExplanationLine]


class Outcome(BaseModel):
    """How a match stands; some games tell more."""

    model_config = ConfigDict(extra="allow")

    totals: list[Number]
    finished: bool
    winners: list[int] = Field(description="The sides that have won; empty while the match goes on.")
    reason: str = Field("", description="Why the match is over.")
    next: ComingHand | None = Field(description="The coming hand; null once the match is finished.")


class TrickAnswer(BaseModel):
    """Who takes a trick, or which cards may be played; some games tell more."""

    model_config = ConfigDict(extra="allow")

    winner: int | None = Field(0, description="The seat that takes the trick; null where it is tied.")
    card: str | None = Field("", description="The card that takes it.")
    next_leader: int | None = Field(0, description="The seat that leads next.")
    legal: list[str] = Field([], description="With a hand: the cards of it that may be played.")
    why: str
    rule: str


class TablePlayer(BaseModel):
    """Somebody at a table."""

    id: str
    name: str
    color: str | None


class TableLinks(BaseModel):
    """Where to go from a table."""

    self: str
    matches: str
    standings: str


class Table(BaseModel):
    """The people who play together."""

    id: str
    name: str
    players: list[TablePlayer]
    options: dict[str, dict[str, Any]] = Field(description="House rules by game.")
    version: int
    role: Literal["scorer", "viewer"] = Field(description="What the key of this request may do.")
    created_at: str
    links: TableLinks


class TableKeys(BaseModel):
    """The two keys of a table."""

    scorer: str
    viewer: str


class NewTable(Table):
    """A table that was just made, with its keys: they are shown this once."""

    keys: TableKeys


class NewKey(BaseModel):
    """A key that was just made: it is shown this once."""

    role: Literal["scorer", "viewer"]
    key: str


class Seat(BaseModel):
    """Who sits in a seat."""

    player: str | None
    name: str


class RecordedHand(ScoredHand):
    """A hand of a match."""

    input: dict[str, Any] = Field(description="What was entered.")
    recorded_at: str


class HandPage(BaseModel):
    """Hands in their order."""

    results: list[RecordedHand]
    next: str | None = Field(description="Where the next page is; null on the last.")


class MatchBrief(BaseModel):
    """A match in a list."""

    id: str
    table: str
    game: str
    title: str
    version: int
    players: list[Seat]
    created_at: str
    updated_at: str
    hand_count: int
    totals: list[Number]
    finished: bool
    winners: list[int]


class MatchPage(BaseModel):
    """Matches, the latest first."""

    results: list[MatchBrief]
    next: str | None = Field(description="Where the next page is; null on the last.")


class Match(Outcome):
    """A match as it stands."""

    id: str
    table: str
    game: str
    title: str
    version: int
    players: list[Seat]
    sides: list[Side]
    options: dict[str, Any]
    start: dict[str, Any]
    created_at: str
    updated_at: str
    ended: bool = Field(description="Whether the table stopped by its own choice.")
    hand_count: int
    hands_next: str | None = Field(description="Where the hands go on; null where all of them are here.")
    hands: list[RecordedHand]
    state: dict[str, Any] = Field(description="What is carried: give it to `score` as start to go on.")


class HistoryEntry(BaseModel):
    """A change to a match."""

    version: int
    what: Literal["record", "correct", "take_back", "finish", "reopen", "retitle", "rename", "undo", "redo"]
    when: str
    hand: int | None = Field(description="The hand concerned.")
    before: Any = Field(description="What was entered before; null where there was nothing.")
    after: Any = Field(description="What was entered instead; null where there is nothing.")
    target: int | None = Field(description="The version that an undo or redo is about.")
    standing: Literal["done", "undone", "dropped"] = Field(
        description="Whether undo can take it back (done), redo do it again (undone), or neither (dropped)."
    )


class HistoryPage(BaseModel):
    """Changes in their order."""

    results: list[HistoryEntry]
    next: str | None


class NotableHand(BaseModel):
    """A hand worth telling."""

    points: Number
    match: str
    number: int
    game: str


class Streaks(BaseModel):
    """Wins in a row."""

    current: int
    longest: int


class StandingsLine(BaseModel):
    """How one player has done."""

    player: str
    name: str
    color: str | None
    matches: int = Field(description="Matches with at least one hand.")
    finished: int = Field(description="Of these, the ones that came to their end.")
    wins: int
    points: Number = Field(description="Of all hands, by the player's side.")
    best_hand: NotableHand | None
    worst_hand: NotableHand | None
    streaks: Streaks


class HeadToHead(BaseModel):
    """One player against another, in finished matches on different sides."""

    player: str
    opponent: str
    matches: int
    wins: int
    losses: int


class Standings(BaseModel):
    """How everybody at a table has done."""

    game: str | None
    since: str | None
    players: list[StandingsLine]
    head_to_head: list[HeadToHead]


class Imported(BaseModel):
    """The matches that were brought in."""

    matches: list[MatchBrief]
