"""The task of a server process that sends deliveries, on its event loop: no thread waits for a receiver."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from django.conf import settings
from django.db import Error as DatabaseError
from django.utils import timezone
from standardwebhooks.webhooks import Webhook as Signer

from scoring.db.connections import with_connection
from scoring.engine.refusal import Refusal
from scoring.services.webhook_destinations import destination
from scoring.services.webhook_events import deliveries_waiting
from scoring.webhooks import claims
from scoring.webhooks.claims import Claim, Job
from scoring.webhooks.outgoing import PostResult, post

log = logging.getLogger(__name__)
T = TypeVar("T")

POLL_SECONDS = 2.0
"""Seconds between looks for due retries and deliveries of other processes. Its own deliveries are sent at once."""

MOST_AT_ONCE = 64
"""Webhooks that one process sends to at once."""

CLEAN_SECONDS = 3600


class Sender:
    """Sends due deliveries until it is stopped.

    clock: returns the current time. send: sends one request, see ``send_job``. Tests pass their own.
    """

    def __init__(
        self,
        clock: Callable[[], datetime] = timezone.now,
        send: Callable[[Job, datetime], Awaitable[PostResult]] | None = None,
    ) -> None:
        self.clock = clock
        self.send = send or send_job
        self._task: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="webhooks")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._work_waiting = asyncio.Event()

    def start(self) -> None:
        """Begins to send, on the current event loop."""
        self._loop = asyncio.get_running_loop()
        deliveries_waiting.connect(self._wake)
        self._task = self._loop.create_task(self._run())

    async def stop(self) -> None:
        """Stops sending. Running requests are cancelled, and sent again by another process."""
        deliveries_waiting.disconnect(self._wake)
        tasks = [task for task in (self._task, *self._sending) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False)

    def _wake(self, **_: Any) -> None:
        """Wakes the task. Called by any thread, after its commit."""
        if self._loop:
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._work_waiting.set)

    async def _run(self) -> None:
        cleaned, fails = self._now(), False
        while True:
            self._work_waiting.clear()
            try:
                await self.start_due()
                if self._now() - cleaned > CLEAN_SECONDS:
                    cleaned = self._now()
                    await self._in_thread(lambda: claims.remove_old(self.clock()))
                if fails:
                    fails = False
                    log.info("deliveries go on")
            except (DatabaseError, OSError) as error:
                if not fails:  # once for each outage, not every two seconds
                    fails = True
                    log.warning("the database cannot be used; deliveries wait: %s", str(error).strip())
            with suppress(TimeoutError):
                async with asyncio.timeout(
                    POLL_SECONDS
                ):  # wait_for can lose the cancellation of stop(), on Python 3.11
                    await self._work_waiting.wait()

    async def start_due(self) -> None:
        """Starts to send due deliveries."""
        free = MOST_AT_ONCE - len(self._sending)
        if free <= 0:
            return
        for claim in await self._in_thread(lambda: claims.claim_due(self.clock(), free)):
            task = asyncio.get_running_loop().create_task(self._send_all(claim))
            self._sending.add(task)
            task.add_done_callback(self._done)

    async def finished(self) -> None:
        """Waits until all started requests are finished."""
        while self._sending:
            await asyncio.gather(*self._sending)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        self._work_waiting.set()  # a delivery may have become due since the last look
        if not task.cancelled() and (error := task.exception()):
            log.error("a webhook could not be served", exc_info=error)

    async def _send_all(self, claim: Claim) -> None:
        """Sends due deliveries of a webhook, one after the other. Releases the claim if it is cancelled."""
        try:
            job = await self._in_thread(partial(claims.next_job, claim, self.clock()))
            while job:
                began = self.clock()
                result = await self.send(job, began)
                job = await self._in_thread(partial(claims.finish_job, claim, job, result, began, self.clock()))
        except asyncio.CancelledError:
            with suppress(DatabaseError, OSError):  # then the claim runs out by itself
                await self._in_thread(partial(claims.release, claim, self.clock()))
            raise

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, with_connection, work)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


async def send_job(job: Job, now: datetime) -> PostResult:
    """Signs a delivery by Standard Webhooks and sends it. now: the time of signing. Returns the result."""
    try:
        to = destination(job.url)
    except Refusal:  # the operator's setting has changed since it was registered
        return PostResult(None, "address_not_allowed")
    headers = {
        "Content-Type": "application/json",
        "webhook-id": job.message,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(Signer(one).sign(job.message, now, job.payload) for one in job.secrets),
    }
    return await post(to, headers, job.payload.encode(), settings.WEBHOOK_SECONDS)
