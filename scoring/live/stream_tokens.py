"""Tokens for event streams: a browser's ``EventSource`` sends no Authorization header, so its address carries one.

A token is bound to a match or table and to the key that it was made with, is signed by the service's own secret, and is
valid for a few minutes. It opens one stream and nothing else, since addresses are stored in logs and histories.
"""

from __future__ import annotations

from django.core import signing

SECONDS = 300
_SALT = "scoring.live.stream"


def make(watched_id: str, key_id: str) -> str:
    """Returns a token for the match or table with this id and the holder of this key."""
    return signing.dumps([watched_id, key_id], salt=_SALT)


def key_id(token: str, watched_id: str) -> str | None:
    """Returns the id of the key that a token was made with, None if it is forged, too old or for something else."""
    try:
        of, key = signing.loads(token, salt=_SALT, max_age=SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return str(key) if of == watched_id else None
