"""Every refusal names a rule, and the rule is a section of the game's page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.engine.match import replay
from scoring.engine.refusal import Refusal
from scoring.games import all_games, get

ROOT = Path(__file__).parents[2]


def refusals(files: list[Path]) -> Iterator[tuple[str, str | None]]:
    """File and line of every call of ``refuse``, with its rule; None if the rule is worked out or left out."""
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("refuse", "FieldError"):
                rules = [word.value for word in node.keywords if word.arg == "rule"]
                if isinstance(node.func, ast.Name) and node.func.id == "FieldError":
                    rules += node.args[3:4]
                    assert rules, f"{file.name}:{node.lineno} names no rule"
                rule = rules[0] if rules else None
                value = rule.value if isinstance(rule, ast.Constant) else None
                yield f"{file.relative_to(ROOT)}:{node.lineno}", value if value is None else str(value)


def files_of(slug: str) -> list[Path]:
    """The modules of a game."""
    name = slug.replace("-", "_")
    folder = ROOT / "scoring" / "games"
    return sorted((folder / name).glob("**/*.py")) or [folder / f"{name}.py"]


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_a_refusal_of_a_game_names_a_section_of_its_page(slug: str) -> None:
    page = (ROOT / "rulesref" / "content" / "en" / f"{slug}.md").read_text(encoding="utf-8")
    anchors = set(re.findall(r"\{#([a-z0-9-]+)\}", page))
    result = list(refusals(files_of(slug)))
    assert result, "every game refuses something"
    assert [(where, rule) for where, rule in result if rule is not None and rule not in anchors] == []


def test_what_games_refuse_alike_names_a_rule() -> None:
    # How a match is settled is no rule of the game: it has no section to link to.
    without = {"refusal.py", "settlement.py"}
    files = [file for file in (ROOT / "scoring" / "engine").glob("*.py") if file.name not in without]
    result = list(refusals(files))
    assert result
    assert [where for where, rule in result if rule == ""] == []


def test_the_limits_of_a_model_name_a_rule() -> None:
    for options, start, hands, rule in (
        ({"target": 99_999_999}, {}, [], "options"),
        ({}, {"dealer": -1}, [], "setup"),
        ({}, {}, [{"kind": "round", "scores": [100_000, 0]}], "scoring"),
    ):
        with pytest.raises(Refusal) as refused:
            replay(get("points"), 2, hands, options, start)
        assert not refused.value.malformed
        assert [fault.rule for fault in refused.value.errors] == [rule]
