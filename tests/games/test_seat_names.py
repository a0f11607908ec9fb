"""Seats and sides are named in texts, never numbered: in data they count from 0, and an unnamed player is Seat 1."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from companion.http.problems import seat_names
from scoring.engine.match import open_match
from scoring.engine.messages import fill_names, render
from scoring.engine.refusal import Refusal, validate
from scoring.games import get
from tests.games.test_unfinished_tricks import SLUGS, asked_about
from tests.messages.extraction import COUNTED, TEMPLATES, called, files

RAW = re.compile(r"\b(seats?|sides?) (number )?(\{\w+\}|\d)", re.IGNORECASE)


def _templates(path: Path) -> list[str]:
    """Every text of a module that is a message; descriptions of fields are about data."""
    calls = [
        node for node in ast.walk(ast.parse(path.read_text())) if called(node) in TEMPLATES or called(node) in COUNTED
    ]
    return [
        part.value
        for node in calls
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]


def test_no_text_numbers_a_seat_or_a_side() -> None:
    texts = [text for path in files() for text in _templates(path)]
    assert len(texts) > 2000
    assert [text for text in texts if RAW.search(text)] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_a_play_out_of_turn_is_told_by_name(slug: str) -> None:
    if slug == "democracy":
        pytest.skip("all cards are shown together")
    table, needed, spades = asked_about(slug)
    game = get(slug)
    assert game.Lookup
    opened = open_match(game, table.players)
    plays = [{"seat": 1, "card": code} for code in spades[:2]]
    with pytest.raises(Refusal) as refused:
        game.trick(opened.setup, validate(game.Lookup, {"plays": plays, **needed}))
    [fault] = refused.value.errors
    text = fill_names(render(fault.message), seat_names(), [])
    assert fault.code == "out_of_turn"
    assert text.startswith("Seat 2 plays out of turn")
    assert "Seat 0" not in text
