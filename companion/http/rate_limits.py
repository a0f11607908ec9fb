"""Limits of requests in a minute for one IP address.

All processes count together with ``REDIS_URL`` (``companion.http.shared_limits``). Without it each counts for itself:
with n processes behind a proxy an address can reach n times the limit.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.utils.translation import ngettext

from companion.common.signals import limit_hit

if TYPE_CHECKING:
    from companion.http.shared_limits import SharedCounter

WINDOW_SECONDS = 60


class Counter:
    """Counts requests in the current minute; starts again from zero in the next."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._minute = -1
        self._counts: dict[tuple[str, str], int] = {}
        self._lock = threading.Lock()

    def count(self, scope: str, address: str) -> tuple[int, int]:
        """Returns the requests of this address so far, this one included, and the seconds until the next minute."""
        now = self._clock()
        minute = int(now // WINDOW_SECONDS)
        with self._lock:
            if minute != self._minute:
                self._minute = minute
                self._counts.clear()
            count = self._counts[scope, address] = self._counts.get((scope, address), 0) + 1
        return count, int((minute + 1) * WINDOW_SECONDS - now) + 1

    def reset(self) -> None:
        """Starts again from zero."""
        with self._lock:
            self._counts.clear()


class Usage(NamedTuple):
    """How much of a limit an address has used. left: requests. seconds: until the next minute."""

    scope: str
    limit: int
    left: int
    seconds: int

    def headers(self) -> dict[str, str]:
        """Returns the headers of the response that report it."""
        return {
            "RateLimit-Policy": f'"{self.scope}";q={self.limit};w={WINDOW_SECONDS}',
            "RateLimit": f'"{self.scope}";r={self.left};t={self.seconds}',
        }

    @property
    def refusal(self) -> str:
        """The message for an address that is over the limit."""
        text = ngettext(
            "More than {limit} requests a minute came from this address. Try again in {seconds} second.",
            "More than {limit} requests a minute came from this address. Try again in {seconds} seconds.",
            self.seconds,
        )
        return text.format(limit=self.limit, seconds=self.seconds)


def _counter() -> Counter | SharedCounter:
    if not settings.REDIS_URL:
        return Counter()
    from companion.http.shared_limits import SharedCounter

    return SharedCounter(settings.REDIS_URL, Counter(), WINDOW_SECONDS)


counter = _counter()


def use(scope: str, address: str) -> tuple[Usage | None, bool]:
    """Counts a request from this address. scope: a key of RATE_LIMITS.

    Returns the usage (None without a limit), and whether the request is allowed.
    """
    limit: int = settings.RATE_LIMITS[scope]
    if not limit:
        return None, True
    count, seconds = counter.count(scope, address)
    if count > limit:
        limit_hit.send(None, limit=scope)
    return Usage(scope, limit, max(0, limit - count), seconds), count <= limit
