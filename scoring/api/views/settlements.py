"""Settling up: a match, an evening, the kitty."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, ClassVar
from zlib import crc32

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request

from companion.http.api_view import bad_parameter, zone_of
from companion.http.conditional import etag, expected_version, not_modified, private_response
from companion.http.models import ZoneQuery
from companion.http.openapi.parameters import IDEMPOTENCY_KEY
from companion.http.renderers import JSONResponse
from scoring.api import bodies, files, idempotency
from scoring.api.idempotency import StoreResponse
from scoring.api.responses import settlements as responses
from scoring.api.responses.settlements import SettlementConflict, evening_json, kitty_line, settlement_json
from scoring.api.views.base import MatchView, TableView
from scoring.db.json_text import format_time
from scoring.db.write_lock import write_transaction
from scoring.selectors import settlements as selectors
from scoring.selectors.match_snapshot import MatchSnapshot, load_match
from scoring.services import settlements, sheets

_MATCH_SHEET = "name,amount,fees,balance,unit\r\nAda,5,0,5,cents\r\nBen,-5,0,-5,cents\r\n"
_EVENING_SHEET = "name,unit,1. Skat,2. Points,balance\r\nAda,cents,12,5,17\r\nBen,cents,-12,-5,-17\r\n"


class SettledMatch(MatchView):
    """The settlement of a match. Its ETag changes with the match and with the rules."""

    conflict_model = responses.StaleSettlement
    queries: ClassVar = {"GET": files.FileQuery}
    renderer_classes = files.RENDERERS

    @extend_schema(
        operation_id="settlement_read", responses=files.described_files(responses.SettlementOfMatch, _MATCH_SHEET)
    )
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """Settle up a match

        The amount of each player by the current totals, and the payments between players. Nothing of it is stored.
        """
        match = self.get_match()
        extension = files.extension_of(request)
        tag = etag(_tag(match)) if extension == "json" else f'"{_tag(match)}-{extension}"'
        if (unchanged := not_modified(request, tag)) is not None:
            return unchanged
        if extension == "json":
            return _response(match)
        rules = selectors.rules_of_match(match.id)
        tables = sheets.match_settlement_sheets(selectors.settle_match(match, rules) if rules else None)
        return files.file_response(request, tables, f"settlement-{match.id}", tag)

    @extend_schema(
        operation_id="settlement_replace",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.SettlementBody,
        responses={(200, "application/json"): responses.SettlementOfMatch},
    )
    def put(self, request: Request, match_id: str) -> JSONResponse:
        """Set how a match is settled

        The rules as a whole; fields that are left out have their defaults. New matches of a table begin with the
        `settlement` of the table for their game.
        """
        match = self.get_match()
        body = self.body_as(bodies.SettlementBody)
        return self._change(match, body.model_dump(mode="json"), _response)

    @extend_schema(operation_id="settlement_delete", parameters=[IDEMPOTENCY_KEY], responses={204: None})
    def delete(self, request: Request, match_id: str) -> JSONResponse:
        """Remove the settlement of a match

        The match itself stays as it is.
        """
        return self._change(self.get_match(), None, lambda match: JSONResponse(status=204))

    def _change(
        self, match: MatchSnapshot, rules: dict[str, Any] | None, respond: Callable[[MatchSnapshot], JSONResponse]
    ) -> JSONResponse:
        """Stores the rules if the client has seen the current settlement."""

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                locked = load_match(match.id, lock=True)
                tag = _tag(locked)
                expected_version(self.request, tag, lambda: SettlementConflict(tag, _json(locked)), needed=True)
                settlements.set_match_rules(locked, rules)
                response = respond(locked)
                store(response)
            return response

        return idempotency.run_once(self.request, f"table {match.table_id}", work)


def _tag(match: MatchSnapshot) -> str:
    rules = selectors.rules_of_match(match.id)
    return f"{match.version}-{crc32(rules.model_dump_json().encode()) if rules else 0:08x}"


def _json(match: MatchSnapshot) -> dict[str, object]:
    rules = selectors.rules_of_match(match.id)
    return settlement_json(match, selectors.settle_match(match, rules) if rules else None)


def _response(match: MatchSnapshot) -> JSONResponse:
    return private_response(_json(match), _tag(match))


class EveningQuery(ZoneQuery, files.FileQuery):
    """Which evening."""

    date: str | None = Field(
        None,
        description="The day on which the evening began, in the time zone `tz`. Of two evenings on one day the later "
        "one. Left out: the last evening.",
        examples=["2026-05-01"],
    )
    match: str | None = Field(
        None, description="The evening of this match, whenever it began.", examples=["p6d2r8s5y3bg7fjc"]
    )


class SettledEvening(TableView):
    """The settlement of an evening."""

    queries: ClassVar = {"GET": EveningQuery}
    renderer_classes = files.RENDERERS

    @extend_schema(
        operation_id="evening_settlement_read",
        responses=files.described_files(responses.SettlementOfEvening, _EVENING_SHEET),
    )
    def get(self, request: Request, table_id: str) -> HttpResponse:
        """Settle up an evening

        Each match is settled by its own rules, then the amounts are added; points of different games never are. Matches
        that are played for different things, cents and beans, are settled separately. A new evening begins if no match
        was begun for six hours, so midnight does not matter, and there may be two on one day.
        """
        table, _ = self.get_table()
        with timezone.override(zone_of(self.query)):
            evening = selectors.settle_evening(table, _day(self.query.date), self.query.match)
            day = evening.day
        if files.extension_of(request) != "json":
            return files.file_response(request, sheets.evening_sheets(evening.settled), f"settlement-{table.id}")
        return private_response(
            {
                "table": table.id,
                "date": day.isoformat() if day else None,
                "began_at": format_time(evening.began) if evening.began else None,
                "settlements": [evening_json(one) for one in evening.settled],
                "unsettled": [match.id for match in evening.unsettled],
            }
        )


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text is not None else None
    except ValueError:
        raise bad_parameter("date", "not_a_day", gettext("A day is written as 2026-05-01.")) from None


class TableKitty(TableView):
    """The kitty of a table."""

    @extend_schema(operation_id="kitty_read", responses=responses.Kitty)
    def get(self, request: Request, table_id: str) -> JSONResponse:
        """The kitty

        Its balance over all evenings: amounts from matches, and amounts put in or taken out.
        """
        table, _ = self.get_table()
        kitty = selectors.table_kitty(table)
        balances = [{"word": word, "amount": amount} for word, amount in kitty.balances.items()]
        return private_response({"balances": balances, "entries": [kitty_line(entry) for entry in kitty.entries]})

    @extend_schema(
        operation_id="kitty_add",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.KittyBody,
        responses={201: responses.KittyLine},
    )
    def post(self, request: Request, table_id: str) -> JSONResponse:
        """Put something into the kitty, or take it out

        Correct a mistake by an opposite entry.
        """
        table, _ = self.get_table()
        body = self.body_as(bodies.KittyBody)

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                entry = settlements.add_to_kitty(table, body.amount, body.word, body.note)
                response = private_response(kitty_line(entry), status=201, location=f"/api/v1/tables/{table.id}/kitty")
                store(response)
            return response

        return idempotency.run_once(request, f"table {table.id}", work)
