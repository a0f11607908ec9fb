"""Idempotency-Key: a change takes effect once, however often it is sent. Retries get the stored response.

The response is stored in the same transaction as the change, so neither exists without the other. Only successful
responses are stored: a refused request may be corrected and sent again with its key.

Secrets (a table's keys, a webhook's secret) are not stored. They are made from the Idempotency-Key and the service's
own secret, removed from the stored response, and made again for a retry.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from django.conf import settings
from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import get_language, gettext
from pydantic_core import from_json
from rest_framework.request import Request

from companion.http.accept_language import language_tag
from companion.http.problems import Problem
from companion.http.renderers import JSONResponse
from scoring.db import idempotency_records
from scoring.db.idempotency_records import StoredResponse, remove_expired
from scoring.db.json_text import dump_json
from scoring.services.webhooks import PREFIX


class StoreResponse(Protocol):
    """Stores the response. Call it within the transaction of the change.

    secret_of: ids of the keys in the response; for the secret of a webhook, its id after ``whsec_``.
    """

    def __call__(self, response: JSONResponse, secret_of: Iterable[str] = ()) -> None: ...


UNGUESSABLE = 20
"""An Idempotency-Key with at least this many characters counts as random, like a UUID."""

_NEED_IF_MATCH = ("PUT", "PATCH", "DELETE")

_running: set[tuple[str, str]] = set()
_lock = threading.Lock()
_STORED_HEADERS = ("Location", "ETag", "Cache-Control", "Vary", "Preference-Applied", "Content-Language")


def key_of(request: Request) -> str | None:
    """Returns the Idempotency-Key of a request, None without one. Raises Problem if it is invalid."""
    key: str | None = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not (1 <= len(key) <= 255 and key.isascii() and key.isprintable()):
        raise Problem(
            "malformed", gettext("An Idempotency-Key has 1 to 255 printable ASCII characters; a UUID is best.")
        )
    return key


def run_once(
    request: Request, scope: str, work: Callable[[StoreResponse], JSONResponse], by_holder: bool = False
) -> JSONResponse:
    """Does the work of a request that changes something, unless it was sent before. Returns the response.

    scope: the owner of the Idempotency-Key, at most 64 characters. work: makes the response, and stores it within its
    transaction. by_holder: only the holder of the same access key gets the stored response. Raises Problem (key-reused,
    in-work), and whatever work raises.
    """
    key = key_of(request)
    if key is None or (request.method in _NEED_IF_MATCH and "HTTP_IF_MATCH" not in request.META):
        return work(_store_nothing)  # refused, if If-Match is missing: what was sent before had it
    digest = _digest(request, by_holder)
    if (stored := _load(scope, key, digest)) is not None:
        return stored
    with _mark_running(scope, key):
        try:
            return work(lambda response, secret_of=(): _store(scope, key, digest, response, secret_of))
        except IntegrityError:
            # Another process was faster with the same key; ours was rolled back.
            stored = _load(scope, key, digest)
            if stored is None:
                raise
            return stored
        finally:
            remove_expired()


def stored_for_holder(request: Request, scope: str) -> JSONResponse | None:
    """Returns the stored response for the holder of the access key in this request, None if there is none.

    For requests that replaced their own access key. Nobody else knows that key and the Idempotency-Key, if the latter
    is hard to guess.
    """
    key = key_of(request)
    if key is None or len(key) < UNGUESSABLE:
        return None
    with suppress(Problem):
        return _load(scope, key, _digest(request, by_holder=True))
    return None


def secret_maker(request: Request) -> Callable[[str], str] | None:
    """Returns a function that makes the secret of a key from its id, the same for a retry; None without an
    Idempotency-Key.
    """
    key = key_of(request)
    return (lambda key_id: _secret(key, key_id)) if key else None


def _secret(idempotency_key: str, key_id: str) -> str:
    message = f"access key\n{key_id}\n{idempotency_key}".encode()
    digest = hmac.digest(settings.SECRET_KEY.encode(), message, "sha256")
    return base64.urlsafe_b64encode(digest[:24]).decode()


def webhook_secret_maker(request: Request) -> Callable[[str], bytes] | None:
    """Returns the same for secrets of webhooks, from the id of the webhook."""
    key = key_of(request)
    return (lambda webhook_id: _webhook_secret(key, webhook_id)) if key else None


def _webhook_secret(idempotency_key: str, webhook_id: str) -> bytes:
    message = f"webhook\n{webhook_id}\n{idempotency_key}".encode()
    return hmac.digest(settings.SECRET_KEY.encode(), message, "sha256")


def _secret_and_placeholder(idempotency_key: str, secret_id: str) -> tuple[str, str]:
    """A secret as a response shows it, and the text that is stored instead."""
    if secret_id.startswith(PREFIX):
        secret = _webhook_secret(idempotency_key, secret_id.removeprefix(PREFIX))
        return f"{PREFIX}{base64.b64encode(secret).decode()}", f"{secret_id}.*"
    return f"{secret_id}.{_secret(idempotency_key, secret_id)}", f"{secret_id}.*"


def _digest(request: Request, by_holder: bool) -> str:
    holder = request.META.get("HTTP_AUTHORIZATION", "") if by_holder else ""
    head = f"{request.method} {request.get_full_path()}\n{holder}\n".encode()
    return hashlib.sha256(head + request.body).hexdigest()


def _store_nothing(response: JSONResponse, secret_of: Iterable[str] = ()) -> None:
    pass


def _store(scope: str, key: str, digest: str, response: JSONResponse, secret_of: Iterable[str]) -> None:
    body, secret_ids = response.text, list(secret_of)
    for secret_id in secret_ids:
        body = body.replace(*_secret_and_placeholder(key, secret_id))
    # A retry may ask for another language, but gets the texts that are stored.
    response.headers.setdefault("Content-Language", language_tag(get_language() or ""))
    headers = {name: response.headers[name] for name in _STORED_HEADERS if name in response.headers}
    stored = StoredResponse(digest, response.status_code, dump_json([headers, secret_ids]), body)
    idempotency_records.store_response(scope, key, stored, timezone.now())


def _load(scope: str, key: str, digest: str) -> JSONResponse | None:
    stored = idempotency_records.load_response(scope, key)
    if stored is None:
        return None
    if stored.digest != digest:
        raise Problem("key-reused", gettext("This Idempotency-Key was sent before with another request."))
    headers, secret_ids = from_json(stored.headers)
    body = stored.body
    for secret_id in secret_ids:
        shown, placeholder = _secret_and_placeholder(key, secret_id)
        body = body.replace(placeholder, shown)
    response = JSONResponse(body, status=stored.status)
    for name in _STORED_HEADERS:
        if name in headers:
            response.headers[name] = headers[name]
    response.headers["Idempotency-Replayed"] = "true"
    return response


@contextmanager
def _mark_running(scope: str, key: str) -> Iterator[None]:
    with _lock:
        if (scope, key) in _running:
            text = gettext("The request with this Idempotency-Key is still running.")
            raise Problem("in-work", text, headers={"Retry-After": "1"})
        _running.add((scope, key))
    try:
        yield
    finally:
        with _lock:
            _running.discard((scope, key))
