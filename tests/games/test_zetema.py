"""Zetema: what is scored and when, what cannot have happened, cards that make a meld, the end on the spot."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.form import Events
from scoring.engine.game import Figure
from scoring.games import get
from tests.games.table import Table, any_hand

GAME = get("zetema")
RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()  # noqa: SIM905
FORMER = {"A": 110, "5": 110, "J": 120, "Q": 130, "K": 130}
ZETEMAS = {"A": 15, "5": 15, "J": 20, "Q": 50, "K": 50}


def table(players: int = 3, start: dict[str, Any] | None = None, **options: Any) -> Table:
    return Table("zetema", players, options, **(start or {}))


def meld(seat: int, e: str, cards: str | None = None) -> dict[str, Any]:
    return {"kind": e, "seat": seat, **({} if cards is None else {"cards": cards.split()})}


def five(seat: int, rank: str, e: str = "zetema", cards: str | None = None) -> dict[str, Any]:
    return {**meld(seat, e, cards), "rank": rank}


def marry(seat: int, suits: str, cards: str | None = None) -> dict[str, Any]:
    return {**meld(seat, "marriages", cards), "suits": list(suits)}


TURNS = {"kind": "turns"}


def hand(*events: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"kind": "events", "events": list(events), **more}


def sums(*points: int) -> dict[str, Any]:
    return {"kind": "summary", "points": list(points)}


# -- what things are worth -----------------------------------------------------------------------------


@pytest.mark.parametrize(("e", "worth"), [("sequence", 20), ("flush", 30), ("flush_sequence", 50)])
def test_melds(e: str, worth: int) -> None:
    assert table().score(hand(meld(1, e))).points == [0, worth, 0]


@pytest.mark.parametrize("rank", RANKS)
def test_five_of_a_rank_in_the_hand_and_on_the_pile(rank: str) -> None:
    assert table().score(hand(five(0, rank, "assembly"))).points == [FORMER.get(rank, 100), 0, 0]
    assert table().score(hand(five(0, rank))).points == [ZETEMAS.get(rank, 5), 0, 0]
    both = table().score(hand(five(0, rank, "assembly"), five(0, rank)))
    assert both.points == [FORMER.get(rank, 100) + ZETEMAS.get(rank, 5), 0, 0]


@pytest.mark.parametrize(
    ("suits", "worth"),
    [("C", 10), ("S", 20), ("CH", 30), ("SS", 50), ("CHD", 60), ("SSD", 80), ("CSHD", 110), ("SSHD", 120)],
)
def test_marriages_declared_together(suits: str, worth: int) -> None:
    assert table().score(hand(marry(2, suits))).points == [0, 0, worth]


def test_all_five_marriages_at_once() -> None:
    assert table().score(hand(marry(0, "CSSHD"))).points == [150, 0, 0]
    assert table(six_marriage="150_plus_imperial").score(hand(marry(0, "CSSHD"))).points == [170, 0, 0]


def test_partners_share_a_column() -> None:
    assert table(4).score(hand(meld(2, "flush"), meld(3, "sequence"))).points == [30, 20]
    assert table(6).score(hand(meld(3, "flush"), meld(1, "sequence"), five(5, "2"))).points == [30, 20, 5]


def test_values_and_running_totals() -> None:
    details = table().score(hand(meld(0, "flush"), five(0, "J"), five(1, "A"))).details
    assert details["values"] == [30, 20, 15]
    assert details["running_totals"] == [[30, 0, 0], [50, 0, 0], [50, 15, 0]]


# -- the end ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "target"), [(2, 300), (3, 300), (4, 200), (5, 200), (6, 200)])
def test_the_usual_target(players: int, target: int) -> None:
    sides = 2 if players == 4 else 3 if players == 6 else players
    near = table(players, {"totals": [target - 20] + [0] * (sides - 1)})
    assert not near.play(hand(five(0, "A"))).verdict.finished
    won = near.play(hand(five(0, "J")))
    assert (won.verdict.finished, won.verdict.winners) == (True, [0])
    assert won.results[0].result.complete
    assert near.no(hand(five(0, "J"), five(1, "A"))) == ("/events/1", "after_end")
    assert near.no(hand(five(0, "J"), TURNS)) == ("/events/1", "after_end")
    assert near.no(hand(five(0, "J"), end="stock")) == ("/end", "after_end")


def test_a_start_may_name_the_doubled_suit() -> None:
    assert table(3, {"doubled_suit": "H"}).score(hand(marry(0, "HH"))).points == [50, 0, 0]
    assert table(3, {"doubled_suit": "H"}).no(hand(marry(0, "SS"))) == ("/events/0/suits/1", "marriage_repeated")


def test_a_target_of_the_table() -> None:
    near = table(2, {"totals": [80, 0]}, target=100)
    assert near.play(hand(five(0, "J"))).verdict.winners == [0]


def test_a_hand_stays_open_until_it_is_played_out() -> None:
    growing = table().play(hand(meld(0, "flush")))
    assert not growing.results[0].result.complete
    assert (growing.totals, growing.state.dealer, growing.state.hands_played) == ([30, 0, 0], 0, 0)
    done = table().play(hand(meld(0, "flush"), end="stock"))
    assert (done.totals, done.state.dealer, done.state.hands_played) == ([30, 0, 0], 1, 1)
    assert table().no(hand(meld(0, "flush")), hand()) == ("", "hand_open")


def test_what_is_gone_from_an_open_hand_is_carried_and_shown() -> None:
    growing = table().play(hand(five(0, "9"), marry(1, "SD"), five(2, "J", "assembly")))
    carried = growing.state.model_dump(mode="json")
    assert (carried["zetemas"], carried["marriages"], carried["assemblies"]) == (["9"], ["S", "D"], ["J"])
    on = table(3, carried)
    assert on.no(hand(five(0, "9"))) == ("/events/0/rank", "zetema_made")
    assert on.no(hand(marry(0, "D"))) == ("/events/0/suits/0", "marriage_repeated")
    assert on.score(hand(marry(0, "S"))).points == [20, 0, 0]
    answer = [item for item in GAME.board(growing.open_match.setup, growing.state) if isinstance(item, Figure)]
    assert [item.value for item in answer] == ["♠", "9", "♣♠♥"]
    assert table().play(hand(five(0, "9"), end="stock")).state.zetemas == []


# -- what cannot have happened ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "pointer", "code"),
    [
        ([five(0, "9"), five(1, "9")], "/events/1/rank", "zetema_made"),
        ([five(0, "9"), five(1, "9", "assembly")], "/events/1/rank", "zetema_made"),
        ([five(0, "9", "assembly"), five(1, "9", "assembly")], "/events/1/rank", "meld_repeated"),
        ([marry(0, "C"), five(1, "K", "assembly")], "/events/1/rank", "after_marriage"),
        ([marry(0, "C"), five(1, "Q", "assembly")], "/events/1/rank", "after_marriage"),
        ([marry(0, "C"), five(1, "K")], "/events/1/rank", "after_marriage"),
        ([five(0, "K"), marry(1, "C")], "/events/1/suits", "after_zetema"),
        ([five(0, "Q"), marry(1, "C")], "/events/1/suits", "after_zetema"),
        ([marry(0, "H"), marry(1, "H")], "/events/1/suits/0", "marriage_repeated"),
        ([marry(0, "HH")], "/events/0/suits/1", "marriage_repeated"),
        ([marry(0, "SSS")], "/events/0/suits/2", "marriage_repeated"),
        ([marry(0, "CHDSSS")], "/events/0/suits", "too_many_marriages"),
        ([marry(0, "CCHDS")], "/events/0/suits/1", "marriage_repeated"),
        ([marry(0, "")], "/events/0/suits", "no_marriage"),
        ([meld(3, "flush")], "/events/0/seat", "seat_unknown"),
        ([meld(-1, "flush")], "/events/0/seat", "seat_unknown"),
        ([meld(0, "flush"), meld(0, "sequence")], "/events/1/seat", "no_turn_between"),
        ([meld(0, "flush"), marry(0, "C")], "/events/1/seat", "no_turn_between"),
        ([meld(0, "flush"), five(0, "2"), meld(0, "flush")], "/events/2/seat", "no_turn_between"),
    ],
)
def test_events_that_cannot_have_happened(events: list[dict[str, Any]], pointer: str, code: str) -> None:
    assert table().no(hand(*events)) == (pointer, code)


def test_a_turn_between_or_the_discard_of_a_meld() -> None:
    assert table().score(hand(meld(0, "flush"), TURNS, meld(0, "sequence"))).points == [50, 0, 0]
    assert table().score(hand(meld(0, "flush"), five(1, "2"), meld(0, "sequence"))).points == [50, 5, 0]
    assert table().score(hand(meld(0, "flush"), five(0, "2"))).points == [35, 0, 0]


def test_who_can_play() -> None:
    assert table(1).no_setup() == ("/players", "players")
    assert table(7).no_setup() == ("/players", "players")
    assert table(2, {"totals": [300, 310]}).no_setup() == ("/start/totals", "two_winners")
    assert table(2, {"totals": [3, 0]}).no_setup() == ("/start/totals/0", "not_a_multiple")


# -- the cards of a meld ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "event",
    [
        meld(0, "sequence", "AC 2H 3H 4D 5S 6S"),
        meld(0, "sequence", "KC QH JH 10D 9S 8S"),
        meld(0, "flush", "2H 4H 5H 8H JH KH"),
        meld(0, "flush", "2S 2S 5S 8S JS KS"),
        meld(0, "flush_sequence", "6D 5D 4D 3D 2D AD"),
        five(0, "K", "assembly", "KC KS KS KH KD"),
        five(0, "7", "zetema", "7C 7S 7H 7D 7S"),
        marry(0, "SH", "KS QS KH QH"),
    ],
)
def test_cards_that_make_it(event: dict[str, Any]) -> None:
    without = {name: value for name, value in event.items() if name != "cards"}
    assert table().score(hand(event)).points == table().score(hand(without)).points


@pytest.mark.parametrize(
    ("event", "pointer", "code"),
    [
        (meld(0, "sequence", "AC 2H 3H 4D 5S"), "/cards", "wrong_number"),
        (meld(0, "flush", "2H 4H 5H 8H JH KH AH"), "/cards", "wrong_number"),
        (five(0, "K", "assembly", "KC KS KH KD"), "/cards", "wrong_number"),
        (marry(0, "SH", "KS QS KH"), "/cards", "wrong_number"),
        (meld(0, "sequence", "AC 2H 3H 4D 5S 7S"), "/cards", "not_the_meld"),
        (meld(0, "sequence", "AC 2C 3C 4C 5C 6C"), "/cards", "not_the_meld"),
        (meld(0, "flush", "AC 2C 3C 4C 5C 6C"), "/cards", "not_the_meld"),
        (meld(0, "flush", "AC 3C 5C 7C 9C JH"), "/cards", "not_the_meld"),
        (meld(0, "flush_sequence", "AC 2C 3C 4C 5C 6H"), "/cards", "not_the_meld"),
        (meld(0, "sequence", "9C 10H JH QD KS AS"), "/cards", "not_the_meld"),
        (five(0, "K", "assembly", "KC KS KS KH QD"), "/cards/4", "not_the_meld"),
        (marry(0, "SH", "KS QS KH QD"), "/cards", "not_the_meld"),
        (meld(0, "flush", "2H 2H 5H 8H JH KH"), "/cards/1", "card_twice"),
        (meld(0, "flush", "2S 2S 2S 8S JS KS"), "/cards/2", "card_twice"),
        (meld(0, "flush", "JK 2S 3S 8S JS KS"), "/cards/0", "card_unknown"),
    ],
)
def test_cards_that_do_not_make_it(event: dict[str, Any], pointer: str, code: str) -> None:
    assert table().no(hand(event)) == (f"/events/0{pointer}", code)


def test_the_ace_may_stand_above_the_king_but_not_around_the_corner() -> None:
    high, corner = meld(0, "sequence", "9C 10H JH QD KS AS"), meld(0, "sequence", "10H JH QD KS AS 2C")
    assert table(ace="both").score(hand(high)).points == [20, 0, 0]
    assert table(ace="both").score(hand(meld(0, "sequence", "AC 2H 3H 4D 5S 6S"))).points == [20, 0, 0]
    assert table(ace="both").no(hand(corner)) == ("/events/0/cards", "not_the_meld")


def test_six_players_hold_five_cards() -> None:
    assert table(6).score(hand(meld(0, "sequence", "AC 2H 3H 4D 5S"))).points == [20, 0, 0]
    assert table(6).no(hand(meld(0, "sequence", "AC 2H 3H 4D 5S 6S"))) == ("/events/0/cards", "wrong_number")


def test_cards_on_the_waste_pile_do_not_come_back() -> None:
    flush = meld(1, "flush", "2H 4H 5H 8H JH KH")
    assert table().no(hand(marry(0, "H"), flush)) == ("/events/1/cards/5", "card_gone")
    assert table().no(hand(five(0, "8"), flush)) == ("/events/1/cards/3", "card_gone")
    assert table().score(hand(marry(0, "S"), meld(1, "flush", "2S 4S 5S 8S JS KS"))).points == [20, 30, 0]


def test_a_new_meld_needs_a_new_card() -> None:
    flush = meld(1, "flush", "2H 4H 5H 8H JH KH")
    again = meld(1, "flush", "KH JH 8H 5H 4H 2H")
    assert table().no(hand(flush, TURNS, again)) == ("/events/2/cards", "meld_repeated")
    assert table().score(hand(flush, TURNS, meld(1, "flush", "3H 4H 5H 8H JH KH"))).points == [0, 60, 0]
    spades = meld(1, "flush", "2S 4S 5S 8S JS KS")
    assert table().score(hand(spades, TURNS, spades)).points == [0, 60, 0], "the twin of the discarded card"


def test_a_card_that_somebody_has_shown_is_in_no_other_hand() -> None:
    flush = meld(1, "flush", "2H 4H 5H 8H JH KH")
    other = meld(2, "flush", "3H 4H 6H 7H 9H QH")
    assert table().no(hand(flush, other)) == ("/events/1/cards/1", "card_elsewhere")
    assert table().no(hand(flush, TURNS, other)) == ("/events/2/cards/1", "card_elsewhere")
    assert table().no(hand(flush, five(0, "J", "assembly"))) == ("/events/1/rank", "card_elsewhere")
    assert table().no(hand(five(0, "J", "assembly"), flush)) == ("/events/1/cards/4", "card_elsewhere")
    spades = meld(1, "flush", "2S 4S 5S 8S JS KS")
    assert table().score(hand(spades, meld(2, "flush", "3S 4S 6S 7S 9S QS"))).points == [0, 30, 30]
    third = meld(0, "flush", "AS 4S 6S 7S 10S QS")
    assert table().no(hand(spades, meld(2, "flush", "3S 4S 6S 7S 9S QS"), third)) == (
        "/events/2/cards/1",
        "card_elsewhere",
    )
    both = meld(1, "flush", "2S 2S 5S 8S JS KS")
    assert table().no(hand(both, meld(2, "flush", "2S 4S 6S 7S 9S QS"))) == ("/events/1/cards/0", "card_elsewhere")


def test_one_card_of_a_pair_comes_from_the_hand_that_marries() -> None:
    king, pair = meld(1, "flush", "2H 4H 5H 8H JH KH"), meld(1, "flush", "2H 4H 5H 8H QH KH")
    assert table().score(hand(king, marry(2, "H"))).points == [0, 30, 10]
    assert table().no(hand(pair, marry(2, "H"))) == ("/events/1/suits/0", "card_elsewhere")
    assert table().score(hand(pair, five(0, "3"), marry(1, "H"))).points == [5, 40, 0]
    spades = meld(1, "flush", "2S 4S 5S 8S QS KS")
    assert table().score(hand(spades, marry(2, "SS"))).points == [0, 30, 50]
    three = meld(1, "flush", "2S 4S QS QS KS 9S")
    assert table().no(hand(three, marry(2, "SS"))) == ("/events/1/suits/1", "card_elsewhere")


def test_a_zetema_is_laid_by_a_player_who_has_had_a_card_of_the_rank() -> None:
    event = five(0, "9", "assembly")
    assert table().no(hand(event, five(1, "9"))) == ("/events/1/seat", "not_their_card")
    assert table().score(hand(event, five(1, "8"), five(0, "9"))).points == [105, 5, 0]
    others = [
        meld(0, "flush", "9S 9S 5S 8S JS KS"),
        meld(1, "flush", "2H 4H 5H 9H JH KH"),
        meld(0, "flush", "2C 4C 5C 9C JC KC"),
        meld(1, "flush", "2D 4D 5D 9D JD QD"),
    ]
    assert table().score(hand(*others[:3], five(2, "9"))).points == [60, 30, 5]
    assert table().no(hand(*others, five(2, "9"))) == ("/events/4/seat", "not_their_card")


def test_what_the_discard_of_a_turn_can_complete() -> None:
    flush = meld(0, "flush", "2H 4H 5H 8H JH KH")
    assert table().score(hand(flush, five(0, "2"))).points == [35, 0, 0]
    assert table().no(hand(flush, five(0, "3"))) == ("/events/1/rank", "not_of_the_meld")
    assert table().score(hand(flush, TURNS, five(0, "3"))).points == [35, 0, 0]
    assert table().no(hand(five(0, "9", "assembly"), five(0, "3"))) == ("/events/1/rank", "not_of_the_meld")
    assert table().no(hand(marry(0, "C"), five(0, "3"))) == ("/events/1/seat", "no_turn_between")
    assert table().score(hand(marry(0, "C"), TURNS, five(0, "3"))).points == [15, 0, 0]
    assert table().no(hand(five(0, "3"), five(0, "4"))) == ("/events/1/seat", "no_turn_between")
    assert table().score(hand(five(0, "3"), five(1, "5"), five(0, "4"))).points == [10, 15, 0]


def test_an_open_hand_goes_on_with_who_had_the_turn_and_whose_cards_are_known() -> None:
    def goes_on(*events: dict[str, Any]) -> Table:
        return table(3, table().play(hand(*events)).state.model_dump(mode="json"))

    assert goes_on(marry(0, "C")).no(hand(five(0, "3"))) == ("/events/0/seat", "no_turn_between")
    assert goes_on(marry(0, "C"), TURNS).score(hand(five(0, "3"))).points == [5, 0, 0]
    assert goes_on(five(0, "9", "assembly")).no(hand(five(1, "9"))) == ("/events/0/seat", "not_their_card")
    flush, other = meld(1, "flush", "2H 4H 5H 8H JH KH"), meld(2, "flush", "3H 4H 6H 7H 9H QH")
    assert goes_on(flush).no(hand(other)) == ("/events/0/cards/1", "card_elsewhere")
    closed = table().play(hand(flush, end="stock")).state
    assert (closed.last_event, closed.cards_by_seat) == (None, [])


@pytest.mark.parametrize(
    ("start", "pointer", "code"),
    [
        ({"zetemas": ["9", "9"]}, "/zetemas/1", "zetema_made"),
        ({"marriages": ["C", "S", "S", "C"]}, "/marriages/3", "marriage_repeated"),
        ({"marriages": ["S", "S", "S"]}, "/marriages/2", "marriage_repeated"),
        ({"zetemas": ["K"], "marriages": ["C"]}, "/marriages", "after_zetema"),
        ({"last_event": {"kind": "zetema", "seat": 3, "rank": "9"}}, "/last_event/seat", "seat_unknown"),
        ({"cards_by_seat": [{"2H": 1}]}, "/cards_by_seat", "wrong_length"),
        ({"cards_by_seat": [{"2H": 2}, {}, {}]}, "/cards_by_seat/0/2H", "card_twice"),
        ({"cards_by_seat": [{"2H": 1}, {}, {"2H": 1}]}, "/cards_by_seat/2/2H", "card_elsewhere"),
        ({"cards_by_seat": [{"2S": 2}, {"2S": 1}, {}]}, "/cards_by_seat/1/2S", "card_elsewhere"),
    ],
)
def test_an_open_hand_that_no_events_come_to_is_no_start(start: dict[str, Any], pointer: str, code: str) -> None:
    assert table(3, start).no_setup() == (f"/start{pointer}", code)


def test_an_open_hand_is_a_start_as_it_stands() -> None:
    spades = meld(0, "flush", "2S 4S 5S 8S JS KS")
    events = [spades, meld(1, "flush", "2S 3S 5S 7S 9S QS"), five(2, "6"), marry(0, "SS"), marry(1, "C"), five(0, "A")]
    open_hand = table().play(hand(*events)).state
    assert table(3, open_hand.model_dump(mode="json")).play().state == open_hand
    assert table(3, {"doubled_suit": "H", "cards_by_seat": [{"2H": 2}, {}, {}]}).play().totals == [0, 0, 0]


# -- a hand that is played out ---------------------------------------------------------------------------------


def test_what_is_missing_from_a_hand_that_is_played_out_is_listed() -> None:
    plain = [five(place % 3, rank) for place, rank in enumerate(RANKS[:11])]
    details = table().score(hand(*plain[:10], end="stock")).details
    assert details["missing"] == ["J", "Q", "K"]
    scored = table().score(hand(*plain, marry(2, "C"), end="stock"))
    assert scored.details["missing"] == []
    scored = table().score(hand(five(0, "9"), marry(1, "C"), end="stock"))
    assert [str(line.message) for line in scored.lines if line.rule == "stock"] == [
        "Played out, but not entered: the zetemas of "
        "aces, twos, threes, fours, fives, sixes, sevens, eights, tens, jacks"
    ]
    assert table().score(hand(five(0, "9"))).details["missing"] == []


def test_a_summary_has_at_least_what_a_whole_hand_brings() -> None:
    least = sum(ZETEMAS.get(rank, 5) for rank in RANKS[:11]) + 10
    assert least == 100
    assert table().no(sums(least - 5, 0, 0)) == ("/points", "too_few_points")
    assert table().score(sums(least - 30, 25, 5)).points == [70, 25, 5]
    assert table(3, {"totals": [270, 0, 0]}).play(sums(30, 0, 0)).verdict.winners == [0]


def test_a_summary_of_an_open_hand_has_what_is_still_to_come() -> None:
    started = table().play(hand(five(0, "J"), five(1, "A"), marry(2, "C"))).state.model_dump(mode="json")
    assert table(3, started).no(sums(0, 0, 50)) == ("/points", "too_few_points")
    assert table(3, started).score(sums(0, 0, 55)).points == [0, 0, 55]
    royal = table().play(hand(five(0, "K"))).state.model_dump(mode="json")
    assert table(3, royal).no(sums(0, 0, 135)) == ("/points", "too_few_points")


# -- sums -------------------------------------------------------------------------------------------------------


def test_sums_of_a_hand() -> None:
    assert table().score(sums(90, 0, 15)).points == [90, 0, 15]
    near = table(2, {"totals": [250, 240]})
    assert near.play(sums(50, 55)).verdict.winners == [0]
    assert near.no(sums(50, 60)) == ("/points", "order_needed")
    assert near.no(sums(200, 0)) == ("/points/0", "too_many_points")
    assert near.no(sums(52, 0)) == ("/points/0", "not_a_multiple")
    assert near.no(sums(-5, 0)) == ("/points/0", "negative")
    assert near.no(sums(5)) == ("/points", "wrong_length")


# -- between hands, corrections, the form ----------------------------------------------------------------------


@pytest.mark.parametrize(("players", "stock"), [(2, 53), (3, 47), (4, 41), (5, 35), (6, 35)])
def test_before_a_hand(players: int, stock: int) -> None:
    coming = table(players, {"dealer": 1}).play().upcoming
    assert coming
    assert (coming.dealer, coming.leads, coming.details["stock"]) == (1, 2 % players, stock)


def test_the_table_may_stop() -> None:
    assert table().stop(sums(10, 90, 0)).winners == [1]


def test_a_correction_in_the_middle_gives_what_the_right_entry_would_have_given() -> None:
    later = [sums(10, 90, 0), hand(five(2, "J"))]
    assert table().play(hand(meld(0, "flush"), end="stock"), *later).totals == [40, 90, 20]
    assert table().play(hand(meld(1, "flush"), end="stock"), *later).totals == [10, 120, 20]


def test_everything_that_can_be_tapped_scores() -> None:
    played = table().play()
    form = GAME.form(played.open_match.setup, played.state)
    events = next(control for control in form.controls if isinstance(control, Events))
    taps = {"events.add": ["scored:flush"], "events.scored.seat": ["2"]}
    assert events.append(taps) == {"kind": "flush", "seat": 2}
    taps = {"events.add": ["marriages"], "events.marriages.seat": ["1"], "events.marriages.suits": ["S", "again"]}
    assert events.append(taps) == {"kind": "marriages", "seat": 1, "suits": ["S", "S"]}
    taps = {"events.add": ["scored:S"], "events.scored.seat": ["1"]}
    assert events.append(taps) == {"kind": "marriages", "seat": 1, "suits": ["S"]}
    taps = {"events.add": ["scored:10"], "events.scored.seat": ["0"]}
    assert events.append(taps) == {"kind": "zetema", "seat": 0, "rank": "10"}


def test_every_way_of_entry_opens_for_correction() -> None:
    played = table().play()
    form = GAME.form(played.open_match.setup, played.state)
    for entered in (hand(), hand(meld(0, "flush"), end="stock"), hand(marry(1, "SS"), TURNS), sums(5, 0, 10)):
        assert form.read(form.show(entered)) == entered


# -- properties ------------------------------------------------------------------------------------------------------


@given(st.permutations(RANKS), st.lists(st.integers(0, 2), max_size=13))
def test_a_hand_is_the_sum_of_its_events(ranks: list[str], owners: list[int]) -> None:
    laid = [five(owner, rank) for owner, rank in zip(owners, ranks, strict=False)]
    events = [event for one in laid for event in (one, TURNS)]
    scored = table().score(hand(*events))
    assert sum(scored.points) == sum(ZETEMAS.get(event["rank"], 5) for event in laid)
    assert scored.details["running_totals"][-1:] == ([scored.points] if events else [])


@pytest.mark.parametrize("times", [-1, 3])
def test_a_card_was_shown_no_oftener_than_it_is_there(times: int) -> None:
    assert table(start={"cards_by_seat": [{"QC": times}]}).no_setup()[0] == "/start/cards_by_seat/0/QC"


@given(any_hand(GAME))
def test_whatever_is_entered_is_scored_or_refused(entered: dict[str, Any]) -> None:
    scored = table().try_out(entered)
    assert scored is None or all(points >= 0 and points % 5 == 0 for points in scored.points)
