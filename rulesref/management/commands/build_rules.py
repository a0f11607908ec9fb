"""``manage.py build_rules``: makes pages and search index of all languages ahead, so that no reader waits for them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from rulesref.library import languages, library
from rulesref.search import stored
from rulesref.search.index import search_index


class Command(BaseCommand):
    """Writes a file for each language. A server that starts reads it if it was made from the same pages and code."""

    help = "Make the rules pages and their search index ahead."

    def handle(self, *args: Any, **options: Any) -> None:
        """Makes them."""
        for lang in languages():
            pages = library(lang)
            file = stored.store(pages, search_index(pages))
            self.stdout.write(f"{lang}: {file or 'not stored: a page is invalid, or the folder takes no file'}")
