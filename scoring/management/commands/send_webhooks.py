"""``manage.py send_webhooks``: sends deliveries until it is stopped, where no process of ``manage.py serve`` does."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scoring.webhooks.sender import Sender


class Command(BaseCommand):
    help = "Sends webhook deliveries. Only needed beside companion.wsgi; manage.py serve does it by itself."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.WEBHOOKS:
            raise CommandError("Webhooks are switched off (WEBHOOKS=0).")
        with suppress(KeyboardInterrupt):
            asyncio.run(_send())


async def _send() -> None:
    sender = Sender()
    sender.start()
    try:
        await asyncio.Event().wait()
    finally:
        await sender.stop()
