"""A PostgreSQL of a test's own on the loopback, to be restarted, killed and replaced by its standby."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server import free_port


def binaries() -> Path | None:
    """Where PostgreSQL's programs are on this machine, None if they are not there."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl")) or [Path(shutil.which("pg_ctl") or "/nowhere")]
    return found[-1].parent if found[-1].exists() else None


class Cluster:
    """A cluster in a folder of its own. url: of its database ``postgres``."""

    def __init__(self, folder: Path, port: int) -> None:
        self.data, self.log, self.port = folder / "data", folder / "log", port
        programs = binaries()
        assert programs is not None
        self.programs = programs
        # PostgreSQL refuses to run as root.
        self.user = "postgres" if os.geteuid() == 0 else None

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def run(self, program: str, *arguments: str, check: bool = True) -> None:
        """One of PostgreSQL's programs."""
        command = [str(self.programs / program), *arguments]
        subprocess.run(command, user=self.user, cwd="/", check=check, stdout=subprocess.DEVNULL, timeout=120)

    def create(self, *settings: str) -> None:
        self.run("initdb", "-D", str(self.data), "-U", "postgres", "-A", "trust", "--no-sync")
        self._configure("max_connections = 60", "wal_level = replica", "max_wal_senders = 4", *settings)

    def copy_of(self, primary: Cluster) -> None:
        """Becomes a standby that follows the primary."""
        self.run("pg_basebackup", "-D", str(self.data), "-R", "-X", "stream", "-d", primary.url, "--checkpoint=fast")

    def _configure(self, *settings: str) -> None:
        common = ["listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", *settings]
        with (self.data / "postgresql.conf").open("a") as file:
            file.write("\n".join(["", *common, ""]))

    def start(self) -> None:
        self.run("pg_ctl", "start", "-w", "-D", str(self.data), "-l", str(self.log), "-o", f"-p {self.port}")

    def stop(self, mode: str = "fast") -> None:
        """mode: "fast" ends every connection, "immediate" is like a power cut."""
        self.run("pg_ctl", "stop", "-w", "-m", mode, "-D", str(self.data), check=False)

    def promote(self) -> None:
        self.run("pg_ctl", "promote", "-w", "-D", str(self.data))


@contextmanager
def clusters(count: int) -> Iterator[list[Cluster]]:
    """Folders for so many clusters. All of them are stopped and gone afterwards."""
    made: list[Cluster] = []
    with tempfile.TemporaryDirectory(prefix="companion-postgresql-") as root:
        if os.geteuid() == 0:
            shutil.chown(root, "postgres")
        for number in range(count):
            folder = Path(root) / str(number)
            folder.mkdir()
            if os.geteuid() == 0:
                shutil.chown(folder, "postgres")
            made.append(Cluster(folder, free_port()))
        try:
            yield made
        finally:
            for cluster in made:
                if cluster.data.exists():
                    cluster.stop("immediate")
