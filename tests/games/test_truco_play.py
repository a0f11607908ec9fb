"""Truco as it is played: calls and answers, who wins the hand, tricks by their cards, the vira, look-ups."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.match import open_match
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.truco import game
from scoring.games.truco.models import PACK, TrucoOptions
from scoring.games.truco.tricks import order
from tests.games.table import Table

Hand = dict[str, Any]
ELEVEN_PLAY = {"kind": "eleven", "choice": "play"}


def at(a: int, b: int, **options: Any) -> Table:
    """A table at this score, dealer 0: seat 1 is the mão."""
    return Table("truco", 4, options, totals=[a, b])


def call(side: int, to: int) -> Hand:
    return {"kind": "raise", "side": side, "to": to}


def accept(side: int) -> Hand:
    return {"kind": "accept", "side": side}


def run(side: int) -> Hand:
    return {"kind": "run", "side": side}


def trick(winner: int | None) -> Hand:
    return {"kind": "trick", "winner": winner}


def offence(side: int, what: str = "over_raise") -> Hand:
    return {"kind": "irregularity", "side": side, "offence": what}


def tricks(written: str) -> list[Hand]:
    """``"XYT"``: side 0, side 1, tied."""
    return [trick({"X": 0, "Y": 1, "T": None}[letter]) for letter in written]


def hand(*events: Hand, **more: Any) -> Hand:
    return {"kind": "events", "events": list(events), **more}


def laid(first: int, *cards: str) -> Hand:
    """A trick by its cards, from this seat on; ``"-"`` is a card face down."""
    return {"kind": "trick", "plays": on_table(first, *cards)}


def on_table(first: int, *cards: str) -> list[Hand]:
    return [
        {"seat": (first + place) % 4, **({"face_down": True} if code == "-" else {"card": code})}
        for place, code in enumerate(cards)
    ]


# -- who wins the hand -----------------------------------------------------------------------------------

WON = {"XX": 0, "XYX": 0, "XYY": 1, "XYT": 0, "XT": 0, "TX": 0, "TTX": 0, "TTT": None}


@pytest.mark.parametrize(("written", "winner"), WON.items())
def test_two_tricks_win_and_with_a_tie_the_first_trick_won(written: str, winner: int | None) -> None:
    assert at(0, 0).score(hand(*tricks(written))).details["hand_winner"] == winner
    mirrored = written.translate(str.maketrans("XY", "YX"))
    expected = None if winner is None else 1 - winner
    assert at(0, 0).score(hand(*tricks(mirrored))).details["hand_winner"] == expected


def test_every_course_of_three_tricks_is_decided_at_one_moment_only() -> None:
    mirrored = {written.translate(str.maketrans("XY", "YX")) for written in WON}
    ends = set(WON) | mirrored
    for length in (1, 2, 3):
        for letters in product("XYT", repeat=length):
            written = "".join(letters)
            if written in ends:
                assert at(0, 0).score(hand(*tricks(written))).complete
            elif any(written.startswith(end) for end in ends):
                assert at(0, 0).no(hand(*tricks(written)))[1] == "hand_decided"
            else:
                assert at(0, 0).no(hand(*tricks(written))) == ("/events", "undecided")


# -- calls -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("refused", "worth"), [(3, 1), (6, 3), (9, 6), (12, 9)])
def test_running_gives_the_stake_before_the_refused_raise(refused: int, worth: int) -> None:
    calls = [call(number % 2, to) for number, to in enumerate([3, 6, 9, 12]) if to <= refused]
    caller = calls[-1]["side"]
    scored = at(0, 0).score(hand(*calls, run(1 - caller)))
    assert scored.points[caller] == scored.details["stake"] == worth
    assert scored.points[1 - caller] == 0


def test_whoever_accepts_may_raise_at_a_later_turn() -> None:
    events = [call(0, 3), accept(1), trick(0), call(1, 6), accept(0), trick(0)]
    assert at(0, 0).score(hand(*events)).points == [6, 0]
    assert at(0, 0, later_raise=False).no(hand(*events)) == ("/events/3", "raise_too_late")
    at_once = [call(0, 3), call(1, 6), accept(0), *tricks("XX")]
    assert at(0, 0, later_raise=False).score(hand(*at_once)).points == [6, 0]


def test_truco_may_be_called_in_any_trick() -> None:
    assert at(0, 0).score(hand(*tricks("XY"), call(1, 3), accept(0), trick(1))).points == [0, 3]


@pytest.mark.parametrize(
    ("events", "answer"),
    [
        ([call(0, 6)], ("/events/0/to", "raise_skipped")),
        ([call(0, 3), call(1, 9)], ("/events/1/to", "raise_skipped")),
        ([call(0, 3), call(1, 3)], ("/events/1/to", "raise_repeated")),
        ([call(0, 3), accept(1), call(1, 3)], ("/events/2/to", "raise_repeated")),
        ([call(0, 4)], ("/events/0/to", "stake_unknown")),
        ([call(0, 1)], ("/events/0/to", "stake_unknown")),
        ([call(0, 3), call(0, 6)], ("/events/1/side", "raised_last")),
        ([call(0, 3), accept(1), call(0, 6)], ("/events/2/side", "raised_last")),
        ([call(0, 3), call(1, 6), accept(0), call(1, 9)], ("/events/3/side", "raised_last")),
        ([call(0, 3), accept(0)], ("/events/1/side", "own_answer")),
        ([call(0, 3), run(0)], ("/events/1/side", "own_answer")),
        ([accept(1)], ("/events/0", "nothing_to_answer")),
        ([call(0, 3), accept(1), run(1)], ("/events/2", "nothing_to_answer")),
        ([call(0, 3), trick(0)], ("/events/1", "raise_unanswered")),
        ([trick(0), call(0, 3)], ("/events", "raise_unanswered")),
        ([trick(0)], ("/events", "undecided")),
        ([], ("/events", "undecided")),
        ([*tricks("XX"), trick(0)], ("/events/2", "hand_decided")),
        ([*tricks("XYX"), call(1, 3)], ("/events/3", "hand_decided")),
        ([*tricks("XX"), offence(1)], ("/events/2", "hand_decided")),
        ([{"kind": "trick"}], ("/events/0", "trick_empty")),
        ([{"kind": "eleven", "choice": "play"}], ("/events/0", "eleven_choice_elsewhere")),
    ],
)
def test_what_cannot_have_been_called_is_refused(events: list[Hand], answer: tuple[str, str]) -> None:
    assert at(0, 0).no(hand(*events)) == answer


@pytest.mark.parametrize(("to", "most"), [(3, 10), (6, 8), (9, 5), (12, 2)])
def test_nobody_raises_who_wins_without_it(to: int, most: int) -> None:
    calls = [call(number % 2, rung) for number, rung in enumerate([3, 6, 9, 12]) if rung <= to]
    raiser = calls[-1]["side"]
    for own in range(11):
        totals = [0, 0]
        totals[raiser] = own
        played = hand(*calls, run(1 - raiser))
        if own <= most:
            assert at(*totals).score(played).details["hand_winner"] == raiser
        else:
            # Where an earlier call of the same side is already too far, that one is refused.
            pointer, code = at(*totals).no(played)
            assert code == "raise_limit"
            assert pointer in [f"/events/{place}/to" for place, made in enumerate(calls) if made["side"] == raiser]


def test_a_call_too_far_is_noted_as_an_irregularity_and_the_raise_before_stays_open() -> None:
    events = [call(0, 3), call(1, 6), offence(0), run(0)]
    assert at(6, 4).score(hand(*events)).points == [0, 1 + 3]


def test_an_irregularity_counts_at_once_for_the_limit_too() -> None:
    assert at(8, 0).score(hand(call(1, 3), call(0, 6), run(1))).points == [3, 0]
    assert at(8, 0).no(hand(offence(1), call(1, 3), call(0, 6))) == ("/events/2/to", "raise_limit")


def test_in_the_middle_of_a_hand_nobody_comes_into_a_hand_of_eleven() -> None:
    scored = at(10, 4).score(hand(offence(1), call(1, 3), accept(0), *tricks("YY")))
    assert (scored.points, scored.details["hand_type"], scored.details["next_hand_type"]) == (
        [1, 3],
        "normal",
        "eleven",
    )


def test_no_raise_in_a_special_hand() -> None:
    assert at(11, 8).no(hand(ELEVEN_PLAY, call(1, 3))) == ("/events/1", "no_raises")
    assert at(11, 11).no(hand(call(1, 3))) == ("/events/0", "no_raises")
    assert at(11, 8).score(hand(ELEVEN_PLAY, offence(1), *tricks("YY"))).points == [0, 2]


def test_the_choice_with_eleven_comes_first() -> None:
    assert at(11, 8).no(hand(trick(0))) == ("/events/0", "eleven_choice_missing")
    assert at(11, 8).no(hand()) == ("/events", "eleven_choice_missing")
    assert at(11, 8).no(hand(ELEVEN_PLAY, ELEVEN_PLAY)) == ("/events/1", "chosen_twice")
    assert at(11, 8).no(hand({"kind": "eleven", "choice": "run"}, trick(0))) == ("/events/1", "hand_decided")
    assert at(11, 11).no(hand(ELEVEN_PLAY)) == ("/events/0", "eleven_choice_elsewhere")
    assert at(11, 8).score(hand(offence(0, "disclose"), {"kind": "eleven", "choice": "run"})).points == [0, 2]


@pytest.mark.parametrize(
    ("events", "winner"),
    [
        ([call(0, 3), accept(1), trick(1)], 1),
        ([trick(0), call(0, 3), accept(1), trick(1)], 1),
        ([trick(0), call(0, 3), accept(1), trick(None)], 0),
        ([call(0, 3), accept(1), trick(None), trick(0)], 0),
        ([trick(None), call(0, 3), accept(1), trick(None), trick(1)], 1),
        ([*tricks("XY"), call(0, 3), call(1, 6), accept(0), trick(None)], 0),
        ([call(0, 3), accept(1), trick(None), call(1, 6), accept(0), trick(1)], 1),
        ([*tricks("XYX")], 0),
    ],
)
def test_the_trick_of_the_accepted_raise_may_decide(events: list[Hand], winner: int) -> None:
    assert at(0, 0, truco_decides="trick").score(hand(*events)).details["hand_winner"] == winner


# -- tricks by their cards -------------------------------------------------------------------------------


def test_the_app_finds_the_winners_and_who_leads_on() -> None:
    played = hand(laid(1, "3C", "QD", "3H", "2S"), laid(1, "KC", "4C", "-", "6H"), laid(2, "5C", "5S", "AS", "7C"))
    scored = at(0, 0).score(played)
    assert (scored.points, scored.details["hand_winner"]) == ([1, 0], 0)


@pytest.mark.parametrize(
    ("events", "answer"),
    [
        ([laid(0, "3C", "QD", "3H", "2S")], ("/events/0/plays/0/seat", "wrong_leader")),
        ([laid(1, "3C", "QD", "3H")], ("/events/0/plays", "trick_incomplete")),
        ([laid(1, "3C", "QD", "3H", "3C")], ("/events/0/plays/3/card", "card_twice")),
        ([laid(1, "8C", "QD", "3H", "2S")], ("/events/0/plays/0/card", "card_unknown")),
        ([laid(1, "JK", "QD", "3H", "2S")], ("/events/0/plays/0/card", "card_unknown")),
        ([laid(1, "-", "QD", "3H", "2S")], ("/events/0/plays/0/face_down", "face_down")),
        (
            [{"kind": "trick", "plays": [{"seat": 1, "card": "3C"}, {"seat": 3, "card": "QD"}]}],
            ("/events/0/plays", "trick_incomplete"),
        ),
        ([laid(1, "3C", "QD", "3H", "2S"), laid(1, "3C", "QC", "KH", "2D")], ("/events/1/plays/0/card", "card_twice")),
        (
            [laid(1, "3C", "QD", "3H", "2S"), laid(2, "KC", "QC", "KH", "2D")],
            ("/events/1/plays/0/seat", "wrong_leader"),
        ),
        ([{**laid(1, "3C", "QD", "3H", "2S"), "winner": 0}], ("/events/0/winner", "winner_differs")),
        (
            [{"kind": "trick", "plays": [{"seat": 1}, *on_table(2, "QD", "3H", "2S")]}],
            ("/events/0/plays/0", "card_or_face_down"),
        ),
    ],
)
def test_cards_that_cannot_have_been_played_are_refused(events: list[Hand], answer: tuple[str, str]) -> None:
    assert at(0, 0).no(hand(*events)) == answer


def test_seats_play_in_turn() -> None:
    plays = [{"seat": seat, "card": code} for seat, code in [(1, "3C"), (3, "QD"), (2, "3H"), (0, "2S")]]
    assert at(0, 0).no(hand({"kind": "trick", "plays": plays})) == ("/events/0/plays/1/seat", "out_of_turn")


def test_face_down_cards_where_they_are_not_allowed() -> None:
    second = hand(laid(1, "3C", "QD", "3H", "2S"), laid(1, "KC", "4C", "-", "6H"), trick(0))
    assert at(0, 0, face_down="never").no(second) == ("/events/1/plays/2/face_down", "face_down")
    assert at(11, 11).no(second) == ("/events/1/plays/2/face_down", "face_down")


def test_the_vira_makes_the_top_cards() -> None:
    table = at(0, 0, manilhas="vira")
    # A four is turned: fives are the top cards, and the four of clubs is the lowest.
    first, second = laid(1, "3C", "4C", "KH", "5D"), laid(0, "5H", "4H", "6C", "5C")
    assert table.score(hand(first, second, laid(3, "3D", "7H", "3H", "QC"), vira="4S")).details["hand_winner"] == 1
    assert table.no(hand(first, second)) == ("/events/0/plays", "vira_missing")
    assert table.no(hand(laid(1, "3C", "4S", "KH", "5D"), vira="4S")) == ("/events/0/plays/1/card", "card_is_vira")
    assert table.no(hand(*tricks("XX"), vira="8S")) == ("/vira", "card_unknown")
    assert table.score(hand(*tricks("XX"))).points == [1, 0]
    assert at(0, 0).no(hand(*tricks("XX"), vira="4S")) == ("/vira", "vira_unused")


# -- look-ups --------------------------------------------------------------------------------------------


def look_up(plays: list[Hand], options: dict[str, Any] | None = None, **more: Any) -> Any:
    opened = open_match(game, 4, options)
    return game.trick(opened.setup, game.Lookup.model_validate({"plays": plays, **more}))


def answer(*cards: str, first: int = 0, **more: Any) -> dict[str, Any]:
    """The answer to a look-up, under the names of the specification."""
    result = look_up(on_table(first, *cards), **more)
    assert isinstance(result, TrickResult)
    assert result.winner == result.extra["winner_seat"]
    return {**result.extra, "card": result.card, "next_leader": result.next_leader}


def test_the_order_of_the_cards() -> None:
    rows = order(None)
    assert [len(row) for row in rows] == [1, 1, 1, 1, 4, 4, 3, 4, 4, 4, 2, 4, 4, 3]
    assert sorted(code for row in rows for code in row) == sorted(PACK.cards)
    assert [row[0] for row in rows[:4]] == ["4C", "7H", "AS", "7D"]
    assert game.strength(TrucoOptions())[0].cards == rows


def test_the_highest_card_takes_the_trick_whatever_its_suit() -> None:
    taken = {"winner_seat": 2, "winner_side": 0, "tied": False, "card": "JD", "next_leader": 2}
    assert answer("QC", "QH", "JD", "7C") == taken
    assert answer("3C", "4C", "7H", "AS")["card"] == "4C"


def test_equal_cards_of_partners_win_for_their_side() -> None:
    assert answer("4D", "3C", "5C", "3H") == {
        "winner_seat": 1,
        "winner_side": 1,
        "tied": False,
        "card": "3C",
        "next_leader": 1,
    }


@pytest.mark.parametrize(
    ("cards", "leader"), [(("4D", "3C", "3H", "5C"), 1), (("3S", "3C", "3H", "3D"), 0), (("2S", "3C", "3H", "3D"), 1)]
)
def test_equal_cards_of_opponents_tie_and_the_first_of_them_leads(cards: tuple[str, ...], leader: int) -> None:
    tied = {"winner_seat": None, "winner_side": None, "tied": True, "card": None, "next_leader": leader}
    assert answer(*cards) == tied


def test_a_card_face_down_neither_wins_nor_ties() -> None:
    assert answer("-", "5D", "-", "5C", trick_no=2)["winner_seat"] == 1
    everybody = answer("-", "-", "-", "-", first=3, trick_no=3)
    assert (everybody["tied"], everybody["next_leader"]) == (True, 3)


@pytest.mark.parametrize(
    ("vira", "top"), [("3H", "4"), ("7C", "Q"), ("QD", "J"), ("KS", "A"), ("2H", "3"), ("6D", "7")]
)
def test_the_rank_above_the_vira_is_on_top(vira: str, top: str) -> None:
    cards = [top + suit for suit in "DSHC" if top + suit != vira]
    result = answer(*cards, vira=vira, options={"manilhas": "vira"})
    assert result["card"] == cards[-1]
    plain = next(code for code in ("3C", "2C") if code not in cards and code[0] != top)
    assert answer(plain, cards[0], "6S" if top != "6" else "7S", "5S", vira=vira)["card"] == cards[0]


def test_any_card_may_be_played() -> None:
    legal = look_up(on_table(0, "3C"), hand=["4D", "KC"], trick_no=2)
    assert isinstance(legal, LegalPlays)
    assert (legal.cards, legal.extra) == (["4D", "KC"], {"face_down": True})
    assert look_up([], hand=["4D"]).extra == {"face_down": False}


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ({"plays": []}, ("/plays", "no_cards")),
        ({"plays": [(0, "3C"), (2, "2C")]}, ("/plays/1/seat", "out_of_turn")),
        ({"plays": [(0, "3C"), (1, "3C")]}, ("/plays/1/card", "card_twice")),
        ({"plays": [(0, "9C")]}, ("/plays/0/card", "card_unknown")),
        ({"plays": [(0, "3C")], "vira": "3C"}, ("/plays/0/card", "card_is_vira")),
        ({"plays": [(0, "3C")], "hand": ["3C"]}, ("/plays/0/card", "card_twice")),
        ({"plays": [(0, "3C")], "hand": ["8C"]}, ("/hand/0", "card_unknown")),
        ({"plays": [(n, f"{n + 2}C") for n in range(4)], "hand": ["KC"]}, ("/hand", "trick_complete")),
        (
            {"plays": [(n % 4, code) for n, code in enumerate(["2C", "3C", "4C", "5C", "6C"])]},
            ("/plays", "trick_too_long"),
        ),
        ({"plays": [(4, "3C")]}, ("/plays/0/seat", "seat_unknown")),
    ],
)
def test_look_ups_that_cannot_be_are_refused(asked: dict[str, Any], refused: tuple[str, str]) -> None:
    assert Table("truco", 4).no_trick(**asked) == refused


def test_a_table_with_a_vira_needs_it_to_know_the_trick() -> None:
    plays = [(0, "3C"), (1, "2C"), (2, "4C"), (3, "5C")]
    assert Table("truco", 4, {"manilhas": "vira"}).no_trick(plays=plays) == ("/vira", "vira_missing")


# -- properties ------------------------------------------------------------------------------------------


@given(st.permutations(PACK.cards), st.integers(0, 3))
def test_a_trick_is_won_tied_or_led_again_by_one_who_played_the_best(cards: list[str], first: int) -> None:
    result = answer(*cards[:4], first=first)
    place = {code: number for number, row in enumerate(order(None)) for code in row}
    best = min(place[code] for code in cards[:4])
    owners = [(first + number) % 4 for number, code in enumerate(cards[:4]) if place[code] == best]
    assert result["tied"] == (len({seat % 2 for seat in owners}) == 2)
    assert result["next_leader"] == owners[0]
    assert result["winner_seat"] == (None if result["tied"] else owners[0])


@st.composite
def played_hands(draw: st.DrawFn) -> list[Hand]:
    """Hands as tables play them, with calls between the tricks, up to whatever decides them."""
    events: list[Hand] = []
    last, rung = None, 0
    for number in range(3):
        if rung < 4 and draw(st.booleans()):
            caller = draw(st.integers(0, 1)) if last is None else 1 - last
            rung += 1
            last = caller
            events.append(call(caller, [1, 3, 6, 9, 12][rung]))
            if draw(st.integers(0, 3)) == 0:
                return [*events, run(1 - caller)]
            events.append(accept(1 - caller))
        events.append(trick(draw(st.sampled_from([0, 1, None]))))
        written = "".join({0: "X", 1: "Y", None: "T"}[made["winner"]] for made in events if made["kind"] == "trick")
        if number == 2 or written in WON or written.translate(str.maketrans("XY", "YX")) in WON:
            break
    return events


@settings(max_examples=200)
@given(played_hands())
def test_by_events_and_by_result_a_hand_scores_the_same(events: list[Hand]) -> None:
    scored = at(0, 0).score(hand(*events))
    ran = events[-1]["kind"] == "run"
    stakes = [made["to"] for made in events if made["kind"] == "raise"]
    stake = [1, *stakes][-2 if ran else -1]
    summary = {"kind": "summary", "winner": scored.details["hand_winner"], "stake": stake, "ran": ran}
    again = at(0, 0).score(summary)
    assert (again.points, again.details) == (scored.points, scored.details)
    assert sum(scored.points) in (0, stake)
