"""A file with the pages and the index, so that the next start of the server need not make them again.

Its name has a digest of everything that it was made from: the content, the code of rules and calculators, and Python
itself. A file with another digest is never read.

It has the sections of each page, the facts of all pages, the index, and the offsets of these two. Sections are read
when a page is shown; those of the last pages stay in memory (``RULES_PAGES_IN_MEMORY``).
"""

from __future__ import annotations

import gc
import hashlib
import logging
import os
import pickle
import struct
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, overload

from django.conf import settings

import rulesref
import scoring
from rulesref.article import Section
from rulesref.library import Library

if TYPE_CHECKING:
    from rulesref.search.index import SearchIndex

log = logging.getLogger(__name__)

#: The end of the file: the offsets of the facts and of the index.
_PLACES = struct.Struct("<QQ")
_DAMAGED = "the stored rules are damaged, they are made again"
_SOURCES = [Path(package.__file__ or "").parent for package in (rulesref, scoring)]


def folder() -> Path:
    """The folder of the files. Like the collected static files beside it, it may be deleted at any time."""
    return Path(settings.RULES_ROOT)


def file_of(library: Library) -> Path:
    """The file of a library as its content and the code are now."""
    if settings.RULES_VERSION:
        return folder() / f"{library.lang}-{settings.RULES_VERSION}.pickle"
    digest = hashlib.sha256(f"{sys.version} {library.lang} {sorted(library.games)}".encode())
    files = {file for root in library.folders for file in root.rglob("*.*")}
    files |= {file for root in _SOURCES for file in root.rglob("*.py")}
    for file in sorted(files):
        if file.is_file():
            digest.update(f"\n{file} ".encode())
            digest.update(file.read_bytes())
    return folder() / f"{library.lang}-{digest.hexdigest()[:24]}.pickle"


def load(library: Library) -> SearchIndex | None:
    """The stored index; its pages go into the library. None if no file fits the pages as they are now."""
    pages = restore(library)
    if pages is None:
        return None
    collecting = gc.isenabled()
    # The garbage collector would take half of the time and find nothing.
    gc.disable()
    try:
        index: SearchIndex = pages.read(pages.places[1])
    except Exception:
        log.warning(_DAMAGED, exc_info=True)
        return None
    finally:
        if collecting:
            gc.enable()
    return index


def restore(library: Library) -> StoredPages | None:
    """The pages alone, without the index."""
    try:
        pages = StoredPages(file_of(library))
        articles = pages.read(pages.places[0])
    except FileNotFoundError:
        return None
    except Exception:
        log.warning(_DAMAGED, exc_info=True)
        return None
    library.restore(replace(article, sections=StoredSections(pages, place)) for article, place in articles)
    return pages


class StoredPages:
    """A stored file. It stays open, so that it can be read to the end, even if a later version deletes it."""

    def __init__(self, path: Path) -> None:
        """Raises OSError, or struct.error if the file is damaged."""
        self._path = path
        self._file = path.open("rb")
        self._lock = Lock()
        self._file.seek(-_PLACES.size, os.SEEK_END)
        #: The offsets of the facts and of the index.
        self.places: tuple[int, int] = _PLACES.unpack(self._file.read(_PLACES.size))

    def read(self, place: int) -> Any:
        """The object at this offset. Raises any error if the file is damaged."""
        with self._lock:
            if self._file.closed:
                self._file = self._path.open("rb")
            self._file.seek(place)
            # Written by this program only, to a folder that is the user's own.
            return pickle.load(self._file)  # noqa: S301

    def close(self) -> None:
        """Closes the file; it is opened again at the next read."""
        self._file.close()


@lru_cache(settings.RULES_PAGES_IN_MEMORY)
def _sections(pages: StoredPages, place: int) -> tuple[Section, ...]:
    sections: tuple[Section, ...] = pages.read(place)
    return sections


class StoredSections(Sequence[Section]):
    """The sections of a stored page, read at first use."""

    def __init__(self, pages: StoredPages, place: int) -> None:
        self._pages, self._place = pages, place

    def __len__(self) -> int:
        return len(_sections(self._pages, self._place))

    def __iter__(self) -> Iterator[Section]:
        return iter(_sections(self._pages, self._place))

    @overload
    def __getitem__(self, at: int) -> Section: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Section]: ...

    def __getitem__(self, at: int | slice) -> Section | Sequence[Section]:
        return _sections(self._pages, self._place)[at]


def store(library: Library, index: SearchIndex) -> Path | None:
    """Writes the file and deletes older ones; None if a page is invalid or the folder cannot be written."""
    # Pages that are shown in English are those of the English library.
    articles = [article for article in library.articles() if article.lang == library.lang]
    if library.errors:
        return None
    file = file_of(library)
    part = file.with_suffix(f".{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as target:
            positions = []
            for article in articles:
                positions.append((replace(article, sections=()), target.tell()))
                pickle.dump(tuple(article.sections), target, pickle.HIGHEST_PROTOCOL)
            facts = target.tell()
            pickle.dump(positions, target, pickle.HIGHEST_PROTOCOL)
            start = target.tell()
            pickle.dump(index, target, pickle.HIGHEST_PROTOCOL)
            target.write(_PLACES.pack(facts, start))
        part.replace(file)
    except OSError as error:
        log.info("the rules are not stored: %s", error)
        return None
    for other in file.parent.glob(f"{library.lang}-*.pickle"):
        if other != file:
            with suppress(OSError):
                other.unlink()
    return file
