"""What is answered. The document is made from these models, and most answers, too."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from pydantic import ConfigDict, Field

from companion.http.models import AnswerModel
from companion.http.problem_details import ProblemDetails
from scoring.api.openapi import examples
from scoring.db.json_text import format_time
from scoring.models import Match as MatchRow
from scoring.selectors.match_snapshot import effective_options

Number = float
Time = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
JsonSchema = dict[str, Any]
Role = Literal["scorer", "viewer"]
T = TypeVar("T")
_MORE = ConfigDict(extra="allow")


class Links(AnswerModel):
    """Where to go from here."""

    self: str
    score: str
    rules: str
    page: str
    trick: str = ""


class GameBrief(AnswerModel):
    """A game in the list."""

    slug: str
    name: str
    native_names: dict[str, str] = Field(description="Names in the players' own languages, by language tag.")
    aliases: list[str]
    players: list[int] = Field(description="How many may play.")
    family: str
    summary: str
    links: Links


class GameList(AnswerModel):
    """All games, by name."""

    games: list[GameBrief]


class Seating(AnswerModel):
    """Seats and sides for so many players."""

    players: int
    seats: list[int]
    sides: list[list[int]] = Field(description="The seats of each column of the sheet.")


class StrengthRow(AnswerModel):
    """Cards from the highest down; equal ones are in one list."""

    where: str
    cards: list[list[str]]


class GameExample(AnswerModel):
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


class Side(AnswerModel):
    """One column of the score sheet."""

    seats: list[int]
    name: str


class ExplanationLine(AnswerModel):
    """A step of the calculation, as a player would say it."""

    text: str
    value: Number = Field(0, description="The figure that the line arrives at, if it has one.")
    rule: str = Field(description="The section of the rules that it rests on.")
    code: str = Field(
        "",
        description="The name of a notice that an app may want to treat in its own way: `hand_number` (it says the "
        "number of the coming hand and no more) or `to_go` (how far each side is from the target).",
    )


class ScoredHand(AnswerModel):
    """What a hand came to."""

    number: int
    kind: str
    points: list[Number] = Field(description="What the hand changed, by side.")
    totals: list[Number] = Field(description="The totals after it, by side.")
    complete: bool = Field(description="False while the hand is still being played.")
    summary: str
    details: dict[str, Any] = Field(description="The game's own derived figures.")
    explanation: list[ExplanationLine]


class ComingHand(AnswerModel):
    """What the table needs to know before the coming hand; some games have more fields."""

    model_config = _MORE

    number: int
    dealer: int | None
    leads: int | None
    sits_out: list[int]
    notices: list[ExplanationLine]


class Outcome(AnswerModel):
    """Where a match stands; some games have more fields."""

    model_config = _MORE

    totals: list[Number] = Field(description="By side.")
    finished: bool
    winners: list[int] = Field(description="The sides that have won; empty while the match goes on.")
    reason: str = Field("", description="Why the match is over.")
    next: ComingHand | None = Field(description="The coming hand; null once the match is finished.")


class TrickAnswer(AnswerModel):
    """Who takes a trick, or which cards may be played; some games have more fields."""

    model_config = _MORE

    winner: int | None = Field(0, description="The seat that takes the trick; null if it is tied.")
    card: str | None = Field("", description="The card that takes it.")
    next_leader: int | None = Field(0, description="The seat that leads next.")
    legal: list[str] = Field([], description="With a hand: the cards of it that may be played.")
    why: str
    rule: str


class TablePlayer(AnswerModel):
    """Somebody at a table."""

    id: str
    name: str
    color: str | None


class TableLinks(AnswerModel):
    """Where to go from a table."""

    self: str
    matches: str
    standings: str


class Table(AnswerModel):
    """The people who play together."""

    example: ClassVar[Any] = examples.get("table")

    id: str
    name: str
    players: list[TablePlayer]
    options: dict[str, dict[str, Any]] = Field(description="House rules by game.")
    version: int
    role: Role = Field(description="What the key of this request may do.")
    created_at: Time
    links: TableLinks


class TableKeys(AnswerModel):
    """The two keys of a table."""

    scorer: str
    viewer: str


class NewTable(Table):
    """A new table with its keys, which are shown this once."""

    example: ClassVar[Any] = {**examples.get("table"), "keys": examples.get("keys")}

    keys: TableKeys


class NewKey(AnswerModel):
    """A new key, which is shown this once."""

    example: ClassVar[Any] = {"role": "viewer", "key": examples.get("keys")["viewer"]}

    role: Role
    key: str


class StreamToken(AnswerModel):
    """What a browser's `EventSource` may send as `?token=`."""

    example: ClassVar[Any] = examples.get("stream_token")

    token: str
    expires_at: Time
    url: str = Field(description="The stream with this token.")


class Seat(AnswerModel):
    """Who sits in a seat."""

    player: str | None
    name: str


class ListedHand(ScoredHand):
    """A hand of a match."""

    example: ClassVar[Any] = staticmethod(examples.listed_hand)

    input: dict[str, Any] = Field(description="What was entered.")
    recorded_at: Time


class RecordedHand(Outcome):
    """A recorded or corrected hand, and the match after it: `totals` are the match's."""

    example: ClassVar[Any] = staticmethod(examples.recorded_hand)

    number: int
    kind: str
    points: list[Number] = Field(description="What the hand changed, by side.")
    complete: bool = Field(description="False while the hand is still being played.")
    summary: str
    details: dict[str, Any] = Field(description="The game's own derived figures.")
    explanation: list[ExplanationLine]
    input: dict[str, Any] = Field(description="What was entered.")
    recorded_at: Time
    version: int = Field(description="The match's version.")
    state: dict[str, Any] = Field(description="What is carried: give it to `score` as start to go on.")


class Page(AnswerModel, Generic[T]):
    """A page of a list."""

    results: list[T]
    next: str | None = Field(description="Where the next page is; null on the last.")


class HandPage(Page[ListedHand]):
    """Hands in their order."""

    example: ClassVar[Any] = staticmethod(lambda: {"results": [examples.listed_hand()], "next": None})


class MatchBrief(AnswerModel):
    """A match in a list."""

    id: str
    table: str
    game: str
    title: str
    version: int
    players: list[Seat]
    options: dict[str, Any]
    effective_options: dict[str, Any] = Field(description="All options of the game, as they count in this match.")
    created_at: Time
    updated_at: Time
    hand_count: int
    totals: list[Number]
    finished: bool
    winners: list[int]

    @classmethod
    def of(cls, row: MatchRow) -> MatchBrief:
        """A stored match."""
        same = {name: getattr(row, name) for name in _OF_ROW}
        return cls.model_construct(
            **same,
            table=row.table_id,
            players=[Seat.model_construct(**seat) for seat in row.seats],
            effective_options=effective_options(row.game, row.options),
            created_at=format_time(row.created_at),
            updated_at=format_time(row.updated_at),
        )


_OF_ROW = ("id", "game", "title", "version", "options", "hand_count", "totals", "finished", "winners")


class MatchPage(Page[MatchBrief]):
    """Matches, the latest first."""

    example: ClassVar[Any] = {"results": [examples.get("match_brief")], "next": None}


class Match(Outcome):
    """A match: its sheet, its totals and what comes next."""

    example: ClassVar[Any] = staticmethod(examples.match)

    id: str
    table: str
    game: str
    title: str
    version: int
    players: list[Seat]
    sides: list[Side]
    options: dict[str, Any]
    effective_options: dict[str, Any] = Field(description="All options of the game, as they count in this match.")
    start: dict[str, Any]
    created_at: Time
    updated_at: Time
    ended: bool = Field(description="Whether the table stopped by its own choice.")
    hand_count: int
    hands_next: str | None = Field(description="Where the hands go on; null if all of them are here.")
    hands: list[ListedHand]
    state: dict[str, Any] = Field(description="What is carried: give it to `score` as start to go on.")


class StaleMatch(ProblemDetails):
    """Somebody else was faster. current: the match as it is now."""

    current: Match

    @staticmethod
    def current_example() -> Any:
        """For the documentation."""
        return examples.match()


class StaleTable(ProblemDetails):
    """Somebody else was faster. current: the table as it is now."""

    current: Table

    @staticmethod
    def current_example() -> Any:
        """For the documentation."""
        return examples.get("table")


class HistoryEntry(AnswerModel):
    """A change to a match."""

    version: int
    what: Literal["record", "correct", "take_back", "finish", "reopen", "retitle", "rename", "undo", "redo"]
    when: Time
    hand: int | None = Field(description="The hand concerned.")
    before: Any = Field(description="What was entered before; null if there was nothing.")
    after: Any = Field(description="What was entered instead; null if there is nothing.")
    target: int | None = Field(description="The version that an undo or redo is about.")
    undo_status: Literal["done", "undone", "dropped"] = Field(
        description="Whether undo can take it back (done), redo do it again (undone), or neither (dropped)."
    )


class HistoryPage(Page[HistoryEntry]):
    """Changes in their order."""

    example: ClassVar[Any] = {"results": [examples.get("change")], "next": None}


class _FromAttributes(AnswerModel):
    model_config = ConfigDict(from_attributes=True)


class NotableHand(_FromAttributes):
    """The best or the worst hand of a player."""

    points: Number
    match: str
    number: int
    game: str


class Streaks(AnswerModel):
    """Wins in a row."""

    current: int
    longest: int


class StandingsLine(AnswerModel):
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


class HeadToHead(AnswerModel):
    """One player against another, in finished matches on different sides."""

    player: str
    opponent: str
    matches: int
    wins: int
    losses: int


class Standings(AnswerModel):
    """How everybody at a table has done."""

    example: ClassVar[Any] = examples.get("standings")

    game: str | None
    since: Time | None
    players: list[StandingsLine]
    head_to_head: list[HeadToHead]


class Imported(AnswerModel):
    """The matches that were brought in."""

    example: ClassVar[Any] = {"matches": [examples.get("match_brief")]}

    matches: list[MatchBrief]
