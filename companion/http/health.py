"""Whether the service works: for load balancers and for people."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse

from companion.database_check import is_migrated
from companion.signals import database_failed


def health(request: HttpRequest) -> JsonResponse:
    """200 with ``{"status": "ok"}``, or 503 where the database does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM scoring_table LIMIT 1")
            cursor.fetchone()
    except DatabaseError:
        database_failed.send(None)
        return _answer("the database does not answer", 503)
    return _answer("ok")


def ready(request: HttpRequest) -> JsonResponse:
    """200 if requests can be sent here: the database answers and has every migration of this release; else 503."""
    try:
        behind = _migrations_missing()
    except DatabaseError:
        database_failed.send(None)
        return _answer("the database does not answer", 503)
    return _answer("the database is not migrated", 503) if behind else health(request)


_migrated = False


def _migrations_missing() -> bool:
    """Looked up until there are none: nothing takes one back while a server runs."""
    global _migrated
    if not _migrated:
        _migrated = is_migrated()
    return not _migrated


def _answer(status: str, code: int = 200) -> JsonResponse:
    return JsonResponse({"status": status}, status=code, headers={"Cache-Control": "no-store"})
