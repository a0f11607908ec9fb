"""Services that are optional (Redis, a replica): after a failure, one request tries again every few seconds."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from companion.common.signals import outage

log = logging.getLogger(__name__)

PAUSE_SECONDS = 5.0


class OptionalService:
    """A service that is used only while it answers.

    part: its name in the metrics. name: its name in the log. instead: what happens without it, for the log.
    """

    def __init__(self, part: str, name: str, instead: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.part = part
        self._name = name
        self._instead = instead
        self._clock = clock
        self._lock = threading.Lock()
        self._retry_at = 0.0  # 0 while it answers

    def may_be_used(self) -> bool:
        """Returns whether to use it now. During an outage, True for one caller every ``PAUSE_SECONDS``."""
        if not self._retry_at:
            return True
        with self._lock:
            now = self._clock()
            if self._retry_at and now < self._retry_at:
                return False
            self._retry_at = now + PAUSE_SECONDS
            return True

    def failed(self, error: Exception) -> None:
        """Notes that it did not answer. The first failure is logged."""
        with self._lock:
            first = not self._retry_at
            self._retry_at = self._clock() + PAUSE_SECONDS
        outage.send(None, part=self.part)
        if first:
            log.error("%s does not answer; %s (%s: %s)", self._name, self._instead, type(error).__name__, error)

    def answered(self) -> None:
        """Notes that it answered. The end of an outage is logged."""
        if self._retry_at:
            with self._lock:
                was_out, self._retry_at = self._retry_at, 0.0
            if was_out:
                log.warning("%s answers again", self._name)
