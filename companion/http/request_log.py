"""Logs each request, if ``LOG_REQUESTS`` is set."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

log = logging.getLogger(__name__)


def log_request(method: str, path: str, status: int, seconds: float) -> None:
    """Logs a request. path: without the query, which may hold what somebody typed."""
    facts = {"method": method, "path": path, "status": status, "ms": round(seconds * 1000, 1)}
    log.info("answered", extra={"facts": facts})


class RequestLog:
    """Middleware: logs each request that Django answers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.LOG_REQUESTS:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started_at = time.perf_counter()
        response = self.get_response(request)
        log_request(request.method or "", request.path, response.status_code, time.perf_counter() - started_at)
        return response
