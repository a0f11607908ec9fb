"""What a game returns: the result of a hand, the next hand, the verdict, the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from scoring.engine.messages import Line, Message, Number
from scoring.engine.models import S


@with_config(ConfigDict(use_attribute_docstrings=True))
class HandDetails(TypedDict):
    """The derived figures of a hand, under the names of the game's specification; each game has its own.

    A field that not every hand has is ``NotRequired``; so is one that an earlier release did not store. The text below
    a field is its description in the OpenAPI document, and stays English; so does that of an ``ApiField``.
    """


@dataclass(frozen=True)
class HandResult(Generic[S]):
    """The result of a hand.

    points: change by side. state: after the hand. lines: the whole calculation, in the order in which players do it.
    summary: the hand in a few words, for its row on the sheet. details: derived figures, by the game's ``Details``.
    complete: False for a hand that is still being played. is_query: True if the "hand" was only a question and nothing
    was played.
    """

    points: Sequence[Number]
    state: S
    lines: list[Line]
    summary: Message
    details: Mapping[str, Any] = field(default_factory=dict)
    complete: bool = True
    is_query: bool = False


@dataclass(frozen=True)
class Upcoming:
    """The next hand. dealer, leads: seats, None if the game has none. sits_out: seats without cards. notices: what the
    table should know before it. details: further figures under the names of the specification.
    """

    dealer: int | None
    leads: int | None
    sits_out: list[int] = field(default_factory=list)
    notices: list[Line] = field(default_factory=list)
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """Whether the match is over, who has won (sides), and why."""

    finished: bool
    winners: list[int] = field(default_factory=list)
    reason: Message | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Figure:
    """A value on the table beside the totals: a pot, a stake, a price. ahead: it is for hands to come, so that it says
    nothing once the match is over.
    """

    label: Message
    value: Number | str | Message
    ahead: bool = False


@dataclass(frozen=True)
class Marks:
    """Counters of one side, as they lie on the table: Truco's beans, erased lines, sixes.

    symbol: ``bean``, ``line``, ``chip``, ``red``, ``black`` or ``card``. count: how many are shown. of: how
    many there are to win or lose, None if there is no limit.
    """

    side: int
    symbol: str
    count: int
    of: int | None = None


Cell = Message | Number | str


@dataclass(frozen=True)
class Grid:
    """A table: the score as the game writes it, or what it pays. Head cells, then rows of cells.

    place: where a match page shows it. ``totals``: with the totals, for what the next hand needs. ``sheet``: below the
    sheet, for what is added up at the end. ``rows``: nowhere, if the rows of the sheet show the same.
    """

    head: list[Message | str]
    rows: list[list[Cell]]
    caption: Message | None = None
    place: Literal["totals", "sheet", "rows"] = "totals"


Board = Sequence[Figure | Marks | Grid]


@dataclass(frozen=True)
class SheetColumns:
    """The columns of a sheet with one line for each hand: the headings of those beside the sides, "" for none.

    what: the hand in a few words. value: what it was worth. value_last: whether it is the last column. changes: the
    column of a side holds its points beside the new total, else the new total alone.
    """

    what: Message | Literal[""] = ""
    value: Message | Literal[""] = ""
    value_last: bool = False
    changes: bool = False


@dataclass(frozen=True)
class SheetEntry:
    """A recorded hand in one line of the sheet, as players write it.

    what: in a few words or signs, "" for none; on a sheet without a column for it, it is a line of its own. value: for
    the column of values, None for nothing. marks: what lies on the table after the hand, drawn beside the new totals.
    reasons: what made the value, beside what the summary says: Kontra, schneider, a declaration; for texts to send.
    """

    what: Message | Literal[""] = ""
    value: Number | None = None
    marks: Sequence[Marks] = ()
    reasons: Sequence[Message] = ()


@dataclass(frozen=True)
class Example:
    """Hands that are valid as they are, for the documentation, the tests and the rules page.

    expect: the points of the last hand by side, checked by the tests.
    """

    title: str
    hands: list[dict[str, Any]]
    expect: list[Number]
    players: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    start: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Order:
    """A row of the card strength table: to which cards it applies, and cards or ranks from the highest down.

    Cards that are equal are in one inner tuple.
    """

    where: str
    cards: tuple[str | tuple[str, ...], ...]
