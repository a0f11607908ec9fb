"""What webhooks of an event are told: rounds and results, without names and without reasons.

The messages are written in the transaction of the change. Only tables of events look for webhooks here, when a match
is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.event_models import Event, EventSitting
from scoring.models import Webhook
from scoring.selectors.event_results import results_of
from scoring.selectors.events import rules_of

_NAMES = {
    "publish": "round.published",
    "start": "round.started",
    "close": "round.closed",
    "result": "result.entered",
    "confirm": "result.confirmed",
    "second_result": "result.disputed",
    "dispute": "result.disputed",
}
"""Names of webhook events by the kind of a line of the history."""


def tell(event: Event, lines: Sequence[tuple[str, int | None, int | None]]) -> None:
    """Writes the messages about lines of the history. lines: kind, number of the round, number of the table."""
    found = [(_NAMES[kind], _data(event, round_number, table)) for kind, round_number, table in lines if kind in _NAMES]
    if found and Webhook.objects.filter(table_id=event.id, of_event=True, active=True).exists():
        from scoring.services import webhook_events  # does not exist on the phone alone

        webhook_events.write_deliveries(event.id, "", found)


def tell_of_match(table_id: str) -> None:
    """Writes the message about a match that is over, if its table is one of an event and has its result by that."""
    rows = EventSitting.objects.filter(table_id=table_id).select_related("round", "event")
    sitting = rows.exclude(status=EventSitting.CONFIRMED).first()
    if sitting is None:
        return
    result = results_of([sitting], rules_of(sitting.event).best_of)[sitting.id]
    is_news = sitting.status == EventSitting.OPEN or result.other is not None
    if result.over and is_news:
        agreed = result.done and result.other is None
        tell(sitting.event, [("result" if agreed else "dispute", sitting.round.number, sitting.number)])


def _data(event: Event, round_number: int | None, table: int | None) -> dict[str, Any]:
    own = f"/api/v1/events/{event.id}"
    of_round = f"{own}/rounds/{round_number}"
    return {
        "event": event.id,
        "news": event.news,
        "round": round_number,
        "table_number": table,
        "links": {"event": own, "subject": of_round if table is None else f"{of_round}/sittings/{table}"},
    }
