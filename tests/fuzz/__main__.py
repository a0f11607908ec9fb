"""``make fuzz``: random requests to every operation of the API, made from its own document, for minutes.

DATABASE_URL: a PostgreSQL in which a database may be made; without it SQLite. Ends with 1 if anything failed.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from scoring.games import all_games
from tests.fuzz.run import Summary, fuzz
from tests.server import serving


def main() -> int:
    """Runs, and prints the summary."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=random.randrange(2**32), help="of a run that is to be repeated")
    parser.add_argument("--examples", type=int, default=15, help="random requests to each operation of a document")
    parser.add_argument("--scenarios", type=int, default=15, help="chains of requests along the links of a document")
    parser.add_argument("--games", nargs="*", default=sorted(all_games()), help="whose documents are used")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    began = time.monotonic()
    whole = Summary()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        for slug in (None, *given.games):
            one = fuzz(server.url, slug, given.seed, given.examples, given.scenarios, coverage=True)
            count = sum(map(len, one.failures.values())) + len(one.errors)
            print(f"{slug or 'core'}: {one.cases.total():,} cases, {count} failures", flush=True)
            if failed := one.failed():
                print(failed, flush=True)
            whole.update(one)
    print(f"\n{whole.text()}\n{time.monotonic() - began:.0f} s")
    return 1 if whole.failures or whole.errors else 0


if __name__ == "__main__":
    sys.exit(main())
