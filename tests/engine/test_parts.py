"""A golden match goes on with one person more, or one fewer, after each of its hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.files import load_yaml
from scoring.engine.match import OpenMatch, open_match, replay
from scoring.engine.parts import next_part
from scoring.engine.refusal import Refusal
from scoring.games import all_games, get

GOLDEN = Path(__file__).parent.parent / "games" / "golden"
SEVERAL = [slug for slug, game in all_games().items() if len(game.players) > 1]

#: Why a part may not go on with so many. Anything else is a fault.
REASONS = {("/players", "players"), ("/players", "match_over")}


@pytest.mark.parametrize("slug", SEVERAL)
@pytest.mark.parametrize("change", [1, -1], ids=["joins", "leaves"])
def test_somebody_joins_or_leaves_a_golden_match(slug: str, change: int) -> None:
    golden = load_yaml((GOLDEN / f"{slug}.yaml").read_text())
    game, options = get(slug), golden.get("options", {})
    match = replay(game, golden["players"], golden["hands"], options)
    players = golden["players"] + change
    seats = [*range(golden["players"]), None][:players]
    accepted = 0
    for hand in match.results:
        if not hand.result.complete or game.verdict(match.open_match.setup, hand.state).finished:
            continue
        if _goes_on(match.open_match, hand.state, options, seats):
            accepted += 1
    assert bool(accepted) == _begins(slug, players)


def _begins(slug: str, players: int) -> bool:
    """Whether a new match by the usual rules may begin with so many."""
    try:
        open_match(get(slug), players)
    except Refusal:
        return False
    return True


def _goes_on(before: OpenMatch, state: object, options: dict[str, object], seats: list[int | None]) -> bool:
    """Whether the part begins; if partners from two sides play together, with a total that is said."""
    try:
        part = next_part(before, state, options, seats)
    except Refusal as refusal:
        found = {(error.pointer, error.code) for error in refusal.errors}
        if any(code == "total_missing" for _, code in found):
            sides = before.game.sides(len(seats), before.setup.options)
            part = next_part(before, state, options, seats, [0] * len(sides))
        elif found <= REASONS:
            return False
        else:
            raise
    assert part.open_match.setup.players == len(seats)
    return True


def test_an_option_that_does_not_fit_is_the_usual_one_again() -> None:
    skat = replay(get("skat"), 4, [], {"deals": 16, "kontra": "kontra"})
    part = next_part(skat.open_match, skat.state, {"deals": 16, "kontra": "kontra"}, [0, 1, 2])
    assert part.options == {"kontra": "kontra"}
    assert part.begun_anew == ["options.deals"]
    assert part.open_match.setup.options.deals_of(3) == 36


def test_a_match_that_would_be_over_at_once_says_so() -> None:
    skat = replay(get("skat"), 4, [], {})
    late = skat.state.model_copy(update={"hands_played": 40})
    with pytest.raises(Refusal) as refused:
        next_part(skat.open_match, late, {}, [0, 1, 2])
    assert [(error.pointer, error.code) for error in refused.value.errors] == [("/players", "match_over")]
