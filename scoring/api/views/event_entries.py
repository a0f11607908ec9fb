"""Entries of events."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from companion.http.conditional import etag, not_modified, private_response
from companion.http.openapi.parameters import IDEMPOTENCY_KEY, IF_MATCH
from companion.http.renderers import JSONResponse
from scoring.api import event_bodies as bodies
from scoring.api import idempotency
from scoring.api.idempotency import StoreResponse
from scoring.api.responses import events as responses
from scoring.api.responses.event_overview import EntryOverview as EntryOverviewAnswer
from scoring.api.responses.event_overview import overview_json
from scoring.api.responses.events import entry_json
from scoring.api.views.event_base import EventView, scope_of
from scoring.db.write_lock import write_transaction
from scoring.selectors.event_access import ENTRANT, ORGANISER, PLAYER
from scoring.selectors.event_overview import own_event
from scoring.selectors.events import entries_of
from scoring.services import event_entries, events
from scoring.services.events import EventNotFound


class EntryList(EventView):
    """The entries of an event."""

    versioned = True

    @extend_schema(operation_id="event_entries_list", responses=responses.EventEntries)
    def get(self, request: Request, event_id: str) -> JSONResponse:
        """Who takes part"""
        event = self.get_event()
        if (unchanged := not_modified(request, etag(event.version))) is not None:
            return unchanged
        results = [entry_json(entry, self.everything) for entry in entries_of(event)]
        return private_response({"results": results}, event.version)

    @extend_schema(
        operation_id="event_entries_add",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=bodies.EntriesBody,
        responses={201: responses.EventEntries},
    )
    def post(self, request: Request, event_id: str) -> JSONResponse:
        """Add entries

        They are numbered after the last one. Who comes after a round has begun plays from the next one on.
        """
        event = self.get_event()

        def work(store: StoreResponse) -> JSONResponse:
            version = self.expected(event, needed=False)
            body = self.body_as(bodies.EntriesBody)
            with write_transaction():
                entries = [one.model_dump() for one in body.entries]
                made = event_entries.add(event.id, self.role.name, entries, version)
                location = f"/api/v1/events/{event.id}/entries/{made[0].number}"
                response = private_response(
                    {"results": [entry_json(entry, True) for entry in made]}, status=201, location=location
                )
                store(response)
            return response

        return idempotency.run_once(request, scope_of(event), work)


class OwnEntry(EventView):
    """The entry of somebody who enters."""

    throttle_scope = "tables"
    writers = (ENTRANT,)

    @extend_schema(
        operation_id="event_entries_enter",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.EnterBody,
        responses={201: responses.EventEntryWithKey, 422: None},
    )
    def post(self, request: Request, event_id: str) -> JSONResponse:
        """Enter oneself

        With the key `entrant`, while `rules.self_entry` allows it. The answer has the entry's own key: with it, the
        phone knows its table and seat. Who comes after a round has begun plays from the next one on.
        """
        event = self.get_event()

        def work(store: StoreResponse) -> JSONResponse:
            body = self.body_as(bodies.EnterBody)
            with write_transaction():
                data = {**body.model_dump(), "label": "", "seed": None}
                entry, key = event_entries.enter(event.id, data, idempotency.secret_maker(request))
                location = f"/api/v1/events/{event.id}/entries/{entry.number}"
                answer = {**entry_json(entry, True), "key": key}
                response = private_response(answer, status=201, location=location)
                store(response, secret_of=[key.partition(".")[0]])
            return response

        return idempotency.run_once(request, scope_of(event), work)


class EntryMerge(EventView):
    """An entry that is there twice."""

    versioned = True

    @extend_schema(
        operation_id="event_entries_merge",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=bodies.MergeBody,
        responses=responses.EventEntryAnswer,
    )
    def post(self, request: Request, event_id: str, number: int) -> JSONResponse:
        """Merge two entries

        This entry is removed: it is somebody who is there twice. Its phone and its money go to the one that stays. Only
        while it was in no published round.
        """
        event = self.get_event()

        def work(store: StoreResponse) -> JSONResponse:
            version = self.expected(event, needed=False)
            body = self.body_as(bodies.MergeBody)
            with write_transaction():
                kept = event_entries.merge(event.id, self.role.name, number, body.into, version)
                response = private_response(entry_json(kept, True))
                store(response)
            return response

        return idempotency.run_once(request, scope_of(event), work)


class EntryDetail(EventView):
    """One entry. Its ETag is the event's."""

    versioned = True

    @extend_schema(operation_id="event_entries_read", responses=responses.EventEntryAnswer)
    def get(self, request: Request, event_id: str, number: int) -> JSONResponse:
        """An entry"""
        event = self.get_event()
        entry = event_entries.find(event, number)
        if (unchanged := not_modified(request, etag(event.version))) is not None:
            return unchanged
        return private_response(entry_json(entry, self.everything), event.version)

    @extend_schema(
        operation_id="event_entries_update",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.EntryPatch,
        responses=responses.EventEntryAnswer,
    )
    def patch(self, request: Request, event_id: str, number: int) -> JSONResponse:
        """Change or withdraw an entry"""
        event = self.get_event()
        event_entries.find(event, number)

        def work(store: StoreResponse) -> JSONResponse:
            version = self.expected(event)
            body = self.body_as(bodies.EntryPatch)
            with write_transaction():
                changed, entry = event_entries.change(event.id, self.role.name, number, body.model_dump(), version)
                response = private_response(entry_json(entry, True), changed.version)
                store(response)
            return response

        return idempotency.run_once(request, scope_of(event), work)

    @extend_schema(operation_id="event_entries_delete", responses={204: None, 422: None})
    def delete(self, request: Request, event_id: str, number: int) -> JSONResponse:
        """Remove an entry

        Only while it was in no published round; after that, withdraw it.
        """
        event = self.get_event()
        event_entries.find(event, number)
        event_entries.remove(event.id, self.role.name, number, self.expected(event))
        return JSONResponse(status=204)


class EntryName(EventView):
    """The name of an entry."""

    versioned = False
    writers = (ORGANISER,)

    @extend_schema(operation_id="event_entries_forget", responses={204: None})
    def delete(self, request: Request, event_id: str, number: int) -> JSONResponse:
        """Delete the name of an entry

        At once and everywhere: of the event, at its tables, in the history of its matches. Its results stay, under its
        number. It cannot be taken back.
        """
        event = self.get_event()
        event_entries.forget(event.id, self.role.name, number)
        return JSONResponse(status=204)


class EntryKey(EventView):
    """A player's own key."""

    @extend_schema(
        operation_id="event_entries_key",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={201: responses.NewEventKey},
    )
    def post(self, request: Request, event_id: str, number: int) -> JSONResponse:
        """Make a player's own key

        For the entry's phone: it reads what a viewer reads, confirms results of its own tables and objects to them. A
        former key of the same entry stops working at once.
        """
        event = self.get_event()
        self.check_no_body()

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                maker = idempotency.secret_maker(request)
                key = events.replace_key(event.id, PLAYER, self.role.name, maker, number)
                response = private_response({"role": PLAYER, "entry": number, "key": key}, status=201)
                store(response, secret_of=[key.partition(".")[0]])
            return response

        return idempotency.run_once(request, scope_of(event), work)

    @extend_schema(operation_id="event_entries_key_cancel", parameters=[IDEMPOTENCY_KEY], responses={204: None})
    def delete(self, request: Request, event_id: str, number: int) -> JSONResponse:
        """Cancel a player's own key

        It opens nothing any more.
        """
        event = self.get_event()
        events.cancel_key(event.id, PLAYER, self.role.name, number)
        return JSONResponse(status=204)


class EntryOverview(EventView):
    """An event as one entry sees it."""

    @extend_schema(operation_id="event_entries_overview", responses=EntryOverviewAnswer)
    def get(self, request: Request, event_id: str, number: int) -> JSONResponse:
        """An event as one entry sees it

        Its table and seat by round, its place, and what it takes to a better one: all that a player's phone shows. With
        a player's own key, only for the own number. Follow the event's stream, and read again.
        """
        event = self.get_event()
        if self.role.name == PLAYER and self.role.entry != number:
            raise EventNotFound
        own = own_event(event, number)
        if own is None:
            raise EventNotFound
        return private_response(overview_json(own, self.everything, self.role.entry == number))
