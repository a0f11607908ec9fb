"""Which refusals of the games and the engine a run has reached, by the line that makes them."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from scoring.engine import refusal
from tests.games.test_refusal_rules import files_of

ENGINE = Path(refusal.__file__).parent
#: How what was entered is read, and how a match is settled: not asked by the games.
OTHER_FILES = {"refusal.py", "settlement.py"}

Place = tuple[str, int]
"""File and first line of a call."""


@cache
def places(file: Path) -> dict[int, int]:
    """Each line of a call of ``refuse`` or ``FieldError`` in this file → the first line of that call."""
    lines: dict[int, int] = {}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("refuse", "FieldError"):
            lines.update(dict.fromkeys(range(node.lineno, (node.end_lineno or node.lineno) + 1), node.lineno))
    return lines


def of_game(slug: str) -> set[Place]:
    """Every refusal of a game's own modules."""
    return {(str(file), line) for file in files_of(slug) for line in places(file).values()}


def of_engine() -> set[Place]:
    """Every refusal that the engine makes for games."""
    files = [file for file in sorted(ENGINE.glob("*.py")) if file.name not in OTHER_FILES]
    return {(str(file), line) for file in files for line in places(file).values()}


@contextmanager
def watched() -> Iterator[Counter[Place]]:
    """Counts the refusals that are made inside, by their place."""
    reached: Counter[Place] = Counter()
    made = refusal.FieldError.__init__

    def noted(self: Any, *given: Any, **named: Any) -> None:
        made(self, *given, **named)
        frame: FrameType | None = sys._getframe(1)
        if frame and frame.f_code is refusal.refuse.__code__:
            frame = frame.f_back
        if frame and frame.f_code.co_filename.startswith(str(ENGINE.parent)):
            first = places(Path(frame.f_code.co_filename)).get(frame.f_lineno)
            if first is not None:
                reached[frame.f_code.co_filename, first] += 1

    refusal.FieldError.__init__ = noted  # type: ignore[method-assign]
    try:
        yield reached
    finally:
        refusal.FieldError.__init__ = made  # type: ignore[method-assign]
