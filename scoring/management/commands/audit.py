"""Replays every match of the database and compares."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.audit import find_errors
from scoring.models import Match


class Command(BaseCommand):
    help = "Check that every stored total, result and state is what replaying the recorded hands gives."

    def handle(self, *args: Any, **options: Any) -> None:
        errors = 0
        for error in find_errors():
            errors += 1
            self.stderr.write(error)
        if errors:
            raise CommandError(f"{errors} errors")
        self.stdout.write(f"{Match.objects.count()} matches: everything stored is what replaying gives.")
