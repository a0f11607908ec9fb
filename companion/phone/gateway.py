"""Calls Django inside a browser: requests and responses are plain values.

``browser/python.js`` calls these functions in this order: ``set_up``, ``warm_up`` (only before the memory is stored for
later starts), ``open_database`` and ``use_clock``, then ``answer_json`` for each request. ``read_rules`` is called
before, in an interpreter of its own, so that its memory is not stored.
"""

from __future__ import annotations

import json
import os
import random
import zlib
from collections.abc import Callable, Iterable
from http.cookies import CookieError, SimpleCookie
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

Headers = list[tuple[str, str]]
Response = tuple[int, Headers, bytes]

#: Pages of the warm-up. They load templates, calculators and texts.
_WARM_UP = ("/", "/new", "/new/skat", "/rules", "/rules/skat", "/rules/skat/trick", "/rules/glossary")
_FAILED = b"<!doctype html><title>Companion</title><p>Something failed. Nothing was saved. Go back and try again.</p>"

_state: dict[str, Any] = {}


def set_up(data: str, secret_key: str) -> None:
    """Loads Django. data: the folder of the database. secret_key: the key of this phone."""
    os.environ.update(
        DJANGO_SETTINGS_MODULE="companion.phone.settings",
        DJANGO_ALLOW_ASYNC_UNSAFE="1",  # the browser's event loop is running, but not during a request
        DATA_DIR=data,
        SECRET_KEY=secret_key,
    )
    import django
    from django.core.handlers.wsgi import WSGIHandler

    django.setup(set_prefix=False)
    _state.update(application=WSGIHandler(), cookies=Cookies(Path(data) / "cookies.json"))


def warm_up(language: str) -> None:
    """Answers common requests once, on a temporary database.

    language: the tag of this phone's language; English is loaded too. Leaves no file open and nothing in caches.
    """
    from django.conf import settings
    from django.core.cache import cache
    from django.db import connections

    from rulesref.library import library
    from rulesref.search import index_file
    from scoring.db import write_lock

    codes = list(dict.fromkeys((language, settings.LANGUAGE_CODE)))
    rules = [index_file.restore(library(code)) for code in codes]
    open_database()
    for address in _WARM_UP:
        _expect(200, "GET", address, language)
    form = b"name=A&name=B&name=C&dealer=0&_once=warm-up-skat-3-aaaaaaaaaaaa"
    match = _expect(302, "POST", "/new/skat/begin", language, form)["Location"]
    for code in codes:
        _expect(200, "GET", match, code)
    for pages in filter(None, rules):
        pages.close()
    connections.close_all()
    write_lock.release()
    cache.clear()
    _state["cookies"].clear()
    for file in Path(settings.DATA_DIR).iterdir():
        file.unlink()


def read_rules(language: str) -> None:
    """Parses all rules pages in English and this language, and writes them with their search index to RULES_ROOT."""
    from rulesref.library import library
    from rulesref.search.index import search_index

    for code in dict.fromkeys(("en", language)):
        search_index(library(code))


def _expect(status: int, method: str, address: str, language: str, form: bytes = b"") -> dict[str, str]:
    headers = [
        ("Accept-Language", language),
        ("Content-Type", "application/x-www-form-urlencoded"),
        ("X-CSRFToken", _state["cookies"].value("csrftoken")),
    ]
    actual, sent, _ = answer(method, f"http://phone{address}", headers, form)
    if actual != status:
        raise RuntimeError(f"{method} {address} answered {actual}")
    return dict(sent)


def open_database() -> None:
    """Opens the database of this phone, and migrates it if it is new or of an earlier release."""
    from django.core.management import call_command
    from django.db import connection

    random.seed()  # else every start from the stored memory would give the same numbers
    _state["cookies"].read()
    current = _schema_version()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA user_version")
        (stored,) = cursor.fetchone()
        if stored != current:
            call_command("migrate", interactive=False, verbosity=0)
            cursor.execute(f"PRAGMA user_version = {current:d}")


def use_clock(offset: Callable[[float], float]) -> None:
    """Shows days and times as this phone's clock does. offset: see ``clock.PhoneZone``."""
    from companion.phone import clock

    clock.zone = clock.PhoneZone(offset)


def _schema_version() -> int:
    from django.db.migrations.loader import MigrationLoader

    if "schema" not in _state:
        names = sorted(map(str, MigrationLoader(None).disk_migrations))
        _state["schema"] = zlib.crc32(" ".join(names).encode()) & 0x7FFFFFFF
    version: int = _state["schema"]
    return version


def answer(method: str, address: str, headers: Iterable[tuple[str, str]], body: bytes) -> Response:
    """Answers one request. Returns status, headers, body.

    address: the full address. headers: of the browser. Of its cookies only the language is read; all others are stored
    here, since a service worker cannot set cookies.
    """
    cookies: Cookies = _state["cookies"]
    environ = _environ(method, address, headers, body)
    environ["HTTP_COOKIE"] = cookies.header(environ.get("HTTP_COOKIE", ""))
    started: list[Any] = []
    try:
        chunks = _state["application"](environ, lambda status, sent, *_: started.extend((status, sent)))
        content = b"".join(chunks)
        chunks.close()
    except Exception:
        import logging

        logging.getLogger(__name__).exception("%s %s", method, address)
        return 500, [("Content-Type", "text/html; charset=utf-8")], _FAILED
    status, sent = started
    cookies.update(value for name, value in sent if name.lower() == "set-cookie")
    return int(status.split()[0]), [pair for pair in sent if pair[0].lower() != "set-cookie"], content


def answer_json(method: str, address: str, headers: str, body: bytes) -> tuple[int, str, bytes]:
    """``answer`` for JavaScript, with headers as JSON."""
    status, sent, content = answer(method, address, [(name, value) for name, value in json.loads(headers)], body)
    return status, json.dumps(sent), content


def _environ(method: str, address: str, headers: Iterable[tuple[str, str]], body: bytes) -> dict[str, Any]:
    parts = urlsplit(address)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote(parts.path, "utf-8").encode().decode("latin-1"),
        "QUERY_STRING": parts.query,
        "SERVER_NAME": parts.hostname or "phone",
        "SERVER_PORT": str(parts.port or (443 if parts.scheme == "https" else 80)),
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_HOST": parts.netloc,
        # Only our own pages reach the service worker.
        "HTTP_REFERER": f"{parts.scheme}://{parts.netloc}/",
        "wsgi.url_scheme": parts.scheme,
        "wsgi.input": BytesIO(body),
        "wsgi.errors": None,
    }
    for name, value in headers:
        key = name.upper().replace("-", "_")
        if key == "CONTENT_TYPE":
            environ[key] = value
        elif key not in {"CONTENT_LENGTH", "HOST", "REFERER", "ORIGIN"}:
            environ[f"HTTP_{key}"] = value
    return environ


class Cookies:
    """The cookies of this phone, with the keys to its tables, in a file beside the database."""

    LANGUAGE = "django_language"

    def __init__(self, file: Path) -> None:
        self._file = file
        self._values: dict[str, str] = {}

    def read(self) -> None:
        """Reads the file. One that cannot be read counts as empty."""
        try:
            text = self._file.read_text("utf-8")
            self._values = {str(name): str(value) for name, value in json.loads(text).items()}
        except (OSError, ValueError):
            self._values = {}

    def clear(self) -> None:
        """Removes all cookies from memory; the file stays."""
        self._values = {}

    def value(self, name: str) -> str:
        """Returns the value of a cookie, "" if there is none."""
        return self._values.get(name, "")

    def header(self, sent: str) -> str:
        """Returns the Cookie header of a request. sent: the page's own cookies, which have the latest language."""
        try:
            chosen = SimpleCookie(sent).get(self.LANGUAGE)
        except CookieError:
            chosen = None
        values = dict(self._values)
        if chosen is not None:
            values[self.LANGUAGE] = chosen.value
        return "; ".join(f"{name}={value}" for name, value in values.items())

    def update(self, headers: Iterable[str]) -> None:
        """Applies the Set-Cookie headers of a response, and writes the file."""
        values = dict(self._values)
        for header in headers:
            for name, morsel in SimpleCookie(header).items():
                if morsel["max-age"] == 0 or morsel["max-age"] == "0":
                    values.pop(name, None)
                else:
                    values[name] = morsel.coded_value
        if values != self._values:
            self._values = values
            with self._file.open("w", encoding="utf-8") as file:
                json.dump(values, file)
                file.flush()
                os.fsync(file.fileno())
