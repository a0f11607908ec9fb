"""``companion delete_idle_tables``: shows tables that nobody has used since a day; with ``--yes``, deletes them."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, date, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Count, Max
from django.db.models.functions import Coalesce
from django.utils import timezone

from scoring.management.counted import counted
from scoring.services.idle_tables import delete_if_idle, idle_tables


def _day(text: str) -> datetime:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError("a day is written as 2026-01-31") from None
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


class Command(BaseCommand):
    help = "Shows the tables at which nothing was stored since a day. With --yes they are deleted, with their matches."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--not-used-since", required=True, type=_day, metavar="DATE", help="as 2026-01-31, in UTC")
        parser.add_argument("--yes", action="store_true", help="delete them; they cannot be brought back")

    def handle(self, *args: Any, **options: Any) -> None:
        since: datetime = options["not_used_since"]
        if since > timezone.now():
            raise CommandError("This day is still to come.")
        last = Coalesce(Max("matches__updated_at"), "created_at")
        rows = idle_tables(since).annotate(last_used=last, match_count=Count("matches"))
        count = 0
        for table in rows:
            if options["yes"] and not delete_if_idle(table.id, since):
                continue  # used a moment ago
            count += 1
            matches = counted(table.match_count, "match", "matches")
            self.stdout.write(f"{table.id} {table.name}: last used {table.last_used:%Y-%m-%d}, {matches}")
        outcome = "deleted." if options["yes"] else "would be deleted; add --yes to delete them."
        self.stdout.write(f"{counted(count, 'table', 'tables')} {outcome}")
