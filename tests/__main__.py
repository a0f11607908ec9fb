"""``make test``: the whole suite on SQLite, and on PostgreSQL all that depends on the database.

TEST_DATABASE_URL: the PostgreSQL to use; default: the one on this machine's port 5432, if one answers.
TEST_PROCESSES: how many tests run at once; default: twice the cores, because browser tests wait a lot.
With CI=true it is a failure that PostgreSQL, Chromium, node or a package registry is missing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence

import psycopg

from tests.not_run import CI, PREFIX

DEFAULT_POSTGRESQL = "postgresql://postgres@127.0.0.1:5432/postgres"

#: Tests that use the database. The engine, the games, the rules and the layout of pages do not depend on it.
USES_DATABASE = (
    *("tests/api", "tests/pages", "tests/reliability", "-m", "not layout"),
    *(f"tests/operations/test_{what}.py" for what in ("backups", "containers", "tables", "viewer_scope")),
)


def postgresql() -> str | None:
    """The address of a PostgreSQL that answers and lets us make databases, None if there is none."""
    url = os.environ.get("TEST_DATABASE_URL", DEFAULT_POSTGRESQL)
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            row = connection.execute("SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user")
            return url if (row.fetchone() or [False])[0] else None
    except psycopg.Error:
        return None


def suite(name: str, arguments: Sequence[str], python: str = sys.executable, waits: bool = True, **more: str) -> bool:
    """Runs pytest; True if everything passed.

    waits: its tests often wait for a browser. more: environment variables.
    """
    print(f"\n== {name} ==", flush=True)
    began = time.monotonic()
    # Each process collects the whole suite: more of them than are needed cost more than they bring.
    processes = os.environ.get("TEST_PROCESSES", str((2 if waits else 1) * (os.cpu_count() or 1)))
    command = [python, "-m", "pytest", "-n", processes, "--dist", "worksteal", *arguments]
    passed = subprocess.run(command, env={**os.environ, **more}, check=False).returncode == 0
    print(f"== {name}: {'passed' if passed else 'FAILED'} in {time.monotonic() - began:.0f} s ==", flush=True)
    return passed


def main() -> int:
    arguments = sys.argv[1:]
    os.environ.pop("DATABASE_URL", None)
    passed = [suite("SQLite", arguments)]
    url = postgresql()
    if url is None:
        print(f"\n!!! {PREFIX}PostgreSQL: none answers (set TEST_DATABASE_URL to a role that may create databases)")
        passed.append(not CI)
    else:
        passed.append(suite("PostgreSQL", arguments or USES_DATABASE, DATABASE_URL=url))
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
