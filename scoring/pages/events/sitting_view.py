"""One table of one round, for those who sit there: seats, figures, the closing check, who has signed, objections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.engine.messages import Number
from scoring.event_models import EventRound, EventSitting
from scoring.events.official_list import Check
from scoring.pages.events.round_view import Names, state_of
from scoring.pages.events.tree_view import title_of
from scoring.pages.events.typed_result import CheckLine, check_lines
from scoring.selectors.event_lists import planned_deals
from scoring.selectors.event_results import SittingResult, typed_scores
from scoring.selectors.events import StoredEvent


@dataclass(frozen=True)
class SeatLine:
    """Who sits there. points, won, lost: None before there are any. other: the points of a second result, or None."""

    number: int
    name: str
    points: Number | None = None
    won: int | None = None
    lost: int | None = None
    other: Number | None = None
    signed: bool = False


@dataclass(frozen=True)
class Objection:
    """An objection, in words. ruling: None while nobody has ruled."""

    name: str
    deal: int | None
    text: str
    ruling: str | None


@dataclass(frozen=True)
class SittingView:
    """A table of a round. state: as ``round_view.state_of``. match: the id of the one that is played, "" for none.

    best_of: matches at most. title: of a match of a knock-out, such as "Semi-finals", "" for none.
    """

    row: EventSitting
    round: EventRound
    seats: list[SeatLine]
    state: str
    match: str
    deals: int
    planned_deals: int | None
    checks: list[CheckLine]
    objections: list[Objection]
    signatures: int
    result: SittingResult
    names: Names
    best_of: int = 1
    title: str = ""

    @property
    def winner(self) -> str:
        """The name of the side to which it was given, "" if it was not."""
        return self.names[self.row.by_default] if self.row.by_default is not None else ""

    @property
    def wins_needed(self) -> int:
        """How many matches decide the sitting."""
        return self.best_of // 2 + 1

    @property
    def version(self) -> int:
        """The version of the sitting."""
        return self.result.version

    @property
    def has_games(self) -> bool:
        """Whether games won and lost are counted."""
        return any(seat.won or seat.lost for seat in self.seats)

    @property
    def runs(self) -> bool:
        """Whether the round runs, so that something can be entered."""
        return self.round.state == EventRound.RUNNING

    @property
    def is_in(self) -> bool:
        """Whether there is a result to sign or object to."""
        return self.state in ("entered", "objection", "two", "confirmed", "default")

    @property
    def may_be_signed(self) -> bool:
        """Whether there is a result that nobody contests; of one that is handed in, others may still sign."""
        return self.runs and self.state in ("entered", "default", "confirmed")

    @property
    def unsigned(self) -> list[SeatLine]:
        """Those who have not signed yet."""
        return [seat for seat in self.seats if not seat.signed]

    @property
    def signed_by(self) -> list[str]:
        """The names of those who have."""
        return [seat.name for seat in self.seats if seat.signed]

    @property
    def signatures_missing(self) -> int:
        """How many more have to sign."""
        return max(self.signatures - len(self.signed_by), 0)

    @property
    def all_right(self) -> bool:
        """Whether every line of the check agrees."""
        return all(line.ok for line in self.checks)


def sitting_view(
    stored: StoredEvent, played: EventRound, row: EventSitting, names: Names, hidden: bool = False
) -> SittingView:
    """Returns a table of a round. stored: with the sittings of this round. names: as whoever looks may see them.

    hidden: without points, while the ranking is frozen.
    """
    result = stored.results[row.id]
    others = typed_scores(result.other) if result.other is not None and not hidden else {}
    seats = []
    for number in row.entries:
        score = None if hidden else result.scores.get(number)
        seats.append(
            SeatLine(
                number,
                names[number],
                score.points if score else None,
                score.won if score else None,
                score.lost if score else None,
                others[number].points if number in others else None,
                number in row.confirmed_by,
            )
        )
    return SittingView(
        row,
        played,
        seats,
        state_of(stored, row),
        result.matches[-1] if result.matches else "",
        result.deals,
        planned_deals(stored.row, stored.rules, len(row.entries)),
        [] if hidden else checks_at(stored, row, names),
        [_objection(one, names) for one in row.objections],
        min(stored.rules.confirmations, len(row.entries)),
        result,
        names,
        row.best_of or stored.rules.best_of,
        title_of(stored.as_played(published=True), played.number, row.number),
    )


def _objection(stored: dict[str, Any], names: Names) -> Objection:
    return Objection(names[stored["entry"]], stored["deal"], stored["text"], stored.get("ruling"))


def checks_at(stored: StoredEvent, row: EventSitting, names: Names) -> list[CheckLine]:
    """Returns the closing check of what is in; of a list on the phone only the number of deals can be wrong."""
    result = stored.results[row.id]
    planned = planned_deals(stored.row, stored.rules, len(row.entries))
    if row.source == EventSitting.MATCH and result.deals and planned:
        return check_lines([Check("deals", planned, result.deals)], row, names)
    return [line for of_list in stored.checks_of(row) for line in check_lines(of_list, row, names)]
