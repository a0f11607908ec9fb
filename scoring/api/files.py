"""Answers of the API as files for spreadsheets, by ``?format=`` or ``Accept``. Their texts are English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from pydantic import Field
from rest_framework.request import Request

from companion.http.conditional import PRIVATE
from companion.http.models import Query
from companion.http.renderers import CSVRenderer, JSONRenderer, XLSXRenderer
from scoring.services.spreadsheets import Sheet, csv_file, xlsx_file

RENDERERS = (JSONRenderer, CSVRenderer, XLSXRenderer)


class FileQuery(Query):
    """In which form."""

    format: Literal["json", "csv", "xlsx"] | None = Field(
        None,
        description="Instead of `Accept`: csv and xlsx are for spreadsheets; a workbook may have further sheets.",
        examples=["json"],
    )


def extension_of(request: Request) -> str:
    """Returns json, csv or xlsx."""
    extension: str = request.accepted_renderer.format
    return extension


def file_response(request: Request, sheets: Sequence[Sheet], name: str, tag: str = "") -> HttpResponse:
    """Returns these sheets in the form that was asked for; CSV has only the first one. tag: the ETag, if any."""
    extension = extension_of(request)
    content = xlsx_file(sheets) if extension == "xlsx" else csv_file(sheets[0])
    kind = XLSXRenderer.media_type if extension == "xlsx" else f"{CSVRenderer.media_type}; charset=utf-8"
    response = HttpResponse(content, content_type=kind, headers=PRIVATE)
    response.headers["Content-Language"] = "en"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{extension}"'
    if tag:
        response.headers["ETag"] = tag
    return response


def described_files(model: type, example: str) -> dict[tuple[int, str], object]:
    """Returns the responses of an operation for its documentation. model: of the JSON. example: of the CSV."""
    sheet = OpenApiResponse(str, "As a sheet.", [OpenApiExample("Two players", value=example)])
    book = OpenApiResponse(OpenApiTypes.BINARY, "As a workbook.")
    return {
        (200, JSONRenderer.media_type): model,
        (200, CSVRenderer.media_type): sheet,
        (200, XLSXRenderer.media_type): book,
    }
