"""What is sent to webhooks, for the document's own section ``webhooks`` (OpenAPI 3.1)."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiWebhook

from companion.http.openapi.parameters import described
from scoring.api.openapi.examples import examples

_HEADERS = {
    "webhook-id": described("Of the delivery: the same at every try. Drop what you have had.", "m4s7v2d9y5ch8gjr"),
    "webhook-timestamp": described("When this try was made, in seconds since 1970. Refuse what is old.", "1777666500"),
    "webhook-signature": described(
        "`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64; several are separated by spaces.",
        "v1,RVhBTVBMRS1zaWduYXR1cmU=",
    ),
}


def _webhook(name: str, component: str, **description: str) -> OpenApiWebhook:
    schema = {"$ref": f"#/components/schemas/{component}"}
    content = {"schema": schema, "examples": {"Example": {"value": examples()[component]}}}
    post: dict[str, Any] = {
        **description,
        "tags": ["events"],
        "security": [],
        # As a mapping: drf-spectacular takes no headers of a webhook from ``@extend_schema``.
        "parameters": [{"in": "header", "name": name, "required": True, **one} for name, one in _HEADERS.items()],
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {
            "2XX": {"description": "It arrived."},
            "410": {"description": "The webhook is switched off."},
            "default": {"description": "It is sent again, for about a day. Redirects are not followed."},
        },
    }
    return OpenApiWebhook(name, {"post": post})


MATCH_EVENT = _webhook(
    "match_event",
    "WebhookMessage",
    operationId="match_event",
    summary="A hand was recorded, corrected or taken back; a match was finished or reopened",
    description="`type` says which. Signed as Standard Webhooks says.",
)
CLUB_EVENT = _webhook(
    "club_event",
    "ClubMessage",
    operationId="club_event",
    summary="A round was published, started or closed; a result was entered, confirmed or disputed",
    description="To webhooks of an event. It says where to read, and has no names.",
)
TEST = _webhook(
    "test", "TestMessage", operationId="webhook_test", summary="A test", description="Sent only when it is asked for."
)
