"""Watchers of matches: they are notified of new versions, without a thread or a query for each.

A watcher gets how the match stands: version, totals, number of hands; the client then fetches what else it shows. So
a slow client needs no queue (only the latest version counts), and one that reconnects just gets it again. One task
follows the database for all watchers of the process, and each event is written once for all who watch the match.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from django.db import Error as DatabaseError

from companion.common.signals import database_failed, outage
from scoring.db.connections import with_connection
from scoring.live.database_changes import NotificationsLost, database_changes
from scoring.live.watch_access import Standing, standings, valid_keys

log = logging.getLogger(__name__)

MOST_WATCHERS = 5_000

POLL_SECONDS = 1.0
"""Seconds between looks for new versions, while the database sends no notifications."""

LISTEN_AGAIN_SECONDS = 60.0
"""Seconds of such looks before the process listens again."""


class Watcher:
    """One open stream. standing: the latest one. closed: the stream is to end. changed: wakes the stream."""

    __slots__ = ("_heartbeat", "changed", "closed", "key_id", "standing")

    def __init__(self, key_id: str) -> None:
        self.standing: Standing | None = None
        self.key_id = key_id
        self.closed = False
        self.changed = asyncio.Event()
        self._heartbeat: asyncio.TimerHandle | None = None

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

    def notify(self, standing: Standing) -> None:
        """Sends this, if it is newer."""
        if self.standing is None or standing.version > self.standing.version:
            self.standing = standing
            self.changed.set()

    def close(self) -> None:
        """Ends the stream: the key or the match is gone, or the server stops."""
        self.closed = True
        self.changed.set()


class Watchers:
    """All watchers of this process."""

    def __init__(self) -> None:
        self._of_match: dict[str, set[Watcher]] = {}
        self._count = 0
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        self._last_error: type[Exception] | None = None
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live")

    @property
    def full(self) -> bool:
        """Returns whether no more watchers are accepted."""
        return self._stopping or self._count >= MOST_WATCHERS

    @property
    def count(self) -> int:
        """Returns how many streams are open."""
        return self._count

    def start(self) -> None:
        """Begins to follow the database."""
        self._task = asyncio.get_running_loop().create_task(self._follow())

    async def stop(self) -> None:
        """Stops following the database, and ends every stream."""
        self.close_all()
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._threads.shutdown(wait=False)

    def close_all(self) -> None:
        """Ends every stream, and accepts no more."""
        self._stopping = True
        for watchers in self._of_match.values():
            for watcher in watchers:
                watcher.close()

    def add(self, match_id: str, watcher: Watcher) -> None:
        """Notifies this watcher of the match's versions from now on."""
        self._of_match.setdefault(match_id, set()).add(watcher)
        self._count += 1

    def remove(self, match_id: str, watcher: Watcher) -> None:
        """Stops notifying this watcher."""
        self._count -= 1
        watchers = self._of_match[match_id]
        watchers.discard(watcher)
        if not watchers:
            del self._of_match[match_id]

    async def refresh(self, changed: Collection[str] | None = None) -> None:
        """Sends every watcher its match's version; ends the streams whose key or match is gone.

        changed: the matches to look at, if no key was changed; None for all matches and keys.
        """
        match_ids = list(self._of_match if changed is None else self._of_match.keys() & changed)
        if not match_ids:
            return
        keys = set()
        if changed is None:
            keys = {watcher.key_id for watchers in self._of_match.values() for watcher in watchers}
        latest, valid = await self.in_thread(lambda: (standings(match_ids), valid_keys(keys)))
        for match_id in match_ids:
            for watcher in list(self._of_match.get(match_id, ())):
                if match_id not in latest or (watcher.key_id in keys and watcher.key_id not in valid):
                    watcher.close()
                else:
                    watcher.notify(latest[match_id])

    async def in_thread(self, work: Callable[[], Any]) -> Any:
        """Runs this work in a thread with a database connection. Returns its result."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, with_connection, work)

    async def _follow(self) -> None:
        while True:
            try:
                async for changed in database_changes(lambda: not self._of_match, self.in_thread):
                    self._log_state(None)
                    await self.refresh(changed)
            except asyncio.CancelledError:
                raise
            except NotificationsLost as error:
                outage.send(None, part="listen")
                self._log_state(error)
                await self._poll(LISTEN_AGAIN_SECONDS)
            except (DatabaseError, sqlite3.Error, OSError) as error:
                database_failed.send(None)
                self._log_state(error)
                await self._poll(POLL_SECONDS)

    async def _poll(self, seconds: float) -> None:
        """Looks for new versions for so many seconds, while there are no notifications."""
        started_at = time.monotonic()
        while time.monotonic() - started_at < seconds:
            await asyncio.sleep(POLL_SECONDS)
            with suppress(DatabaseError, OSError):
                await self.refresh()

    def _log_state(self, error: Exception | None) -> None:
        """Logs that watchers are not notified of changes, and that they are again; each once."""
        state = type(error) if error else None
        if state is self._last_error:
            return
        self._last_error = state
        if error is None:
            log.warning("watchers are notified of changes again")
        elif isinstance(error, NotificationsLost):
            log.error(
                "LISTEN hears nothing: DATABASE_URL leads through a pooler of transactions, or DIRECT_DATABASE_URL to "
                "another database. Give PostgreSQL's own address in DIRECT_DATABASE_URL. Until then each process "
                "looks for changes every second."
            )
        else:
            log.warning("the database does not answer; watchers wait", exc_info=error)
