"""``companion cells``: writes HAProxy's configuration for several installations behind one name."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from contextlib import suppress
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
        parser.add_argument(
            "--bind", help=f"what HAProxy listens on (default: as the file in the folder, else {cells.DEFAULT_BIND})"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"].absolute()
        try:
            chosen = cells.cells_of(options["cell"])
        except ValueError as error:
            raise CommandError(str(error)) from None
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "haproxy.cfg"
        bind = options["bind"] or cells.bind_of(file) or cells.DEFAULT_BIND
        file.write_text(cells.configuration(chosen, str(folder), bind, _user()))
        (folder / "cells.map").write_text(cells.marks(chosen))
        # The running proxy's list of moved tables stays.
        (folder / "moved.map").touch()
        self.stdout.write(f"{', '.join(chosen)} in {file}, on {bind}. Check it: haproxy -c -f {file}. Then reload it.")


def _user() -> str:
    """Who HAProxy is once it listens: the user of its package, if root starts it here; else "", whoever starts it."""
    with suppress(ImportError, KeyError):  # no such users on Windows; the package is not installed
        import pwd

        if os.geteuid() == 0:
            return pwd.getpwnam("haproxy").pw_name
    return ""
