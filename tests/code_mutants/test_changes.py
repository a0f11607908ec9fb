"""The changes that ``make code-mutants`` makes."""

from __future__ import annotations

import pytest

from tests.code_mutants.changes import changes_of
from tests.server import ROOT


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("x = 9", {"x = 10"}),
        ("x = 0.5", {"x = 1.5"}),
        ("x = True", {"x = False"}),
        ("a < b", {"a <= b"}),
        ("a not in b", {"a in b"}),
        ("(a + b) * c", {"(a - b) * c", "(a + b) // c"}),
        ("a and (b or c)", {"a or (b or c)", "a and (b and c)"}),
        ("if not a: b()", {"if (a): b()", "if not a: pass"}),
        ("x += y", {"x -= y"}),
        ("x = max(a, b)", {"x = min(a, b)"}),
        ("x = 'Größe', 7", {"x = 'Größe', 8"}),
        ("zip(a, b, strict=True)", {"pass"}),
        ('"""Nothing but words."""', set()),
    ],
)
def test_each_change_is_one_small_one(source: str, changed: set[str]) -> None:
    assert {change.made(source) for change in changes_of(source)} == changed


def test_a_change_names_its_line_and_leaves_a_module_that_can_be_read() -> None:
    source = (ROOT / "scoring" / "games" / "truco" / "stakes.py").read_text(encoding="utf-8")
    changes = changes_of(source)
    assert len(changes) > 30
    for change in changes:
        assert change.old in "\n".join(source.splitlines()[change.line - 1 :])
        compile(change.made(source), "stakes.py", "exec")
