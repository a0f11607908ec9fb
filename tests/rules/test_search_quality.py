"""How often the search finds the answer to a question asked in mid-game: measured, printed, held to a standard."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulesref.library import library
from rulesref.search.index import SearchHit, search_index

FILE = Path(__file__).parent / "questions.yaml"
FIRST, FIRST_THREE = 0.85, 0.97
NO_ANSWER = {"examples", "history", "options"}


@dataclass(frozen=True)
class Question:
    """A question with what its answer must say."""

    slug: str
    query: str
    tells: tuple[str, ...]
    bare: bool
    at: str = ""

    def hits(self) -> list[SearchHit]:
        """What the search finds."""
        game = None if self.bare or not library().article(self.slug).is_game else self.slug
        return search_index(library()).search(self.query, game)

    def answered_by(self, hit: SearchHit) -> bool:
        """Whether this place is in the right game and says what answers."""
        if hit.slug != self.slug:
            return False
        article = library().article(hit.slug)
        if not hit.section:
            return not article.is_game  # the page of a game is no answer in mid-game
        above = next(part for part in article.sections if hit.section in _anchors(part))
        if above.anchor in NO_ANSWER:
            return False
        if self.at and not re.match(self.at, hit.section):
            return False
        place = article.section(hit.section)
        text = f"{place.title}\n" + "\n".join(place.intro)
        return all(re.search(rf"(?<!\w)(?:{wanted})", text, re.IGNORECASE) for wanted in self.tells)


def _anchors(section: Any) -> set[str]:
    return {section.anchor, *(part.anchor for part in section.subsections)}


def _questions() -> list[Question]:
    given = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return [
        Question(slug, str(entry["q"]), tuple(map(str, entry["tells"])), entry.get("bare", False), entry.get("at", ""))
        for slug, entries in given.items()
        for entry in entries
    ]


def test_there_are_enough_questions_on_every_game() -> None:
    questions = _questions()
    assert len(questions) >= 150
    by_game = {question.slug for question in questions}
    assert set(library().games) - {"high-card"} <= by_game
    assert len({(question.slug, question.query) for question in questions}) == len(questions)


def _with_a_page() -> list[Question]:
    """tests/rules/test_library.py insists that every game has one."""
    return [question for question in _questions() if question.slug in library().slugs]


def test_every_question_is_answered_somewhere() -> None:
    """A question without an answer on any page would measure nothing."""
    unanswered = []
    for question in _with_a_page():
        article = library().article(question.slug)
        places = [
            SearchHit(article.slug, article.title, part.anchor, part.title, "section", "", 0.0)
            for part in article.all_sections()
        ]
        if not any(question.answered_by(place) for place in places):
            unanswered.append(f"{question.slug}: {question.query}")
    assert unanswered == []


def test_the_right_place_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    there = _with_a_page()
    places = []
    for question in there:
        right = [number for number, hit in enumerate(question.hits(), 1) if question.answered_by(hit)]
        places.append((right[0] if right else 99, question))
    first = sum(place == 1 for place, _ in places) / len(places)
    three = sum(place <= 3 for place, _ in places) / len(places)
    with capsys.disabled():
        print(f"\nsearch: {len(places)} questions, right place first {first:.1%}, among the first three {three:.1%}")
        for place, question in places:
            if place > 1:
                found = ", ".join(hit.url for hit in question.hits()[:3])
                print(f"  {'not found' if place == 99 else place}: {question.slug}: {question.query} → {found}")
    assert first >= FIRST
    assert three >= FIRST_THREE
