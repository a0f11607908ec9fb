"""Checks before serving whether the database can be used. Says what is wrong, and what to do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

LARGEST_CHECKED = 256 * 1024 * 1024
"""Bytes of the largest SQLite file that is read whole; that takes about a second."""

#: Part of SQLite's message → what it means and what to do.
_SQLITE = {
    "not a database": "is not a SQLite database. Restore a backup, or move the file away to begin with an empty one.",
    "malformed": "is damaged. Restore a backup; keep the damaged file, sqlite3's .recover may save more of it.",
    "unable to open": "cannot be opened. Is its folder there, and may this user write in it?",
    "readonly": "may not be written by this user. Give the file and its folder to the user that runs the Companion.",
    "full": "cannot grow: there is no space left on its disk.",
    "disk I/O": "cannot be read or written: its disk reports an error, or may hold no larger file.",
    "locked": "is locked by another program. End that program first.",
}


def check_database() -> None:
    """Raises CommandError if the database does not answer, is damaged, is of a newer release, or is not writable."""
    with explain_database_errors():
        if connection.vendor == "sqlite":
            _check_file()
        else:
            _connect()
        _check_migrations()
        _check_writing()


def is_migrated() -> bool:
    """Whether the database has every migration of this release."""
    loader = MigrationLoader(connection)
    return loader.disk_migrations.keys() <= loader.applied_migrations.keys()


@contextmanager
def explain_database_errors() -> Iterator[None]:
    """Turns errors of the database, and of a data folder that cannot be used, into a CommandError."""
    try:
        yield
    except DatabaseError as error:
        raise CommandError(_explain(error)) from error
    except OSError as error:
        raise CommandError(f"The data folder {settings.DATA_DIR} cannot be used: {error}.") from error


def _explain(error: DatabaseError) -> str:
    message = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    if connection.vendor == "sqlite":
        meaning = next((meaning for part, meaning in _SQLITE.items() if part in message), f"cannot be used: {message}.")
        return f"The database {connection.settings_dict['NAME']} {meaning}"
    return (
        f"PostgreSQL ({_address()}) cannot be used: {message}. "
        "Is it running, and are address, name, user and password in DATABASE_URL right?"
    )


def database_name() -> str:
    """Returns which database it is, for people: "SQLite /data/companion.sqlite3", or name and host on PostgreSQL."""
    if connection.vendor == "sqlite":
        return f"SQLite {connection.settings_dict['NAME']}"
    return f"PostgreSQL {_address()}"


def _address() -> str:
    """The address of the database, without its password. Hosts may also stand in the options."""
    config: dict[str, Any] = {**connection.settings_dict, **connection.get_connection_params()}
    name = config.get("dbname") or config["NAME"]
    host, port = config.get("host") or "this machine", config.get("port") or 5432
    return f"{name} at {host}:{port}"


def _connect() -> None:
    """Opens one connection without the pool, which would only report a timeout."""
    parameters = {"connect_timeout": 10, **connection.get_connection_params()}
    with connection.wrap_database_errors:
        connection.Database.connect(**parameters).close()  # type: ignore[attr-defined]


def _check_file() -> None:
    file = Path(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        if not file.exists() or os.stat(file).st_size > LARGEST_CHECKED:
            cursor.execute("SELECT count(*) FROM sqlite_master")
            return
        cursor.execute("PRAGMA quick_check(1)")
        result = cursor.fetchone()[0]
    if result != "ok":
        raise DatabaseError("database disk image is malformed")


def _check_migrations() -> None:
    loader = MigrationLoader(connection)
    ours = {app for app, _name in loader.disk_migrations}
    known = set(loader.disk_migrations) | {
        old for migration in loader.replacements.values() for old in migration.replaces
    }
    newer = sorted(f"{app}.{name}" for app, name in set(loader.applied_migrations) - known if app in ours)
    if newer:
        raise CommandError(
            f"This database was written by a newer release of the Companion ({newer[0]} is not known here). "
            "Install that release again, or restore a backup from before the update."
        )


def _check_writing() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            # Only a write shows whether the file is writable. It is rolled back.
            cursor.execute("BEGIN IMMEDIATE")
            try:
                cursor.execute("CREATE TABLE may_be_written (number INTEGER)")
            finally:
                cursor.execute("ROLLBACK")
            return
        cursor.execute("SHOW transaction_read_only")
        if cursor.fetchone()[0] == "on":
            raise CommandError(
                f"PostgreSQL ({_address()}) takes no writes: it is a standby, or was made read-only. Give the address "
                "of the primary in DATABASE_URL."
            )
