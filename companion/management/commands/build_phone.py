"""``companion build_phone``: builds the folder that makes any web server a complete Companion for phones."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from companion.phone.build import build


class Command(BaseCommand):
    help = "Pack pages, calculators, rules and interpreter for phones without a server, into PHONE_ROOT (build/phone)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--quick", action="store_true", help="pack in less time and into more bytes, for tests")

    def handle(self, *args: Any, quick: bool = False, **options: Any) -> None:
        folder = Path(settings.PHONE_ROOT)
        try:
            manifest = build(folder, quick)
        except (subprocess.CalledProcessError, FileNotFoundError) as error:
            output = getattr(error, "stderr", b"") or b""
            raise CommandError(f"npm and a package registry are needed.\n{error}\n{output.decode()}") from error
        archives: Any = manifest["archives"]
        for archive in archives:
            sizes = f"{archive['bytes'] / 1e6:8.2f} MB  unpacked {archive['unpacked'] / 1e6:6.1f} MB"
            self.stdout.write(f"{archive['name']:14}{sizes}")
        common = sum(archive["bytes"] for archive in archives if not archive["lang"])
        self.stdout.write(f"version {manifest['version']}: {common / 1e6:.2f} MB over the wire, in {folder}")
