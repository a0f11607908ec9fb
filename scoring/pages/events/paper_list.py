"""A list on paper: the official one of Skat, line by line with running counts, and a plain one for other games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.engine.messages import Number
from scoring.event_models import EventSitting
from scoring.events.money import lost_fee
from scoring.events.official_list import LOST, OTHERS_LOST, WON, ListLine, closing_check, deals_of, results
from scoring.events.rules import MoneyRules
from scoring.games.skat.cards import BASE, NULL_VALUES
from scoring.languages import current_language
from scoring.pages.events.amounts import amount_text
from scoring.pages.events.typed_result import CheckLine, check_lines

TICKS = ("hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "open")
ROUNDS_OF_DEALS = 12


@dataclass(frozen=True)
class ListRow:
    """A line. game: base value, with, without, ticks, won, lost, as printed. blocks: by seat what is written there:
    points, won and lost so far, or "" where nothing changed. passed: how many were passed in so far.
    """

    number: int
    game: Sequence[str]
    blocks: Sequence[Sequence[str]]
    passed: str = ""


@dataclass(frozen=True)
class PaperList:
    """A list. seats: number and name. foot: label, and a text for each seat. codes: of the match, drawn."""

    round: int
    table: int
    seats: Sequence[tuple[int | str, str]]
    rows: Sequence[ListRow]
    foot: Sequence[tuple[str, Sequence[str]]]
    is_official: bool
    checks: Sequence[CheckLine] = ()
    codes: Sequence[SafeString] = ()


def empty_list(
    seats: Sequence[tuple[int | str, str]], where: tuple[int, int], deals: int | None, is_official: bool
) -> PaperList:
    """Returns a list to be written by hand. where: numbers of round and table, 0 for none."""
    count = deals or deals_of(len(seats), ROUNDS_OF_DEALS)
    block = [""] * (3 if is_official else 1)
    rows = [ListRow(number, [""] * 11, [block] * len(seats)) for number in range(1, count + 1)]
    foot = [(label, [""] * len(seats)) for label in foot_labels(len(seats), is_official)]
    return PaperList(*where, seats, rows, foot, is_official)


def foot_labels(seats: int, is_official: bool) -> list[str]:
    """Returns the labels of the lines at the foot."""
    if not is_official:
        return [_("Result")]
    others = OTHERS_LOST.get(seats, 0)
    return [
        _("a  Points of the games"),
        _("b  (won − lost) × {n}").format(n=WON),
        _("c  Lost by others × {n}").format(n=others),
        _("Result a + b + c"),
        _("Fee"),
    ]


class OfficialList:
    """The running figures of a list of Skat. hands: input and result of each."""

    def __init__(self, seats: int, hands: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> None:
        self.points: list[Number] = [0] * seats
        self.won, self.lost = [0] * seats, [0] * seats
        self.passed = self.plus = self.minus = 0
        self.rows = [self._row(number, *hand) for number, hand in enumerate(hands, 1)]

    def _row(self, number: int, entered: Mapping[str, Any], result: Mapping[str, Any]) -> ListRow:
        text = current_language().number
        points = result.get("details", {}).get("points", result["points"])
        if entered["kind"] == "passed_in":
            self.passed += 1
            return ListRow(number, [""] * 11, [["", "", ""]] * len(self.points), str(self.passed))
        declarer = entered.get("declarer")
        if declarer is not None:
            won = points[declarer] > 0
            (self.won if won else self.lost)[declarer] += 1
            self.plus += max(points[declarer], 0)
            self.minus += max(-points[declarer], 0)
        blocks = []
        for seat, change in enumerate(points):
            self.points[seat] += change
            changed = change or seat == declarer
            counts = [str(count or "") for count in (self.won[seat], self.lost[seat])]
            blocks.append([text(self.points[seat]), *counts] if changed else ["", "", ""])
        return ListRow(number, _game(entered, result.get("details", {}), points), blocks)

    @property
    def lines(self) -> list[ListLine]:
        """The last figures of each seat."""
        return [
            ListLine(int(points), won, lost) for points, won, lost in zip(self.points, self.won, self.lost, strict=True)
        ]

    def foot(self, money: MoneyRules) -> list[tuple[str, list[str]]]:
        """Returns the lines at the foot, by seat."""
        return official_foot(self.lines, self.passed, money)

    def checks(self, deals: int, sitting: EventSitting, names: Mapping[int, str]) -> list[CheckLine]:
        """Returns the closing check in words."""
        found = closing_check(
            self.lines, self.passed, deals, plus=self.plus, minus=self.minus, written=results(self.lines)
        )
        return check_lines(found, sitting, names)  # type: ignore[arg-type]


def official_foot(lines: Sequence[ListLine], passed: int, money: MoneyRules) -> list[tuple[str, list[str]]]:
    """Returns the lines at the foot of a list of Skat, by seat: a, b, c, the result, the fee."""
    text, lost = current_language().number, sum(line.lost for line in lines)
    others = OTHERS_LOST[len(lines)]
    fees = [lost_fee(line.lost, money.fees) + passed * money.passed_in_fee for line in lines]
    columns = [
        [text(line.points) for line in lines],
        [text(WON * line.won - LOST * line.lost) for line in lines],
        [text(others * (lost - line.lost)) for line in lines],
        [text(result) for result in results(lines)],
        [amount_text(fee) if fee else "" for fee in fees],
    ]
    return list(zip(foot_labels(len(lines), is_official=True), columns, strict=True))


def _game(entered: Mapping[str, Any], details: Mapping[str, Any], points: Sequence[Number]) -> list[str]:
    """What stands in the columns of the game: base value, with, without, six ticks, won, lost."""
    declarer, text = entered.get("declarer"), current_language().number
    if declarer is None:
        return [""] * 11
    value = points[declarer]
    matadors = details.get("matadors") or {}
    announced = entered.get("announced", "none")
    ticks = {
        "hand": entered.get("hand"),
        "schneider": details.get("schneider") or announced != "none",
        "schneider_announced": announced != "none",
        "schwarz": details.get("schwarz") or announced in ("schwarz", "open"),
        "schwarz_announced": announced in ("schwarz", "open"),
        "open": announced == "open" or entered.get("open"),
    }
    if entered["kind"] == "null":
        base = NULL_VALUES[bool(entered.get("hand")), bool(entered.get("open"))]
    else:
        base = BASE[entered.get("trump") or entered["kind"]]
    return [
        str(base),
        str(matadors.get("with") or ""),
        str(matadors.get("against") or ""),
        *("×" if ticks[name] else "" for name in TICKS),
        text(value) if value > 0 else "",
        text(-value) if value < 0 else "",
    ]


def plain_rows(seats: int, hands: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> list[ListRow]:
    """Returns the lines of a list of any other game: the total of each side after each hand."""
    text = current_language().number
    return [
        ListRow(number, [""] * 11, [[text(total)] for total in result["totals"][:seats]])
        for number, (_entered, result) in enumerate(hands, 1)
    ]
