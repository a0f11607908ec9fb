"""What the stream of a club's event says, and which keys open it.

Watchers know it as ``event:ID``. Its version counts every change of the event and every change of its matches, so a
hand at any of its tables is told, and recording a hand costs nothing more.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scoring.db.json_text import dump_json
from scoring.event_models import Event, EventKey, EventRound
from scoring.live import stream_tokens
from scoring.selectors.access_keys import Key
from scoring.selectors.event_access import event_role
from scoring.selectors.event_clock import clock_json
from scoring.selectors.events import stream_version

PREFIX = "event:"


def watched_name(event_id: str) -> str:
    """Returns the name by which watchers know an event."""
    return f"{PREFIX}{event_id}"


def is_event(name: str) -> bool:
    """Returns whether a watched name is that of an event."""
    return name.startswith(PREFIX)


def opening_key(name: str, token: str, keys: Iterable[Key]) -> str | None:
    """Returns the id of the key that opens this event, by the token or itself; else None. token: "" for none."""
    event_id = name.removeprefix(PREFIX)
    key_id = stream_tokens.key_id(token, name) if token else None
    if key_id is not None:
        return key_id if EventKey.objects.filter(id=key_id, event_id=event_id).exists() else None
    return next((key.id for key in keys if event_role(key, event_id)), None)


def event_texts(names: Iterable[str]) -> dict[str, tuple[int, bytes]]:
    """Returns version and text of the stream of each of these events, without those that do not exist."""
    ids = [name.removeprefix(PREFIX) for name in names]
    found: dict[str, tuple[int, bytes]] = {}
    clocks = _clocks(ids)
    for event in Event.objects.filter(id__in=ids).only("id", "news"):
        version = stream_version(event)
        data = dump_json({"version": version, "news": event.news, **clocks.get(event.id, {})})
        found[watched_name(event.id)] = version, f"event: version\nid: {version}\ndata: {data}\n\n".encode()
    return found


def _clocks(ids: list[str]) -> dict[str, dict[str, Any]]:
    """The round that runs in each event, with its clock, as the stream says it."""
    running = EventRound.objects.filter(event_id__in=ids, state=EventRound.RUNNING, time_limit__isnull=False)
    return {row.event_id: {"round": row.number, "clock": clock_json(row)} for row in running}
