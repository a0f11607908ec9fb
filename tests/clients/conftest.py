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
from tests.shared_folder import SharedFolder


@pytest.fixture(scope="session")
def python_client(shared_folder: SharedFolder) -> Path:
    """A folder in which the wheel is unpacked."""
    return shared_folder("python_client", _unpack_wheel)


def _unpack_wheel(folder: Path) -> None:
    try:
        wheel = build.python_client(json.loads(get(OPENAPI)), folder / "wheel")
    except CalledProcessError as error:
        pytest.fail(error.stdout)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)


@pytest.fixture(scope="session")
def typescript_client(shared_folder: SharedFolder) -> Path:
    """A folder with the package for npm and all that it and the compiler need in ``node_modules``."""
    return shared_folder("typescript_client", _install_package)


def _install_package(folder: Path) -> None:
    packages = installed("clients", "the TypeScript client")
    try:
        package = build.typescript_client(json.loads(get(OPENAPI)), folder, packages)
    except CalledProcessError as error:
        pytest.fail(error.stdout)
    modules = folder / "node_modules"
    modules.mkdir()
    for one in (packages / "node_modules").iterdir():
        (modules / one.name).symlink_to(one)
    with tarfile.open(package) as archive:
        archive.extractall(modules)
    (modules / "package").rename(modules / "companion-client")
    (folder / "package.json").write_text('{"type": "module"}')
