"""``companion delete_names``: deletes the names of people in events whose time for it has come."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from scoring.management.counted import counted
from scoring.services.event_entries import forget_due_names


class Command(BaseCommand):
    help = "Deletes names in events that were closed as many days ago as their organisers set. Run it every day."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"names deleted in {counted(forget_due_names(), 'event', 'events')}")
