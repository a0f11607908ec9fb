"""``manage.py fit_search [--write] [--lang LANG] [FILE ...]``: learns what words mean, fits the weights of the search.

The weights are fitted to questions in English and used in every language. Needs scipy (the dev extra).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

import rulesref
from rulesref.library import languages, library
from rulesref.reading import DEFAULT_LANGUAGE
from rulesref.search import weights
from rulesref.search.index import SearchIndex, search_index
from rulesref.search.judged_questions import judged_questions
from rulesref.search.meanings import Meanings

_TESTS = Path(settings.BASE_DIR) / "tests" / "rules"
_CONTENT = Path(rulesref.__file__).parent / "content"
QUESTIONS = [_TESTS / "questions.yaml", _TESTS / "development_questions.yaml"]


class Command(BaseCommand):
    """Fits, and prints how well weights do with games that they were not fitted to."""

    help = "Fit the weights of the search to questions whose answers are known."

    def add_arguments(self, parser: CommandParser) -> None:
        """Files, language, and whether to write."""
        parser.add_argument(
            "files",
            nargs="*",
            type=Path,
            metavar="FILE",
            help=f"questions (default: {', '.join(file.name for file in QUESTIONS)})",
        )
        parser.add_argument(
            "--lang", default=DEFAULT_LANGUAGE, choices=languages(), help="in other languages only meanings are learnt"
        )
        parser.add_argument("--write", action="store_true", help="write the meanings and the weights")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fits."""
        try:
            from rulesref.search import fitting
        except ImportError as error:
            raise CommandError(f"{error}: make dev installs it") from None
        pages = library(options["lang"])
        index = search_index(pages)
        if pages.lang != DEFAULT_LANGUAGE:
            meanings = fitting.Samples(index, pages).meanings([])
            if options["write"]:
                self._write(meanings, pages.lang)
            return
        files = options["files"] or QUESTIONS
        meanings = fitting.Samples(index, pages).meanings(list(judged_questions(pages, files)))
        make = fitting.Samples(SearchIndex(pages, meanings), pages)
        sets: dict[str, list[fitting.Sample]] = {}
        question_counts: dict[str, int] = {}
        for seed, file in enumerate(files):
            questions = list(judged_questions(pages, [file]))
            sample_sets = {
                file.name: make.all(questions),
                f"{file.name}, half of the ways to ask left out": make.half(questions, seed),
                f"{file.name}, all near ways to ask left out": make.far(questions),
            }
            sets |= {name: list(samples) for name, samples in sample_sets.items()}
            question_counts |= dict.fromkeys(sample_sets, len(questions))
        samples = [sample for chosen in sets.values() for sample in chosen]
        self.stdout.write(f"each page with weights fitted to others:\n{'':70}{'first':>8}{'three':>8}{'ten':>8}")
        for name, chosen in sets.items():
            places = fitting.cross_validated(samples, chosen)
            shares = "".join(
                f"{sum(place <= most for place in places) / question_counts[name]:8.1%}" for most in (1, 3, 10)
            )
            self.stdout.write(f"{name:70}{shares}")
        fitted_weights = fitting.fit(samples)
        if options["write"]:
            self._write(meanings, pages.lang)
            fitting.write_weights(Path(weights.__file__), fitted_weights)
            self.stdout.write(f"wrote {weights.__file__}")

    def _write(self, meanings: Meanings, lang: str) -> None:
        file = _CONTENT / lang / "meanings.bin"
        meanings.write(file)
        self.stdout.write(f"wrote {file}")
