"""The webhooks of a table and their deliveries, as rows."""

from __future__ import annotations

from scoring.models import Webhook, WebhookDelivery


def webhooks_of(owner_id: str) -> list[Webhook]:
    """Returns the webhooks of a table or an event, the first one first. owner_id: its id."""
    return list(Webhook.objects.filter(table_id=owner_id).order_by("created_at", "id"))


def deliveries(webhook: Webhook, before: int, most: int) -> list[WebhookDelivery]:
    """Returns at most so many deliveries of a webhook, the latest first. before: an id, 0 for no limit."""
    rows = WebhookDelivery.objects.filter(webhook=webhook).order_by("-id")
    return list((rows.filter(id__lt=before) if before else rows)[:most])
