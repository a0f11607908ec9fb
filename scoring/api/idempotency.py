"""Lost answers: a POST with an Idempotency-Key happens once, however often it is sent.

The answer is stored in the same transaction as the change, so one is never there without the other. Only answers to
requests that were carried out are kept: a refused request may be corrected and sent again under its key.

Answers with a table's keys or a webhook's secret are not stored as they are: the secrets in them are made from the
Idempotency-Key and the service's own secret, left out of the stored answer and made again for a retry.
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
from django.utils.translation import gettext
from pydantic_core import from_json
from rest_framework.request import Request

from companion.http.problems import Problem
from companion.http.renderers import JSONResponse
from scoring.db import kept_answers
from scoring.db.json_text import dump_json
from scoring.db.kept_answers import KeptAnswer
from scoring.services.expired_answers import remove_expired
from scoring.services.webhooks import PREFIX


class Keep(Protocol):
    """Called within the transaction with the answer to keep.

    secret_of: ids of the keys that it shows; for the secret of a webhook, its id after ``whsec_``.
    """

    def __call__(self, response: JSONResponse, secret_of: Iterable[str] = ()) -> None: ...


UNGUESSABLE = 20
"""An Idempotency-Key of at least this many characters is taken to be random, like a UUID."""

_in_work: set[tuple[str, str]] = set()
_lock = threading.Lock()
_KEPT_HEADERS = ("Location", "ETag", "Cache-Control", "Vary", "Preference-Applied")


def key_of(request: Request) -> str | None:
    """The Idempotency-Key of a request, None without one. Raises Problem if it is not a valid one."""
    key: str | None = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not (1 <= len(key) <= 255 and key.isascii() and key.isprintable()):
        raise Problem(
            "malformed", gettext("An Idempotency-Key has 1 to 255 printable ASCII characters; a UUID is best.")
        )
    return key


def once(request: Request, scope: str, work: Callable[[Keep], JSONResponse], by_holder: bool = False) -> JSONResponse:
    """The answer to a request that creates something: a new one, or the stored one if the request was sent before.

    scope: whose key it is, at most 64 characters. work: does the work, and stores its answer within its transaction.
    by_holder: only the holder of the same access key may get the answer again. Raises Problem: key-reused,
    in-work; and what the work raises.
    """
    key = key_of(request)
    if key is None:
        return work(_forget)
    digest = _digest(request, by_holder)
    if (kept := _kept(scope, key, digest)) is not None:
        return kept
    with _working(scope, key):
        try:
            return work(lambda response, secret_of=(): _keep(scope, key, digest, response, secret_of))
        except IntegrityError:
            # Another process was faster with the same key; ours was rolled back.
            kept = _kept(scope, key, digest)
            if kept is None:
                raise
            return kept
        finally:
            remove_expired()


def replayed(request: Request, scope: str) -> JSONResponse | None:
    """The stored answer for the holder of the access key in this request; None if there is none.

    It serves requests that replaced the key they were sent with. Nobody else knows both that key and the
    Idempotency-Key, if the latter cannot be guessed.
    """
    key = key_of(request)
    if key is None or len(key) < UNGUESSABLE:
        return None
    with suppress(Problem):
        return _kept(scope, key, _digest(request, by_holder=True))
    return None


def secret_maker(request: Request) -> Callable[[str], str] | None:
    """What makes the secrets of new keys so that a retry gets the same ones; None without an Idempotency-Key."""
    key = key_of(request)
    return (lambda key_id: _secret(key, key_id)) if key else None


def _secret(idempotency_key: str, key_id: str) -> str:
    message = f"access key\n{key_id}\n{idempotency_key}".encode()
    digest = hmac.digest(settings.SECRET_KEY.encode(), message, "sha256")
    return base64.urlsafe_b64encode(digest[:24]).decode()


def webhook_secret_maker(request: Request) -> Callable[[str], bytes] | None:
    """The same for secrets of webhooks, which are made from the webhook's id."""
    key = key_of(request)
    return (lambda webhook_id: _webhook_secret(key, webhook_id)) if key else None


def _webhook_secret(idempotency_key: str, webhook_id: str) -> bytes:
    message = f"webhook\n{webhook_id}\n{idempotency_key}".encode()
    return hmac.digest(settings.SECRET_KEY.encode(), message, "sha256")


def _shown_and_stored(idempotency_key: str, secret_id: str) -> tuple[str, str]:
    """A secret as an answer shows it, and what is stored in its place."""
    if secret_id.startswith(PREFIX):
        secret = _webhook_secret(idempotency_key, secret_id.removeprefix(PREFIX))
        return f"{PREFIX}{base64.b64encode(secret).decode()}", f"{secret_id}.*"
    return f"{secret_id}.{_secret(idempotency_key, secret_id)}", f"{secret_id}.*"


def _digest(request: Request, by_holder: bool) -> str:
    holder = request.META.get("HTTP_AUTHORIZATION", "") if by_holder else ""
    head = f"{request.method} {request.get_full_path()}\n{holder}\n".encode()
    return hashlib.sha256(head + request.body).hexdigest()


def _forget(response: JSONResponse, secret_of: Iterable[str] = ()) -> None:
    pass


def _keep(scope: str, key: str, digest: str, response: JSONResponse, secret_of: Iterable[str]) -> None:
    body, left_out = response.text, list(secret_of)
    for secret_id in left_out:
        body = body.replace(*_shown_and_stored(key, secret_id))
    headers = {name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers}
    answer = KeptAnswer(digest, response.status_code, dump_json([headers, left_out]), body)
    kept_answers.keep_answer(scope, key, answer, timezone.now())


def _kept(scope: str, key: str, digest: str) -> JSONResponse | None:
    answer = kept_answers.load_answer(scope, key)
    if answer is None:
        return None
    if answer.digest != digest:
        raise Problem("key-reused", gettext("This Idempotency-Key was sent before with another request."))
    headers, left_out = from_json(answer.headers)
    body = answer.body
    for secret_id in left_out:
        shown, stored = _shown_and_stored(key, secret_id)
        body = body.replace(stored, shown)
    response = JSONResponse(body, status=answer.status)
    for name in _KEPT_HEADERS:
        if name in headers:
            response.headers[name] = headers[name]
    response.headers["Idempotency-Replayed"] = "true"
    return response


@contextmanager
def _working(scope: str, key: str) -> Iterator[None]:
    with _lock:
        if (scope, key) in _in_work:
            text = gettext("The request with this Idempotency-Key is still running.")
            raise Problem("in-work", text, headers={"Retry-After": "1"})
        _in_work.add((scope, key))
    try:
        yield
    finally:
        with _lock:
            _in_work.discard((scope, key))
