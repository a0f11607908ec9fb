"""A folder that is filled once for all processes of a run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

#: Fills a folder of this name: ``shared_folder(name, fill)``. Returns the folder.
SharedFolder = Callable[[str, Callable[[Path], object]], Path]


def shared_folders(request: pytest.FixtureRequest, factory: pytest.TempPathFactory) -> SharedFolder:
    """The other processes wait while one fills a folder. If that fails, the next one tries again."""
    own = factory.getbasetemp()
    shared = own.parent if hasattr(request.config, "workerinput") else own

    def filled(name: str, fill: Callable[[Path], object]) -> Path:
        folder = shared / name
        with FileLock(shared / f"{name}.lock"):
            if not folder.exists():
                part = factory.mktemp(name)
                fill(part)
                part.rename(folder)
        return folder

    return filled
