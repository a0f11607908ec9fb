"""One open stream: what it has still to send, and what wakes it."""

from __future__ import annotations

import asyncio

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
    """A stream of all matches of a table: of each only the latest event, so a slow client needs no longer queue.

    begun: whether it was sent how the matches stood when it was opened.
    """

    __slots__ = ("_told", "_unsent", "begun")

    def __init__(self, access: Access) -> None:
        super().__init__(access)
        self.begun = False
        self._told: dict[str, int] = {}
        self._unsent: dict[str, bytes] = {}

    def notify(self, match_id: str, standing: Standing) -> None:
        """Sends how a match stands, if that is newer than what was sent of it."""
        if standing.version > self._told.get(match_id, -1):
            self._told[match_id] = standing.version
            self._put(match_id, standing.table_event)

    def forget(self, match_id: str) -> None:
        """Sends that a match was deleted."""
        self._told.pop(match_id, None)
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
