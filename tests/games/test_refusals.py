"""Refusals of input of the wrong form: the pointer, the sentence, and whether it is malformed."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.engine.match import replay
from scoring.engine.refusal import Refusal
from scoring.games import get


def _refused(slug: str, players: int, hand: Any) -> tuple[bool, list[tuple[str, str]]]:
    with pytest.raises(Refusal) as caught:
        replay(get(slug), players, [hand])
    return caught.value.malformed, [(fault.pointer, str(fault.message)) for fault in caught.value.errors]


def test_a_limit_is_no_malformed_input() -> None:
    hand = {"kind": "round", "scores": [1_000_000, 2]}
    assert _refused("points", 2, hand) == (False, [("/hands/0/scores/0", "At most 99,999 is allowed.")])


def test_a_wrong_type_beside_a_limit_is_malformed() -> None:
    malformed, faults = _refused("points", 2, {"kind": "round", "scores": [1_000_000, "x"]})
    assert malformed
    assert [pointer for pointer, _ in faults] == ["/hands/0/scores/0", "/hands/0/scores/1"]


@pytest.mark.parametrize("value", [{}, {"a": 1}, [], "x", True])
def test_the_pointer_names_the_field_and_not_what_was_tried(value: Any) -> None:
    malformed, faults = _refused("points", 2, {"kind": "round", "scores": [value, 2]})
    assert malformed
    assert [pointer for pointer, _ in faults] == ["/hands/0/scores/0"]


@pytest.mark.parametrize(
    ("hand", "pointer", "words"),
    [
        ({"kind": "round"}, "/hands/0/scores", "This field is needed."),
        ({"kind": "round", "scores": [1, 2], "x": 1}, "/hands/0/x", "There is no such field here."),
        ([], "/hands/0", "An object is needed."),
        (None, "/hands/0", "An object is needed."),
    ],
)
def test_what_is_missing_or_too_much(hand: Any, pointer: str, words: str) -> None:
    assert _refused("points", 2, hand) == (True, [(pointer, words)])


def test_a_kind_that_is_no_name_is_not_shown_as_one() -> None:
    assert "{" not in _refused("skat", 3, {"kind": {"a": 1}})[1][0][1]
    assert "zz is not known here" in _refused("skat", 3, {"kind": "zz"})[1][0][1]
