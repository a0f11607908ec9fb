"""Issues and replaces keys. What a key is and opens: ``scoring.selectors.access_keys``."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django.db.models import QuerySet

from scoring.models import AccessKey, Table, short_id
from scoring.selectors.access_keys import Key, digest_of


def random_secret(key_id: str) -> str:
    """Returns 192 random bits as text. key_id: not used."""
    return secrets.token_urlsafe(24)


def issue(table: Table, role: str, secret: Callable[[str], str] | None = None) -> str:
    """Creates a key of this role; the old one stops working. Returns the key, which is stored only as a hash.

    secret: makes the secret from the id of the key; None for a random one.
    """
    former = (AccessKey.SCORER, AccessKey.HANDED) if role == AccessKey.SCORER else (role,)
    AccessKey.objects.filter(table=table, role__in=former).delete()
    key_id = short_id()
    text = (secret or random_secret)(key_id)
    AccessKey.objects.create(id=key_id, table=table, role=role, digest=digest_of(text))
    return f"{key_id}.{text}"


def set_key(table: Table, role: str, key: Key) -> None:
    """Makes this key, which was issued elsewhere, the table's key of this role; the old one stops working."""
    AccessKey.objects.filter(table=table, role=role).exclude(id=key.id).delete()
    AccessKey.objects.get_or_create(id=key.id, table=table, role=role, digest=digest_of(key.secret))


def hand_in(keys: QuerySet[AccessKey], confirmed: bool) -> None:
    """Lets the scorers' keys among these only read, or write again. confirmed: whether their tables' results are."""
    before, after = (AccessKey.SCORER, AccessKey.HANDED) if confirmed else (AccessKey.HANDED, AccessKey.SCORER)
    keys.filter(role=before).update(role=after)
