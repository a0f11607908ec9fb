"""Error codes are a closed list of ours, documented, and the document has them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from django.core.management import call_command

from companion.http.error_codes import codes
from scoring.engine.refusal import CODES
from scoring.management.commands import error_codes
from tests.api.test_schema import doc

ROOT = Path(__file__).resolve().parents[2]


def test_every_code_in_the_sources_is_in_the_list() -> None:
    call_command("error_codes")


def test_codes_that_are_computed_are_named() -> None:
    for package in error_codes.PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                name = getattr(getattr(node, "func", None), "id", "")
                if isinstance(node, ast.Call) and name in ("refuse", "bad_parameter"):
                    code = node.args[1]
                    known = isinstance(code, ast.Constant | ast.IfExp) or ast.unparse(code) in error_codes.COMPUTED
                    assert known, f"{file}:{node.lineno}"


def test_every_function_that_is_given_a_code_and_its_text_is_known() -> None:
    for package in error_codes.PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.FunctionDef):
                    continue
                names = [
                    argument.arg for argument in (*node.args.posonlyargs, *node.args.args) if argument.arg != "self"
                ]
                if {"code", "text"} <= set(names) or {"code", "detail"} <= set(names):
                    assert error_codes._CALLS.get(node.name) == names.index("code"), f"{file}: {node.name}"


def test_codes_are_of_one_style_and_none_is_pydantics() -> None:
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code) for code in codes())
    assert not codes().keys() & (CODES.keys() - {"not_a_multiple"})


def test_the_document_and_the_page_have_every_code() -> None:
    code = doc()["components"]["schemas"]["FieldProblem"]["properties"]["code"]
    assert code["x-extensible-enum"] == list(codes())
    page = error_codes.PAGE.read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in page for name in codes())
