"""``manage.py measure_search [FILE ...]``: how often the search finds the right place, and says that there is none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from companion.http.accept_language import language_tag
from rulesref.library import languages, library
from rulesref.reading import DEFAULT_LANGUAGE
from rulesref.search.judged_questions import QuestionError, judged_questions
from rulesref.search.measuring import BM25, OURS, Measure, measure, never_shown, searches

QUESTIONS = Path(settings.BASE_DIR) / "tests" / "rules" / "questions.yaml"


class Command(BaseCommand):
    """Prints how often the right place comes first, among three and among ten, by game, by kind and in all."""

    help = (
        "Measure the search with questions whose answers are known: a YAML file in one language, or a file of JSON "
        'lines such as {"language": "de", "question": "wer gibt", "game": "skat", "answers": ["skat#setup"]}.'
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Files, language, and what to list."""
        parser.add_argument(
            "files", nargs="*", type=Path, metavar="FILE", help=f"questions (default: {QUESTIONS.name})"
        )
        parser.add_argument(
            "--lang", choices=languages(), help="of the YAML files (English); of JSON lines only those in this language"
        )
        parser.add_argument("--misses", action="store_true", help="list the questions whose answer is not first")
        parser.add_argument(
            "--shown", type=Path, metavar="FILE",
            help='write what is shown first for each question as JSON lines; a reader adds "settles": true or false',
        )  # fmt: skip
        parser.add_argument(
            "--judged", action="store_true", help='the files are such lines: count by game and kind what "settles"'
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Measures."""
        files = options["files"] or [QUESTIONS]
        if missing := [str(file) for file in files if not file.is_file()]:
            raise CommandError(f"there is no file {', '.join(missing)}")
        if options["judged"]:
            self._judged(files)
            return
        shown: list[Mapping[str, Any]] = []
        try:
            for lang in [options["lang"]] if options["lang"] else _languages(files):
                shown += self._language(lang, files, options["misses"])
        except QuestionError as error:
            raise CommandError(str(error)) from None
        if options["shown"]:
            lines = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in shown)
            options["shown"].write_text(lines, encoding="utf-8")

    def _language(self, lang: str, files: list[Path], misses: bool) -> list[Mapping[str, Any]]:
        """Measures the questions in a language. Returns what is shown first for each."""
        pages = library(lang)
        questions = list(judged_questions(pages, files))
        if not questions:
            return []
        if never := sorted(never_shown(pages, questions)):
            self.stderr.write(
                f"{lang}: the search never shows {', '.join(never)}: name the question or the part itself"
            )
        measures = {name: measure(pages, search, questions) for name, search in searches(pages).items()}
        ours, bm25 = measures[OURS], measures[BM25]
        self.stdout.write(f"\n{language_tag(lang)}")
        self._table("page", ours.by(lambda question: question.slug or "-"), bm25.by(lambda q: q.slug or "-"))
        self._table("kind", ours.by(lambda question: question.sort), bm25.by(lambda question: question.sort))
        self._table("all questions", measures, {})
        if any(question.tells for question in questions):
            shares = (
                ours.share_that_shows_answer(lambda hit: hit.answer),
                ours.share_that_shows_answer(lambda hit: hit.snippet),
            )
            self.stdout.write(
                f"\nright first hits that show what answers: {shares[0]:.1%}, in the short text {shares[1]:.1%}"
            )
        if misses:
            self._misses(ours)
        return [
            {
                "language": language_tag(lang),
                "question": one.question.query,
                "game": one.question.game,
                "page": one.question.slug or None,
                "kind": one.question.sort,
                "place": one.place,
                "url": one.first.url if one.first else None,
                "says_none": one.says_none,
                "other_games": one.result.other_games,
                "shown": one.shown,
            }
            for one in ours.all
        ]

    def _table(self, title: str, rows: Mapping[str, Measure], beside: Mapping[str, Measure]) -> None:
        """A line for each measure. none said: with an answer, wrongly; without one, rightly."""
        head = f"\n{title:42}{'asked':>8}{'first':>8}{'three':>8}{'ten':>8}{'none said, wrongly':>20}{'rightly':>9}"
        self.stdout.write(head + (f"{'bm25 first':>12}{'three':>8}" if beside else ""))
        for name, row in rows.items():
            shares = "".join(f"{row.share(most):8.1%}" for most in (1, 3, 10)) if row.answerable else f"{'-':>24}"
            wrongly = f"{row.said_none(True):20.1%}" if row.answerable else f"{'-':>20}"
            rightly = f"{row.said_none(False):9.1%}" if len(row.answerable) < len(row.all) else f"{'-':>9}"
            other = beside.get(name)
            bm25 = f"{other.share(1):12.1%}{other.share(3):8.1%}" if other and row.answerable else ""
            self.stdout.write(f"{name:42}{len(row.all):8}{shares}{wrongly}{rightly}{bm25}")

    def _misses(self, result: Measure) -> None:
        self.stdout.write("\nnot first, or not said that there is none:")
        for one in result.all:
            if one.place != 1 if one.question.has_answer else not one.says_none:
                answer = one.first.url if one.first else "nothing"
                self.stdout.write(f"  {one.place or '-':>2}  {one.question.slug}: {one.question.query} → {answer}")

    def _judged(self, files: list[Path]) -> None:
        """Counts what readers said."""
        lines = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines() if line.strip()]
        if unread := sum(not isinstance(line.get("settles"), bool) for line in lines):
            raise CommandError(f'{unread} of {len(lines)} lines have no "settles": true or false')
        for key in ("page", "kind", "language"):
            self.stdout.write(f"\n{key:42}{'read':>8}{'settles':>9}")
            for value in sorted({str(line[key]) for line in lines}):
                chosen = [line["settles"] for line in lines if str(line[key]) == value]
                self.stdout.write(f"{value:42}{len(chosen):8}{sum(chosen) / len(chosen):9.1%}")


def _languages(files: list[Path]) -> list[str]:
    """The languages of these files: of YAML files English."""
    kinds = {file.suffix == ".yaml" for file in files}
    if len(kinds) > 1:
        raise CommandError("YAML files are in one language: measure them apart from files of JSON lines")
    return [DEFAULT_LANGUAGE] if kinds == {True} else list(languages())
