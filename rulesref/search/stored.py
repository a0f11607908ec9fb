"""Pages and index kept in a file between two starts of the server, so that neither is made again.

The file's name has a digest of everything that it was made from: the content, the code of rules and calculators, and
Python itself. A file with another digest is never read.
"""

from __future__ import annotations

import gc
import hashlib
import logging
import os
import pickle
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings

import rulesref
import scoring
from rulesref.library import Library

if TYPE_CHECKING:
    from rulesref.search.index import SearchIndex

log = logging.getLogger(__name__)

_SOURCES = [Path(package.__file__ or "").parent for package in (rulesref, scoring)]


def folder() -> Path:
    """Where the files are: beside the collected static files, and like them they may be deleted at any time."""
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
    """The stored index, its pages given to the library; None if there is none for the pages as they are now."""
    collecting = gc.isenabled()
    # Half of the time would go into looking for garbage that is not there.
    gc.disable()
    try:
        # Written by this program only, to a folder that is the user's own.
        articles, index = pickle.loads(file_of(library).read_bytes())  # noqa: S301
    except FileNotFoundError:
        return None
    except Exception:
        log.warning("the stored rules cannot be read, they are made again", exc_info=True)
        return None
    finally:
        if collecting:
            gc.enable()
    library.restore(articles)
    found: SearchIndex = index
    return found


def store(library: Library, index: SearchIndex) -> Path | None:
    """Writes the file, and removes those of earlier pages; None if a page is invalid or the folder takes no file."""
    # Pages that are shown in English are those of the English library.
    articles = [article for article in library.articles() if article.lang == library.lang]
    if library.errors:
        return None
    file = file_of(library)
    part = file.with_suffix(f".{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(pickle.dumps((articles, index), protocol=pickle.HIGHEST_PROTOCOL))
        part.replace(file)
    except OSError as error:
        log.info("the rules are not stored: %s", error)
        return None
    for other in file.parent.glob(f"{library.lang}-*.pickle"):
        if other != file:
            with suppress(OSError):
                other.unlink()
    return file
