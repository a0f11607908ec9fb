"""``manage.py build_rules``: builds pages and search index of all languages in advance, so that no reader waits."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from rulesref.library import languages, library
from rulesref.search import index_file
from rulesref.search.index import search_index


class Command(BaseCommand):
    """Writes a file for each language. A server that starts reads it if it was made from the same pages and code."""

    help = "Build the rules pages and their search index in advance."

    def handle(self, *args: Any, **options: Any) -> None:
        """Builds them."""
        for lang in languages():
            pages = library(lang)
            file = index_file.store(pages, search_index(pages))
            self.stdout.write(f"{lang}: {file or 'not stored: a page is invalid, or the folder cannot be written'}")
