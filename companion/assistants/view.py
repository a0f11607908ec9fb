"""The address ``/mcp``: one POST for each message, nothing is remembered between two."""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

from companion.assistants import protocol
from companion.assistants.calls import Call
from companion.assistants.protocol import ProtocolError, Service
from companion.assistants.service import SERVICE
from companion.http.api_view import ApiView
from companion.http.renderers import JSONResponse
from scoring.api.authentication import BearerKey
from scoring.api.exceptions import problem_of
from scoring.selectors.access_keys import Key


class Assistants(ApiView):
    """The Model Context Protocol. service: what it offers."""

    schema = None
    authentication_classes = (BearerKey,)
    http_method_names = ["post", "options"]
    service: Service = SERVICE

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuses requests of other sites' pages, too. Raises Problem, ProtocolError."""
        super().initial(request, *args, **kwargs)
        check_origin(request._request)

    def post(self, request: Request) -> HttpResponse:
        """Answers one message. Returns 202 without a body for a notification. Raises ProtocolError, Problem."""
        body = self.json_body()
        message = None
        try:
            message = protocol.read_request(body, request.headers)
            if message.id is None:
                return HttpResponse(status=202)
            call = Call(cast("Key | None", request.auth), request.build_absolute_uri("/").rstrip("/"))
            result = protocol.result_of(self.service, message, call)
        except ProtocolError as error:
            # Clients of the older dialect read errors of JSON-RPC in a response that HTTP calls good.
            status = 200 if message and not message.is_stateless else error.status
            return JSONResponse(error.as_json(protocol.id_of(body)), status=status)
        return JSONResponse(
            {"jsonrpc": "2.0", "id": message.id, "result": result}, headers={"Cache-Control": "no-store"}
        )

    def handle_exception(self, exc: Exception) -> HttpResponse:  # type: ignore[override]
        """Returns a failure of HTTP (too many requests, no JSON) as an error of JSON-RPC, with its problem as data."""
        if self.request.method != "POST":
            response: HttpResponse = super().handle_exception(exc)
            return response
        if isinstance(exc, ProtocolError):
            return JSONResponse(exc.as_json(), status=exc.status)
        problem = problem_of(exc)
        codes = {error.get("code") for error in problem.errors}
        error = ProtocolError(_code(problem.status, codes), problem.detail, data=problem.as_json())
        return JSONResponse(error.as_json(), status=problem.status, headers=problem.headers)


def _code(status: int, codes: set[Any]) -> int:
    if status >= 500:
        return protocol.INTERNAL_ERROR
    return protocol.PARSE_ERROR if "not_json" in codes else protocol.INVALID_REQUEST


def check_origin(request: HttpRequest) -> None:
    """Raises ProtocolError (403) for a request that a page of another site sends.

    A name that a page makes lead to this machine (DNS rebinding) would otherwise reach a server at home. Programs send
    no Origin. The Host is checked for every address (``companion.http.security.KnownHosts``).
    """
    origin = request.headers.get("Origin")
    if origin and urlsplit(origin).netloc.lower() != request.get_host().lower():
        raise ProtocolError(protocol.INVALID_REQUEST, "Pages of other sites may not send requests here", status=403)
