"""The JSON Schema that the API serves for every game: it fits the hands that are played, and has the limits of the
rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.http.openapi.json_schema import schema_of
from rulesref.files import load_yaml
from scoring.engine.cards import PACK_52, cards_allowed
from scoring.games import all_games, get
from tests.json_schema import Validator

SLUGS = sorted(all_games())
GOLDEN = Path(__file__).parent / "golden"

SKAT = {"kind": "suit", "trump": "H", "declarer": 0, "bid": 18, "matadors": {"with": 1}, "outcome": {"won": True}}

#: Totals and numbers of hands, in every game.
FREE = {"start/totals", "start/hands_played", "start/open_points"}
#: What the rules leave open: money, totals, what is counted over a whole match, marks on a slate of any length.
UNBOUNDED = {
    "belote": {"start/carried"},
    "briscola": {"start/wins"},
    "buried-treasure": {"hand/suits"},
    "card-stock-market": {"start/cash", "start/debt", "start/bank", "start/cash_after_turn"},
    "couillon": {"start/lines", "start/marks", "start/factor"},
    "fipsen": {"start/deals_played", "start/values", "start/entries/points"},
    "loo": {"start/times_looed"},
    "reversis": {"start/pots"},
    "skat": {"start/hands_won", "start/hands_lost"},
    "tute": {"start/hands_won"},
    "zetema": {"hand/points"},
}


@cache
def schemas(slug: str) -> dict[str, dict[str, Any]]:
    """The schemas of options, start, hands and trick look-ups, as ``GET /games/{slug}`` gives them."""
    game = get(slug)
    result: dict[str, Any] = {
        "options": game.Options,
        "start": game.start_model,
        "hand": game.hand_adapter,
        "trick": game.Lookup,
    }
    return {name: json.loads(json.dumps(schema_of(model))) for name, model in result.items() if model}


def check(slug: str, part: str, value: Any, where: str) -> None:
    """The value is as the schema says."""
    errors = _validator(slug, part).errors(value)
    assert not errors, f"{slug}, {where}: {errors}"


@cache
def _validator(slug: str, part: str) -> Validator:
    return Validator(schemas(slug)[part])


@pytest.mark.parametrize("slug", SLUGS)
def test_every_example_is_as_the_schema_says(slug: str) -> None:
    for example in get(slug).examples:
        check(slug, "options", example.options or {}, example.title)
        check(slug, "start", example.start or {}, example.title)
        for hand in example.hands:
            check(slug, "hand", hand, example.title)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_golden_match_is_as_the_schema_says(slug: str) -> None:
    match = load_yaml((GOLDEN / f"{slug}.yaml").read_text(encoding="utf-8"))
    check(slug, "options", match.get("options", {}), "options")
    check(slug, "start", match.get("start", {}), "start")
    for number, hand in enumerate(match["hands"], 1):
        check(slug, "hand", hand, f"hand {number}")


def fields(schema: Any, defs: dict[str, Any], path: str, known: frozenset[str] = frozenset()) -> Iterator[Any]:
    """Every schema in a schema, with the path of its field; references are followed."""
    if isinstance(schema, list):
        for one in schema:
            yield from fields(one, defs, path, known)
    elif isinstance(schema, dict):
        name = schema.get("$ref", "").rpartition("/")[2]
        if name and name not in known:
            beside = schema.get("properties", {})
            whole = {**defs[name], "properties": {**defs[name].get("properties", {}), **beside}}
            yield from fields(whole, defs, path, known | {name})
        elif not name:
            yield path, schema
            for word, part in schema.items():
                if word == "properties":
                    for field, inner in part.items():
                        yield from fields(inner, defs, f"{path}/{field}", known)
                elif word not in ("default", "examples", "enum", "const", "$defs", "discriminator"):
                    yield from fields(part, defs, path, known)


def every_field(slug: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for part, schema in schemas(slug).items():
        yield from fields(schema, schema.get("$defs", {}), part)


def _types(schema: dict[str, Any]) -> set[str]:
    named = schema.get("type", ())
    return {named} if isinstance(named, str) else set(named)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_figure_has_its_bounds(slug: str) -> None:
    result = {
        path
        for path, schema in every_field(slug)
        if _types(schema) & {"integer", "number"}
        and not {"enum", "const"} & set(schema)
        and not {"minimum", "maximum"} <= set(schema)
    }
    assert result - FREE == UNBOUNDED.get(slug, set())


@pytest.mark.parametrize("slug", SLUGS)
def test_a_card_is_one_of_the_game(slug: str) -> None:
    every = {*PACK_52.cards, "JK", "BJ", "LJ"}
    for path, schema in every_field(slug):
        if "string" in _types(schema):
            assert set(cards_allowed({**schema, "type": "string"})) != every, path


def test_a_hand_that_says_enough_is_within_the_schema() -> None:
    check("skat", "hand", SKAT, "a hand with matadors and outcome")


@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_hand_needs_are_fields_that_may_be_left_out(slug: str) -> None:
    for model in get(slug).hands:
        optional = {name for name, field in model.model_fields.items() if not field.is_required()}
        assert {name for group in model.needs for name in group} <= optional


@pytest.mark.parametrize(
    ("slug", "part", "value"),
    [
        ("skat", "hand", {**SKAT, "bid": 17}),
        ("skat", "hand", {**SKAT, "bid": 265}),
        ("skat", "hand", {**SKAT, "declarer": 4}),
        ("skat", "hand", {**SKAT, "trumps_held": ["6H"]}),
        ("skat", "hand", {name: value for name, value in SKAT.items() if name != "matadors"}),
        ("skat", "hand", {name: value for name, value in SKAT.items() if name != "outcome"}),
        ("couillon", "hand", {"kind": "cards", "accepted_by": 0}),
        ("skat", "start", {"dealer": 4}),
        ("skat", "start", {"totals": [0, 0, 0, 0, 0]}),
        ("belote", "start", {"totals": [0, 0, 0]}),
        ("canadian-salad", "hand", {"kind": "counts", "hearts": [13, 0]}),
        ("ecarte", "hand", {"kind": "hand", "tricks": [6, 0]}),
        ("loo", "trick", {"trump": "C", "hand": ["JK"]}),
        ("truc", "hand", {"kind": "events", "events": [{"e": "trick", "plays": [{"seat": 0, "card": "8C"}]}]}),
        ("tetka", "trick", {"bum_card": "JK"}),
        ("fuenfzehnern", "trick", {"lead": {"hand": ["2C"]}}),
    ],
)
def test_what_the_rules_exclude_is_outside_the_schema(slug: str, part: str, value: dict[str, Any]) -> None:
    assert _validator(slug, part).errors(value)
