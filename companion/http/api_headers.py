"""Headers of every response to a program, also of responses that do not come from a view."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from companion.http.api_paths import is_for_programs
from companion.http.problems import Problem

#: What describes the API (RFC 8631), for whoever finds one address of it.
_DESCRIBED_BY = '</api/v1/openapi.json>; rel="service-desc", </api/docs>; rel="service-doc"'


class ApiHeaders:
    """Middleware: refuses plain HTTP if HTTPS is set, and adds headers for length, language and other sites."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_for_programs(request.path):
            return self.get_response(request)
        if settings.HTTPS and not request.is_secure():
            return Problem("https-needed", "This service answers by https only.").response()
        response = self.get_response(request)
        if response.status_code in (204, 304):
            # A response without a body has no Content-Type, so Django's default is removed.
            response.headers.pop("Content-Type", None)
        elif not response.streaming:
            response.headers.setdefault("Content-Length", str(len(response.content)))
            response.headers.setdefault("Content-Language", "en")
        if request.path != "/mcp":
            # Programs on other sites may read the API, see CORS_ALLOW_ALL_ORIGINS.
            response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
            own = response.headers.get("Link")
            response.headers["Link"] = f"{own}, {_DESCRIBED_BY}" if own else _DESCRIBED_BY
        return response
