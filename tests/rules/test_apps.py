"""The rules are loaded in the background at the first request, if the platform has threads."""

from __future__ import annotations

from threading import Thread

import pytest
from django.core.signals import request_started
from django.test import Client

from rulesref import apps


def _connect_preload() -> None:
    request_started.connect(apps.preload, dispatch_uid=apps.PRELOAD)


def test_the_rules_are_loaded_once_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    monkeypatch.setattr(Thread, "start", lambda thread: started.append(thread.name))
    _connect_preload()
    for _ in range(2):
        assert Client().get("/rules/glossary").status_code == 200
    assert started == ["rules"]


def test_pages_work_where_no_thread_can_start(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", fail)
    _connect_preload()
    assert Client().get("/rules/search?q=trump").status_code == 200
