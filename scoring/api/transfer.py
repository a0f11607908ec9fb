"""Matches out and in again."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scoring.api import guard, idempotency
from scoring.api.body import read
from scoring.api.endpoint import JSON, Endpoint, bad_parameter, private
from scoring.api.idempotency import Keep
from scoring.api.matches import brief
from scoring.api.preconditions import etag, unchanged
from scoring.db.json_text import dump_json
from scoring.models import Match
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.services import transfer

CSV = "text/csv"


class Export(Endpoint):
    """A match as a file."""

    parameters = frozenset({"format"})
    produces = (JSON, CSV)

    def get(self, request: HttpRequest, match_id: str) -> HttpResponse:
        """Everything about the match as JSON, or its score sheet as CSV."""
        match = guard.match(request, match_id)
        form = request.GET.get("format", "json")
        if form not in ("json", "csv"):
            raise bad_parameter("format", "format_unknown", "format is json or csv.")
        if (same := unchanged(request, etag(match.version))) is not None:
            return same
        if form == "csv":
            response = HttpResponse(transfer.csv_sheet(match), content_type=f"{CSV}; charset=utf-8")
        else:
            response = HttpResponse(dump_json(transfer.export_document([match])), content_type=JSON)
        response.headers["Content-Disposition"] = f'attachment; filename="{match.slug}-{match.id}.{form}"'
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers["Vary"] = "Authorization"
        response.headers["ETag"] = etag(match.version)
        return response


class Import(Endpoint):
    """Matches from a file."""

    def post(self, request: HttpRequest, table_id: str) -> HttpResponse:
        """Brings in the matches of an export: all of them or none."""
        table, _ = guard.table(request, table_id, write=True)
        data = read(request, most=settings.MAX_IMPORT_BODY)

        def work(keep: Keep) -> HttpResponse:
            answers: list[HttpResponse] = []

            def within(found: list[MatchSnapshot]) -> None:
                rows = Match.objects.in_bulk([match.id for match in found])
                where = f"/api/v1/matches/{found[0].id}"
                response = private({"matches": [brief(rows[match.id]) for match in found]}, None, 201, where)
                keep(response)
                answers.append(response)

            transfer.import_matches(table, data, within)
            return answers[-1]

        return idempotency.once(request, f"table {table.id}", work)
