"""What is shown is what is applied: the effective options of a match, in every game and over pairs of options."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scoring.engine.match import OpenMatch, effective_options, open_match, options_json, step
from scoring.engine.messages import render
from scoring.games import all_games
from tests.volume.run import Volume
from tests.volume.test_options import combinations_of

HANDS = 6
SEED = 7

#: Options that say nothing in some matches, and are shown as they were chosen: options of such a match, the option, two
#: of its values.
NO_EFFECT: dict[str, list[tuple[int, dict[str, Any], str, Any, Any]]] = {
    "belote": [
        (4, {"declarations": "none"}, "four_and_run", False, True),
        (4, {"declarations": "none"}, "capot_declarations", "lost", "counted"),
        (4, {"declarations": "belote_only"}, "four_and_run", False, True),
    ],
    "briscola": [
        (2, {}, "hands_to_win", 2, 5),
        (2, {}, "removed_two", "2C", "2S"),
        (4, {}, "removed_two", "2C", "2S"),
    ],
    "card-stock-market": [(3, {"bank_unlimited": True}, "levy", 100, 50)],
    "fuenfzehnern": [(4, {}, "removed_suit", "D", "C")],
    "gong-zhu": [(4, {"exposing": False}, "lone_exposed", 100, 50), (4, {}, "five_players", False, True)],
    "kings-in-the-corner": [(3, {}, "king_penalty", 10, 20)],
    "loo": [(5, {"cards": 3}, "flush_pays", "all", "stayed"), (5, {}, "leftover", "play_on", "split")],
    "skat": [
        (3, {}, "bock_after", ["sixty"], ["grand_hand"]),
        (3, {"all_pass": "passed_in"}, "ramsch_skat", "last_trick", "unused"),
        (3, {"rules": "international"}, "ramsch_skat", "last_trick", "unused"),
    ],
    "solo": [(4, {}, "target", 50, 1), (4, {"end": "target"}, "deals", 16, 1)],
    "tute": [(4, {"race_to": 101}, "hands", 1, 5), (4, {"race_to": 101}, "tie", "drawn", "last_trick")],
}

AS_PLAYED: list[tuple[str, int, dict[str, Any], dict[str, Any]]] = [
    ("briscola", 2, {}, {"deals": 2}),
    ("briscola", 3, {}, {"deals": 3}),
    ("briscola", 2, {"match": "hands_won", "deals": 5}, {"deals": None, "hands_to_win": 2}),
    ("buried-treasure", 4, {}, {"target": 300, "hands": None}),
    ("buried-treasure", 7, {}, {"target": 500}),
    ("buried-treasure", 4, {"hands": 3, "target": 200}, {"target": None, "hands": 3}),
    ("kings-in-the-corner", 3, {}, {"target": None}),
    ("kings-in-the-corner", 3, {"scoring": "penalty"}, {"target": 25}),
    ("loo", 5, {"cards": 3}, {"stake": 3}),
    ("skat", 3, {"rules": "international"}, {"scoring": "list", "all_pass": "passed_in", "deals": 36}),
    ("skat", 4, {}, {"deals": 48}),
    ("tyzicha", 3, {"barrel": True}, {"target": 1000}),
    ("tyzicha", 3, {"barrel": True, "target": 1001}, {"target": 1001}),
    ("zetema", 3, {}, {"target": 300}),
    ("zetema", 4, {}, {"target": 200}),
]


@pytest.mark.parametrize(("slug", "players", "options", "shown"), AS_PLAYED)
def test_the_value_that_is_applied_is_shown(
    slug: str, players: int, options: dict[str, Any], shown: dict[str, Any]
) -> None:
    game = all_games()[slug]
    effective = options_json(open_match(game, players, options).setup.options)
    assert {name: effective[name] for name in shown} == shown
    older = options_json(effective_options(game, players, options))
    assert {name: older[name] for name in shown} == shown, "a stored match"


def seen(opened: OpenMatch, state: Any, scored: Any = None) -> Any:
    """Everything that a table hears of a state, and of the hand before it."""
    game = opened.game
    verdict = game.verdict(opened.setup, state)
    coming = None if verdict.finished else game.upcoming(opened.setup, state)
    return (
        state,
        scored and scored.as_json(game.slug),
        (verdict.finished, verdict.winners, verdict.reason and render(verdict.reason)),
        coming and ([render(one.message) for one in coming.notices], coming.dealer, coming.leads, coming.details),
        game.board(opened.setup, state),
    )


def play_alike(slug: str, one: OpenMatch, other: OpenMatch, seed: str) -> None:
    """Random hands of the first match score the same in the second one, and the table hears the same."""
    volume, state = Volume(slug, SEED), one.state
    volume.rng = Random(seed)
    assert seen(one, state) == seen(other, other.state)
    for number in range(1, HANDS + 1):
        if one.game.verdict(one.setup, state).finished:
            return
        found = next(filter(None, (volume._legal(one, state, number, slug) for _ in range(30))), None)
        if found is None:
            return
        scored = found[1]
        assert seen(one, scored.state, scored) == seen(other, scored.state, step(other, state, scored.hand, number))
        if scored.result.is_query or not scored.result.complete:
            continue
        state = scored.state


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_who_chooses_what_is_shown_plays_the_same_match(slug: str) -> None:
    """The shown options, chosen one by one, are shown again and score alike: nothing else decides."""
    game = all_games()[slug]
    for players, opened, options in combinations_of(slug, Random(f"{SEED} {slug}")):
        shown = options_json(opened.setup.options)
        chosen = {name: value for name, value in shown.items() if value is not None}
        again = open_match(game, players, chosen)
        assert options_json(again.setup.options) == shown, options
        play_alike(slug, opened, again, f"{slug} {options}")


@pytest.mark.parametrize(
    ("slug", "players", "options", "name", "first", "second"),
    [(slug, *case) for slug, cases in sorted(NO_EFFECT.items()) for case in cases],
)
def test_an_option_without_effect_changes_nothing(
    slug: str, players: int, options: dict[str, Any], name: str, first: Any, second: Any
) -> None:
    game = all_games()[slug]
    one, other = (open_match(game, players, {**options, name: value}) for value in (first, second))
    play_alike(slug, one, other, f"{slug} {name}")
