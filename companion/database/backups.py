"""Backups of the whole database, one file each: a copy of the file on SQLite, a dump by pg_dump on PostgreSQL."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.db.migrations.loader import MigrationLoader

from companion.database.check import database_name
from companion.database.files import make_database_file

_SQLITE = b"SQLite format 3\0"
_POSTGRESQL = b"PGDMP"
_KINDS = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


class BackupError(Exception):
    """A backup cannot be made or restored; the message says why. The database was not changed."""


def back_up(file: Path) -> None:
    """Writes the database as it is at this moment into a new file. Others may read and write meanwhile.

    The file is checked, and gets its name only when it is complete. Raises BackupError.
    """
    if file.exists():
        raise BackupError(f"{file} is there already.")
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        # Nobody else on this machine may read it.
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        if connection.vendor == "sqlite":
            _copy_sqlite(part)
        else:
            _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
            _migrations_in_dump(part)
        with part.open("rb") as stream:
            os.fsync(stream.fileno())
        part.replace(file)
    except (OSError, sqlite3.Error, DatabaseError) as error:
        raise BackupError(f"The backup was not written: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def restore(file: Path, replace: bool = False) -> None:
    """Replaces the database by a backup, all of it or nothing. The migrations of this release are not applied yet.

    replace: restore even if the database has tables of players. Raises BackupError.
    """
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    with file.open("rb") as stream:
        start = stream.read(16)
    kind = "sqlite" if start == _SQLITE else "postgresql" if start.startswith(_POSTGRESQL) else ""
    if not kind:
        raise BackupError(f"{file} is no backup.")
    if kind != connection.vendor:
        kinds = f"{file} is a backup of {_KINDS[kind]}, and the database here is {_KINDS[connection.vendor]}."
        raise BackupError(f"{kinds} Tables move between the two by export and import.")
    _check_release(_migrations_in_copy(file) if kind == "sqlite" else _migrations_in_dump(file))
    if not replace and _in_use():
        raise BackupError("There are tables in the database. To lose them, say --replace.")
    if kind == "sqlite":
        _restore_sqlite(file)
    else:
        _restore_postgresql(file)


def _check_release(migrations: Iterable[tuple[str, str]]) -> None:
    unknown = sorted(f"{app}.{name}" for app, name in set(migrations) - set(MigrationLoader(None).disk_migrations))
    if unknown:
        raise BackupError(f"The backup was made by a newer release, which has {', '.join(unknown)}.")


def _in_use() -> bool:
    """Whether the database has a table of players. False if it is empty or only set up."""
    try:
        make_database_file()
        with connection.cursor() as cursor:
            if "scoring_table" not in connection.introspection.table_names(cursor):
                return False
            cursor.execute("SELECT 1 FROM scoring_table LIMIT 1")
            return cursor.fetchone() is not None
    except (DatabaseError, OSError) as error:
        raise BackupError(f"{database_name()} cannot be used: {error}") from error


# -- SQLite ------------------------------------------------------------------------------------------


def _copy_sqlite(part: Path) -> None:
    if not Path(connection.settings_dict["NAME"]).is_file():
        raise BackupError(f"There is no {database_name()}. Has this command the settings of the server?")
    connection.ensure_connection()
    with closing(sqlite3.connect(part)) as copy:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
    _migrations_in_copy(part)


def _migrations_in_copy(file: Path) -> list[tuple[str, str]]:
    """The migrations that were applied to a copy. Raises BackupError if it is damaged or is not of the Companion."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as copy:
        try:
            (result,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            if result != "ok":
                raise BackupError(f"{file} is damaged: {result}")
            copy.execute("SELECT 1 FROM scoring_table LIMIT 1")
            return copy.execute("SELECT app, name FROM django_migrations").fetchall()
        except sqlite3.Error as error:
            raise BackupError(f"{file} is damaged, or no backup of the Companion: {error}") from error


def _restore_sqlite(file: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as copy:
        try:
            copy.backup(connection.connection)
        except sqlite3.Error as error:
            raise BackupError(f"Nothing was restored: {error}. Stop the server first.") from error
    connection.close()


# -- PostgreSQL --------------------------------------------------------------------------------------


def _migrations_in_dump(file: Path) -> list[tuple[str, str]]:
    """The migrations that were applied to a dump. Raises BackupError if it is damaged or is not of the Companion."""
    script = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file), connects=False)
    lines = iter(script.splitlines())
    for line in lines:
        if line.startswith("COPY ") and "django_migrations" in line:
            break
    rows = []
    for line in lines:
        if line == "\\.":
            break
        _, app, name, *_ = line.split("\t")
        rows.append((app, name))
    if not any(app == "scoring" for app, _ in rows):
        raise BackupError(f"{file} is no backup of the Companion.")
    return rows


def _restore_postgresql(file: Path) -> None:
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
    connection.close()
    quoted = [connection.ops.quote_name(name) for name in tables]
    # Tables of a newer release are not in the dump, so it does not drop them itself.
    drop = f"SET client_min_messages = warning; DROP TABLE IF EXISTS {', '.join(quoted)} CASCADE;\n" if quoted else ""
    options = ("--clean", "--if-exists", "--no-owner", "--no-privileges", "--file=-")
    script = _run("pg_restore", *options, str(file), connects=False)
    _run("psql", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--no-psqlrc", script=drop + script)


def _run(program: str, *options: str, connects: bool = True, script: str | None = None) -> str:
    """Runs one of PostgreSQL's programs. Returns its output. connects: to the database of the settings.

    Raises BackupError if it is not installed, or fails.
    """
    if shutil.which(program) is None:
        raise BackupError(f"{program} is not installed here. It is one of PostgreSQL's client programs.")
    arguments, environment = [program, *options], None
    if connects:
        from psycopg.conninfo import make_conninfo
        from psycopg.pq import Conninfo

        # pg_dump and psql change settings of their session. A pooler of transactions would pass these on to others.
        direct = connections["direct"] if "direct" in settings.DATABASES else connection
        # All that the server itself connects with, several hosts too; but for the password, which others could see in
        # the list of processes.
        known = {option.keyword.decode() for option in Conninfo.get_defaults()}
        wanted = {name: value for name, value in direct.get_connection_params().items() if name in known}
        password = wanted.pop("password", None)
        environment = {"PGPASSWORD": password} if password else {}
        arguments.append(f"--dbname={make_conninfo('', **wanted)}")
    process = subprocess.run(  # noqa: S603 - no input from outside
        arguments, input=script, env={**os.environ, **(environment or {})}, capture_output=True, text=True, check=False
    )
    if process.returncode:
        raise BackupError(f"{program}: {process.stderr.strip()}")
    return process.stdout
