"""Access to event streams, by a key, a phone's cookie, a stream token, or because a table may be embedded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from http.cookies import CookieError, SimpleCookie
from typing import NamedTuple

from scoring.db.json_text import dump_json
from scoring.engine.messages import trim_number
from scoring.event_models import EventKey
from scoring.games import all_games
from scoring.live import club_events, stream_tokens
from scoring.models import AccessKey, Match, Table, by_id, table_in
from scoring.selectors import access_keys, match_lists, match_snapshot, tables
from scoring.selectors.access_keys import COOKIE, Key, keys_in_cookie
from scoring.selectors.event_access import EVENTS_COOKIE

#: Ids in one statement. SQLite's default limit is far above this.
CHUNK = 500


#: A stream opened before this long may have missed a change that was being written meanwhile: it is sent again.
_OVERLAP = timedelta(minutes=1)
MOST_IN_PROGRESS = 50
"""Matches in progress of which a new stream of a table tells at once: the last played ones."""


class Standing(NamedTuple):
    """What a stream says of a match. event, table_event: finished text, made once for all who watch."""

    version: int
    event: bytes
    table_event: bytes


class Access(NamedTuple):
    """What opened a stream. kind: match, table, event: by the key with this id; embedding: by this table."""

    kind: str
    id: str


def access_to(kind: str, watched_id: str, token: str, keys: Sequence[Key]) -> Access | None:
    """Returns what opens a stream, None if nothing does.

    kind: of ``Access``. watched_id: of the match or table. token: "" for none.
    """
    if kind == "embedding":
        match = Match.objects.filter(by_id(watched_id), table__embedding=True)
        table_id = match.values_list("table_id", flat=True).first()
        return Access(kind, table_id) if table_id else None
    key_id = _OPENS[kind](watched_id, token, keys)
    return Access(kind, key_id) if key_id else None


def _key_of_table(table_id: str, token: str, keys: Sequence[Key]) -> str | None:
    by_token = stream_tokens.key_id(token, table_id) if token else None
    for key_id in [by_token] if by_token else [key.id for key in keys if access_keys.role_of(key, table_id)]:
        found = tables.table_of_key(key_id, table_id)
        if found and access_keys.opens_table(*found):
            return key_id
    return None


def opening_key(match_id: str, token: str, keys: Iterable[Key]) -> str | None:
    """Returns the id of the key that opens this match, by the token or itself; else None. token: "" for none."""
    return _by_token(match_id, token) or _by_key(match_id, keys)


#: By kind of stream.
_OPENS = {"match": opening_key, "table": _key_of_table, "event": club_events.opening_key}


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
    return [
        key for name in (COOKIE, EVENTS_COOKIE) if name in cookie for key in keys_in_cookie(cookie[name].value).values()
    ]


def standings(match_ids: Iterable[str]) -> dict[str, Standing]:
    """Returns how these matches (and events, ``club_events``) stand, by id, without those that do not exist."""
    names = list(match_ids)
    ids = [name for name in names if not club_events.is_event(name)]
    newest: dict[str, Standing] = {}
    if len(ids) < len(names):
        events = club_events.event_texts(name for name in names if club_events.is_event(name))
        newest = {name: Standing(*text, b"") for name, text in events.items()}
    for start in range(0, len(ids), CHUNK):
        chunk = ids[start : start + CHUNK]
        rows = Match.objects.filter(id__in=chunk)
        if all(of_tables := set(map(table_in, chunk))):
            rows = rows.filter(table_id__in=of_tables)
        for columns in rows.values_list(
            "id", "updated_at", "version", "hand_count", "totals", "finished", "continued_by"
        ):
            newest[columns[0]] = _standing(*columns)
    return newest


def _standing(
    match_id: str,
    updated_at: datetime,
    version: int,
    hand_count: int,
    totals: list[float],
    finished: bool,
    continued_by: str,
) -> Standing:
    data = {
        "version": version,
        "hand_count": hand_count,
        "totals": [trim_number(total) for total in totals],
        "finished": finished,
        **({"continued_by": continued_by} if continued_by else {}),
    }
    text = dump_json(data)
    of_table = f'event: version\nid: {_moment(updated_at)}\ndata: {{"match":"{match_id}",{text[1:]}\n\n'
    return Standing(version, f"event: version\nid: {version}\ndata: {text}\n\n".encode(), of_table.encode())


def _moment(at: datetime) -> int:
    """A time as the id of an event: milliseconds since 1970."""
    return int(at.timestamp() * 1000)


def versions_of_tables(table_ids: Sequence[str]) -> dict[str, dict[str, int]]:
    """Returns the version of each match of these tables, by table and match."""
    found: dict[str, dict[str, int]] = {table_id: {} for table_id in table_ids}
    rows = Match.objects.filter(table_id__in=table_ids, game__in=list(all_games()))
    for table_id, match_id, version in rows.values_list("table_id", "id", "version"):
        found[table_id][match_id] = version
    return found


def first_of_table(table_id: str, last_event: str) -> tuple[dict[str, int], dict[str, Standing]]:
    """Returns the versions of all matches of a table, and how those stand of which a new stream tells at once.

    These are the matches in progress, and those that changed since the event with the id ``last_event`` ("" for none),
    the one that changed last at the end.
    """
    versions = versions_of_tables([table_id])[table_id]
    ids = list(match_lists.in_progress([table_id]).values_list("id", flat=True)[:MOST_IN_PROGRESS])
    if last_event.isdecimal() and len(last_event) < 15:
        since = datetime.fromtimestamp(int(last_event) / 1000, UTC) - _OVERLAP
        ids += Match.objects.filter(table_id=table_id, updated_at__gte=since).values_list("id", flat=True)
    order = (
        Match.objects.filter(table_id=table_id, id__in=ids).order_by("updated_at", "id").values_list("id", flat=True)
    )
    found = standings(ids)
    return versions, {match_id: found[match_id] for match_id in order if match_id in found and match_id in versions}


def valid(accesses: Iterable[Access]) -> set[Access]:
    """Returns those that still open their streams."""
    asked = list(accesses)
    still: set[Access] = set()
    for start in range(0, len(asked), CHUNK):
        chunk = asked[start : start + CHUNK]
        ids = {one.id for one in chunk}
        rows = AccessKey.objects.filter(id__in=ids).values_list("id", "role", "table__viewer_scope")
        keys = {key_id: (role, scope) for key_id, role, scope in rows}
        embedded = set()
        if any(one.kind == "embedding" for one in chunk):
            embedded = set(Table.objects.filter(id__in=ids, embedding=True).values_list("id", flat=True))
        of_events = {one.id for one in chunk if one.kind == "event"}
        if of_events:
            of_events = set(EventKey.objects.filter(id__in=of_events).values_list("id", flat=True))
        still |= {one for one in chunk if _is_valid(one, keys, embedded, of_events)}
    return still


def _is_valid(
    access: Access, keys: Mapping[str, tuple[str, str]], embedded: Collection[str], of_events: Collection[str]
) -> bool:
    if access.kind == "event":
        return access.id in of_events
    if access.kind == "embedding":
        return access.id in embedded
    if access.id not in keys:
        return False
    role, scope = keys[access.id]
    return access.kind == "match" or role != access_keys.READ or scope == Table.WHOLE_TABLE
