"""Whether the service works: for load balancers and for people."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse


def health(request: HttpRequest) -> JsonResponse:
    """200 with ``{"status": "ok"}``, or 503 where the database does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM scoring_table LIMIT 1")
            cursor.fetchone()
    except DatabaseError:
        return JsonResponse({"status": "the database does not answer"}, status=503)
    return JsonResponse({"status": "ok"}, headers={"Cache-Control": "no-store"})
