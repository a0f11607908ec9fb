"""``companion audit``: replays every match and compares; with ``--rescore``, scores every match again."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.audit import find_errors
from scoring.management.counted import counted
from scoring.models import Match
from scoring.services.rescoring import rescore_matches


class Command(BaseCommand):
    help = "Checks every stored total, result and state by replaying the recorded hands."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--rescore",
            action="store_true",
            help="print what scoring every match again would change; nothing is stored without --write",
        )
        parser.add_argument("--write", action="store_true", help="with --rescore: store what changes")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["rescore"]:
            self._rescore(options["write"])
        elif options["write"]:
            raise CommandError("--write goes with --rescore only")
        else:
            self._check()

    def _check(self) -> None:
        errors = 0
        for error in find_errors():
            errors += 1
            self.stderr.write(error)
        if errors:
            raise CommandError(counted(errors, "error", "errors"))
        matches = counted(Match.objects.count(), "match", "matches")
        self.stdout.write(f"{matches}: everything stored is what replaying gives.")

    def _rescore(self, write: bool) -> None:
        changed = refused = 0
        for match in rescore_matches(write):
            name = f"match {match.match_id} ({match.slug})"
            if match.refused:
                refused += 1
                self.stdout.write(f"{name}: left as it is, because it is refused today. {match.refused}")
            for difference in match.differences:
                self.stdout.write(f"{name}: {difference}")
            changed += bool(match.differences)
        outcome = "rewritten" if write else "would be rewritten; add --write to store this"
        kept, others = counted(refused, "match", "matches"), counted(changed, "match", "matches")
        self.stdout.write(f"{kept} left as {'it is' if refused == 1 else 'they are'}. {others} {outcome}.")
