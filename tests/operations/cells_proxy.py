"""HAProxy with the configuration that ``companion cells`` writes, in front of servers on this machine."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from companion.cells import MovedTables
from tests.operations.fronts import program, wait_for
from tests.server import ROOT, free_port


class Proxy(NamedTuple):
    """A running proxy. url: without a slash at the end."""

    url: str
    folder: Path

    @property
    def moved(self) -> MovedTables:
        """Its list of moved tables."""
        return MovedTables(self.folder)


@contextmanager
def cells_proxy(folder: Path, ports: Mapping[str, int]) -> Iterator[Proxy]:
    """The proxy of these cells. folder: with a short name, as sockets need. ports: of the server of each cell."""
    port = free_port()
    cells = [f"{cell}=127.0.0.1:{own}" for cell, own in ports.items()]
    write = [sys.executable, str(ROOT / "manage.py"), "cells", str(folder), *cells, f"--bind=127.0.0.1:{port}"]
    subprocess.run(write, check=True, stdout=subprocess.DEVNULL)
    command = [program("haproxy"), "-db", "-f", str(folder / "haproxy.cfg")]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        wait_for(port, process, folder / "log")
        yield Proxy(f"http://127.0.0.1:{port}", folder)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(15)
