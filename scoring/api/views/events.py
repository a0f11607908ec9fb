"""The event streams of a match and of a table, and tokens for them.

``scoring.live.event_stream`` answers a GET with a valid key or token, without Django
(docs/decisions/0003-one-origin.md). These views answer all other requests.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, cast
from urllib.parse import urlencode

from django.http import HttpResponse
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from pydantic import Field
from rest_framework.request import Request

from companion.http.conditional import private_response
from companion.http.models import Query
from companion.http.openapi.parameters import LAST_EVENT_ID, LAST_TABLE_EVENT_ID
from companion.http.problems import Problem
from companion.http.renderers import EventStreamRenderer, JSONResponse
from scoring.api.responses import matches as responses
from scoring.api.views.base import MatchView, TableView
from scoring.db.json_text import format_time
from scoring.live import stream_tokens
from scoring.selectors.access_keys import READ

_STREAM = 'retry: 2000\nevent: version\nid: 3\ndata: {"version":3,"hand_count":2,"totals":[23,-5],"finished":false}\n\n'

_TABLE_STREAM = (
    "retry: 2000\nevent: version\nid: 1777061712436\n"
    'data: {"match":"k3v9x2m7q4wt8hznp6d2r8s5y3bg","version":3,"hand_count":2,"totals":[23,-5],"finished":false}\n\n'
)


class StreamQuery(Query):
    """A token instead of the key."""

    token: str | None = Field(
        None, description="A token of `/events/token`, for browsers' `EventSource`.", examples=["a1b2.EXAMPLE"]
    )


class Events(MatchView):
    """The live events of a match."""

    versioned = False
    queries: ClassVar = {"GET": StreamQuery}
    renderer_classes = (EventStreamRenderer,)

    @extend_schema(
        operation_id="matches_events",
        parameters=[LAST_EVENT_ID],
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                str, "The stream.", [OpenApiExample("Version 3", value=_STREAM)]
            )
        },
    )
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """Follow a match live

        Server-Sent Events of the type `version`. Each gives the version of the match, the number of its hands, its
        totals in the order of its sides, and whether it is finished; where it goes on with other people, `continued_by`
        is the id of that match. The first comes at once, so resuming with Last-Event-ID misses nothing. A comment line
        every 15 seconds keeps the connection open.
        """
        self.get_match()
        return _without_stream(request)


class EventsToken(MatchView):
    """Tokens for one stream, valid for a few minutes."""

    versioned = False
    role_to_change = READ

    @extend_schema(operation_id="matches_events_token", request=None, responses={201: responses.StreamToken})
    def post(self, request: Request, match_id: str) -> JSONResponse:
        """Make a token for a browser's event stream

        `EventSource` sends no Authorization header: open the `url` of the response with it. The token opens the stream
        of this match only, for five minutes; an open stream stays open. Both end when the key is replaced.
        """
        match = self.get_match()
        self.check_no_body()
        return _token(request, match.id, f"/api/v1/matches/{match.id}/events")


class TableEvents(TableView):
    """The live events of all matches of a table."""

    queries: ClassVar = {"GET": StreamQuery}
    renderer_classes = (EventStreamRenderer,)

    @extend_schema(
        operation_id="tables_events",
        parameters=[LAST_TABLE_EVENT_ID],
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                str, "The stream.", [OpenApiExample("A hand is recorded", value=_TABLE_STREAM)]
            )
        },
    )
    def get(self, request: Request, table_id: str) -> HttpResponse:
        """Follow all matches of a table live

        Server-Sent Events of the type `version`, as of one match, with its id as `match`: of every change, and of a new
        match. The first ones tell at once how the matches in progress stand, the last played 50, and after
        Last-Event-ID also every match that changed since; an event may come twice, but none is missed. An event of the
        type `deleted` names a match that is gone. A comment line every 15 seconds keeps the connection open.
        """
        self.get_table()
        return _without_stream(request)


class TableEventsToken(TableView):
    """Tokens for one stream, valid for a few minutes."""

    role_to_change = READ

    @extend_schema(operation_id="tables_events_token", request=None, responses={201: responses.StreamToken})
    def post(self, request: Request, table_id: str) -> JSONResponse:
        """Make a token for a browser's event stream of a table

        As for a match: open the `url` of the response with `EventSource` within five minutes.
        """
        table, _role = self.get_table()
        self.check_no_body()
        return _token(request, table.id, f"/api/v1/tables/{table.id}/events")


def _without_stream(request: Request) -> HttpResponse:
    """The answer of a server that has no event loop. Raises Problem for a GET."""
    if request.method == "HEAD":
        return HttpResponse(content_type="text/event-stream; charset=utf-8", headers={"Cache-Control": "no-store"})
    raise Problem(
        "unavailable", gettext("This server is run without event streams. Poll the match with If-None-Match.")
    )


def _token(request: Request, watched_id: str, address: str) -> JSONResponse:
    token = stream_tokens.make(watched_id, cast(Any, request.auth).id)
    expires = datetime.now(UTC) + timedelta(seconds=stream_tokens.SECONDS)
    data = responses.StreamToken(
        token=token, expires_at=format_time(expires), url=f"{address}?{urlencode({'token': token})}"
    )
    response = private_response(data, status=201)
    response.headers["Cache-Control"] = "no-store"
    return response
