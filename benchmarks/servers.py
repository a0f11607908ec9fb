"""The servers that a run compares, each a process on its own copy of the database; CPU and memory of a process."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit, urlunsplit

import httpx
import psycopg

from tests.server import ROOT, Running, free_port


class Server(NamedTuple):
    """A running server: its port and the id of its process."""

    port: int
    pid: int


def start(product: Running) -> Server:
    """Starts the product, and waits until its rules are loaded, so that this work is in no figure."""
    product.start()
    httpx.get(f"{product.url}/api/v1/rules/search?q=trump", timeout=300).raise_for_status()
    assert product.process
    return Server(product.port, product.process.pid)


@contextmanager
def serving_application(
    application: str, database: str, folder: Path, python: str = sys.executable, **more: str
) -> Iterator[Server]:
    """A server of one process for this ASGI application (``module:name``), behind uvicorn as the product is.

    python: the interpreter, with the application's libraries. more: environment variables.
    Raises RuntimeError if it does not answer.
    """
    port = free_port()
    command = [python, "-m", "uvicorn", application, "--host", "127.0.0.1", "--port", str(port), "--http", "httptools"]
    command += ["--no-access-log", "--log-level", "warning", "--lifespan", "off"]
    environment = {**os.environ, "DATABASE_URL": database, "DATA_DIR": str(folder), **more}
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        for _ in range(150):
            with suppress(httpx.TransportError):
                httpx.get(f"http://127.0.0.1:{port}/health")
                break
            if process.poll() is not None:
                raise RuntimeError(f"{application} did not start")
            time.sleep(0.1)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def database_copy(database: str, folder: Path, name: str) -> Iterator[str]:
    """A copy of a database under this name, deleted afterwards."""
    if database.startswith("sqlite"):
        copy = folder / f"{name}.sqlite3"
        with sqlite3.connect(database.removeprefix("sqlite:///")) as source:
            source.execute("VACUUM INTO ?", [str(copy)])
        yield f"sqlite:///{copy}"
        return
    parts = urlsplit(database)
    source_name = parts.path.lstrip("/")
    with psycopg.connect(urlunsplit(parts._replace(path="/postgres")), autocommit=True) as admin:
        # A template must have no other connections, but the product reconnects, sometimes too soon.
        for attempt in range(10):
            admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [source_name])
            try:
                admin.execute(f"CREATE DATABASE {source_name}_{name} TEMPLATE {source_name}")
                break
            except psycopg.errors.ObjectInUse:
                if attempt == 9:
                    raise
                time.sleep(0.1)
        try:
            yield urlunsplit(parts._replace(path=f"/{source_name}_{name}"))
        finally:
            admin.execute(f"DROP DATABASE {source_name}_{name} WITH (FORCE)")


def cpu_seconds(pid: int) -> float:
    """Seconds of CPU that this process has used, its own and the kernel's for it."""
    # The name in brackets may hold anything.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> int:
    """Bytes of memory that this process has now."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))
