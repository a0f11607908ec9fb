"""``manage.py fit_search [--write] [--lang LANG] [FILE ...]``: learns what words mean, fits the weights of the search.

The weights are fitted to questions in all languages, and used in every one. Needs scipy (the dev extra).
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

import rulesref
from rulesref.files import load_yaml
from rulesref.library import languages, library
from rulesref.reading import DEFAULT_LANGUAGE
from rulesref.search import weights
from rulesref.search.features import FEATURES
from rulesref.search.index import SearchIndex, search_index
from rulesref.search.judged_questions import JudgedQuestion, files_of, judged_questions
from rulesref.search.meanings import Meanings

if TYPE_CHECKING:
    from rulesref.search.fitting import First, Samples

_TESTS = Path(settings.BASE_DIR) / "tests" / "rules"
_CONTENT = Path(rulesref.__file__).parent / "content"
_NAMES = (
    "questions.yaml",
    "development_questions.yaml",
    "unseen_questions.yaml",
    "questions/en.jsonl",
    "facts/en.jsonl",
    "judged/en.jsonl",
    "measured/en.jsonl",
    "measured/third-en.jsonl",
)
QUESTIONS = [_TESTS / name for name in _NAMES]
#: The folders with a file for each language. ``odd`` tells what is about no game here from what looks so.
_FOLDERS, _ODD = ("unseen", "questions", "facts", "judged", "measured"), "odd"
WITHOUT_ANSWER = _TESTS / "without_answer.yaml"


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
        learnt = SearchIndex(pages, meanings)
        make = fitting.Samples(learnt, pages)
        sets: dict[str, list[fitting.Sample]] = {}
        question_counts: dict[str, int] = {}
        for seed, file in enumerate(files):
            questions = list(judged_questions(pages, [file]))
            # "en.jsonl" is the name of several.
            name = f"{file.parent.name}/{file.name}"
            sample_sets = {
                name: make.all(questions),
                f"{name}, half of the ways to ask left out": make.half(questions, seed),
                f"{name}, all near ways to ask left out": make.far(questions),
            }
            sets |= {name: list(samples) for name, samples in sample_sets.items()}
            question_counts |= dict.fromkeys(sample_sets, sum(question.has_answer for question in questions))
        for lang in languages():
            if lang != pages.lang:
                other = library(lang)
                questions = list(judged_questions(other, self._files(lang, *_FOLDERS)))
                make_other = fitting.Samples(search_index(other), other)
                sets[lang] = [*make_other.all(questions), *make_other.far(questions)]
                question_counts[lang] = 2 * sum(question.has_answer for question in questions)
        samples = [sample for chosen in sets.values() for sample in chosen]
        self.stdout.write(f"each page with weights fitted to others:\n{'':70}{'first':>8}{'three':>8}{'ten':>8}")
        for name, places in fitting.cross_validated(sets).items():
            shares = "".join(
                f"{sum(place <= most for place in places) / question_counts[name]:8.1%}" for most in (1, 3, 10)
            )
            self.stdout.write(f"{name:70}{shares}")
        fitted_weights = fitting.fit(samples)
        indexes = {lang: learnt if lang == pages.lang else search_index(library(lang)) for lang in languages()}
        firsts = [
            first
            for lang, other in indexes.items()
            for first in self._firsts(
                fitting.Samples(other.weighted(fitted_weights.tolist()), library(lang)), lang, files
            )
        ]
        sureness, doubts = fitting.fit_sureness(firsts)
        for answers, text in ((True, "right first hits that are called only the nearest"), (False, "others that are")):
            nearest = [
                sum(map(mul, first.figures, sureness)) <= doubts[first.lang]
                for first in firsts
                if first.answers == answers
            ]
            self.stdout.write(f"{text:70}{sum(nearest) / len(nearest):8.1%}")
        if options["write"]:
            self._write(meanings, pages.lang)
            named = dict(zip(FEATURES, fitted_weights.tolist(), strict=True))
            fitting.write_weights(Path(weights.__file__), named, sureness, doubts)
            self.stdout.write(f"wrote {weights.__file__}")

    def _firsts(self, samples: Samples, lang: str, files: list[Path]) -> Iterator[First]:
        """The first hits in a language, from which it is learnt when they answer."""
        pages = library(lang)
        without = [
            JudgedQuestion("", str(entry["q"]), entry.get("open"))
            for entry in load_yaml(WITHOUT_ANSWER.read_text(encoding="utf-8"))[lang]
        ]
        chosen = files if lang == DEFAULT_LANGUAGE else self._files(lang, *_FOLDERS)
        odd = self._files(lang, _ODD)
        yield from samples.firsts([*judged_questions(pages, [*chosen, *odd]), *without])

    @staticmethod
    def _files(lang: str, *folders: str) -> list[Path]:
        return files_of(lang, *(_TESTS / folder for folder in folders))

    def _write(self, meanings: Meanings, lang: str) -> None:
        file = _CONTENT / lang / "meanings.bin"
        meanings.write(file)
        self.stdout.write(f"wrote {file}")
