"""Events themselves, their keys and their history."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from companion.http.api_view import ApiView
from companion.http.conditional import etag, not_modified, private_response
from companion.http.openapi.parameters import IDEMPOTENCY_KEY, described
from companion.http.problems import Problem
from companion.http.renderers import JSONResponse
from scoring.api import event_bodies as bodies
from scoring.api import idempotency
from scoring.api.idempotency import StoreResponse
from scoring.api.pagination import PageQuery, next_link
from scoring.api.permissions import valid_id
from scoring.api.responses import events as responses
from scoring.api.responses.events import event_json, history_json
from scoring.api.views.event_base import EventView, scope_of
from scoring.db.write_lock import write_transaction
from scoring.event_models import EventKey
from scoring.selectors.event_access import ORGANISER, REFEREE
from scoring.selectors.events import history_of
from scoring.services import events


class EventList(ApiView):
    """All events: they can be created but not listed."""

    tag = "clubs"
    throttle_scope = "tables"

    @extend_schema(
        operation_id="events_create",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.EventBody,
        responses={201: responses.ClubEventWithKey},
    )
    def post(self, request: Request) -> JSONResponse:
        """Create an event

        An evening, a tournament or a league day. The response has the organiser's key, which is shown only here.
        """
        body = self.body_as(bodies.EventBody)

        def work(store: StoreResponse) -> JSONResponse:
            outcome: list[JSONResponse] = []

            def in_transaction(new: events.NewEvent) -> None:
                data = {**event_json(new.event, ORGANISER), "key": new.key}
                response = private_response(data, new.event.version, 201, data["links"]["self"])
                store(response, secret_of=[new.key.partition(".")[0]])
                outcome.append(response)

            events.create(body.name, body.game, _settings(body), in_transaction, idempotency.secret_maker(request))
            return outcome[-1]

        return idempotency.run_once(request, f"address {request.META.get('REMOTE_ADDR', '')}"[:64], work)


class EventDetail(EventView):
    """One event."""

    versioned = True

    @extend_schema(operation_id="events_read", responses=responses.ClubEvent)
    def get(self, request: Request, event_id: str) -> JSONResponse:
        """An event"""
        event = self.get_event()
        tag = etag(event.version)
        return not_modified(request, tag) or private_response(
            event_json(event, self.role.name, self.role.entry), event.version
        )

    @extend_schema(
        operation_id="events_update",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.EventPatch,
        responses=responses.ClubEvent,
    )
    def patch(self, request: Request, event_id: str) -> JSONResponse:
        """Change an event"""
        event = self.get_event()

        def work(store: StoreResponse) -> JSONResponse:
            version = self.expected(event)
            body = self.body_as(bodies.EventPatch)
            with write_transaction():
                changed = events.update(event.id, _settings(body), self.role.name, version)
                response = private_response(event_json(changed, self.role.name), changed.version)
                store(response)
            return response

        return idempotency.run_once(request, scope_of(event), work)

    @extend_schema(operation_id="events_delete", responses={204: None})
    def delete(self, request: Request, event_id: str) -> JSONResponse:
        """Delete an event

        With its entries, rounds and results. Its tables stay.
        """
        event = self.get_event()
        events.delete(event.id, self.expected(event))
        return JSONResponse(status=204)


def _settings(body: bodies.EventBody | bodies.EventPatch) -> dict[str, Any]:
    return body.model_dump(exclude_none=True) | (
        {} if body.rules is None else {"rules": body.rules.model_dump(mode="json")}
    )


class EventKeyDetail(EventView):
    """A key of an event."""

    path_parameters: ClassVar = {
        **EventView.path_parameters,
        "role": described("Which key.", "viewer", enum=list(EventKey.ROLES)),
    }

    @extend_schema(
        operation_id="event_keys_replace",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={201: responses.NewEventKey},
    )
    def post(self, request: Request, event_id: str, role: str) -> JSONResponse:
        """Make or replace a key

        `referee` sees all and rules on objections, `viewer` reads, `display` is for a screen on the wall, with
        `entrant` players enter themselves. A former key of the same role stops working at once.
        """
        scope = f"event key {valid_id(event_id)}"
        try:
            event = self.get_event()
        except Exception:
            # A client that replaced its own key and lost the response can only send the same request again.
            stored = idempotency.stored_for_holder(request, scope)
            if stored is not None:
                return stored
            raise
        self._check_role(role)
        self.check_no_body()

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                key = events.replace_key(event.id, role, self.role.name, idempotency.secret_maker(request))
                response = private_response({"role": role, "entry": None, "key": key}, status=201)
                store(response, secret_of=[key.partition(".")[0]])
            return response

        return idempotency.run_once(request, scope, work, by_holder=True)

    @extend_schema(operation_id="event_keys_cancel", parameters=[IDEMPOTENCY_KEY], responses={204: None, 422: None})
    def delete(self, request: Request, event_id: str, role: str) -> JSONResponse:
        """Cancel a key

        It opens nothing any more. The organiser's key can only be replaced.
        """
        event = self.get_event()
        self._check_role(role)
        events.cancel_key(event.id, role, self.role.name)
        return JSONResponse(status=204)

    def _check_role(self, role: str) -> None:
        if role not in EventKey.ROLES:
            raise Problem("not-found", gettext("An event's keys are organiser, referee, viewer, display and entrant."))


class EventHistory(EventView):
    """The history of an event."""

    queries: ClassVar = {"GET": PageQuery}
    readers = (ORGANISER, REFEREE)
    role_to_read = "organiser"

    @extend_schema(operation_id="event_history", responses=responses.EventHistory)
    def get(self, request: Request, event_id: str) -> JSONResponse:
        """The history of an event

        Every change, before and after, without names. The latest first.
        """
        event = self.get_event()
        query: PageQuery = self.query
        rows = history_of(event, query.number() or None, query.limit + 1)
        cursor = str(rows[query.limit - 1].number) if len(rows) > query.limit else None
        results = [history_json(row) for row in rows[: query.limit]]
        return private_response({"results": results, "next": next_link(request, cursor)})
