"""Times of the rules: milliseconds a query without HTTP, compared with the bare full-text query, and over HTTP."""

from __future__ import annotations

import os
import re
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any
from urllib.parse import quote

import django

from benchmarks.load import measure, median, request
from benchmarks.servers import Server, resident
from rulesref.files import load_yaml
from tests import loopback
from tests.server import ROOT, Running, database_url

QUESTIONS = ROOT / "tests" / "rules" / "questions.yaml"
#: Questions in the other languages, a file each.
UNSEEN = ROOT / "tests" / "rules" / "unseen"
MEGABYTE = 2**20
#: Seconds in which the first query of a language must answer: it may build the index, on a busy machine.
PATIENCE = 300
MUST_P99 = 15.0
MUST_P99_IN_PROCESS = 5.0


def run(rounds: int, seconds: float) -> dict[str, Any]:
    """Prints and returns: building the index, a query in process and its floor, a query and a page over HTTP."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    django.setup()
    questions = [(slug, str(one["q"])) for slug, entries in load_yaml(QUESTIONS.read_text()).items() for one in entries]
    asked = {"en": questions} | {
        file.stem: [(slug, str(one["q"])) for slug, entries in load_yaml(file.read_text()).items() for one in entries]
        for file in sorted(UNSEEN.glob("*.yaml"))
    }
    figures = {**_in_process(questions), **_in_every_language(asked), **_over_http(asked, rounds, seconds)}
    print(
        f"\nrules, milliseconds ({len(questions)} questions; 99 of 100 must take less than "
        f"{MUST_P99_IN_PROCESS:.0f} in process, {MUST_P99:.0f} over HTTP)"
    )
    for name, value in figures.items():
        print(f"  {name:70}{value:9.2f}")
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


def _in_every_language(asked: Mapping[str, Sequence[tuple[str, str]]]) -> dict[str, float]:
    """Queries in all languages in turn, all indexes in memory; and what a phone stores for a language."""
    from rulesref.library import library
    from rulesref.search import index_file
    from rulesref.search.index import find, search_index

    spent = []
    for lang, questions in asked.items():
        pages = library(lang)
        search_index(pages)
        spent += [_spent(partial(find, pages, q, slug if slug in pages.games else None, 20)) for slug, q in questions]
    sizes = {lang: index_file.file_of(library(lang)).stat().st_size / MEGABYTE for lang in asked}
    return {
        "a query in any language in process, median": statistics.median(spent),
        "a query in any language in process, 99 of 100": sorted(spent)[int(len(spent) * 0.99)],
        **{f"rules and index on disk, {lang}, MB": size for lang, size in sizes.items()},
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


def _build_indexes(url: str, languages: Iterable[str]) -> None:
    """Asks once in each language: the first query builds the index, longer than a measured query may take."""
    for lang in languages:
        query = {"q": "1", "lang": lang}
        loopback.get(f"{url}/api/v1/rules/search", params=query, timeout=PATIENCE).raise_for_status()


def _over_http(asked: Mapping[str, Sequence[tuple[str, str]]], rounds: int, seconds: float) -> dict[str, float]:
    by_language = [
        [request("GET", f"/api/v1/rules/search?q={quote(q)}&limit=20&lang={lang}", {}) for _, q in questions]
        for lang, questions in asked.items()
    ]
    requests = by_language[0]
    mixed = [one for group in zip_longest(*by_language) for one in group if one]
    page = request("GET", "/rules/truco", {})
    section = request("GET", "/api/v1/rules/truco/eleven", {})
    count, mixed_count = iter(range(10**9)), iter(range(10**9))
    cases: dict[str, Callable[[int], bytes]] = {
        "search over HTTP": lambda _: requests[next(count) % len(requests)],
        "search in eight languages over HTTP": lambda _: mixed[next(mixed_count) % len(mixed)],
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
            _build_indexes(server.url, asked)
            for label, make in cases.items():
                measure(running, 1, seconds, make, 200)
                # Each measurement asks one question: in eight languages there is one of each in every round.
                number = rounds * (len(asked) if "languages" in label else 1)
                cell = median([measure(running, 1, seconds, make, 200) for _ in range(number)])
                figures[f"{label}, median"] = cell.p50
                figures[f"{label}, 99 of 100"] = cell.p99
                if "search" in label:
                    figures[f"memory of the server after {label}, MB"] = resident(running.pid) / MEGABYTE
                if cell.bad:
                    print(f"  {label}: {cell.bad} WRONG ANSWERS")
        finally:
            server.stop()
    return figures
