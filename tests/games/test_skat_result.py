"""Skat: how a hand ended, entered by what was clear, by card points, by piles; null; what contradicts itself."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import PACK_32, card_points
from scoring.engine.refusal import Refusal, validate
from scoring.engine.tricks import Play
from scoring.games.skat import game
from scoring.games.skat.cards import RANKINGS, VALUES
from tests.games.table import Table, any_hand, any_lookup

TABLE = Table("skat", 3)
FOUR = Table("skat", 4)

LOST_TRICKS = ["AH", "10H", "7H", "KD", "QD", "8C"]
"""Two tricks of the defenders, 28 card points."""


def spades(**more: object) -> dict[str, object]:
    return {"kind": "suit", "trump": "S", "declarer": 1, "matadors": {"with": 1}, **more}


def null(**more: object) -> dict[str, object]:
    return {"kind": "null", "declarer": 1, **more}


# -- card points -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "won", "level"),
    [
        *((0, False, 3), (29, False, 3), (30, False, 3), (31, False, 2), (60, False, 2)),
        *((61, True, 2), (89, True, 2), (90, True, 3), (118, True, 3), (120, True, 3)),
    ],
)
def test_sixty_one_win_and_thirty_are_schneider(points: int, won: bool, level: int) -> None:
    scored = TABLE.score(spades(declarer_points=points, declarer_tricks=5))
    assert (scored.details["won"], scored.details["level"]) == (won, level)
    assert scored.points == [0, 11 * level if won else -22 * level, 0]


@pytest.mark.parametrize(
    ("announced", "entry", "won"),
    [
        ("schneider", {"declarer_points": 89}, False),
        ("schneider", {"declarer_points": 90}, True),
        ("schneider", {"declarer_points": 120, "declarer_tricks": 9}, True),
        ("schwarz", {"declarer_points": 120, "declarer_tricks": 9}, False),
        ("schwarz", {"declarer_points": 120, "declarer_tricks": 10}, True),
        ("schwarz", {"declarer_points": 118}, False),
        ("open", {"declarer_points": 118, "declarer_tricks": 9}, False),
        ("open", {"declarer_tricks": 10}, True),
        ("open", {"declarer_tricks": 4}, False),
    ],
)
def test_what_was_announced_must_be_reached(announced: str, entry: dict[str, object], won: bool) -> None:
    scored = TABLE.score(spades(hand=True, announced=announced, **entry))
    assert scored.details["won"] == won
    level = {"schneider": 5, "schwarz": 7, "open": 8}[announced]
    assert scored.details["level"] == level


@pytest.mark.parametrize(
    ("points", "tricks", "level"), [(120, 10, 4), (120, 9, 3), (0, 0, 4), (0, 1, 3), (22, 0, 4), (22, 2, 3), (23, 2, 3)]
)
def test_schwarz_goes_by_tricks(points: int, tricks: int, level: int) -> None:
    assert TABLE.score(spades(declarer_points=points, declarer_tricks=tricks)).details["level"] == level


def test_tricks_are_asked_only_where_they_decide() -> None:
    for points in (0, 2, 22, 120):
        assert TABLE.no(spades(declarer_points=points)) == ("/declarer_tricks", "tricks_missing")
    for points in (23, 30, 61, 118):
        assert TABLE.score(spades(declarer_points=points)).details["declarer_points"] == points
    hand = spades(declarer_points=120, outcome={"won": True, "level": "schneider"})
    assert TABLE.score(hand).details["schwarz"] is False
    assert TABLE.score(spades(declarer_tricks=10)).details["declarer_points"] == 120
    assert TABLE.score(spades(declarer_tricks=0)).points == [0, -88, 0]


# -- piles -------------------------------------------------------------------------------------------


def test_the_defenders_pile_leaves_the_rest_to_the_declarer() -> None:
    details = TABLE.score(spades(defender_cards=LOST_TRICKS)).details
    assert (details["declarer_points"], details["declarer_tricks"]) == (92, 8)
    assert (details["won"], details["level"]) == (True, 3)
    both = spades(
        defender_cards=LOST_TRICKS,
        declarer_cards=PACK_32.rest(LOST_TRICKS),
        declarer_points=92,
        declarer_tricks=8,
        outcome={"won": True, "level": "schneider"},
    )
    assert TABLE.score(both).details == details
    assert TABLE.score(spades(defender_cards=[])).details["schwarz"]


def test_the_skat_alone_is_no_trick() -> None:
    details = TABLE.score(spades(declarer_cards=["AC", "AD"])).details
    assert (details["declarer_points"], details["schwarz"], details["won"]) == (22, True, False)


def test_the_skat_of_a_hand_game_lies_with_the_declarer() -> None:
    ten = ["JC", "AS", "10S", "KS", "9S", "AC", "10C", "8C", "8D", "7D"]
    hand = {**spades(hand=True, cards=ten, skat=["7S", "7C"]), "matadors": {"with": 1}}
    taken = [*ten[:5], "QS", "8S", "7H", "8H", "9H", "9C", "KC", "QC", "QH", "9D", "7S", "7C"]
    assert TABLE.score({**hand, "declarer_cards": taken}).details["declarer_tricks"] == 5
    without = [*taken[:-1], "KH"]
    assert TABLE.no({**hand, "declarer_cards": without}) == ("/skat/1", "disagree")
    assert TABLE.score({**hand, "hand": False, "declarer_cards": without}).details["declarer_tricks"] == 5


def play_out(rng: random.Random, trump: str) -> tuple[list[str], list[str], list[str], list[str]]:
    """A whole hand of legal, thoughtless play: ten and skat of the declarer in seat 0, and both piles."""
    deck = list(PACK_32.cards)
    rng.shuffle(deck)
    hands = [deck[:10], deck[10:20], deck[20:30]]
    dealt, skat = list(hands[0]), deck[30:]
    ranking, leader = RANKINGS[trump], rng.randrange(3)
    piles: tuple[list[str], list[str]] = (list(skat), [])
    for _ in range(10):
        plays: list[Play] = []
        for step in range(3):
            player = (leader + step) % 3
            card = rng.choice(ranking.legal(hands[player], plays))
            hands[player].remove(card)
            plays.append(Play(seat=player, card=card))
        leader = ranking.winner(plays).seat
        piles[min(leader, 1)].extend(play.card for play in plays)
    return dealt, skat, piles[0], piles[1]


@settings(deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(["C", "S", "H", "D", "grand"]))
def test_every_way_of_entry_gives_the_same_score(rng: random.Random, trump: str) -> None:
    dealt, skat, mine, theirs = play_out(rng, trump)
    kind = {"kind": "grand"} if trump == "grand" else {"kind": "suit", "trump": trump}
    by_cards = {**kind, "declarer": 0, "hand": True, "cards": dealt, "skat": skat}
    counted = TABLE.score({**by_cards, "declarer_cards": mine})
    details = counted.details
    assert details["declarer_points"] == card_points(mine, VALUES) == 120 - card_points(theirs, VALUES)
    assert details["declarer_tricks"] == len(theirs) // -3 + 10
    level = "schwarz" if details["schwarz"] else "schneider" if details["schneider"] else "plain"
    typed = {**kind, "declarer": 0, "hand": True, "matadors": details["matadors"]}
    figures = {"declarer_points": details["declarer_points"], "declarer_tricks": details["declarer_tricks"]}
    for other in (
        {**by_cards, "defender_cards": theirs},
        {**typed, **figures},
        {**typed, "outcome": {"won": details["won"], "level": level}},
        {**typed, **figures, "outcome": {"won": details["won"], "level": level}},
        {**typed, "defender_cards": theirs, "outcome": {"won": details["won"]}},
    ):
        assert TABLE.score(other).points == counted.points
        assert TABLE.score(other).details["level"] == details["level"]
    value = details["game_value"]
    assert counted.points == [value if details["declarer_points"] > 60 else -2 * value, 0, 0]


# -- what cannot be ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        (spades(), ("/outcome", "nothing_entered")),
        (spades(declarer=3, declarer_points=74), ("/declarer", "seat_unknown")),
        (spades(declarer=-1, declarer_points=74), ("/declarer", "too_small")),
        (spades(declarer_points=-1), ("/declarer_points", "too_small")),
        (spades(declarer_points=121), ("/declarer_points", "too_large")),
        (spades(declarer_points=1), ("/declarer_points", "figure_impossible")),
        (spades(declarer_points=119), ("/declarer_points", "figure_impossible")),
        (spades(declarer_points=118, declarer_tricks=10), ("/declarer_tricks", "tricks_impossible")),
        (spades(declarer_points=23, declarer_tricks=0), ("/declarer_tricks", "tricks_impossible")),
        (spades(declarer_tricks=11), ("/declarer_tricks", "too_large")),
        (spades(declarer_tricks=6), ("/declarer_points", "points_missing")),
        (spades(declarer_tricks=6, outcome={"won": True, "level": "schwarz"}), ("/outcome/level", "disagree")),
        (spades(declarer_tricks=0, outcome={"won": True}), ("/outcome/won", "disagree")),
        (spades(declarer_tricks=0, outcome={"won": False, "level": "plain"}), ("/outcome/level", "disagree")),
        (spades(declarer_points=60, outcome={"won": True}), ("/outcome/won", "disagree")),
        (spades(declarer_points=61, outcome={"won": False}), ("/outcome/won", "disagree")),
        (spades(declarer_points=74, outcome={"won": True, "level": "schneider"}), ("/outcome/level", "disagree")),
        (spades(declarer_points=94, outcome={"won": True, "level": "plain"}), ("/outcome/level", "disagree")),
        (spades(declarer_points=20, outcome={"won": False, "level": "plain"}), ("/outcome/level", "disagree")),
        (spades(declarer_cards=["AC", "AC"]), ("/declarer_cards/1", "card_twice")),
        (spades(declarer_cards=["AC", "6C"]), ("/declarer_cards/1", "card_unknown")),
        (spades(declarer_cards=["AC", "AD", "AH"]), ("/declarer_cards", "not_whole_tricks")),
        (spades(declarer_cards=[]), ("/declarer_cards", "not_whole_tricks")),
        (spades(defender_cards=["AC", "AD"]), ("/defender_cards", "not_whole_tricks")),
        (spades(declarer_cards=["AC", "AD"], defender_cards=["AC", "8C", "9C"]), ("/defender_cards/0", "card_twice")),
        (spades(declarer_cards=["AC", "AD"], defender_cards=["7C", "8C", "9C"]), ("/defender_cards", "card_missing")),
        (spades(declarer_points=90, defender_cards=LOST_TRICKS), ("/declarer_points", "disagree")),
        (spades(declarer_tricks=7, defender_cards=LOST_TRICKS), ("/declarer_tricks", "disagree")),
        (spades(conceded=True, declarer_points=40), ("/conceded", "disagree")),
        (spades(conceded=True, defender_cards=LOST_TRICKS), ("/conceded", "disagree")),
        (spades(conceded=True, outcome={"won": True}), ("/outcome/won", "disagree")),
        (spades(conceded=True, outcome={"won": False, "level": "schneider"}), ("/outcome/level", "disagree")),
        (null(), ("/outcome", "nothing_entered")),
        (null(declarer_tricks=0, outcome={"won": False}), ("/outcome/won", "disagree")),
        (null(declarer_tricks=1, outcome={"won": True}), ("/outcome/won", "disagree")),
        (null(bid=24, declarer_tricks=0), ("/bid", "null_below_bid")),
        (null(bid=36, hand=True, declarer_tricks=0), ("/bid", "null_below_bid")),
        (null(bid=60, hand=True, open=True, declarer_tricks=0), ("/bid", "null_below_bid")),
        (null(bid=21, declarer_tricks=0), ("/bid", "bid_unknown")),
        (null(declarer=4, declarer_tricks=0), ("/declarer", "seat_unknown")),
    ],
)
def test_what_cannot_be_is_refused(hand: dict[str, object], answer: tuple[str, str]) -> None:
    assert TABLE.no(hand) == answer


@pytest.mark.parametrize(
    ("announced", "outcome"),
    [
        ("schneider", {"won": True, "level": "plain"}),
        ("schwarz", {"won": True, "level": "schneider"}),
        ("open", {"won": True, "level": "plain"}),
    ],
)
def test_nobody_wins_below_the_announcement(announced: str, outcome: dict[str, object]) -> None:
    hand = spades(hand=True, announced=announced, outcome=outcome)
    assert TABLE.no(hand) == ("/outcome/level", "below_announced")


@pytest.mark.parametrize(
    "hand",
    [
        spades(dealer=0, declarer_points=74),
        spades(trump="X", declarer_points=74),
        spades(announced="both", declarer_points=74),
        spades(kontra="double", declarer_points=74),
        spades(declarer_points="74"),
        spades(declarer_points=True),
        spades(outcome={"level": "plain"}),
        spades(outcome={"won": True, "level": "huge"}),
        {"kind": "suit", "declarer": 1, "matadors": {"with": 1}, "declarer_points": 74},
        {"kind": "grand", "declarer": 1, "trump": "S", "matadors": {"with": 1}, "declarer_points": 74},
        null(matadors={"with": 1}, declarer_tricks=0),
        {"kind": "tout"},
    ],
)
def test_what_is_malformed_is_said_to_be(hand: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refused:
        validate(game.hand_adapter, hand)
    assert refused.value.malformed


def test_a_declarer_who_misses_schwarz_may_still_have_made_schneider() -> None:
    for level in ("plain", "schneider"):
        outcome = {"won": False, "level": level}
        hand = spades(hand=True, announced="schwarz", declarer_points=112, declarer_tricks=9, outcome=outcome)
        assert TABLE.score(hand).points == [0, -154, 0]


def test_giving_up_is_a_plain_loss() -> None:
    assert TABLE.score(spades(conceded=True)).points == [0, -44, 0]
    assert TABLE.score(spades(conceded=True, outcome={"won": False, "level": "plain"})).points == [0, -44, 0]
    announced = TABLE.score(spades(conceded=True, hand=True, announced="schneider"))
    assert (announced.points, announced.details["level"]) == ([0, -110, 0], 5)


@pytest.mark.parametrize(
    ("entry", "value"), [({}, 23), ({"hand": True}, 35), ({"open": True}, 46), ({"hand": True, "open": True}, 59)]
)
def test_null(entry: dict[str, object], value: int) -> None:
    made = TABLE.score(null(bid=value, declarer_tricks=0, **entry))
    assert made.points == [0, value, 0]
    assert made.details["game_value"] == value
    assert TABLE.score(null(outcome={"won": True}, **entry)).points == made.points
    for tricks in (1, 4, 10):
        assert TABLE.score(null(declarer_tricks=tricks, **entry)).points == [0, -2 * value, 0]
    assert TABLE.score(null(outcome={"won": False}, **entry)).points == [0, -2 * value, 0]


def test_the_dealer_of_four_is_no_declarer() -> None:
    for hand in (spades(declarer=0, declarer_points=74), null(declarer=0, declarer_tricks=0)):
        assert FOUR.no(hand) == ("/declarer", "sits_out")
    assert FOUR.score(spades(declarer=3, declarer_points=74)).points == [0, 0, 0, 22]


# -- tricks ------------------------------------------------------------------------------------------


def test_who_takes_a_trick() -> None:
    assert TABLE.winner(game="H", plays=[(0, "AC"), (1, "7H"), (2, "10C")]) == (1, "7H")
    assert TABLE.winner(game="H", plays=[(0, "AH"), (1, "JD"), (2, "JH")]) == (2, "JH")
    assert TABLE.winner(game="D", plays=[(2, "KC"), (0, "10C"), (1, "AS")]) == (0, "10C")
    assert TABLE.winner(game="grand", plays=[(0, "AC"), (1, "JD"), (2, "10C")]) == (1, "JD")
    assert TABLE.winner(game="ramsch", plays=[(0, "7C"), (1, "AD"), (2, "8C")]) == (2, "8C")
    assert TABLE.winner(game="null", plays=[(0, "10C"), (1, "JC"), (2, "KS")]) == (1, "JC")
    done = TABLE.trick(game="H", plays=[(0, "AC"), (1, "7H"), (2, "10C")])
    assert done.next_leader == 1  # type: ignore[union-attr]
    assert TABLE.trick(game="H", plays=[(0, "AC"), (1, "7H")]).next_leader is None  # type: ignore[union-attr]


def test_jacks_follow_trumps_and_nothing_else_except_in_null() -> None:
    hand = ["JC", "8C", "AH"]
    assert TABLE.legal(game="H", plays=[(0, "AC")], hand=hand) == ["8C"]
    assert TABLE.legal(game="C", plays=[(0, "AC")], hand=hand) == ["JC", "8C"]
    assert TABLE.legal(game="grand", plays=[(0, "JD")], hand=hand) == ["JC"]
    assert TABLE.legal(game="ramsch", plays=[(0, "KC")], hand=hand) == ["8C"]
    assert TABLE.legal(game="null", plays=[(0, "AC")], hand=hand) == ["JC", "8C"]
    assert TABLE.legal(game="grand", plays=[(0, "KC")], hand=["JC", "AH"]) == ["JC", "AH"]
    assert TABLE.legal(game="H", hand=hand) == hand


def test_four_at_the_table_and_the_dealer_is_passed_over() -> None:
    for plays in ([(3, "AC"), (0, "7C"), (1, "10C")], [(1, "AC"), (3, "7C"), (0, "8C")]):
        assert FOUR.winner(game="H", plays=plays) == plays[0]
    assert FOUR.no_trick(game="H", plays=[(0, "AC"), (2, "7C"), (0, "8C")])[1] == "out_of_turn"
    assert FOUR.no_trick(game="H", plays=[(0, "AC"), (3, "7C")]) == ("/plays/1/seat", "out_of_turn")
    assert FOUR.no_trick(game="H", plays=[(0, "AC"), (1, "7C"), (2, "8C"), (3, "9C")]) == ("/plays", "trick_size")
    assert FOUR.no_trick(game="H", plays=[(4, "AC")]) == ("/plays/0/seat", "seat_unknown")


def test_look_ups_that_cannot_be_are_refused() -> None:
    assert TABLE.no_trick(game="H") == ("/plays", "no_cards")
    assert TABLE.no_trick(game="H", plays=[(0, "AC"), (2, "KC")]) == ("/plays/1/seat", "out_of_turn")
    assert TABLE.no_trick(game="H", plays=[(0, "AC"), (1, "AC")]) == ("/plays/1/card", "card_twice")
    assert TABLE.no_trick(game="H", plays=[(0, "6C")]) == ("/plays/0/card", "card_unknown")
    assert TABLE.no_trick(game="H", plays=[(0, "AC")], hand=["AC"]) == ("/hand/0", "card_twice")
    assert TABLE.no_trick(game="H", hand=list(PACK_32.cards[:11])) == ("/hand", "hand_size")


# -- anything ----------------------------------------------------------------------------------------

TABLES = [
    Table("skat", 3, {"bock": "on", "kontra": "kontra_re", "bock_after": ["sixty", "kontra_success", "grand_hand"]}),
    Table("skat", 4, {"all_pass": "ramsch_most", "ramsch_skat": "unused", "scoring": "list"}, dealer=2),
    Table("skat", 3, {"rules": "international"}),
]


@settings(deadline=None)
@given(any_hand(game))
def test_any_entry_is_scored_or_refused(hand: dict[str, object]) -> None:
    for table in TABLES:
        scored = table.try_out(hand)
        if scored and not table.options.get("scoring") and not table.options.get("rules"):
            assert sum(1 for points in scored.points if points) <= 1


@settings(deadline=None)
@given(any_lookup(game))
def test_any_look_up_is_answered_or_refused(lookup: dict[str, object]) -> None:
    for table in (TABLE, FOUR):
        table.ask(lookup)
