"""Django's migrate, but it creates the data folder first: SQLite creates its file, not the folder."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.commands.migrate import Command as Migrate


class Command(Migrate):
    def execute(self, *args: Any, **options: Any) -> str | None:
        """Runs before the system checks, which open the database."""
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
        return super().execute(*args, **options)
