"""Keys: hash, check, those of a phone.

A key is ``ID.SECRET``. The id finds the row; the hash of the secret (192 random bits) is compared in constant time.
Every failed check has the same result, so a wrong key reveals nothing about what exists.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import NamedTuple

from scoring.models import AccessKey, Table

READ = "viewer"
WRITE = "scorer"
HANDED = "handed"


class Key(NamedTuple):
    """A key as it was sent. id: "" if it does not have the right form."""

    id: str
    secret: str

    @classmethod
    def parse(cls, text: str) -> Key:
        """Returns the key in this text; if it is not a key, one that opens nothing."""
        key_id, dot, secret = text.strip().partition(".")
        if not dot or len(key_id) != 16 or not 20 <= len(secret) <= 64 or not text.isascii():
            return cls("", "")
        return cls(key_id, secret)

    def fits(self, digest: str | None) -> bool:
        """Returns whether this key's secret has this hash."""
        return bool(digest) and hmac.compare_digest(digest_of(self.secret), digest or "")


def digest_of(secret: str) -> str:
    """Returns the hash of a secret, as it is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def role_of(key: Key, table_id: str) -> str | None:
    """Returns the role of this key at this table: ``"scorer"``, ``"viewer"``, ``"handed"`` or None."""
    if not key.id:
        return None
    row = AccessKey.objects.filter(id=key.id, table_id=table_id).values_list("role", "digest").first()
    return row[0] if row and key.fits(row[1]) else None


def table_and_role(key: Key) -> tuple[str, str] | None:
    """Returns the id of the table that this key opens, and its role; None if it opens nothing."""
    if not key.id:
        return None
    row = AccessKey.objects.filter(id=key.id).values_list("table_id", "role", "digest").first()
    return (row[0], row[1]) if row and key.fits(row[2]) else None


def opens_table(table: Table, role: str | None) -> bool:
    """Returns whether a key of this role opens the table itself, with its lists, standings and settlements.

    If not, a viewer's key still opens each match whose id is known. Ids are random, and no match shows another's.
    """
    return role in (WRITE, HANDED) or (role == READ and table.viewer_scope == Table.WHOLE_TABLE)


# -- keys on a phone -------------------------------------------------------------------------------------

COOKIE = "companion_keys"
"""The cookie with a phone's keys, most recently used table first."""

MOST_KEYS = 30


def keys_in_cookie(value: str) -> dict[str, Key]:
    """Returns the keys of a phone by table id. value: ``TABLE~KEY`` joined by ``!``; anything else is ignored."""
    keys = {}
    for part in value.split("!")[:MOST_KEYS]:
        table_id, _, text = part.partition("~")
        key = Key.parse(text)
        if key.id:
            keys[table_id] = key
    return keys


def keys_cookie(keys: dict[str, Key]) -> str:
    """Returns the value of the cookie for these keys, in their order."""
    return "!".join(f"{table_id}~{key.id}.{key.secret}" for table_id, key in list(keys.items())[:MOST_KEYS])
