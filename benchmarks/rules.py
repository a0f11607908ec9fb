"""What the rules cost: milliseconds a query in process, beside the bare full-text query, and over HTTP."""

from __future__ import annotations

import os
import re
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import yaml

from benchmarks.load import measure, median, request
from tests.server import ROOT, Running, database_url

QUESTIONS = ROOT / "tests" / "rules" / "questions.yaml"
MUST_P99 = 15.0


def run(rounds: int, seconds: float) -> dict[str, Any]:
    """Prints and returns: building the index, a query in process and its floor, a query and a page over HTTP."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    asked = [(slug, str(one["q"])) for slug, told in yaml.safe_load(QUESTIONS.read_text()).items() for one in told]
    figures = {**_in_process(asked), **_over_http(asked, rounds, seconds)}
    print(f"\nrules, milliseconds ({len(asked)} questions; 99 of 100 over HTTP must take less than {MUST_P99:.0f})")
    for name, value in figures.items():
        print(f"  {name:42}{value:9.2f}")
    return figures


def _in_process(asked: Sequence[tuple[str, str]]) -> dict[str, float]:
    from rulesref.library import library
    from rulesref.search.index import search_index

    read = _spent(lambda: library().articles())
    built = _spent(lambda: search_index(library()))
    index = search_index(library())
    games = library().games
    bare = _bare()
    spent = [_spent(partial(index.search, q, slug if slug in games else None, 20)) for slug, q in asked]
    floor = [_spent(partial(bare, q)) for _, q in asked]
    return {
        "reading all pages, once": read,
        "building the index, once": built,
        "a query in process, median": statistics.median(spent),
        "a query in process, 99 of 100": sorted(spent)[int(len(spent) * 0.99)],
        "the bare full-text query, median": statistics.median(floor),
    }


def _bare() -> Callable[[str], list[Any]]:
    """The floor: the database's own search over the same texts, twenty rows with its own snippet."""
    from rulesref.library import library
    from rulesref.search.documents import search_documents

    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE bare USING fts5(heading, text, tokenize='porter unicode61')")
    rows = [(document.heading, "\n".join(document.blocks)) for document in search_documents(library())]
    database.executemany("INSERT INTO bare VALUES (?, ?)", rows)
    find = "SELECT heading, snippet(bare, 1, '<mark>', '</mark>', '…', 20) FROM bare WHERE bare MATCH ? "
    find += "ORDER BY rank LIMIT 20"

    def search(query: str) -> list[Any]:
        asked = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
        return database.execute(find, (asked,)).fetchall()

    return search


def _spent(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


def _over_http(asked: Sequence[tuple[str, str]], rounds: int, seconds: float) -> dict[str, float]:
    requests = [request("GET", f"/api/v1/rules/search?q={quote(q)}&limit=20", {}) for _, q in asked]
    page = request("GET", "/rules/truco", {})
    section = request("GET", "/api/v1/rules/truco/eleven", {})
    count = iter(range(10**9))
    cases: dict[str, Callable[[int], bytes]] = {
        "search over HTTP": lambda _: requests[next(count) % len(requests)],
        "a game's page over HTTP": lambda _: page,
        "a section as JSON over HTTP": lambda _: section,
    }
    figures = {}
    with tempfile.TemporaryDirectory() as name, database_url(Path(name)) as database:
        server = Running(Path(name), database)
        server.start()
        try:
            for told, make in cases.items():
                measure(server.port, 1, seconds, make, 200)  # the first query builds the index
                cell = median([measure(server.port, 1, seconds, make, 200) for _ in range(rounds)])
                figures[f"{told}, median"] = cell.p50
                figures[f"{told}, 99 of 100"] = cell.p99
                if cell.bad:
                    print(f"  {told}: {cell.bad} WRONG ANSWERS")
        finally:
            server.stop()
    return figures
