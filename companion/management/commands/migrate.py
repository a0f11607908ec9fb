"""Django's migrate, but it makes the data folder and the file of SQLite first, for this user alone."""

from __future__ import annotations

from typing import Any

from django.core.management.commands.migrate import Command as Migrate

from companion.database.files import make_database_file


class Command(Migrate):
    def execute(self, *args: Any, **options: Any) -> str | None:
        """Runs before the system checks, which open the database."""
        make_database_file()
        return super().execute(*args, **options)
