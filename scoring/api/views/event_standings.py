"""Rankings, lots, checks, adjustments and money of events."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request

from companion.http.conditional import private_response
from companion.http.models import Query
from companion.http.openapi.parameters import IDEMPOTENCY_KEY
from companion.http.renderers import JSONResponse
from scoring.api import event_bodies as bodies
from scoring.api import idempotency
from scoring.api.files import RENDERERS, FileQuery, described_files, extension_of, file_response
from scoring.api.idempotency import StoreResponse
from scoring.api.responses import event_standings as responses
from scoring.api.responses.event_export import EventExport as EventExportAnswer
from scoring.api.responses.event_export import export_json
from scoring.api.responses.event_standings import (
    adjustment_json,
    cash_json,
    cash_line,
    checks_json,
    standings_json,
)
from scoring.api.views.event_base import EventView, scope_of
from scoring.db.write_lock import write_transaction
from scoring.selectors.event_access import ORGANISER, REFEREE
from scoring.selectors.events import cash_of
from scoring.services import event_rounds, events
from scoring.services.event_sheets import event_sheets

_EXPORT_CSV = (
    "place,number,name,club,team,label,points,match points,difference,won,lost,round 1\r\n"
    "1,2,Ben,North,,,1332,0,0,12,0,1332\r\n"
)


class RoundQuery(Query):
    """Which round."""

    round: int | None = Field(None, ge=1, le=40, description="Of this round only; left out: of all.", examples=[1])


class AfterRoundQuery(Query):
    """Up to which round."""

    round: int | None = Field(None, ge=1, le=40, description="After this round; left out: now.", examples=[1])


class EventStandings(EventView):
    """The ranking of an event."""

    queries: ClassVar = {"GET": AfterRoundQuery}

    @extend_schema(operation_id="event_standings_read", responses=responses.EventStandings)
    def get(self, request: Request, event_id: str) -> JSONResponse:
        """The ranking

        Of entries and of teams, computed from the results. In a series, tables that still play count with what they
        have so far.
        """
        stored = self.get_stored()
        return private_response(standings_json(stored, self.query.round, self.everything))


class EventLots(EventView):
    """The lots of an event."""

    @extend_schema(
        operation_id="event_lots_draw", parameters=[IDEMPOTENCY_KEY], request=None, responses={200: responses.DrawnLots}
    )
    def post(self, request: Request, event_id: str) -> JSONResponse:
        """Draw lots

        Between entries that nothing else parts. Each lot is drawn once: a second time, the answer is the same.
        """
        event = self.get_event()
        self.check_no_body()

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                _, lots = event_rounds.draw_lots(event.id, self.role.name, _shuffled)
                response = private_response({"lots": lots})
                store(response)
            return response

        return idempotency.run_once(request, scope_of(event), work)


def _shuffled(entries: list[int]) -> list[int]:
    return secrets.SystemRandom().sample(entries, len(entries))


class EventChecks(EventView):
    """The closing checks of an event."""

    queries: ClassVar = {"GET": RoundQuery}
    readers = (ORGANISER, REFEREE)
    role_to_read = "organiser"

    @extend_schema(operation_id="event_checks_read", responses=responses.EventChecks)
    def get(self, request: Request, event_id: str) -> JSONResponse:
        """Check the lists

        The closing check of typed lists of Skat, line by line, with the slip that a difference names.
        """
        stored = self.get_stored()
        return private_response(checks_json(stored, stored.checks(self.query.round)))


class EventAdjustments(EventView):
    """The adjustments of an event."""

    @extend_schema(operation_id="event_adjustments_list", responses=responses.Adjustments)
    def get(self, request: Request, event_id: str) -> JSONResponse:
        """The adjustments"""
        stored = self.get_stored([])
        return private_response({"results": [adjustment_json(row) for row in stored.adjustments]})

    @extend_schema(
        operation_id="event_adjustments_add",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.AdjustmentBody,
        responses={201: responses.Adjustment},
    )
    def post(self, request: Request, event_id: str) -> JSONResponse:
        """Give or take points

        For a reason, such as a penalty. Correct a mistake by an opposite adjustment.
        """
        event = self.get_event()
        body = self.body_as(bodies.AdjustmentBody)

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                made = events.adjust(event.id, self.role.name, events.NewAdjustment(**body.model_dump()))
                location = f"/api/v1/events/{event.id}/adjustments"
                response = private_response(adjustment_json(made), status=201, location=location)
                store(response)
            return response

        return idempotency.run_once(request, scope_of(event), work)


class EventCashSheet(EventView):
    """The money of an event."""

    readers = (ORGANISER,)
    role_to_read = "organiser"

    @extend_schema(operation_id="event_cash_read", responses=responses.EventCashSheet)
    def get(self, request: Request, event_id: str) -> JSONResponse:
        """The cash sheet

        Entry fees, fees for lost games and prizes by the rules, and what was booked. Permits and limits of fees and
        prizes are the organiser's affair.
        """
        stored = self.get_stored()
        return private_response(cash_json(stored, cash_of(stored.row)))

    @extend_schema(
        operation_id="event_cash_add",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.CashBody,
        responses={201: responses.CashLine},
    )
    def post(self, request: Request, event_id: str) -> JSONResponse:
        """Book money

        Correct a mistake by an opposite line.
        """
        event = self.get_event()
        body = self.body_as(bodies.CashBody)

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                made = events.add_cash(event.id, self.role.name, body.kind, body.amount, body.entry, body.note)
                location = f"/api/v1/events/{event.id}/cash"
                response = private_response(cash_line(made), status=201, location=location)
                store(response)
            return response

        return idempotency.run_once(request, scope_of(event), work)


class EventExport(EventView):
    """An event as a whole."""

    queries: ClassVar = {"GET": FileQuery}
    renderer_classes = RENDERERS
    readers = (ORGANISER,)
    role_to_read = "organiser"

    @extend_schema(operation_id="events_export", responses=described_files(EventExportAnswer, _EXPORT_CSV))
    def get(self, request: Request, event_id: str) -> HttpResponse:
        """Export an event

        JSON has all of it, with names. CSV is the ranking with the points of each round; the workbook has the teams,
        the results of each table and the money too.
        """
        stored = self.get_stored()
        cash = cash_of(stored.row)
        if extension_of(request) == "json":
            return private_response(export_json(stored, cash))
        return file_response(request, event_sheets(stored, cash=cash), "event")
