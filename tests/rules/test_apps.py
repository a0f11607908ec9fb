"""The rules are loaded in the background at the first request, unless ``RULES_PRELOAD`` is 0."""

from __future__ import annotations

from threading import Thread

import pytest
from django.core.signals import request_started
from django.test import Client
from pytest_django import Settings

from rulesref import apps


def _connect_preload() -> None:
    request_started.connect(apps.preload, dispatch_uid=apps.PRELOAD)


def test_the_rules_are_loaded_once_in_the_background(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    started: list[str] = []
    settings.RULES_PRELOAD = True
    monkeypatch.setattr(Thread, "start", lambda thread: started.append(thread.name))
    _connect_preload()
    for _ in range(2):
        assert Client().get("/rules/glossary").status_code == 200
    assert started == ["rules"]


def test_pages_work_where_they_are_loaded_when_somebody_asks(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    def fail(thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", fail)
    settings.RULES_PRELOAD = False
    _connect_preload()
    assert Client().get("/rules/search?q=trump").status_code == 200
