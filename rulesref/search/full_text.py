"""SQLite's full-text search over numbered documents, in memory, whatever the main database is.

The documents are indexed once. Every search then takes a connection from a pool, a copy of the finished
index, so that searches do not wait for each other. The pool has as many copies as
searches ever ran at the same time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

#: The fields of a document. The table keeps positions (no detail=column): without them bm25 is 0 for every document.
COLUMNS = ("heading", "parent", "names", "body", "asked")
_TABLE = f"""
    CREATE VIRTUAL TABLE documents USING fts5(
        {", ".join(COLUMNS)}, content='', tokenize="unicode61 remove_diacritics 0 tokenchars '+'"
    );
"""
_STEMMER = """
    PRAGMA temp_store = MEMORY;
    CREATE VIRTUAL TABLE temp.words USING fts5(word, tokenize='porter unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE temp.stems USING fts5vocab(temp, words, instance);
"""


def stems_of(connection: sqlite3.Connection, words: Iterable[str]) -> dict[str, str]:
    """The stem of each word, as FTS5 itself makes it; a word that FTS5 does not take is its own stem."""
    word_list = list(words)
    stems = dict(zip(word_list, word_list, strict=True))
    if not word_list:
        return stems
    # Rolled back, so that nothing of what people type remains.
    connection.execute("SAVEPOINT stems")
    try:
        connection.executemany("INSERT INTO words(rowid, word) VALUES (?, ?)", enumerate(word_list))
        for stem, number in connection.execute("SELECT term, doc FROM stems"):
            stems[word_list[number]] = stem
    finally:
        connection.execute("ROLLBACK TO stems")
        connection.execute("RELEASE stems")
    return stems


def stem_words(words: Iterable[str]) -> dict[str, str]:
    """The stem of each word, without an index."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.executescript(_STEMMER)
        return stems_of(connection, words)
    finally:
        connection.close()


class FullTextSession:
    """One connection to the index, for one search at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.executescript(_STEMMER)
        # One transaction for all searches: FTS5 then reads its own settings once, not in every search.
        connection.execute("BEGIN")

    def stems(self, words: Iterable[str]) -> dict[str, str]:
        """The stem of each word."""
        return stems_of(self._connection, words)

    def search(
        self,
        tokens: Iterable[str],
        limit: int,
        weights: Sequence[float] = (4.0, 1.0, 2.0, 1.0, 2.0),
        rows: tuple[int, int] | None = None,
    ) -> list[tuple[int, float]]:
        """The numbers of the documents with any of these tokens, best first, each with its bm25 (the lower the better).

        weights: of the columns; 0 for one that does not count. rows: first and last number allowed.
        """
        expression = " OR ".join('"' + token.replace('"', "") + '"' for token in tokens)
        if not expression:
            return []
        columns = " ".join(name for name, weight in zip(COLUMNS, weights, strict=True) if weight)
        where, values = ("AND rowid BETWEEN ? AND ?", rows) if rows else ("", ())
        bm25 = f"bm25(documents, {', '.join(map(str, weights))})"
        sql = f"SELECT rowid, {bm25} FROM documents WHERE documents MATCH ? {where} ORDER BY 2 LIMIT ?"  # noqa: S608
        return list(self._connection.execute(sql, (f"{{{columns}}} : ({expression})", *values, limit)))


class FullTextIndex:
    """The documents, numbered from 1. Immutable, and safe to use from several threads."""

    def __init__(self, image: bytes) -> None:
        """image: as ``build`` makes it."""
        self.image = image
        self._idle: list[FullTextSession] = []

    @classmethod
    def build(cls, documents: Iterable[Sequence[str]]) -> FullTextIndex:
        """documents: for each column the tokens, with spaces between them."""
        connection = sqlite3.connect(":memory:")
        connection.executescript(_TABLE)
        names, marks = ", ".join(COLUMNS), ", ".join("?" * len(COLUMNS))
        insert = f"INSERT INTO documents(rowid, {names}) VALUES (?, {marks})"  # noqa: S608 - constants
        connection.executemany(insert, ((number, *columns) for number, columns in enumerate(documents, 1)))
        connection.execute("INSERT INTO documents(documents) VALUES ('optimize')")
        connection.commit()
        image = connection.serialize()
        connection.close()
        return cls(image)

    def __reduce__(self) -> tuple[type[FullTextIndex], tuple[bytes]]:
        return FullTextIndex, (self.image,)

    @contextmanager
    def session(self) -> Iterator[FullTextSession]:
        """A session of its own for the caller."""
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
        connection.deserialize(self.image)
        return FullTextSession(connection)
