"""Access to event streams, by a key, a phone's cookie, or a stream token."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from typing import NamedTuple

from scoring.live import stream_tokens
from scoring.models import AccessKey, Match, table_in
from scoring.selectors import match_snapshot
from scoring.services.access_keys import COOKIE, Key, keys_in_cookie

#: Ids in one statement. SQLite's default limit is far above this.
CHUNK = 500


class WatchedMatch(NamedTuple):
    """A match that a watcher may follow: its version at that moment, and the id of the key."""

    version: int
    key_id: str


def watched_match(match_id: str, token: str, keys: Iterable[Key]) -> WatchedMatch | None:
    """Returns: the match if the token or one of the keys opens it, else None. token: "" for none."""
    return _by_token(match_id, token) or _by_key(match_id, keys)


def _by_token(match_id: str, token: str) -> WatchedMatch | None:
    key_id = stream_tokens.key_id(token, match_id) if token else None
    if key_id is None or not _opens(key_id, match_id):
        return None
    version = versions([match_id]).get(match_id)
    return None if version is None else WatchedMatch(version, key_id)


def _opens(key_id: str, match_id: str) -> bool:
    table_id = table_in(match_id)
    of_table = {"table_id": table_id, "table__matches__table_id": table_id} if table_id else {}
    return AccessKey.objects.filter(id=key_id, table__matches__id=match_id, **of_table).exists()


def _by_key(match_id: str, keys: Iterable[Key]) -> WatchedMatch | None:
    for key in keys:
        with suppress(match_snapshot.MatchNotFound):
            match = match_snapshot.load_match(match_id, key)
            if match.role:
                return WatchedMatch(match.version, key.id)
    return None


def keys_of(headers: dict[bytes, bytes], cookies: bool) -> list[Key]:
    """Returns: the keys of a request. headers: as ASGI has them. cookies: whether a phone's cookie counts."""
    scheme, _, text = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    if scheme.lower() == "bearer":
        return [Key.parse(text)]
    if not cookies:
        return []
    try:
        cookie = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1"))
    except CookieError:
        return []
    return list(keys_in_cookie(cookie[COOKIE].value).values()) if COOKIE in cookie else []


def versions(match_ids: Iterable[str]) -> dict[str, int]:
    """Returns: the versions of these matches by id, without those that do not exist."""
    ids = list(match_ids)
    newest: dict[str, int] = {}
    for start in range(0, len(ids), CHUNK):
        chunk = ids[start : start + CHUNK]
        rows = Match.objects.filter(id__in=chunk)
        if all(tables := set(map(table_in, chunk))):
            rows = rows.filter(table_id__in=tables)
        newest |= dict(rows.values_list("id", "version"))
    return newest


def valid_keys(key_ids: Iterable[str]) -> set[str]:
    """Returns: those of these keys that are still valid."""
    ids = list(key_ids)
    valid: set[str] = set()
    for start in range(0, len(ids), CHUNK):
        valid |= set(AccessKey.objects.filter(id__in=ids[start : start + CHUNK]).values_list("id", flat=True))
    return valid
