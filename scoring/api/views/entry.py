"""The entry points: ``/api`` and ``/api/v1`` lead to everything else."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from companion.http.api_view import ApiView
from companion.http.renderers import JSONResponse
from scoring.api.responses.entry import Entry
from scoring.api.views.games import cached_response


class EntryPoint(ApiView):
    """Where a program begins."""

    tag = "games"
    cached = True

    @extend_schema(operation_id="api_read", responses=Entry)
    def get(self, request: Request) -> JSONResponse:
        """Where everything is

        Links to the games, the rules, the documents that describe this API, and its documentation. Tables can be
        created at `tables`, but not listed.
        """
        return cached_response(request, Entry().model_dump_json())
