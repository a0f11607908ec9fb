"""Rate limits: each process counts requests by address and minute.

With n processes behind a proxy an address can reach n times the limit.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from django.conf import settings
from rest_framework.throttling import BaseThrottle

WINDOW_SECONDS = 60


class Counter:
    """Counts requests in the current minute; starts again from zero in the next."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._minute = -1
        self._counts: dict[tuple[str, str], int] = {}
        self._lock = threading.Lock()

    def count(self, scope: str, address: str) -> tuple[int, int]:
        """How many requests came from this address, this one included, and the seconds until the next minute."""
        now = self._clock()
        minute = int(now // WINDOW_SECONDS)
        with self._lock:
            if minute != self._minute:
                self._minute = minute
                self._counts.clear()
            count = self._counts[scope, address] = self._counts.get((scope, address), 0) + 1
        return count, int((minute + 1) * WINDOW_SECONDS - now) + 1

    def reset(self) -> None:
        """Starts again from zero now."""
        with self._lock:
            self._counts.clear()


class Usage(NamedTuple):
    """How much of a limit an address has used: requests left and seconds until the next minute."""

    scope: str
    limit: int
    left: int
    seconds: int

    def headers(self) -> dict[str, str]:
        """The headers that report it."""
        return {
            "RateLimit-Policy": f'"{self.scope}";q={self.limit};w={WINDOW_SECONDS}',
            "RateLimit": f'"{self.scope}";r={self.left};t={self.seconds}',
        }


class AddressThrottle(BaseThrottle):
    """DRF's throttle: one limit without a key, one with, and a view's own (``throttle_scope``) for its POST."""

    counter: ClassVar[Counter] = Counter()

    def allow_request(self, request: Any, view: Any) -> bool:
        """Whether the request may pass. Leaves the usage on the view for the answer's headers."""
        meta = request._request.META
        own = view.throttle_scope if meta["REQUEST_METHOD"] == "POST" else ""
        scope = own or ("key" if "HTTP_AUTHORIZATION" in meta else "open")
        limit: int = settings.RATE_LIMITS[scope]
        if not limit:
            return True
        count, seconds = self.counter.count(scope, meta.get("REMOTE_ADDR", ""))
        view.usage = Usage(scope, limit, max(0, limit - count), seconds)
        return count <= limit

    def wait(self) -> None:
        """Retry-After comes from the usage."""
        return
