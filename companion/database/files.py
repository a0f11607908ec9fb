"""The data folder and the file of SQLite: of this user alone. They hold names, scores, and secrets of webhooks."""

from __future__ import annotations

import os
from pathlib import Path

from django.db import connection

from companion.common.folders import make_private_folder

_OTHERS = 0o077


def make_database_file() -> None:
    """Makes the data folder, and on SQLite an empty file that nobody else may read, if they are needed and missing.

    SQLite gives the files beside it (-wal, -shm) the same mode. Raises OSError.
    """
    if connection.vendor != "sqlite":
        return
    file = Path(connection.settings_dict["NAME"])
    if str(file).startswith(":") or "mode=memory" in str(file):
        return
    make_private_folder(file.parent)
    if not file.exists():
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))


def read_by_others() -> list[Path]:
    """Returns what others on this machine may read, of an installation that was made by an earlier release."""
    if os.name != "posix" or connection.vendor != "sqlite":
        return []
    file = Path(connection.settings_dict["NAME"])
    folder_is_shut = not file.parent.stat().st_mode & _OTHERS if file.parent.is_dir() else True
    return [] if folder_is_shut or not file.exists() or not file.stat().st_mode & _OTHERS else [file]
