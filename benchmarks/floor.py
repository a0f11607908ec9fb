"""The floor: a bare WSGI callable with the driver, behind the same server, on the same rows with the same commits.

It looks up a key and reads and writes the same rows as the product, but checks and scores nothing. Addresses are those
of the API, so that one load generator serves both.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

import psycopg
from a2wsgi import WSGIMiddleware

DATABASE_URL = os.environ["DATABASE_URL"]
POSTGRESQL = DATABASE_URL.startswith("postgres")
MARK = "%s" if POSTGRESQL else "?"
_local = threading.local()
_write_lock = threading.Lock()

Start = Callable[[str, list[tuple[str, str]]], Any]


def _connection() -> Any:
    if not hasattr(_local, "connection"):
        if POSTGRESQL:
            _local.connection = psycopg.connect(DATABASE_URL, autocommit=True)
        else:
            connection = sqlite3.connect(DATABASE_URL.removeprefix("sqlite:///"), isolation_level=None, timeout=10)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            _local.connection = connection
    return _local.connection


def _sql(text: str) -> str:
    return text.replace("%s", MARK)


_KEY = _sql("SELECT role, digest FROM scoring_accesskey WHERE id = %s")
_MATCH = _sql("SELECT table_id, version, hand_count, state, summary, seats FROM scoring_match WHERE id = %s")
_VERSION = _sql("SELECT version FROM scoring_match WHERE id = %s")
_HANDS = _sql("SELECT result, input, recorded_at FROM scoring_hand WHERE match_id = %s ORDER BY number LIMIT 500")
_LAST = _sql("SELECT result, points, state FROM scoring_hand WHERE match_id = %s AND number = %s")
_UPDATE = _sql(
    "UPDATE scoring_match SET version = version + 1, hand_count = %s, state = %s, summary = %s, updated_at = %s "
    "WHERE id = %s AND version = %s"
)
_HAND = _sql(
    "INSERT INTO scoring_hand (table_id, match_id, number, input, result, points, state, complete, recorded_at) "
    "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)"
)
_CHANGE = _sql(
    "INSERT INTO scoring_change (table_id, match_id, version, kind, number, before, after, target, undo_status, at) "
    "VALUES (%s, %s, %s, 'record', %s, '', %s, 0, 'done', %s)"
)

#: The last result of the product, so that the floor writes and answers as many bytes.
_RESULT = json.dumps({"points": [0, 0, 30], "totals": [0, 0, 30], "explanation": ["x" * 60] * 6})
_SCORE = json.dumps({"hands": [json.loads(_RESULT)], "totals": [0, 0, 30]}).encode()
_PAGE = b"<!doctype html>" + b"x" * 20_000


def _key(environ: dict[str, Any], connection: Any) -> None:
    key_id, _, secret = environ.get("HTTP_AUTHORIZATION", "").removeprefix("Bearer ").partition(".")
    connection.execute(_KEY, (key_id,)).fetchone()
    hashlib.sha256(secret.encode()).hexdigest()


def _record(environ: dict[str, Any], match_id: str) -> tuple[str, bytes]:
    connection = _connection()
    body = json.loads(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
    entry = json.dumps(body)
    _key(environ, connection)
    now = datetime.now(UTC) if POSTGRESQL else datetime.now(UTC).isoformat(" ")
    true = True if POSTGRESQL else 1
    while True:
        table, version, count, state, summary, _ = connection.execute(_MATCH, (match_id,)).fetchone()
        number = count + 1
        with _write_lock:
            connection.execute("BEGIN" if POSTGRESQL else "BEGIN IMMEDIATE")
            cursor = connection.execute(_UPDATE, (number, state, summary, now, match_id, version))
            if cursor.rowcount == 1:
                connection.execute(_HAND, (table, match_id, number, entry, _RESULT, "[0,0,30]", state, true, now))
                connection.execute(_CHANGE, (table, match_id, version + 1, number, entry, now))
                connection.execute("COMMIT")
                return "201 Created", _RESULT.encode()
            connection.execute("ROLLBACK")


def _state(environ: dict[str, Any], match_id: str) -> tuple[str, bytes]:
    connection = _connection()
    _key(environ, connection)
    row = connection.execute(_MATCH, (match_id,)).fetchone()
    hands = [
        {**json.loads(result), "input": json.loads(entry), "recorded_at": str(at)}
        for result, entry, at in connection.execute(_HANDS, (match_id,)).fetchall()
    ]
    return "200 OK", json.dumps({"id": match_id, "version": row[1], "hands": hands, **json.loads(row[4])}).encode()


def _unchanged(environ: dict[str, Any], match_id: str) -> tuple[str, bytes]:
    connection = _connection()
    _key(environ, connection)
    connection.execute(_VERSION, (match_id,)).fetchone()
    return "304 Not Modified", b""


def _page(environ: dict[str, Any], match_id: str) -> tuple[str, bytes]:
    connection = _connection()
    row = connection.execute(_MATCH, (match_id,)).fetchone()
    connection.execute(_HANDS, (match_id,)).fetchall()
    return "200 OK", _PAGE if row else b""


def _score(environ: dict[str, Any]) -> tuple[str, bytes]:
    json.loads(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
    return "200 OK", _SCORE


def floor(environ: dict[str, Any], start: Start) -> Iterable[bytes]:
    """The WSGI callable."""
    path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
    parts = path.strip("/").split("/")
    if path == "/health":
        status, body = "200 OK", b"{}"
    elif path.endswith("/score"):
        status, body = _score(environ)
    elif parts[0] == "matches":
        status, body = _page(environ, parts[1])
    elif method == "POST":
        status, body = _record(environ, parts[3])
    elif "HTTP_IF_NONE_MATCH" in environ:
        status, body = _unchanged(environ, parts[3])
    else:
        status, body = _state(environ, parts[3])
    start(status, [("Content-Type", "application/json"), ("Content-Length", str(len(body)))])
    return [body]


application = WSGIMiddleware(floor, workers=int(os.environ.get("THREADS", "8")))  # type: ignore[arg-type]
