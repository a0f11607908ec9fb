"""Rounds of events."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request

from companion.http.conditional import private_response
from companion.http.models import Query
from companion.http.openapi.parameters import IDEMPOTENCY_KEY, IF_MATCH
from companion.http.renderers import JSONResponse
from scoring.api import event_bodies as bodies
from scoring.api import idempotency
from scoring.api.idempotency import StoreResponse
from scoring.api.responses import events as responses
from scoring.api.responses.events import round_json, silent_json, whole_round_json
from scoring.api.views.event_base import EventView, scope_of
from scoring.db.write_lock import write_transaction
from scoring.event_models import Event, EventRound
from scoring.selectors.event_access import ORGANISER, REFEREE
from scoring.selectors.event_clock import SILENT_MINUTES, silent_tables
from scoring.selectors.events import StoredEvent, load, rounds_of
from scoring.services import event_clock, event_rounds
from scoring.services.event_rounds import find_round
from scoring.services.events import EventNotFound


class DryRunQuery(Query):
    """Whether anything is stored."""

    dry_run: bool = Field(False, description="true: shows the round without storing it.", examples=[False])


class RoundList(EventView):
    """The rounds of an event."""

    queries: ClassVar = {"POST": DryRunQuery}

    @extend_schema(operation_id="event_rounds_list", responses=responses.EventRounds)
    def get(self, request: Request, event_id: str) -> JSONResponse:
        """The rounds of an event"""
        event = self.get_event()
        rows = [row for row in rounds_of(event) if self.everything or row.state != EventRound.PROPOSED]
        return private_response({"results": [round_json(row) for row in rows]})

    @extend_schema(
        operation_id="event_rounds_propose",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=bodies.RoundBody,
        responses={200: responses.EventRoundAnswer, 201: responses.EventRoundAnswer},
    )
    def post(self, request: Request, event_id: str) -> JSONResponse:
        """Propose the next round

        Draws it, with what to know about it: who meets again, who is free. A proposal that was not published is
        replaced; with `dry_run` nothing is stored, and the status is 200.
        """
        event = self.get_event()

        def work(store: StoreResponse) -> JSONResponse:
            version = self.expected(event, needed=False)
            body = self.body_as(bodies.RoundBody)
            dry_run = self.query.dry_run
            with write_transaction():
                changed, row, sittings = event_rounds.propose(event.id, self.role.name, body.seed, dry_run, version)
                if dry_run:
                    shown = StoredEvent(changed, [], [row], {0: sittings})
                    shown.sittings = {row.id: sittings}
                    return private_response(whole_round_json(shown, row))
                response = private_response(
                    whole_round_json(load(changed, [row.number]), row),
                    status=201,
                    location=f"/api/v1/events/{event.id}/rounds/{row.number}",
                )
                store(response)
            return response

        return idempotency.run_once(request, scope_of(event), work)


class RoundDetail(EventView):
    """One round. Its ETag is the event's."""

    @extend_schema(operation_id="event_rounds_read", responses=responses.EventRoundAnswer)
    def get(self, request: Request, event_id: str, round_number: int) -> JSONResponse:
        """A round with its tables"""
        stored = self.get_stored([round_number])
        row = stored.round(round_number)
        if row is None or (row.state == EventRound.PROPOSED and not self.everything):
            raise EventNotFound
        return private_response(whole_round_json(stored, row))


class RoundRemoval(EventView):
    """Taking back a round."""

    @extend_schema(
        operation_id="event_rounds_withdraw",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=None,
        responses={204: None, 422: None},
    )
    def post(self, request: Request, event_id: str, round_number: int) -> JSONResponse:
        """Take back a round that has not begun

        For a new draw.
        """
        event = self.get_event()
        self.check_no_body()

        def work(store: StoreResponse) -> JSONResponse:
            version = self.expected(event, needed=False)
            with write_transaction():
                event_rounds.withdraw(event.id, self.role.name, round_number, version)
                response = JSONResponse(status=204)
                store(response)
            return response

        return idempotency.run_once(request, scope_of(event), work)


class _RoundStep(EventView):
    """A step from one state of a round to the next. A step that was made already changes nothing."""

    def _step(self, step: Callable[..., Event], *further: str) -> JSONResponse:
        round_number: int = self.kwargs["round_number"]
        event = self.get_event()

        def work(store: StoreResponse) -> JSONResponse:
            version = self.expected(event, needed=False)
            with write_transaction():
                changed = step(event.id, self.role.name, round_number, *further, version)
                stored = load(changed, [round_number])
                response = private_response(whole_round_json(stored, find_round(changed, round_number)))
                store(response)
            return response

        return idempotency.run_once(self.request, scope_of(event), work)


class RoundPublication(_RoundStep):
    """Publishing a round."""

    @extend_schema(
        operation_id="event_rounds_publish",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=None,
        responses=responses.EventRoundAnswer,
    )
    def post(self, request: Request, event_id: str, round_number: int) -> JSONResponse:
        """Publish a round

        Everybody may see the seats. A second time, the answer is the same round.
        """
        self.check_no_body()
        return self._step(event_rounds.publish)


class RoundStart(_RoundStep):
    """Starting a round."""

    @extend_schema(
        operation_id="event_rounds_start",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=None,
        responses={200: responses.EventRoundAnswer, 422: None},
    )
    def post(self, request: Request, event_id: str, round_number: int) -> JSONResponse:
        """Start a round

        Each sitting gets a table with its match, unless results are only typed. Its seats never change from now on.
        """
        self.check_no_body()
        return self._step(event_rounds.start)


class RoundClosing(_RoundStep):
    """Closing a round."""

    @extend_schema(
        operation_id="event_rounds_close",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=None,
        responses={200: responses.EventRoundAnswer, 422: None},
    )
    def post(self, request: Request, event_id: str, round_number: int) -> JSONResponse:
        """Close a round

        Every table needs a result that is not disputed; else the answer names the tables.
        """
        self.check_no_body()
        return self._step(event_rounds.close)


class RoundReopening(_RoundStep):
    """Reopening a round."""

    @extend_schema(
        operation_id="event_rounds_reopen",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=bodies.ReasonBody,
        responses=responses.EventRoundAnswer,
    )
    def post(self, request: Request, event_id: str, round_number: int) -> JSONResponse:
        """Reopen a closed round

        To correct a result. Ranking and fees are computed anew; no seat changes.
        """
        reason = self.body_as(bodies.ReasonBody).reason
        return self._step(event_rounds.reopen, reason)


class RoundClock(EventView):
    """The clock of a round."""

    @extend_schema(
        operation_id="event_rounds_clock",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=bodies.ClockBody,
        responses={200: responses.EventRoundAnswer, 422: None},
    )
    def post(self, request: Request, event_id: str, round_number: int) -> JSONResponse:
        """Set the clock of a round

        Its time limit, a pause, minutes more. It goes from the start of the round; the stream tells of each change.
        """
        event = self.get_event()

        def work(store: StoreResponse) -> JSONResponse:
            version = self.expected(event, needed=False)
            given = self.body_as(bodies.ClockBody).model_dump()
            with write_transaction():
                changed = event_clock.set_clock(event.id, self.role.name, round_number, **given, expected=version)
                stored = load(changed, [round_number])
                response = private_response(whole_round_json(stored, find_round(changed, round_number)))
                store(response)
            return response

        return idempotency.run_once(request, scope_of(event), work)


class SilentQuery(Query):
    """How long."""

    minutes: int = Field(SILENT_MINUTES, ge=1, le=1440, description="Silent for so long at least.", examples=[15])


class SilentTables(EventView):
    """Tables that are not heard of."""

    queries: ClassVar = {"GET": SilentQuery}
    readers = (ORGANISER, REFEREE)
    role_to_read = "organiser"

    @extend_schema(operation_id="event_tables_silent", responses=responses.SilentTables)
    def get(self, request: Request, event_id: str) -> JSONResponse:
        """Tables that are not heard of

        Of the running round, those without a result whose list has not changed for long. A phone without a network
        keeps its hands: look after the table, nothing is lost.
        """
        stored = self.get_stored()
        found = silent_tables(stored, timezone.now(), self.query.minutes)
        return private_response({"results": [silent_json(one) for one in found]})
