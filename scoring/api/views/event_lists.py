"""Lists of tables without a network, taken in by their codes."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from companion.http.conditional import private_response
from companion.http.openapi.parameters import IDEMPOTENCY_KEY
from companion.http.renderers import JSONResponse
from scoring.api import idempotency
from scoring.api.event_bodies import ListBody
from scoring.api.idempotency import StoreResponse
from scoring.api.responses.event_lists import TakenList
from scoring.api.views.event_base import EventView, scope_of
from scoring.db.write_lock import write_transaction
from scoring.services import event_lists, match_codes


class EventLists(EventView):
    """The lists of an event."""

    inner = "/match"

    @extend_schema(
        operation_id="event_lists_take", parameters=[IDEMPOTENCY_KEY], request=ListBody, responses={200: TakenList}
    )
    def post(self, request: Request, event_id: str) -> JSONResponse:
        """Take in a list

        Of a table without a network, by the codes of its match, which began with the code on the start card. Every
        hand is scored again. The same list again changes nothing. 409 if both the list and the match that is here have
        hands of their own: send `holds`.
        """
        event = self.get_event()
        body = self.body_as(ListBody)
        found = match_codes.read(body.codes)

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                taken = event_lists.take_list(event.id, self.role.name, found, body.holds)
                sitting = taken.sitting
                answer = TakenList(
                    round=sitting.round.number,
                    table_number=sitting.number,
                    match=taken.match,
                    deals=taken.deals,
                    news=taken.news,
                )
                response = private_response(answer)
                store(response)
            return response

        return idempotency.run_once(request, scope_of(event), work)
