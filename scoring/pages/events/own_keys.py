"""Keys of an event that the organiser's phone can show again.

The server stores only hashes of keys. A key that was made on these pages follows from its id and the server's own
secret, so that links and start cards can be shown and printed again without a new key, which would shut out the phones
that have the old one. A key that was made elsewhere cannot be shown.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode

from django.conf import settings

from scoring.selectors.access_keys import Key


def secret(key_id: str) -> str:
    """Returns the secret of the key with this id."""
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"event key {key_id}".encode(), hashlib.sha256)
    return urlsafe_b64encode(digest[:24]).decode()


def shown(key_id: str, digest: str) -> Key | None:
    """Returns the key with this id, None if it was made elsewhere. digest: as it is stored."""
    key = Key(key_id, secret(key_id))
    return key if key.fits(digest) else None
