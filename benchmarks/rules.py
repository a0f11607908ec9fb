"""Times of the rules: milliseconds a query without HTTP, compared with the bare full-text query, and over HTTP."""

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

import django

from benchmarks.load import measure, median, request
from benchmarks.servers import Server
from rulesref.files import load_yaml
from tests.server import ROOT, Running, database_url

QUESTIONS = ROOT / "tests" / "rules" / "questions.yaml"
MUST_P99 = 15.0
MUST_P99_IN_PROCESS = 5.0


def run(rounds: int, seconds: float) -> dict[str, Any]:
    """Prints and returns: building the index, a query in process and its floor, a query and a page over HTTP."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    django.setup()
    questions = [(slug, str(one["q"])) for slug, entries in load_yaml(QUESTIONS.read_text()).items() for one in entries]
    figures = {**_in_process(questions), **_over_http(questions, rounds, seconds)}
    print(
        f"\nrules, milliseconds ({len(questions)} questions; 99 of 100 must take less than "
        f"{MUST_P99_IN_PROCESS:.0f} in process, {MUST_P99:.0f} over HTTP)"
    )
    for name, value in figures.items():
        print(f"  {name:42}{value:9.2f}")
    return figures


def _in_process(questions: Sequence[tuple[str, str]]) -> dict[str, float]:
    from rulesref.library import Library, library
    from rulesref.search import index_file
    from rulesref.search.index import SearchIndex, search_index

    pages = library()
    read = _spent(lambda: pages.articles())
    built = _spent(lambda: SearchIndex(pages))
    index_file.store(pages, SearchIndex(pages))
    loaded = _spent(lambda: index_file.load(Library(pages.folders, pages.games)))
    index = search_index(pages)
    games = library().games
    bare = _bare()
    spent = [_spent(partial(index.search, q, slug if slug in games else None, 20)) for slug, q in questions]
    floor = [_spent(partial(bare, q)) for _, q in questions]
    return {
        "reading all pages, once": read,
        "building the index, once": built,
        "reading both from the file, at other starts": loaded,
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
    rows = [
        (document.heading, "\n".join(passage.text for passage in document.passages))
        for document in search_documents(library())
    ]
    database.executemany("INSERT INTO bare VALUES (?, ?)", rows)
    find = "SELECT heading, snippet(bare, 1, '<mark>', '</mark>', '…', 20) FROM bare WHERE bare MATCH ? "
    find += "ORDER BY rank LIMIT 20"

    def search(query: str) -> list[Any]:
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
        return database.execute(find, (words,)).fetchall()

    return search


def _spent(work: Callable[[], Any]) -> float:
    """Milliseconds of CPU of this process, so that other programs matter little."""
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def _over_http(questions: Sequence[tuple[str, str]], rounds: int, seconds: float) -> dict[str, float]:
    requests = [request("GET", f"/api/v1/rules/search?q={quote(q)}&limit=20", {}) for _, q in questions]
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
        assert server.process
        running = Server(server.port, server.process.pid)
        try:
            for label, make in cases.items():
                measure(running, 1, seconds, make, 200)  # the first query builds the index
                cell = median([measure(running, 1, seconds, make, 200) for _ in range(rounds)])
                figures[f"{label}, median"] = cell.p50
                figures[f"{label}, 99 of 100"] = cell.p99
                if cell.bad:
                    print(f"  {label}: {cell.bad} WRONG ANSWERS")
        finally:
            server.stop()
    return figures
