"""The stream of an event, and tokens for it. ``scoring.live.event_stream`` answers a GET with a valid key."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, cast
from urllib.parse import urlencode

from django.http import HttpResponse
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request

from companion.http.conditional import private_response
from companion.http.openapi.parameters import LAST_EVENT_ID
from companion.http.problems import Problem
from companion.http.renderers import EventStreamRenderer, JSONResponse
from scoring.api.responses.matches import StreamToken
from scoring.api.views.event_base import EVERYBODY, EventView
from scoring.api.views.events import StreamQuery
from scoring.db.json_text import format_time
from scoring.live import stream_tokens
from scoring.live.club_events import watched_name

_STREAM = 'retry: 2000\nevent: version\nid: 57\ndata: {"version":57,"news":12}\n\n'


class EventStream(EventView):
    """The live events of a club's event."""

    queries: ClassVar = {"GET": StreamQuery}
    renderer_classes = (EventStreamRenderer,)

    @extend_schema(
        operation_id="events_stream",
        parameters=[LAST_EVENT_ID],
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                str, "The stream.", [OpenApiExample("Version 57", value=_STREAM)]
            )
        },
    )
    def get(self, request: Request, event_id: str) -> HttpResponse:
        """Follow an event live

        Server-Sent Events of the type `version`: one stream for the whole hall. The number grows with every change of
        the event and with every hand at its tables; then read what you show. The first comes at once.
        """
        self.get_event()
        if request.method == "HEAD":
            return HttpResponse(content_type="text/event-stream; charset=utf-8", headers={"Cache-Control": "no-store"})
        raise Problem(
            "unavailable", gettext("This server is run without event streams. Poll the match with If-None-Match.")
        )


class EventStreamToken(EventView):
    """Tokens for one stream, valid for a few minutes."""

    writers = EVERYBODY
    role_to_change = "viewer"

    @extend_schema(operation_id="events_stream_token", request=None, responses={201: StreamToken})
    def post(self, request: Request, event_id: str) -> JSONResponse:
        """Make a token for a browser's stream of an event

        `EventSource` sends no Authorization header: open the `url` of the response with it. The token opens the stream
        of this event only, for five minutes; an open stream stays open. Both end when the key is replaced.
        """
        event = self.get_event()
        self.check_no_body()
        token = stream_tokens.make(watched_name(event.id), cast(Any, request.auth).id)
        expires = datetime.now(UTC) + timedelta(seconds=stream_tokens.SECONDS)
        url = f"/api/v1/events/{event.id}/stream?{urlencode({'token': token})}"
        response = private_response(StreamToken(token=token, expires_at=format_time(expires), url=url), status=201)
        response.headers["Cache-Control"] = "no-store"
        return response
