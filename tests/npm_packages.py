"""npm packages at the versions of a lock file in ``requirements``, for tests that run them."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.not_run import not_run
from tests.server import ROOT


def installed(name: str, purpose: str) -> Path:
    """The folder with the packages of ``requirements/NAME`` in ``node_modules``; kept in ``build`` for the next run.

    purpose: what is not run without them. Skips the test, or fails it in CI, without node, npm or a package registry.
    """
    if shutil.which("node") is None or shutil.which("npm") is None:
        not_run(f"{purpose}: no node or npm found (Debian: apt-get install nodejs npm)")
    source = ROOT / "requirements" / name
    digest = hashlib.sha256((source / "package-lock.json").read_bytes()).hexdigest()[:12]
    folder = ROOT / "build" / f"{name}-{digest}"
    if not folder.exists():
        folder.parent.mkdir(exist_ok=True)
        with TemporaryDirectory(dir=folder.parent) as temporary:
            copy = shutil.copytree(source, Path(temporary) / name)
            install = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
            ran = subprocess.run(install, cwd=copy, capture_output=True, text=True, check=False)
            if ran.returncode:
                not_run(f"{purpose}: npm did not get the packages.\n{ran.stdout}{ran.stderr}")
            with suppress(OSError):  # another process was faster
                copy.rename(folder)
        assert folder.exists()
    return folder
