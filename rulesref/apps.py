"""The rules reference as a Django app."""

from __future__ import annotations

import gc
from threading import Thread
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.signals import request_started

#: The id of the signal handler that loads the rules at the first request.
PRELOAD = "rulesref.preload"


class RulesReference(AppConfig):
    """Loads the rules in the background when the server starts, so that the first reader does not wait for them."""

    name = "rulesref"

    def ready(self) -> None:
        """Loads the rules at the first request: management commands need none. The ASGI front calls preload earlier."""
        request_started.connect(preload, dispatch_uid=PRELOAD)


def preload(**_: Any) -> None:
    """Starts to load pages and search index in the background, unless ``RULES_PRELOAD`` is 0."""
    request_started.disconnect(dispatch_uid=PRELOAD)
    if settings.RULES_PRELOAD:
        Thread(target=_load, name="rules", daemon=True).start()


def _load() -> None:
    from rulesref.library import library
    from rulesref.search.index import search_index

    search_index(library())
    # Everything loaded so far stays as long as the process. Searching it for garbage would delay requests.
    gc.collect()
    gc.freeze()
