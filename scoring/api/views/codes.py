"""Matches as codes: make, read without storing, keep."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic import Field
from rest_framework.request import Request

from companion.http.api_view import ApiView
from companion.http.conditional import private_response
from companion.http.models import Query
from companion.http.openapi.parameters import IDEMPOTENCY_KEY
from companion.http.renderers import JSONResponse
from scoring.api import idempotency
from scoring.api.bodies import CodesBody
from scoring.api.idempotency import StoreResponse
from scoring.api.responses import codes as responses
from scoring.api.views.base import MatchView, TableView
from scoring.db.write_lock import write_transaction
from scoring.engine.messages import fill_names
from scoring.languages import current_language
from scoring.match_code import digest_of, encoded_size
from scoring.match_code.payload import code_address
from scoring.selectors.match_snapshot import MatchSnapshot, at_one_version
from scoring.services import match_codes
from scoring.services.match_codes import ReadMatch


class CodeQuery(Query):
    """What the code holds."""

    names: bool = Field(True, description="false leaves out names, title and notes.", examples=[True])
    hands: bool = Field(True, description="false leaves out the hands: the totals alone.", examples=[True])
    printed: bool = Field(
        False, description="true adds the points of each hand, as a printed sheet shows them.", examples=[False]
    )


class MatchCode(MatchView):
    """A match as codes."""

    queries: ClassVar = {"GET": CodeQuery}

    @extend_schema(operation_id="matches_read_code", responses=responses.MatchCodes)
    def get(self, request: Request, match_id: str) -> JSONResponse:
        """The code of a match

        The whole match as text for a QR code, or several for a long one. Whoever reads it gets a copy with the names,
        but no key. `docs/match-code.md` describes the format.
        """
        return at_one_version(self.get_match(), self._codes)

    def _codes(self, match: MatchSnapshot) -> JSONResponse:
        printed = match_codes.points_of(match) if self.query.printed else None
        codes = match_codes.codes_of(match, self.query.names, printed, self.query.hands)
        root = self.request.build_absolute_uri("/")
        body = responses.MatchCodes(
            codes=codes,
            addresses=[code_address(root, code, settings.PHONE) for code in codes],
            bytes=encoded_size(codes),
            digest=digest_of(match_codes.coded_match(match)),
        )
        return private_response(body, match.version)


class DecodedCodes(ApiView):
    """Codes, read without storing anything."""

    tag = "scoring"
    inner = "/match"

    @extend_schema(operation_id="codes_decode", request=CodesBody, responses=responses.DecodedMatch)
    def post(self, request: Request) -> JSONResponse:
        """Read codes

        What the codes of one match hold, with every hand scored again. Nothing is stored. Pointers of errors are
        `/codes/…` for the codes themselves, `/match/…` for what they hold.
        """
        return JSONResponse(_decoded(match_codes.read(self.body_as(CodesBody).codes)).model_dump_json())


def _decoded(found: ReadMatch) -> responses.DecodedMatch:
    language = current_language(found.coded.game)
    hands = [_hand(scored.as_json(found.coded.game, language), found) for scored in found.hands]
    differences = found.differences
    return responses.DecodedMatch(
        match=found.coded,
        digest=digest_of(found.coded),
        sides=found.sides,
        hands=hands,
        totals=[float(total) for total in found.totals],
        printed=None
        if differences is None
        else [
            responses.PrintedDifference(hand=one.hand, printed=one.printed, scored=one.scored) for one in differences
        ],
    )


def _hand(scored: dict[str, Any], found: ReadMatch) -> responses.DecodedHand:
    return responses.DecodedHand(
        number=scored["number"],
        kind=scored["kind"],
        points=scored["points"],
        totals=scored["totals"],
        summary=fill_names(scored["summary"], found.names, found.sides),
    )


class KeptCodes(TableView):
    """A match from codes, kept at a table."""

    inner = "/match"

    @extend_schema(
        operation_id="tables_keep_code",
        parameters=[IDEMPOTENCY_KEY],
        request=CodesBody,
        responses={201: responses.KeptMatch, 200: OpenApiResponse(responses.KeptMatch, "It was here already.")},
    )
    def post(self, request: Request, table_id: str) -> JSONResponse:
        """Keep a match from codes

        Every hand is scored again. A match that is new here is stored. If its history begins with all changes of the
        match that is here, it replaces it; otherwise nothing is written, and `comparison` says why. The same codes may
        be sent again. A match of another table becomes a match of this one, always with the same id.
        """
        table, _ = self.get_table()
        found = match_codes.read(self.body_as(CodesBody).codes)

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                result = match_codes.keep(found, table)
                body = responses.KeptMatch(
                    match=result.match.id, version=result.match.version, comparison=result.comparison
                )
                address = f"/api/v1/matches/{result.match.id}" if result.new else ""
                response = private_response(body, result.match.version, 201 if result.new else 200, address)
                store(response)
            return response

        return idempotency.run_once(request, f"table {table.id}", work)
