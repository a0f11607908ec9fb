"""Headers and query parameters that several operations share, each with an example."""

from __future__ import annotations

from typing import Any, Literal

from django.conf import settings
from drf_spectacular.utils import OpenApiExample, OpenApiParameter

Where = Literal["query", "path", "header", "cookie"]
_HEADER: Where = "header"
_PATH: Where = "path"


def parameter(
    name: str, sort: Any, description: str, example: Any, where: Where = "query", required: bool = False
) -> OpenApiParameter:
    """A parameter with an example."""
    examples = [OpenApiExample("Example", value=example)]
    return OpenApiParameter(name, sort, where, description=description, examples=examples, required=required)


TABLE_ID = "k3v9x2m7q4wt8hzn"
MATCH_ID = "p6d2r8s5y3bg7fjc"
ADA, BEN, CLEO = "a4n7c2xq9wt5hzkm", "b8m3v6yr2sd9gfjp", "c5k9z4pt7qh2wxnb"

IN_TABLE = parameter("table_id", str, "The table.", TABLE_ID, _PATH, True)
IN_MATCH = parameter("match_id", str, "The match.", MATCH_ID, _PATH, True)
HAND_NUMBER = parameter("number", int, "The hand, counted from 1.", 1, _PATH, True)
SLUG = parameter("slug", str, "The game.", "points", _PATH, True)
ROLE = OpenApiParameter(
    "role",
    str,
    _PATH,
    required=True,
    enum=["scorer", "viewer"],
    description="Which key: the one that writes or the one that reads.",
    examples=[OpenApiExample("Example", value="viewer")],
)

_KNOWN = "The ETag of an earlier answer: 304 while nothing has changed."
_SEEN = "The ETag that you have seen: 412 with the current state where there is a newer one."
IF_NONE_MATCH = parameter("If-None-Match", str, _KNOWN, '"3"', _HEADER)
IF_MATCH = parameter("If-Match", str, _SEEN, '"3"', _HEADER)
IF_MATCH_NEEDED = parameter("If-Match", str, f"{_SEEN} 428 without.", '"3"', _HEADER, True)
IDEMPOTENCY_KEY = parameter(
    "Idempotency-Key",
    str,
    "A random text of yours, such as a UUID: the same request sent again under it gets the same answer and does "
    f"nothing twice. Kept for {settings.IDEMPOTENCY_HOURS} hours.",
    "5f0c1f7e-4b0e-4b3a-9a54-0a6f0d1c9b7e",
    _HEADER,
)
LIMIT = parameter(
    "limit",
    int,
    f"How many at most: 1 to {settings.MAX_PAGE_SIZE}, {settings.PAGE_SIZE} unless told. More is refused, not cut.",
    50,
)
CURSOR = parameter("cursor", str, "Where to go on: follow `next` as it stands.", "50")
GAME = parameter("game", str, "Only matches of this game.", "skat")
SINCE = parameter("since", str, "Only matches begun on this day or later, or from this time on.", "2026-01-01")
DRY_RUN = parameter("dry_run", bool, "true: only say what the hand would come to. The answer is 200 then.", True)
FORMAT = OpenApiParameter(
    "format",
    str,
    enum=["json", "csv"],
    description="json comes in again without loss; csv is the score sheet for a spreadsheet.",
    examples=[OpenApiExample("Example", value="json")],
)
LAST_EVENT = parameter("Last-Event-ID", str, "The last version heard; browsers send it themselves.", "3", _HEADER)
