"""Tables: the people who play together, their house rules, their keys."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from pydantic import BaseModel, ConfigDict

from companion.http.problems import Problem
from scoring.api import guard, idempotency
from scoring.api.body import read, read_as
from scoring.api.endpoint import Endpoint, private
from scoring.api.idempotency import Keep
from scoring.api.preconditions import etag, expected, unchanged
from scoring.db.write_lock import write_transaction
from scoring.models import AccessKey
from scoring.services import tables
from scoring.services.access_keys import WRITE


class PersonBody(BaseModel):
    """A player as sent. id: of somebody who is at the table already."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str
    color: str | None = None


class KnownPersonBody(PersonBody):
    """A player as sent when a table changes."""

    id: str | None = None


class TableBody(BaseModel):
    """A new table as sent."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = "Our table"
    players: list[str | PersonBody] = []
    options: dict[str, dict[str, Any]] = {}


class TablePatch(BaseModel):
    """What is to change about a table."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str | None = None
    players: list[str | KnownPersonBody] | None = None
    options: dict[str, dict[str, Any] | None] | None = None


class Tables(Endpoint):
    """All tables: one can be made, none can be listed."""

    def post(self, request: HttpRequest) -> HttpResponse:
        """Makes a table with its two keys."""
        body = read_as(TableBody, request)

        def make(keep: Keep) -> HttpResponse:
            answers: list[HttpResponse] = []

            def within(made: tables.NewTable) -> None:
                body = {**tables.table_json(made.table, WRITE), "keys": made.keys}
                response = private(body, made.table.version, 201, f"/api/v1/tables/{made.table.id}")
                keep(response, secret_of=[key.partition(".")[0] for key in made.keys.values()])
                answers.append(response)

            secret = idempotency.secret_maker(request)
            tables.create(body.name, [_person(one) for one in body.players], body.options, within, secret)
            return answers[-1]

        # Nobody is known yet: a key belongs to the address that it comes from.
        return idempotency.once(request, f"address {request.META.get('REMOTE_ADDR', '')}"[:64], make)


class OneTable(Endpoint):
    """One table."""

    def get(self, request: HttpRequest, table_id: str) -> HttpResponse:
        """The table, its players and house rules."""
        table, role = guard.table(request, table_id)
        return unchanged(request, etag(table.version)) or private(tables.table_json(table, role), table.version)

    def patch(self, request: HttpRequest, table_id: str) -> HttpResponse:
        """Another name, other players, other house rules."""
        table, role = guard.table(request, table_id, write=True)
        version = expected(request, table.version, lambda: tables.TableVersionConflict(table), needed=True)
        body = read_as(TablePatch, request)
        people = None if body.players is None else [_person(one) for one in body.players]
        changed = tables.update(table.id, body.name, people, body.options, version)
        return private(tables.table_json(changed, role), changed.version)

    def delete(self, request: HttpRequest, table_id: str) -> HttpResponse:
        """Removes the table with everything that belongs to it."""
        table, _ = guard.table(request, table_id, write=True)
        tables.delete(
            table.id, expected(request, table.version, lambda: tables.TableVersionConflict(table), needed=True)
        )
        return HttpResponse(status=204)


class TableKey(Endpoint):
    """A key of a table."""

    def post(self, request: HttpRequest, table_id: str, role: str) -> HttpResponse:
        """A new key; the one before it opens nothing from now on."""
        scope = f"key of {guard.plain(table_id)}"
        try:
            table, _ = guard.table(request, table_id, write=True)
        except Problem:
            # Who replaced the very key that they hold, and lost the answer, cannot prove themselves by it any more:
            # the request as a whole, key included, is what they know.
            lost = idempotency.replayed(request, scope)
            if lost is not None:
                return lost
            raise
        if role not in AccessKey.ROLES:
            raise Problem("not-found", "A table's keys are scorer and viewer.")
        if read(request, empty=True) != {}:
            raise Problem("malformed", "Nothing is to be sent here: the body is {} or empty.")

        def make(keep: Keep) -> HttpResponse:
            with write_transaction():
                key = tables.replace_key(table, role, idempotency.secret_maker(request))
                response = private({"role": role, "key": key}, status=201)
                keep(response, secret_of=[key.partition(".")[0]])
            return response

        return idempotency.once(request, scope, make, by_holder=True)


def _person(one: str | PersonBody) -> tables.PlayerInput:
    if isinstance(one, str):
        return tables.PlayerInput(one)
    return tables.PlayerInput(one.name, one.color, getattr(one, "id", None))
