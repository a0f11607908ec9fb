"""The real server, as a process of its own on the loopback, with a database of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import httpx
import psycopg

from tests import loopback

ROOT = Path(__file__).parent.parent
SERVE = (sys.executable, str(ROOT / "manage.py"), "serve")


def free_port() -> int:
    """A port that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def on_postgresql() -> bool:
    """Whether the suite runs on PostgreSQL."""
    return os.environ.get("DATABASE_URL", "").startswith("postgres")


@contextmanager
def database_url(folder: Path) -> Iterator[str]:
    """An empty database of the kind that the suite runs on, gone afterwards."""
    url = os.environ.get("DATABASE_URL", "")
    if not on_postgresql():
        yield f"sqlite:///{folder / 'companion.sqlite3'}"
        return
    name = f"companion_{os.getpid()}_{free_port()}"
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        try:
            yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


class Running:
    """A server that can be stopped, killed and started again on the same database. url: without a slash at the end."""

    def __init__(
        self, folder: Path, database: str, command: Sequence[str] = SERVE, port: int = 0, **environment: str
    ) -> None:
        """folder: for its data and its log, and where an installed command runs. command: what serves. port: 0 for any
        that is free."""
        self.folder = folder
        self.command = command
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "companion.settings",
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "DATA_DIR": str(folder),
            "DATABASE_URL": database,
            # Whatever was built in this checkout: tests of phones give their own.
            "PHONE_ROOT": str(folder / "phone"),
            "RATE_LIMIT_OPEN": "0",
            "RATE_LIMIT_KEY": "0",
            "RATE_LIMIT_TABLES": "0",
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Serve, and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, cwd=self.folder, env=self.environment, stdout=log, stderr=log)
        deadline = time.monotonic() + 180  # a busy machine is slow, not wrong
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            with suppress(httpx.TransportError):
                if loopback.get(f"{self.url}/health", timeout=5).status_code == 200:
                    return
            time.sleep(0.1)
        raise RuntimeError(f"the server did not start:\n{self.log.read_text()}")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it with this signal and wait."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(15)
                raise


@contextmanager
def serving(folder: Path, **environment: str) -> Iterator[Running]:
    """A running server on an empty database."""
    with database_url(folder) as database:
        server = Running(folder, database, SERVE, 0, **environment)
        server.start()
        try:
            yield server
        finally:
            server.stop()
