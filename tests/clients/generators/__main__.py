"""``python -m tests.clients.generators``: which generators make clients of the served document, as a table.

Each generates a client of the document of a running server and compiles it, or checks its types. The first example of
every game goes through the client's types to ``score``, and the totals are read from the typed answer. Work is kept in
``build/generators``, with a log of each generator.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests import loopback
from tests.clients.generators import hands
from tests.clients.generators.generator import Generator, npm_pinned, pinned
from tests.clients.generators.openapi_generator import Java, Python
from tests.clients.generators.pydantic_models import PydanticModels
from tests.clients.generators.report import LOGS, Report
from tests.clients.generators.typescript import HeyApi, Orval, TypeScriptFetch
from tests.server import ROOT, serving

GENERATORS: list[type[Generator]] = [Java, Python, TypeScriptFetch, HeyApi, Orval, PydanticModels]
#: Generators of our own clients, tested with every example of the document.
OWN = {
    "openapi-python-client": (pinned("openapi-python-client", "dev"), "tests/clients/test_python_client.py"),
    "openapi-typescript": (npm_pinned("openapi-typescript", "clients"), "tests/clients/test_typescript_client.py"),
}
HEADINGS = ["generator", "version", "generates", "compiles", "hands of games", "seconds"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.clients.generators", description=__doc__)
    parser.add_argument("--only", action="append", help="a generator whose name has this word")
    parser.add_argument("--games", nargs="+", default=[], help="these games only (default: all)")
    parser.add_argument("--part", default="", help="a part of the document, such as skat")
    arguments = parser.parse_args()

    def wanted(name: str) -> bool:
        return not arguments.only or any(word in name for word in arguments.only)

    rows = []
    LOGS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server:
        found = hands.hands(server.url, arguments.games)
        path = f"openapi/{arguments.part}.json" if arguments.part else "openapi.json"
        document = loopback.get(f"{server.url}/api/v1/{path}").raise_for_status().content
        for kind in GENERATORS:
            if wanted(kind.name):
                with tempfile.TemporaryDirectory(dir=LOGS) as folder:
                    (Path(folder) / "openapi.json").write_bytes(document)
                    hands.write(found, Path(folder))
                    rows.append(row_of(kind(Path(folder), server.url, found)))
    rows += [_own(name, *own) for name, own in OWN.items() if wanted(name)]
    print(f"\n| {' | '.join(HEADINGS)} |\n|{' --- |' * len(HEADINGS)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    return 0 if all(_is_good(row) for row in rows) else 1


def _is_good(row: list[str]) -> bool:
    """Whether nothing failed, and nothing is missing."""
    done, of, all_of_them = row[4].partition(" of ")
    return "NO" not in " ".join(row) and (not of or done == all_of_them)


def row_of(generator: Generator) -> list[str]:
    """The row of one generator. Whatever fails is printed and is in its log."""
    report = Report(generator.name)
    version = report.run("version", generator.version)
    if report.failed:
        return [generator.name, "–", *[report.failed] * 3, "–"]
    begin = time.monotonic()
    cells = []
    for name, step in (("generates", generator.generate), ("compiles", generator.check)):
        note = report.run(name, step)
        cells.append(report.failed or ", ".join(one for one in ("yes", note) if one))
    wrong = hands.failures(generator.hands, report.run("sends", generator.send)) | generator.refused
    for game, why in wrong.items():
        report.say(f"hand of {game}", why)
    count = len(generator.hands)
    return [generator.name, version, *cells, f"{count - len(wrong)} of {count}", f"{time.monotonic() - begin:.0f}"]


def _own(name: str, version: str, test: str) -> list[str]:
    """The row of a generator that the suite tests, with more than a hand of each game."""
    begin = time.monotonic()
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", test], cwd=ROOT, capture_output=True, text=True, check=False
    )
    said = "NO" if ran.returncode else "NOT RUN" if " skipped" in ran.stdout else "yes"
    if said != "yes":
        print(f"!!! {name}: {ran.stdout[-3000:]}", flush=True)
    every = "every example" if said == "yes" else said
    return [name, version, said, said, every, f"{time.monotonic() - begin:.0f}"]


if __name__ == "__main__":
    sys.exit(main())
