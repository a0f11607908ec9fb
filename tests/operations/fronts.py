"""Proxies in front of a server: the recipes of docs/operations/proxies.md, and careless ones that forward upgrades."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from tests import loopback
from tests.not_run import not_run
from tests.server import ROOT, free_port

_NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
    uwsgi_temp_path {folder}; scgi_temp_path {folder};
    map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
    {recipe}
}}
"""
_CADDY = "{{\n\tadmin off\n\tauto_https off\n}}\n{recipe}"
_CARELESS_CADDY = ":PORT {\n\treverse_proxy 127.0.0.1:8000\n}\n"


def recipe(language: str) -> str:
    """The block of this language in the page for operators."""
    page = (ROOT / "docs" / "operations" / "proxies.md").read_text()
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 1
    return blocks[0]


def _replace(text: str, old: str, new: str) -> str:
    assert old in text, f"the recipe no longer has {old!r}"
    return text.replace(old, new)


def _nginx(port: int, careless: bool) -> str:
    text = re.sub(r"\n *(ssl_[^;]*|listen 80);", "", recipe("nginx"))
    text = _replace(text, "listen 443 ssl;", f"listen 127.0.0.1:{port};")
    if careless:
        upgrade = "proxy_set_header Connection $connection_upgrade; proxy_set_header Upgrade $http_upgrade;"
        text = _replace(text, 'proxy_set_header Connection "";', upgrade)
    return text


def _haproxy(port: int, careless: bool) -> str:
    text = _replace(recipe("haproxy"), "    bind :80\n", "")
    text = _replace(text, "bind :443 ssl crt /etc/ssl/cards.example.pem", f"bind 127.0.0.1:{port}")
    if careless:
        text = _replace(text, "    http-request del-header Upgrade\n", "")
        text = _replace(text, "option httpchk", "http-reuse always\n    option httpchk")
    return text


def _caddy(port: int, careless: bool) -> str:
    text = _CARELESS_CADDY if careless else _replace(recipe("caddy"), "cards.example {", ":PORT {")
    return _CADDY.format(recipe=text.replace(":PORT {", f"http://127.0.0.1:{port}, http://localhost:{port} {{"))


def program(name: str) -> str:
    """Where the program of a proxy is. Without it, the test is not run."""
    places = f"{Path(sys.executable).parent}:/usr/sbin:/usr/local/sbin"
    found = shutil.which(name) or shutil.which(name, path=places)
    if found is None:
        not_run(f"requests through {name}: it is not installed")
    return found


@contextmanager
def front(name: str, server_port: int, folder: Path) -> Iterator[int]:
    """A proxy in front of the server. name: its program, with "careless " before it for one that forwards upgrades;
    "direct" for none. Gives its port."""
    if name == "direct":
        yield server_port
        return
    careless, kind = name.startswith("careless "), name.removeprefix("careless ")
    port = free_port()
    binary = program(kind)
    configuration = folder / "configuration"
    text = {"nginx": _nginx, "haproxy": _haproxy, "caddy": _caddy}[kind](port, careless)
    text = _replace(text, "127.0.0.1:8000", f"127.0.0.1:{server_port}")
    if kind == "nginx":
        text = _NGINX.format(folder=folder, recipe=text)
    configuration.write_text(text)
    command = {
        "nginx": [binary, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(configuration)],
        "haproxy": [binary, "-db", "-f", str(configuration)],
        "caddy": [binary, "run", "--config", str(configuration), "--adapter", "caddyfile"],
    }[kind]
    log = folder / "front.log"
    with log.open("wb") as written:
        proxy = subprocess.Popen(command, stdout=written, stderr=written, env={"HOME": str(folder), "PATH": "/usr/bin"})
    try:
        wait_for(port, proxy, log)
        yield port
    finally:
        proxy.send_signal(signal.SIGTERM)
        proxy.wait(15)


def wait_for(port: int, proxy: subprocess.Popen[bytes], log: Path) -> None:
    """Waits until the server answers through the proxy. Raises RuntimeError with the proxy's log."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and proxy.poll() is None:
        with suppress(httpx.TransportError):
            if loopback.get(f"http://127.0.0.1:{port}/health").status_code == 200:
                return
        time.sleep(0.05)
    raise RuntimeError(f"the proxy did not start:\n{log.read_text()}")
