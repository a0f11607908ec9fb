"""Logs each request, if ``LOG_REQUESTS`` is set."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

log = logging.getLogger(__name__)


BEGAN = "companion.began"
"""In a request's ``META``: when it was whole here, before it waited for a thread, by ``time.perf_counter()``."""

#: Asked every few seconds by whoever watches the server: only a failure is news.
_CHECKS = ("/health", "/ready")


def seconds_of(request: HttpRequest) -> float:
    """Returns how long a request has taken so far, its wait for a thread included."""
    now = time.perf_counter()
    return now - float(request.META.get(BEGAN, now))


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
        request.META.setdefault(BEGAN, time.perf_counter())
        response = self.get_response(request)
        if request.path not in _CHECKS or response.status_code != 200:
            log_request(request.method or "", request.path, response.status_code, seconds_of(request))
        return response
