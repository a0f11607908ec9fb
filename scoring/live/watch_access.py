"""Access to event streams, by a key, a phone's cookie, or a stream token."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from typing import NamedTuple

from scoring.db.json_text import dump_json
from scoring.engine.messages import trim_number
from scoring.live import stream_tokens
from scoring.models import AccessKey, Match, table_in
from scoring.selectors import match_snapshot
from scoring.selectors.access_keys import COOKIE, Key, keys_in_cookie

#: Ids in one statement. SQLite's default limit is far above this.
CHUNK = 500


class Standing(NamedTuple):
    """What a stream says of a match. event: finished text, made once for all who watch."""

    version: int
    event: bytes


def opening_key(match_id: str, token: str, keys: Iterable[Key]) -> str | None:
    """Returns the id of the key that opens this match, by the token or itself; else None. token: "" for none."""
    return _by_token(match_id, token) or _by_key(match_id, keys)


def _by_token(match_id: str, token: str) -> str | None:
    key_id = stream_tokens.key_id(token, match_id) if token else None
    return key_id if key_id is not None and _opens(key_id, match_id) else None


def _opens(key_id: str, match_id: str) -> bool:
    table_id = table_in(match_id)
    of_table = {"table_id": table_id, "table__matches__table_id": table_id} if table_id else {}
    return AccessKey.objects.filter(id=key_id, table__matches__id=match_id, **of_table).exists()


def _by_key(match_id: str, keys: Iterable[Key]) -> str | None:
    for key in keys:
        with suppress(match_snapshot.MatchNotFound):
            if match_snapshot.load_match(match_id, key).role:
                return key.id
    return None


def keys_of(headers: dict[bytes, bytes], cookies: bool) -> list[Key]:
    """Returns the keys of a request. headers: as ASGI has them. cookies: whether a phone's cookie counts."""
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


def standings(match_ids: Iterable[str]) -> dict[str, Standing]:
    """Returns how these matches stand, by id, without those that do not exist."""
    ids = list(match_ids)
    newest: dict[str, Standing] = {}
    for start in range(0, len(ids), CHUNK):
        chunk = ids[start : start + CHUNK]
        rows = Match.objects.filter(id__in=chunk)
        if all(tables := set(map(table_in, chunk))):
            rows = rows.filter(table_id__in=tables)
        for match_id, *columns in rows.values_list("id", "version", "hand_count", "totals", "finished", "continued_by"):
            newest[match_id] = _standing(*columns)
    return newest


def _standing(version: int, hand_count: int, totals: list[float], finished: bool, continued_by: str) -> Standing:
    data = {
        "version": version,
        "hand_count": hand_count,
        "totals": [trim_number(total) for total in totals],
        "finished": finished,
        **({"continued_by": continued_by} if continued_by else {}),
    }
    return Standing(version, f"event: version\nid: {version}\ndata: {dump_json(data)}\n\n".encode())


def valid_keys(key_ids: Iterable[str]) -> set[str]:
    """Returns those of these keys that are still valid."""
    ids = list(key_ids)
    valid: set[str] = set()
    for start in range(0, len(ids), CHUNK):
        valid |= set(AccessKey.objects.filter(id__in=ids[start : start + CHUNK]).values_list("id", flat=True))
    return valid
