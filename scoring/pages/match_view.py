"""A match as its page shows it: totals, who deals and leads, what to know, marks on the table, who has won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.engine.game import Board, Figure, Grid, Marks
from scoring.engine.messages import ENGLISH, Line, Number, figure_beside, figure_beside_text
from scoring.pages.message_renderer import MessageRenderer
from scoring.pages.score_sheet import in_rows
from scoring.selectors.match_snapshot import MatchSnapshot

MOST_MARKS = 30
"""Marks drawn one by one; more of them are a figure beside a single one."""


NEAR = 0.7
"""The part of the target from which on the page says how far it is."""

ELSEWHERE = {"hand_number", "hand_of", "seats", "board", "usual"}
"""Notices, by code, that the page does not repeat: it says them in the heading and at the totals, or not at all."""


@dataclass(frozen=True)
class ScoreColumn:
    """One column: a player or two partners. deals, leads, out: as far as this hand concerns somebody in it."""

    side: int
    names: list[tuple[str, bool, bool, bool]]
    total: str
    won: bool
    marks: list[dict[str, Any]]


@dataclass(frozen=True)
class ExplanationLine:
    """A line of an explanation or a notice. value: its figure as printed, or "". rule: where it comes from."""

    text: SafeString
    value: str
    rule: str


class MatchView:
    """What templates ask of a match. frozen: nothing here queries the database."""

    def __init__(self, match: MatchSnapshot) -> None:
        self.match = match
        self.game = match.game
        self.renderer = MessageRenderer.of(match)
        self.rules = f"/rules/{match.slug}"
        self.setup = match.open_match.setup
        self.state = match.current_state
        self.finished = match.finished
        self.winning_sides: list[int] = match.status["winners"]
        self.coming: dict[str, Any] | None = match.status["next"]
        """The coming hand as the API describes it: dealer, leads, sits_out, notices; None once the match is over."""

    @property
    def game_name(self) -> str:
        """The name of the game."""
        return self.renderer.language.gettext(self.game.name)

    @cached_property
    def _board(self) -> Board:
        return self.game.board(self.setup, self.state)

    @property
    def number(self) -> int:
        """The number of the hand that is entered now: the coming one, or the one still being played."""
        return self.match.hand_count + (0 if self.match.hand_open else 1)

    @cached_property
    def columns(self) -> list[ScoreColumn]:
        """Every column with its total."""
        coming = self.coming
        columns = []
        for side, seats in enumerate(self.setup.sides):
            names = [
                (
                    self.match.names[seat],
                    coming is not None and coming["dealer"] == seat,
                    coming is not None and coming["leads"] == seat,
                    coming is not None and seat in coming["sits_out"],
                )
                for seat in seats
            ]
            won = self.finished and side in self.winning_sides
            marks = [marks_data(mark) for mark in self._board if isinstance(mark, Marks) and mark.side == side]
            columns.append(ScoreColumn(side, names, self.renderer.number(self.state.totals[side]), won, marks))
        return columns

    @cached_property
    def ranks(self) -> list[list[ScoreColumn]]:
        """The columns in one row, or in several."""
        return in_rows(self.columns)

    @cached_property
    def most(self) -> int:
        """The number of columns in a row."""
        return len(self.ranks[0])

    @cached_property
    def longest(self) -> int:
        """The most characters that a total has, for the size in which they fit."""
        return max(len(column.total) for column in self.columns)

    @property
    def name_length(self) -> str:
        """How long the names above the columns are: short, middle, or long (more than six letters)."""
        longest = max(map(len, self.renderer.sides))
        return "short" if longest <= 4 else "middle" if longest <= 6 else "long"

    @property
    def heading(self) -> SafeString:
        """Which hand is coming, as the game counts: ``Deal 3 of 36``."""
        notices = self.coming["notices"] if self.coming else []
        of = next((notice["text"] for notice in notices if notice.get("code") == "hand_of"), None)
        return self.renderer.html(of or _("Hand {number}").format(number=self.number))

    @property
    def notices(self) -> list[ExplanationLine]:
        """What the table needs to know before the coming hand, and nothing that the heading or the totals say already.

        How far it is to the end is said when the end is near.
        """
        if self.coming is None:
            return []
        said = ELSEWHERE if self._end_is_near else {*ELSEWHERE, "to_go"}
        # Summaries stored by release 1.0 have no codes: there the text is the heading's own.
        heading = f"Hand {self.coming['number']}"
        notices = [
            notice for notice in self.coming["notices"] if notice.get("code") not in said and notice["text"] != heading
        ]
        return self.stored_lines(notices)

    @property
    def _end_is_near(self) -> bool:
        """Whether somebody has most of the points at which the match ends."""
        limits = [getattr(self.setup.options, name, None) for name in ("target", "race_to", "lose_at")]
        limits.append((self.coming or {}).get("target"))
        limit = next((abs(limit) for limit in limits if isinstance(limit, int | float)), 0)
        return bool(max(abs(total) for total in self.state.totals) >= NEAR * limit)

    @property
    def rule_now(self) -> str:
        """The section of the rules that matters now: that of the last notice, or how the match ends."""
        if self.coming is None:
            return f"{self.rules}#end"
        rules = [notice.rule for notice in self.stored_lines(self.coming["notices"]) if notice.rule]
        return rules[-1] if rules else self.rules

    @property
    def figures(self) -> list[tuple[SafeString, str]]:
        """Pots, stakes and prices: label and figure."""
        return [
            (self.renderer.html(item.label), self._cell(item.value)) for item in self._board if isinstance(item, Figure)
        ]

    @property
    def grids(self) -> list[dict[str, Any]]:
        """Tables that belong to the totals."""
        return self._grids("totals")

    @property
    def sheet_grids(self) -> list[dict[str, Any]]:
        """Tables below the sheet."""
        return self._grids("sheet")

    def _grids(self, place: str) -> list[dict[str, Any]]:
        return [
            {
                "caption": self.renderer.html(grid.caption),
                "head": [self._cell(cell) for cell in grid.head],
                "rows": [[self._cell(cell) for cell in row] for row in grid.rows],
            }
            for grid in self._board
            if isinstance(grid, Grid) and grid.place == place
        ]

    def _cell(self, cell: Any) -> str:
        return self.renderer.number(cell) if isinstance(cell, int | float) else self.renderer.html(cell)

    @property
    def winners(self) -> str:
        """The names of those who have won."""
        names = [self.renderer.sides[side] for side in self.winning_sides]
        if len(names) < 2:
            return "".join(names)
        return _("{names} and {last}").format(names=self.renderer.language.join_texts(names[:-1]), last=names[-1])

    @property
    def headline(self) -> str:
        """The end of the match in a few words."""
        won = self.winning_sides
        if not won:
            return _("Nobody won")
        if len(won) == len(self.setup.sides) > 1:
            return _("All even")
        many = len(won) > 1 or len(self.setup.sides[won[0]]) > 1
        return (_("{names} win") if many else _("{names} wins")).format(names=self.winners)

    @property
    def reason(self) -> SafeString:
        """Why the match is over."""
        return self.renderer.html(self.match.status.get("reason"))

    def stored_lines(self, lines: Sequence[dict[str, Any]]) -> list[ExplanationLine]:
        """Lines of a stored explanation or notice, as the API writes them, for the page."""
        return [
            ExplanationLine(
                self.renderer.html(line["text"]),
                self._figure_beside(line["text"], line.get("value")),
                line["rule"],
            )
            for line in lines
        ]

    def _figure_beside(self, text: str, value: Number | None) -> str:
        """The figure beside a text that is rendered already, "" where the text says it."""
        if value is None or self.renderer.language is ENGLISH:
            return figure_beside_text(text, value)
        return "" if self.renderer.number(abs(value)) in text else self.renderer.number(value)

    def lines(self, lines: Sequence[Line]) -> list[ExplanationLine]:
        """Lines of an explanation for the page."""
        return [
            ExplanationLine(
                self.renderer.html(line.message),
                figure_beside(line, self.renderer.language),
                f"{self.rules}#{line.rule}" if line.rule else "",
            )
            for line in lines
        ]


def marks_data(mark: Marks) -> dict[str, Any]:
    """Marks as the template draws them: one sign for each, the first ``count`` of them lit."""
    shown = mark.of if mark.of is not None else mark.count
    one_by_one = shown <= MOST_MARKS
    return {
        "symbol": mark.symbol,
        "count": mark.count,
        "of": mark.of,
        "lit": [place < mark.count for place in range(shown)] if one_by_one else [],
    }
