"""Watchers of matches and tables: they are notified of new versions, without a thread or a query for each.

A watcher gets how a match stands: version, totals, number of hands; the client then fetches what else it shows. So
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

from django.conf import settings
from django.db import Error as DatabaseError

from companion.common.signals import database_failed, outage
from scoring.db.connections import with_connection
from scoring.live import club_events
from scoring.live.database_changes import NotificationsLost, database_changes
from scoring.live.watch_access import Standing, first_of_table, standings, valid, versions_of_tables
from scoring.live.watcher import MatchWatcher, TableWatcher, Watcher
from scoring.models import table_in

log = logging.getLogger(__name__)

POLL_SECONDS = 1.0
"""Seconds between looks for new versions, while the database sends no notifications."""

LISTEN_AGAIN_SECONDS = 60.0
"""Seconds of such looks before the process listens again."""


class Watchers:
    """All watchers of this process."""

    def __init__(self) -> None:
        self._of_match: dict[str, set[MatchWatcher]] = {}
        self._of_table: dict[str, set[TableWatcher]] = {}
        self._versions: dict[str, dict[str, int]] = {}
        """Of all matches of each table that is watched, as its watchers were told last."""
        self._count = 0
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        self._last_error: type[Exception] | None = None
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live")

    @property
    def full(self) -> bool:
        """Returns whether no more watchers are accepted."""
        return self._stopping or self._count >= settings.MOST_WATCHERS

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
        for watcher in self._all():
            watcher.close()

    def _all(self) -> list[Watcher]:
        of_matches = (watcher for watchers in self._of_match.values() for watcher in watchers)
        return [*of_matches, *(watcher for watchers in self._of_table.values() for watcher in watchers)]

    def add(self, watched_id: str, watcher: Watcher) -> None:
        """Notifies this watcher from now on. watched_id: of the match or table."""
        self._of(watcher).setdefault(watched_id, set()).add(watcher)
        self._count += 1

    def remove(self, watched_id: str, watcher: Watcher) -> None:
        """Stops notifying this watcher."""
        self._count -= 1
        watched = self._of(watcher)
        watched[watched_id].discard(watcher)
        if not watched[watched_id]:
            del watched[watched_id]
            if isinstance(watcher, TableWatcher):
                self._versions.pop(watched_id, None)

    def _of(self, watcher: Watcher) -> dict[str, set[Any]]:
        return self._of_table if isinstance(watcher, TableWatcher) else self._of_match

    async def refresh(self, changed: Collection[str] | None = None) -> None:
        """Sends every watcher what changed; ends the streams whose access or match is gone.

        changed: the matches to look at, if no key or table was changed; None for all matches, keys and tables.
        Events are looked at always: any match may be one of theirs.
        """
        match_ids = [
            name for name in self._of_match if changed is None or name in changed or club_events.is_event(name)
        ]
        if changed is None:
            await self._check_access()
        if match_ids:
            latest = await self.in_thread(lambda: standings(match_ids))
            for match_id in match_ids:
                for watcher in list(self._of_match.get(match_id, ())):
                    if match_id not in latest:
                        watcher.close()
                    else:
                        watcher.notify(latest[match_id])
        if self._of_table:
            await self._refresh_tables(changed)

    async def _check_access(self) -> None:
        """Ends the streams whose access is gone: a replaced key, a table that is shown no more."""
        asked = {watcher.access for watcher in self._all()}
        if not asked:
            return
        still = await self.in_thread(lambda: valid(asked))
        for watcher in self._all():
            if watcher.access in asked and watcher.access not in still:
                watcher.close()

    async def _refresh_tables(self, changed: Collection[str] | None) -> None:
        """Sends the watchers of tables which matches are new, changed or deleted."""
        if changed is None or not all(map(table_in, changed)):
            await self._look_at_tables(list(self._of_table))
            return
        ids = [match_id for match_id in changed if table_in(match_id) in self._of_table]
        if not ids:
            return
        latest = await self.in_thread(lambda: standings(ids))
        for match_id in ids:
            self._tell(table_in(match_id), match_id, latest.get(match_id))

    async def begin(self, table_id: str, watcher: TableWatcher, last_event: str) -> None:
        """Sends a new watcher how the matches of a table stand. last_event: see ``first_of_table``."""
        await self._look_at_tables([table_id])  # the others learn now of what this one reads anyway
        versions, first = await self.in_thread(lambda: first_of_table(table_id, last_event))
        for match_id, standing in first.items():
            watcher.notify(match_id, standing)
        watcher.begun = True
        told = self._versions.setdefault(table_id, versions)
        missed = [match_id for match_id, version in told.items() if version > versions.get(match_id, -1)]
        if missed:  # the others were told while this one was reading
            for match_id, standing in (await self.in_thread(lambda: standings(missed))).items():
                watcher.notify(match_id, standing)
        await self._look_at_tables([table_id])

    async def _look_at_tables(self, table_ids: list[str]) -> None:
        """Compares the versions of all matches of these tables with those that their watchers were told."""
        # As they are before the query: a match that is told of meanwhile is not one that is gone.
        known = {table: dict(self._versions[table]) for table in table_ids if table in self._versions}
        found = await self.in_thread(lambda: versions_of_tables(list(known)))
        changed = {
            table: [one for one, version in found[table].items() if version > versions.get(one, -1)]
            for table, versions in known.items()
        }
        ids = [match_id for matches in changed.values() for match_id in matches]
        latest = await self.in_thread(lambda: standings(ids)) if ids else {}
        for table, matches in changed.items():
            gone = known[table].keys() - found[table].keys()
            for match_id in [*matches, *gone]:
                self._tell(table, match_id, latest.get(match_id))

    def _tell(self, table_id: str, match_id: str, standing: Standing | None) -> None:
        """Tells the watchers of a table how a match stands; None if it is deleted."""
        versions = self._versions.get(table_id)
        if versions is None:
            return
        if standing is not None:
            versions[match_id] = max(standing.version, versions.get(match_id, -1))
        elif versions.pop(match_id, None) is None:
            return
        for watcher in self._of_table.get(table_id, ()):
            if not watcher.begun:
                continue
            if standing is None:
                watcher.forget(match_id)
            else:
                watcher.notify(match_id, standing)

    async def in_thread(self, work: Callable[[], Any]) -> Any:
        """Runs this work in a thread with a database connection. Returns its result."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, with_connection, work)

    async def _follow(self) -> None:
        while True:
            try:
                async for changed in database_changes(lambda: not (self._of_match or self._of_table), self.in_thread):
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
