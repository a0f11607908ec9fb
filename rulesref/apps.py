"""The rules reference as a Django app."""

from __future__ import annotations

import logging
from threading import Thread
from typing import Any

from django.apps import AppConfig
from django.core.signals import request_started

log = logging.getLogger(__name__)

_DISPATCH_UID = "rulesref.preload"


class RulesReference(AppConfig):
    """Loads the rules in the background at the first request, so that the first reader does not wait for them."""

    name = "rulesref"

    def ready(self) -> None:
        """Waits for the first request: management commands need no rules."""
        request_started.connect(_preload, dispatch_uid=_DISPATCH_UID)


def _preload(**_: Any) -> None:
    request_started.disconnect(dispatch_uid=_DISPATCH_UID)
    try:
        Thread(target=_load, name="rules", daemon=True).start()
    except RuntimeError:
        # No threads here (Python in a browser): the first reader waits.
        log.info("rules are not loaded in the background: no threads")


def _load() -> None:
    from rulesref.library import library
    from rulesref.search.index import search_index

    search_index(library())
