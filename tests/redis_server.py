"""A Redis of a test's own on the loopback, to be killed, frozen and started again."""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import redis

from tests.not_run import not_run
from tests.server import free_port


class RedisServer:
    """url: of its first database."""

    def __init__(self, program: str) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._program = program
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [self._program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            with suppress(redis.RedisError), redis.Redis.from_url(self.url) as client:
                client.ping()
                return
            time.sleep(0.1)
        raise RuntimeError("Redis does not answer")

    def signal(self, how: signal.Signals) -> None:
        """SIGKILL ends it, SIGSTOP makes it silent and SIGCONT ends that."""
        assert self.process is not None
        self.process.send_signal(how)
        if how is signal.SIGKILL:
            self.process.wait(15)


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """A Redis that runs. Debian: apt-get install redis-server."""
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if program is None:
        not_run("Redis: it is not installed (Debian: apt-get install redis-server)")
    server = RedisServer(program)
    server.start()
    try:
        yield server
    finally:
        server.signal(signal.SIGKILL)
