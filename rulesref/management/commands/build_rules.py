"""``manage.py build_rules``: builds pages and search index of all languages in advance, so that no reader waits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from rulesref.library import languages, library
from rulesref.search import index_file
from rulesref.search.index import search_index


class Command(BaseCommand):
    """Writes a file for each language, unless it is there. A server reads it if it fits its pages and code."""

    help = "Build the rules pages and their search index in advance."

    def add_arguments(self, parser: CommandParser) -> None:
        """Takes languages."""
        parser.add_argument("--languages", nargs="+", choices=languages(), help="these only; default: all")

    def handle(self, *args: Any, **options: Any) -> None:
        """Builds them."""
        for lang in options["languages"] or languages():
            pages = library(lang)
            file: Path | None = index_file.file_of(pages)
            if not (file and file.is_file()):
                file = index_file.store(pages, search_index(pages))
            self.stdout.write(f"{lang}: {file or 'not stored: a page is invalid, or the folder cannot be written'}")
