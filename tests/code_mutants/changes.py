"""The small changes: a figure one higher, a comparison at its border, the other operator, a call left out."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

_OPERATORS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "in": "not in",
    "not in": "in",
    "is": "is not",
    "is not": "is",
    "and": "or",
    "or": "and",
    "+": "-",
    "-": "+",
    "*": "//",
    "//": "*",
    "/": "*",
    "%": "//",
    "+=": "-=",
    "-=": "+=",
}
#: Arguments that check what the code says of itself: with any other value the results are the same.
_NO_RESULT = ("frozen", "slots", "strict")
_FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Change(NamedTuple):
    """One change of a source. line: from 1. start, end: what is replaced, in characters. old, new: the two texts."""

    line: int
    start: int
    end: int
    old: str
    new: str

    def made(self, source: str) -> str:
        """Returns the source with this change."""
        return source[: self.start] + self.new + source[self.end :]


def changes_of(source: str) -> list[Change]:
    """Returns every change of a module, in its order."""
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    return sorted(set(_Changes(source, lines).of(ast.parse(source))))


class _Changes:
    def __init__(self, source: str, lines: list[int]) -> None:
        self.source, self.lines = source, lines

    def of(self, tree: ast.AST) -> Iterator[Change]:
        meant = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg in _NO_RESULT}
        for node in ast.walk(tree):
            match node:
                case ast.Constant() if id(node) in meant:
                    pass
                case ast.Constant(value=bool()):
                    yield self._instead(node, str(not node.value))
                case ast.Constant(value=int() | float() as figure):
                    yield self._instead(node, repr(figure + 1))
                case ast.Compare(left=left, comparators=[right]) | ast.BinOp(left=left, right=right):
                    yield from self._operator(left, right)
                case ast.BoolOp(values=[left, right, *_]):
                    yield from self._operator(left, right)
                case ast.AugAssign(target=left, value=right):
                    yield from self._operator(left, right)
                case ast.UnaryOp(op=ast.Not(), operand=operand):
                    yield self._instead(node, f"({self._text(operand)})")
                case ast.Call(func=ast.Name(id=name)) if name in _FUNCTIONS:
                    yield self._instead(node.func, _FUNCTIONS[name])
                case ast.Expr(value=ast.Call()):
                    yield self._instead(node, "pass")

    def _operator(self, left: ast.expr, right: ast.expr) -> Iterator[Change]:
        """The other operator between these two, if there is one; brackets around them stay."""
        start, end = self._place(left)[1], self._place(right)[0]
        between = self.source[start:end]
        found = between.strip("() \n\\")
        if found in _OPERATORS:
            at = start + between.index(found)
            yield self._change(at, at + len(found), _OPERATORS[found])

    def _instead(self, node: ast.expr | ast.stmt, new: str) -> Change:
        return self._change(*self._place(node), new)

    def _change(self, start: int, end: int, new: str) -> Change:
        line = self.source.count("\n", 0, start) + 1
        return Change(line, start, end, self.source[start:end], new)

    def _text(self, node: ast.expr) -> str:
        start, end = self._place(node)
        return self.source[start:end]

    def _place(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._at(node.lineno, node.col_offset), self._at(node.end_lineno, node.end_col_offset)

    def _at(self, line: int, column: int) -> int:
        """The place of a column, which counts bytes."""
        text = self.source[self.lines[line - 1] : self.lines[line]]
        return self.lines[line - 1] + len(text.encode()[:column].decode())
