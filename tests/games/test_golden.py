"""A full match of every game, compared with the sheet on file.

``golden/SLUG.yaml`` holds the match, ``golden/SLUG.txt`` the sheet. ``make golden`` writes the sheets
again: read the difference before committing it, it is a change of behaviour.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulesref.files import load_yaml
from scoring.engine.match import replay
from scoring.games import all_games, get
from scoring.languages import language
from tests.games.details import check_details
from tests.games.sheet import score_sheet

GOLDEN = Path(__file__).parent / "golden"

HOUSE_RULES = {"tyzicha-barrel": "tyzicha"}
"""Further matches, with house rules, by file."""


@pytest.mark.parametrize("name", sorted([*all_games(), *HOUSE_RULES]))
def test_sheet(name: str) -> None:
    match = load_yaml((GOLDEN / f"{name}.yaml").read_text(encoding="utf-8"))
    sheet = score_sheet(HOUSE_RULES.get(name, name), match)
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("GOLDEN") == "write":
        file.write_text(sheet, encoding="utf-8")
    assert sheet == file.read_text(encoding="utf-8")
    assert "Finished" in sheet, "a golden match is played to its end"


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_details_are_as_the_game_declares_them(slug: str) -> None:
    match = load_yaml((GOLDEN / f"{slug}.yaml").read_text(encoding="utf-8"))
    for hand in replay(get(slug), match["players"], match["hands"], match.get("options"), match.get("start")).results:
        check_details(slug, hand.result.details)


@pytest.mark.parametrize(("slug", "code"), [("skat", "de"), ("truco", "pt-br"), ("gong-zhu", "zh-hans")])
def test_sheet_in_the_language_of_its_players(slug: str, code: str) -> None:
    match = load_yaml((GOLDEN / f"{slug}.yaml").read_text(encoding="utf-8"))
    sheet = score_sheet(slug, match, language(code, slug))
    file = GOLDEN / f"{slug}.{code}.txt"
    if os.environ.get("GOLDEN") == "write":
        file.write_text(sheet, encoding="utf-8")
    assert sheet == file.read_text(encoding="utf-8")
