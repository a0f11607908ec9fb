"""Watchers of matches: they are notified of new versions, without a thread or a query for each.

A watcher gets only the version of the match, and fetches what it shows. So a slow reader needs no queue (only the
latest version counts), and a watcher that reconnects just gets the version again. One task follows the database for
all watchers of the process.
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

from companion.signals import database_failed, outage
from scoring.db.connections import with_connection
from scoring.live.database_changes import NothingHeard, database_changes
from scoring.live.watch_access import valid_keys, versions

log = logging.getLogger(__name__)

MOST_WATCHERS = 5_000

POLL_SECONDS = 1.0
"""How often a process looks for new versions itself, while the database does not tell it of them."""

DEAF_SECONDS = 60.0
"""How long it does so before it listens again."""


class Watcher:
    """One open stream. version: the latest one to send. closed: the stream ends. news: wakes the stream."""

    __slots__ = ("_heartbeat", "closed", "key_id", "news", "version")

    def __init__(self, version: int, key_id: str) -> None:
        self.version = version
        self.key_id = key_id
        self.closed = False
        self.news = asyncio.Event()
        self._heartbeat: asyncio.TimerHandle | None = None

    def start_heartbeat(self, seconds: float) -> None:
        """Wake the stream every so many seconds, news or not."""
        # A timer of the loop: asyncio.wait_for would make a task for every wait.
        self._heartbeat = asyncio.get_running_loop().call_later(seconds, self._beat, seconds)

    def stop_heartbeat(self) -> None:
        """Wake the stream only for news."""
        if self._heartbeat:
            self._heartbeat.cancel()

    def _beat(self, seconds: float) -> None:
        self.news.set()
        self.start_heartbeat(seconds)

    def tell(self, version: int) -> None:
        """There is a newer version."""
        if version > self.version:
            self.version = version
            self.news.set()

    def close(self) -> None:
        """End the stream: the key or the match is gone, or the server stops."""
        self.closed = True
        self.news.set()


class Watchers:
    """All watchers of this process."""

    def __init__(self) -> None:
        self._of_match: dict[str, set[Watcher]] = {}
        self._count = 0
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        self._trouble: type[Exception] | None = None
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live")

    @property
    def full(self) -> bool:
        """Whether no more watchers are accepted."""
        return self._stopping or self._count >= MOST_WATCHERS

    @property
    def count(self) -> int:
        """How many streams are open."""
        return self._count

    def start(self) -> None:
        """Begin to follow the database."""
        self._task = asyncio.get_running_loop().create_task(self._follow())

    async def stop(self) -> None:
        """Stop following, and end every stream."""
        self.close_all()
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._threads.shutdown(wait=False)

    def close_all(self) -> None:
        """End every stream, and accept no more."""
        self._stopping = True
        for watchers in self._of_match.values():
            for watcher in watchers:
                watcher.close()

    def add(self, match_id: str, watcher: Watcher) -> None:
        """Notify this watcher of the match's versions from now on."""
        self._of_match.setdefault(match_id, set()).add(watcher)
        self._count += 1

    def remove(self, match_id: str, watcher: Watcher) -> None:
        """Stop notifying this watcher."""
        self._count -= 1
        watchers = self._of_match[match_id]
        watchers.discard(watcher)
        if not watchers:
            del self._of_match[match_id]

    async def refresh(self, changed: Collection[str] | None = None) -> None:
        """Send every watcher its match's version; end the streams whose key or match is gone.

        changed: the matches that it can be, when no key has gone; None for all.
        """
        wanted = list(self._of_match if changed is None else self._of_match.keys() & changed)
        if not wanted:
            return
        keys = set()
        if changed is None:
            keys = {watcher.key_id for watchers in self._of_match.values() for watcher in watchers}
        latest, valid = await self.in_thread(lambda: (versions(wanted), valid_keys(keys)))
        for match_id in wanted:
            for watcher in list(self._of_match.get(match_id, ())):
                if match_id not in latest or (watcher.key_id in keys and watcher.key_id not in valid):
                    watcher.close()
                else:
                    watcher.tell(latest[match_id])

    async def in_thread(self, work: Callable[[], Any]) -> Any:
        """The result of this work, done in a thread with a database connection."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, with_connection, work)

    async def _follow(self) -> None:
        while True:
            try:
                async for changed in database_changes(lambda: not self._of_match, self.in_thread):
                    self._note(None)
                    await self.refresh(changed)
            except asyncio.CancelledError:
                raise
            except NothingHeard as error:
                outage.send(None, part="listen")
                self._note(error)
                await self._poll(DEAF_SECONDS)
            except (DatabaseError, sqlite3.Error, OSError) as error:
                database_failed.send(None)
                self._note(error)
                await self._poll(POLL_SECONDS)

    async def _poll(self, seconds: float) -> None:
        """Looks for new versions for so many seconds, while nobody tells of them."""
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            await asyncio.sleep(POLL_SECONDS)
            with suppress(DatabaseError, OSError):
                await self.refresh()

    def _note(self, error: Exception | None) -> None:
        """Logs that watchers are not told of changes, and when they are again; each once."""
        state = type(error) if error else None
        if state is self._trouble:
            return
        self._trouble = state
        if error is None:
            log.warning("watchers are told of changes again")
        elif isinstance(error, NothingHeard):
            log.error(
                "LISTEN hears nothing: DATABASE_URL leads through a pooler of transactions, or DIRECT_DATABASE_URL to "
                "another database. Give PostgreSQL's own address in DIRECT_DATABASE_URL. Until then each process "
                "looks for changes every second."
            )
        else:
            log.warning("the database does not answer; watchers wait", exc_info=error)
