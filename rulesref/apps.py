"""The rules reference as a Django app."""

from __future__ import annotations

from threading import Thread
from typing import Any

from django.apps import AppConfig
from django.core.signals import request_started

_ONCE = "rulesref.warm"


class RulesReference(AppConfig):
    """Reads the rules in the background once a process serves, so that the first question is not kept waiting."""

    name = "rulesref"

    def ready(self) -> None:
        """Waits for the first request: commands that serve nobody need no rules."""
        request_started.connect(_warm, dispatch_uid=_ONCE)


def _warm(**_: Any) -> None:
    request_started.disconnect(dispatch_uid=_ONCE)
    Thread(target=_read, name="rules", daemon=True).start()


def _read() -> None:
    from rulesref.library import library
    from rulesref.search import index_of

    index_of(library())
