"""Reversis: what cannot have happened, tricks to look up, and the form."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.engine.form import Choice, Events
from scoring.engine.refusal import Refusal
from scoring.engine.tricks import TrickResult
from scoring.games import get
from scoring.games.reversis.models import VALUES
from scoring.pages.form_data import with_events
from tests.games.table import Table
from tests.games.test_reversis import FORCED, KEPT, THROWN, broken, event, party, reversis

GAME = get("reversis")
TABLE = Table("reversis", 4)
OUT = {"talon": "2C 3C 4C 5C", "tricks": [3, 3, 3, 2], "points": [10, 11, 12, 7]}


def noted(*events: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A party with no scoring card in the talon."""
    return party(list(events), **{**OUT, **more})


FOUR = [event("ace_off", 3, 1, code, trick=5 + n) for n, code in enumerate(("AC", "AS", "AD"))]
REST = [*FOUR, event("quinola_off", 0, 2, trick=9)]
LED = event("ace_led", 0, None, "AH")


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        # tricks and points
        (party(THROWN, [3, 3, 3, 3]), "/tricks", "wrong_sum"),
        (party(THROWN, [3, 3, 3]), "/tricks", "wrong_length"),
        (party(THROWN, [-1, 3, 3, 6]), "/tricks/0", "negative"),
        (party(THROWN, [0, 11, 0, 0], [0, 24, 0, 0]), "/tricks/1", "is_reversis"),
        (party(THROWN, points=[6, 6, 6, 7]), "/card_points", "wrong_sum"),
        (party(THROWN, points=[6, 6, 6]), "/card_points", "wrong_length"),
        (party(THROWN, [3, 4, 4, 0]), "/card_points/3", "too_many_points"),
        (party(THROWN, [1, 4, 4, 2], [17, 1, 2, 4]), "/card_points/0", "too_many_points"),
        (party(THROWN, points=[8, 0, 8, 8]), "/card_points/1", "too_few_points"),
        (noted(*REST, event("ace_forced", 0, 1, "AH"), points=[3, 15, 11, 11]), "/card_points/0", "too_few_points"),
        (noted(*REST, event("ace_led", 0, None, "AH"), points=[3, 15, 11, 11]), "/card_points/0", "too_few_points"),
        (noted(*REST, event("ace_led", 0, None, "AH"), points=[10, 11, 12, 7]), "/card_points/1", "too_few_points"),
        # talon
        (noted(*REST, LED, talon="", points=[7, 15, 11, None]), "/talon", "talon_missing"),
        (party(THROWN, talon="AC AS AH AD 2C"), "/talon", "talon_size"),
        (party(THROWN, talon="AC AS AH 10D"), "/talon/3", "card_unknown"),
        (party(THROWN, talon="AC AS AH AH"), "/talon/3", "card_twice"),
        # each ace and the Quinola once
        (party([]), "/events", "card_missing"),
        (party(THROWN, talon="AC AS AH 2D"), "/events", "card_missing"),
        (party([*THROWN, *FORCED]), "/events/1", "card_twice"),
        (party([event("ace_off", 0, 1, "AC"), *THROWN]), "/events/0", "card_twice"),
        (party([event("ace_off", 0, 1, "KC"), *THROWN]), "/events/0/card", "not_an_ace"),
        (party([event("ace_off", 0, 1, "JH")]), "/events/0/card", "not_an_ace"),
        # seats of an event
        (party([event("quinola_off", 0, 0)]), "/events/0/winner", "own_trick"),
        (party([event("quinola_forced", 1, 1)]), "/events/0/leader", "own_trick"),
        (party([event("quinola_off", 4, 1)]), "/events/0/seat", "seat_unknown"),
        (party([event("quinola_off", 0, 4)]), "/events/0/winner", "seat_unknown"),
        (party([event("quinola_forced", 0, -1)]), "/events/0/leader", "seat_unknown"),
        (party([event("quinola_off", 0, 1, claimed=True)]), "/events/0/claimed", "claim_not_led"),
        (party([event("quinola_forced", 0, 1, claimed=True)]), "/events/0/claimed", "claim_not_led"),
        # winners and leaders without a trick
        (party([event("quinola_off", 0, 1)], [3, 0, 3, 5], [6, 0, 9, 9]), "/tricks/1", "too_few_tricks"),
        (party([event("quinola_led", 0)], [0, 3, 3, 5], [0, 6, 9, 9]), "/events/0/seat", "cannot_lead"),
        (party([event("quinola_forced", 1, 0)], [0, 3, 3, 5], [0, 6, 9, 9]), "/events/0/leader", "cannot_lead"),
        (party([event("quinola_led", 1, trick=2)], [3, 0, 3, 5], [6, 0, 9, 9]), "/events/0/seat", "cannot_lead"),
        # trick numbers
        (party([event("quinola_off", 0, 1, trick=0)]), "/events/0/trick", "trick_order"),
        (party([event("quinola_off", 0, 1, trick=12)]), "/events/0/trick", "trick_order"),
        (noted(REST[0], REST[1] | {"trick": 4}, *REST[2:]), "/events/1/trick", "trick_order"),
        # who led the first trick
        (party([event("quinola_led", 2, trick=1)]), "/events/0/seat", "two_leaders"),
        (party([event("quinola_forced", 0, 3, trick=1)]), "/events/0/leader", "two_leaders"),
        (party([event("quinola_off", 1, 3, trick=1)]), "/events/0/seat", "played_twice"),
        # events of one trick
        (noted(REST[0], event("ace_off", 0, 2, "AS", trick=5)), "/events/1/winner", "two_winners"),
        (noted(REST[0], event("ace_off", 3, 1, "AS", trick=5)), "/events/1/seat", "played_twice"),
        (noted(REST[0], event("ace_led", 0, None, "AS", trick=5)), "/events/1/seat", "two_winners"),
        (noted(REST[0], event("ace_forced", 1, 3, "AS", trick=5)), "/events/1/seat", "played_twice"),
        (
            noted(event("quinola_forced", 0, 2, trick=5), event("ace_forced", 1, 3, "AH", trick=5)),
            "/events/1/leader",
            "two_leaders",
        ),
        (
            noted(event("quinola_forced", 0, 2, trick=5), event("ace_forced", 1, 2, "AS", trick=5)),
            "/events/1",
            "two_suits",
        ),
        (noted(REST[0], event("ace_forced", 1, 2, "AC", trick=5)), "/events/1", "card_twice"),
        (
            noted(event("ace_off", 3, 1, "AH", trick=5), event("quinola_forced", 0, 2, trick=5)),
            "/events/1",
            "two_suits",
        ),
        # espagnolette
        (party(THROWN, espagnolette=0), "/espagnolette", "no_right"),
        (KEPT | {"espagnolette": 1}, "/espagnolette", "no_right"),
        (KEPT | {"espagnolette": 4}, "/espagnolette", "seat_unknown"),
        # reversis
        (reversis(4), "/seat", "seat_unknown"),
        (reversis(0, False), "/broken_by", "breaker_missing"),
        (broken(0), "/broken_by", "own_trick"),
        (broken(4), "/broken_by", "seat_unknown"),
        (broken(1, 9), "/broken_trick", "broken_trick"),
        (broken(1, 12), "/broken_trick", "broken_trick"),
        (reversis(0, False, broken_by=1), "/broken_trick", "broken_trick"),
        (broken(broken_with_quinola=True, quinola_in_nine=True), "/broken_with_quinola", "quinola_twice"),
        (reversis(0, broken_by=1), "/broken_by", "not_broken"),
        (reversis(1, broken_by=0), "/broken_by", "not_broken"),
        (reversis(1, broken_trick=0), "/broken_trick", "not_broken"),
        (reversis(0, broken_with_quinola=True), "/broken_with_quinola", "not_broken"),
        (reversis(0, espagnolette=0), "/espagnolette", "own_espagnolette"),
        (reversis(0, espagnolette=5), "/espagnolette", "seat_unknown"),
        (reversis(0, espagnolette=1, talon=["AC", "AS", "2C", "3C"]), "/espagnolette", "no_right"),
        (reversis(0, talon=["AC", "2C", "3C", "4C", "5C"]), "/talon", "talon_size"),
        (reversis(0, quinola_in_nine=True, talon=["JH", "2C", "3C", "4C"]), "/quinola_in_nine", "quinola_in_talon"),
        (reversis(0, events=[event("ace_off", 1, 2, "AC", trick=3)]), "/events/0", "not_the_winner"),
        (reversis(0, events=[event("quinola_led", 0, trick=3)]), "/quinola_in_nine", "disagree"),
        (reversis(0, events=[event("ace_led", 1, None, "AC", trick=11)]), "/events/0", "not_the_winner"),
        (broken(1, 11, events=[event("ace_off", 2, 3, "AC", trick=10)]), "/events/0", "not_the_winner"),
        (broken(1, 10, events=[event("ace_off", 2, 3, "AC", trick=10)]), "/events/0", "not_the_winner"),
        (reversis(0, events=[event("ace_forced", 0, 2, "AC", trick=3)]), "/events/0", "cannot_lead"),
        (broken(1, 10, events=[event("ace_forced", 2, 0, "AC", trick=11)]), "/events/0", "cannot_lead"),
        (
            reversis(0, quinola_in_nine=True, events=[event("quinola_off", 1, 0, trick=3)]),
            "/quinola_in_nine",
            "disagree",
        ),
        (
            broken(1, broken_with_quinola=True, events=[event("quinola_off", 1, 0, trick=3)]),
            "/broken_with_quinola",
            "disagree",
        ),
        (
            broken(1, 10, broken_with_quinola=True, events=[event("quinola_led", 1, trick=11)]),
            "/broken_with_quinola",
            "disagree",
        ),
    ],
)
def test_hands_that_cannot_have_happened(hand: dict[str, Any], pointer: str, code: str) -> None:
    assert TABLE.no(hand) == (pointer, code)


def test_events_that_fit_a_broken_reversis() -> None:
    won = event("quinola_forced", 1, 0, trick=10)
    last = event("ace_led", 1, None, "AC", trick=11)
    noted_hand = broken(1, 10, broken_with_quinola=True, events=[won, last])
    assert TABLE.score(noted_hand).points == TABLE.score(broken(1, 10, broken_with_quinola=True)).points


@pytest.mark.parametrize(("tricks", "most"), [(1, 16), (2, 28), (3, 36)])
def test_so_many_tricks_hold_so_many_points_at_most(tricks: int, most: int) -> None:
    events = [event("ace_off", 1, 2, code) for code in ("AC", "AS", "AD", "AH")] + [event("quinola_off", 1, 0)]

    def hand(points: int) -> dict[str, Any]:
        return party(events, [11 - tricks, 0, tricks, 0], [40 - points, 0, points, 0], "2C 3C 4C 5C")

    assert TABLE.score(hand(most)).complete
    assert TABLE.no(hand(most + 1)) == ("/card_points/2", "too_many_points")


def test_what_may_stand_in_one_trick() -> None:
    together = noted(
        event("ace_led", 1, None, "AC", trick=5),
        event("ace_off", 2, 1, "AS", trick=5),
        event("ace_off", 3, 1, "AH", trick=5),
        event("quinola_off", 0, 1, trick=5),
        event("ace_forced", 0, 2, "AD", trick=7),
        points=[10, 16, 9, 5],
    )
    assert TABLE.score(together).details["pots"] == []


def test_the_first_trick_is_led_from_the_dealers_left_even_by_a_player_without_a_trick() -> None:
    hand = party([event("quinola_led", 1, trick=1)], [3, 0, 3, 5], [6, 0, 9, 9])
    assert TABLE.score(hand).details["party_winner"] == 1


@pytest.mark.parametrize(
    "hand",
    [
        party([{"kind": "king_off", "seat": 0}]),
        party([{"kind": "ace_off", "seat": 0, "winner": 1}]),
        party([{"seat": 0}]),
        {"kind": "party", "tricks": [3, 3, 3, 2], "card_points": [6, 6, 6, 6]},
        {"kind": "reversis", "seat": 0},
    ],
)
def test_entries_without_form_are_malformed(hand: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        TABLE.play(hand)
    assert refused.value.malformed


@pytest.mark.parametrize(
    ("players", "options", "start", "pointer"),
    [
        (3, {}, {}, "/players"),
        (5, {}, {}, "/players"),
        (4, {"start_chips": 1001}, {}, "/options/start_chips"),
        (4, {"hands": 0}, {}, "/options/hands"),
        (4, {}, {"pots": [0]}, "/start/pots/0"),
        (4, {}, {"totals": [1, 2, 3, 0.5]}, "/start/totals/3"),
    ],
)
def test_tables_that_cannot_be(players: int, options: dict[str, Any], start: dict[str, Any], pointer: str) -> None:
    assert Table("reversis", players, options, **start).no_setup()[0] == pointer


# -- tricks ------------------------------------------------------------------------------------------


def test_the_highest_card_of_its_suit_takes_the_trick() -> None:
    answer = TABLE.trick(plays=[(2, "9C"), (3, "JC"), (0, "AH"), (1, "KC")])
    assert isinstance(answer, TrickResult)
    assert (answer.winner, answer.card, answer.next_leader) == (1, "KC", 1)


def test_suit_is_followed_unless_an_espagnolette_refuses() -> None:
    assert TABLE.legal(plays=[(0, "9C")], hand=["2C", "AH"]) == ["2C"]
    assert TABLE.legal(plays=[(0, "9C")], hand=["AH", "2D"]) == ["AH", "2D"]
    early = {"plays": [(0, "9C")], "hand": ["2C", "AH"], "espagnolette": True}
    assert TABLE.legal(**early, number=9) == ["2C", "AH"]
    assert TABLE.legal(**early, number=10) == ["2C"]
    assert TABLE.no_trick(**early) == ("/number", "number_missing")
    assert TABLE.no_trick(**early, number=12) == ("/number", "trick_order")


@pytest.mark.parametrize(
    ("plays", "code"),
    [
        ([(0, "9C"), (1, "9C"), (2, "2C"), (3, "3C")], "card_twice"),
        ([(0, "9C"), (1, "10C"), (2, "2C"), (3, "3C")], "card_unknown"),
        ([(0, "9C"), (2, "8C"), (1, "2C"), (3, "3C")], "out_of_turn"),
    ],
)
def test_tricks_that_cannot_be(plays: list[Any], code: str) -> None:
    assert TABLE.no_trick(plays=plays)[1] == code


# -- the form ------------------------------------------------------------------------------------------


def test_the_untouched_form_is_a_party_with_nothing_typed() -> None:
    opened = TABLE.play().open_match
    form = GAME.form(opened.setup, opened.state)
    answer = [control.name for control in form.visible(form.initial()) if not control.fold]
    assert answer == ["kind", "events", "tricks", "card_points", "talon"]
    three_taps = form.initial() | {"kind": ["reversis"], "seat": ["2"]}
    assert TABLE.score(form.read(three_taps)).points == TABLE.score(reversis(2)).points


@pytest.mark.parametrize(
    "hand",
    [
        party(THROWN),
        KEPT,
        noted(*REST, event("ace_led", 0, None, "AH", claimed=True), points=[7, 15, 11, 7]),
        reversis(1, quinola_in_nine=True, espagnolette=2),
        broken(3, 10, broken_with_quinola=True),
        reversis(0, events=[event("ace_off", 1, 0, "AC", trick=3)], talon=["2C", "3C", "4C", "5C"]),
    ],
)
def test_a_recorded_hand_comes_back_for_its_correction(hand: dict[str, Any]) -> None:
    opened = TABLE.play().open_match
    form = GAME.form(opened.setup, opened.state)
    again = form.read(form.show(hand))
    assert {name: again[name] for name in hand if name != "talon"} == {
        name: value for name, value in hand.items() if name != "talon"
    }
    assert set(again.get("talon") or ()) == set(hand.get("talon") or ())
    assert TABLE.score(again).points == TABLE.score(hand).points


def test_a_card_that_was_played_cannot_be_chosen_again() -> None:
    opened = TABLE.play().open_match
    form = GAME.form(opened.setup, opened.state)
    events = next(control for control in form.controls if isinstance(control, Events))
    data = form.initial() | {"events.piece.piece": ["AS"]}
    for by, how, coming in (("0", "off1", "AH"), ("2", "led", "AD"), ("2", "led", "JH"), ("1", "off0", "AC")):
        pressed = {"events.add": f"piece:{how}"}
        tapped = data | {"events.piece.by": [by]} | {name: [value] for name, value in pressed.items()}
        data = with_events(form, tapped, pressed)
        assert data["events.piece.piece"] == [coming]
    piece, _by = events.controls_left(events.kinds[0], data["events"])
    assert isinstance(piece, Choice)
    assert [option.value for option in piece.options if not option.disabled] == ["AC"]


def test_who_took_no_trick_has_no_points_to_enter() -> None:
    opened = TABLE.play().open_match
    form = GAME.form(opened.setup, opened.state)
    tapped = {f"tricks.{seat}": [str(n)] for seat, n in enumerate((2, 3, 0))}
    tapped |= {"card_points.0": ["5"], "card_points.1": ["7"], "kind": ["party"]}
    assert form.read(tapped)["card_points"] == [5, 7, 0, None]


def test_cards_without_points_need_not_be_in_the_talon() -> None:
    hand: Any = GAME.examples[0].hands[0]
    with_points = [code for code in hand["talon"] if code[:-1] in VALUES]
    assert 0 < len(with_points) < len(hand["talon"])
    assert TABLE.score({**hand, "talon": with_points}).points == TABLE.score(hand).points


def test_events_are_told_in_words() -> None:
    opened = TABLE.play().open_match
    form = GAME.form(opened.setup, opened.state)
    hand = noted(*REST, event("ace_forced", 0, 1, "AH"))
    texts = [str(said) for _, said in form.controls[1].entries(form.show(hand))]  # type: ignore[attr-defined]
    assert texts[0].endswith("threw ♣A, trick to \ue001")
    assert texts[-1].endswith("followed suit with ♥A, \ue001 led")
