"""What is sent to webhooks, for the document's own section ``webhooks`` (OpenAPI 3.1)."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiWebhook

from scoring.api.openapi import examples

_HEADERS = {
    "webhook-id": ("Of the delivery: the same at every try. Drop what you have had.", examples.MESSAGE_ID),
    "webhook-timestamp": ("When this try was made, in seconds since 1970. Refuse what is old.", "1777666500"),
    "webhook-signature": (
        "`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64; several are separated by spaces.",
        "v1,RVhBTVBMRS1zaWduYXR1cmU=",
    ),
}
_TEST = {
    "type": "webhook.test",
    "timestamp": examples.MESSAGE["timestamp"],
    "data": {"table": examples.TABLE_ID, "webhook": examples.WEBHOOK_ID},
}


def _operation(operation_id: str, summary: str, description: str, component: str, example: Any) -> dict[str, Any]:
    content = {
        "schema": {"$ref": f"#/components/schemas/{component}"},
        "examples": {"Example": {"value": example}},
    }
    shape = {"in": "header", "required": True, "schema": {"type": "string"}}
    parameters = [
        {**shape, "name": name, "description": text, "example": one} for name, (text, one) in _HEADERS.items()
    ]
    return {
        "operationId": operation_id,
        "summary": summary,
        "description": description,
        "tags": ["webhooks"],
        "parameters": parameters,
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {
            "2XX": {"description": "It arrived."},
            "410": {"description": "The webhook is switched off."},
            "default": {"description": "It is sent again, for about a day. Redirects are not followed."},
        },
    }


MATCH_EVENT = OpenApiWebhook(
    "match_event",
    {
        "post": _operation(
            "match_event",
            "A hand was recorded, corrected or taken back; a match was finished or reopened",
            "`type` says which. Signed as Standard Webhooks says.",
            "WebhookMessage",
            examples.MESSAGE,
        )
    },
)
TEST = OpenApiWebhook(
    "test",
    {"post": _operation("webhook_test", "A test", "Sent only when it is asked for.", "TestMessage", _TEST)},
)
