"""A wrong setting is one sentence that names it; what is nearly a setting is said too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from companion import environment
from companion.database.settings import databases
from tests.server import ROOT

DATABASES = ("DATABASE_URL", "DIRECT_DATABASE_URL", "REPLICA_DATABASE_URL")


@pytest.mark.parametrize(
    ("read", "name", "text"),
    [
        (environment.flag, "HTTPS", "yes-please"),
        (environment.flag, "LOG_REQUESTS", "2"),
        (lambda name: environment.integer(name, 8000, 1, 65535), "PORT", "abc"),
        (lambda name: environment.integer(name, 8000, 1, 65535), "PORT", "99999"),
        (lambda name: environment.integer(name, 8000, 1, 65535), "PORT", "-1"),
        (lambda name: environment.integer(name, 8000, 1, 65535), "PORT", "８０００"),
        (lambda name: environment.integer(name, 2, 1, 64), "THREADS", "0"),
        (lambda name: environment.one_of(name, ("text", "json")), "LOG_FORMAT", "jsonl"),
        (environment.origins, "WEBHOOK_ALLOWED", "http://a.example,cards.example"),
        (environment.address, "METRICS", "localhost"),
        (environment.address, "METRICS", "127.0.0.1:0"),
        (environment.redis_url, "REDIS_URL", "127.0.0.1:6379"),
        (environment.folder, "EXTRA_GAMES", "/nowhere/at/all"),
        (environment.secret_key, "SECRET_KEY", "abc"),
        (environment.proxies, "TRUST_PROXY", "127.0.0.1"),
    ],
)
def test_a_wrong_value_names_its_setting(monkeypatch: pytest.MonkeyPatch, read: Any, name: str, text: str) -> None:
    monkeypatch.setenv(name, text)
    with pytest.raises(ImproperlyConfigured, match=f"^{name}"):
        read(name)
    monkeypatch.setenv(name, "")
    read(name)


@pytest.mark.parametrize(("text", "on"), [("1", True), ("Yes", True), (" on ", True), ("0", False), ("FALSE", False)])
def test_a_switch(monkeypatch: pytest.MonkeyPatch, text: str, on: bool) -> None:
    monkeypatch.setenv("HTTPS", text)
    assert environment.flag("HTTPS") is environment.flag("HTTPS", True) is on


@pytest.mark.parametrize(("text", "count"), [("", 0), ("0", 0), ("1", 1), ("true", 1), ("2", 2)])
def test_proxies_are_counted(monkeypatch: pytest.MonkeyPatch, text: str, count: int) -> None:
    monkeypatch.setenv("TRUST_PROXY", text)
    assert environment.proxies("TRUST_PROXY") == count


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "postgresql://user:pass#word@host/name",
        "postgresql://user:pass/word@host/name",
        "postgresql://user:password@one:6501,two:6502/name",
        "mysql://user:password@host/name",
    ],
)
@pytest.mark.parametrize("name", DATABASES)
def test_an_address_that_is_none_is_not_repeated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, url: str
) -> None:
    for each in DATABASES:
        monkeypatch.delenv(each, raising=False)
    monkeypatch.setenv(name, url)
    with pytest.raises(ImproperlyConfigured, match=f"^{name}") as refused:
        databases(tmp_path)
    assert "pass#word" not in str(refused.value)
    assert "pass/word" not in str(refused.value)
    assert "password@one" not in str(refused.value)


def test_a_command_says_it_in_one_sentence() -> None:
    run = [sys.executable, str(ROOT / "manage.py"), "migrate"]
    named = {**os.environ, "DJANGO_SETTINGS_MODULE": "companion.settings", "PORT": "99999"}
    done = subprocess.run(run, env=named, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "PORT=99999 is no whole number from 1 to 65535.\n"


def test_what_is_nearly_a_setting_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATBASE_URL", "ALLOWED_HOST", "HTTP", "HOSTNAME", "EDITOR", "DATABASE_URL"):
        monkeypatch.setenv(name, "x")
    said = environment.misspelt()
    for name, meant in (("DATBASE_URL", "DATABASE_URL"), ("ALLOWED_HOST", "ALLOWED_HOSTS"), ("HTTP", "HTTPS")):
        assert f"{name} is not read. Is {meant} meant?" in said
    assert not [sentence for sentence in said if sentence.startswith(("HOSTNAME", "EDITOR", "DATABASE_URL"))]


def test_every_setting_is_documented() -> None:
    page = (ROOT / "docs" / "operations" / "README.md").read_text()
    assert [name for name in environment.NAMES if f"`{name}`" not in page] == []
