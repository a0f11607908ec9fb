"""The address of the event stream, for the documentation and for everything but the stream itself.

``scoring.live.watchers`` answers a GET with a good key before Django is asked (docs/decisions/0003-one-origin.md).
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from companion.http.problems import Problem
from scoring.api import guard
from scoring.api.endpoint import Endpoint

EVENTS = "text/event-stream"


class Events(Endpoint):
    """What happens to a match, as it happens."""

    produces = (EVENTS,)

    def get(self, request: HttpRequest, match_id: str) -> HttpResponse:
        """Server-Sent Events: the version of the match, now and after every change."""
        guard.match(request, match_id)
        if request.method == "HEAD":
            return HttpResponse(content_type=f"{EVENTS}; charset=utf-8", headers={"Cache-Control": "no-store"})
        raise Problem("unavailable", "This server is run without event streams. Poll the match with If-None-Match.")
