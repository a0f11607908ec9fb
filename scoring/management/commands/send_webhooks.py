"""``companion send_webhooks``: sends webhook deliveries, for servers other than ``companion serve``."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from companion.database.check import check_database, explain_database_errors, is_migrated
from scoring.webhooks.sender import Sender


class Command(BaseCommand):
    help = "Sends webhook deliveries. Only needed beside companion.wsgi; manage.py serve does it by itself."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.WEBHOOKS:
            raise CommandError("Webhooks are switched off (WEBHOOKS=0).")
        with explain_database_errors():
            check_database()
            if not is_migrated():
                raise CommandError("The database is not migrated. Run manage.py migrate first.")
        self.stdout.write("Sending webhooks. Stop with Ctrl+C.")
        self.stdout.flush()
        # A shell starts background processes with SIGINT ignored. Without this line, nothing would end the process.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            asyncio.run(_send())


async def _send() -> None:
    # SIGTERM ends it in the same way as SIGINT.
    signal.signal(signal.SIGTERM, signal.getsignal(signal.SIGINT))
    sender = Sender()
    sender.start()
    try:
        await asyncio.Event().wait()
    finally:
        await sender.stop()
