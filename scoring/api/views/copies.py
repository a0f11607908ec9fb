"""Copies of a match, from and to a phone without a network."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request

from companion.http.conditional import etag, expected_version, not_modified, private_response
from companion.http.models import Query
from companion.http.renderers import JSONResponse
from scoring.api.permissions import access_error, valid_id
from scoring.api.responses import matches as responses
from scoring.api.views.base import MatchView
from scoring.engine.refusal import refuse
from scoring.selectors.match_snapshot import MatchNotFound, VersionConflict, load_match
from scoring.selectors.tables import find_table
from scoring.services import match_copies
from scoring.services.comparison import Comparison


class CopyQuery(Query):
    """What to do with a match that is not here."""

    create: bool = Field(True, description="false refuses a match that is not here, or no longer.")


class Copy(MatchView):
    """A match with its ids and its history, as a phone or another server has it."""

    max_body = "MAX_IMPORT_BODY"
    queries: ClassVar = {"POST": CopyQuery}

    @extend_schema(operation_id="matches_read_copy", responses=match_copies.MatchCopy)
    def get(self, request: Request, match_id: str) -> JSONResponse:
        """The copy of a match

        All of it, with the ids of table and players: what a phone needs to go on without a network.
        """
        match = self.get_match()
        if (response := not_modified(request, etag(match.version))) is not None:
            return response
        version, copy = match_copies.current_copy(match)
        return private_response(copy, version)

    @extend_schema(
        operation_id="matches_give_copy",
        request=match_copies.MatchCopy,
        responses={200: responses.GivenCopy, 201: responses.GivenCopy},
    )
    def post(self, request: Request, match_id: str) -> JSONResponse:
        """Send the copy of a match

        For a match that was played elsewhere, or continued there. If its history begins with all changes that are known
        here, the copy replaces the match. If not, nothing is written, and the response has the copy that is here.
        Nothing is merged; the same copy may be sent again. An unknown table is created: the key of the request becomes
        its scorer's key, `viewer_key` its viewer's.
        """
        data, match_id = self.json_body(), valid_id(match_id)
        key: Any = request.auth
        with suppress(MatchNotFound):
            match = load_match(match_id, key)
            self.check_object_permissions(request, match.role)
            expected_version(request, match.version, lambda: VersionConflict(match))
        table_id, inner_id = match_copies.ids_in(data)
        if inner_id != match_id:
            raise refuse("/match/id", "another_match", "The address names another match.", rule="")
        if find_table(table_id) is None:
            self.throttle_scope = "tables"  # a new table counts as such, however it is made
            self.check_throttles(request)
        try:
            result = match_copies.receive_from_phone(data, key, self.query.create)
        except MatchNotFound:
            raise access_error(key) from None
        version, current = result.match.version, None
        if result.comparison in (Comparison.BEHIND, Comparison.DIFFERENT):
            version, current = match_copies.current_copy(result.match)
        data = {"match": match_id, "version": version, "comparison": result.comparison, "current": current}
        address = f"/api/v1/matches/{match_id}" if result.new else ""
        return private_response(data, version, 201 if result.new else 200, address)
