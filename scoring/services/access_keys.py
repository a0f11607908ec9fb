"""Keys: issue, hash, check, replace.

A key reads ``ID.SECRET``: the id finds the row, the secret (192 random bits) is compared with its hash in
constant time. A wrong key reveals nothing about what exists: every failed check gives the same answer.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import NamedTuple

from scoring.models import AccessKey, Table, short_id

READ = "viewer"
WRITE = "scorer"


class Key(NamedTuple):
    """A key as it was sent. id: "" if it does not have the right form."""

    id: str
    secret: str

    @classmethod
    def parse(cls, text: str) -> Key:
        """The key in this text; one that opens nothing if it is no key."""
        key_id, dot, secret = text.strip().partition(".")
        if not dot or len(key_id) != 16 or not 20 <= len(secret) <= 64 or not text.isascii():
            return cls("", "")
        return cls(key_id, secret)

    def fits(self, digest: str | None) -> bool:
        """Whether this key's secret has this hash."""
        return bool(digest) and hmac.compare_digest(_digest(self.secret), digest or "")


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def random_secret(key_id: str) -> str:
    """192 random bits."""
    return secrets.token_urlsafe(24)


def issue(table: Table, role: str, secret: Callable[[str], str] | None = None) -> str:
    """Creates a key of this role; the old one stops working. It is returned only here, and stored as a hash.

    secret: makes the secret of the key from its id; random if it is None.
    """
    AccessKey.objects.filter(table=table, role=role).delete()
    key_id = short_id()
    text = (secret or random_secret)(key_id)
    AccessKey.objects.create(id=key_id, table=table, role=role, digest=_digest(text))
    return f"{key_id}.{text}"


def keep(table: Table, role: str, key: Key) -> None:
    """Makes a key that was issued elsewhere the table's key of this role; the old one stops working."""
    AccessKey.objects.filter(table=table, role=role).exclude(id=key.id).delete()
    AccessKey.objects.get_or_create(id=key.id, table=table, role=role, digest=_digest(key.secret))


def role_of(key: Key, table_id: str) -> str | None:
    """What this key may do at this table: ``"scorer"``, ``"viewer"`` or None."""
    if not key.id:
        return None
    row = AccessKey.objects.filter(id=key.id, table_id=table_id).values_list("role", "digest").first()
    return row[0] if row and key.fits(row[1]) else None


def table_and_role(key: Key) -> tuple[str, str] | None:
    """The table that this key opens, and its role there; None if it opens nothing."""
    if not key.id:
        return None
    row = AccessKey.objects.filter(id=key.id).values_list("table_id", "role", "digest").first()
    return (row[0], row[1]) if row and key.fits(row[2]) else None


def opens_table(table: Table, role: str | None) -> bool:
    """Whether a key of this role opens the table itself, with the list of its matches and all that is drawn from them.

    If not, a viewer's key still opens each match whose id somebody has: ids are random, and no match shows another's.
    """
    return role == WRITE or (role == READ and table.viewer_scope == Table.WHOLE_TABLE)


# -- keys on a phone -------------------------------------------------------------------------------------

COOKIE = "companion_keys"
"""The cookie that holds a phone's keys, most recently used table first."""

MOST_KEYS = 30


def keys_in_cookie(value: str) -> dict[str, Key]:
    """The keys of a phone by table id. Form: ``TABLE~KEY`` joined by ``!``; anything else is ignored."""
    keys = {}
    for part in value.split("!")[:MOST_KEYS]:
        table_id, _, text = part.partition("~")
        key = Key.parse(text)
        if key.id:
            keys[table_id] = key
    return keys


def keys_cookie(keys: dict[str, Key]) -> str:
    """The cookie for these keys, the latest tables first."""
    return "!".join(f"{table_id}~{key.id}.{key.secret}" for table_id, key in list(keys.items())[:MOST_KEYS])
