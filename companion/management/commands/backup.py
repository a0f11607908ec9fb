"""``companion backup``: writes the whole database into a file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from companion.database.backups import BackupError, back_up
from companion.database.check import database_name


class Command(BaseCommand):
    help = "Writes the database into a new file, while the server runs. PostgreSQL needs pg_dump and pg_restore here."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            back_up(file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes, of {database_name()}")
