"""Three commands: see ``fuzz``, ``measured`` with ``pictures``, and ``examples``."""

from __future__ import annotations

import argparse
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from tests.match_code import examples, fuzz, measured, pictures  # noqa: E402


def main() -> int:
    """Runs one of the three. Returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.match_code", description=__doc__)
    parser.add_argument("command", choices=["fuzz", "measure", "examples"])
    parser.add_argument("--payloads", type=int, default=100_000, help="changed codes (fuzz)")
    parser.add_argument("--matches", type=int, default=1_000, help="random matches of each game (measure)")
    parser.add_argument("--pictures", type=int, default=20, help="of each kind (measure)")
    parser.add_argument(
        "--games", nargs="+", metavar="SLUG", help="random matches of these games, nothing else (measure)"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.command == "fuzz":
        return fuzz.run(given.payloads, given.seed)
    if given.command == "measure":
        if not given.games:
            pictures.run(given.pictures, given.seed)
        return measured.run(given.matches, given.seed, given.games)
    examples.write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
