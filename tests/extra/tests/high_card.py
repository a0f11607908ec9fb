"""High Card: a cut, an impossible seat, any entry, a correction."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from scoring.games import get
from tests.games.table import Table, any_hand

TABLE = Table("high-card", 2)


def cut(winner: int, card: str = "") -> dict[str, Any]:
    return {"kind": "cut", "winner": winner, **({"card": card} if card else {})}


def test_the_highest_card_scores_one() -> None:
    assert TABLE.score(cut(1)).points == [0, 1]


def test_there_are_only_so_many_seats() -> None:
    assert TABLE.no(cut(2)) == ("/winner", "seat_unknown")


def test_a_two_is_never_the_highest_card() -> None:
    assert TABLE.score(cut(0, "KH")).points == [1, 0]
    assert TABLE.no(cut(0, "2H")) == ("/card", "no_highest_card")
    assert TABLE.no(cut(0, "JK")) == ("/card", "card_unknown")


def test_the_target_ends_the_match() -> None:
    assert TABLE.play(cut(0), cut(0), cut(0)).verdict.winners == [0]


def test_a_correction_gives_what_the_right_entry_would_have_given() -> None:
    assert TABLE.play(cut(0), cut(1)).totals == [1, 1]


@given(any_hand(get("high-card"), 2))
def test_any_entry_is_scored_or_refused(entered: dict[str, Any]) -> None:
    scored = TABLE.try_out(entered)
    assert scored is None or sum(scored.points) == 1
