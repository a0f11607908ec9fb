"""Errors of the API: ``application/problem+json`` (RFC 9457) for every failure.

Views raise ``Problem`` or let a ``Refusal`` of the engine through; ``handler`` makes the answer of both,
and of everything that Django and DRF raise themselves.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DatabaseError
from django.http import Http404, HttpResponse
from django.http.multipartparser import MultiPartParserError
from pydantic_core import to_json
from rest_framework import exceptions

from scoring.engine.messages import fill_names, render
from scoring.engine.refusal import Refusal

log = logging.getLogger(__name__)

#: type → (status, title). Each type is a page of ours, /api/problems/TYPE.
TYPES: dict[str, tuple[int, str]] = {
    "malformed": (400, "The request is malformed"),
    "key-needed": (401, "A key is needed"),
    "read-only-key": (403, "This key may only read"),
    "https-needed": (403, "HTTPS is needed"),
    "not-found": (404, "There is nothing here"),
    "method-not-allowed": (405, "This method is not allowed here"),
    "not-acceptable": (406, "No such representation"),
    "conflict": (409, "This cannot be done now"),
    "in-work": (409, "The same request is still in work"),
    "length-required": (411, "The length of the body is needed"),
    "stale": (412, "The match has changed since"),
    "too-large": (413, "The body is too large"),
    "unsupported-media-type": (415, "The body must be JSON"),
    "refused": (422, "This cannot have happened"),
    "key-reused": (422, "This Idempotency-Key belongs to another request"),
    "precondition-needed": (428, "If-Match is needed"),
    "too-many-requests": (429, "Too many requests"),
    "failure": (500, "Something failed on our side"),
    "unavailable": (503, "Not available at the moment"),
}

CONTENT_TYPE = "application/problem+json"


class Problem(Exception):  # noqa: N818 - RFC 9457's word
    """A failure to tell the client.

    sort: one of TYPES. detail: a sentence about this occurrence. errors: what is wrong where, each with
    ``pointer`` (JSON pointer into the body), ``code``, ``detail`` and, where a rule is broken, ``rule``.
    headers: to add to the answer. extra: further members of the problem object.
    """

    def __init__(
        self,
        sort: str,
        detail: str,
        errors: Sequence[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(detail)
        self.sort = sort
        self.status, self.title = TYPES[sort]
        self.detail = detail
        self.errors = list(errors)
        self.headers = dict(headers or {})
        self.extra = extra

    def as_json(self) -> dict[str, Any]:
        """The problem object."""
        return {
            "type": f"/api/problems/{self.sort}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            **({"errors": self.errors} if self.errors else {}),
            **self.extra,
        }

    def response(self) -> HttpResponse:
        """The answer."""
        answer = HttpResponse(to_json(self.as_json()), status=self.status, content_type=CONTENT_TYPE)
        answer.headers["Cache-Control"] = "no-store"
        for name, value in self.headers.items():
            answer.headers[name] = value
        return answer


def refusal_problem(refusal: Refusal, slug: str = "", seats: Sequence[str] = (), sides: Sequence[str] = ()) -> Problem:
    """The problem that an engine's refusal is. slug: the game whose rules page the errors link to."""
    errors = []
    for fault in refusal.errors:
        error = {
            "pointer": fault.pointer,
            "code": fault.code,
            "detail": fill_names(render(fault.message), seats or SEATS, sides or SEATS),
        }
        if slug and fault.rule:
            error["rule"] = f"/rules/{slug}#{fault.rule}"
        errors.append(error)
    detail = " ".join(error["detail"] for error in errors)
    return Problem("malformed" if refusal.malformed else "refused", detail, errors)


SEATS = tuple(f"Seat {number}" for number in range(1, 13))
"""Names where nobody has given any."""

_DRF_TYPES: dict[type[Exception], str] = {
    exceptions.ParseError: "malformed",
    exceptions.NotAuthenticated: "key-needed",
    exceptions.AuthenticationFailed: "key-needed",
    exceptions.PermissionDenied: "read-only-key",
    exceptions.NotFound: "not-found",
    exceptions.MethodNotAllowed: "method-not-allowed",
    exceptions.NotAcceptable: "not-acceptable",
    exceptions.UnsupportedMediaType: "unsupported-media-type",
    exceptions.Throttled: "too-many-requests",
}


def problem_for(error: Exception) -> Problem:
    """The problem that any exception is. What we did not foresee is logged and says nothing about us."""
    match error:
        case Problem():
            return error
        case Refusal():
            return refusal_problem(error)
        case Http404():
            return Problem("not-found", "There is nothing at this address.")
        case RequestDataTooBig():
            return Problem("too-large", "The body is larger than allowed here.")
        case PermissionDenied():
            return Problem("read-only-key", "This is not allowed with this key.")
        case SuspiciousOperation() | MultiPartParserError():
            return Problem("malformed", "The request is malformed.")
        case exceptions.APIException():
            sort = _DRF_TYPES.get(type(error), "malformed")
            headers = {}
            if wait := getattr(error, "wait", None):
                headers["Retry-After"] = str(int(wait) + 1)
            return Problem(sort, str(error.detail), headers=headers)
        case DatabaseError():
            log.exception("the database failed")
            return Problem("unavailable", "The database does not answer. Nothing was stored; try again.")
        case _:
            log.exception("unforeseen failure")
            return Problem("failure", "Something failed on our side. Nothing was stored; the failure was noted.")


def exception_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """DRF's exception handler."""
    problem = problem_for(error)
    if problem.status == 405 and (view := context.get("view")) is not None:
        problem.headers["Allow"] = ", ".join(view.allowed_methods)
    return problem.response()
