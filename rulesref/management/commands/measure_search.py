"""``manage.py measure_search [FILE ...]``: how often the search and plain searches find the right place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulesref.library import languages, library
from rulesref.reading import DEFAULT_LANGUAGE
from rulesref.search.index import search_index
from rulesref.search.judged_questions import judged_questions
from rulesref.search.measuring import OURS, Measure, measure, searches

QUESTIONS = Path(settings.BASE_DIR) / "tests" / "rules" / "questions.yaml"


class Command(BaseCommand):
    """Prints how often the right place comes first, among three and among ten, for each page and in all."""

    help = "Measure the search with questions whose answers are known."

    def add_arguments(self, parser: CommandParser) -> None:
        """Files, language, and whether to list misses."""
        parser.add_argument(
            "files", nargs="*", type=Path, metavar="FILE", help=f"questions (default: {QUESTIONS.name})"
        )
        parser.add_argument("--lang", default=DEFAULT_LANGUAGE, choices=languages(), help="language of the questions")
        parser.add_argument("--misses", action="store_true", help="list the questions whose answer is not first")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measures."""
        files = options["files"] or [QUESTIONS]
        if missing := [str(file) for file in files if not file.is_file()]:
            raise CommandError(f"there is no file {', '.join(missing)}")
        pages = library(options["lang"])
        questions = list(judged_questions(pages, files))
        index = search_index(pages)
        measures = {name: measure(pages, search, questions) for name, search in searches(index).items()}
        ours = measures[OURS]
        self._table("page", {slug: ours.of(slug) for slug in dict.fromkeys(q.slug for q in questions)})
        self._table("all questions", measures)
        shares = (
            ours.share_that_shows_answer(lambda hit: hit.answer),
            ours.share_that_shows_answer(lambda hit: hit.snippet),
        )
        if any(question.tells for question in ours.questions):
            self.stdout.write(
                f"\nright first hits that show what answers: {shares[0]:.1%}, in the short text {shares[1]:.1%}"
            )
        if options["misses"]:
            self._misses(ours)

    def _table(self, title: str, rows: dict[str, Measure]) -> None:
        self.stdout.write(f"\n{title:42}{'asked':>8}{'first':>8}{'three':>8}{'ten':>8}")
        for name, row in rows.items():
            shares = "".join(f"{row.share(most):8.1%}" for most in (1, 3, 10))
            self.stdout.write(f"{name:42}{len(row.places):8}{shares}")

    def _misses(self, result: Measure) -> None:
        self.stdout.write("\nnot first:")
        for question, place, hit in zip(result.questions, result.places, result.firsts, strict=True):
            if place != 1:
                answer = hit.url if hit else "nothing"
                self.stdout.write(f"  {place or '-':>2}  {question.slug}: {question.query} → {answer}")
