"""Signals of this process. ``companion.common.metrics`` counts most of them."""

from __future__ import annotations

from django.dispatch import Signal

#: A hand was recorded. game: its slug.
hand_recorded = Signal()
#: A request was refused because of a limit. limit: a scope of RATE_LIMITS, or ``streams``.
limit_hit = Signal()
#: The database refused a statement or did not answer.
database_failed = Signal()
#: This process has written to SQLite. Sent after the commit.
sqlite_written = Signal()
#: An optional service did not answer. part: ``redis``, ``replica`` or ``listen``.
outage = Signal()
