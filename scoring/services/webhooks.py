"""Webhooks of a table or an event: register, change, replace the secret, delete; test deliveries and repeated ones.

The deliveries of changes are written by ``webhook_events`` and sent by ``scoring.webhooks``.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from scoring.db.write_lock import write_transaction
from scoring.engine.marking import _
from scoring.engine.refusal import refuse
from scoring.event_models import Event
from scoring.models import Table, Webhook, WebhookDelivery, short_id
from scoring.services import webhook_events
from scoring.services.webhook_destinations import destination
from scoring.services.webhook_events import CLUB_EVENTS, EVENTS, TEST_EVENT

PREFIX = "whsec_"
"""Prefix of a secret, by Standard Webhooks; the rest is base64."""

OLD_SECRET_HOURS = 24

Secret = Callable[[str], bytes]
"""Makes the 32 bytes of a secret from the id of the webhook."""


class WebhookNotFound(Exception):  # noqa: N818
    """The table has no such webhook, or the webhook no such delivery."""


class WebhookVersionConflict(Exception):  # noqa: N818
    """The webhook has another version than the client expected. webhook: its current state."""

    def __init__(self, webhook: Webhook) -> None:
        super().__init__(f"the webhook is at version {webhook.version}")
        self.webhook = webhook


class WebhookNotActive(Exception):  # noqa: N818
    """Nothing is sent to this webhook, because it is switched off."""


@dataclass(frozen=True)
class NewSecret:
    """A webhook with its new secret, which is shown only here."""

    webhook: Webhook
    secret: str


def register(
    owner: Table | Event, url: str, events: Sequence[str] | None = None, secret: Secret | None = None
) -> NewSecret:
    """Registers a webhook of a table or an event. Call it within ``write_transaction()``.

    events: some of ``EVENTS``, or of ``CLUB_EVENTS`` for an event; None for all. Returns the webhook with its secret.
    Raises Refusal with pointers ``/url`` and ``/events``.
    """
    if not settings.WEBHOOKS:
        raise refuse("", "webhooks_off", "The operator of this service has switched webhooks off.", rule="")
    destination(url)
    of_event = isinstance(owner, Event)
    names = _stored((CLUB_EVENTS if of_event else EVENTS) if events is None else events)
    # Locked, so that webhooks that are registered at once are counted one after the other.
    type(owner)._default_manager.select_for_update(no_key=True).get(id=owner.id)
    if Webhook.objects.filter(table_id=owner.id).count() >= settings.MAX_WEBHOOKS_PER_TABLE:
        text = _("There are {most} webhooks at most.")
        raise refuse("", "webhooks_full", text, rule="", most=settings.MAX_WEBHOOKS_PER_TABLE)
    now, webhook_id = timezone.now(), short_id()
    new_secret = _secret(webhook_id, secret)
    webhook = Webhook.objects.create(
        id=webhook_id,
        table_id=owner.id,
        of_event=of_event,
        url=url,
        events=names,
        secret=new_secret,
        claimed_until=now,
        created_at=now,
    )
    return NewSecret(webhook, new_secret)


def update(
    table_id: str,
    webhook_id: str,
    url: str | None = None,
    events: Sequence[str] | None = None,
    active: bool | None = None,
    expected: int | None = None,
) -> Webhook:
    """Changes a webhook; arguments that are None change nothing. Switching it off gives up waiting deliveries.

    expected: the version that the client has seen, if any. Returns the webhook.

    Raises Refusal, WebhookVersionConflict, WebhookNotFound.
    """
    if url is not None:
        destination(url)
    with write_transaction():
        webhook = _lock(table_id, webhook_id, expected)
        if url is not None and url != webhook.url:
            webhook.url, webhook.failing_since = url, None
        webhook.events = webhook.events if events is None else _stored(events)
        if active is False and webhook.active:
            switch_off(webhook, "scorer")
        elif active and not webhook.active:
            webhook.active, webhook.off_reason, webhook.off_at, webhook.failing_since = True, "", None, None
        webhook.version += 1
        webhook.save()
    return webhook


def switch_off(webhook: Webhook, reason: str) -> None:
    """Switches a webhook off and gives up waiting deliveries. The webhook is not saved. reason: see ``off_reason``."""
    webhook.active, webhook.off_reason, webhook.off_at = False, reason, timezone.now()
    waiting = WebhookDelivery.objects.filter(webhook=webhook, status=WebhookDelivery.WAITING)
    waiting.update(status=WebhookDelivery.GIVEN_UP)


def replace_secret(table_id: str, webhook_id: str, secret: Secret | None = None) -> NewSecret:
    """Replaces the secret. The old one signs too for a day. Call it within a transaction.

    Returns the webhook with its secret. Raises WebhookNotFound.
    """
    webhook = _lock(table_id, webhook_id, None)
    webhook.old_secret, webhook.old_secret_until = webhook.secret, timezone.now() + timedelta(hours=OLD_SECRET_HOURS)
    webhook.secret = _secret(webhook.id, secret)
    webhook.version += 1
    webhook.save()
    return NewSecret(webhook, webhook.secret)


def delete(table_id: str, webhook_id: str, expected: int | None = None) -> None:
    """Deletes a webhook with its deliveries. Raises WebhookVersionConflict, WebhookNotFound."""
    with write_transaction():
        _lock(table_id, webhook_id, expected).delete()


def get(table_id: str, webhook_id: str) -> Webhook:
    """Returns the webhook. Raises WebhookNotFound."""
    webhook = Webhook.objects.filter(table_id=table_id, id=webhook_id).first()
    if webhook is None:
        raise WebhookNotFound
    return webhook


def get_delivery(webhook: Webhook, message: str) -> WebhookDelivery:
    """Returns the delivery with this webhook-id. Raises WebhookNotFound."""
    delivery = WebhookDelivery.objects.filter(webhook=webhook, message=message).first()
    if delivery is None:
        raise WebhookNotFound
    return delivery


def test(table_id: str, webhook_id: str) -> WebhookDelivery:
    """Writes a test delivery. Call it within a transaction.

    Returns the delivery. Raises WebhookNotActive, WebhookNotFound.
    """
    webhook = _lock(table_id, webhook_id, None)
    if not webhook.active:
        raise WebhookNotActive
    now = timezone.now()
    webhook_events.announce()
    return WebhookDelivery.objects.create(
        table_id=webhook.table_id,
        webhook=webhook,
        message=short_id(),
        event=TEST_EVENT,
        payload=webhook_events.payload(TEST_EVENT, now, {"table": webhook.table_id, "webhook": webhook.id}),
        due_at=now,
        created_at=now,
    )


def send_again(table_id: str, webhook_id: str, message: str) -> WebhookDelivery:
    """Sends a delivery again, under its old webhook-id, whatever its result was. Call it within a transaction.

    Returns the delivery. Raises WebhookNotActive, WebhookNotFound.
    """
    webhook = _lock(table_id, webhook_id, None)
    if not webhook.active:
        raise WebhookNotActive
    delivery = get_delivery(webhook, message)
    delivery.status, delivery.due_at, delivery.tries = WebhookDelivery.WAITING, timezone.now(), 0
    delivery.save(update_fields=["status", "due_at", "tries"])
    webhook_events.announce()
    return delivery


def _lock(table_id: str, webhook_id: str, expected: int | None) -> Webhook:
    webhook = Webhook.objects.select_for_update(no_key=True).filter(table_id=table_id, id=webhook_id).first()
    if webhook is None:
        raise WebhookNotFound
    if expected is not None and webhook.version != expected:
        raise WebhookVersionConflict(webhook)
    return webhook


def _stored(events: Sequence[str]) -> str:
    """Names of events as they are stored, in the order of both lists. Raises Refusal."""
    if not events:
        raise refuse("/events", "events_empty", "Name at least one event, or leave the field out for all.", rule="")
    return "".join(f" {name}" for name in (*EVENTS, *CLUB_EVENTS) if name in events) + " "


def _secret(webhook_id: str, secret: Secret | None) -> str:
    data = secret(webhook_id) if secret else secrets.token_bytes(32)
    return PREFIX + base64.b64encode(data).decode()
