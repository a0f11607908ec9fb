"""What may be done without for a while: it is asked again some seconds after it did not answer, by one request."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from companion.signals import outage

log = logging.getLogger(__name__)

PAUSE_SECONDS = 5.0


class Dispensable:
    """Something that is asked only while it answers.

    part: its name in the figures. name: for the log. instead: what happens without it, for the log.
    """

    def __init__(self, part: str, name: str, instead: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.part = part
        self._name = name
        self._instead = instead
        self._clock = clock
        self._lock = threading.Lock()
        self._asked_again = 0.0  # 0 while it answers

    def may_be_asked(self) -> bool:
        """Whether to ask it now. During an outage one caller is told to try, every ``PAUSE_SECONDS``."""
        if not self._asked_again:
            return True
        with self._lock:
            now = self._clock()
            if self._asked_again and now < self._asked_again:
                return False
            self._asked_again = now + PAUSE_SECONDS
            return True

    def failed(self, error: Exception) -> None:
        """It did not answer. The first time is logged."""
        with self._lock:
            first = not self._asked_again
            self._asked_again = self._clock() + PAUSE_SECONDS
        outage.send(None, part=self.part)
        if first:
            log.error("%s does not answer; %s (%s: %s)", self._name, self._instead, type(error).__name__, error)

    def answered(self) -> None:
        """It answered. The end of an outage is logged."""
        if self._asked_again:
            with self._lock:
                over, self._asked_again = self._asked_again, 0.0
            if over:
                log.warning("%s answers again", self._name)
