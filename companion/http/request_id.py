"""The id of a request: in the header of its answer, in the problem that it may be, and in each line that it logs.

A context variable, because what is logged or refused knows no request. ``companion.asgi`` sets it for all requests;
the middleware does where Django runs under another server.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar, Token

from django.conf import settings
from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"
#: Without a dot: nobody's key (``ID.SECRET``) is taken for one, and so none gets into the log.
_WELL_FORMED = re.compile(r"[0-9A-Za-z_-]{8,64}", re.ASCII)

_current: ContextVar[str] = ContextVar("request_id", default="")


def request_id() -> str:
    """The id of the request that is being answered; "" if there is none."""
    return _current.get()


def begin(sent: str) -> Token[str]:
    """Gives the request that begins now its id: the one that our proxy sent, if it is well formed, else a new one."""
    known = settings.TRUST_PROXY and _WELL_FORMED.fullmatch(sent)
    return _current.set(sent if known else secrets.token_hex(16))


class RequestId:
    """Middleware: the id in the header of every answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = None if _current.get() else begin(request.META.get("HTTP_X_REQUEST_ID", ""))
        try:
            response = self.get_response(request)
            response.headers[HEADER] = _current.get()
        finally:
            if token:
                _current.reset(token)
        return response
