"""The rules reference as a Django app."""

from __future__ import annotations

import gc
import logging
from threading import Thread
from typing import Any

from django.apps import AppConfig
from django.core.signals import request_started

log = logging.getLogger(__name__)

#: By this name the loading at the first request is switched off.
PRELOAD = "rulesref.preload"


class RulesReference(AppConfig):
    """Loads the rules in the background when the server starts, so that the first reader does not wait for them."""

    name = "rulesref"

    def ready(self) -> None:
        """Waits for a server: management commands need no rules. Servers that do not call preload themselves (WSGI)
        load at the first request."""
        request_started.connect(preload, dispatch_uid=PRELOAD)


def preload(**_: Any) -> None:
    """Starts to load pages and search index in the background."""
    request_started.disconnect(dispatch_uid=PRELOAD)
    try:
        Thread(target=_load, name="rules", daemon=True).start()
    except RuntimeError:
        # No threads here (Python in a browser): the first reader waits.
        log.info("rules are not loaded in the background: no threads")


def _load() -> None:
    from rulesref.library import library
    from rulesref.search.index import search_index

    search_index(library())
    # What is loaded by now stays as long as the process. Looking through it for garbage would hold up requests.
    gc.collect()
    gc.freeze()
