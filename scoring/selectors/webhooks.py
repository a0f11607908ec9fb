"""The webhooks of a table and their deliveries, as rows."""

from __future__ import annotations

from scoring.models import Table, Webhook, WebhookDelivery


def webhooks_of(table: Table) -> list[Webhook]:
    """Returns the webhooks of a table, the first one first."""
    return list(Webhook.objects.filter(table=table).order_by("created_at", "id"))


def deliveries(webhook: Webhook, before: int, most: int) -> list[WebhookDelivery]:
    """Returns at most so many deliveries of a webhook, the latest first. before: an id, 0 for no limit."""
    rows = WebhookDelivery.objects.filter(webhook=webhook).order_by("-id")
    return list((rows.filter(id__lt=before) if before else rows)[:most])
