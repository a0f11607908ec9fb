"""Webhook events of a change, written as deliveries in the transaction of the change.

This costs one statement, and none for a table without webhooks (``MatchSnapshot.has_webhooks``). ``scoring.webhooks``
sends the deliveries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Literal, get_args

from django.db import connection, transaction
from django.dispatch import Signal
from django.utils import timezone
from pydantic_core import from_json

from scoring.db.json_text import dump_json, format_time
from scoring.engine.messages import ENGLISH
from scoring.models import short_id
from scoring.selectors.match_snapshot import MatchSnapshot

EventName = Literal[
    "hand.recorded", "hand.corrected", "hand.taken_back", "match.finished", "match.reopened", "match.continued"
]
"""Events of a match."""

EVENTS: tuple[EventName, ...] = get_args(EventName)

ClubEventName = Literal[
    "round.published", "round.started", "round.closed", "result.entered", "result.confirmed", "result.disputed"
]
"""What happens in an event of a club."""

CLUB_EVENTS: tuple[ClubEventName, ...] = get_args(ClubEventName)

TEST_EVENT = "webhook.test"

deliveries_waiting = Signal()
"""Sent after a commit with new deliveries, in the process that wrote them."""

_DELIVERY = """
INSERT INTO scoring_webhookdelivery
(table_id, webhook_id, message, event, match_id, payload, status, due_at, created_at, tries, attempts)
SELECT w.table_id, w.id, e.message, e.event, %(match_id)s, e.payload, 'waiting', %(at)s, %(at)s, 0, '[]'
FROM scoring_webhook w JOIN ({events}) e ON w.events LIKE '%% ' || e.event || ' %%'
WHERE w.table_id = %(table_id)s AND w.active ORDER BY e.place, w.created_at{lock}
"""
_EVENT = "SELECT {n} AS place, %(message{n})s AS message, %(event{n})s AS event, %(payload{n})s AS payload"


def write(
    before: MatchSnapshot, after: MatchSnapshot, kind: str, number: int, input_before: str, input_after: str
) -> None:
    """Writes the deliveries of a change to a match. Call it within the transaction of the change.

    before, after: the match. kind: of the change, as in the history. number: the hand concerned, 0 for none.
    input_before, input_after: its input, "" for none.
    """
    events = list(_events_of(before, after, number, input_before, input_after))
    if events:
        data = _data_of(after, kind, number)
        write_deliveries(after.table_id, after.id, [(event, data) for event in events])


def write_deliveries(owner: str, match_id: str, events: Sequence[tuple[str, Any]]) -> None:
    """Writes deliveries to those webhooks of a table, or of an event, that are to get them, by one statement.

    owner: the id of the table or event. match_id: "" for none. events: name and data of each. Call it within the
    transaction of the change.
    """
    now = timezone.now()
    values = {"match_id": match_id, "table_id": owner, "at": connection.ops.adapt_datetimefield_value(now)}
    for place, (event, data) in enumerate(events):
        values |= {f"message{place}": short_id(), f"event{place}": event, f"payload{place}": payload(event, now, data)}
    # A webhook that is being deleted is skipped, so that nobody waits and every delivery has its webhook.
    lock = " FOR KEY SHARE OF w SKIP LOCKED" if connection.vendor == "postgresql" else ""
    rows = " UNION ALL ".join(_EVENT.format(n=place) for place in range(len(events)))
    statement = _DELIVERY.format(events=rows, lock=lock)
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
    announce()


def announce() -> None:
    """Sends ``deliveries_waiting`` after the commit."""
    transaction.on_commit(lambda: deliveries_waiting.send(sender=None))


def payload(event: str, at: datetime, data: Any) -> str:
    """Returns the body of a delivery, in the form that Standard Webhooks recommends."""
    return dump_json({"type": event, "timestamp": format_time(at), "data": data})


def _events_of(
    before: MatchSnapshot, after: MatchSnapshot, number: int, input_before: str, input_after: str
) -> Iterator[str]:
    """The effects of a change: an undo that takes a hand back is ``hand.taken_back``."""
    if number:
        yield "hand.recorded" if not input_before else "hand.corrected" if input_after else "hand.taken_back"
    if before.finished != after.finished:
        yield "match.finished" if after.finished else "match.reopened"
    if bool(before.continued_by) != bool(after.continued_by):
        yield "match.continued" if after.continued_by else "match.reopened"


def _data_of(match: MatchSnapshot, kind: str, number: int) -> dict[str, Any]:
    status = from_json(match.summary)
    sides: Sequence[Sequence[int]] = match.open_match.setup.sides
    names = match.side_names_in(ENGLISH)
    own = f"/api/v1/matches/{match.id}"
    return {
        "table": match.table_id,
        "match": match.id,
        "game": match.slug,
        "title": match.title,
        "version": match.version,
        "what": kind,
        "hand": number or None,
        "hand_count": match.hand_count,
        "sides": [{"seats": list(seats), "name": name} for seats, name in zip(sides, names, strict=True)],
        "totals": status["totals"],
        "finished": status["finished"],
        "winners": status["winners"],
        **({"continued_by": match.continued_by} if match.continued_by else {}),
        "links": {"match": own, "history": f"{own}/history"},
    }
