"""Export and import of matches."""

from __future__ import annotations

from typing import ClassVar, Literal

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic import Field
from rest_framework.request import Request

from companion.http.conditional import etag, not_modified, private_response
from companion.http.models import Query
from companion.http.openapi.parameters import IDEMPOTENCY_KEY
from companion.http.renderers import JSONResponse
from scoring.api import files, idempotency
from scoring.api.idempotency import StoreResponse
from scoring.api.responses import matches as responses
from scoring.api.views.base import MatchView, TableView
from scoring.selectors import match_lists
from scoring.selectors.match_snapshot import MatchSnapshot, at_one_version
from scoring.services import export_models, sheets, transfer

_SHEET = (
    "number,recorded_at,kind,hand,Ada: points,Ben: points,Ada: total,Ben: total,entered\r\n"
    '1,2026-05-01T20:15:00.000Z,round,"Ada +20, Ben −5",20,-5,20,-5,"{""kind"":""round"",""scores"":[20,-5]}"\r\n'
)


class ExportQuery(files.FileQuery):
    """In which form."""

    format: Literal["json", "csv", "xlsx"] | None = Field(
        None,
        description="Instead of `Accept`: json can be imported again without loss, csv and xlsx are for spreadsheets.",
        examples=["json"],
    )


class Export(MatchView):
    """A match as a file."""

    queries: ClassVar = {"GET": ExportQuery}
    renderer_classes = files.RENDERERS

    @extend_schema(
        operation_id="matches_export",
        responses=files.described_files(export_models.Export, _SHEET),
    )
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """A match as a file

        Everything about the match as JSON, or its score sheet as CSV or XLSX: `?format=csv`, or `Accept: text/csv`.
        """
        return at_one_version(self.get_match(), self._file)

    def _file(self, match: MatchSnapshot) -> HttpResponse:
        request: Request = self.request
        extension = files.extension_of(request)
        tag = etag(match.version) if extension == "json" else f'"{match.version}-{extension}"'
        if (unchanged := not_modified(request, tag)) is not None:
            return unchanged
        name = f"{match.slug}-{match.id}"
        if extension != "json":
            return files.file_response(request, [sheets.match_sheet(match)], name, tag)
        response: HttpResponse = private_response(transfer.export_document([match]))
        response.headers["ETag"] = tag
        response.headers["Content-Disposition"] = f'attachment; filename="{name}.json"'
        return response


class ImportQuery(Query):
    """What happens with known matches."""

    known: Literal["skip", "import"] = Field(
        "skip",
        description="What happens with matches that are at this table already: `skip`, the answer lists them; or "
        "`import`, they are imported as further matches, and count again.",
        examples=["skip"],
    )


class Import(TableView):
    """Matches from a file."""

    queries: ClassVar = {"POST": ImportQuery}

    max_body = "MAX_IMPORT_BODY"

    @extend_schema(
        operation_id="matches_import",
        parameters=[IDEMPOTENCY_KEY],
        request=export_models.Export,
        responses={201: responses.Imported, 200: OpenApiResponse(responses.Imported, "Every match was skipped.")},
    )
    def post(self, request: Request, table_id: str) -> JSONResponse:
        """Import matches

        Every hand is scored again; if one match cannot be imported, none is. A match is known by its `id`, or, in
        exports of earlier releases, by game, begin and hands. Into another table than its own it is imported once, as a
        match of that table.
        """
        table, _ = self.get_table()
        data = self.json_body()

        def work(store: StoreResponse) -> JSONResponse:
            outcome: list[JSONResponse] = []

            def in_transaction(imported: transfer.Imported) -> None:
                response = _imported(imported)
                store(response)
                outcome.append(response)

            transfer.import_matches(table, data, in_transaction, again=self.query.known == "import")
            return outcome[-1]

        return idempotency.run_once(request, f"table {table.id}", work)


def _imported(imported: transfer.Imported) -> JSONResponse:
    rows = match_lists.rows_by_id([match.id for match in imported.matches])
    body = responses.Imported(
        matches=[responses.MatchBrief.of(rows[match.id]) for match in imported.matches],
        skipped=[
            responses.SkippedMatch(pointer=f"/matches/{one.place}", match=one.match.id, comparison=one.comparison)
            for one in imported.skipped
        ],
    )
    if not imported.matches:
        return private_response(body)
    return private_response(body, None, 201, f"/api/v1/matches/{imported.matches[0].id}")
