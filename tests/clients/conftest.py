"""Both clients, built as packages from the served document."""

from __future__ import annotations

import json
import tarfile
import zipfile
from pathlib import Path
from subprocess import CalledProcessError

import pytest

from clients import build
from tests.clients.served import OPENAPI, get
from tests.npm_packages import installed


@pytest.fixture(scope="session")
def python_client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the wheel is unpacked."""
    made = tmp_path_factory.mktemp("python_client")
    try:
        wheel = build.python_client(json.loads(get(OPENAPI)), made / "wheel")
    except CalledProcessError as error:
        pytest.fail(error.stdout)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(made)
    return made


@pytest.fixture(scope="session")
def typescript_client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package for npm and all that it and the compiler need in ``node_modules``."""
    packages = installed("clients", "the TypeScript client")
    made = tmp_path_factory.mktemp("typescript_client")
    try:
        package = build.typescript_client(json.loads(get(OPENAPI)), made, packages)
    except CalledProcessError as error:
        pytest.fail(error.stdout)
    modules = made / "node_modules"
    modules.mkdir()
    for one in (packages / "node_modules").iterdir():
        (modules / one.name).symlink_to(one)
    with tarfile.open(package) as archive:
        archive.extractall(modules, filter="data")
    (modules / "package").rename(modules / "companion-client")
    (made / "package.json").write_text('{"type": "module"}')
    return made
