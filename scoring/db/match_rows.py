"""Rows of matches and hands: builds them, and reads and writes them by hand-written SQL.

``tests/reliability/test_store.py`` compares the writes with those of the ORM.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Protocol

from django.db import connection

from scoring.db.connections import prepared_cursor
from scoring.db.json_text import dump_json, hand_input
from scoring.engine.match import ScoredHand
from scoring.engine.match_status import MatchStatus
from scoring.models import Change, Hand, table_in


class ConcurrentUpdate(Exception):  # noqa: N818 - not a failure: somebody else was first
    """The match has another version by now. Nothing was written; anything that was read may be of two versions."""


class HasIds(Protocol):
    """A match as far as its rows need it."""

    @property
    def id(self) -> str: ...
    @property
    def table_id(self) -> str: ...


def hand_columns(
    match: HasIds | None, scored: ScoredHand, at: datetime, input_text: str | None = None, *, slug: str
) -> dict[str, Any]:
    """Returns the columns of a hand. No other code computes them.

    match: None if the match has no id yet. at: when the hand was recorded. input_text: the input as JSON text, if it is
    known. slug: the game, for the addresses of rules in the explanation.
    """
    result = scored.as_json(slug)
    return {
        "table_id": match.table_id if match else "",
        "match_id": match.id if match else "",
        "number": scored.number,
        "input": input_text or dump_json(hand_input(scored.hand)),
        "result": dump_json(result),
        "points": dump_json(result["points"]),
        "state": dump_json(scored.state),
        "complete": scored.result.complete,
        "recorded_at": at,
    }


def hand_row(match: HasIds, scored: ScoredHand, at: datetime, input_text: str | None = None, *, slug: str) -> Hand:
    """Returns the row of a hand, not saved; see ``hand_columns``."""
    return Hand(**hand_columns(match, scored, at, input_text, slug=slug))


def status_columns(status: MatchStatus, state: str = "") -> dict[str, Any]:
    """Returns the columns of a match that follow from its status. No other code computes them.

    state: the engine's state as JSON text, if it is known from the row of the last hand.
    """
    state = state or dump_json(status.state)
    return {
        "state": state,
        "summary": f'{dump_json(status.without_state())[:-1]},"state":{state}}}',
        "totals": status.totals,
        "winners": status.verdict.winners,
        "finished": status.verdict.finished,
        "ended": status.ended,
    }


#: Parameters have names: on SQLite, Django converts such a statement faster.
_UPDATE_MATCH = """
UPDATE scoring_match SET version = version + 1, hand_count = %(number)s, state = %(state)s, summary = %(summary)s,
totals = %(totals)s, winners = %(winners)s, finished = %(finished)s, hand_open = %(hand_open)s, can_redo = FALSE,
updated_at = %(at)s, archived_at = NULL WHERE id = %(match_id)s AND table_id = %(table_id)s
AND version = %(version)s
"""
_INSERT_HAND = """
INSERT INTO scoring_hand (table_id, match_id, number, input, result, points, state, complete, recorded_at)
VALUES (%(table_id)s, %(match_id)s, %(number)s, %(input)s, %(result)s, %(points)s, %(state)s, %(complete)s,
%(recorded_at)s)
"""
_INSERT_CHANGE = """
INSERT INTO scoring_change (table_id, match_id, version, kind, number, before, after, target, undo_status, at)
VALUES (%(table_id)s, %(match_id)s, %(version)s, 'record', %(number)s, '', %(input)s, 0, 'done', %(at)s)
"""
_INSERT_ANY_CHANGE = """
INSERT INTO scoring_change (table_id, match_id, version, kind, number, before, after, target, undo_status, at)
VALUES (%(table_id)s, %(match_id)s, %(version)s, %(kind)s, %(number)s, %(before)s, %(after)s, %(target)s,
%(undo_status)s, %(at)s)
"""
_DROP_REDOS = """
UPDATE scoring_change SET undo_status = 'dropped'
WHERE table_id = %(table_id)s AND match_id = %(match_id)s AND undo_status = 'undone'
"""


def append_hand(hand: Mapping[str, Any], version: int, columns: Mapping[str, Any], can_redo: bool) -> None:
    """Writes a recorded hand, the match after it and the change. Call it within ``write_transaction()``.

    hand: see ``hand_columns``; a model would cost as much as two statements. version: the version that the match must
    still have. columns: see ``status_columns``. can_redo: of the match before; afterwards nothing can be redone.
    Raises ConcurrentUpdate if the match has another version by now.
    """
    at = connection.ops.adapt_datetimefield_value(hand["recorded_at"])
    match = {
        "match_id": hand["match_id"],
        "table_id": hand["table_id"],
        "number": hand["number"],
        "state": columns["state"],
        "summary": columns["summary"],
        "totals": dump_json(columns["totals"]),
        "winners": dump_json(columns["winners"]),
        "finished": columns["finished"],
        "hand_open": not hand["complete"],
        "at": at,
        "version": version,
    }
    change = {name: hand[name] for name in ("table_id", "match_id", "number", "input")}
    with prepared_cursor() as cursor:
        cursor.execute(_UPDATE_MATCH, match)
        if cursor.rowcount != 1:
            raise ConcurrentUpdate
        cursor.execute(_INSERT_HAND, {**hand, "recorded_at": at})
        if can_redo:
            cursor.execute(_DROP_REDOS, {"table_id": hand["table_id"], "match_id": hand["match_id"]})
        cursor.execute(_INSERT_CHANGE, {**change, "version": version + 1, "at": at})


def insert_hands(rows: Iterable[Mapping[str, Any]]) -> None:
    """Writes many hands. rows: see ``hand_columns``. Call it within ``write_transaction()``."""
    adapt = connection.ops.adapt_datetimefield_value
    _write_all(_INSERT_HAND, [{**row, "recorded_at": adapt(row["recorded_at"])} for row in rows])


def insert_changes(ids: Mapping[str, str], changes: Iterable[Change]) -> None:
    """Writes many changes of a match. ids: ``match_id`` and ``table_id``. Call it within ``write_transaction()``."""
    names = ("version", "kind", "number", "before", "after", "target", "undo_status")
    adapt = connection.ops.adapt_datetimefield_value
    rows = [{**ids, **{name: getattr(change, name) for name in names}, "at": adapt(change.at)} for change in changes]
    _write_all(_INSERT_ANY_CHANGE, rows)


def _write_all(statement: str, rows: list[dict[str, Any]]) -> None:
    if rows:  # without rows, Django does not see that the parameters have names
        with prepared_cursor() as cursor:
            cursor.executemany(statement, rows)


def stored_time(value: Any) -> datetime:
    """Returns the time in a column. SQLite stores it as text, in UTC."""
    moment: datetime = datetime.fromisoformat(value) if isinstance(value, str) else value
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


#: With the version of the match, so that version and hands are read by one statement and fit together.
_LOAD_HANDS = """
SELECT m.version, h.number, h.result, h.input, h.recorded_at
FROM scoring_match m LEFT JOIN scoring_hand h
ON h.table_id = m.table_id AND h.match_id = m.id AND h.number >= %(first)s
WHERE m.table_id = %(table_id)s AND m.id = %(match_id)s ORDER BY h.number
"""
_LOAD_TRANSLATED_HANDS = """
SELECT m.version, h.number, h.result, h.input, h.recorded_at, h.id, t.result
FROM scoring_match m LEFT JOIN scoring_hand h
ON h.table_id = m.table_id AND h.match_id = m.id AND h.number >= %(first)s
LEFT JOIN scoring_translatedresult t
ON t.table_id = m.table_id AND t.hand_id = h.id AND t.language = %(language)s AND t.catalogue = %(catalogue)s
WHERE m.table_id = %(table_id)s AND m.id = %(match_id)s ORDER BY h.number
"""

HandRow = tuple[int, str, str, Any]
"""Number, result and input as JSON texts, time of recording (see ``stored_time``)."""


def load_hand_rows(match: HasIds, first: int, most: int | None, version: int | None = None) -> list[HandRow]:
    """Returns the hands from number ``first`` on, at most ``most`` of them (None: all).

    version: the version that the match must have, None for any. Raises ConcurrentUpdate if it has another.
    """
    return _load(_LOAD_HANDS, version, most, table_id=match.table_id, match_id=match.id, first=first)


#: Seats, options and winners are JSON texts.
_LOAD_NEAR = """
SELECT id, game, created_at, finished, CAST(seats AS text), CAST(options AS text), CAST(winners AS text)
FROM scoring_match WHERE table_id = %(table_id)s AND created_at > %(after)s AND created_at < %(before)s
AND continued_by = '' AND (hand_count > 0 OR continues <> '' OR id = %(id)s) ORDER BY created_at, id LIMIT %(most)s
"""


def load_matches_near(match: HasIds, after: datetime, before: datetime, most: int) -> list[tuple[Any, ...]]:
    """Returns the matches of the same table that were begun between two times, with a hand or this one, in order."""
    adapt = connection.ops.adapt_datetimefield_value
    values = {"id": match.id, "table_id": match.table_id, "after": adapt(after), "before": adapt(before), "most": most}
    with prepared_cursor() as cursor:
        cursor.execute(_LOAD_NEAR, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def load_translated_hand_rows(
    match: HasIds, first: int, most: int | None, language: str, catalogue: str, version: int | None = None
) -> list[tuple[int, str, str, Any, int, str | None]]:
    """Returns the same, with the id of the row and the result in this language (None if it is not stored).

    language: a language tag. catalogue: the version of its catalogue. Raises ConcurrentUpdate.
    """
    values = {"table_id": match.table_id, "match_id": match.id, "first": first}
    return _load(_LOAD_TRANSLATED_HANDS, version, most, **values, language=language, catalogue=catalogue)


def _load(statement: str, version: int | None, most: int | None, **values: Any) -> list[Any]:
    if most is not None:
        statement, values = f"{statement} LIMIT %(most)s", {**values, "most": most}
    with prepared_cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[Any] = cursor.fetchall()
    if version is not None and (not rows or rows[0][0] != version):
        raise ConcurrentUpdate
    return [row[1:] for row in rows if row[1] is not None]  # a match without hands has one row, without a hand


#: The columns that ``load_match_row`` returns, in order.
MATCH_COLUMNS = (
    *("id", "table_id", "slug", "title", "note", "seats", "options", "start", "version", "hand_count", "state"),
    *("summary", "finished", "ended", "hand_open", "can_redo", "created_at", "updated_at"),
    *("continues", "continued_by", "carried", "has_webhooks", "deal_limit", "signs", "role", "digest"),
)

_LOAD = """
SELECT m.id, m.table_id, m.game, m.title, m.note, m.seats, m.options, m.start, m.version, m.hand_count, m.state,
m.summary, m.finished, m.ended, m.hand_open, m.can_redo, m.created_at, m.updated_at,
m.continues, m.continued_by, m.carried,
EXISTS (SELECT 1 FROM scoring_webhook w WHERE w.table_id = m.table_id AND w.active),
(SELECT s.deals FROM scoring_eventsitting s WHERE s.table_id = m.table_id),
(SELECT t.signs FROM scoring_table t WHERE t.id = m.table_id), k.role, k.digest
FROM scoring_match m LEFT JOIN scoring_accesskey k ON k.table_id = m.table_id AND k.id = %(key_id)s
WHERE m.id = %(match_id)s
"""
#: The same, if the id of the match has that of its table: then each part of the statement names the table.
_LOAD_OF_TABLE = f"{_LOAD.replace('= m.table_id', '= %(table_id)s')}AND m.table_id = %(table_id)s"


def load_match_row(match_id: str, key_id: str = "", lock: bool = False) -> tuple[Any, ...] | None:
    """Returns the row of a match (None if there is none), with the access key ``key_id`` if it is one of its table.

    lock: locks the row until this transaction ends (SQLite's transaction does so by itself).
    """
    with prepared_cursor() as cursor:
        for_update = " FOR UPDATE OF m" if lock and connection.vendor == "postgresql" else ""
        table_id = table_in(match_id)
        statement = _LOAD_OF_TABLE if table_id else _LOAD
        cursor.execute(statement + for_update, {"key_id": key_id, "match_id": match_id, "table_id": table_id})
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row


_DELETE_RESULTS = """
DELETE FROM scoring_translatedresult WHERE table_id = %(table_id)s AND hand_id IN
(SELECT id FROM scoring_hand WHERE table_id = %(table_id)s AND match_id = %(match_id)s AND number >= %(first)s)
"""
_DELETE_HANDS = """
DELETE FROM scoring_hand WHERE table_id = %(table_id)s AND match_id = %(match_id)s AND number >= %(first)s
"""
_DELETE_MATCH = (
    "DELETE FROM scoring_change WHERE table_id = %(table_id)s AND match_id = %(match_id)s",
    "DELETE FROM scoring_servercopy WHERE match_id = %(match_id)s",
    "DELETE FROM scoring_match WHERE table_id = %(table_id)s AND id = %(match_id)s",
)


def delete_hands(match: HasIds, first: int = 1) -> None:
    """Deletes the hands of a match from number ``first`` on. (The ORM would not name the table.)"""
    values: dict[str, Any] = {"table_id": match.table_id, "match_id": match.id, "first": first}
    with prepared_cursor() as cursor:
        for statement in (_DELETE_RESULTS, _DELETE_HANDS):
            cursor.execute(statement, values)


def delete_match(match: HasIds) -> None:
    """Deletes a match with all that belongs to it."""
    delete_hands(match)
    values: dict[str, Any] = {"table_id": match.table_id, "match_id": match.id}
    with prepared_cursor() as cursor:
        for statement in _DELETE_MATCH:
            cursor.execute(statement, values)
