"""The list of the engine's functions in docs/adding-a-game.md names only what exists."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
ROW = re.compile(r"^\| [^|]+ \| (?P<names>`[^|]+) \| `(?P<module>\w+)` \|$", re.MULTILINE)


def test_every_word_is_in_its_module() -> None:
    rows = [row for row in ROW.finditer(PAGE.read_text(encoding="utf-8")) if not row["module"].startswith("test")]
    assert len(rows) > 15
    missing = [
        f"{row['module']}.{name}"
        for row in rows
        for name in re.findall(r"`(\w+)`", row["names"])
        if not hasattr(import_module(f"scoring.engine.{row['module']}"), name)
    ]
    assert missing == []
