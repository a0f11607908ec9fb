"""Clients that record, correct, undo, redo, finish and read one match at random: each answer is one of a server that
does one thing at a time. ``make faults`` does the same for longer, while servers are killed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.reliability.linearizability import Operation, check
from tests.reliability.match_model import Match, step
from tests.reliability.random_clients import Ground, play
from tests.server import Running, database_url

SEEDS = (1, 2)
#: Seeds that once found an error. Which calls meet is up to the machine; the calls themselves are the same again.
FOUND_ERRORS = (0, 4)


def assert_linearizable(history: Sequence[Operation], folder: Path, seed: int) -> None:
    """A history that nothing explains is left in this folder, for whoever looks for the cause."""
    found = check(history, Match(), step)
    if found is not None:
        file = folder / f"history-{seed}.json"
        file.write_text(json.dumps(list(history), default=vars, indent=1))
        raise AssertionError(f"seed {seed}, {len(history)} calls, in {file}: {found}")


@pytest.fixture(scope="module")
def two_processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Running]]:
    """Two servers on one database, SQLite or PostgreSQL."""
    folder = tmp_path_factory.mktemp("two")
    with ExitStack() as stack, database_url(folder) as database:
        servers = [Running(folder, database) for _ in range(2)]
        for server in servers:
            stack.callback(server.stop)
            server.start()
        yield servers


@pytest.mark.parametrize("seed", [*SEEDS, *FOUND_ERRORS])
def test_one_process_answers_as_if_to_one_client_at_a_time(server: str, tmp_path: Path, seed: int) -> None:
    ground = Ground.begin([server])
    assert_linearizable(play(ground, clients=8, seed=seed, calls=25), tmp_path, seed)
    assert not ground.unavailable


@pytest.mark.parametrize("seed", [*SEEDS, *FOUND_ERRORS])
def test_two_processes_answer_as_if_they_were_one(two_processes: list[Running], tmp_path: Path, seed: int) -> None:
    ground = Ground.begin([server.url for server in two_processes])
    assert_linearizable(play(ground, clients=8, seed=seed, calls=25), tmp_path, seed)
    assert not ground.unavailable
