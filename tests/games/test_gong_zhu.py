"""Gong Zhu: who captured what, and what it scores with the pig, the sheep, the doubler and the moon."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.match import open_match, replay
from scoring.engine.refusal import Refusal
from scoring.games import get
from tests.games.table import Table, any_hand

GAME = get("gong-zhu")
RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
HEARTS = [rank + "H" for rank in RANKS]
ALL = ["QS", "JD", "10C", *HEARTS]
OPEN = ["AH", "QS", "JD", "10C"]


def hand(*captured: str, **more: Any) -> dict[str, Any]:
    """A hand from one text of cards for each seat: ``hand("QS JD", "10C", "", "", rest_to=3)``."""
    return {"kind": "cards", "captured": [pile.split() for pile in captured], **more}


def points(played: dict[str, Any], players: int = 4, **options: Any) -> list[Any]:
    return list(replay(GAME, players, [played], options).results[0].result.points)


def alone(cards: str, exposed: str = "", **options: Any) -> Any:
    """What seat 0 scores with exactly these cards; seat 1 has all the others."""
    return points(hand(cards, "", "", "", rest_to=1, exposed=exposed.split()), **options)[0]


def refused(played: dict[str, Any], players: int = 4, start: dict[str, Any] | None = None, **options: Any) -> Any:
    with pytest.raises(Refusal) as caught:
        replay(GAME, players, [played], options, start)
    fault = caught.value.errors[0]
    assert not caught.value.malformed
    return fault.pointer.removeprefix("/hands/0"), fault.code, fault.rule


# -- scoring -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "plain", "exposed"),
    [
        (" ".join(HEARTS), 200, 400),
        (" ".join([*HEARTS, "QS"]), 300, 600),
        (" ".join([*HEARTS, "QS", "JD"]), 400, 800),
        (" ".join(ALL), 800, 3200),
        (" ".join([*HEARTS[:-1], "QS"]), -300, -600),
        (" ".join([*HEARTS[:-1], "QS", "10C"]), -600, -2400),
        ("10C", 50, 100),
        ("AH", -50, -100),
        ("KH QH JH", -90, -180),
        ("10H 9H 8H 7H 6H 5H", -60, -120),
        ("4H 3H 2H", 0, 0),
        ("QS", -100, -200),
        ("JD", 100, 200),
        ("QS JD 10C", 0, 0),
        ("", 0, 0),
    ],
)
def test_the_table_of_scores(cards: str, plain: int, exposed: int) -> None:
    assert alone(cards) == plain
    assert alone(cards, "AH QS JD 10C") == exposed


def test_an_exposed_card_changes_nothing_for_those_it_does_not_touch() -> None:
    assert alone("KH JD", "QS") == 60
    assert alone("QS", "AH JD 10C") == -100
    assert alone("JD", "AH QS 10C") == 100


def test_an_exposed_ace_of_hearts_doubles_the_hearts_of_everybody() -> None:
    assert alone("KH QH 8H QS", "AH") == -260


@pytest.mark.parametrize("low", ["4H", "3H", "2H"])
def test_a_heart_worth_nothing_spoils_the_lone_doubler(low: str) -> None:
    assert alone(f"10C {low}") == 0
    assert alone(f"10C {low}", "10C") == 0
    assert alone(f"10C {low}", zero_hearts="ignore") == 50
    assert alone(f"10C {low}", "10C", zero_hearts="ignore") == 100


def test_ignored_hearts_still_belong_to_the_moon() -> None:
    assert alone(" ".join(HEARTS[:-1]), zero_hearts="ignore") == -200
    assert alone(" ".join(HEARTS), zero_hearts="ignore") == 200


def test_the_exposed_doubler_alone_may_stay_at_fifty() -> None:
    assert alone("10C", "10C", lone_exposed=50) == 50
    assert alone("10C JD", "10C", lone_exposed=50) == 400


def test_hearts_may_cost_their_pips() -> None:
    costs = [50, 40, 30, 20, 10, 9, 8, 7, 6, 5, 10, 3, 2]
    for heart, cost in zip(HEARTS, costs, strict=True):
        assert alone(heart, heart_values="pips") == -cost
    assert sum(costs) == 200
    assert alone("10C 2H", heart_values="pips", zero_hearts="ignore") == -4
    assert alone(" ".join(HEARTS), heart_values="pips") == 200


def test_the_pig_may_turn_only_with_all_sixteen_cards() -> None:
    moon_and_pig = " ".join([*HEARTS, "QS"])
    assert alone(moon_and_pig, pig_moon="all") == 100
    assert alone(moon_and_pig + " JD", pig_moon="all") == 200
    assert alone(moon_and_pig + " JD 10C", pig_moon="all") == 800


def test_the_explanation_tells_the_whole_calculation() -> None:
    played = replay(GAME, 4, [hand("QS KH QH 8H 10C", "JD", "", "", rest_to=2, exposed=["AH"])])
    lines = [(str(line.message), line.value, line.rule) for line in played.results[0].result.lines]
    assert lines[0] == ("Exposed: ♥A", None, "exposing")
    assert lines[2:5] == [
        ("Hearts: 40 + 30 + 10, twice for the exposed ♥A", -160, "exposing"),
        ("The pig", -100, "pig"),
        ("The doubler: −260 × 2", -520, "doubler"),
    ]


# -- pairs, two decks, five ------------------------------------------------------------------------


def test_partners_have_one_pile_and_shoot_the_moon_together() -> None:
    played = replay(GAME, 4, [hand("AH", "10C QS", "", "JD", rest_to=2)], {"teams": "pairs"})
    scored = played.results[0].result
    assert played.open_match.setup.sides == ((0, 2), (1, 3))
    assert scored.points == [200, 0]
    assert scored.details["moon"] == 0
    assert scored.details["next_leader"] == 1
    assert played.upcoming
    assert played.upcoming.leads == 1


def test_two_decks_add_up() -> None:
    last = {"pig_last": 2, "rest_to": 3}
    assert points(hand("QS JD JD AH AH", "10C", "QS", "", **last), decks=2)[:3] == [0, 50, -100]
    assert points(hand("10C 10C", "JD", "QS", "QS", **last), decks=2)[0] == 100
    assert points(hand("10C 10C", "JD", "QS", "QS", exposed=["10C"], **last), decks=2)[0] == 200
    assert points(hand("10C 10C JD", "", "QS", "QS", **last), decks=2)[0] == 400
    assert points(hand("10C 10C JD", "", "QS", "QS", exposed=["10C"], **last), decks=2)[0] == 1600
    assert points(hand("QS", "JD JD", "QS", "", exposed=["QS", "JD"], **last), decks=2)[:3] == [-200, 400, -200]


def test_with_two_decks_the_moon_needs_all_26_hearts() -> None:
    everything = hand(*[""] * 8, rest_to=5)
    scored = replay(GAME, 8, [everything], {"decks": 2}).results[0].result
    assert scored.points[5] == (400 + 200 + 200) * 4
    assert scored.details["moon"] == 5
    missing_one = hand("2H", "10C 10C", "JD JD", "", rest_to=3)
    assert points(missing_one, decks=2) == [0, 100, 200, -600]


def test_with_two_decks_the_pig_that_fell_last_leads() -> None:
    split = hand("QS", "QS", "", "", rest_to=3, pig_last=1)
    assert replay(GAME, 4, [split], {"decks": 2}).state.leader == 1
    assert refused(split | {"pig_last": None}, decks=2) == ("/pig_last", "pig_last_needed", "two-decks")
    assert refused(split | {"pig_last": 2}, decks=2) == ("/pig_last", "pig_last_without_pig", "two-decks")
    assert refused(split | {"pig_last": 4}, decks=2)[:2] == ("/pig_last", "seat_unknown")
    assert refused(hand("QS", "", "", "", rest_to=3, pig_last=0))[:2] == ("/pig_last", "pig_last_one_deck")
    together = hand("QS QS", "", "", "", rest_to=3)
    assert replay(GAME, 4, [together], {"decks": 2}).state.leader == 0


def test_with_two_decks_the_first_lead_is_looked_for_from_the_dealers_left() -> None:
    coming = replay(GAME, 8, [], {"decks": 2}).upcoming
    assert coming
    assert "The first player with ♠2 to the left of the dealer leads it" in [str(n.message) for n in coming.notices]


def test_with_two_decks_a_card_may_be_named_twice_but_not_three_times() -> None:
    three = hand("KH KH", "KH", "", "", rest_to=3)
    assert refused(three, decks=2) == ("/captured/1/0", "card_twice", "scoring")


def test_five_players_have_a_column_each() -> None:
    assert points(hand("QS", "JD", "10C", "", "", rest_to=4), 5, five_players=True) == [-100, 100, 50, 0, 200]


@pytest.mark.parametrize(
    ("players", "options", "pointer"),
    [
        (3, {}, "/players"),
        (5, {}, "/players"),
        (6, {}, "/players"),
        (6, {"decks": 2}, "/players"),
        (8, {}, "/players"),
        (5, {"decks": 2, "five_players": True}, "/players"),
        (8, {"decks": 2, "teams": "pairs"}, "/options/teams"),
        (5, {"five_players": True, "teams": "pairs"}, "/options/teams"),
        (4, {"lose_at": 299}, "/options/lose_at"),
        (4, {"lose_at": 5001}, "/options/lose_at"),
        (4, {"win_at": 5001}, "/options/win_at"),
        (4, {"hands": 0}, "/options/hands"),
    ],
)
def test_tables_that_cannot_be(players: int, options: dict[str, Any], pointer: str) -> None:
    with pytest.raises(Refusal) as caught:
        open_match(GAME, players, options)
    assert caught.value.errors[0].pointer == pointer
    assert not caught.value.malformed


# -- refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "pointer", "code", "rule"),
    [
        (hand("QS KH", "KH", "", "", rest_to=3), "/captured/1/0", "card_twice", "scoring"),
        (hand("QS QS", "", "", "", rest_to=3), "/captured/0/1", "card_twice", "scoring"),
        (hand("QS", "JD", "10C", "AH"), "/captured", "cards_missing", "scoring"),
        (hand("QS 10S", "", "", "", rest_to=3), "/captured/0/1", "not_a_scoring_card", "scoring"),
        (hand("", "", "9C", "", rest_to=3), "/captured/2/0", "not_a_scoring_card", "scoring"),
        (hand("", "", "JK", "", rest_to=3), "/captured/2/0", "not_a_scoring_card", "scoring"),
        (hand("", "", "", "", rest_to=3, exposed=["KH"]), "/exposed/0", "not_exposable", "exposing"),
        (hand("", "", "", "", rest_to=3, exposed=["QS", "QS"]), "/exposed/1", "exposed_twice", "exposing"),
        (hand("", "", "", rest_to=2), "/captured", "wrong_length", "setup"),
        (hand(), "/captured", "wrong_length", "setup"),
        (hand("", "", "", "", rest_to=4), "/rest_to", "seat_unknown", "setup"),
        (hand("", "", "", "", rest_to=-1), "/rest_to", "seat_unknown", "setup"),
    ],
)
def test_hands_that_cannot_have_happened(played: dict[str, Any], pointer: str, code: str, rule: str) -> None:
    assert refused(played) == (pointer, code, rule)


def test_the_missing_cards_are_named() -> None:
    with pytest.raises(Refusal, match="♠Q ♥2"):
        replay(GAME, 4, [hand("JD 10C", " ".join(HEARTS[:-1]), "", "")])


def test_nothing_is_exposed_where_the_table_plays_without() -> None:
    played = hand("", "", "", "", rest_to=3, exposed=["QS"])
    assert refused(played, exposing=False) == ("/exposed", "exposing_off", "exposing")
    assert points(hand("", "", "", "", rest_to=3), exposing=False) == [0, 0, 0, 800]


def test_nothing_follows_a_finished_match() -> None:
    assert refused(hand("", "", "", "", rest_to=0), start={"totals": [-1000, 0, 0, 0]})[:2] == ("", "match_over")


def test_a_match_cannot_start_with_a_leader_who_is_not_there_or_with_half_points() -> None:
    assert Table("gong-zhu", 4, leader=4).no_setup() == ("/start/leader", "seat_unknown")
    assert Table("gong-zhu", 4, totals=[0, 12.5, 0, 0]).no_setup() == ("/start/totals/1", "not_a_multiple")


# -- what is carried, and the end ----------------------------------------------------------------------


def test_the_pig_leads_the_next_hand_and_the_deal_moves_on() -> None:
    played = replay(GAME, 4, [], start={"dealer": 3})
    coming = played.upcoming
    assert coming
    assert (coming.dealer, coming.leads, coming.details["leader"], coming.details["hand"]) == (3, None, None, 1)
    assert "The player who holds ♠2 leads it" in [str(notice.message) for notice in coming.notices]
    played = replay(GAME, 4, [hand("", "QS", "", "", rest_to=3)], start={"dealer": 3})
    coming = played.upcoming
    assert coming
    assert (coming.dealer, coming.leads, coming.details["leader"], coming.details["hand"]) == (0, 1, 1, 2)
    assert coming.details["to_line"] == [1000, 900, 1000, 1600]


def test_a_sheet_begun_on_paper_without_its_leader_does_not_ask_for_the_two_of_spades() -> None:
    coming = replay(GAME, 4, [], start={"hands_played": 3}).upcoming
    assert coming
    assert coming.leads is None
    assert "The player who took the pig in the last hand leads" in [str(notice.message) for notice in coming.notices]


def over(totals: list[int], hands_played: int = 1, **options: Any) -> Any:
    played = replay(GAME, 4, [], options, {"totals": totals, "hands_played": hands_played})
    return played.verdict.finished, played.verdict.winners, played.verdict.details["losers"]


def test_the_losing_line() -> None:
    assert over([-1000, 40, -1000, 160]) == (True, [3], [0, 2])
    assert over([-990, 400, 1120, -300]) == (False, [], [])
    assert over([-1300, 160, -1000, 160]) == (True, [1, 3], [0, 2])
    assert over([-300, 0, 0, 0], lose_at=300) == (True, [1, 2, 3], [0])


def test_only_the_lowest_may_lose() -> None:
    assert over([-1000, 40, -1010, 160], losers="lowest") == (True, [3], [2])
    assert over([-1010, 40, -1010, 160], losers="lowest") == (True, [3], [0, 2])


def test_a_winning_line_ends_the_match_too() -> None:
    assert over([-100, 999, -300, 0], win_at=1000) == (False, [], [])
    assert over([-100, 1000, -300, 0], win_at=1000) == (True, [1], [2])
    assert over([-1000, 1000, -300, 0], win_at=1000) == (True, [1], [0])


def test_an_agreed_number_of_hands() -> None:
    assert over([-100, 50, -300, 50], 4, hands=5) == (False, [], [])
    assert over([-100, 50, -300, 50], 5, hands=5) == (True, [1, 3], [2])
    assert over([-1100, 50, -300, 50], 2, hands=5) == (True, [1, 3], [0])


def test_the_table_may_stop() -> None:
    opened = open_match(GAME, 4, {}, {"totals": [-200, 100, 0, -50], "hands_played": 2})
    verdict = GAME.verdict(opened.setup, opened.state, ended=True)
    assert (verdict.finished, verdict.winners, verdict.details["losers"]) == (True, [1], [0])


def test_a_correction_gives_what_the_right_entry_would_have_given() -> None:
    wrong, right = hand("QS 2H", "", "", "", rest_to=3), hand("QS 2H 10C", "", "", "", rest_to=3)
    later = [hand("JD", "QS", "", "", rest_to=2), hand("", "", "10C", "", rest_to=1, exposed=["10C"])]
    slip = replay(GAME, 4, [wrong, *later])
    corrected = replay(GAME, 4, [right, *later])
    assert corrected.totals == [total + change for total, change in zip(slip.totals, [-100, 0, 0, 100], strict=True)]
    assert corrected.state.leader == slip.state.leader


def test_a_correction_of_the_pig_moves_the_lead() -> None:
    wrong, right = hand("QS", "", "", "", rest_to=3), hand("", "QS", "", "", rest_to=3)
    for played, leader in ((wrong, 0), (right, 1)):
        coming = replay(GAME, 4, [played]).upcoming
        assert coming
        assert coming.leads == leader


# -- the form ------------------------------------------------------------------------------------------


def test_a_card_costs_one_tap_and_the_rest_one_for_all() -> None:
    opened = open_match(GAME, 4)
    form = GAME.form(opened.setup, opened.state)
    taps = {"captured.QS": ["0"], "captured.JD": ["1"], "captured.rest": ["3"], "exposed": ["QS"]}
    assert form.read(taps) == {
        "kind": "cards",
        "captured": [["QS"], ["JD"], [], []],
        "rest_to": 3,
        "exposed": ["QS"],
    }


def test_the_form_shows_both_copies_of_two_decks_and_asks_for_the_last_pig() -> None:
    opened = open_match(GAME, 4, {"decks": 2})
    form = GAME.form(opened.setup, opened.state)
    played = hand("QS KH", "QS KH", "", "", rest_to=2, pig_last=1)
    assert form.read(form.show(played)) == played


def test_a_table_without_exposing_is_not_asked_about_it() -> None:
    opened = open_match(GAME, 4, {"exposing": False})
    assert "exposed" not in [control.name for control in GAME.form(opened.setup, opened.state).controls]


# -- properties ----------------------------------------------------------------------------------------

shares = st.lists(st.integers(0, 3), min_size=16, max_size=16)
openings = st.lists(st.sampled_from(OPEN), unique=True)


def dealt_out(owners: list[int]) -> dict[str, Any]:
    return hand(*[" ".join(code for code, owner in zip(ALL, owners, strict=True) if owner == i) for i in range(4)])


@given(shares, openings)
def test_no_hand_is_better_or_worse_than_the_two_extremes(owners: list[int], exposed: list[str]) -> None:
    for scored in points({**dealt_out(owners), "exposed": exposed}):
        assert -2400 <= scored <= 3200
        assert scored % 10 == 0


@given(shares, openings.filter(lambda exposed: "10C" not in exposed), st.sampled_from(["flat", "pips"]))
def test_without_doubler_and_moon_the_points_add_up(owners: list[int], exposed: list[str], values: str) -> None:
    heart_owners = set(owners[3:])
    beside = [owner for place, owner in enumerate(owners) if place != 2]
    if len(heart_owners) == 1 or owners[2] in beside:
        owners = [owners[0], owners[1], 3, *[0, 1], *[owner % 3 for owner in owners[5:]]]
        owners[:2] = [owner % 3 for owner in owners[:2]]
    expected = 50 - 200 * (2 if "AH" in exposed else 1)
    expected += -100 * (2 if "QS" in exposed else 1) + 100 * (2 if "JD" in exposed else 1)
    assert sum(points({**dealt_out(owners), "exposed": exposed}, heart_values=values)) == expected


@given(shares, openings, st.integers(0, 3))
def test_naming_the_rest_is_the_same_as_naming_every_card(owners: list[int], exposed: list[str], rest: int) -> None:
    full = {**dealt_out(owners), "exposed": exposed}
    short = {
        **full,
        "rest_to": rest,
        "captured": [[] if i == rest else pile for i, pile in enumerate(full["captured"])],
    }
    assert points(full) == points(short)


TABLES: list[tuple[int, dict[str, Any]]] = [(4, {}), (4, {"decks": 2}), (5, {"five_players": True})]
TABLES += [(8, {"decks": 2}), (4, {"teams": "pairs", "exposing": False})]


@given(any_hand(GAME), st.sampled_from(TABLES))
def test_whatever_is_entered_is_scored_or_refused(played: dict[str, Any], at: tuple[int, dict[str, Any]]) -> None:
    table = Table("gong-zhu", *at)
    scored = table.try_out(played)
    assert scored is None or len(scored.points) == len(table.play().open_match.setup.sides)
