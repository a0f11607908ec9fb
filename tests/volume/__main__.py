"""``make volume``: thousands of random hands of every game through the engine, and what must be true of each.

Ends with 1 if anything failed.
"""

from __future__ import annotations

import argparse
import os
import random
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from scoring.games import all_games  # noqa: E402
from tests.volume import refusals  # noqa: E402
from tests.volume.known import ROOT  # noqa: E402
from tests.volume.run import Summary, Volume  # noqa: E402

HEAD = (
    "| game | hands | kinds | courses | scores | matches | in the form | corrected | refused "
    "| refusals reached | faults | seconds |"
)


def main() -> int:
    """Runs, and prints a row for each game."""
    parser = argparse.ArgumentParser(prog="python -m tests.volume", description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000, help="legal hands of each game")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32), help="of a run that is to be repeated")
    parser.add_argument("--games", nargs="*", default=sorted(all_games()), help="which games")
    parser.add_argument("--missing", action="store_true", help="name the refusals that were not reached")
    given = parser.parse_args()
    print(f"seed {given.seed}\n\n{HEAD}\n|{' --- |' * HEAD.count(' | ')} --- |", flush=True)
    summaries = []
    for slug in given.games:
        summary = Volume(slug, given.seed).run(given.hands)
        summaries.append(summary)
        print(row(summary), flush=True)
    engine = refusals.of_engine()
    reached = {place for summary in summaries for place in summary.reached} & engine
    print(f"\nrefusals of the engine reached: {len(reached)} of {len(engine)}")
    if given.missing:
        for summary in summaries:
            name_places(refusals.of_game(summary.slug) - summary.own_reached)
        name_places(engine - reached)
    for summary in summaries:
        for name, faults in summary.faults.items():
            print(f"\n{summary.slug}: {name}, {len(faults)} times")
            for fault in faults:
                if fault.what:
                    print(f"  {fault.what}\n    {fault.where}")
    return 1 if any(summary.faults for summary in summaries) else 0


def row(summary: Summary) -> str:
    """One game's row of the table."""
    every = refusals.of_game(summary.slug)
    cells = [
        summary.slug,
        f"{summary.hands:,}",
        len(summary.kinds),
        f"{len(summary.courses):,}",
        f"{len(summary.scores):,}",
        f"{summary.matches:,}",
        f"{summary.shown:,}",
        f"{summary.corrected:,}",
        f"{summary.refused:,}",
        f"{len(summary.own_reached)} of {len(every)}",
        sum(map(len, summary.faults.values())),
        f"{summary.seconds:.1f}",
    ]
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def name_places(places: set[refusals.Place]) -> None:
    """Prints where these refusals are made."""
    for file, line in sorted(places):
        print(f"  not reached: {os.path.relpath(file, ROOT)}:{line}")


if __name__ == "__main__":
    sys.exit(main())
