"""HAProxy with the configuration that ``companion cells`` writes, in front of servers here; two cells behind it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx

from companion.cells import MovedTables
from tests import loopback
from tests.operations.fronts import program, wait_for
from tests.receiver import receiving
from tests.server import ROOT, SERVE, Running, database_url, free_port

TABLE = {"first": "2abcdefghjkmnpqr", "0b": "0babcdefghjkmnpq"}
"""The id of a table in each cell."""

_SECRET = "of-both-cells-" + "x" * 32


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


class Cells:
    """Two cells behind one proxy, with one secret key."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self.servers = {}
        self.receiver = stack.enter_context(receiving())
        for cell in TABLE:
            own = folder / cell
            own.mkdir()
            database = stack.enter_context(database_url(own))
            mark = "" if cell == "first" else cell
            both = {"SECRET_KEY": _SECRET, "TRUST_PROXY": "1", "WEBHOOK_ALLOWED": self.receiver.origin}
            server = Running(own, database, SERVE, 0, CELL=mark, **both)
            stack.callback(server.stop)
            server.start()
            self.servers[cell] = server
        short = stack.enter_context(TemporaryDirectory(prefix="cells-"))
        ports = {cell: server.port for cell, server in self.servers.items()}
        self.proxy = stack.enter_context(cells_proxy(Path(short), ports))
        self.http = loopback.Client(base_url=f"{self.proxy.url}", timeout=60)

    def new_table(self, cell: str, name: str) -> dict[str, Any]:
        """A table in this cell, with a match: id, match, scorer, viewer."""
        made = loopback.post(f"{self.servers[cell].url}/api/v1/tables", json={"name": name}, timeout=60).json()
        key = {"Authorization": f"Bearer {made['keys']['scorer']}"}
        body = {"game": "points", "players": ["Ada", "Ben"]}
        begun = self.http.post(f"/api/v1/tables/{made['id']}/matches", json=body, headers=key)
        return {"id": made["id"], "match": begun.raise_for_status().json()["id"], **made["keys"]}

    def move(
        self, table_id: str, source: str, target: str, to: str = "", **settings: str
    ) -> subprocess.CompletedProcess[str]:
        """Runs the command in the cell where the table is. to: the cell that is said, if it is not the target."""
        own = self.servers[source].environment
        environment = {**own, "TARGET_DATABASE_URL": self.servers[target].environment["DATABASE_URL"], **settings}
        command = [sys.executable, str(ROOT / "manage.py"), "move_table", table_id, to or target]
        command += ["--proxy", str(self.proxy.folder)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)

    def record(self, table: dict[str, Any], idempotency_key: str = "") -> httpx.Response:
        """A hand through the proxy."""
        key = {"Authorization": f"Bearer {table['scorer']}"}
        key |= {"Idempotency-Key": idempotency_key} if idempotency_key else {}
        hand = {"kind": "round", "scores": [1, 2]}
        return self.http.post(f"/api/v1/matches/{table['match']}/hands", json=hand, headers=key)
