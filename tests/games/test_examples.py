"""Every worked example is data that is run here: those of the rules pages and those of the API documentation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rulesref.files import load_yaml
from scoring.engine.match import replay
from scoring.engine.refusal import Refusal
from scoring.games import all_games, get
from tests.games.details import check_details

EXAMPLES = Path(__file__).parents[2] / "rulesref" / "content" / "examples"


def _worked() -> list[Any]:
    cases = []
    for slug in sorted(all_games()):
        for example in load_yaml((EXAMPLES / f"{slug}.yaml").read_text(encoding="utf-8")):
            cases.append(pytest.param(slug, example, id=f"{slug}: {example['title']}"))
    return cases


@pytest.mark.parametrize(("slug", "example"), _worked())
def test_worked_example(slug: str, example: dict[str, Any]) -> None:
    """expect: any of points (of the last hand), totals, details (some of them), finished, winners, next."""
    expect = example["expect"]
    assert set(expect) <= {"points", "totals", "details", "finished", "winners", "next", "refused"}
    assert expect
    arguments = (get(slug), example["players"], example["hands"], example.get("options"), example.get("start"))
    if "refused" in expect:
        with pytest.raises(Refusal) as refused:
            replay(*arguments)
        assert expect["refused"] in [fault.code for fault in refused.value.errors]
        return
    played = replay(*arguments)
    for one in played.results:
        check_details(slug, one.result.details)
    last = played.results[-1].result
    seen = {
        "points": last.points,
        "totals": played.totals,
        "details": _only(last.details, expect.get("details", {})),
        "finished": played.verdict.finished,
        "winners": played.verdict.winners,
    }
    coming = played.upcoming
    if coming is not None:
        known = {"dealer": coming.dealer, "leads": coming.leads, "sits_out": coming.sits_out, **coming.details}
        seen["next"] = _only(known, expect.get("next", {}))
    assert _only(seen, expect) == expect


def _only(known: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """What is known under these names. A name that is not there is left out, so it differs from an expected None."""
    return {name: known[name] for name in names if name in known}


def test_a_missing_key_is_not_an_expected_none() -> None:
    assert _only({"trump": None}, ["trump"]) == {"trump": None}
    assert _only({}, ["trump"]) != {"trump": None}


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_documented_examples_cover_every_kind_of_hand(slug: str) -> None:
    game = get(slug)
    answer = set()
    for example in game.examples:
        played = replay(game, example.players or game.players[0], example.hands, example.options, example.start)
        assert played.results[-1].result.points == example.expect, example.title
        answer |= {hand["kind"] for hand in example.hands}
        for one in played.results:
            check_details(slug, one.result.details)
    assert answer == set(game.kinds)
