"""``make test``: the whole suite on SQLite, and again on PostgreSQL; says loudly what it did not run.

TEST_DATABASE_URL: the PostgreSQL to use; default: the one on this machine's port 5432, where one answers.
With CI=true it is a failure that PostgreSQL or Chromium is missing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence

import psycopg

from tests.browser import chromium

DEFAULT_POSTGRESQL = "postgresql://postgres@127.0.0.1:5432/postgres"
CI = os.environ.get("CI", "").lower() in {"1", "true"}


def postgresql() -> str | None:
    """The address of a PostgreSQL that answers and lets us make databases, None where there is none."""
    url = os.environ.get("TEST_DATABASE_URL", DEFAULT_POSTGRESQL)
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            row = connection.execute("SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user")
            return url if (row.fetchone() or [False])[0] else None
    except psycopg.Error:
        return None


def suite(name: str, arguments: Sequence[str], **environment: str) -> bool:
    """Runs pytest; True where everything passed."""
    print(f"\n== {name} ==", flush=True)
    began = time.monotonic()
    command = [sys.executable, "-m", "pytest", "-n", os.environ.get("TEST_PROCESSES", "auto"), *arguments]
    passed = subprocess.run(command, env={**os.environ, **environment}, check=False).returncode == 0
    print(f"== {name}: {'passed' if passed else 'FAILED'} in {time.monotonic() - began:.0f} s ==", flush=True)
    return passed


def main() -> int:
    arguments = sys.argv[1:]
    not_run = []
    if chromium() is None:
        not_run.append("the browser tests: no Chromium found (Debian: apt-get install chromium)")
        arguments = [*arguments, "-m", "not browser"]
    os.environ.pop("DATABASE_URL", None)
    passed = [suite("SQLite", arguments)]
    url = postgresql()
    if url is None:
        not_run.append("PostgreSQL: none answers (set TEST_DATABASE_URL to a role that may create databases)")
    else:
        passed.append(suite("PostgreSQL", arguments, DATABASE_URL=url))
    for what in not_run:
        print(f"\n!!! NOT RUN: {what}", flush=True)
    return 0 if all(passed) and not (CI and not_run) else 1


if __name__ == "__main__":
    sys.exit(main())
