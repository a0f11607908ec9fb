"""Claims of webhooks by processes, and the results of deliveries.

A process claims a webhook, not a delivery: one statement, which succeeds in one process only, writes the time until
which nobody else sends anything to it. So a receiver gets one request at a time, in order. The claim is renewed with
each delivery. The claims of a process that dies run out; the delivery that it was sending is sent again (at least
once), under the same webhook-id.
"""

from __future__ import annotations

import logging
import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Min

from scoring.db.json_text import format_time
from scoring.db.write_lock import write_transaction
from scoring.models import Webhook, WebhookDelivery
from scoring.services.webhooks import switch_off
from scoring.webhooks.outgoing import PostResult

log = logging.getLogger(__name__)

RETRY_SECONDS = (5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800)
"""Seconds before each retry, about a day together. After the last one the delivery is given up."""

JITTER = 0.2
"""Random part of a wait, so that not all requests are sent at the same moment."""

LONGEST_REST = 30
"""Seconds for which a webhook gets nothing after a failure, at most."""

LONGEST_WAIT = 3600
"""Seconds by which a receiver may delay the next try (Retry-After), at most."""

FAILING_DAYS = 5
"""A webhook that fails for this long is switched off."""

MOST_ATTEMPTS = 20
"""Attempts in the log of a delivery."""


@dataclass
class Claim:
    """A webhook that this process may send to. until: the ``claimed_until`` that it wrote."""

    webhook_id: str
    until: datetime


@dataclass(frozen=True)
class Job:
    """One request to send. secrets: those that sign it, the current one first."""

    delivery_id: int
    url: str
    secrets: tuple[str, ...]
    message: str
    payload: str


def lease() -> timedelta:
    """Returns how long a claim lasts: longer than any request."""
    return timedelta(seconds=2 * settings.WEBHOOK_SECONDS)


def claim_due(now: datetime, most: int) -> list[Claim]:
    """Claims at most so many webhooks with due deliveries, those that wait longest first. Returns the claims."""
    waiting = WebhookDelivery.objects.filter(status=WebhookDelivery.WAITING, due_at__lte=now)
    due = waiting.filter(webhook__claimed_until__lte=now).values("webhook_id").annotate(since=Min("due_at"))
    webhook_ids = list(due.order_by("since").values_list("webhook_id", flat=True)[:most])
    claims = []
    for webhook_id in webhook_ids:
        claim = Claim(webhook_id, now + lease())
        with write_transaction():
            free = Webhook.objects.filter(id=webhook_id, claimed_until__lte=now)
            if free.update(claimed_until=claim.until):
                claims.append(claim)
    return claims


def next_job(claim: Claim, now: datetime) -> Job | None:
    """Returns the first request to a webhook that was just claimed. None if nothing is due: then it is released.

    Too many waiting deliveries switch the webhook off. Deliveries that were written while it was off are given up.
    """
    delivery = _next_due(claim.webhook_id, now)
    if delivery is None:
        release(claim, now)
        return None
    webhook = delivery.webhook
    waiting = webhook.deliveries.filter(status=WebhookDelivery.WAITING)
    if not webhook.active or waiting.count() > settings.MAX_WAITING_DELIVERIES:
        with write_transaction():
            row = Webhook.objects.select_for_update(no_key=True).filter(id=webhook.id).first()
            if row and row.active:
                _switch_off(row, "waiting")
            waiting.update(status=WebhookDelivery.GIVEN_UP)
        return None
    return _job(delivery, now)


def finish_job(claim: Claim, job: Job, result: PostResult, began: datetime, now: datetime) -> Job | None:
    """Stores the result of a request. Returns the next request, in the order of the changes; None ends the claim.

    began: when the request was sent. A failed delivery is due again after a wait, or given up after the last retry; the
    webhook gets nothing meanwhile. A webhook that is gone (410) or has failed for days is switched off.
    """
    with write_transaction():
        rows = WebhookDelivery.objects.select_for_update(of=("webhook",), no_key=True).select_related("webhook")
        delivery = rows.filter(id=job.delivery_id).first()
        if delivery is None:
            return None  # removed in the meantime
        webhook = delivery.webhook
        mine = webhook.claimed_until == claim.until
        delivery.attempts = [*delivery.attempts, _attempt(result, began)][-MOST_ATTEMPTS:]
        delivery.tries += 1
        next_delivery = None
        if result.status is not None and 200 <= result.status < 300:
            delivery.status = WebhookDelivery.DELIVERED
            next_delivery = _next_due(webhook.id, now, delivery.id) if mine and webhook.active else None
            rest = timedelta()
        else:
            rest = _wait(delivery, result, now)
        delivery.save(update_fields=["attempts", "tries", "status", "due_at"])
        if mine:
            _renew(claim, webhook, now, rest, next_delivery is not None)
        _note_failing(webhook, delivery, result, now)
        return _job(next_delivery, now) if next_delivery else None


def _next_due(webhook_id: str, now: datetime, excluded_id: int = 0) -> WebhookDelivery | None:
    due = WebhookDelivery.objects.filter(webhook_id=webhook_id, status=WebhookDelivery.WAITING, due_at__lte=now)
    return due.exclude(id=excluded_id).order_by("id").select_related("webhook").first()


def _job(delivery: WebhookDelivery, now: datetime) -> Job:
    webhook = delivery.webhook
    secrets = [webhook.secret]
    if webhook.old_secret_until is not None and now < webhook.old_secret_until:
        secrets.append(webhook.old_secret)
    return Job(delivery.id, webhook.url, tuple(secrets), delivery.message, delivery.payload)


def _renew(claim: Claim, webhook: Webhook, now: datetime, rest: timedelta, more: bool) -> None:
    """Renews the claim if there is more to send, else ends it after a rest."""
    if more and claim.until - now > lease() * 0.75:
        return  # long enough for another request
    claim.until = now + (lease() if more else rest)
    Webhook.objects.filter(id=webhook.id).update(claimed_until=claim.until)


def _note_failing(webhook: Webhook, delivery: WebhookDelivery, result: PostResult, now: datetime) -> None:
    delivered = delivery.status == WebhookDelivery.DELIVERED
    since = None if delivered else webhook.failing_since or now
    if since != webhook.failing_since:
        webhook.failing_since = since
        webhook.version += 1  # the API shows it
        webhook.save(update_fields=["failing_since", "version"])
    if since is None or not webhook.active:
        return
    if result.status == 410:
        _switch_off(webhook, "gone")
    elif now - since >= timedelta(days=FAILING_DAYS):
        _switch_off(webhook, "failing")


def _wait(delivery: WebhookDelivery, result: PostResult, now: datetime) -> timedelta:
    """Delays a failed delivery, or gives it up after the last retry. Returns the rest of its webhook."""
    if delivery.tries > len(RETRY_SECONDS):
        delivery.status = WebhookDelivery.GIVEN_UP
        return timedelta(seconds=LONGEST_REST)
    wait = RETRY_SECONDS[delivery.tries - 1] * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - no secret
    wait = max(wait, min(result.retry_after, LONGEST_WAIT))
    delivery.due_at = now + timedelta(seconds=wait)
    return timedelta(seconds=min(wait, LONGEST_REST))


def _switch_off(webhook: Webhook, reason: str) -> None:
    switch_off(webhook, reason)
    webhook.version += 1
    webhook.save(update_fields=["active", "off_reason", "off_at", "version"])
    log.warning("webhook %s is switched off: %s", webhook.id, reason)


def release(claim: Claim, now: datetime) -> None:
    """Ends a claim, so that other processes may send to the webhook."""
    with write_transaction():
        Webhook.objects.filter(id=claim.webhook_id, claimed_until=claim.until).update(claimed_until=now)


def remove_old(now: datetime) -> int:
    """Deletes old deliveries that were delivered or given up. Returns how many."""
    old = WebhookDelivery.objects.filter(created_at__lt=now - timedelta(days=settings.WEBHOOK_LOG_DAYS))
    with write_transaction():
        return old.exclude(status=WebhookDelivery.WAITING).delete()[0]


def _attempt(result: PostResult, began: datetime) -> dict[str, Any]:
    return {
        "at": format_time(began),
        "status": result.status,
        "failure": result.failure or None,
        "milliseconds": result.milliseconds,
        "answer": result.text,
    }
