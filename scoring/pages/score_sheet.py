"""The score sheet: a row for each hand, as on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString
from pydantic_core import from_json

from scoring.engine.match import OpenMatch
from scoring.engine.messages import Number
from scoring.engine.results import SheetEntry
from scoring.pages.hand_name import number_on_sheet
from scoring.pages.message_renderer import MessageRenderer
from scoring.selectors.match_snapshot import MatchSnapshot, hand_rows, stored_match

ROWS_PER_PAGE = 100
"""Rows on one page of the sheet. The page shows the latest ones, and links to earlier ones."""

COLUMNS_PER_ROW = 4
"""Columns that fit side by side on the smallest phone; more are in several rows."""

MOST_IN_A_LINE = 6
"""The same on the sheet, whose figures are narrow and whose names are short."""

FEW_LETTERS = 6
"""Letters of a name above one of many columns."""


@dataclass(frozen=True)
class Cell:
    """One column of a row: the change and the total after it, as printed. side: the column.

    marks: symbol and number of the marks on the table for this side after the hand. scored: whether it had a part in a
    hand that changed something.
    """

    side: int
    name: str
    points: str
    total: str
    sign: str
    marks: list[tuple[str, int]]
    scored: bool


@dataclass(frozen=True)
class ShortEntry:
    """A hand on one line: in a few words, and its value as printed ("" for none)."""

    what: SafeString
    value: str
    sign: str


@dataclass(frozen=True)
class SheetRow:
    """One hand on the sheet. cell_rows: its cells, in one or more rows. open: still being played. points: by column.

    number: in its match; shown: the one that people see. note: "" for none. entry: for a sheet with one line for each
    hand, else None. html: its HTML, by language and match.
    """

    number: int
    shown: int
    summary: SafeString
    note: str
    cell_rows: list[list[Cell]]
    open: bool
    points: list[Number]
    entry: ShortEntry | None
    html: dict[str, SafeString] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class ShortColumns:
    """The headings of a sheet with one line for each hand, "" for no such column. value_last: the value comes last.

    changes: whether the column of a side has its points beside the new total.
    """

    what: SafeString
    value: SafeString
    value_last: bool
    changes: bool


@dataclass(frozen=True)
class Sheet:
    """A page of the sheet: rows in the order in which they are shown. columns_per_row: sides in a row of the table.

    heads: the sides by row, with their full and short names. columns: for a sheet with one line for each hand, else
    None. earlier, later: the numbers of the first rows of the
    pages before and after, or None. opened: the match.
    """

    rows: list[SheetRow]
    columns_per_row: int
    heads: list[list[tuple[int, str, str]]]
    columns: ShortColumns | None
    earlier: int | None
    later: int | None
    opened: OpenMatch


def in_rows(items: Sequence[Any], most: int = COLUMNS_PER_ROW) -> list[list[Any]]:
    """Returns columns for a phone: in one row, or in several if one would be too wide."""
    rows = -(-len(items) // most) or 1
    length = -(-len(items) // rows)
    return [list(items[start : start + length]) for start in range(0, len(items), length)]


def short_names(names: Sequence[str]) -> list[str]:
    """Returns the names above the columns: of many columns the first letters, as many as tell them apart."""
    if len(names) <= COLUMNS_PER_ROW:
        return list(names)
    short = [name if len(name) <= FEW_LETTERS else f"{name[: FEW_LETTERS - 1].rstrip()}." for name in names]
    return [own if short.count(own) == 1 else f"{name[:2]}…{name[-2:]}" for name, own in zip(names, short, strict=True)]


def score_sheet(
    match: MatchSnapshot,
    renderer: MessageRenderer,
    first: int | None = None,
    most: int | None = ROWS_PER_PAGE,
    newest_first: bool = True,
) -> Sheet:
    """Returns a page of the sheet of a match. first: the number of its first hand, None for the latest hands.

    most: the most rows, None for all. newest_first: the latest hand on top, where it needs no scrolling; on paper the
    first hand is on top.
    """
    begin = max(1, match.hand_count - ROWS_PER_PAGE + 1) if first is None else max(1, min(first, match.hand_count))
    opened = match.open_match
    match_key = (match.slug, len(match.seats), match.options, match.start)
    stored = hand_rows(match, begin, most)
    rows = [
        _stored_row(match.id, match_key, renderer, number, result, entered) for number, result, entered, _ in stored
    ]
    after = begin + len(rows)
    return Sheet(
        rows[::-1] if newest_first else rows,
        len(in_rows(renderer.sides, MOST_IN_A_LINE)[0]),
        in_rows(
            list(zip(range(len(renderer.sides)), renderer.sides, short_names(renderer.sides), strict=True)),
            MOST_IN_A_LINE,
        ),
        sheet_columns(opened, renderer),
        earlier=max(1, begin - ROWS_PER_PAGE) if begin > 1 else None,
        later=after if after <= match.hand_count else None,
        opened=opened,
    )


@lru_cache(maxsize=4096)
def _stored_row(
    match_id: str,
    match_key: tuple[str, int, str, str],
    renderer: MessageRenderer,
    number: int,
    stored: str,
    entered: str,
) -> SheetRow:
    """A row of the sheet, cached until its hand is corrected or a player renamed. match_key: see ``stored_match``."""
    return sheet_row(stored_match(*match_key), renderer, number, stored, entered)


def sheet_row(opened: OpenMatch, renderer: MessageRenderer, number: int, stored: str, entered: str) -> SheetRow:
    """Returns a row of the sheet. stored, entered: the JSON texts of the result and of the input of the hand."""
    result, hand = from_json(stored), from_json(entered)
    entry = None
    if _has_short_rows(opened):
        entry = opened.game.sheet_entry(opened.setup, hand, result)
    marks = entry.marks if entry else ()
    absent = opened.game.without_part(opened.setup, hand) if any(result["points"]) else range(len(result["points"]))
    cells = [
        Cell(
            side,
            renderer.sides[side],
            renderer.number(points, sign=True),
            renderer.number(total),
            sign_of(points),
            [(mark.symbol, mark.count) for mark in marks if mark.side == side],
            bool(points) or side not in absent,
        )
        for side, (points, total) in enumerate(zip(result["points"], result["totals"], strict=True))
    ]
    return SheetRow(
        number,
        number_on_sheet(opened, number),
        renderer.html(result["summary"]),
        note_on(hand, result["summary"]),
        in_rows(cells, MOST_IN_A_LINE),
        not result["complete"],
        result["points"],
        _short_entry(opened, renderer, entry) if entry else None,
    )


def note_on(hand: Mapping[str, Any], summary: str) -> str:
    """Returns the note on a hand, "" for none, or if its summary says the same."""
    note = hand.get("note") or ""
    return "" if note == summary else note


def _has_short_rows(opened: OpenMatch) -> bool:
    columns = opened.game.sheet_columns
    return columns is not None and (not columns.what or len(opened.setup.sides) <= COLUMNS_PER_ROW)


def sheet_columns(opened: OpenMatch, renderer: MessageRenderer) -> ShortColumns | None:
    """Returns the headings of a sheet with one line for each hand; None for other sheets."""
    columns = opened.game.sheet_columns
    if columns is None or not _has_short_rows(opened):
        return None
    return ShortColumns(renderer.html(columns.what), renderer.html(columns.value), columns.value_last, columns.changes)


def _short_entry(opened: OpenMatch, renderer: MessageRenderer, entry: SheetEntry) -> ShortEntry:
    """The value has a sign if it was won or lost; it has none if it is what the hand was worth."""
    columns = opened.game.sheet_columns
    what = renderer.html(entry.what)
    if entry.value is None or columns is None:
        return ShortEntry(what, "", "level")
    if columns.value_last:
        return ShortEntry(what, renderer.number(entry.value), "level")
    return ShortEntry(what, renderer.number(entry.value, sign=True), sign_of(entry.value))


def sign_of(points: Number) -> str:
    """Returns the CSS class of a change: up, down or level."""
    return "up" if points > 0 else "down" if points < 0 else "level"
