"""A hand that its declarer lost has a line that says why: too few points, an announcement, a bid too high, given up."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from scoring.engine.match import ScoredHand
from scoring.engine.messages import render
from tests.games.table import Table
from tests.volume.change import Entry
from tests.volume.run import Volume

HANDS = 150
SEED = 11

Details = Mapping[str, Any]


def _not_made(details: Details) -> bool:
    return details.get("made") is False


#: Of every game with a declarer: whether a hand was lost, and the line that says why.
LOST: dict[str, tuple[Callable[[Details], bool], str]] = {
    "back-alley": (lambda details: False in details.get("made", ()), "took|failed the|cannot be made"),
    "belote": (_not_made, "failed|against the taker"),
    "cinch": (lambda details: details.get("short", 0) > 0, "^Broken, .* short"),
    "fipsen": (_not_made, "promised: missed|was lost$|given up"),
    "schafkopf": (
        lambda details: details.get("line") in ("lost", "schneidered", "schwarz_against"),
        "lost|ess than|nder",
    ),
    "skat": (
        lambda details: details.get("won") is False,
        "needed: missed|overbid|gives up|A trick was taken",
    ),
    "solo": (_not_made, "needed .* failed$"),
    "twenty-nine": (_not_made, "^Not made"),
    "tyzicha": (_not_made, "is broken|concedes"),
}


class _Lost(Volume):
    """Random hands; those that were lost are read."""

    lost = 0

    def _count(self, players: int, entry: Entry, scored: ScoredHand) -> None:
        super()._count(players, entry, scored)
        is_lost, reason = LOST[self.game.slug]
        if is_lost(scored.result.details):
            self.lost += 1
            texts = [render(line.message) for line in scored.result.lines]
            assert any(re.search(reason, text) for text in texts), (entry, texts)


@pytest.mark.parametrize("slug", sorted(LOST))
def test_a_lost_hand_says_why(slug: str) -> None:
    volume = _Lost(slug, SEED)
    volume.run(HANDS)
    assert volume.lost > HANDS / 30


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"announced": "schwarz", "declarer_points": 106}, "All ten tricks were needed: missed"),
        ({"kind": "grand", "announced": "open", "declarer_points": 110}, "All ten tricks were needed: missed"),
        ({"announced": "schwarz", "outcome": {"won": False}}, "All ten tricks were needed: missed"),
        ({"announced": "schneider", "declarer_points": 80}, "90 card points were needed: missed"),
        ({"declarer_tricks": 0}, "61 card points were needed: missed"),
        ({"outcome": {"won": False}}, "61 card points were needed: missed"),
    ],
)
def test_a_lost_game_of_skat_says_what_was_needed(more: dict[str, Any], text: str) -> None:
    hand = {"kind": "suit", "trump": "C", "declarer": 0, "hand": True, "matadors": {"with": 1}, **more}
    if hand["kind"] == "grand":
        del hand["trump"]
    lines = [str(line.message) for line in Table("skat", 3).score(hand).lines]
    assert text in lines


def test_a_contract_that_must_be_exceeded_says_so() -> None:
    hand = {"kind": "played", "declarer": 0, "contract": 120, "card_points": [80, 20, 20]}
    hand["marriages"] = [{"seat": 0, "suit": "S"}]
    table = Table("tyzicha", 3, {"make_contract": "exceed"})
    lines = [str(line.message) for line in table.score(hand).lines]
    assert any("more is needed here" in line for line in lines)
