"""How often the search finds what answers a question asked in mid-game: measured, printed, and held to a standard."""

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
class Asked:
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
        said = f"{place.title}\n" + "\n".join(place.intro)
        return all(re.search(rf"(?<!\w)(?:{wanted})", said, re.IGNORECASE) for wanted in self.tells)


def _anchors(section: Any) -> set[str]:
    return {section.anchor, *(part.anchor for part in section.subsections)}


def _questions() -> list[Asked]:
    given = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return [
        Asked(slug, str(entry["q"]), tuple(map(str, entry["tells"])), entry.get("bare", False), entry.get("at", ""))
        for slug, entries in given.items()
        for entry in entries
    ]


def test_there_are_enough_questions_on_every_game() -> None:
    questions = _questions()
    assert len(questions) >= 150
    by_game = {asked.slug for asked in questions}
    assert set(library().games) - {"high-card"} <= by_game
    assert len({(asked.slug, asked.query) for asked in questions}) == len(questions)


def _with_a_page() -> list[Asked]:
    """tests/rules/test_library.py insists that every game has one."""
    return [asked for asked in _questions() if asked.slug in library().slugs]


def test_every_question_is_answered_somewhere() -> None:
    """A question whose answer stands nowhere would measure nothing."""
    unanswered = []
    for asked in _with_a_page():
        article = library().article(asked.slug)
        places = [
            SearchHit(article.slug, article.title, part.anchor, part.title, "section", "", 0.0)
            for part in article.all_sections()
        ]
        if not any(asked.answered_by(place) for place in places):
            unanswered.append(f"{asked.slug}: {asked.query}")
    assert unanswered == []


def test_the_right_place_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    there = _with_a_page()
    places = []
    for asked in there:
        right = [number for number, hit in enumerate(asked.hits(), 1) if asked.answered_by(hit)]
        places.append((right[0] if right else 99, asked))
    first = sum(place == 1 for place, _ in places) / len(places)
    three = sum(place <= 3 for place, _ in places) / len(places)
    with capsys.disabled():
        print(f"\nsearch: {len(places)} questions, right place first {first:.1%}, among the first three {three:.1%}")
        for place, asked in places:
            if place > 1:
                found = ", ".join(hit.url for hit in asked.hits()[:3])
                print(f"  {'not found' if place == 99 else place}: {asked.slug}: {asked.query} → {found}")
    assert first >= FIRST
    assert three >= FIRST_THREE
