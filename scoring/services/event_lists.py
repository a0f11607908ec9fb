"""Lists that come from tables without a network: by the codes of their matches (``match_codes``).

A start card can carry the match of its table as a code, before the first deal: a phone alone keeps its list, and its
code brings the hands back. It is the same match, so whatever way its hands come, each counts once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scoring.engine.marking import _
from scoring.engine.refusal import refuse
from scoring.event_models import Event, EventSitting
from scoring.selectors.event_lists import planned_deals
from scoring.selectors.event_results import results_of
from scoring.selectors.events import rules_of
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.services import history, match_codes
from scoring.services.comparison import Comparison
from scoring.services.events import Work, changing
from scoring.services.match_codes import ReadMatch


class ListsDiffer(Exception):  # noqa: N818
    """Both the list that was read and the match that is here have hands of their own. ours: the match that is here."""

    def __init__(self, sitting: EventSitting, ours: MatchSnapshot) -> None:
        super().__init__(f"two lists of table {sitting.number}")
        self.sitting, self.ours = sitting, ours


@dataclass(frozen=True)
class TakenList:
    """A list that was taken in. match: its id. news: whether it brought anything that was not here."""

    sitting: EventSitting
    match: str
    deals: int
    news: bool


def take_list(event_id: str, role: str, found: ReadMatch, holds: Literal["here", "read"] | None = None) -> TakenList:
    """Takes in the list of a table of this event. The same list again changes nothing.

    holds: which one counts, if both have hands of their own. A list with all its deals is finished. If another result
    was typed for the table, the organiser picks.
    Returns it. Raises Refusal, EventNotFound, ListsDiffer.
    """
    with changing(event_id, role, news_only=True) as work:
        sitting, ours = _place_of(work.event, found)
        comparison = match_codes.compare(ours, found)
        if comparison is Comparison.DIFFERENT and _same_hands(ours, found):
            comparison = Comparison.SAME  # a list that was finished here and there
        if comparison is Comparison.DIFFERENT and holds is None:
            raise ListsDiffer(sitting, ours)
        news = comparison is Comparison.AHEAD or (comparison is Comparison.DIFFERENT and holds == "read")
        if news and sitting.status == EventSitting.CONFIRMED:
            text = _("This table is confirmed, and the list that was read has other hands. Nothing was changed.")
            raise refuse("/codes", "list_confirmed", text, rule="")
        if news:
            ours = _store(sitting, ours, found, comparison)
            work.log("list", after={"hands": len(found.hands)}, round=sitting.round.number, table_number=sitting.number)
            _beside_typed(work, sitting)
    return TakenList(sitting, ours.id, ours.hand_count, news)


def _place_of(event: Event, found: ReadMatch) -> tuple[EventSitting, MatchSnapshot]:
    rows = EventSitting.objects.filter(event=event, table__isnull=False).select_related("round", "table")
    by_table = {str(row.table_id): row for row in rows}
    ours = match_codes.here(found, list(by_table))
    if ours is None:
        text = _("This list is of no table of this event. Was it begun from the code on the start card?")
        raise refuse("/codes", "list_unknown", text, rule="")
    return by_table[ours.table_id], ours


def _same_hands(ours: MatchSnapshot, found: ReadMatch) -> bool:
    both = match_codes.differences(ours, found)
    return not both.phone and not both.server


def _store(sitting: EventSitting, ours: MatchSnapshot, found: ReadMatch, comparison: Comparison) -> MatchSnapshot:
    if sitting.table is None:  # its table is what the match was found by
        raise ValueError(sitting)
    if comparison is Comparison.AHEAD:
        after = match_codes.keep(found, sitting.table).match
    else:
        after = match_codes.settle(ours, found, "server", set())
    planned = planned_deals(sitting.event, rules_of(sitting.event), len(sitting.entries))
    if after.hand_count == planned and not after.finished:
        after = history.finish(after.id, None).match
    return after


def _beside_typed(work: Work, sitting: EventSitting) -> None:
    """Writes down that a typed result says something else than the list."""
    found = results_of([sitting], rules_of(work.event).best_of)[sitting.id]
    if found.other is not None:
        where = {"round": sitting.round.number, "table_number": sitting.number}
        work.log("second_result", sitting.result, found.other, **where)
