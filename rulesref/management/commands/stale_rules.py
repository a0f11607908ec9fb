"""``manage.py stale_rules [--confirm LANG/SLUG ...]``: translated rules pages whose English page has changed since."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulesref.library import languages, library
from rulesref.reading import DEFAULT_LANGUAGE
from rulesref.translations import confirm_translation, stale_translations, translated_slugs


class Command(BaseCommand):
    """Lists them, a line for each reason."""

    help = "List the translated rules pages that are older than their English page."

    def add_arguments(self, parser: CommandParser) -> None:
        """The pages to confirm."""
        parser.add_argument(
            "--confirm",
            nargs="+",
            default=[],
            metavar="LANG/SLUG",
            help="pages that say what the English page says now; LANG/all for all of a language",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Confirms, then lists."""
        for name in options["confirm"]:
            self._confirm(*name.partition("/")[::2])
        for lang in languages():
            if lang != DEFAULT_LANGUAGE:
                for slug, reason in stale_translations(library(lang)):
                    self.stdout.write(f"{lang}/{slug}: {reason}")

    def _confirm(self, lang: str, slug: str) -> None:
        if lang == DEFAULT_LANGUAGE or lang not in languages():
            raise CommandError(f"there are no translated pages in {lang!r}")
        pages = library(lang)
        slugs = translated_slugs(pages)
        if slug != "all" and slug not in slugs:
            raise CommandError(f"there is no page {lang}/{slug}")
        for one in slugs if slug == "all" else [slug]:
            confirm_translation(pages, one)
