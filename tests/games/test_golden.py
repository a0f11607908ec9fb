"""A full match of every game, and all that the game prints, compared with the files.

``golden/SLUG.yaml`` holds the match, ``golden/SLUG.txt`` the sheet, ``golden/SLUG.printed.txt`` tables, labels and
figures of pages. ``make golden`` writes the last two again: read the difference before committing it, it is a change of
behaviour.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from rulesref.files import load_yaml
from scoring.engine.match import replay
from scoring.games import all_games, get
from scoring.languages import language
from tests.games.details import check_details
from tests.games.printed import printed
from tests.games.sheet import score_sheet
from tests.volume.known import known_matches

GOLDEN = Path(__file__).parent / "golden"

HOUSE_RULES = {"tyzicha-barrel": "tyzicha"}
"""Further matches, with house rules, by file."""


def _match(name: str) -> dict[str, Any]:
    match: dict[str, Any] = load_yaml((GOLDEN / f"{name}.yaml").read_text(encoding="utf-8"))
    return match


def _compare(name: str, text: str) -> None:
    """Asserts that the file holds this text; writes it with ``GOLDEN=write``."""
    file = GOLDEN / name
    if os.environ.get("GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    slug = name.partition(".")[0]
    assert file.exists(), f"{name} is written by: make game SLUG={HOUSE_RULES.get(slug, slug)}"
    assert text.splitlines() == file.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", sorted([*all_games(), *HOUSE_RULES]))
def test_sheet(name: str) -> None:
    sheet = score_sheet(HOUSE_RULES.get(name, name), _match(name))
    _compare(f"{name}.txt", sheet)
    assert "Finished" in sheet, "a golden match is played to its end"


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_printed(slug: str) -> None:
    further = [_match(name) for name, of in HOUSE_RULES.items() if of == slug]
    _compare(f"{slug}.printed.txt", printed(get(slug), [*known_matches(slug), *further]))


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_details_are_as_the_game_declares_them(slug: str) -> None:
    match = _match(slug)
    for hand in replay(get(slug), match["players"], match["hands"], match.get("options"), match.get("start")).results:
        check_details(slug, hand.result.details)


@pytest.mark.parametrize(("slug", "code"), [("skat", "de"), ("truco", "pt-br"), ("gong-zhu", "zh-hans")])
def test_sheet_in_the_language_of_its_players(slug: str, code: str) -> None:
    _compare(f"{slug}.{code}.txt", score_sheet(slug, _match(slug), language(code, slug)))
