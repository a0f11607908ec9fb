"""``manage.py error_codes``: the list of error codes, collected from every refusal in the sources."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from companion.http.error_codes import FILE

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "error-codes.md"
PACKAGES = ("companion", "scoring", "rulesref")
TABLE = "CODES"
"""The name of the table of pydantic's errors in ``scoring.engine.refusal``."""

#: Expression → the codes that it computes.
COMPUTED = {"code": ["too_many_trades", "too_many_prices"]}
#: Function → position of the code among its arguments.
_CALLS = {"refuse": 1, "FieldError": 1, "bad_parameter": 1, "malformed": 1, "_malformed": 1, "check_left_out": 2}
_HEAD = """# Error codes

`errors[].code` of a problem is one of these. Codes are stable: within v1 none changes its meaning, but new ones may be
added. This page is written by `python manage.py error_codes --write`.

"""


def collect() -> dict[str, dict[str, Any]]:
    """Returns every code in the sources, with its sentences, and the games that use it if no other module does."""
    codes: dict[str, dict[str, set[str]]] = {}
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            parts = file.relative_to(ROOT).with_suffix("").parts
            game = parts[2] if parts[:2] == ("scoring", "games") and len(parts) > 2 else ""
            for code, text in _codes_of(ast.parse(file.read_text(encoding="utf-8"))):
                entry = codes.setdefault(code, {"texts": set(), "games": set()})
                entry["texts"] |= {text} if text else set()
                entry["games"].add(game)
    return {
        code: {
            "texts": sorted(entry["texts"]),
            "games": sorted(name.replace("_", "-") for name in entry["games"]) if "" not in entry["games"] else [],
        }
        for code, entry in sorted(codes.items())
    }


def _codes_of(tree: ast.AST) -> Iterator[tuple[str, str]]:
    texts = {node.lineno: node for node in ast.walk(tree) if isinstance(node, ast.Assign)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and _target(node) == TABLE and node.value:
            yield from _table_of(node.value)
        if not isinstance(node, ast.Call):
            continue
        place = _CALLS.get(getattr(node.func, "id", getattr(node.func, "attr", "")))
        if place is None or len(node.args) <= place:
            continue
        sentences = [_sentence(one, texts, node.lineno) for one in (*node.args[place + 1 :], *node.args[:place])]
        text = next((sentence for sentence in sentences if " " in sentence), "")
        for code in _constants(node.args[place]):
            yield code, text


def _table_of(table: ast.expr) -> Iterator[tuple[str, str]]:
    """Code and sentence of each entry of a table."""
    for entry in table.values if isinstance(table, ast.Dict) else ():
        if isinstance(entry, ast.Tuple):
            code, text = entry.elts
            yield ast.literal_eval(code), _sentence(text, {}, 0)


def _target(node: ast.Assign | ast.AnnAssign) -> str:
    return getattr(node.target if isinstance(node, ast.AnnAssign) else node.targets[0], "id", "")


def _constants(code: ast.expr) -> list[str]:
    """The possible values of an expression; none if they are not known without running it."""
    match code:
        case ast.Constant(value=str(value)):
            return [value]
        case ast.IfExp():
            return _constants(code.body) + _constants(code.orelse)
        case _:
            return COMPUTED.get(ast.unparse(code), [])


def _sentence(node: ast.expr, texts: dict[int, ast.Assign], line: int) -> str:
    match node:
        case ast.Constant(value=str(value)):
            return value
        case ast.JoinedStr():
            return "".join(_sentence(part, texts, line) for part in node.values)
        case ast.FormattedValue():
            return "{" + ast.unparse(node.value).rpartition(".")[2] + "}"
        case ast.Call(func=ast.Attribute(value=template, attr="format")):
            return _sentence(template, texts, line)
        case ast.Call() if node.args:
            return _sentence(node.args[0], texts, line)
        case ast.Name():
            before = [number for number, one in texts.items() if number < line and _target(one) == node.id]
            return _sentence(texts[max(before)].value, texts, max(before)) if before else ""
        case _:
            return ""


class Command(BaseCommand):
    """Compares the list with the sources, or writes it."""

    help = "Checks that the list of error codes is complete; --write brings it and its page up to date."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        codes = collect()
        text = json.dumps(codes, indent=1, ensure_ascii=False) + "\n"
        if options["write"]:
            FILE.write_text(text, encoding="utf-8")
            PAGE.write_text(page(codes), encoding="utf-8")
        elif text != FILE.read_text(encoding="utf-8") or PAGE.read_text(encoding="utf-8") != page(codes):
            raise SystemExit("the list of error codes is out of date: manage.py error_codes --write")
        self.stdout.write(f"{len(codes)} codes")


def page(codes: dict[str, dict[str, Any]]) -> str:
    """Returns the page as Markdown. Codes of all games come first, then those of single games."""
    general = [code for code, entry in codes.items() if not entry["games"]]
    lines = [_HEAD + _table(general, codes)]
    lines.append("\n## Codes of games\n\n" + _table([code for code in codes if code not in general], codes))
    return "".join(lines)


def _table(names: list[str], codes: dict[str, dict[str, Any]]) -> str:
    rows = ["| code | sentence | games |\n| --- | --- | --- |\n"]
    for code in names:
        sentences = "<br>".join(text.replace("|", "\\|") for text in codes[code]["texts"][:3])
        rows.append(f"| `{code}` | {sentences} | {', '.join(codes[code]['games'])} |\n")
    return "".join(rows)
