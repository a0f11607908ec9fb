"""Fixtures of the phone alone: the built folder, a server for it, a browser that outlives being killed."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from filelock import FileLock
from playwright.sync_api import Browser

from tests.not_run import not_run
from tests.phone.kept_browser import KeptBrowser, keep
from tests.phone.served import Served
from tests.server import ROOT

BUILDS = ROOT / "build" / "phone-tests"

#: What the build depends on. The packages are those of requirements/run.txt.
_SOURCES = ("companion", "scoring", "rulesref", "templates", "static", "requirements/run.txt", "requirements/pyodide")


def _digest() -> str:
    digest = hashlib.sha256()
    for source in _SOURCES:
        path = ROOT / source
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes())
    return digest.hexdigest()[:12]


class Build(NamedTuple):
    """folder: what a web server serves. profile: of a browser that keeps it, as a copy may be used."""

    folder: Path
    profile: Path


@pytest.fixture(scope="session")
def build() -> Build:
    """The folder that ``manage.py build_phone`` makes; built once for these sources, also for later runs."""
    digest = _digest()
    BUILDS.mkdir(parents=True, exist_ok=True)
    folder = BUILDS / digest
    with FileLock(BUILDS / "build.lock"):
        if not folder.exists():
            for old in BUILDS.glob("[0-9a-f]*[0-9a-f]"):
                shutil.rmtree(old)
            _run_build(folder)
    return Build(folder, BUILDS / f"profile-{digest}")


def _run_build(folder: Path) -> None:
    # A folder of its own for the static files: others would be packed with what earlier versions left there.
    own = {"DJANGO_SETTINGS_MODULE": "companion.settings", "STATIC_ROOT": str(BUILDS / "static")}
    ran = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "build_phone", "--quick"],
        env={**os.environ, **own, "PHONE_ROOT": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode and "npm and a package registry are needed" in ran.stderr:
        not_run(f"the phone alone: {ran.stderr}")
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.fixture
def served(build: Build) -> Iterator[Served]:
    """The built folder on a web server that can be stopped for good."""
    server = Served(build.folder)
    yield server
    server.stop()


StartBrowser = Callable[..., KeptBrowser]


@pytest.fixture
def start_browser(browser: Browser, tmp_path: Path) -> Iterator[StartBrowser]:
    """Starts Chromium on a profile of the test: ``start_browser(port=0, profile=None, camera=None)``.

    port: of the server that it reaches; 0 for none. profile: a folder to begin with a copy of, instead of nothing.
    camera: a film for its camera.
    """
    started: list[KeptBrowser] = []

    def start(port: int = 0, profile: Path | None = None, camera: Path | None = None) -> KeptBrowser:
        own = tmp_path / f"profile-{len(started)}"
        if profile:
            shutil.copytree(profile, own)
        one = KeptBrowser(browser, own, port, camera)
        started.append(one)
        one.start()
        return one

    yield start
    for one in started:
        one.kill()
        shutil.rmtree(one.profile, ignore_errors=True)


@pytest.fixture
def profile(build: Build, browser: Browser) -> Path:
    """The profile of a browser that keeps the Companion, to begin with a copy of."""
    with FileLock(BUILDS / "profile.lock"):
        if not build.profile.exists():
            for old in BUILDS.glob("profile-*"):
                shutil.rmtree(old)
            _make_profile(build, browser)
    return build.profile


@pytest.fixture
def alone(profile: Path, start_browser: StartBrowser) -> KeptBrowser:
    """A browser that keeps the Companion, fetched at an earlier time, and has no server and no network."""
    return start_browser(profile=profile)


def _make_profile(build: Build, browser: Browser) -> None:
    part = build.profile.with_name("profile.part")
    shutil.rmtree(part, ignore_errors=True)
    server = Served(build.folder)
    keeping = KeptBrowser(browser, part, server.port)
    try:
        keeping.start()
        keep(keeping)
        keeping.close()
    finally:
        keeping.kill()
        server.stop()
    part.rename(build.profile)
