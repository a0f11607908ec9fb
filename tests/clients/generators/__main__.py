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
from tests.clients.generators.generator import Generator
from tests.clients.generators.openapi_generator import Java, Python
from tests.clients.generators.pydantic_models import PydanticModels
from tests.clients.generators.tools import attempt
from tests.clients.generators.typescript import HeyApi, Orval, TypeScriptFetch
from tests.server import ROOT, serving

GENERATORS: list[type[Generator]] = [Java, Python, TypeScriptFetch, HeyApi, Orval, PydanticModels]
#: Generators of our own clients, tested with every example of the document.
OWN = {
    "openapi-python-client": "tests/clients/test_python_client.py",
    "openapi-typescript": "tests/clients/test_typescript_client.py",
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

    rows, logs = [], ROOT / "build" / "generators"
    logs.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server:
        found = hands.hands(server.url, arguments.games)
        path = f"openapi/{arguments.part}.json" if arguments.part else "openapi.json"
        document = loopback.get(f"{server.url}/api/v1/{path}").raise_for_status().content
        for kind in GENERATORS:
            if wanted(kind.name):
                with tempfile.TemporaryDirectory(dir=logs) as folder:
                    rows.append(_row(kind, Path(folder), server.url, document, found, logs))
    rows += [_own(name, test) for name, test in OWN.items() if wanted(name)]
    print(f"\n| {' | '.join(HEADINGS)} |\n|{' --- |' * len(HEADINGS)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    return int(any("NO" in " ".join(row) for row in rows))


def _row(
    kind: type[Generator], folder: Path, url: str, document: bytes, found: list[hands.Hand], logs: Path
) -> list[str]:
    """The row of one generator. Whatever fails is printed and is in its log."""
    (folder / "openapi.json").write_bytes(document)
    hands.write(found, folder)
    generator = kind(folder, url, found)
    log = logs / f"{''.join(letter if letter.isalnum() else '-' for letter in kind.name)}.log"
    log.write_text("", encoding="utf-8")
    version, printed = [""], [""]
    cells = []

    def step(name: str, wrong: str) -> str:
        if wrong:
            with log.open("a", encoding="utf-8") as file:
                file.write(f"{name}\n{wrong}\n\n")
            print(f"!!! {kind.name}, {name}: {wrong[:1500]}\n(all of it: {log.relative_to(ROOT)})", flush=True)
        return wrong

    if missing := step("version", attempt(lambda: version.__setitem__(0, generator.version()))):
        return [kind.name, "–", missing.splitlines()[0], "NOT RUN", "NOT RUN", "–"]
    begin = time.monotonic()
    for name, action in (("generates", generator.generate), ("compiles", generator.check)):
        wrong = step(name, attempt(action))
        cells.append("NO" if wrong else "yes")
    cells[-1] += generator.note
    wrong = step("sends", attempt(lambda: printed.__setitem__(0, generator.send())))
    failed = hands.failures(found, printed[0]) | generator.refused
    for game, why in failed.items():
        step(f"hand of {game}", why)
    count = f"{len(found) - len(failed)} of {len(found)}"
    return [kind.name, version[0], *cells, count, f"{time.monotonic() - begin:.0f}"]


def _own(name: str, test: str) -> list[str]:
    """The row of a generator that the suite tests, with more than a hand of each game."""
    begin = time.monotonic()
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", test], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if ran.returncode or " skipped" in ran.stdout:
        print(f"!!! {name}: {ran.stdout[-3000:]}", flush=True)
    said = "NO" if ran.returncode else "NOT RUN" if " skipped" in ran.stdout else "yes"
    return [name, "", said, said, "every example" if said == "yes" else said, f"{time.monotonic() - begin:.0f}"]


if __name__ == "__main__":
    sys.exit(main())
