"""Which code writes matches, hands and changes: only services, and those that docs/architecture.md names."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
WRITES = re.compile(
    r"\b(Match|Hand|Change)\.objects\b.*\.(update|create|bulk_create|delete)\("
    r"|\bmatch_rows\.(append_hand|insert_hands|insert_changes|delete_hands|delete_match)\("
)


def test_the_architecture_names_every_writer() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    sentence = text.partition("Only these services write matches, hands and changes: ")[2].partition(".\n")[0]
    named = {f"scoring/services/{name}.py" for name in re.findall(r"`(\w+)` \(", sentence)}
    writers = {
        path.relative_to(ROOT).as_posix()
        for package in ("companion", "rulesref", "scoring")
        for path in (ROOT / package).rglob("*.py")
        if "migrations" not in path.parts and WRITES.search(path.read_text(encoding="utf-8"))
    }
    assert writers == named
