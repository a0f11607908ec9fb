"""The document has what generators of clients need; ``make generators`` tries them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from scoring.api.views.documentation import document

SHEET = "text/csv"


@cache
def _document() -> dict[str, Any]:
    return document()


def _unions(schema: Any) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Every schema of several types, with these; a type that may only be null as well is none."""
    if isinstance(schema, dict):
        types: list[dict[str, Any]] = schema.get("anyOf") or schema.get("oneOf") or []
        if len([one for one in types if one.get("type") != "null"]) > 1:
            yield schema, types
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    for one in inner:
        yield from _unions(one)


def test_every_union_has_a_title_of_its_own() -> None:
    titles = [union.get("title") for union, _ in _unions(_document()["components"]["schemas"])]
    assert len(titles) > 150
    assert None not in titles
    assert {one for one in titles if titles.count(one) > 1} == set()


def test_a_list_that_is_one_of_several_types_is_a_component() -> None:
    schemas = _document()["components"]["schemas"]
    unions = [types for _, types in _unions(schemas)]
    assert not [types for types in unions if any(one.get("type") == "array" for one in types)]
    referred = [one["$ref"].rpartition("/")[2] for types in unions for one in types if "$ref" in one]
    assert len([name for name in referred if schemas[name].get("type") == "array"]) > 40


def test_types_that_exclude_each_other_are_one_of() -> None:
    """typescript-fetch makes of ``anyOf`` an object, and loses the names of players that are texts."""
    schemas = _document()["components"]["schemas"]
    for name in ("SkatMatchBody", "TableBody", "TablePatch"):
        assert "oneOf" in schemas[name]["properties"]["players"]["items"], name
    assert "oneOf" in schemas["SkatScoreRequest"]["properties"]["players"]
    bids = schemas["BackAlleyStart"]["properties"]["bids"]["items"]
    assert "anyOf" in bids, "clients in Java read a number as a text as well"
    of_texts = schemas["BuriedTreasurePilesHand"]["properties"]["buried"]["items"]["items"]
    assert "anyOf" in of_texts, "a text may be both a suit and a card for all that the schema says"


def test_answers_with_files_name_these() -> None:
    operations = [one for methods in _document()["paths"].values() for one in methods.values()]
    answers = [one["responses"]["200"] for one in operations if "200" in one["responses"]]
    files = [one for one in answers if SHEET in one.get("content", {})]
    assert len(files) >= 4
    for one in answers:
        assert ("Content-Disposition" in one["headers"]) == (one in files)


def test_reads_tell_of_if_match() -> None:
    for path, methods in _document()["paths"].items():
        read = methods.get("get", {"parameters": []})
        headers = {one["name"] for one in read.get("parameters", []) if one["in"] == "header"}
        assert ("If-None-Match" in headers) == ("If-Match" in headers), path
        if "If-Match" in headers:
            problem = read["responses"]["412"]["content"]["application/problem+json"]
            assert problem["schema"]["$ref"].endswith("/ProblemDetails"), path
            assert "current" not in problem["examples"]["stale"]["value"], path


def test_no_component_has_the_name_of_a_constructor() -> None:
    """openapi-generator's Go has functions NewX and NewXWithDefaults beside each type X."""
    names = set(_document()["components"]["schemas"])
    made = {f"New{name}{more}" for name in names for more in ("", "WithDefaults")}
    assert not names & made


def test_an_address_with_several_methods_says_405() -> None:
    several = [methods for methods in _document()["paths"].values() if len(methods) > 1]
    assert len(several) >= 10
    for methods in several:
        for operation in methods.values():
            answer = operation["responses"]["405"]
            assert answer["headers"]["Allow"]["example"] == ", ".join(sorted(map(str.upper, methods)))
            assert list(answer["content"]) == ["application/problem+json"]
