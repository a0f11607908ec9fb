"""Sent twice, done once: every form that creates something carries a token, and what it made is remembered by it.

A form is sent again by a double tap, by a reload, or by a phone that was without network when it was tapped.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from scoring.models import IdempotencyRecord

FIELD = "_once"
_FORM = re.compile(r"[\w-]{16,64}")


def new_token() -> str:
    """A new token for a form."""
    return secrets.token_urlsafe(16)


def posted_token(request: HttpRequest) -> str:
    """The token that came with a form; a fresh one where it brought none."""
    sent = request.POST.get(FIELD, "")
    return sent if _FORM.fullmatch(sent) else new_token()


def earlier_result(scope: str, sent: str) -> str | None:
    """What the form with this token made before, None where it is new."""
    return IdempotencyRecord.objects.filter(scope=_scope(scope), key=sent).values_list("body", flat=True).first()


def remember_result(scope: str, sent: str, what: str) -> None:
    """Remembers what a form made. Call it in the same transaction; raises IntegrityError where it is known already."""
    now = timezone.now()
    IdempotencyRecord.objects.filter(
        scope=_scope(scope), at__lt=now - timedelta(hours=settings.IDEMPOTENCY_HOURS)
    ).delete()
    IdempotencyRecord.objects.create(
        scope=_scope(scope), key=sent, digest="", status=303, headers="{}", body=what, at=now
    )


def _scope(scope: str) -> str:
    return "page:" + hashlib.sha256(scope.encode()).hexdigest()[:32]
