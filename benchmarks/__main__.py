"""``make bench``: every figure is a ratio to a floor in the same run, or a time or size of the process."""

from __future__ import annotations

import argparse
import json
import logging
import os
import platform
import subprocess
import sys
import time
from datetime import UTC, datetime
from typing import Any

from benchmarks import games, rules, web
from tests.__main__ import postgresql


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--full", action="store_true", help="more rounds, a million hands, a day's traffic")
    parser.add_argument("--rounds", type=int, help="rounds of every measurement (default 3; with --full 5)")
    parser.add_argument("--seconds", type=float, help="length of one measurement (default 0.4; with --full 0.6)")
    parser.add_argument("--only", choices=["web", "sqlite", "postgresql", "games", "rules"], help="part of it")
    parser.add_argument("--json", help="append the figures to this file, a line a run")
    arguments = parser.parse_args()
    logging.getLogger("httpx").setLevel(logging.WARNING)  # not a line for each request
    rounds = arguments.rounds or (5 if arguments.full else 3)
    seconds = arguments.seconds or (0.6 if arguments.full else 0.4)
    began = time.monotonic()
    revision = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    figures: dict[str, Any] = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "revision": revision.stdout.strip(),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "rounds": rounds,
        "seconds": seconds,
        "full": arguments.full,
    }
    print(" ".join(f"{name}={value}" for name, value in figures.items()))
    if arguments.only in (None, "games"):
        figures["games"] = games.run()
    if arguments.only in (None, "rules"):
        figures["rules"] = rules.run(rounds, seconds)
    if arguments.only in (None, "web", "sqlite"):
        os.environ.pop("DATABASE_URL", None)
        print("\n== SQLite ==")
        figures["sqlite"] = web.run(rounds, seconds, arguments.full)
    if arguments.only in (None, "web", "postgresql"):
        if url := postgresql():
            os.environ["DATABASE_URL"] = url
            print("\n== PostgreSQL ==")
            figures["postgresql"] = web.run(rounds, seconds, arguments.full)
        else:
            print("\n!!! PostgreSQL NOT MEASURED: none answers")
    figures["load_after"] = round(os.getloadavg()[0], 2)
    figures["took"] = round(time.monotonic() - began)
    print(f"\nmeasured in {figures['took']} s; load of the machine {figures['load']} before")
    if arguments.json:
        with open(arguments.json, "a", encoding="utf-8") as file:
            file.write(json.dumps(figures) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
