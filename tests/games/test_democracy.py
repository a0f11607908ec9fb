"""Democracy: who takes a trick, thirteen of twenty-five, decks and deals, the end; islands that cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.game import Marks
from scoring.engine.match import effective_options, open_match, open_stored_match, options_to_store
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games import get
from scoring.games.democracy.models import VALUES, DemocracyOptions, deal, pack_of
from tests.games.table import Table, any_hand, any_lookup

GAME = get("democracy")
DEALS = {
    "even": {2: (8, 8), 3: (6, 6), 4: (5, 5), 5: (4, 4), 6: (4, 3)},
    "big_first_day": {2: (12, 4), 3: (8, 4), 4: (6, 4), 5: (4, 4), 6: (4, 3)},
    "same_days": {2: (8, 8), 3: (6, 6), 4: (5, 5), 5: (4, 4), 6: (3, 3)},
}


def table(players: int = 3, start: dict[str, Any] | None = None, **options: Any) -> Table:
    return Table("democracy", players, options, **(start or {}))


def test_the_first_day_of_two_to_six_players() -> None:
    assert [deal(players, DemocracyOptions())[0] for players in range(2, 7)] == [12, 8, 6, 4, 4]


def test_a_match_stored_by_an_earlier_release_keeps_its_days() -> None:
    opened = open_stored_match(GAME, 3, {}, {})
    assert deal(3, opened.setup.options) == (6, 6)
    assert effective_options(GAME, 3, {}).deal_plan == "even"
    fresh = open_match(GAME, 3)
    assert options_to_store(fresh, {}) == {"deal_plan": "big_first_day"}
    stored = open_stored_match(GAME, 3, options_to_store(fresh, {}), {})
    assert deal(3, stored.setup.options) == (8, 4)


def points(*rows: str) -> dict[str, Any]:
    """An island from a text for each seat: ``points("14 3 12 0", …)`` in clubs, diamonds, hearts, spades."""
    return {"kind": "points", "points": [dict(zip("CDHS", map(int, row.split()), strict=True)) for row in rows]}


def cards(*piles: str) -> dict[str, Any]:
    return {"kind": "cards", "captured": [pile.split() for pile in piles]}


def tricks(*days: list[tuple[str, str]]) -> dict[str, Any]:
    return {"kind": "tricks", "days": [[{"up_card": up, "plays": plays.split()} for up, plays in day] for day in days]}


def asked(up: str, plays: str, **options: Any) -> TrickResult:
    answer = table(len(plays.split()), **options).ask({"up_card": up, "plays": plays.split()})
    assert isinstance(answer, TrickResult)
    return answer


NOTHING = "0 0 0 0"


# -- tricks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("up", "plays", "winner"),
    [
        ("8S", "5S 6S JK 4S", 1),
        ("8S", "5S 7S JK 4S", 0),
        ("8S", "5D 6S 5C", 1),
        ("5S", "6S 7S KD", 1),
        ("8S", "4D AD KD", 0),
        ("8S", "KD AH QC", 1),
        ("8S", "JK 4D AH AC", 0),
        ("8S", "JK 7S 4H 4C", 1),
        ("JK", "4D 3S AH AC", 0),
        ("JK", "5D 6D AH AC", 0),
        ("8S", "10D 6S", 1),
    ],
)
def test_who_takes_the_trick(up: str, plays: str, winner: int) -> None:
    answer = asked(up, plays)
    assert (answer.winner, answer.card) == (winner, plays.split()[winner])
    assert answer.extra == {"upcard": "won"}


@pytest.mark.parametrize(
    ("up", "plays"),
    [
        ("8S", "5D JK AH"),
        ("8S", "5D JK AH KC"),
        ("8S", "JK JK AH KC"),
        ("8S", "5D 5H 5C"),
        ("8S", "KD KH 9C"),
        ("JK", "5S 5H 5C 5D"),
    ],
)
def test_a_tie_leaves_everybody_the_own_card(up: str, plays: str) -> None:
    answer = asked(up, plays)
    assert (answer.winner, answer.card) == (None, None)
    assert answer.extra == {"upcard": "discarded", "kept": plays.split()}


def test_a_look_up_by_seats_in_any_order() -> None:
    assert table().winner(up="8S", plays=[(2, "KD"), (0, "9S"), (1, "AD")]) == (0, "9S")
    tie = table().trick(up="8S", plays=[(2, "KD"), (0, "KH"), (1, "9D")])
    assert isinstance(tie, TrickResult)
    assert tie.extra["kept"] == ["KH", "9D", "KD"]


@pytest.mark.parametrize(
    ("up", "plays", "answer"),
    [
        ("8S", [], ("/plays", "no_cards")),
        ("8S", [(0, "9S"), (1, "AD"), (1, "KD")], ("/plays/2/seat", "seat_twice")),
        ("8S", [(0, "9S"), (1, "AD"), (3, "KD")], ("/plays/2/seat", "seat_unknown")),
        ("8S", [(0, "9S"), (1, "AD"), (2, "AD")], ("/plays/2/card", "card_twice")),
        ("8S", [(0, "9S"), (1, "AD"), (2, "8S")], ("/plays/2/card", "card_twice")),
        ("2S", [(0, "9S"), (1, "AD"), (2, "8S")], ("/up_card", "card_unknown")),
    ],
)
def test_tricks_that_cannot_be(up: str, plays: list[tuple[int, str]], answer: tuple[str, str]) -> None:
    assert table().no_trick(up=up, plays=plays) == answer


# -- islands by points --------------------------------------------------------------------------------------


def test_thirteen_score_a_tribe_and_twelve_do_not() -> None:
    scored = table().score(points("13 12 0 25", "12 12 1 0", NOTHING))
    assert scored.points == [2, 0, 0]
    assert scored.details["tribes"] == [["C", "S"], [], []]
    assert scored.details["suit_points"][1] == {"C": 12, "D": 12, "H": 1, "S": 0}


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        (points("13 0 0 0", "13 0 0 0", NOTHING), "/points/1/C", "suit_too_high"),
        (points("-1 0 0 0", NOTHING, NOTHING), "/points/0/C", "out_of_range"),
        (points(NOTHING, "0 26 0 0", NOTHING), "/points/1/D", "out_of_range"),
        (points(NOTHING, NOTHING), "/points", "wrong_length"),
        (cards("5H", "4H"), "/captured", "wrong_length"),
        (cards("5H 5H", "", ""), "/captured/0/1", "card_twice"),
        (cards("5H", "5H", ""), "/captured/1/0", "card_twice"),
        (cards("2H", "", ""), "/captured/0/0", "card_unknown"),
        (cards("", "JK", ""), "/captured/1/0", "card_unknown"),
    ],
)
def test_islands_that_cannot_be(hand: dict[str, Any], pointer: str, code: str) -> None:
    assert table().no(hand) == (pointer, code)


def test_card_points_are_whole() -> None:
    half = points(NOTHING, NOTHING, NOTHING)
    half["points"][2]["S"] = 12.5
    assert table().no(half) == ("/points/2/S", "not_whole")


# -- islands by cards ----------------------------------------------------------------------------------------


def test_what_the_cards_count() -> None:
    assert sum(VALUES.values()) == 25
    scored = table().score(cards("5H 4H AH 10H", "5C 4C AC 6C", "KS QS JS 3S 9S 8S 7S"))
    assert scored.points == [1, 0, 0]
    assert [row["H"] for row in scored.details["suit_points"]] == [13, 0, 0]
    assert [row["C"] for row in scored.details["suit_points"]] == [0, 12, 0]
    assert [row["S"] for row in scored.details["suit_points"]] == [0, 0, 12]


@pytest.mark.parametrize(("players", "jokers"), [(2, 0), (3, 0), (4, 2), (5, 0), (6, 1)])
def test_the_jokers_of_the_deck(players: int, jokers: int) -> None:
    others = [""] * (players - 1)
    assert table(players).no(cards(" ".join(["JK"] * (jokers + 1)), *others))[1] in ("card_unknown", "card_twice")
    if jokers:
        assert table(players).score(cards(" ".join(["JK"] * jokers), *others)).points == [0] * players


def test_more_cards_than_were_dealt() -> None:
    pile = " ".join(pack_of(6).cards[:43])
    assert table(6, deal_plan="same_days").no(cards(pile, *[""] * 5)) == ("/captured", "too_many_cards")
    assert table(6).score(cards(pile, *[""] * 5)).points[0] >= 3


# -- islands trick by trick -----------------------------------------------------------------------------------

FIRST = [("8S", "5S 6S JK 4S 3S AS"), ("7S", "5D 5H KH 4D 3D AH"), ("7C", "5C 4C 3C AC KC QC")]
SECOND = [("7H", "4H 3H QH JH 10H 9H"), ("7D", "AD KD QD JD 10D 9D"), ("8C", "JC 10C 9C 6C KS QS")]


def test_an_island_trick_by_trick() -> None:
    six = table(6, deal_plan="same_days")
    scored = six.score(tricks(FIRST, SECOND))
    assert scored.details["trick_winners"] == [[1, None, 0], [0, 0, 0]]
    assert scored.details["suit_points"][1] == {"C": 0, "D": 0, "H": 5, "S": 16}
    assert sum(row["S"] for row in scored.details["suit_points"]) == 20, "the seven of the tie is out"
    assert scored.points == [3, 1, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        (tricks(FIRST), "/days", "two_days"),
        (tricks(FIRST, SECOND, SECOND), "/days", "two_days"),
        (tricks(FIRST, SECOND[:2]), "/days/1", "wrong_tricks"),
        (tricks([*FIRST, SECOND[0]], SECOND[1:]), "/days/0", "wrong_tricks"),
        (tricks([("8S", "5S 6S JK 4S 3S"), *FIRST[1:]], SECOND), "/days/0/0/plays", "play_missing"),
        (tricks(FIRST, [("7S", "4H 3H QH JH 10H 9H"), *SECOND[1:]]), "/days/1/0/up_card", "card_twice"),
        (tricks(FIRST, [("7H", "4H 3H QH JH 10H 5S"), *SECOND[1:]]), "/days/1/0/plays/5", "card_twice"),
        (tricks(FIRST, [("7H", "4H 3H QH JH 10H JK"), *SECOND[1:]]), "/days/1/0/plays/5", "card_twice"),
    ],
)
def test_tricks_of_an_island_that_cannot_be(hand: dict[str, Any], pointer: str, code: str) -> None:
    assert table(6, deal_plan="same_days").no(hand) == (pointer, code)


# -- deals, the end, between islands ---------------------------------------------------------------------------


@pytest.mark.parametrize("plan", DEALS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_deal_fits_the_deck(plan: str, players: int) -> None:
    coming = table(players, deal_plan=plan).play().upcoming
    assert coming
    first, second = DEALS[plan][players]
    assert coming.details["deal"] == [first, second]
    assert (first + second) * (players + 1) <= len(pack_of(players))
    assert plan == "same_days" or (first + second) * (players + 1) == len(pack_of(players))


def test_the_deal_goes_round_and_nobody_leads() -> None:
    coming = table(start={"dealer": 2}).play(points(NOTHING, NOTHING, NOTHING)).upcoming
    assert coming
    assert (coming.dealer, coming.leads, coming.details["island"]) == (0, None, 2)
    assert coming.details["to_target"] == [5, 5, 5]


def test_most_tribes_win_and_a_tie_is_played_on() -> None:
    level = table(4, {"totals": [4, 4, 1, 0]})
    one_each = points("13 0 0 0", "0 13 0 0", NOTHING, NOTHING)
    played = level.play(one_each)
    assert (played.totals, played.verdict.finished) == ([5, 5, 1, 0], False)
    decided = level.play(one_each, points(NOTHING, "0 0 0 13", "25 20 13 0", NOTHING))
    assert (decided.totals, decided.verdict.winners) == ([5, 6, 4, 0], [1])
    assert level.no(one_each, points(NOTHING, "0 0 0 13", *[NOTHING] * 2), one_each) == ("", "match_over")
    shared = table(4, {"totals": [4, 4, 1, 0]}, tie_break="shared").play(one_each)
    assert (shared.verdict.finished, shared.verdict.winners) == (True, [0, 1])


def test_a_player_who_comes_from_behind_may_pass_the_leaders() -> None:
    played = table(3, {"totals": [5, 5, 2]}).play(points(NOTHING, NOTHING, "13 13 13 13"))
    assert (played.totals, played.verdict.winners) == ([5, 5, 6], [2])


@pytest.mark.parametrize("target", [1, 3, 20])
def test_other_targets(target: int) -> None:
    near = table(3, {"totals": [target - 1, 0, 0]}, target=target)
    assert not near.play(points(NOTHING, NOTHING, NOTHING)).verdict.finished
    assert near.play(points("13 0 0 0", NOTHING, NOTHING)).verdict.winners == [0]


def test_who_can_play_and_where_a_match_can_start() -> None:
    for players in (1, 7):
        assert table(players).no_setup() == ("/players", "players")
    assert table(3, {"totals": [-1, 0, 0]}).no_setup() == ("/start/totals/0", "total_impossible")
    assert table().stop(points("13 0 0 0", NOTHING, NOTHING)).winners == [0]


def test_the_tribes_lie_on_the_table() -> None:
    played = table().play(points("13 13 0 0", NOTHING, NOTHING))
    marks = [mark for mark in GAME.board(played.open_match.setup, played.state) if isinstance(mark, Marks)]
    assert [(mark.count, mark.of) for mark in marks] == [(2, 5), (0, 5), (0, 5)]


def test_a_correction_in_the_middle_gives_what_the_right_entry_would_have_given() -> None:
    later = [cards("5H 4H AH KH", "", ""), points("0 0 0 13", NOTHING, NOTHING)]
    assert table().play(points("13 0 0 0", NOTHING, NOTHING), *later).totals == [3, 0, 0]
    assert table().play(points(NOTHING, "13 0 0 0", NOTHING), *later).totals == [2, 1, 0]


def test_every_way_of_entry_opens_for_correction() -> None:
    six = table(6, deal_plan="same_days").play()
    form = GAME.form(six.open_match.setup, six.state)
    rows = ["1 2 3 4", "4 3 2 1", NOTHING, "5 5 5 5", "0 0 1 0", "1 0 0 0"]
    for entered in (points(*rows), cards("5H 4H", "JK", "AC", "", "", "6D"), tricks(FIRST, SECOND)):
        assert form.read(form.show(entered)) == entered


def test_a_row_that_was_not_filled_in_is_asked_for() -> None:
    opened = table(2).play().open_match
    form = GAME.form(opened.setup, opened.state)
    taps = {"entry": ["points"], "pointsC.0": ["14"], "pointsD.1": ["3"], "pointsH.0": ["0"]}
    assert form.read(taps)["points"] == [{"C": 14, "D": 0, "H": 0}, {"C": 0, "D": 3, "H": 0}]
    for pointer, name in (("/points/1/S", "pointsS"), ("/points", "pointsC")):
        control = form.control_for(pointer)
        assert control
        assert control.name == name


# -- properties ---------------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.sampled_from([2, 3, 4, 5, 6]), st.sampled_from(sorted(DEALS)), st.randoms(use_true_random=False))
def test_tricks_cards_and_points_agree(players: int, plan: Any, random: Any) -> None:
    dealt = list(pack_of(players).cards)
    random.shuffle(dealt)
    opened = table(players, deal_plan=plan).play().open_match
    days = []
    for size in deal(players, opened.setup.options):
        day = []
        for _ in range(size):
            trick, dealt = dealt[: players + 1], dealt[players + 1 :]
            day.append((trick[0], " ".join(trick[1:])))
        days.append(day)
    by_tricks = table(players, deal_plan=plan).score(tricks(*days))
    result = by_tricks.details["suit_points"]
    assert all(0 <= sum(row[letter] for row in result) <= 25 for letter in "CDHS")
    assert 0 <= sum(by_tricks.points) <= 4
    again = table(players, deal_plan=plan).score({"kind": "points", "points": result})
    assert (again.points, again.details["tribes"]) == (by_tricks.points, by_tricks.details["tribes"])


@given(any_hand(GAME, 2) | any_hand(GAME, 4))
def test_whatever_is_entered_is_scored_or_refused(entered: dict[str, Any]) -> None:
    for players in (2, 4):
        scored = table(players).try_out(entered)
        assert scored is None or 0 <= sum(scored.points) <= 4


@given(any_lookup(GAME))
def test_whatever_is_asked_is_answered_or_refused(lookup: dict[str, Any]) -> None:
    answer = table(2).ask(lookup)
    assert answer is None or isinstance(answer, TrickResult | LegalPlays)
