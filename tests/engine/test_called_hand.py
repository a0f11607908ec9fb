"""Stakes that are called, and a hand of tricks between two pairs while they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from scoring.engine.called_hand import CalledHand
from scoring.engine.messages import fill_names, render
from scoring.engine.models import OptionsModel, Setup
from scoring.engine.refusal import Refusal
from scoring.engine.stakes import CalledStakes
from scoring.engine.tricks import Play, TieableTrick
from tests.engine.refusals import reason

PAIRS: Setup[Any] = Setup(4, OptionsModel(), ((0, 2), (1, 3)))
Event = tuple[str, Any]


class Hand(CalledHand[Event, Play]):
    """Two tricks with aces over kings; after a tied trick its leader leads again."""

    def __init__(self) -> None:
        super().__init__(PAIRS, 3, CalledStakes((1, 3, 6)))

    @property
    def over(self) -> bool:
        return len(self.tricks) == 2

    def add(self, event: Event) -> None:
        match event:
            case ("call", (caller, to)):
                self.calls.call(caller, self.calls.check_call(caller, to))
            case ("accept", answerer):
                self.accept(answerer)
            case ("won", winner):
                self.add_trick(None, (winner,))
            case ("empty", _):
                self.add_trick(None, ())
            case (_, (cards, entered)):
                leader = self.leaders[0]
                plays = [Play(seat=(leader + place) % 4, card=code) for place, code in enumerate(cards.split())]
                self.add_trick(plays, entered)

    def card_order(self) -> Sequence[Sequence[str]]:
        return [["AC", "AS", "AH", "AD"], ["KC", "KS", "KH", "KD"]]

    def check_plays(self, plays: Sequence[Play]) -> None:
        pass

    def leaders_after_tie(self, trick: TieableTrick[Play] | None, leader: int | None) -> tuple[int, ...]:
        return self.leaders if leader is None else (leader,)


def played(*events: Event) -> Hand:
    hand = Hand()
    hand.play(events)
    return hand


def refused(*events: Event) -> tuple[str, str]:
    with pytest.raises(Refusal) as refusal:
        played(*events)
    return reason(refusal.value)


def test_an_accepted_call_is_the_stake() -> None:
    hand = played(("call", (0, 3)), ("accept", 1))
    assert hand.calls.stake == 3
    assert played(("call", (0, 3)), ("call", (1, 6)), ("accept", 0)).calls.stake == 6
    assert played(("call", (0, 3))).calls.stake == 1, "a call that waits is no stake yet"


@pytest.mark.parametrize(
    ("events", "answer"),
    [
        ([("call", (0, 6))], ("/events/0/to", "raise_skipped")),
        ([("call", (0, 4))], ("/events/0/to", "stake_unknown")),
        ([("call", (0, 3)), ("call", (0, 6))], ("/events/1/side", "raised_last")),
        ([("call", (0, 3)), ("call", (1, 3))], ("/events/1/to", "raise_repeated")),
        ([("accept", 0)], ("/events/0", "nothing_to_answer")),
        ([("call", (0, 3)), ("accept", 0)], ("/events/1/side", "own_answer")),
        ([("call", (0, 3)), ("won", 0)], ("/events/1", "raise_unanswered")),
        ([("won", 0), ("won", 0), ("won", 1)], ("/events/2", "hand_decided")),
        ([("empty", None)], ("/events/0", "trick_empty")),
        ([("cards", ("AC KC KS KH", (1,)))], ("/events/0/winner", "winner_differs")),
    ],
)
def test_events_that_are_not_possible(events: list[Event], answer: tuple[str, str]) -> None:
    assert refused(*events) == answer


def test_the_winner_of_a_trick_leads_the_next() -> None:
    assert played().leaders == (0,), "the player after the dealer leads first"
    assert played(("cards", ("KC AC KS KH", ()))).leaders == (1,)
    assert played(("won", 1)).leaders == (1, 3), "which of the two is not known"
    assert played(("cards", ("AC AS KS KH", ()))).leaders == (0,)


def test_tricks_are_explained() -> None:
    lines = played(("cards", ("KC AC KS KH", ())), ("won", None)).lines
    assert [fill_names(render(line.message), [], ["Us", "Them"]) for line in lines] == [
        "Trick 1: Them, with ♣A",
        "Trick 2 is tied",
    ]
    assert [line.rule for line in lines] == ["tricks", "ties"]
