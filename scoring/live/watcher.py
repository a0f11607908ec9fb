"""One open stream: what it has still to send, and what wakes it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping

from scoring.db.json_text import dump_json
from scoring.live.watch_access import Access, Standing


class Watcher:
    """One open stream. access: what opened it. closed: the stream is to end. changed: wakes the stream."""

    __slots__ = ("_heartbeat", "access", "changed", "closed")

    def __init__(self, access: Access) -> None:
        self.access = access
        self.closed = False
        self.changed = asyncio.Event()
        self._heartbeat: asyncio.TimerHandle | None = None

    def take(self) -> bytes:
        """Returns the events that were not sent yet, as finished text."""
        raise NotImplementedError

    def start_heartbeat(self, seconds: float) -> None:
        """Wakes the stream every so many seconds."""
        # A timer of the loop: asyncio.wait_for would make a task for every wait.
        self._heartbeat = asyncio.get_running_loop().call_later(seconds, self._beat, seconds)

    def stop_heartbeat(self) -> None:
        """Wakes the stream only for changes."""
        if self._heartbeat:
            self._heartbeat.cancel()

    def _beat(self, seconds: float) -> None:
        self.changed.set()
        self.start_heartbeat(seconds)

    def close(self) -> None:
        """Ends the stream: the access or the match is gone, or the server stops."""
        self.closed = True
        self.changed.set()


class MatchWatcher(Watcher):
    """A stream of one match. standing: the latest one. Only that counts, so a slow client needs no queue."""

    __slots__ = ("_sent", "standing")

    def __init__(self, access: Access) -> None:
        super().__init__(access)
        self.standing: Standing | None = None
        self._sent: Standing | None = None

    def notify(self, standing: Standing) -> None:
        """Sends this, if it is newer."""
        if self.standing is None or standing.version > self.standing.version:
            self.standing = standing
            self.changed.set()

    def take(self) -> bytes:
        """Returns the latest event, if it was not sent yet."""
        if self.standing is None or self.standing is self._sent:
            return b""
        self._sent = self.standing
        return self.standing.event


class TableWatcher(Watcher):
    """A stream of all matches of a table. known: the version of each match; None until they were read."""

    __slots__ = ("_unsent", "known")

    def __init__(self, access: Access) -> None:
        super().__init__(access)
        self.known: dict[str, int] | None = None
        self._unsent: dict[str, bytes] = {}

    def begin(self, versions: Mapping[str, int], first: Mapping[str, Standing]) -> None:
        """Sends how some matches stand. versions: of all matches, so that only changes are sent from now on."""
        self.known = dict(versions)
        for match_id, standing in first.items():
            self.known[match_id] = standing.version
            self._put(match_id, standing.table_event)
        self.changed.set()

    def outdated(self, versions: Mapping[str, int]) -> set[str]:
        """Returns the ids of the matches that are new or changed."""
        known = self.known or {}
        return {match_id for match_id, version in versions.items() if version > known.get(match_id, -1)}

    def notify(self, match_id: str, standing: Standing) -> None:
        """Sends how a match stands, if that is newer."""
        if self.known is not None and standing.version > self.known.get(match_id, -1):
            self.known[match_id] = standing.version
            self._put(match_id, standing.table_event)

    def forget(self, match_ids: Iterable[str]) -> None:
        """Sends that these matches were deleted."""
        for match_id in match_ids:
            if self.known and self.known.pop(match_id, None) is not None:
                self._put(match_id, f"event: deleted\ndata: {dump_json({'match': match_id})}\n\n".encode())

    def _put(self, match_id: str, event: bytes) -> None:
        self._unsent.pop(match_id, None)  # the latest last
        self._unsent[match_id] = event
        self.changed.set()

    def take(self) -> bytes:
        """Returns the latest event of each match that changed, in the order of the changes."""
        text = b"".join(self._unsent.values())
        self._unsent.clear()
        return text
