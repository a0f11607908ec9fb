"""Headers that several operations share, and what is variable in a path, each with an example."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.utils import OpenApiExample, OpenApiParameter


def described(description: str, example: Any, **limits: Any) -> dict[str, Any]:
    """A part of a path, or a header of an answer. limits: of its JSON Schema."""
    kind = "integer" if isinstance(example, int) else "string"
    return {"description": description, "schema": {"type": kind, **limits}, "example": example}


ANSWER_HEADERS = {
    "RateLimit-Policy": described("How many requests are allowed in how many seconds.", '"key";q=60000;w=60'),
    "RateLimit": described(
        "How many more are allowed, and in how many seconds the limit resets.", '"key";r=59999;t=42'
    ),
    "ETag": described("The version that this answer shows, for If-Match and If-None-Match.", '"3"'),
    "Content-Language": described("The language of the texts.", "en"),
    "Content-Disposition": described("Only with a file: the name to save it under.", 'attachment; filename="skat.csv"'),
    "Preference-Applied": described("The preference of `Prefer` that this answer follows.", "return=representation"),
    "Idempotency-Replayed": described("Only on the answer to a request that was sent before.", "true"),
    "WWW-Authenticate": described("How to send a key.", 'Bearer realm="tables"'),
    "Link": described(
        "Where the API is described; in a list, also its next page (RFC 8288).",
        '</api/v1/openapi.json>; rel="service-desc", </api/docs>; rel="service-doc"',
    ),
    "Location": described("The address of what was created.", "/api/v1/matches/k3v9x2m7q4wt8hznp6d2r8s5y3bg"),
    "X-Request-ID": described(
        "The id of the request, for questions to the operator.", "4bf92f3577b34da6a3ce929d0e0e4736"
    ),
    "Retry-After": described("Seconds to wait before the next request.", 30),
}
"""Components of the document."""


def _header(name: str, description: str, example: Any, required: bool = False, **limits: Any) -> OpenApiParameter:
    """A header of a request. limits: of its JSON Schema."""
    return OpenApiParameter(
        name,
        {"type": "string", **limits},
        OpenApiParameter.HEADER,
        description=description,
        examples=[OpenApiExample("Example", value=example)],
        required=required,
    )


_SEEN = "The ETag that you have seen: 412 with the current state if there is a newer one."
IF_NONE_MATCH = _header("If-None-Match", "The ETag of an earlier answer: 304 while nothing has changed.", '"3"')
IF_MATCH = _header("If-Match", _SEEN, '"3"')
IF_MATCH_NEEDED = _header("If-Match", f"{_SEEN} 428 without.", '"3"', True)
IF_MATCH_OF_READ = _header("If-Match", "The ETag of an earlier answer: 412 if the answer has another one now.", '"3"')
IDEMPOTENCY_KEY = _header(
    "Idempotency-Key",
    "A random text of yours, such as a UUID: the same request sent again with it gets the same answer and does "
    f"nothing twice. Kept for {settings.IDEMPOTENCY_HOURS} hours.",
    "5f0c1f7e-4b0e-4b3a-9a54-0a6f0d1c9b7e",
    pattern="^[ -~]{1,255}$",
)
PREFER = _header("Prefer", "`return=representation`: the answer has the whole match, too.", "return=minimal")
LAST_EVENT_ID = _header("Last-Event-ID", "The last version received; browsers send it themselves.", "3")
LAST_TABLE_EVENT_ID = _header(
    "Last-Event-ID", "The id of the last event received; browsers send it themselves.", "1777061712436"
)
