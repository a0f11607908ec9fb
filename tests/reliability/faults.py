"""``make faults``: what takes minutes. Servers are killed at random, again and again, while clients play.

    python -m tests.reliability.faults --kills 100 --processes 1

on SQLite, or on the PostgreSQL of DATABASE_URL. Prints one line of figures. A history that no order of calls explains
is written to build/faults with its seed.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.reliability.random_clients import Ground, play
from tests.reliability.test_random_histories import assert_linearizable
from tests.server import ROOT, Running, database_url

KILLS_OF_A_MATCH = 4
CLIENTS = 4
CALLS = 20


@dataclass
class Figures:
    """What happened. unanswered: calls of which nobody knows whether they took effect."""

    kills: int = 0
    matches: int = 0
    calls: int = 0
    repeated: int = 0
    unanswered: int = 0
    longest: float = 0.0
    """Seconds from a kill until its server answered again."""


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
    kept = ROOT / "build" / "faults"
    kept.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack, database_url(folder) as database:
        servers = [Running(folder, database) for _ in range(processes)]
        for server in servers:
            stack.callback(server.stop)
            server.start()
        while figures.kills < kills:
            ground = Ground.begin([server.url for server in servers])
            of_this_match = min(KILLS_OF_A_MATCH, kills - figures.kills)
            history = play(
                ground,
                clients=CLIENTS,
                seed=seed + figures.matches,
                calls=CALLS,
                pause=0.05,
                meanwhile=partial(kill_at_random, servers, of_this_match, choose, figures),
            )
            assert_linearizable(history, kept, seed + figures.matches)
            figures.matches += 1
            figures.calls += len(history)
            figures.repeated += ground.repeated
            figures.unanswered += sum(not one.answered for one in history)
        audit = [sys.executable, str(ROOT / "manage.py"), "audit"]
        subprocess.run(audit, cwd=folder, env=servers[0].environment, check=True)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    chosen = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="companion-faults-") as folder:
        figures = play_and_kill(chosen.kills, chosen.processes, chosen.seed, Path(folder))
    print(
        f"seed {chosen.seed}, {chosen.processes} processes: {figures.kills} kills, {figures.matches} matches, "
        f"{figures.calls} calls, {figures.repeated} sent again, {figures.unanswered} without an answer, "
        f"back after at most {figures.longest:.1f} s; all linearizable, audit without errors; "
        f"{time.monotonic() - began:.0f} s"
    )


if __name__ == "__main__":
    main()
