"""``make faults``: what takes minutes. Servers and databases are killed again and again while clients play.

    python -m tests.reliability.faults --kills 100 --processes 2      the Companion, by SIGKILL at random moments
    python -m tests.reliability.faults --restarts 20                  PostgreSQL, in turn as in an update and in a crash
    python -m tests.reliability.faults --failovers 3                  PostgreSQL's primary dies, its standby takes over
    python -m tests.reliability.faults --failovers 3 --asynchronous   the same with a standby that may be behind
    python -m tests.reliability.faults --patroni 10                   a pair under Patroni: switchovers, kills in turn

Kills are on SQLite, or on the PostgreSQL of DATABASE_URL; the others start a PostgreSQL of their own. Each prints one
line of figures. A history that no order of calls explains is written to build/faults with its seed.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from tests import loopback
from tests.reliability.linearizability import check
from tests.reliability.match_model import Match, step
from tests.reliability.patroni import pair
from tests.reliability.postgres_cluster import Cluster, clusters
from tests.reliability.random_clients import Ground, play
from tests.reliability.test_random_histories import assert_linearizable
from tests.server import ROOT, Running, database_url

KILLS_OF_A_MATCH = 4
CLIENTS = 4
CALLS = 20
KEPT = ROOT / "build" / "faults"


@dataclass
class Figures:
    """What happened. unanswered: calls of which nobody knows whether they took effect. not_explained: histories.

    longest: seconds from a kill until everything answered again. pause: of the call that waited longest, its retries
    included.
    """

    kills: int = 0
    matches: int = 0
    calls: int = 0
    repeated: int = 0
    unavailable: int = 0
    unanswered: int = 0
    not_explained: int = 0
    longest: float = 0.0
    pause: float = 0.0


def kill_at_random(servers: list[Running], kills: int, choose: random.Random, figures: Figures) -> None:
    """Kills one of the servers at a random moment and starts it again, so many times."""
    for _ in range(kills):
        time.sleep(choose.random() * 0.5)
        server = choose.choice(servers)
        server.stop(signal.SIGKILL)
        began = time.monotonic()
        server.start()
        figures.longest = max(figures.longest, time.monotonic() - began)
        figures.kills += 1


def play_and_kill(kills: int, processes: int, seed: int, folder: Path) -> Figures:
    """Matches under fire until there were so many kills. Raises AssertionError for a history that nothing explains."""
    figures = Figures()
    choose = random.Random(seed)
    with ExitStack() as stack, database_url(folder) as database:
        servers = _started(stack, folder, database, processes)
        while figures.kills < kills:
            of_this_match = min(KILLS_OF_A_MATCH, kills - figures.kills)
            play_match(servers, seed, figures, partial(kill_at_random, servers, of_this_match, choose, figures))
        audit(servers[0])
    return figures


def play_and_restart(restarts: int, seed: int, folder: Path, processes: int = 2) -> Figures:
    """A match for every two restarts of PostgreSQL: one ends every connection, one is like a power cut."""
    figures = Figures()
    with clusters(1) as (cluster,), ExitStack() as stack:
        cluster.create()
        cluster.start()
        servers = _started(stack, folder, cluster.url, processes)

        def restart() -> None:
            for mode in ("fast", "immediate"):
                time.sleep(0.5)
                began = time.monotonic()
                cluster.stop(mode)
                cluster.start()
                wait_until_it_answers(servers)
                figures.longest = max(figures.longest, time.monotonic() - began)
                figures.kills += 1

        while figures.kills < restarts:
            play_match(servers, seed, figures, restart)
        audit(servers[0])
    return figures


def play_and_fail_over(failovers: int, seed: int, folder: Path, synchronous: bool) -> Figures:
    """In each match the primary dies as in a power cut, and its standby takes over under the same address."""
    figures = Figures()
    for _ in range(failovers):
        with clusters(2) as (primary, standby), ExitStack() as stack:
            primary.create()
            primary.start()
            standby.copy_of(primary)
            standby.start()
            if synchronous:
                with psycopg.connect(primary.url, autocommit=True) as admin:
                    admin.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
                    admin.execute("SELECT pg_reload_conf()")
            servers = _started(stack, folder, primary.url, 2)

            def take_over(primary: Cluster = primary, standby: Cluster = standby, servers: Any = servers) -> None:
                time.sleep(1)
                began = time.monotonic()
                primary.stop("immediate")
                standby.promote()
                standby.stop()
                standby.port = primary.port
                standby.start()
                with psycopg.connect(standby.url, autocommit=True) as admin:
                    admin.execute("ALTER SYSTEM RESET synchronous_standby_names")
                    admin.execute("SELECT pg_reload_conf()")
                wait_until_it_answers(servers)
                figures.longest = max(figures.longest, time.monotonic() - began)
                figures.kills += 1

            play_match(servers, seed, figures, take_over, may_lose=not synchronous)
            audit(servers[0])
    return figures


def play_under_patroni(events: int, seed: int, folder: Path) -> Figures:
    """In each match of two the primary is exchanged as for an update, in the other one it dies with its Patroni."""
    figures = Figures()
    with pair() as both, ExitStack() as stack:
        servers = _started(stack, folder, both.url, 2)

        def happen() -> None:
            time.sleep(1)
            began = time.monotonic()
            (both.lose_primary if figures.kills % 2 else both.switch_over)()
            wait_until_it_answers(servers)
            figures.longest = max(figures.longest, time.monotonic() - began)
            figures.kills += 1

        while figures.kills < events:
            what, before = ("kill" if figures.kills % 2 else "switchover"), figures.pause
            figures.pause = 0.0
            play_match(servers, seed, figures, happen)
            print(f"{what}: the longest call took {figures.pause:.1f} s", flush=True)
            figures.pause = max(figures.pause, before)
        audit(servers[0])
    return figures


def _started(stack: ExitStack, folder: Path, database: str, processes: int) -> list[Running]:
    servers = [Running(folder, database) for _ in range(processes)]
    for server in servers:
        stack.callback(server.stop)
        server.start()
    return servers


def wait_until_it_answers(servers: list[Running]) -> None:
    """Until every process has its database again. Raises AssertionError after a minute."""
    deadline = time.monotonic() + 60
    while not all(loopback.get(f"{server.url}/health", timeout=30).status_code == 200 for server in servers):
        assert time.monotonic() < deadline, "the database does not come back"
        time.sleep(0.05)


def play_match(
    servers: list[Running], seed: int, figures: Figures, meanwhile: Callable[[], None], may_lose: bool = False
) -> None:
    """One match while something happens. may_lose: what is acknowledged may be gone; it is counted instead."""
    ground = Ground.begin([server.url for server in servers])
    seed += figures.matches
    history = play(ground, clients=CLIENTS, seed=seed, calls=CALLS, pause=0.05, meanwhile=meanwhile)
    KEPT.mkdir(parents=True, exist_ok=True)
    if may_lose:
        figures.not_explained += check(history, Match(), step) is not None
    else:
        assert_linearizable(history, KEPT, seed)
    figures.matches += 1
    figures.calls += len(history)
    figures.repeated += ground.repeated
    figures.unavailable += ground.unavailable
    figures.pause = max([figures.pause, *(one.ended - one.begun for one in history if one.answered)])
    figures.unanswered += sum(not one.answered for one in history)


def audit(server: Running) -> None:
    """Every match is replayed."""
    command = [sys.executable, str(ROOT / "manage.py"), "audit"]
    subprocess.run(command, cwd=server.folder, env=server.environment, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--kills", type=int)
    what.add_argument("--restarts", type=int)
    what.add_argument("--failovers", type=int)
    what.add_argument("--patroni", type=int)
    parser.add_argument("--asynchronous", action="store_true")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    chosen = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="companion-faults-") as name:
        folder = Path(name)
        if chosen.kills:
            figures = play_and_kill(chosen.kills, chosen.processes, chosen.seed, folder)
        elif chosen.patroni:
            figures = play_under_patroni(chosen.patroni, chosen.seed, folder)
        elif chosen.restarts:
            figures = play_and_restart(chosen.restarts, chosen.seed, folder)
        else:
            figures = play_and_fail_over(chosen.failovers, chosen.seed, folder, not chosen.asynchronous)
    print(
        f"seed {chosen.seed}: {figures.kills} times, {figures.matches} matches, {figures.calls} calls, "
        f"{figures.repeated} sent again, {figures.unavailable} times 503, {figures.unanswered} without an answer, "
        f"back after at most {figures.longest:.1f} s, longest call {figures.pause:.1f} s; "
        f"{figures.not_explained} histories that nothing explains; "
        f"audit without errors; {time.monotonic() - began:.0f} s"
    )


if __name__ == "__main__":
    main()
