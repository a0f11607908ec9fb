"""The gate in front of everything below /api/: rate limits, common headers, no plain HTTP where HTTPS is meant.

Requests are counted by address and minute, in each process for itself: with n processes behind a proxy an address
may come to n times the limit.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from companion.http.problems import Problem

WINDOW_SECONDS = 60


class Counter:
    """Counts requests in the minute that runs; forgets all of them when the next begins."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._minute = -1
        self._counts: dict[tuple[str, str], int] = {}
        self._lock = threading.Lock()

    def count(self, scope: str, address: str) -> tuple[int, int]:
        """How many came from this address, this one included, and the seconds until counting starts again."""
        now = self._clock()
        minute = int(now // WINDOW_SECONDS)
        with self._lock:
            if minute != self._minute:
                self._minute = minute
                self._counts.clear()
            count = self._counts[scope, address] = self._counts.get((scope, address), 0) + 1
        return count, int((minute + 1) * WINDOW_SECONDS - now) + 1


class Gate:
    """Middleware: lets requests to the API through, tells everybody how many more may come."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.counter = Counter()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith("/api/"):
            return self.get_response(request)
        if settings.HTTPS and not request.is_secure():
            return Problem("https-needed", "This service is reached by https only.").response()
        response = self._counted(request)
        if not response.streaming and response.status_code not in (204, 304):
            response.headers.setdefault("Content-Length", str(len(response.content)))
            response.headers.setdefault("Content-Language", "en")
        elif response.status_code in (204, 304):
            # Without a body there is no type of it, least of all Django's own.
            response.headers.pop("Content-Type", None)
        # Programs on other sites may read what CORS lets them read.
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    def _counted(self, request: HttpRequest) -> HttpResponse:
        scope = scope_of(request)
        limit = settings.RATE_LIMITS[scope]
        if not limit:
            return self.get_response(request)
        count, seconds = self.counter.count(scope, request.META.get("REMOTE_ADDR", ""))
        if count > limit:
            text = f"More than {limit} requests a minute came from this address. Go on in {seconds} seconds."
            response = Problem("too-many-requests", text, headers={"Retry-After": str(seconds)}).response()
        else:
            response = self.get_response(request)
        response.headers["RateLimit-Policy"] = f'"{scope}";q={limit};w={WINDOW_SECONDS}'
        response.headers["RateLimit"] = f'"{scope}";r={max(0, limit - count)};t={seconds}'
        return response


def scope_of(request: HttpRequest) -> str:
    """Which limit a request counts towards."""
    if request.method == "POST" and request.path == "/api/v1/tables":
        return "tables"
    return "key" if "HTTP_AUTHORIZATION" in request.META else "open"
