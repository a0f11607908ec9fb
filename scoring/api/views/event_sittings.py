"""Sittings of events: seats, results, objections, keys of tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from companion.http.conditional import etag, not_modified, private_response
from companion.http.openapi.parameters import IDEMPOTENCY_KEY, IF_MATCH
from companion.http.renderers import JSONResponse
from scoring.api import event_bodies as bodies
from scoring.api import idempotency
from scoring.api.idempotency import StoreResponse
from scoring.api.responses import events as responses
from scoring.api.responses.events import sitting_json
from scoring.api.views.event_base import EventView, scope_of
from scoring.db.write_lock import write_transaction
from scoring.engine.refusal import refuse
from scoring.event_models import Event, EventSitting
from scoring.selectors.event_access import ORGANISER, PLAYER, REFEREE, SCORER, speaking_entry
from scoring.selectors.event_results import version_of
from scoring.selectors.events import StoredEvent
from scoring.services import event_joining, event_results
from scoring.services.event_results import SittingVersionConflict, TypedScore


def sitting_of(event: Event, sitting: EventSitting) -> dict[str, Any]:
    """Returns a sitting as plain JSON, with what its matches have come to."""
    stored = StoredEvent(event, [], [], {sitting.round_id: [sitting]})
    return sitting_json(stored, sitting.round.number, sitting)


class SittingView(EventView):
    """An address below /events/{id}/rounds/{round}/sittings/{table}. Its ETag is the sitting's version."""

    conflict_model = responses.StaleSitting
    writers: ClassVar[tuple[str, ...]] = (ORGANISER, REFEREE, SCORER)
    role_to_change = "scorer"

    def _where(self) -> tuple[int, int]:
        return self.kwargs["round_number"], self.kwargs["table_number"]

    def _change(
        self, change: Callable[[Event, int | None], EventSitting], needed: bool = True, seen: bool = True
    ) -> JSONResponse:
        """Makes a change and answers with the sitting. seen: whether If-Match is compared before the change."""
        event, sitting = self.get_sitting()

        def work(store: StoreResponse) -> JSONResponse:
            version = self.expected_sitting(event, sitting, needed) if seen else None
            with write_transaction():
                response = _response(event, change(event, version))
                store(response)
            return response

        return idempotency.run_once(self.request, scope_of(event), work)


def _response(event: Event, sitting: EventSitting) -> JSONResponse:
    data = sitting_of(event, sitting)
    return private_response(data, data["version"])


class SittingDetail(SittingView):
    """One sitting."""

    versioned = True

    @extend_schema(operation_id="event_sittings_read", responses=responses.EventSittingAnswer)
    def get(self, request: Request, event_id: str, round_number: int, table_number: int) -> JSONResponse:
        """A table of a round

        Its ETag counts what is entered here and the changes of its matches.
        """
        event, sitting = self.get_sitting()
        return not_modified(request, etag(version_of(sitting))) or _response(event, sitting)

    @extend_schema(
        operation_id="event_sittings_update",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.SittingPatch,
        responses=responses.EventSittingAnswer,
    )
    def patch(self, request: Request, event_id: str, round_number: int, table_number: int) -> JSONResponse:
        """Mend seats, or decide by default

        Seats change only before the round begins. A sitting is decided by default if the other side did not come.
        """

        def change(event: Event, version: int | None) -> EventSitting:
            body = self.body_as(bodies.SittingPatch)
            given = body.model_dump(include=body.model_fields_set)
            return event_results.change_sitting(event.id, self.role.name, self._where(), given, version)

        return self._change(change)


class SittingResult(SittingView):
    """The result of a sitting."""

    versioned = True

    @extend_schema(
        operation_id="event_results_enter",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.ResultBody,
        responses={200: responses.EventSittingAnswer, 409: None},
    )
    def put(self, request: Request, event_id: str, round_number: int, table_number: int) -> JSONResponse:
        """Enter a result

        As it stands on paper. The same result again changes nothing. Another result from somebody who has not seen the
        first is answered with 412 and the first: both are kept, the sitting is disputed, the organiser picks by
        `confirm`. If the winner of a knock-out match would change and plays already in the next round: 409; with
        `let_stand` the result is taken.
        """
        event, sitting = self.get_sitting()

        def work(store: StoreResponse) -> JSONResponse:
            version = self._seen_version(event, sitting)
            body = self.body_as(bodies.ResultBody)
            scores, first = _scores(body.scores), None if body.first_list is None else _scores(body.first_list)
            typed = event_results.Typed(scores, body.passed_in, body.let_stand, first, body.first_passed_in)
            outcome: list[JSONResponse] = []

            def in_transaction(entered: EventSitting) -> None:
                outcome.append(_response(event, entered))
                store(outcome[-1])

            event_results.enter(
                event.id,
                self.role.name,
                self._where(),
                typed,
                version,
                in_transaction,
            )
            return outcome[-1]

        return idempotency.run_once(request, scope_of(event), work)

    def _seen_version(self, event: Event, sitting: EventSitting) -> int | None:
        """The version that the client has seen, 0 for a former one. Raises Problem (428)."""
        try:
            return self.expected_sitting(event, sitting)
        except SittingVersionConflict:
            return 0


def _scores(scores: Sequence[bodies.ScoreOfEntry]) -> list[TypedScore]:
    return [TypedScore(**one.model_dump()) for one in scores]


class SittingConfirmation(SittingView):
    """Confirming a result."""

    writers: ClassVar[tuple[str, ...]] = (ORGANISER, REFEREE, SCORER, PLAYER)

    @extend_schema(
        operation_id="event_results_confirm",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=bodies.ConfirmBody,
        responses={200: responses.EventSittingAnswer, 422: None},
    )
    def post(self, request: Request, event_id: str, round_number: int, table_number: int) -> JSONResponse:
        """Confirm a result

        By an entry that sits there (with its own key or the scorer's), or by the organiser or referee, who also picks
        between two results and rules on objections. From then on the scorer's key of the table writes no hands: others
        there may still sign or object with it.
        """

        def change(event: Event, version: int | None) -> EventSitting:
            body = self.body_as(bodies.ConfirmBody)
            entry, where = speaking_entry(self.role, body.entry), self._where()
            return event_results.confirm(event.id, self.role.name, where, entry, body.choice, body.ruling, version)

        return self._change(change, needed=False)


class SittingDispute(SittingView):
    """Objecting to a result."""

    writers: ClassVar[tuple[str, ...]] = (ORGANISER, REFEREE, SCORER, PLAYER)

    @extend_schema(
        operation_id="event_results_dispute",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=bodies.DisputeBody,
        responses={200: responses.EventSittingAnswer, 422: None},
    )
    def post(self, request: Request, event_id: str, round_number: int, table_number: int) -> JSONResponse:
        """Object to a result

        The sitting is disputed, and prizes are provisional, until the organiser or referee rules by `confirm`.
        """

        def change(event: Event, version: int | None) -> EventSitting:
            body = self.body_as(bodies.DisputeBody)
            entry = speaking_entry(self.role, body.entry)
            if entry is None:
                raise refuse("/entry", "entry_missing", "Say which entry objects.", rule="")
            return event_results.dispute(event.id, self.role.name, self._where(), entry, body.deal, body.text, version)

        return self._change(change, needed=False)


class SittingJoining(SittingView):
    """A fourth player at a table of three."""

    writers: ClassVar[tuple[str, ...]] = (ORGANISER, REFEREE)
    role_to_change = "organiser"

    @extend_schema(
        operation_id="event_sittings_join",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=bodies.JoinBody,
        responses={200: responses.EventSittingAnswer, 422: None},
    )
    def post(self, request: Request, event_id: str, round_number: int, table_number: int) -> JSONResponse:
        """Seat a fourth player at a table of three

        At the start of a round of deals. The list of three ends, and a list of four begins with the deals that are
        left; the result is the sum of both.
        """

        def change(event: Event, version: int | None) -> EventSitting:
            body = self.body_as(bodies.JoinBody)
            return event_joining.join(event.id, self.role.name, self._where(), body.entry, body.deals, version)

        return self._change(change, needed=False)


class SittingKey(SittingView):
    """The scorer's key of a sitting's table."""

    writers: ClassVar[tuple[str, ...]] = (ORGANISER,)
    role_to_change = "organiser"

    @extend_schema(
        operation_id="event_tables_key",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={201: responses.NewTableKey},
    )
    def post(self, request: Request, event_id: str, round_number: int, table_number: int) -> JSONResponse:
        """Make the scorer's key of a table

        For the start card. A phone that had the former key is shut out.
        """
        event, sitting = self.get_sitting()
        self.check_no_body()

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                maker = idempotency.secret_maker(request)
                key = event_results.new_table_key(event.id, self.role.name, self._where(), maker)
                response = private_response({"table": sitting.table_id, "key": key}, status=201)
                store(response, secret_of=[key.partition(".")[0]])
            return response

        return idempotency.run_once(request, scope_of(event), work)
