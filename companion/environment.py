"""Reads settings from the environment. A wrong one is a sentence that names it, never a guess in silence."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from companion.common.cell_marks import MARK

NAMES = frozenset(
    (
        "DATABASE_URL",
        "DIRECT_DATABASE_URL",
        "REPLICA_DATABASE_URL",
        "REDIS_URL",
        "DATA_DIR",
        "STATIC_ROOT",
        "PHONE_ROOT",
        "SECRET_KEY",
        "HOST",
        "PORT",
        "ALLOWED_HOSTS",
        "HTTPS",
        "TRUST_PROXY",
        "THREADS",
        "RATE_LIMIT_OPEN",
        "RATE_LIMIT_KEY",
        "RATE_LIMIT_TABLES",
        "SECURITY_CONTACT",
        "TIME_ZONE",
        "RULES_PRELOAD",
        "CELL",
        "MOST_WATCHERS",
        "TARGET_DATABASE_URL",
        "METRICS",
        "LOG_FORMAT",
        "LOG_REQUESTS",
        "WEBHOOKS",
        "WEBHOOK_ALLOWED",
        "WEBHOOK_SECONDS",
        "EXTRA_GAMES",
        "DEBUG",
    )
)
"""Every setting (docs/operations/README.md)."""

_ON, _OFF = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
_ORIGIN = re.compile(r"https?://(\[[0-9a-fA-F:.]+\]|[\w.-]+)(:\d{1,5})?")


def flag(name: str, default: bool = False) -> bool:
    """Returns whether it is switched on. Raises ImproperlyConfigured for any other text than 1 or 0 and the like."""
    text = os.environ.get(name, "").strip().lower()
    if text in (*_ON, *_OFF):
        return text in _ON
    if text:
        raise ImproperlyConfigured(f"{name}={text} is neither 1 (on) nor 0 (off).")
    return default


def integer(name: str, default: int, least: int, most: int) -> int:
    """Returns a whole number. Raises ImproperlyConfigured if it is none, or not from ``least`` to ``most``."""
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= most:
        raise ImproperlyConfigured(f"{name}={text} is no whole number from {least} to {most}.")
    return int(text)


def one_of(name: str, values: Iterable[str]) -> str:
    """Returns one of these texts, in small letters; "" without a setting. Raises ImproperlyConfigured."""
    text = os.environ.get(name, "").strip().lower()
    if text and text not in values:
        raise ImproperlyConfigured(f"{name}={text} is not known. Known: {', '.join(values)}.")
    return text


def proxies(name: str) -> int:
    """Returns how many proxies of the operator's stand in front: 0 for none, 1 for "1", "true" and the like."""
    text = os.environ.get(name, "").strip().lower()
    if text in (*_ON, *_OFF):
        return int(text in _ON)
    return integer(name, 0, 0, 9)


def origins(name: str) -> list[str]:
    """Returns origins such as ``http://192.168.1.20:8123``, separated by commas. Raises ImproperlyConfigured."""
    found = [text.strip().rstrip("/") for text in os.environ.get(name, "").split(",") if text.strip()]
    for origin in found:
        if not _ORIGIN.fullmatch(origin):
            raise ImproperlyConfigured(f"{name}: {origin} is no origin such as http://192.168.1.20:8123")
    return found


def address(name: str) -> str:
    """Returns ``HOST:PORT``, "" without a setting; a port alone is of this machine. Raises ImproperlyConfigured."""
    text = os.environ.get(name, "").strip()
    host, _, port = text.rpartition(":")
    if text and not (port.isdecimal() and 1 <= int(port) <= 65535):
        raise ImproperlyConfigured(f"{name}={text} is no address such as 127.0.0.1:9100.")
    return f"{host or '127.0.0.1'}:{port}" if text else ""


def cell(name: str) -> str:
    """Returns the mark of an installation, "" for the first one or the only one. Raises ImproperlyConfigured."""
    text = os.environ.get(name, "").strip()
    if text and not re.fullmatch(MARK, text):
        raise ImproperlyConfigured(f"{name}={text} is no mark of a cell: 0b, 0c and so on. The first cell has none.")
    return text


def redis_url(name: str) -> str:
    """Returns the address of Redis, "" for none. Raises ImproperlyConfigured; the address may have a password."""
    text = os.environ.get(name, "").strip()
    if text and urlsplit(text).scheme not in ("redis", "rediss", "unix"):
        raise ImproperlyConfigured(f"{name} is no address such as redis://127.0.0.1:6379/0.")
    return text


def contact(name: str) -> str:
    """Returns a variable with the address of a contact (RFC 9116, 2.5.3), "" if it is not set.

    Raises ImproperlyConfigured unless it is a mailto:, https: or tel: address.
    """
    value = os.environ.get(name, "").strip()
    if value and not re.fullmatch(r"(mailto:|https://|tel:)[!-~]+", value):
        raise ImproperlyConfigured(f"{name}: {value} is no address such as mailto:security@example.org or https://…")
    return value


def folder(name: str) -> Path | None:
    """Returns a folder that is there, None without a setting. Raises ImproperlyConfigured."""
    text = os.environ.get(name, "")
    if text and not Path(text).is_dir():
        raise ImproperlyConfigured(f"{name}={text} is no folder.")
    return Path(text) if text else None


def secret_key(name: str, least: int = 32) -> str:
    """Returns the key, "" without a setting. Raises ImproperlyConfigured if it is too short to be a secret."""
    text = os.environ.get(name, "")
    if text and len(text) < least:
        raise ImproperlyConfigured(
            f"{name} has {len(text)} characters; a secret needs {least} or more. Without it, one is made and kept."
        )
    return text


def misspelt() -> list[str]:
    """Returns a sentence for each variable of the environment that is nearly the name of a setting."""
    found = []
    for name in sorted(os.environ.keys() - NAMES):
        if len(name) > 3 and (near := difflib.get_close_matches(name, NAMES, 1, 0.86)):
            found.append(f"{name} is not read. Is {near[0]} meant?")
    return found
