"""Health checks, for load balancers and for people."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse

from companion.common.signals import database_failed
from companion.database.check import is_migrated


def health(request: HttpRequest) -> JsonResponse:
    """200 with ``{"status": "ok"}``, or 503 if the database does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM scoring_table LIMIT 1")
            cursor.fetchone()
    except DatabaseError:
        database_failed.send(None)
        return _response("the database does not answer", 503)
    return _response("ok")


def ready(request: HttpRequest) -> JsonResponse:
    """200 if requests can be sent here: the database answers and has every migration of this release; else 503."""
    try:
        migrated = _is_migrated()
    except DatabaseError:
        database_failed.send(None)
        return _response("the database does not answer", 503)
    return health(request) if migrated else _response("the database is not migrated", 503)


_migrated = False


def _is_migrated() -> bool:
    """Looked up until it is True: no migration is reversed while a server runs."""
    global _migrated
    if not _migrated:
        _migrated = is_migrated()
    return _migrated


def _response(status: str, code: int = 200) -> JsonResponse:
    return JsonResponse({"status": status}, status=code, headers={"Cache-Control": "no-store"})
