"""``DATABASES`` of the settings, from the environment: SQLite or PostgreSQL (docs/decisions/0002-databases.md)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

POSTGRESQL = "companion.database.postgresql"
_ENGINES = ("django.db.backends.sqlite3", "django.db.backends.postgresql")


def databases(data_dir: Path) -> dict[str, Any]:
    """Returns ``DATABASES``. data_dir: the folder of the SQLite file, if there is no DATABASE_URL.

    Raises ImproperlyConfigured if an address is given that needs PostgreSQL, and DATABASE_URL is not one.
    """
    databases = {"default": _default(data_dir)}
    if direct := _further("DIRECT_DATABASE_URL", databases["default"]):
        # For LISTEN, backup and restore (``scoring.live.database_changes``, ``companion.database.backups``).
        databases["direct"] = direct
        # A pooler may change the connection between two statements, and the cursor would be gone.
        databases["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
    if replica := _further("REPLICA_DATABASE_URL", databases["default"]):
        # See ``scoring.db.replica``. Short timeouts: if it does not answer, the primary is read.
        databases["replica"] = {
            **replica,
            "DISABLE_SERVER_SIDE_CURSORS": True,
            "OPTIONS": {
                "connect_timeout": 2,
                "tcp_user_timeout": 3000,
                **replica.get("OPTIONS", {}),
                "pool": {"min_size": 0, "max_size": 4, "timeout": 1, "reconnect_timeout": 1},
            },
        }
    return databases


def _default(data_dir: Path) -> dict[str, Any]:
    url = os.environ.get("DATABASE_URL")
    file = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(data_dir / "companion.sqlite3")}
    config: dict[str, Any] = _parse("DATABASE_URL", url) if url else file
    options: dict[str, Any] = dict(config.get("OPTIONS", {}))
    if config["ENGINE"].endswith("sqlite3"):
        options |= {
            "transaction_mode": "IMMEDIATE",
            "timeout": 10,
            # FULL is the only setting that keeps every acknowledged hand through a power cut.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA journal_size_limit=67108864",
        }
        config["CONN_MAX_AGE"] = None
    else:
        options["pool"] = {"min_size": 2, "max_size": 8, "timeout": 10}
        config["CONN_MAX_AGE"] = 0
    config["OPTIONS"] = options
    return config


def _further(name: str, default: dict[str, Any]) -> dict[str, Any] | None:
    """Another address for the PostgreSQL of DATABASE_URL, None if the environment has none."""
    url = os.environ.get(name)
    if not url:
        return None
    config = _parse(name, url)
    if not config["ENGINE"] == default["ENGINE"] == POSTGRESQL:
        raise ImproperlyConfigured(f"{name} is for PostgreSQL only, with DATABASE_URL=postgresql://…")
    return config


def _parse(name: str, url: str) -> dict[str, Any]:
    try:
        config: dict[str, Any] = dict(dj_database_url.parse(url))
    except ValueError as error:  # the address is not repeated: it has a password
        scheme = url.partition("://")[0] if "://" in url else ""
        raise ImproperlyConfigured(
            f"{name} is no address of a database: it begins with {scheme or 'no scheme'}. "
            "Such an address is postgresql://user:password@host:5432/name; in user and password, "
            "# is written %23, / is %2F, @ is %40, : is %3A. Several hosts: postgresql:///name?host=one,two&port=5432,5432"
        ) from error
    if config["ENGINE"] not in _ENGINES:
        raise ImproperlyConfigured(f"{name}: the Companion runs on SQLite and PostgreSQL only.")
    if config["ENGINE"] == "django.db.backends.postgresql":
        config["ENGINE"] = POSTGRESQL
    return config
