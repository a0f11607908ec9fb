"""Limits that all processes count together, in Redis; what happens while it does not answer."""

from __future__ import annotations

import logging
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import redis
from django.core.exceptions import ImproperlyConfigured

from companion.common.outages import PAUSE_SECONDS, OptionalService
from companion.common.signals import outage
from companion.http.rate_limits import WINDOW_SECONDS, Counter
from companion.http.shared_limits import LONGEST_WAIT, SharedCounter
from tests.redis_server import RedisServer, redis_server


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    with redis_server() as running:
        yield running


@pytest.fixture
def empty(server: RedisServer, settings: Any) -> redis.Redis:
    """The client of a Redis that holds nothing."""
    settings.RATE_LIMITS = {"open": 40, "key": 40, "tables": 3}
    client = redis.Redis.from_url(server.url)
    client.flushall()
    return client


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def process(server: RedisServer, clock: Clock | None = None) -> SharedCounter:
    """What one process counts with."""
    clock = clock or Clock()
    return SharedCounter(server.url, Counter(clock), WINDOW_SECONDS, clock)


def test_all_processes_count_together(server: RedisServer, empty: redis.Redis) -> None:
    one, two = process(server), process(server)
    counts = [each.count("open", "a")[0] for each in (one, two, two, one)]
    assert counts == [1, 2, 3, 4]
    assert one.count("open", "b")[0] == one.count("key", "a")[0] == 1


def test_at_once_they_still_count_each_request_once(server: RedisServer, empty: redis.Redis) -> None:
    processes = [process(server) for _ in range(4)]
    with ThreadPoolExecutor(16) as threads:
        counts = list(threads.map(lambda number: processes[number % 4].count("open", "a")[0], range(40)))
    assert sorted(counts) == list(range(1, 41))


def test_every_count_ends(server: RedisServer, empty: redis.Redis) -> None:
    name = "companion:open:a"
    empty.set(name, 7)  # without an end, as no version of ours writes it
    counted, seconds = process(server).count("open", "a")
    assert (counted, seconds) == (8, WINDOW_SECONDS + 1)
    assert 0 < empty.pttl(name) <= WINDOW_SECONDS * 1000
    empty.pexpire(name, 1)
    time.sleep(0.05)
    assert process(server).count("open", "a")[0] == 1


def test_who_sends_too_much_costs_redis_nothing(server: RedisServer, empty: redis.Redis) -> None:
    clock = Clock()
    one = process(server, clock)
    assert [one.count("tables", "a")[0] for _ in range(6)] == [1, 2, 3, 4, 4, 4]
    assert int(empty.get("companion:tables:a") or 0) == 4, "asked no more"
    clock.now += WINDOW_SECONDS + 1
    empty.flushall()
    assert one.count("tables", "a")[0] == 1, "its minute is over"


def test_while_redis_is_silent_each_counts_alone_and_no_request_waits_long(
    empty: redis.Redis, server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    clock, told = Clock(), []
    outage.connect(listener := lambda part, **_: told.append(part))
    one = process(server, clock)
    assert one.count("open", "a")[0] == 1
    server.signal(signal.SIGSTOP)
    try:
        began = time.perf_counter()
        assert one.count("open", "a")[0] == 2, "the own count has what was counted before"
        first = time.perf_counter() - began
        assert LONGEST_WAIT / 2 < first < LONGEST_WAIT * 4
        began = time.perf_counter()
        assert [one.count("open", "a")[0] for _ in range(100)] == list(range(3, 103))
        assert time.perf_counter() - began < LONGEST_WAIT, "nobody else waits"
        clock.now += PAUSE_SECONDS
        assert one.count("open", "a")[0] == 103
    finally:
        server.signal(signal.SIGCONT)
        outage.disconnect(listener)
    assert told == ["redis", "redis"]
    assert len([record for record in caplog.records if "does not answer" in record.message]) == 1
    clock.now += PAUSE_SECONDS
    time.sleep(0.1)
    assert one.count("open", "b")[0] == 1
    assert empty.exists("companion:open:b")
    assert [record.message for record in caplog.records][-1] == "Redis (REDIS_URL) answers again"


def test_a_redis_that_is_gone_costs_no_answer(settings: Any) -> None:
    settings.RATE_LIMITS = {"open": 3, "key": 0, "tables": 0}
    with redis_server() as own:
        one = process(own)
        assert one.count("open", "a")[0] == 1
        own.signal(signal.SIGKILL)
        assert [one.count("open", "a")[0] for _ in range(3)] == [2, 3, 4]


def test_one_caller_at_a_time_tries_again(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    caplog.set_level(logging.WARNING)
    part = OptionalService("redis", "It", "we do without", clock)
    assert part.may_be_used()
    part.failed(OSError("no answer"))
    assert not part.may_be_used()
    clock.now += PAUSE_SECONDS
    assert [part.may_be_used() for _ in range(3)] == [True, False, False]
    part.failed(OSError("no answer"))
    clock.now += PAUSE_SECONDS
    assert part.may_be_used()
    part.answered()
    assert part.may_be_used()
    assert [record.message for record in caplog.records] == [
        "It does not answer; we do without (OSError: no answer)",
        "It answers again",
    ]


def test_an_address_that_is_none_is_named() -> None:
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL: Redis URL must specify"):
        SharedCounter("127.0.0.1:6379", Counter(), WINDOW_SECONDS)
