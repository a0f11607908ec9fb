"""SQLite's full-text search over numbered texts, in memory, whatever the main database is.

The texts are indexed once. Every search then takes a connection of its own from a pool, a copy of the finished
index, so that searches do not wait for each other. There are as many copies as searches ever ran at the same time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

_TOKENIZER = "porter unicode61 remove_diacritics 2"
_TABLES = f"""
    CREATE VIRTUAL TABLE texts USING fts5(text, content='', tokenize='{_TOKENIZER}');
    CREATE VIRTUAL TABLE fragments USING fts5(text, content='', tokenize='trigram');
"""
_STEMMER = f"""
    PRAGMA temp_store = MEMORY;
    CREATE VIRTUAL TABLE temp.words USING fts5(word, tokenize='{_TOKENIZER}');
    CREATE VIRTUAL TABLE temp.stems USING fts5vocab(temp, words, instance);
"""


class FullTextSession:
    """One connection to the index, for one search at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.executescript(_STEMMER)
        # One transaction for all searches: FTS5 then reads its own settings once, not in every search.
        connection.execute("BEGIN")

    def stems(self, words: Iterable[str]) -> dict[str, str]:
        """The stem of each word, as FTS5 itself makes it; a word that FTS5 does not take is its own stem."""
        numbered = list(words)
        if not numbered:
            return {}
        stems = dict(zip(numbered, numbered, strict=True))
        # Rolled back, so that nothing of what people type remains.
        self._connection.execute("SAVEPOINT stems")
        try:
            self._connection.executemany("INSERT INTO words(rowid, word) VALUES (?, ?)", enumerate(numbered))
            for stem, number in self._connection.execute("SELECT term, doc FROM stems"):
                stems[numbered[number]] = stem
        finally:
            self._connection.execute("ROLLBACK TO stems")
            self._connection.execute("RELEASE stems")
        return stems

    def search(self, expression: str, limit: int, rows: tuple[int, int] | None = None) -> list[int]:
        """The numbers of the texts that match an FTS5 expression, best first. rows: first and last number allowed."""
        where, values = ("AND rowid BETWEEN ? AND ?", rows) if rows else ("", ())
        sql = f"SELECT rowid FROM texts WHERE texts MATCH ? {where} ORDER BY rank LIMIT ?"  # noqa: S608 - constants
        return [number for (number,) in self._connection.execute(sql, (expression, *values, limit))]

    def search_fragments(self, expression: str, limit: int) -> list[int]:
        """The numbers of the texts that contain a fragment of at least three characters, best first."""
        sql = "SELECT rowid FROM fragments WHERE fragments MATCH ? ORDER BY rank LIMIT ?"
        return [number for (number,) in self._connection.execute(sql, (expression, limit))]


class FullTextIndex:
    """The texts, numbered from 1. Immutable, and safe to use from several threads."""

    def __init__(self, texts: Iterable[str]) -> None:
        connection = sqlite3.connect(":memory:")
        connection.executescript(_TABLES)
        for number, text in enumerate(texts, 1):
            connection.execute("INSERT INTO texts(rowid, text) VALUES (?, ?)", (number, text))
            connection.execute("INSERT INTO fragments(rowid, text) VALUES (?, ?)", (number, text))
        connection.execute("INSERT INTO texts(texts) VALUES ('optimize')")
        connection.execute("INSERT INTO fragments(fragments) VALUES ('optimize')")
        connection.commit()
        self._image = connection.serialize()
        connection.close()
        self._idle: list[FullTextSession] = []

    @contextmanager
    def session(self) -> Iterator[FullTextSession]:
        """A session that nobody else uses meanwhile."""
        try:
            session = self._idle.pop()
        except IndexError:
            session = self._open()
        try:
            yield session
        finally:
            self._idle.append(session)

    def _open(self) -> FullTextSession:
        # The pool hands a connection to one thread at a time, not always to the thread that opened it.
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        connection.deserialize(self._image)
        return FullTextSession(connection)
