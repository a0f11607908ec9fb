"""``make bench``: every figure is a ratio to a floor in the same run, or a cost in process."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from typing import Any

from benchmarks import games, rules, web
from tests.__main__ import postgresql


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds of every measurement (default 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of one measurement (default 1)")
    parser.add_argument("--only", choices=["web", "games", "rules"], help="part of it")
    parser.add_argument("--json", help="append the figures to this file, a line a run")
    chosen = parser.parse_args()
    revision = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    figures: dict[str, Any] = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "revision": revision.stdout.strip(),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
    }
    print(" ".join(f"{name}={value}" for name, value in figures.items()))
    if chosen.only in (None, "games"):
        figures["games"] = games.run()
    if chosen.only in (None, "rules"):
        figures["rules"] = rules.run(chosen.rounds, chosen.seconds)
    if chosen.only in (None, "web"):
        os.environ.pop("DATABASE_URL", None)
        print("\n== SQLite ==")
        figures["sqlite"] = web.run(chosen.rounds, chosen.seconds)
        if url := postgresql():
            os.environ["DATABASE_URL"] = url
            print("\n== PostgreSQL ==")
            figures["postgresql"] = web.run(chosen.rounds, chosen.seconds)
        else:
            print("\nPostgreSQL: not measured, none answers")
    if chosen.json:
        with open(chosen.json, "a", encoding="utf-8") as file:
            file.write(json.dumps(figures) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
