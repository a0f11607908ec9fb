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
from scoring.webhooks.outgoing import Answer, post

log = logging.getLogger(__name__)
T = TypeVar("T")

POLL_SECONDS = 2.0
"""How often a process looks for retries that are due, and for what another process left. Its own are sent at once."""

MOST_AT_ONCE = 64
"""Webhooks that one process sends to at the same time."""

CLEAN_SECONDS = 3600


class Sender:
    """Sends what is due until it is stopped.

    clock: the time now. send: the request, see ``send_job``. Tests give their own.
    """

    def __init__(
        self,
        clock: Callable[[], datetime] = timezone.now,
        send: Callable[[Job, datetime], Awaitable[Answer]] | None = None,
    ) -> None:
        self.clock = clock
        self.send = send or send_job
        self._task: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="webhooks")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()

    def start(self) -> None:
        """Begin to send, on the loop that runs now."""
        self._loop = asyncio.get_running_loop()
        deliveries_waiting.connect(self._wake)
        self._task = self._loop.create_task(self._run())

    async def stop(self) -> None:
        """Send no more. Requests that are under way are broken off, and sent again at once by another process."""
        deliveries_waiting.disconnect(self._wake)
        tasks = [task for task in (self._task, *self._sending) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False)

    def _wake(self, **_: Any) -> None:
        """There is something to send: called by any thread, after its commit."""
        if self._loop:
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._news.set)

    async def _run(self) -> None:
        cleaned = self._now()
        while True:
            self._news.clear()
            try:
                await self.start_due()
                if self._now() - cleaned > CLEAN_SECONDS:
                    cleaned = self._now()
                    await self._in_thread(lambda: claims.remove_old(self.clock()))
            except (DatabaseError, OSError):
                log.warning("the database does not answer; deliveries wait", exc_info=True)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), POLL_SECONDS)

    async def start_due(self) -> None:
        """Starts to send what is due."""
        free = MOST_AT_ONCE - len(self._sending)
        if free <= 0:
            return
        for claim in await self._in_thread(lambda: claims.claim_due(self.clock(), free)):
            task = asyncio.get_running_loop().create_task(self._send_all(claim))
            self._sending.add(task)
            task.add_done_callback(self._done)

    async def finished(self) -> None:
        """Waits until everything that was started is sent."""
        while self._sending:
            await asyncio.gather(*self._sending)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        self._news.set()  # something may have become due after the claim was given up
        if not task.cancelled() and (error := task.exception()):
            log.error("a webhook could not be served", exc_info=error)

    async def _send_all(self, claim: Claim) -> None:
        """Sends what is due for a webhook, one delivery after the other. Gives the claim up if it is cancelled."""
        try:
            job = await self._in_thread(partial(claims.next_job, claim, self.clock()))
            while job:
                began = self.clock()
                answer = await self.send(job, began)
                job = await self._in_thread(partial(claims.finish_job, claim, job, answer, began, self.clock()))
        except asyncio.CancelledError:
            with suppress(DatabaseError, OSError):  # then the claim runs out by itself
                await self._in_thread(partial(claims.release, claim, self.clock()))
            raise

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, with_connection, work)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


async def send_job(job: Job, now: datetime) -> Answer:
    """Signs a delivery as Standard Webhooks says and sends it. now: when; the receiver refuses old ones."""
    try:
        to = destination(job.url)
    except Refusal:  # the operator's setting has changed since it was registered
        return Answer(None, "address_not_allowed")
    headers = {
        "Content-Type": "application/json",
        "webhook-id": job.message,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(Signer(one).sign(job.message, now, job.payload) for one in job.secrets),
    }
    return await post(to, headers, job.payload.encode(), settings.WEBHOOK_SECONDS)
