"""One rule for the look-up of an unfinished trick, in every game with tricks."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.engine.cards import suit_of
from scoring.engine.messages import fill_names, render
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games import all_games
from scoring.games.truco import models as truco
from tests.games.table import Table

#: What a look-up must say beside the cards. Buried Treasure has no tricks.
NEEDED: dict[str, dict[str, Any]] = {
    "skat": {"game": "H"},
    "democracy": {"up_card": "7S"},
    "twenty-nine": {"trump": "H"},
}
SLUGS = [slug for slug, game in sorted(all_games().items()) if game.Lookup and slug != "buried-treasure"]


def asked_about(slug: str) -> tuple[Table, dict[str, Any], list[str]]:
    """A table, what it must say, and spades that are no trumps."""
    game = all_games()[slug]
    assert game.Lookup
    trump = {"trump": "H"} if "trump" in game.Lookup.model_fields else {}
    cards = game.Lookup.pack.cards if game.Lookup.pack else truco.PACK.cards
    players = 4 if 4 in game.players else game.players[0]
    return Table(slug, players), NEEDED.get(slug, trump), [code for code in cards if suit_of(code) == "S"]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("played", [1, 2, 3])
def test_the_winner_so_far(slug: str, played: int) -> None:
    table, needed, spades = asked_about(slug)
    size = 3 if slug == "skat" else 2 if slug == "loo" else table.players
    if played >= size:
        pytest.skip("that is a whole trick")
    answer = table.trick(plays=list(enumerate(spades[:played])), **needed)
    assert isinstance(answer, TrickResult)
    assert answer.winner in range(played)
    assert answer.card in spades[:played]
    assert answer.next_leader is None
    assert render(answer.why).endswith(", so far")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_hand_is_accepted(slug: str) -> None:
    table, needed, spades = asked_about(slug)
    for plays in ([], [(0, spades[0])]) if slug != "mate" else ([(0, spades[0])],):
        answer = table.trick(plays=plays, hand=spades[1:3], **needed)
        assert isinstance(answer, LegalPlays)
        assert set(answer.cards) <= set(spades[1:3])
        assert answer.cards


@pytest.mark.parametrize(
    ("slug", "asked", "text"),
    [
        ("truco", {"plays": [(0, "3C"), (1, "3H")]}, "♣3 ♥3 are equal and on both sides, so far"),
        ("truc", {"plays": [(0, "3C"), (1, "3H")]}, "♣3 ♥3 are equal and on both sides, so far"),
        (
            "democracy",
            {"up_card": "7S", "plays": [(0, "KC"), (1, "KH")]},
            "♣K, ♥K are equally high, and nobody played a trump, so far",
        ),
    ],
)
def test_nobody_is_ahead(slug: str, asked: dict[str, Any], text: str) -> None:
    answer = Table(slug, 4).trick(**asked)
    assert isinstance(answer, TrickResult)
    assert (answer.winner, answer.card, answer.next_leader) == (None, None, None)
    assert fill_names(render(answer.why), [], []) == text


def test_a_lead_and_no_answer_in_mate() -> None:
    answer = Table("mate", 2).trick(lead="AD")
    assert isinstance(answer, TrickResult)
    assert (answer.card, answer.extra, answer.next_leader) == ("AD", {"winner": "lead"}, None)
