"""The hot write and the hot read of a match in hand-written SQL.

``tests/reliability/test_store.py`` holds the same writes against their ORM twins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection


class ConcurrentUpdate(Exception):  # noqa: N818 - not a failure: somebody else was first
    """The match has another version by now; nothing was written."""


@dataclass(frozen=True)
class NewHand:
    """What recording one hand writes: the hand, the match as it stands after it, and the change."""

    table_id: str
    match_id: str
    version: int
    """The version that the match must still have."""
    number: int
    input: str
    result: str
    points: str
    state: str
    head: str
    totals: str
    winners: str
    finished: bool
    hand_open: bool
    at: datetime


_UPDATE_MATCH = """
UPDATE scoring_match SET version = version + 1, hand_count = %s, state = %s, head = %s, totals = %s,
winners = %s, finished = %s, hand_open = %s, updated_at = %s WHERE id = %s AND version = %s
"""
_INSERT_HAND = """
INSERT INTO scoring_hand (table_id, match_id, number, input, result, points, state, complete, recorded_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
_INSERT_CHANGE = """
INSERT INTO scoring_change (table_id, match_id, version, kind, number, before, after, target, standing, at)
VALUES (%s, %s, %s, 'record', %s, '', %s, 0, 'done', %s)
"""
_DROP_REDOS = "UPDATE scoring_change SET standing = 'dropped' WHERE match_id = %s AND standing = 'undone'"


def append_hand(hand: NewHand, redos: bool) -> None:
    """Writes a recorded hand. Call it within ``write_transaction()``. redos: there may be undone changes to drop.

    Raises ConcurrentUpdate if the match no longer has the version that the hand was scored on.
    """
    at = connection.ops.adapt_datetimefield_value(hand.at)
    with connection.cursor() as cursor:
        cursor.execute(
            _UPDATE_MATCH,
            [
                hand.number,
                hand.state,
                hand.head,
                hand.totals,
                hand.winners,
                hand.finished,
                hand.hand_open,
                at,
                hand.match_id,
                hand.version,
            ],
        )
        if cursor.rowcount != 1:
            raise ConcurrentUpdate
        cursor.execute(
            _INSERT_HAND,
            [
                hand.table_id,
                hand.match_id,
                hand.number,
                hand.input,
                hand.result,
                hand.points,
                hand.state,
                not hand.hand_open,
                at,
            ],
        )
        if redos:
            cursor.execute(_DROP_REDOS, [hand.match_id])
        cursor.execute(_INSERT_CHANGE, [hand.table_id, hand.match_id, hand.version + 1, hand.number, hand.input, at])


#: The columns that ``load`` answers, in order.
MATCH_COLUMNS = (
    *("id", "table_id", "slug", "title", "seats", "options", "start", "version", "hand_count", "state", "head"),
    *("finished", "ended", "hand_open", "created_at", "updated_at", "role", "digest"),
)

_LOAD = """
SELECT m.id, m.table_id, m.game, m.title, m.seats, m.options, m.start, m.version, m.hand_count, m.state, m.head,
m.finished, m.ended, m.hand_open, m.created_at, m.updated_at, k.role, k.digest
FROM scoring_match m LEFT JOIN scoring_accesskey k ON k.table_id = m.table_id AND k.id = %s
WHERE m.id = %s
"""


def load_match_row(match_id: str, key_id: str = "", lock: bool = False) -> tuple[Any, ...] | None:
    """The row of a match, together with the access key of that id where it belongs to the match's table.

    lock: keep it from being written by others until this transaction ends (SQLite's transaction does that
    by itself).
    """
    with connection.cursor() as cursor:
        held = " FOR UPDATE OF m" if lock and connection.vendor == "postgresql" else ""
        cursor.execute(_LOAD + held, [key_id, match_id])
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row
