"""Pages for people who write programs: Swagger UI, and one page for each kind of problem."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from companion.http.problems import TYPES
from scoring.api.endpoint import Endpoint

_HTML = "text/html"

#: type → what it means, what to do.
MEANINGS: dict[str, tuple[str, str]] = {
    "malformed": (
        "The request is not of the form that was asked for: no JSON, a field that is missing, unknown or of the wrong "
        "type, a query parameter that cannot be read.",
        "Look at errors: each names its field by a JSON pointer. /api/v1/openapi.json says what is asked for.",
    ),
    "key-needed": (
        "What was asked for belongs to a table, and the request carries no key that opens anything.",
        "Send Authorization: Bearer KEY with a key of the table. A key that was replaced opens nothing any more.",
    ),
    "read-only-key": (
        "The viewer's key reads; it cannot change anything.",
        "Ask for the scorer's key.",
    ),
    "https-needed": (
        "This service is reached by https only, so that no key travels in the clear.",
        "Send the request to the https address. A key that was sent by http should be replaced.",
    ),
    "not-found": (
        "There is nothing at this address, or nothing that this key opens. Which of the two is not told.",
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
    "conflict": (
        "The request is right but cannot be carried out as things stand, such as undoing where nothing was done.",
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
    "unsupported-media-type": (
        "The body is not JSON in UTF-8.",
        "Send Content-Type: application/json.",
    ),
    "refused": (
        "The request is well formed, but what it says cannot have happened by the rules of the game, or lies outside a "
        "limit. Nothing was stored.",
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
        "Wait as many seconds as Retry-After says. RateLimit tells beforehand how many are left.",
    ),
    "failure": (
        "Something failed on our side. Nothing was stored, and the failure was noted.",
        "Send the request again; with the same Idempotency-Key nothing happens twice.",
    ),
    "unavailable": (
        "The service cannot answer at the moment.",
        "Send the request again in a while; with the same Idempotency-Key nothing happens twice.",
    ),
}


class Problems(Endpoint):
    """All kinds of problems."""

    produces = (_HTML,)

    def get(self, request: HttpRequest) -> HttpResponse:
        """The list of all kinds."""
        problems = [{"name": name, "status": status, "title": title} for name, (status, title) in TYPES.items()]
        return render(request, "api/problems.html", {"problems": problems})


class OneProblem(Endpoint):
    """One kind of problem: where ``type`` points."""

    produces = (_HTML,)

    def get(self, request: HttpRequest, name: str) -> HttpResponse:
        """What it means and what to do."""
        if name not in TYPES:
            raise Http404
        status, title = TYPES[name]
        meaning, remedy = MEANINGS[name]
        known = {"name": name, "status": status, "title": title, "meaning": meaning, "remedy": remedy}
        return render(request, "api/problem.html", known)


class Swagger(Endpoint):
    """The document, to read and to try out."""

    produces = (_HTML,)

    def get(self, request: HttpRequest) -> HttpResponse:
        """Swagger UI."""
        return render(request, "api/docs.html")


PAGES = (Problems, OneProblem, Swagger)
"""Views that are no part of the API itself."""
