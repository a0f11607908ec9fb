"""Finds the texts of the engine and the games that are translated, by their source alone.

Babel calls ``extract`` (see ``tool.babel`` in pyproject.toml, ``make messages``); the tests use the same texts.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Any

from scoring.engine.marking import HEADING

ROOT = Path(__file__).parents[2]
FOLDERS = ("scoring/engine", "scoring/games", "scoring/services", "scoring/selectors")

#: Functions with templates, and their places among the arguments.
TEMPLATES: dict[str, tuple[int, ...]] = {
    "_": (0,),
    "say": (0,),
    "line": (0,),
    "refuse": (2,),
    "check_left_out": (3,),
    "check_entered": (1,),
    "yes_no": (1, 2),
    "Message": (0,),
}
#: Functions with the two forms of a counted text, and the place of the first.
COUNTED = {"ngettext_noop": 0, "plural": 1}
#: Declarations that are shown: names or places of the arguments that are texts.
DECLARED: dict[str, tuple[str | int, ...]] = {
    "Field": ("title", "description", "labels"),
    "Example": ("title", 0),
    "Order": ("where", 0),
}
#: What a game says about itself, in the body of its class.
OF_A_GAME = ("name", "family", "summary", "deck", "direction")


@dataclass(frozen=True)
class Text:
    """A text to translate. many: of a counted text, the form for other numbers than one. context: of a heading."""

    where: str
    line: int
    one: str
    many: str = ""
    context: str = ""


def called(node: ast.AST) -> str:
    """The name of the function that this node calls, "" if it calls none."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "id", "") or getattr(node.func, "attr", "")


def literal(node: ast.AST | None) -> str:
    """The string that this node is, "" for anything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def texts_in(source: str, where: str = "") -> Iterator[Text]:
    """Every marked text of a module, in the order of its lines."""
    found: list[Text] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            found += [Text(where, node.lineno, one, many) for one, many in _of_call(node) if one]
            if called(node) == "heading" and literal(node.args[0]):
                found.append(Text(where, node.lineno, literal(node.args[0]), context=HEADING))
        elif isinstance(node, ast.ClassDef) and any(_name(base) == "Game" for base in node.bases):
            found += [Text(where, text.lineno, literal(text)) for text in _of_class(node) if literal(text)]
    yield from sorted(found, key=lambda text: text.line)


def _of_call(node: ast.Call) -> Iterator[tuple[str, str]]:
    name = called(node)
    for place in TEMPLATES.get(name, ()):
        yield literal(node.args[place]) if len(node.args) > place else "", ""
    if name in COUNTED and len(node.args) > COUNTED[name] + 1:
        one, many = node.args[COUNTED[name] : COUNTED[name] + 2]
        yield literal(one), literal(many)
    for wanted in DECLARED.get(name, ()):
        if isinstance(wanted, int):
            yield literal(node.args[wanted]) if len(node.args) > wanted else "", ""
        for keyword in node.keywords:
            if keyword.arg == wanted:
                yield literal(keyword.value), ""
            elif keyword.arg == "json_schema_extra" and isinstance(keyword.value, ast.Dict) and wanted == "labels":
                yield from ((literal(label), "") for label in _labels(keyword.value))


def _labels(extra: ast.Dict) -> list[ast.expr]:
    """The words for the values of a field."""
    pairs = zip(extra.keys, extra.values, strict=True)
    return [
        label
        for key, words in pairs
        if literal(key) == "labels" and isinstance(words, ast.Dict)
        for label in words.values
    ]


def _of_class(node: ast.ClassDef) -> list[ast.expr]:
    return [
        statement.value
        for statement in node.body
        if isinstance(statement, ast.Assign) and any(_name(target) in OF_A_GAME for target in statement.targets)
    ]


def _name(node: ast.expr) -> str:
    return _name(node.value) if isinstance(node, ast.Subscript) else getattr(node, "id", "")


def files() -> list[Path]:
    """The modules whose texts are translated."""
    return sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


@cache
def all_texts() -> tuple[Text, ...]:
    """Every text of the engine and the games."""
    return tuple(
        text for path in files() for text in texts_in(path.read_text("utf-8"), path.relative_to(ROOT).as_posix())
    )


def extract(file: IO[bytes], keywords: Any, tags: Any, options: Any) -> Iterator[tuple[int, str, Any, list[str]]]:
    """The texts of a file as Babel wants them."""
    for text in texts_in(file.read().decode("utf-8")):
        if text.many:
            yield text.line, "ngettext", (text.one, text.many), []
        elif text.context:
            yield text.line, "pgettext", (text.context, text.one), []
        else:
            yield text.line, "gettext", text.one, []


def extract_messages(
    file: IO[bytes], keywords: Any, tags: Any, options: Any
) -> Iterator[tuple[int, str, Any, list[str]]]:
    """The messages of a module whose other texts are Django's: what it refuses and says."""
    for node in ast.walk(ast.parse(file.read().decode("utf-8"))):
        if isinstance(node, ast.Call) and called(node) in ("refuse", "say"):
            for one, _ in _of_call(node):
                if one:
                    yield node.lineno, "gettext", one, []
