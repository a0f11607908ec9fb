"""Renderers of responses: JSON, CSV, XLSX, event streams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from pydantic import BaseModel
from pydantic_core import to_json
from rest_framework.renderers import BaseRenderer


class JSONRenderer(BaseRenderer):
    """JSON from a model or plain data. Text is taken as JSON: stored texts are joined, not parsed."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> bytes:
        """Returns the bytes of the response."""
        return json_text(data).encode()


def json_text(data: Any) -> str:
    """Returns the data as JSON text. Fields of models that have their default are left out."""
    match data:
        case str():
            return data
        case None:
            return ""
        case bytes():
            return data.decode()
        case BaseModel():
            return data.model_dump_json(exclude_defaults=True)
        case _:
            return to_json(data).decode()


class JSONResponse(HttpResponse):
    """A JSON response, written at once: DRF's own Response is a template that is rendered later.

    data: a model, plain data, or text that is JSON already.
    """

    def __init__(self, data: Any = None, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        self.text = json_text(data)
        super().__init__(self.text, status=status, content_type=JSONRenderer.media_type, headers=headers)


class CSVRenderer(BaseRenderer):
    """A sheet for spreadsheets. Views give it as finished text."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> Any:
        """Returns the text as it is."""
        return data


class XLSXRenderer(BaseRenderer):
    """A workbook for spreadsheets. Views give its bytes."""

    media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    format = "xlsx"
    charset = None

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> Any:
        """Returns the bytes as they are."""
        return data


class EventStreamRenderer(BaseRenderer):
    """Server-Sent Events. Only for the negotiation: ``scoring.live.event_stream`` writes them."""

    media_type = "text/event-stream"
    format = "events"
