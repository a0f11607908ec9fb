"""Headers that several operations share, and what is variable in a path, each with an example."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.utils import OpenApiExample, OpenApiParameter


def header(name: str, description: str, example: Any, required: bool = False, **limits: Any) -> OpenApiParameter:
    """A header of a request. limits: of its JSON Schema."""
    examples = [OpenApiExample("Example", value=example)]
    schema = {"type": "string", **limits}
    return OpenApiParameter(
        name, schema, OpenApiParameter.HEADER, description=description, examples=examples, required=required
    )


def in_path(description: str, example: Any, **limits: Any) -> dict[str, Any]:
    """A part of a path. limits: of its JSON Schema."""
    kind = "integer" if isinstance(example, int) else "string"
    return {"description": description, "schema": {"type": kind, **limits}, "example": example}


_SEEN = "The ETag that you have seen: 412 with the current state if there is a newer one."
IF_NONE_MATCH = header("If-None-Match", "The ETag of an earlier answer: 304 while nothing has changed.", '"3"')
IF_MATCH = header("If-Match", _SEEN, '"3"')
IF_MATCH_NEEDED = header("If-Match", f"{_SEEN} 428 without.", '"3"', True)
IDEMPOTENCY_KEY = header(
    "Idempotency-Key",
    "A random text of yours, such as a UUID: the same request sent again with it gets the same answer and does "
    f"nothing twice. Kept for {settings.IDEMPOTENCY_HOURS} hours.",
    "5f0c1f7e-4b0e-4b3a-9a54-0a6f0d1c9b7e",
    pattern="^[ -~]{1,255}$",
)
PREFER = header("Prefer", "`return=representation`: the answer is the whole match.", "return=minimal")
LAST_EVENT_ID = header("Last-Event-ID", "The last version received; browsers send it themselves.", "3")
