"""Errors of the API: ``application/problem+json`` (RFC 9457) for every failure.

Views raise ``Problem`` or let a ``Refusal`` of the engine through. ``problem_for`` turns both into problems, and also
whatever Django raises (DRF's exceptions: ``scoring.api.exceptions``).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DatabaseError
from django.http import Http404, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_noop as _
from pydantic_core import to_json

from companion.common.signals import database_failed
from companion.http.request_id import request_id
from scoring.engine.messages import fill_names, render_sentence
from scoring.engine.refusal import Refusal
from scoring.languages import current_language

log = logging.getLogger(__name__)

#: type → (status, title). Each type is a page of ours, /api/problems/TYPE. Titles are English; pages translate them.
TYPES: dict[str, tuple[int, str]] = {
    "malformed": (400, _("The request is malformed")),
    "key-needed": (401, _("A key is needed")),
    "read-only-key": (403, _("This key may only read")),
    "form-token": (403, _("This form has expired")),
    "https-needed": (403, _("HTTPS is needed")),
    "not-found": (404, _("There is nothing here")),
    "method-not-allowed": (405, _("This method is not allowed here")),
    "not-acceptable": (406, _("No such representation")),
    "timeout": (408, _("The request came too slowly")),
    "conflict": (409, _("This cannot be done now")),
    "in-work": (409, _("The same request is still running")),
    "length-required": (411, _("The length of the body is needed")),
    "stale": (412, _("This has changed in the meantime")),
    "too-large": (413, _("The body is too large")),
    "address-too-long": (414, _("The address is too long")),
    "unsupported-media-type": (415, _("The body must be JSON")),
    "refused": (422, _("A rule or a limit forbids this")),
    "key-reused": (422, _("This Idempotency-Key belongs to another request")),
    "precondition-needed": (428, _("If-Match is needed")),
    "too-many-requests": (429, _("Too many requests")),
    "headers-too-large": (431, _("The headers are too large")),
    "failure": (500, _("Something failed on our side")),
    "not-implemented": (501, _("This part of HTTP is not spoken here")),
    "unavailable": (503, _("Not available at the moment")),
}

#: type → what it means and what to do.
MEANINGS: dict[str, tuple[str, str]] = {
    "malformed": (
        "The request is not of the form that was asked for: no JSON, a field that is missing, unknown or of the wrong "
        "type, a query parameter that cannot be read.",
        "Look at errors: each names its field by a JSON pointer. /api/v1/openapi.json says what is asked for.",
    ),
    "key-needed": (
        "What was asked for belongs to a table, and the request carries no key that opens anything.",
        "Send Authorization: Bearer KEY with a key of the table. A key that was replaced opens nothing.",
    ),
    "read-only-key": (
        "The viewer's key reads; it cannot change anything.",
        "Ask for the scorer's key.",
    ),
    "form-token": (
        "A form of a page was sent without its token, or with one that is no longer valid.",
        "Reload the page and send the form again. Calls of the API need no token.",
    ),
    "https-needed": (
        "This service is reached by https only, so that no key travels in the clear.",
        "Send the request to the https address. A key that was sent by http should be replaced.",
    ),
    "not-found": (
        "There is nothing at this address, or nothing that this key opens. The answer does not say which.",
        "Check the address: paths have no slash at the end.",
    ),
    "method-not-allowed": (
        "The address exists, but not for this method.",
        "The Allow header names the methods.",
    ),
    "not-acceptable": (
        "The Accept header asks for a representation that we do not have.",
        "Accept application/json, or leave the header out.",
    ),
    "timeout": (
        "The body of the request did not arrive in time. Nothing was done.",
        "Send the request again, in one piece.",
    ),
    "conflict": (
        "The request is right but is not possible now, such as undoing where nothing was done.",
        "Look at the current state.",
    ),
    "in-work": (
        "A request with the same Idempotency-Key has not been answered yet.",
        "Wait a second and send it again.",
    ),
    "length-required": (
        "The body came without its length.",
        "Send Content-Length, or a chunked body.",
    ),
    "stale": (
        "Somebody else changed the match or table after the version that If-Match names. Nothing was written.",
        "The current state is in current, its ETag in the header: look whether the change still makes sense, then send "
        "it with that ETag.",
    ),
    "too-large": (
        "The body is larger than is allowed here.",
        "A body has at most 256 KiB, an import 16 MiB.",
    ),
    "address-too-long": (
        "The address of the request is longer than is read here.",
        "An address has at most 8 KiB. Send what is long in the body.",
    ),
    "unsupported-media-type": (
        "The body is not JSON in UTF-8.",
        "Send Content-Type: application/json, without Content-Encoding.",
    ),
    "refused": (
        "The request is well formed, but the rules of the game or a limit of ours forbid what it says. "
        "Nothing was stored.",
        "errors says which field, why, and which rule it breaks, with a link to it.",
    ),
    "key-reused": (
        "This Idempotency-Key was sent before with another request.",
        "Use a new key for every new request, and the old one only to send the same request again.",
    ),
    "precondition-needed": (
        "PUT, PATCH and DELETE need If-Match, so that of two phones neither overwrites what the other did.",
        "Read the match or table first and send its ETag in If-Match.",
    ),
    "too-many-requests": (
        "More requests came from this address than are allowed in a minute.",
        "Wait as many seconds as Retry-After says. RateLimit says beforehand how many are left.",
    ),
    "headers-too-large": (
        "The headers of the request are longer than is read here.",
        "Headers have at most 32 KiB, all together. Delete cookies of this site, or send fewer headers.",
    ),
    "failure": (
        "Something failed on our side. Nothing was stored, and the failure was noted.",
        "Send the request again; with the same Idempotency-Key nothing happens twice.",
    ),
    "not-implemented": (
        "The request uses a part of HTTP that is not spoken here: CONNECT, or another Transfer-Encoding than chunked.",
        "Send the body as it is, with Content-Length or chunked.",
    ),
    "unavailable": (
        "The service cannot answer at the moment.",
        "Send the request again in a while; with the same Idempotency-Key nothing happens twice.",
    ),
}

CONTENT_TYPE = "application/problem+json"


class Problem(Exception):  # noqa: N818 - RFC 9457's word
    """An error to report to the client.

    kind: one of TYPES. detail: a sentence about this occurrence. errors: each with ``pointer`` (JSON pointer into the
    body), ``code``, ``detail`` and, if a rule is broken, ``rule``. headers: to add to the response. extra: further
    members of the problem object.
    """

    def __init__(
        self,
        kind: str,
        detail: str,
        errors: Sequence[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.status, self.title = TYPES[kind]
        self.detail = detail
        self.errors = list(errors)
        self.headers = dict(headers or {})
        self.extra = extra

    def as_json(self) -> dict[str, Any]:
        """Returns the problem object."""
        return {
            "type": f"/api/problems/{self.kind}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            **({"errors": self.errors} if self.errors else {}),
            **self.extra,
        }

    def response(self) -> HttpResponse:
        """Returns the response with the problem object and the id of the request."""
        current_id = request_id()
        content = to_json({**self.as_json(), **({"request_id": current_id} if current_id else {})})
        response = HttpResponse(content, status=self.status, content_type=CONTENT_TYPE)
        response.headers["Cache-Control"] = "no-store"
        for name, value in self.headers.items():
            response.headers[name] = value
        return response


def refusal_problem(refusal: Refusal, slug: str = "", seats: Sequence[str] = (), sides: Sequence[str] = ()) -> Problem:
    """Returns the problem for a refusal of the engine. slug: the game whose rules page the errors link to."""
    errors = []
    language = current_language(slug)
    names = seat_names()
    for error in refusal.errors:
        entry = {
            "pointer": error.pointer,
            "code": error.code,
            "detail": fill_names(render_sentence(error.message, language), seats or names, sides or names),
        }
        if slug and error.rule:
            entry["rule"] = f"/rules/{slug}#{error.rule}"
        errors.append(entry)
    return Problem("malformed" if refusal.malformed else "refused", detail_of(errors), errors)


def detail_of(errors: Sequence[Mapping[str, Any]]) -> str:
    """Returns one sentence for these errors: the first one, and how many there are if there are several."""
    first: str = errors[0]["detail"]
    if len(errors) == 1:
        return first
    places = [error.get("parameter") or error.get("pointer") or gettext("the whole") for error in errors]
    text = ngettext(
        "{n} thing is wrong, at {places}; the first: {detail}",
        "{n} things are wrong, at {places}; the first: {detail}",
        len(errors),
    )
    return text.format(n=len(errors), places=current_language().join_texts(places), detail=first)


def seat_names() -> list[str]:
    """Returns names for players without one, in the language of the request."""
    return list(_seat_names(get_language()))


@lru_cache
def _seat_names(language: str | None) -> list[str]:
    return [gettext("Seat {number}").format(number=number) for number in range(1, 13)]


def problem_for(error: Exception) -> Problem:
    """Returns the problem for an exception. An unexpected one is logged, and the problem has no details of it."""
    match error:
        case Problem():
            return error
        case Refusal():
            return refusal_problem(error)
        case Http404():
            return Problem("not-found", gettext("There is nothing at this address."))
        case RequestDataTooBig():
            return Problem("too-large", gettext("The body is larger than allowed here."))
        case PermissionDenied():
            return Problem("read-only-key", gettext("This is not allowed with this key."))
        case SuspiciousOperation() | MultiPartParserError():
            return Problem("malformed", gettext("The request is malformed."))
        case DatabaseError():
            database_failed.send(None)
            log.exception("the database failed")
            text = gettext(
                "The database cannot be used at the moment. Send the request again in a while; with the same "
                "Idempotency-Key nothing happens twice."
            )
            return Problem("unavailable", text, headers={"Retry-After": "5"})
        case _:
            log.exception("unforeseen failure")
            return Problem(
                "failure", gettext("Something failed on our side. Nothing was stored; the failure was noted.")
            )
