"""What every endpoint has in common: methods, representation, query parameters, errors.

DRF's ``APIView`` gives the documentation its hold. What it would do for each request (wrapping, negotiation,
parsers, renderers) is not needed for JSON in and JSON out and costs as much as scoring a hand, so ``dispatch``
does the little that is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from pydantic_core import to_json
from rest_framework.views import APIView

from companion.http.problems import Problem
from scoring.api.failures import problem_of
from scoring.api.preconditions import etag

#: The stored texts are spliced, not parsed, so bodies are bytes from the start.
JSON = "application/json"


class Endpoint(APIView):
    """One address of the API. Methods take Django's request and return its response; failures are raised.

    parameters: the query parameters that it knows; any other is refused, so that a slip of the pen in
    ``?dry_run=true`` records nothing. produces: the media types of its answers.
    """

    parameters: ClassVar[frozenset[str]] = frozenset()
    produces: ClassVar[tuple[str, ...]] = (JSON,)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            name = (request.method or "").lower()
            handler = getattr(self, name, None) if name in self.http_method_names else None
            if handler is None:
                allow = ", ".join(self.allowed_methods)
                text = f"{request.method} is not allowed here: {allow} are."
                raise Problem("method-not-allowed", text, headers={"Allow": allow})
            if name != "options":
                self._check_accept(request.META.get("HTTP_ACCEPT"))
                self._check_parameters(request)
            response: HttpResponse = handler(request, *args, **kwargs)
        except Exception as error:  # noqa: BLE001, RUF100 - the one place where every failure becomes a problem
            response = problem_of(error).response()
        return response

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]
        """Which methods there are."""
        return HttpResponse(status=204, headers={"Allow": ", ".join(self.allowed_methods)})

    def _check_accept(self, accept: str | None) -> None:
        if not accept or "*/*" in accept:
            return
        wanted = {part.partition(";")[0].strip().lower() for part in accept.split(",")}
        for own in (*self.produces, "application/problem+json"):
            if own in wanted or own.partition("/")[0] + "/*" in wanted:
                return
        raise Problem("not-acceptable", f"Answers come as {' or '.join(self.produces)}.")

    def _check_parameters(self, request: HttpRequest) -> None:
        if not request.META.get("QUERY_STRING"):
            return
        for name in request.GET:
            if name not in self.parameters:
                known = ", ".join(sorted(self.parameters)) or "none"
                raise bad_parameter(name, "parameter_unknown", f"There is no parameter {name} here; known: {known}.")


def bad_parameter(name: str, code: str, detail: str) -> Problem:
    """The problem with a query parameter: 400, with its name under ``parameter``."""
    return Problem("malformed", detail, [{"pointer": "", "parameter": name, "code": code, "detail": detail}])


def flag(request: HttpRequest, name: str) -> bool:
    """A query parameter that is ``true`` or ``false``; false where it is missing. Raises Problem."""
    value = request.GET.get(name, "false").lower()
    if value not in ("true", "false", "1", "0"):
        raise bad_parameter(name, "bool_type", f"{name} is true or false.")
    return value in ("true", "1")


def answer(
    body: str | bytes | dict[str, Any], status: int = 200, headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """A JSON answer."""
    content = to_json(body) if isinstance(body, dict) else body
    return HttpResponse(content, status=status, content_type=JSON, headers=headers)


def private(
    body: str | dict[str, Any], version: int | None = None, status: int = 200, location: str = ""
) -> HttpResponse:
    """A JSON answer for the one who asked. version: of what it shows, for the ETag."""
    headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if version is not None:
        headers["ETag"] = etag(version)
    if location:
        headers["Location"] = location
    return answer(body, status, headers)
