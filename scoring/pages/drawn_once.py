"""Parts of a page that are the same for many answers, such as the controls of a form, drawn once each.

They are kept in this process by all that they are drawn from, never by a number that a process counts or by a time: a
part that changes has another key, and the old one is not asked for again. Django's cache in memory copies what it keeps
and takes hashed names: 10.8 µs for a part instead of 1.3 µs, and a page has some seventy of them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from django.utils.safestring import SafeString


class DrawnParts:
    """The parts asked for last, at most so many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._parts: OrderedDict[Hashable, SafeString] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, draw: Callable[[], SafeString]) -> SafeString:
        """The part with this key, drawn now if it is not here."""
        with self._lock:
            if (part := self._parts.get(key)) is not None:
                self._parts.move_to_end(key)
                return part
        part = draw()
        with self._lock:
            self._parts[key] = part
            if len(self._parts) > self._most:
                self._parts.popitem(last=False)
        return part
