"""Figures for Prometheus: requests, hands, open streams, limits that were hit, failures of the database, outages.

Imported only if ``METRICS`` is set. Each process counts for itself and serves its own figures. No label has a name, a
key or an id.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from typing import Any

from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics, start_http_server

from companion.common.signals import database_failed, hand_recorded, limit_hit, outage

log = logging.getLogger(__name__)

# Without the second series of each counter, which has only the time when the process started.
disable_created_metrics()  # type: ignore[no-untyped-call]

REQUESTS = Counter("companion_requests", "Requests answered", ["route", "method", "status"])
SECONDS = Histogram(
    "companion_request_seconds",
    "Time to answer a request, event streams left out",
    ["route", "method"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
HANDS = Counter("companion_hands_recorded", "Hands recorded", ["game"])
OPEN_STREAMS = Gauge("companion_open_streams", "Event streams that are open")
LIMITS_HIT = Counter("companion_limits_hit", "Requests refused because of a limit", ["limit"])
DATABASE_ERRORS = Counter("companion_database_errors", "Requests that failed because of the database")
OUTAGES = Counter("companion_outages", "Times that something did not answer that may be done without", ["part"])

_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})


def request_answered(route: str, method: str, status: int, seconds: float | None) -> None:
    """Counts a request. route: the pattern of its address, "" if it has none. seconds: None for an event stream."""
    method = method if method in _METHODS else "other"
    _counter(route, method, status).inc()
    if seconds is not None:
        _histogram(route, method).observe(seconds)


#: Cached by labels: the library's lock would be half of the cost of a request here.
_counter = cache(REQUESTS.labels)
_histogram = cache(SECONDS.labels)


def serve(address: str, open_streams: Callable[[], int]) -> Callable[[], None]:
    """Serves the figures in a thread. address: ``HOST:PORT``. Returns a function that stops it."""
    OPEN_STREAMS.set_function(open_streams)
    host, _, port = address.rpartition(":")
    try:
        server, _thread = start_http_server(int(port), host)
    except (OSError, ValueError) as error:
        log.error("metrics are not served at %s: %s", address, error)
        return lambda: None

    def stop() -> None:
        server.shutdown()
        server.server_close()

    return stop


def _count_hand(game: str, **_: Any) -> None:
    HANDS.labels(game).inc()


def _count_limit(limit: str, **_: Any) -> None:
    LIMITS_HIT.labels(limit).inc()


def _count_database_error(**_: Any) -> None:
    DATABASE_ERRORS.inc()


def _count_outage(part: str, **_: Any) -> None:
    OUTAGES.labels(part).inc()


hand_recorded.connect(_count_hand)
limit_hit.connect(_count_limit)
database_failed.connect(_count_database_error)
outage.connect(_count_outage)
