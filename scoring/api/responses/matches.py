"""Matches, their hands and their history."""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeVar

from pydantic import Field, create_model
from pydantic.fields import FieldInfo

from companion.http.models import Number, ResponseModel, Time
from companion.http.problem_details import ProblemDetails
from scoring.api.responses.scoring import Outcome, ScoredHand, Side
from scoring.db.json_text import format_time
from scoring.engine.models import ChangeKind
from scoring.models import Match as MatchRow
from scoring.selectors.match_snapshot import effective_options
from scoring.services.comparison import Comparison
from scoring.services.match_copies import MatchCopy

T = TypeVar("T")


class Seat(ResponseModel):
    """Who sits in a seat."""

    player: str | None = Field(description="The player's id; null for somebody who is no player of the table.")
    name: str = Field(description="As the sheet shows it.")


class ListedHand(ScoredHand):
    """A hand of a match."""

    game: str = Field(description="The slug of the match's game.")
    input: dict[str, Any] = Field(description="What was entered.")
    recorded_at: Time = Field(description="When it was entered for the first time; a correction does not change it.")
    language: str = Field(
        "", description="`en` if the texts of this hand are English although another language was asked for."
    )


class GivenCopy(ResponseModel):
    """The result of sending the copy of a match."""

    match: str = Field(description="Its id.")
    version: int = Field(description="The match's version here.")
    comparison: Comparison = Field(
        description="The copy that was sent, compared with the match here: `same`; `ahead`, then it has replaced the "
        "match; `behind` or `different`, then nothing was written."
    )
    current: MatchCopy | None = Field(
        description="The copy that is here, if the one that was sent is `behind` or `different`."
    )


class Page(ResponseModel, Generic[T]):
    """A page of a list."""

    results: list[T] = Field(description="At most `limit` of them.")
    next: str | None = Field(description="Where the next page is; null on the last.")


class HandPage(Page[ListedHand]):
    """Hands in their order."""


class MatchBrief(ResponseModel):
    """A match in a list."""

    id: str = Field(description="For its address, /matches/{id}.")
    table: str = Field(description="The id of its table.")
    game: str = Field(description="The slug of its game.")
    title: str = Field(description="A name that somebody gave it; empty for none.")
    note: str = Field(description="Anything to remember about it; empty for none.")
    version: int = Field(description="Counts its changes from 0, undone ones too; the ETag is made of it.")
    players: list[Seat] = Field(description="Who sits where, from seat 0 on.")
    options: dict[str, Any] = Field(
        description="House rules that were chosen for it or by its table; the others are the game's usual ones."
    )
    effective_options: dict[str, Any] = Field(description="All options of the game, as they count in this match.")
    created_at: Time = Field(description="When it was started.")
    updated_at: Time = Field(description="When it was last changed.")
    hand_count: int = Field(description="How many hands are on its sheet; one that is still being played counts.")
    totals: list[Number] = Field(description="By side, after the last hand.")
    finished: bool = Field(description="Whether it is over.")
    winners: list[int] = Field(description="The sides that have won; empty while it goes on.")
    continues: str | None = Field(
        description="The match that goes on here with other people; null if this is the first part."
    )
    continued_by: str | None = Field(
        description="The match in which this one goes on with other people, null for none. It gets all further hands."
    )

    @classmethod
    def of(cls, row: MatchRow) -> MatchBrief:
        """Returns the model of a stored match."""
        columns = {name: getattr(row, name) for name in _COLUMNS}
        return cls.model_construct(
            **columns,
            table=row.table_id,
            players=[Seat.model_construct(**seat) for seat in row.seats],
            effective_options=effective_options(row.game, len(row.seats), row.options),
            created_at=format_time(row.created_at),
            updated_at=format_time(row.updated_at),
            continues=row.continues or None,
            continued_by=row.continued_by or None,
        )


_COLUMNS = ("id", "game", "title", "note", "version", "options", "hand_count", "totals", "finished", "winners")


class MatchPage(Page[MatchBrief]):
    """Matches, the latest first."""


class Match(Outcome, MatchBrief):
    """A match: its sheet, its totals and what comes next."""

    sides: list[Side] = Field(description="The columns of the sheet: `points` and `totals` are in this order.")
    start: dict[str, Any] = Field(description="What was carried into its first hand; empty if it began from nothing.")
    ended: bool = Field(description="Whether the players ended the match themselves.")
    hands_next: str | None = Field(description="The address of the other hands; null if all of them are here.")
    hands: list[ListedHand] = Field(
        description="In the order in which they were played. Of a long match only the first ones: see `hands_next`."
    )
    state: dict[str, Any] = Field(description="The state after the last hand. Send it to `score` as start to continue.")


class ContinuedMatch(Match):
    """The next part of a match, with other people."""

    begun_anew: list[str] = Field(
        description="Fields of the state, beside the totals, that could not be carried to these seats. "
        "`options.NAME` is an option that does not fit so many players: the game's usual one counts."
    )


class _RecordedHand(Outcome, ListedHand):
    version: int = Field(description="The match's version.")
    state: dict[str, Any] = Field(description="The state after the last hand. Send it to `score` as start to continue.")


def _only_if_preferred(field: FieldInfo) -> tuple[Any, FieldInfo]:
    text = " ".join(filter(None, [field.description, "Only with `Prefer: return=representation`."]))
    return field.annotation, FieldInfo(annotation=field.annotation, default=None, description=text)


_OF_THE_MATCH: dict[str, Any] = {
    name: _only_if_preferred(field)
    for name, field in Match.model_fields.items()
    if name not in _RecordedHand.model_fields
}

RecordedHand = create_model(
    "RecordedHand",
    __base__=_RecordedHand,
    __module__=__name__,
    __doc__="A recorded or corrected hand, and the match after it: `totals` are the match's.",
    **_OF_THE_MATCH,
)
"""With `Prefer: return=representation` it has the other fields of the match, too, so that one type fits both."""


class StaleMatch(ProblemDetails):
    """Somebody else was faster."""

    current: Match = Field(description="The match as it is now.")


class HistoryEntry(ResponseModel):
    """A change to a match."""

    version: int = Field(description="The match's version after it, from 1.")
    what: ChangeKind = Field(description="Which change it was.")
    when: Time = Field(description="When it was made.")
    hand: int | None = Field(description="The hand concerned.")
    before: Any = Field(description="What was entered before; null if there was nothing.")
    after: Any = Field(description="What was entered instead; null if there is nothing.")
    target: int | None = Field(description="The version that was undone or redone.")
    undo_status: Literal["done", "undone", "dropped"] = Field(
        description="Whether undo can take it back (done), redo do it again (undone), or neither (dropped)."
    )


class HistoryPage(Page[HistoryEntry]):
    """Changes in their order."""


class StreamToken(ResponseModel):
    """A token that a browser's `EventSource` may send as `?token=`."""

    token: str = Field(description="It opens the events of this match only.")
    expires_at: Time = Field(description="Until when it can be used to connect; a stream that is open goes on.")
    url: str = Field(description="The stream with this token.")


class SkippedMatch(ResponseModel):
    """A match of the document that is at this table already."""

    pointer: str = Field(description="Where it is in the document.", examples=["/matches/0"])
    match: str = Field(description="The id of the match that is here.")
    comparison: Comparison = Field(
        description="The match of the document, compared with the one here: `same`; `ahead`, it has further changes; "
        "`behind`, it has fewer; `different`, both have changes of their own. The one here stays as it is."
    )


class Imported(ResponseModel):
    """The result of an import."""

    matches: list[MatchBrief] = Field(description="The new matches.")
    skipped: list[SkippedMatch] = Field(
        description="Matches that are at this table already, so that nothing counts twice."
    )
