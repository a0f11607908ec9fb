"""``companion prepare``: makes before the start what the server would make while people wait."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from companion.http.static_files import collect_static


class Command(BaseCommand):
    help = "Make static files, rules pages and search index before the server starts: after each install or update."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--languages", nargs="+", metavar="TAG", help="rules of these only; default: all")

    def handle(self, *args: Any, **options: Any) -> None:
        collect_static()
        call_command("build_rules", languages=options["languages"], stdout=self.stdout)
