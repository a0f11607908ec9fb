"""No text of a hand, notice, refusal, look-up or end of a match begins with a small letter, in any game or language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

from companion.http.problems import Problem
from scoring.api.bodies import ScoreBody
from scoring.api.scoring import look_up_trick, score
from scoring.games import all_games
from tests.games.test_explanation_lines import _matches
from tests.volume.change import Lookups
from tests.volume.run import Volume

LOOK_UPS = 150
SPOILT = 30


def texts_of(problem: Problem) -> Iterator[str]:
    yield from (error["detail"] for error in problem.errors)
    yield problem.detail


def answered(slug: str, match: dict[str, Any]) -> Iterator[str]:
    """The texts that the API gives for a match, and for each part of it up to a hand."""
    game, hands = all_games()[slug], match["hands"]
    names = [name.upper() for name in "abcdefghijkl"[: match["players"]]]
    for count in range(1, len(hands) + 1):
        body = ScoreBody(
            players=names, options=match.get("options") or {}, start=match.get("start") or {}, hands=hands[:count]
        )
        try:
            answer = json.loads(score(game, body))
        except Problem as problem:
            yield from texts_of(problem)
            return
        last = answer["hands"][-1]
        if last["summary"] != hands[count - 1].get("note"):  # which is shown as it was typed
            yield last["summary"]
        yield from (one["text"] for one in last["explanation"])
        yield from (one["text"] for one in (answer["next"] or {}).get("notices", ()))
        if "reason" in answer:
            yield answer["reason"]


def spoilt(rng: Random, match: dict[str, Any]) -> dict[str, Any]:
    """The match with a field of its last hand changed to that of nobody: most of these are refused."""
    hand = dict(match["hands"][-1])
    name = rng.choice(sorted(hand))
    hand[name] = rng.choice([None, -1, 7, [], [0], "C", True, 999])
    return {**match, "hands": [*match["hands"][:-1], hand]}


def looked_up(slug: str) -> Iterator[str]:
    volume, rng = Volume(slug, 11), Random(11)
    game = all_games()[slug]
    if not game.Lookup or not volume.lookup_changes:
        return
    for _ in range(LOOK_UPS):
        players = rng.choice(game.players)
        try:
            yield look_up_trick(
                game, game.Lookup, {"players": players, **Lookups(volume.lookup_changes).made(players)}
            )["why"]
        except Problem as problem:
            yield from texts_of(problem)


#: Those that have small letters.
CODES = [code for code, _ in settings.LANGUAGES if code != "zh-hans"]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("slug", sorted(all_games()))
def test_a_sentence_begins_with_a_capital_letter(slug: str, code: str) -> None:
    rng = Random(slug)
    matches = list(_matches(slug))
    with override(code):
        texts = {text for match in matches for text in answered(slug, match)}
        if code in ("en", "de"):  # refusals and answers to look-ups are written by the same function in all languages
            for _ in range(SPOILT):
                texts |= set(answered(slug, spoilt(rng, rng.choice(matches))))
            texts |= set(looked_up(slug))
    assert len(texts) > 10
    assert not sorted(text for text in texts if text[:1].islower())


@pytest.mark.parametrize("code", CODES)
def test_a_note_stays_as_it_was_typed(code: str) -> None:
    with override(code):
        body = ScoreBody(players=2, hands=[{"kind": "round", "scores": [1, 2], "note": "first round"}])
        (hand,) = json.loads(score(all_games()["points"], body))["hands"]
    assert hand["summary"] == "first round"
