"""The id of a request: in a header of its response, in its problem if it fails, and in each of its lines of the log.

It is a context variable, because code that logs or raises has no request at hand. ``companion.asgi`` sets it for all
requests; the middleware sets it if Django runs under another server.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar, Token

from django.conf import settings
from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"
#: Without a dot, so that no key (``ID.SECRET``) is taken for an id and gets into the log.
_WELL_FORMED = re.compile(r"[0-9A-Za-z_-]{8,64}", re.ASCII)

_current: ContextVar[str] = ContextVar("request_id", default="")


def request_id() -> str:
    """Returns the id of the current request, "" if there is none."""
    return _current.get()


def begin(header: str) -> Token[str]:
    """Gives the current request its id. header: of our proxy; if it is no well-formed id, a new one is made.

    Returns the token that resets the context variable.
    """
    trusted = settings.TRUST_PROXY and _WELL_FORMED.fullmatch(header)
    return _current.set(header if trusted else secrets.token_hex(16))


class RequestId:
    """Middleware: adds the id to the headers of every response but the files that a browser keeps for good."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = None if _current.get() else begin(request.META.get("HTTP_X_REQUEST_ID", ""))
        try:
            response = self.get_response(request)
            if "immutable" not in response.headers.get("Cache-Control", ""):
                response.headers[HEADER] = _current.get()
        finally:
            if token:
                _current.reset(token)
        return response
