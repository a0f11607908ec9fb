"""Deliveries: in order, again after failures, claimed by one process, and not lost when a process is killed."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection, transaction
from standardwebhooks.webhooks import WebhookVerificationError

from scoring.db.connections import with_connection
from scoring.db.write_lock import write_transaction
from scoring.models import Table, Webhook, WebhookDelivery
from scoring.selectors import match_snapshot
from scoring.services import matches, webhooks
from scoring.webhooks import claims
from scoring.webhooks.claims import (
    FAILING_DAYS,
    RETRY_SECONDS,
    Job,
    claim_due,
    finish_job,
    next_job,
    release,
    remove_old,
)
from scoring.webhooks.outgoing import PostResult
from scoring.webhooks.sender import Sender
from tests import loopback
from tests.receiver import Receiver, answer_with, receiving
from tests.reliability.test_matches import begin, round_of
from tests.server import Running, serving

START = datetime(2126, 5, 1, 20, tzinfo=UTC)
"""Later than anything that the tests write, so that all of it is due."""

FAILED, ARRIVED, GONE = PostResult(500, milliseconds=3, text="no"), PostResult(204), PostResult(410)


@pytest.fixture
def webhook(table: Table) -> Webhook:
    """A webhook of the table."""
    return registered(table, "https://club.example/hook")


def registered(table: Table, url: str) -> Webhook:
    with transaction.atomic():
        return webhooks.register(table, url).webhook


def attempt(now: datetime, answer: PostResult) -> Job | None:
    """Sends what is due next, if anything is, and gets this answer."""
    job = None
    for claim in claim_due(now, 1):
        job = next_job(claim, now)
        if job and finish_job(claim, job, answer, now, now):
            release(claim, now)
    return job


def waiting() -> WebhookDelivery:
    return WebhookDelivery.objects.get()


# -- retries ------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_delivery_is_tried_for_about_a_day_and_then_given_up(table: Table, webhook: Webhook) -> None:
    matches.record(begin(table), round_of(1, 2, 3))
    now, tries = START, 0
    while waiting().status == "waiting":
        assert attempt(now, FAILED)
        tries += 1
        assert attempt(now, FAILED) is None, "not before its time"
        if waiting().status == "waiting":
            pause = (waiting().due_at - now).total_seconds()
            assert 0.8 * RETRY_SECONDS[tries - 1] <= pause <= 1.2 * RETRY_SECONDS[tries - 1]
            now = max(now + timedelta(seconds=claims.LONGEST_REST * 1.2), waiting().due_at)
    assert tries == len(RETRY_SECONDS) + 1
    assert timedelta(hours=18) < now - START < timedelta(hours=30)
    assert [one["status"] for one in waiting().attempts] == [500] * tries
    webhook.refresh_from_db()
    assert webhook.active
    assert webhook.failing_since == START


@pytest.mark.django_db
def test_the_waits_are_not_the_same_for_everybody(table: Table, webhook: Webhook) -> None:
    match = begin(table)
    for n in range(4):
        match = matches.record(match, round_of(n, 2, 3)).match
    now = START
    for _ in range(4):
        assert attempt(now, FAILED)
        now += timedelta(minutes=1)
    rows = WebhookDelivery.objects.filter(tries=1)
    assert len({row.due_at - datetime.fromisoformat(row.attempts[0]["at"]) for row in rows}) == rows.count()


@pytest.mark.django_db
def test_a_receiver_may_ask_to_wait_longer(table: Table, webhook: Webhook) -> None:
    matches.record(begin(table), round_of(1, 2, 3))
    attempt(START, PostResult(503, retry_after=900))
    assert waiting().due_at == START + timedelta(seconds=900)


@pytest.mark.django_db
@pytest.mark.parametrize("answer", [FAILED, PostResult(None, "too_slow"), PostResult(302), PostResult(404)])
def test_whatever_is_no_success_is_tried_again_under_the_same_id(
    table: Table, webhook: Webhook, answer: PostResult
) -> None:
    matches.record(begin(table), round_of(1, 2, 3))
    first, again = attempt(START, answer), attempt(START + timedelta(minutes=1), ARRIVED)
    assert first
    assert again
    assert (first.message, first.payload) == (again.message, again.payload)
    assert waiting().status == "delivered"
    assert [one["status"] for one in waiting().attempts] == [answer.status, 204]
    webhook.refresh_from_db()
    assert webhook.failing_since is None


@pytest.mark.django_db
def test_one_that_fails_for_days_is_switched_off_and_says_so(table: Table, webhook: Webhook) -> None:
    match = begin(table)
    for day in range(FAILING_DAYS + 1):
        match = matches.record(match, round_of(day, 2, 3)).match
        assert Webhook.objects.get().active
        attempt(START + timedelta(days=day), FAILED)
    webhook.refresh_from_db()
    assert (webhook.active, webhook.off_reason, webhook.failing_since) == (False, "failing", START)
    assert set(WebhookDelivery.objects.values_list("status", flat=True)) == {"given_up"}
    matches.record(match, round_of(9, 2, 3))
    assert WebhookDelivery.objects.count() == FAILING_DAYS + 1


@pytest.mark.django_db
def test_one_that_is_gone_is_switched_off_at_once(table: Table, webhook: Webhook) -> None:
    matches.record(begin(table), round_of(1, 2, 3))
    attempt(START, GONE)
    webhook.refresh_from_db()
    assert (webhook.active, webhook.off_reason, waiting().status) == (False, "gone", "given_up")


@pytest.mark.django_db
def test_too_much_that_waits_switches_it_off(table: Table, webhook: Webhook, settings: LazySettings) -> None:
    settings.MAX_WAITING_DELIVERIES = 2
    match = begin(table)
    for n in range(3):
        match = matches.record(match, round_of(n, 2, 3)).match
    assert attempt(START, ARRIVED) is None
    webhook.refresh_from_db()
    assert (webhook.active, webhook.off_reason) == (False, "waiting")


@pytest.mark.django_db
def test_the_log_is_kept_for_a_month(table: Table, webhook: Webhook) -> None:
    match = matches.record(begin(table), round_of(1, 2, 3)).match
    attempt(START, ARRIVED)
    matches.record(match, round_of(1, 2, 3))
    assert remove_old(WebhookDelivery.objects.earliest("id").created_at + timedelta(days=29)) == 0
    assert remove_old(START) == 1
    assert waiting().status == "waiting"


# -- several processes --------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_one_of_many_workers_claims_a_webhook(table: Table, webhook: Webhook) -> None:
    matches.record(begin(table), round_of(1, 2, 3))
    together = threading.Barrier(8)

    def worker(_: int) -> int:
        together.wait()
        found = with_connection(lambda: len(claim_due(START, 5)))
        connection.close()
        return found

    with ThreadPoolExecutor(8) as workers:
        assert sum(workers.map(worker, range(8))) == 1
    assert claim_due(START, 5) == [], "held"
    assert len(claim_due(START + claims.lease(), 5)) == 1, "its process is dead"


@pytest.mark.django_db(transaction=True)
def test_a_hand_is_recorded_while_the_webhook_is_removed(table: Table, webhook: Webhook) -> None:
    match = begin(table)
    removed, recorded = threading.Event(), threading.Event()

    def remove() -> None:
        with write_transaction():
            Webhook.objects.filter(id=webhook.id).delete()
            removed.set()
            # On SQLite writers take turns. On PostgreSQL the hand is recorded before this transaction ends.
            assert recorded.wait(30 if connection.vendor == "postgresql" else 0) or connection.vendor == "sqlite"

    def record() -> None:
        removed.wait(30)
        matches.record(match_snapshot.load_match(match.id), round_of(1, 2, 3))
        recorded.set()

    def closing(work: Callable[[], None]) -> None:
        try:
            work()
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(closing, work) for work in (remove, record)]:
            done.result(30)
    assert match_snapshot.load_match(match.id).hand_count == 1
    assert not WebhookDelivery.objects.exists()


@pytest.mark.django_db
def test_what_is_written_while_it_is_switched_off_is_given_up(table: Table, webhook: Webhook) -> None:
    matches.record(begin(table), round_of(1, 2, 3))
    Webhook.objects.update(active=False, off_reason="scorer")
    assert attempt(START, ARRIVED) is None
    assert waiting().status == "given_up"


@pytest.mark.django_db
def test_a_worker_that_was_too_late_stops(table: Table, webhook: Webhook) -> None:
    match = matches.record(begin(table), round_of(1, 2, 3)).match
    matches.record(match, round_of(1, 2, 3))
    (slow,) = claim_due(START, 1)
    job = next_job(slow, START)
    (other,) = claim_due(START + claims.lease(), 1)
    assert job
    assert not finish_job(slow, job, ARRIVED, START, START + claims.lease())
    assert next_job(other, START + claims.lease()) != job, "what arrived is not sent again"
    webhook.refresh_from_db()
    assert webhook.claimed_until == other.until


@pytest.mark.django_db(transaction=True)
def test_a_slow_receiver_holds_up_nobody_else(table: Table) -> None:
    first = registered(table, "https://slow.example/")
    registered(table, "https://quick.example/")
    match = begin(table)
    for n in range(3):
        match = matches.record(match, round_of(n, 2, 3)).match
    sent: list[str] = []

    async def send(job: Job, now: datetime) -> PostResult:
        if "slow" in job.url:
            await asyncio.wait_for(release_slow.wait(), 30)
        sent.append(job.url)
        return ARRIVED

    async def run() -> None:
        sender = Sender(clock=lambda: START, send=send)
        await sender.start_due()
        while len(sent) < 3:
            await asyncio.sleep(0.01)
        release_slow.set()
        await sender.finished()
        await sender.stop()

    release_slow = asyncio.Event()
    asyncio.run(run())
    assert sent == ["https://quick.example/"] * 3 + ["https://slow.example/"] * 3
    assert first.deliveries.filter(status="delivered").count() == 3


# -- the real server ----------------------------------------------------------------------------------


class Club:
    """A table on a running server, with a match and a webhook at a receiver."""

    def __init__(self, server: Running, receiver: Receiver) -> None:
        self.server = server
        made = self.post("/tables", {"name": "Thursday"})
        self.key, self.path = made["keys"]["scorer"], f"/tables/{made['id']}"
        match = {"game": "points", "players": ["Ada", "Ben", "Cleo"], "options": {"target": 50}}
        self.match = f"/matches/{self.post(f'{self.path}/matches', match)['id']}"
        self.webhook = self.post(f"{self.path}/webhooks", {"url": f"{receiver.origin}/hook?club=1"})
        self.own = self.webhook["links"]["self"].removeprefix("/api/v1")

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        headers = {"Authorization": f"Bearer {getattr(self, 'key', 'none')}", **headers}
        headers = headers if hasattr(self, "key") else {}
        answer = loopback.request(method, f"{self.server.url}/api/v1{path}", json=body, headers=headers, timeout=30)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def post(self, path: str, body: Any = None) -> Any:
        return self.ask("POST", path, body if body is not None else {})

    def record(self, *scores: int) -> None:
        self.post(f"{self.match}/hands", round_of(*scores))

    def log(self) -> list[Any]:
        """The deliveries, the first first."""
        found: list[Any] = self.ask("GET", f"{self.own}/deliveries")["results"][::-1]
        return found


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def test_an_evening_with_a_server_that_is_killed(tmp_path: Path, receiver: Receiver) -> None:
    with serving(tmp_path, WEBHOOK_ALLOWED=receiver.origin, WEBHOOK_SECONDS="2") as server:
        club = Club(server, receiver)
        _an_evening_is_told_signed_and_in_order(club, receiver)
        _the_old_and_the_new_secret_sign(club, receiver)
        _what_was_not_delivered_is_delivered_after_the_restart(club, receiver)


def _an_evening_is_told_signed_and_in_order(club: Club, receiver: Receiver) -> None:
    for n in range(8):
        club.record(n, 1, 2)
    club.ask("PUT", f"{club.match}/hands/8", round_of(60, 1, 2), **{"If-Match": "*"})
    club.post(f"{club.match}/undo")
    received = receiver.wait_for(12)
    told = [one.verified(club.webhook["secret"]) for one in received]
    hands = [("hand.recorded", n) for n in range(1, 9)]
    changes = [("hand.corrected", 9), ("match.finished", 9), ("hand.corrected", 10), ("match.reopened", 10)]
    assert [(one["type"], one["data"]["version"]) for one in told] == hands + changes
    assert [told[place]["data"]["totals"] for place in (7, 8, 11)] == [[28, 8, 16], [81, 8, 16], [28, 8, 16]]
    assert len({one.id for one in received}) == 12
    assert {one.path for one in received} == {"/hook?club=1"}
    with pytest.raises(WebhookVerificationError):
        received[0].verified("whsec_" + "A" * 43 + "=")


def _the_old_and_the_new_secret_sign(club: Club, receiver: Receiver) -> None:
    new = club.post(f"{club.own}/secret")["secret"]
    club.post(f"{club.own}/test")
    test = receiver.wait_for(13)[-1]
    assert test.verified(new) == test.verified(club.webhook["secret"])
    assert test.verified(new)["type"] == "webhook.test"


def _what_was_not_delivered_is_delivered_after_the_restart(club: Club, receiver: Receiver) -> None:
    def hold(handler: BaseHTTPRequestHandler) -> None:
        killed.wait(30)

    killed = threading.Event()
    receiver.answer = hold
    club.record(1, 2, 3)
    club.record(4, 5, 6)
    first = receiver.wait_for(14)[-1]
    club.server.stop(signal.SIGKILL)
    receiver.answer = answer_with(200, b"thanks")
    killed.set()
    before = len(receiver.received)
    club.server.start()
    again, second = receiver.wait_for(before + 2)[before:]
    assert (again.id, again.body) == (first.id, first.body)
    assert [json.loads(one.body)["data"]["version"] for one in (first, second)] == [11, 12]
    wanted = [*dict.fromkeys(one.id for one in receiver.received)]
    for _ in range(100):
        log = club.log()
        if log[-1]["status"] == "delivered":
            break
    assert [one["id"] for one in log] == wanted
    assert {one["status"] for one in log} == {"delivered"}
    assert log[-1]["attempts"][-1]["answer"] == "thanks"
