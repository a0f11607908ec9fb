"""``companion cells``: writes HAProxy's configuration for several installations behind one name."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from companion import cells


class Command(BaseCommand):
    help = "Write HAProxy's configuration for several installations behind one name (docs/operations/cells.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="gets haproxy.cfg, cells.map and moved.map")
        parser.add_argument(
            "cell", nargs="+", help="its addresses: first=10.0.1.11:8000,10.0.1.12:8000 0b=10.0.2.11:8000"
        )
        parser.add_argument("--bind", default=cells.DEFAULT_BIND, help="what HAProxy listens on (default: %(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"].absolute()
        try:
            chosen = cells.cells_of(options["cell"])
        except ValueError as error:
            raise CommandError(str(error)) from None
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "haproxy.cfg").write_text(cells.configuration(chosen, str(folder), options["bind"]))
        (folder / "cells.map").write_text(cells.marks(chosen))
        # The running proxy's list of moved tables stays.
        (folder / "moved.map").touch()
        self.stdout.write(f"{len(chosen)} cells in {folder}: haproxy -c -f {folder}/haproxy.cfg, then reload it.")
