"""Replays every match of the database and compares."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.audit import faults
from scoring.models import Match


class Command(BaseCommand):
    help = "Check that every stored total, result and state is what replaying the recorded hands gives."

    def handle(self, *args: Any, **options: Any) -> None:
        found = 0
        for fault in faults():
            found += 1
            self.stderr.write(fault)
        if found:
            raise CommandError(f"{found} faults")
        self.stdout.write(f"{Match.objects.count()} matches: everything stored is what replaying gives.")
