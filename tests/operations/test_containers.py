"""What compose.yaml starts, started by hand with the same settings: database, migration, app, and the proxy with TLS.

No container is started: whether the image can be built has to be tried where there is an engine.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from rulesref.files import load_yaml
from tests import loopback
from tests.not_run import not_run
from tests.server import ROOT, Running, database_url, free_port

SQLITE = not os.environ.get("DATABASE_URL", "").startswith("postgres")
_VARIABLE = re.compile(r"\$\{(\w+)(?::-([^}]*))?\}")


def compose(**chosen: str) -> Any:
    """compose.yaml with these variables, others as they are by default."""
    text = (ROOT / "compose.yaml").read_text()
    return load_yaml(_VARIABLE.sub(lambda found: chosen.get(found[1], found[2] or ""), text))


def copied() -> list[str]:
    """What the image gets: the exceptions in .dockerignore."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    assert lines[0] == "*"
    return [line[1:] for line in lines if line.startswith("!")]


class Started:
    """App and proxy as in compose.yaml. https: trusts the proxy's own authority."""

    def __init__(self, app: Running, url: str, plain: str, https: httpx.Client, proxy_log: Path) -> None:
        self.app, self.url, self.plain, self.https, self.proxy_log = app, url, plain, https, proxy_log

    def app_lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.app.log.read_text().splitlines() if line.startswith("{")]


def _caddyfile(app_port: int, http: int, https: int) -> str:
    """Ours, for ports that nobody else has."""
    text = (ROOT / "Caddyfile").read_text()
    assert "dynamic a app 8000" in text
    text = text.replace("dynamic a app 8000", f"dynamic a localhost {app_port}").replace("duration 10s", "duration 1s")
    own = f"{{\n\tadmin off\n\thttp_port {http}\n\thttps_port {https}\n"
    return re.sub(r"(?m)^\{\n", own, text, count=1)


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    """Runs what ``docker compose up`` would, without containers."""
    caddy = shutil.which("caddy") or shutil.which("caddy", path=Path(sys.executable).parent)
    if caddy is None:
        not_run("the proxy of compose.yaml: Caddy is not installed")
    folder = tmp_path_factory.mktemp("compose")
    services = compose(SITE="localhost")["services"]
    program = folder / "app"
    for name in copied():
        source, target = ROOT / name, program / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, target) if source.is_dir() else shutil.copy2(source, target)
    (folder / "data").mkdir()
    with database_url(folder) as database:
        set_there = {name: str(value or "") for name, value in services["app"]["environment"].items()}
        environment = {**set_there, "DATABASE_URL": database, "RATE_LIMIT_TABLES": "8"}
        environment |= {"STATIC_ROOT": str(ROOT / "build" / "static"), "PYTHONDONTWRITEBYTECODE": "1"}
        manage = (sys.executable, str(program / "manage.py"))
        app = Running(folder / "data", database, (*manage, *services["app"]["command"]), 0, **environment)
        collect = "from companion.http.static_files import collect_static; collect_static()"
        for command in (("shell", "-v0", "-c", collect), services["migrate"]["command"]):
            subprocess.run([*manage, *command], env=app.environment, check=True, capture_output=True)
        app.start()
        http, https = free_port(), free_port()
        (folder / "Caddyfile").write_text(_caddyfile(app.port, http, https))
        own = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder), "SITE": "localhost"}
        log = folder / "proxy.log"
        with log.open("wb") as written:
            run = [caddy, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
            proxy = subprocess.Popen(run, env={**os.environ, **own}, stdout=written, stderr=written)
        try:
            root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
            url = f"https://localhost:{https}"
            client = loopback.Client(base_url=url, verify=_trusting(root, url), timeout=30)
            yield Started(app, url, f"http://localhost:{http}", client, log)
        finally:
            proxy.send_signal(signal.SIGTERM)
            proxy.wait(15)
            app.stop()


def _trusting(root: Path, url: str) -> ssl.SSLContext:
    """Waits until the proxy answers. Comes back: what trusts its certificate."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with suppress(OSError, httpx.TransportError):
            context = ssl.create_default_context(cafile=root)
            loopback.get(f"{url}/health", verify=context)
            return context
        time.sleep(0.1)
    raise RuntimeError("the proxy did not start")


compose_has_postgresql = pytest.mark.skipif(SQLITE, reason="the database of compose.yaml is PostgreSQL")


@compose_has_postgresql
def test_everything_is_served_by_https_only(started: Started) -> None:
    home = started.https.get("/")
    assert home.status_code == 200
    assert "max-age" in home.headers["Strict-Transport-Security"]
    moved = loopback.get(f"{started.plain}/rules/skat")
    assert (moved.status_code, moved.headers["Location"].startswith("https://localhost")) == (308, True)
    assert started.https.get("/ready").json() == {"status": "ok"}


@compose_has_postgresql
def test_a_table_works_through_the_proxy(started: Started) -> None:
    made = started.https.post("/api/v1/tables", json={"name": "Thursday"}).json()
    key = {"Authorization": f"Bearer {made['keys']['scorer']}"}
    body = {"game": "points", "players": ["Ada", "Ben"]}
    match = started.https.post(f"/api/v1/tables/{made['id']}/matches", json=body, headers=key).json()["id"]
    joined = started.https.get(f"/join/{made['keys']['scorer']}/{match}")
    assert joined.headers["Refresh"] == f"0; url=/matches/{match}"
    assert "Secure" in joined.headers["Set-Cookie"]
    path = f"/api/v1/matches/{match}"
    with started.https.stream("GET", f"{path}/events", headers=key) as stream:
        lines = (line for line in stream.iter_lines() if line.startswith("data:"))
        assert json.loads(next(lines)[5:])["version"] == 0
        hand = {"kind": "round", "scores": [1, 2]}
        assert started.https.post(f"{path}/hands", json=hand, headers=key).status_code == 201
        assert json.loads(next(lines)[5:])["version"] == 1, "the proxy holds nothing back"


@compose_has_postgresql
def test_the_proxys_id_of_a_request_is_in_the_answer_and_in_the_log(started: Started) -> None:
    answer = started.https.get("/api/v1/nothing", headers={"X-Request-ID": "chosen-by-a-client"})
    made = answer.headers["X-Request-ID"]
    assert answer.json()["request_id"] == made != "chosen-by-a-client"
    (line,) = [line for line in started.app_lines() if line.get("request_id") == made]
    assert (line["path"], line["status"]) == ("/api/v1/nothing", 404)


@compose_has_postgresql
def test_nobody_gets_round_a_limit_by_a_header(started: Started) -> None:
    statuses = []
    for number in range(20):
        headers = {"X-Forwarded-For": f"192.0.2.{number}"}
        statuses.append(started.https.post("/api/v1/tables", json={}, headers=headers).status_code)
    assert 429 in statuses


@compose_has_postgresql
def test_no_key_is_in_a_log_even_if_the_app_does_not_answer(started: Started) -> None:
    key = "9c8vkzgb47y6ydqj.hm88cjj52cjus7he88wf9ygyjc33z7rk"
    secret, token = key.partition(".")[2], "WyJtIiwiayJd:1uK:abcdef"
    addresses = (f"/join/{key}", f"/api/v1/matches/kw8xqz4c5y6m7d2s/events?token={token}")
    for address in addresses:
        started.https.get(address, headers={"Authorization": f"Bearer {key}", "Referer": f"{started.url}/join/{key}"})
    started.app.stop()
    for address in addresses:
        answer = started.https.get(address, headers={"Cookie": f"companion_keys=x~{key}", "Referer": f"x/join/{key}"})
        assert answer.status_code == 502
    proxy, app = started.proxy_log.read_text(), started.app.log.read_text()
    assert "/join/..." in proxy, "the proxy logs what it could not pass on"
    for text in (proxy, app):
        assert secret not in text
        assert token not in text


def test_the_image_has_all_that_is_copied_and_is_run_by_nobody_special() -> None:
    assert all((ROOT / name).exists() for name in copied())
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert re.findall(r"(?m)^USER (.*)$", dockerfile) == ["10001:10001"], "a number, for Kubernetes"
    for service in ("app", "migrate"):
        settings = compose()["services"][service]
        assert settings["read_only"] is True
        assert settings["cap_drop"] == ["ALL"]


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    whole = compose()
    published = [name for name, service in whole["services"].items() if service.get("ports")]
    assert published == ["proxy"]
    assert whole["services"]["database"]["networks"] == ["inside"]
    assert whole["networks"]["inside"]["internal"] is True
