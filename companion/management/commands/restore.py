"""Replaces the database by a backup, migrates it, and audits it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from companion.database.backups import BackupError, restore


class Command(BaseCommand):
    help = "Restores a file of the command backup, of this or of an earlier release. Stop the server first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="even if there are tables; they are lost")
        parser.add_argument("--no-audit", action="store_true", help="do not replay every match afterwards")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            restore(options["file"], options["replace"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write("Restored.")
        if not options["no_audit"]:
            call_command("audit", stdout=self.stdout, stderr=self.stderr)
