"""Counts the requests of all processes together, in Redis (``REDIS_URL``).

Imported only if it is set: the library is an extra (``companion[redis]``).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from companion.common.outages import OptionalService

try:
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry
except ImportError as error:
    raise ImproperlyConfigured("REDIS_URL needs the library redis: pip install 'companion[redis]'.") from error

LONGEST_WAIT = 0.25
"""Seconds that a request waits for Redis, at most. Then the count of its own process decides."""

MOST_REFUSED = 10_000
"""Addresses over their limit that a process remembers."""

_COUNT = """
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  left = ARGV[1] * 1000
  redis.call('PEXPIRE', KEYS[1], left)
end
return {count, left}
"""
"""Runs as one step. Every count expires, even one that was written by something else."""


class OwnCounter(Protocol):
    """The counter of this process alone: ``companion.http.rate_limits.Counter``."""

    def count(self, scope: str, address: str) -> tuple[int, int]: ...

    def reset(self) -> None: ...


class SharedCounter:
    """Counts in Redis. A minute begins with the first request of an address; Redis measures it for all machines.

    own: counts too, and decides while Redis does not answer. seconds: how long a minute is.
    """

    def __init__(self, url: str, own: OwnCounter, seconds: int, clock: Callable[[], float] = time.monotonic) -> None:
        try:
            self._redis = redis.Redis.from_url(
                url, socket_timeout=LONGEST_WAIT, socket_connect_timeout=LONGEST_WAIT, retry=Retry(NoBackoff(), 0)
            )
        except ValueError as error:
            raise ImproperlyConfigured(f"REDIS_URL: {error}") from error
        self._run = self._redis.register_script(_COUNT)
        self._own = own
        self._seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._refused: dict[tuple[str, str], float] = {}
        self._outage = OptionalService("redis", "Redis (REDIS_URL)", "each process counts requests for itself", clock)

    def count(self, scope: str, address: str) -> tuple[int, int]:
        """Returns the requests of this address so far, this one included, and the seconds until its next minute."""
        own = self._own.count(scope, address)
        now = self._clock()
        until = self._refused.get((scope, address))
        if until is not None and now < until:
            # Redis need not be asked again.
            return settings.RATE_LIMITS[scope] + 1, int(until - now) + 1
        if not self._outage.may_be_used():
            return own
        try:
            count, left = self._run(keys=[f"companion:{scope}:{address}"], args=[self._seconds])
        except (redis.RedisError, OSError) as error:
            self._outage.failed(error)
            return own
        self._outage.answered()
        if count > settings.RATE_LIMITS[scope]:
            self._refuse((scope, address), now + left / 1000, now)
        return count, left // 1000 + 1

    def _refuse(self, key: tuple[str, str], until: float, now: float) -> None:
        with self._lock:
            if len(self._refused) >= MOST_REFUSED:
                self._refused = {other: end for other, end in self._refused.items() if now < end}
            if len(self._refused) < MOST_REFUSED:
                self._refused[key] = until

    def reset(self) -> None:
        """Forgets the counts of this process. Those in Redis stay."""
        self._own.reset()
        with self._lock:
            self._refused.clear()
