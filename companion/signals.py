"""What happens here, for whoever counts it (``companion.metrics``)."""

from __future__ import annotations

from django.dispatch import Signal

#: A hand was recorded. game: its slug.
hand_recorded = Signal()
#: A request was refused because of a limit. limit: its name: a scope of RATE_LIMITS, or ``streams``.
limit_hit = Signal()
#: The database refused a statement or did not answer.
database_failed = Signal()
#: This process has written to SQLite. Sent after the commit.
written = Signal()
#: Something that may be done without for a while did not answer. part: ``redis``, ``replica`` or ``listen``.
outage = Signal()
