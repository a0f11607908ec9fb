"""The image is built from the Dockerfile and run as compose.yaml runs it: read-only, without capabilities, as a number.

Needs root and the Debian packages buildah, podman and debootstrap; two minutes, the first time one more for the bases.
"""

from __future__ import annotations

import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import httpx
import psycopg
import pytest

from tests import loopback
from tests.__main__ import postgresql
from tests.not_run import PREFIX, not_run
from tests.operations import image
from tests.server import free_port

_WHO = """
import os, pathlib
print(os.getuid(), next(line for line in open("/proc/self/status") if line.startswith("CapEff")).split()[1])
for folder in ("/data", "/tmp", "/app", "/venv", "/"):
    try:
        pathlib.Path(folder, "written").write_text("here")
        print(folder, "written")
    except OSError as error:
        print(folder, error.strerror)
"""


def _run(data: Path, *arguments: str, **environment: str) -> str:
    """What a container of the image prints. Raises AssertionError with all of it if it fails."""
    command = image.podman_run(data, *arguments, **environment)
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=180)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.timeout(2400)  # two minutes on an idle machine, with the bases three
def test_the_image_is_built_and_serves_a_table(tmp_path: Path) -> None:
    if reason := image.cannot_run():
        pytest.skip(f"{PREFIX}the image: not on this machine, {reason}")  # in CI too: no package would help
    if missing := image.missing_programs():
        not_run(f"the image: no {', '.join(missing)} (Debian: apt-get install {' '.join(missing)})")
    image.build()
    try:
        print("size of the image:", image.size())
        data = tmp_path / "data"
        data.mkdir()
        data.chmod(0o777)
        _assert_it_may_do_little(data)
        _assert_a_table_is_kept(data)
        _assert_postgresql_is_copied(data)
    finally:
        image.remove()
    assert image.mounts() == [], "the folder build can be deleted"


def _assert_it_may_do_little(data: Path) -> None:
    who, *written = _run(data, "--entrypoint", "python", image.IMAGE, "-c", _WHO).splitlines()
    assert who == "10001 0000000000000000"
    refused = "Read-only file system"
    assert written == ["/data written", "/tmp written", f"/app {refused}", f"/venv {refused}", f"/ {refused}"]


def _assert_a_table_is_kept(data: Path) -> None:
    """It serves, with the service worker; a backup is made meanwhile; it ends at SIGTERM; the audit is clean."""
    port = free_port()
    server = subprocess.Popen(image.podman_run(data, image.IMAGE, PORT=str(port), HOST="127.0.0.1"))
    try:
        with loopback.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
            _wait_until_ready(http, server)
            made = http.post("/api/v1/tables", json={"name": "Thursday"}).raise_for_status().json()
            http.headers["Authorization"] = f"Bearer {made['keys']['scorer']}"
            body = {"game": "points", "players": ["Ada", "Ben"]}
            match = http.post(f"/api/v1/tables/{made['id']}/matches", json=body).raise_for_status().json()["id"]
            hand = {"kind": "round", "scores": [1, 2]}
            assert http.post(f"/api/v1/matches/{match}/hands", json=hand).status_code == 201
            for page in ("/", "/new/skat", "/rules/skat", "/rules/skat?lang=de", "/service-worker.js"):
                assert http.get(page).status_code == 200, page
            german = http.get("/", headers={"Accept-Language": "de"})
            assert 'lang="de"' in german.text
            _run(data, image.IMAGE, "backup", "/data/copy")
            assert (data / "copy").stat().st_mode & 0o777 == 0o600
    finally:
        server.send_signal(signal.SIGTERM)
        ended = server.wait(30)
    assert ended == 0, "the first process of a container ends by itself"
    assert "1 match: everything stored is what replaying gives." in _run(data, image.IMAGE, "audit")


def _wait_until_ready(http: httpx.Client, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and server.poll() is None:
        with suppress(httpx.TransportError):
            if http.get("/ready").status_code == 200:
                return
        time.sleep(0.1)
    raise AssertionError("the container does not serve")


def _assert_postgresql_is_copied(data: Path) -> None:
    """The image has the programs for it. Its dumps need a PostgreSQL of their own version, or a later one."""
    url = postgresql()
    if url is None:
        not_run("the image's backup of PostgreSQL: none answers")
    name = f"companion_image_{free_port()}"
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        try:
            own = {"DATABASE_URL": f"{url.rpartition('/')[0]}/{name}"}
            _run(data, image.IMAGE, "migrate", **own)
            _run(data, image.IMAGE, "backup", "/data/dump", **own)
            assert (data / "dump").read_bytes().startswith(b"PGDMP")
            if admin.info.server_version >= 170000:
                _run(data, image.IMAGE, "restore", "/data/dump", "--replace", **own)
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
