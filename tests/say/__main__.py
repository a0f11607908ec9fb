"""How well lines are read: ``python -m tests.say [--check] [--show] [--anything N] [FILE …]``.

Prints for each set (``sets/SLUG.LANG.jsonl``) how many lines are read exactly, how many are asked about or refused, and
how many are wrong and taken for certain, beside the baseline: the labels of the form alone. Hands are compared by their
score.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from tests.say.anything import read_anything  # noqa: E402
from tests.say.baseline import read_labels  # noqa: E402
from tests.say.sets import KINDS, SETS, check, measure  # noqa: E402


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--check", action="store_true", help="only check that the expected hands can be scored")
    parser.add_argument("--show", action="store_true", help="show every line that is not exact")
    parser.add_argument("--anything", type=int, default=0, help="read so many random lines instead, and time them")
    chosen = parser.parse_args()
    if chosen.anything:
        begin = time.perf_counter()
        sure = sum(answer.sure is not None for answer in read_anything(chosen.anything, seed=1))
        seconds = time.perf_counter() - begin
        print(f"{chosen.anything} lines in {seconds:.1f} s, {sure} of them a hand, no error")
        return
    files = chosen.files or sorted(SETS.glob("*.jsonl"))
    if chosen.check:
        for fault in (fault for file in files for fault in check(file)):
            print(fault)
        return
    print(f"{'set':24} lines  " + "  ".join(f"{kind:>7}" for kind in KINDS) + "   labels alone: exact, wrong")
    total: Counter[str] = Counter()
    for file in files:
        counts, others = measure(file)
        base, _ = measure(file, read_labels)
        total += counts
        lines = sum(counts.values())
        figures = "  ".join(f"{counts[kind]:7}" for kind in KINDS)
        print(f"{file.stem:24} {lines:5}  {figures}   {base['exact']:5} {base['wrong']:5}")
        for line, found, answer in others if chosen.show else ():
            print(f"  {found:8}{line.place}: {line.content['text']}")
            print(f"           {line.content['expect']}")
            made = answer.sure or answer.partial
            print(
                "           got",
                [read.hand for read in answer.alternatives] or (made and made.hand) or "no hand",
                f"missing {[m.control for m in made.missing]}" if made and made.missing else "",
                f"refused: {made.refused}" if made and made.refused else "",
                f"unknown {list(answer.unknown)}" if answer.unknown else "",
            )
    print(f"{'all':24} {sum(total.values()):5}  " + "  ".join(f"{total[kind]:7}" for kind in KINDS))


main()
