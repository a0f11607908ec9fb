"""PostgreSQL that fails over, by the recipes of docs/operations/failover.md: two nodes, one etcd, HAProxy."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import httpx

from tests import loopback
from tests.not_run import not_run
from tests.reliability.postgres_cluster import Cluster, clusters
from tests.server import ROOT, free_port

_PATIENCE = 120.0


def recipe(language: str) -> str:
    """The block of this language in the page for operators."""
    page = (ROOT / "docs" / "operations" / "failover.md").read_text()
    (block,) = re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)
    return str(block)


def _changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text, f"the recipe no longer has {old!r}"
        text = text.replace(old, new)
    return text


class Node:
    """A PostgreSQL with its Patroni. api: the port of Patroni's API."""

    def __init__(self, name: str, cluster: Cluster, etcd: int) -> None:
        self.name, self.cluster, self.api = name, cluster, free_port()
        self.process: subprocess.Popen[bytes] | None = None
        folder = cluster.data.parent
        self.configuration = folder / "config.yml"
        text = _changed(
            recipe("yaml"),
            ("name: one", f"name: {name}"),
            ("10.0.0.21:8008", f"127.0.0.1:{self.api}"),
            ("10.0.0.21:5432", f"127.0.0.1:{cluster.port}"),
            ("10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379", f"127.0.0.1:{etcd}"),
            ("10.0.0.0/24", "127.0.0.1/32"),
            ("/var/lib/postgresql/companion", str(cluster.data)),
            ("/var/lib/postgresql/pgpass", str(folder / "pgpass")),
            ("/usr/lib/postgresql/15/bin", str(cluster.programs)),
        )
        sockets = f'\n  parameters: {{unix_socket_directories: "{folder}"}}\n'
        self.configuration.write_text(text.rstrip() + sockets)
        self.log = folder / "patroni.log"

    def start(self) -> None:
        with self.log.open("ab") as log:
            command = [_program("patroni"), str(self.configuration)]
            self.process = subprocess.Popen(command, user=self.cluster.user, cwd="/", stdout=log, stderr=log)

    def kill(self) -> None:
        """Patroni and PostgreSQL end at once, as with their machine."""
        assert self.process
        self.process.kill()
        self.process.wait(15)
        os.kill(int((self.cluster.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def state(self) -> dict[str, Any]:
        """How Patroni says it stands: role, and for a standby whether it is the synchronous one."""
        with suppress(httpx.TransportError):
            answer: dict[str, Any] = loopback.get(f"http://127.0.0.1:{self.api}/patroni", timeout=5).json()
            return answer
        return {}

    @property
    def leads(self) -> bool:
        return self.state().get("role") in ("master", "primary")


class Pair:
    """Both nodes. url: of the database, through HAProxy."""

    def __init__(self, nodes: list[Node], port: int) -> None:
        self.nodes = nodes
        self.url = f"postgresql://postgres:choose-one@127.0.0.1:{port}/postgres"

    def wait_until_whole(self) -> tuple[Node, Node]:
        """Waits until there is a primary with its synchronous standby, and returns them. Raises AssertionError."""
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            standby = [node for node in self.nodes if node.state().get("sync_standby")]
            leaders = [node for node in self.nodes if node.leads]
            if len(standby) == len(leaders) == 1:
                return leaders[0], standby[0]
            time.sleep(0.3)
        logs = "\n".join(node.log.read_text()[-3000:] for node in self.nodes)
        raise AssertionError(f"no primary with a synchronous standby:\n{logs}")

    def switch_over(self) -> None:
        """The standby becomes the primary, as for an update of one machine."""
        leader, standby = self.wait_until_whole()
        asked = {"leader": leader.name, "candidate": standby.name}
        address = f"http://127.0.0.1:{leader.api}/switchover"
        loopback.post(address, json=asked, timeout=_PATIENCE).raise_for_status()
        self.wait_until_whole()

    def lose_primary(self) -> None:
        """The primary's machine dies. The standby takes over, and the old primary follows it when it is back."""
        leader, standby = self.wait_until_whole()
        leader.kill()
        deadline = time.monotonic() + _PATIENCE
        while not standby.leads:
            assert time.monotonic() < deadline, f"no failover:\n{standby.log.read_text()[-3000:]}"
            time.sleep(0.2)
        leader.start()
        self.wait_until_whole()


def _program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        not_run("failover by Patroni: not installed (Debian: apt-get install patroni etcd-server haproxy)")
    return found


@contextmanager
def pair() -> Iterator[Pair]:
    """A running pair with its HAProxy, all gone afterwards."""
    etcd, peer, front = free_port(), free_port(), free_port()
    started: list[subprocess.Popen[bytes]] = []
    nodes: list[Node] = []
    with clusters(2) as made:
        folder = made[0].data.parent.parent
        with (folder / "log").open("wb") as log:
            try:
                started.append(_etcd(folder, etcd, peer, log))
                nodes += [Node(name, cluster, etcd) for name, cluster in zip(("one", "two"), made, strict=True)]
                started.append(_haproxy(folder, front, nodes, log))
                for node in nodes:
                    node.start()
                both = Pair(nodes, front)
                both.wait_until_whole()
                yield both
            finally:
                started += [node.process for node in nodes if node.process]
                for process in reversed(started):
                    process.kill()
                    process.wait(15)


def _etcd(folder: Path, port: int, peer: int, log: IO[bytes]) -> subprocess.Popen[bytes]:
    here, there = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{peer}"
    command = [_program("etcd"), "--data-dir", str(folder / "etcd"), "--name", "one"]
    command += ["--listen-client-urls", here, "--advertise-client-urls", here, "--listen-peer-urls", there]
    command += ["--initial-advertise-peer-urls", there, "--initial-cluster", f"one={there}"]
    return subprocess.Popen(command, stdout=log, stderr=log)


def _haproxy(folder: Path, port: int, nodes: list[Node], log: IO[bytes]) -> subprocess.Popen[bytes]:
    text = _changed(
        recipe("haproxy"),
        ("127.0.0.1:6432", f"127.0.0.1:{port}"),
        ("10.0.0.21:5432 check port 8008", f"127.0.0.1:{nodes[0].cluster.port} check port {nodes[0].api}"),
        ("10.0.0.22:5432 check port 8008", f"127.0.0.1:{nodes[1].cluster.port} check port {nodes[1].api}"),
    )
    configuration = folder / "haproxy.cfg"
    configuration.write_text(text)
    return subprocess.Popen([_program("haproxy"), "-db", "-f", str(configuration)], stdout=log, stderr=log)
