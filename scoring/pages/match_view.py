"""A match for its page: totals, dealer and leader, notices, marks on the table, winners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.game import Board, Figure, Grid, Marks
from scoring.engine.match_end import hand_number
from scoring.engine.messages import ENGLISH, Line, Number, figure_beside, figure_beside_text, plural, trim_number
from scoring.pages.hand_name import hand_name
from scoring.pages.message_renderer import MessageRenderer
from scoring.pages.score_sheet import in_rows
from scoring.selectors.match_snapshot import MatchSnapshot

MOST_MARKS = 30
"""Marks that are drawn one by one; more are drawn as one mark and a figure."""

NEAR = 0.7
"""The part of the target from which on the page shows how far it is to the end."""

SHOWN_ELSEWHERE = {"hand_number", "hand_of", "seats", "board", "usual"}
"""Codes of notices that the page leaves out: the heading or the totals show them, or they are not needed."""


@dataclass(frozen=True)
class ScoreColumn:
    """One column: a player or two partners, and its name. names: with whether the player deals, leads, sits out.

    total: what decides the match: the points, or the hands won. points: beside hands won the points in words, else "".
    """

    side: int
    name: str
    names: list[tuple[str, bool, bool, bool]]
    total: str
    points: str
    won: bool
    marks: list[dict[str, Any]]


@dataclass(frozen=True)
class Place:
    """The place of a side. number: 1 for the first; level sides share one.

    figure: its points, or the hands that it won. points: beside these its points, else "".
    """

    number: int
    side: int
    name: str
    figure: str
    points: str
    won: bool

    @property
    def text(self) -> str:
        """Returns the figure with the points beside it."""
        return _("{hands} ({points})").format(hands=self.figure, points=self.points) if self.points else self.figure


@dataclass(frozen=True)
class ExplanationLine:
    """A line of an explanation or a notice. value: its figure as printed, or "". rule: the address of its rule."""

    text: SafeString
    value: str
    rule: str


class MatchView:
    """A match for templates. It does not query the database."""

    def __init__(self, match: MatchSnapshot) -> None:
        self.match = match
        self.game = match.game
        self.renderer = MessageRenderer.of(match)
        self.rules = f"/rules/{match.slug}"
        self.setup = match.open_match.setup
        self.state = match.current_state
        self.finished = match.finished
        self.winning_sides: list[int] = match.status["winners"]
        self.next_hand: dict[str, Any] | None = None if match.continued_by else match.status["next"]
        """The next hand as in the API: dealer, leads, sits_out, notices; None once no hand follows here."""

    @property
    def game_name(self) -> str:
        """The name of the game."""
        return self.renderer.language.gettext(self.game.name)

    @cached_property
    def _board(self) -> Board:
        return self.game.board(self.setup, self.state)

    @property
    def number(self) -> int:
        """The number of the hand to enter: the next one, or the one still being played."""
        return self.match.hand_count + (0 if self.match.hand_open else 1)

    @cached_property
    def columns(self) -> list[ScoreColumn]:
        """Every column with its total."""
        next_hand = self.next_hand
        columns = []
        for side, seats in enumerate(self.setup.sides):
            names = [
                (
                    self.match.names[seat],
                    next_hand is not None and next_hand["dealer"] == seat,
                    next_hand is not None and next_hand["leads"] == seat,
                    next_hand is not None and seat in next_hand["sits_out"],
                )
                for seat in seats
            ]
            won = self.finished and side in self.winning_sides
            marks = [marks_data(mark) for mark in self._board if isinstance(mark, Marks) and mark.side == side]
            total, points = self.renderer.number(self.totals[side]), ""
            if self.hands_won is not None:
                total, points = self.renderer.number(self.hands_won[side]), _counted_points(self.totals[side], total)
            columns.append(ScoreColumn(side, self.renderer.sides[side], names, total, points, won, marks))
        return columns

    @cached_property
    def dealing(self) -> str:
        """The places of the players at the top in the order in which they deal, the next one first; "" if not known."""
        dealer = self.next_hand["dealer"] if self.next_hand else None
        if dealer is None or not self.game.deals_in_turn:
            return ""
        shown = [seat for seats in self.setup.sides for seat in seats]
        return " ".join(str(shown.index(self.setup.after(dealer, steps))) for steps in range(self.setup.players))

    @cached_property
    def hands_won(self) -> Sequence[int] | None:
        """The hands that each side has won, if they decide the match."""
        return self.game.hands_won(self.setup, self.state)

    @cached_property
    def totals(self) -> Sequence[Number]:
        """The totals; at the end with what is divided then."""
        status = self.match.status
        if "split" in status:
            return [trim_number(a + b) for a, b in zip(self.state.totals, status["split"], strict=True)]
        final: Sequence[Number] = status.get("net") or status.get("final") or self.state.totals
        return final

    @cached_property
    def places(self) -> list[Place]:
        """The sides by place: the winners first, then by what decides the match. Level ones are in order of seats."""
        decides = self.totals if self.hands_won is None else self.hands_won
        sign = -1 if self.game.lowest_wins(self.setup) and self.hands_won is None else 1
        ranks = [(self.finished and side in self.winning_sides, sign * value) for side, value in enumerate(decides)]
        level = self.finished and len(self.winning_sides) > 1
        keys = [(True, 0) if level and won else (won, value) for won, value in ranks]
        names = self.renderer.sides
        order = sorted(range(len(keys)), key=lambda side: keys[side], reverse=True)
        return [
            Place(
                1 + sum(key > keys[side] for key in keys),
                side,
                names[side],
                self._figure(side),
                self.columns[side].points,
                ranks[side][0],
            )
            for side in order
        ]

    def _figure(self, side: int) -> str:
        column = self.columns[side]
        if not column.points:
            return column.total
        hands = (self.hands_won or ())[side]
        return ngettext("{n} hand", "{n} hands", hands).format(n=column.total)

    @cached_property
    def column_rows(self) -> list[list[ScoreColumn]]:
        """The columns in one row, or in several."""
        return in_rows(self.columns)

    @cached_property
    def columns_per_row(self) -> int:
        """The number of columns in a row."""
        return len(self.column_rows[0])

    @cached_property
    def longest_total(self) -> int:
        """The characters of the longest total, for the size of the print."""
        return max(len(column.total) for column in self.columns)

    @property
    def name_length(self) -> str:
        """The length of the names above the columns: short, middle, or long (more than six letters)."""
        longest = max(map(len, self.renderer.sides))
        return "short" if longest <= 4 else "middle" if longest <= 6 else "long"

    @property
    def heading(self) -> SafeString:
        """The next hand, as the game counts: ``Deal 3 of 36``."""
        return self.renderer.html(self._next_hand_name)

    @property
    def heading_in_words(self) -> str:
        """The same as text."""
        return self.renderer.text(self._next_hand_name)

    @property
    def _next_hand_name(self) -> Any:
        notices = self.next_hand["notices"] if self.next_hand else []
        if self.match.deal_limit:
            unit = self.game.counts if self.game.counts != "turn" else "hand"
            return hand_number(self.number, self.match.deal_limit, unit=unit).message
        of = next((notice["text"] for notice in notices if notice.get("code") == "hand_of"), None)
        return of or hand_name(self.match.open_match, self.number)

    @property
    def notices(self) -> list[ExplanationLine]:
        """Notices for the next hand that neither the heading nor the totals show.

        The distance to the end is shown only when the end is near.
        """
        if self.next_hand is None:
            return []
        left_out = SHOWN_ELSEWHERE if self._end_is_near else {*SHOWN_ELSEWHERE, "to_go"}
        # Summaries stored by release 1.0 have no codes: a text like the heading is left out.
        heading = f"Hand {self.next_hand['number']}"
        notices = [
            notice
            for notice in self.next_hand["notices"]
            if notice.get("code") not in left_out and notice["text"] != heading
        ]
        return self.stored_lines(notices)

    @property
    def _end_is_near(self) -> bool:
        """Whether somebody has most of the points at which the match ends."""
        limits = [getattr(self.setup.options, name, None) for name in self.game.ends_at]
        limits.append((self.next_hand or {}).get("target"))
        limit = next((abs(limit) for limit in limits if isinstance(limit, int | float)), 0)
        return bool(max(abs(total) for total in self.state.totals) >= NEAR * limit)

    @property
    def rule_now(self) -> str:
        """The section of the rules for the current hand: that of the last notice, or the end of the match."""
        if self.next_hand is None:
            return f"{self.rules}#end"
        rules = [notice.rule for notice in self.stored_lines(self.next_hand["notices"]) if notice.rule]
        return rules[-1] if rules else self.rules

    @property
    def figures(self) -> list[tuple[SafeString, str]]:
        """Pots, stakes and prices: label and figure."""
        return [
            (self.renderer.html(item.label), self._cell(item.value))
            for item in self._board
            if isinstance(item, Figure) and not (item.ahead and self.finished)
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
        return self.renderer.language.join_names([self.renderer.sides[side] for side in self.winning_sides])

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
        if self.match.deals_are_played:
            deals = self.match.deal_limit or 0
            return self.renderer.sentence(plural(deals, "{n} deal was played", "{n} deals were played"))
        return self.renderer.html(self.match.status.get("reason"))

    def stored_lines(self, lines: Sequence[dict[str, Any]]) -> list[ExplanationLine]:
        """Returns lines of a stored explanation or notice (as in the API) for the page."""
        return [
            ExplanationLine(
                self.renderer.html(line["text"]),
                self._figure_beside(line["text"], line.get("value")),
                line["rule"],
            )
            for line in lines
        ]

    def _figure_beside(self, text: str, value: Number | None) -> str:
        """The figure beside a rendered text, "" if the text has it."""
        if value is None or self.renderer.language is ENGLISH:
            return figure_beside_text(text, value)
        return "" if self.renderer.number(abs(value)) in text else self.renderer.number(value)

    def lines(self, lines: Sequence[Line]) -> list[ExplanationLine]:
        """Returns lines of an explanation for the page."""
        return [
            ExplanationLine(
                self.renderer.sentence(line.message),
                figure_beside(line, self.renderer.language),
                f"{self.rules}#{line.rule}" if line.rule else "",
            )
            for line in lines
        ]


def _counted_points(points: Number, printed: str) -> str:
    """Points in words: ``124 points``."""
    count = points if isinstance(points, int) else 2
    return ngettext("{n} point", "{n} points", abs(count)).format(n=printed)


def marks_data(mark: Marks) -> dict[str, Any]:
    """Returns marks for the template: one sign for each, the first ``count`` of them lit."""
    signs = mark.of if mark.of is not None else mark.count
    one_by_one = signs <= MOST_MARKS
    return {
        "symbol": mark.symbol,
        "count": mark.count,
        "of": mark.of,
        "lit": [place < mark.count for place in range(signs)] if one_by_one else [],
    }
