"""A PgBouncer of a test's own on the loopback, which pools transactions."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.not_run import not_run
from tests.server import free_port

_CONFIG = """
[databases]
* = host={host} port={port} user={user}{password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {own_port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 200
"""


@contextmanager
def pgbouncer(database: str) -> Iterator[str]:
    """The address of this database through a PgBouncer. Debian: apt-get install pgbouncer."""
    program = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        not_run("PgBouncer: it is not installed (Debian: apt-get install pgbouncer)")
    behind, port = urlsplit(database), free_port()
    facts = {
        "host": behind.hostname or "127.0.0.1",
        "port": behind.port or 5432,
        "user": behind.username or "postgres",
        "password": f" password='{behind.password}'" if behind.password else "",
    }
    # PgBouncer refuses to run as root.
    user = "nobody" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="companion-pgbouncer-") as folder:
        config = Path(folder) / "pgbouncer.ini"
        config.write_text(_CONFIG.format(own_port=port, **facts))
        if user:
            shutil.chown(folder, user)
            shutil.chown(config, user)
        with (Path(folder) / "log").open("wb") as log:
            process = subprocess.Popen([program, str(config)], user=user, cwd="/", stdout=log, stderr=log)
        try:
            address = urlunsplit(behind._replace(netloc=f"{facts['user']}@127.0.0.1:{port}"))
            _wait_for(address)
            yield address
        finally:
            process.terminate()
            process.wait(15)


def _wait_for(address: str) -> None:
    for _ in range(100):
        with suppress(psycopg.OperationalError):
            psycopg.connect(address, connect_timeout=5).close()
            return
        time.sleep(0.1)
    raise RuntimeError("PgBouncer does not answer")
