"""Twenty-Nine: contracts, royals, doubling, and the trump that is not yet shown."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import PACK_32
from scoring.engine.game import Marks
from scoring.engine.messages import render
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games import get
from tests.games.table import Table, any_hand, any_lookup

GAME = get("twenty-nine")
PILE = ["JH", "9H", "AH", "10H", "JS", "9C", "KC", "7D"]


def table(start: dict[str, Any] | None = None, **options: Any) -> Table:
    return Table("twenty-nine", 4, options, **(start or {}))


def played(bidder: int = 0, bid: int = 17, **more: Any) -> dict[str, Any]:
    return {"kind": "played", "bidder": bidder, "bid": bid, **(more or {"made": True})}


@pytest.mark.parametrize(
    ("bid", "royals", "contract"),
    [
        (15, None, 15),
        (28, None, 28),
        (15, 0, 15),
        (16, 0, 15),
        (18, 0, 15),
        (19, 0, 15),
        (20, 0, 16),
        (28, 0, 24),
        (15, 1, 19),
        (24, 1, 28),
        (25, 1, 28),
        (28, 1, 28),
    ],
)
def test_the_contract_after_the_royals(bid: int, royals: int | None, contract: int) -> None:
    for points in (contract - 1, contract):
        scored = table().score(played(bid=bid, royals=royals, declarer_points=points))
        assert scored.details["contract"] == contract
        assert scored.points == [1 if points >= contract else -1, 0]


@pytest.mark.parametrize("bidder", range(4))
def test_only_the_bidders_side_moves(bidder: int) -> None:
    for made in (True, False):
        points = table().score(played(bidder, made=made)).points
        assert points[bidder % 2] == (1 if made else -1)
        assert points[1 - bidder % 2] == 0


@pytest.mark.parametrize(("double", "stake"), [("none", 1), ("double", 2), ("redouble", 4)])
def test_doubling_goes_both_ways(double: str, stake: int) -> None:
    assert table(doubling=True).score(played(made=True, double=double)).points == [stake, 0]
    assert table(doubling=True).score(played(made=False, double=double)).points == [-stake, 0]


def test_a_doubled_hand_takes_nobody_beyond_six() -> None:
    high = table({"totals": [4, 0]}, doubling=True).play(played(made=True, double="redouble"))
    assert (high.totals, high.verdict.winners) == ([6, 0], [0])
    low = table({"totals": [-5, 0]}, doubling=True).play(played(made=False, double="double"))
    assert (low.totals, low.verdict.winners) == ([-6, 0], [1])


def test_cards_are_counted_for_the_bidder_wherever_they_were_entered() -> None:
    mine = table().score(played(0, captured=[PILE, None]))
    theirs = table().score(played(1, captured=[PILE, None]))
    assert (mine.details["declarer_points"], theirs.details["declarer_points"]) == (12, 16)


def test_the_last_trick_may_bring_a_point() -> None:
    counting = table(last_trick=1)
    assert counting.score(played(captured=[PILE, None], last_trick=0)).details["declarer_points"] == 13
    assert counting.score(played(captured=[PILE, None], last_trick=1)).details["declarer_points"] == 12
    assert counting.score(played(captured=[None, []])).details["declarer_points"] == 29
    assert counting.score(played(bid=29, declarer_points=29)).points == [1, 0]
    assert counting.score(played(bid=26, royals=1, made=True)).details["contract"] == 29
    assert counting.no(played(captured=[PILE, None])) == ("/last_trick", "last_trick_missing")
    assert counting.no(played(captured=[None, PILE], declarer_points=16)) == ("/last_trick", "last_trick_missing")
    assert counting.no(played(captured=[[], None], last_trick=0)) == ("/last_trick", "last_trick_without_card")


def test_with_a_point_for_the_last_trick_the_royals_count_as_without_it() -> None:
    counting = table(last_trick=1)
    for bid, contract in ((15, 15), (20, 16), (29, 25)):
        scored = counting.score(played(bid=bid, royals=0, declarer_points=contract))
        assert (scored.details["contract"], scored.points) == (contract, [1, 0])
    assert counting.score(played(bid=20, royals=1, made=True)).details["contract"] == 24


def test_royals_that_fell_in_one_trick_were_in_two_hands() -> None:
    trick = ["KH", "QH", "7H", "8H"]
    hand = played(trump="H", royals=0, captured=[trick, None])
    assert table().no(hand) == ("/royals", "royals_in_one_trick")
    assert table().no(played(trump="H", royals=1, captured=[None, trick])) == ("/royals", "royals_in_one_trick")
    assert table().score(hand | {"trump": "S"}).details["contract"] == 15
    two_tricks = [*trick, "7S", "8S", "9S", "10S"]
    assert table().score(hand | {"captured": [two_tricks, None]}).details["contract"] == 15


def test_with_a_lowest_bid_of_16_the_royals_still_lower_to_15() -> None:
    scored = table(minimum_bid=16).score(played(bid=16, royals=0, declarer_points=15))
    assert (scored.details["contract"], scored.points) == (15, [1, 0])
    help_text = GAME.Options.model_fields["minimum_bid"].description or ""
    assert "15" in help_text
    assert "nobody is forced" in help_text


def test_the_schema_says_the_limits_that_the_game_checks() -> None:
    fields = GAME.hand_adapter.json_schema()["properties"]
    limits = {name: (fields[name]["minimum"], fields[name]["maximum"]) for name in ("bid", "bidder", "declarer_points")}
    assert limits == {"bid": (15, 29), "bidder": (0, 3), "declarer_points": (0, 29)}
    widest = table(last_trick=1)
    for name, field in (("bid", {"made": True}), ("declarer_points", {})):
        least, most = limits[name]
        for value in (least, most):
            widest.score({**played(3, 15), **field, name: value, **({} if field else {"made": None})})
        for value in (least - 1, most + 1):
            assert widest.no({**played(3, 15), name: value})[0] == f"/{name}"


def test_option_and_field_of_the_last_trick_have_different_titles() -> None:
    option, field = GAME.Options.model_fields["last_trick"], GAME.hands[0].model_fields["last_trick"]
    assert option.title != field.title


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        (played(4), "/bidder", "seat_unknown"),
        (played(-1), "/bidder", "too_small"),
        (played(bid=14), "/bid", "bid_unknown"),
        (played(bid=29), "/bid", "bid_unknown"),
        (played(trump="H"), "/made", "nothing_entered"),
        (played(declarer_points=29), "/declarer_points", "points_impossible"),
        (played(declarer_points=-1), "/declarer_points", "points_impossible"),
        (played(declarer_points=16, made=True), "/made", "disagree"),
        (played(declarer_points=17, made=False), "/made", "disagree"),
        (played(captured=[PILE, None], made=True), "/made", "disagree"),
        (played(captured=[PILE, None], declarer_points=13), "/declarer_points", "disagree"),
        (played(captured=[PILE[:6], None]), "/captured/0", "not_whole_tricks"),
        (played(captured=[[*PILE[:7], "JH"], None]), "/captured/0/7", "card_twice"),
        (played(captured=[[*PILE[:7], "6H"], None]), "/captured/0/7", "card_unknown"),
        (played(captured=[PILE, PILE]), "/captured/1/0", "card_twice"),
        (played(captured=[PILE]), "/captured", "wrong_length"),
        (played(captured=[None, None]), "/captured", "nothing_entered"),
        (played(captured=[PILE, None], last_trick=0), "/last_trick", "last_trick_off"),
        (played(made=True, last_trick=0), "/last_trick", "last_trick_needless"),
        (played(captured=[None, []], royals=1), "/royals", "royals_without_trick"),
        (played(made=True, royals=2), "/royals", "too_large"),
        (played(made=True, double="double"), "/double", "doubling_off"),
        (played(made=True, double="redouble"), "/double", "doubling_off"),
    ],
)
def test_hands_that_cannot_have_happened(hand: dict[str, Any], pointer: str, code: str) -> None:
    assert table().no(hand) == (pointer, code)


def test_what_the_table_rules_out() -> None:
    assert table(royals=False).no(played(made=True, royals=0)) == ("/royals", "royals_off")
    assert table(minimum_bid=16).no(played(bid=15)) == ("/bid", "bid_unknown")
    names = [control.name for control in GAME.form(*_opened(royals=False)).controls]
    assert not {"royals", "double", "last_trick"} & set(names)


def _opened(**options: Any) -> Any:
    played = table(**options).play()
    return played.open_match.setup, played.state


def test_three_cannot_play_and_nothing_follows_the_end() -> None:
    assert Table("twenty-nine", 3).no_setup() == ("/players", "players")
    assert table(target=2).no_setup() == ("/options/target", "too_small")
    assert table({"totals": [7, 0]}).no_setup() == ("/start/totals/0", "total_impossible")
    for totals in ([6, 6], [-6, -6], [6, -6]):
        assert table({"totals": totals}).no_setup() == ("/start/totals", "two_winners")
    for totals in ([6, 0], [0, -6]):
        assert table({"totals": totals}).no(played()) == ("", "match_over")


def test_the_match_ends_six_above_or_six_below() -> None:
    assert table({"totals": [5, -5]}).play(played(made=True)).verdict.winners == [0]
    assert table({"totals": [5, -5]}).play(played(1, made=False)).verdict.winners == [0]
    assert not table({"totals": [4, -4]}).play(played(made=True)).verdict.finished
    assert table({"totals": [2, 0]}, target=3).play(played(made=True)).verdict.winners == [0]
    assert table().stop(played(1, made=False)).winners == [0]


def test_the_sixes_show_the_score() -> None:
    played_on = table().play(played(0, made=False), played(1, made=True))
    marks = GAME.board(played_on.open_match.setup, played_on.state)
    assert list(marks) == [Marks(0, "red", 1, 6), Marks(1, "black", 1, 6)]


def test_who_deals_bids_and_leads() -> None:
    coming = table({"dealer": 3}).play(played()).upcoming
    assert coming
    assert (coming.dealer, coming.leads, coming.details["hand"]) == (0, 1, 2)
    assert coming.details["victory_points"] == [1, 0]


def test_a_correction_in_the_middle_gives_what_the_right_entry_would_have_given() -> None:
    later = [played(1, made=True), played(2, made=False)]
    assert table().play(played(declarer_points=17), *later).totals == [0, 1]
    assert table().play(played(declarer_points=16), *later).totals == [-2, 1]


# -- tricks -------------------------------------------------------------------------------------------


def test_a_trump_thrown_before_the_reveal_has_no_power_where_that_is_allowed() -> None:
    plays = [(1, "10C"), (2, "AC"), (3, "JH"), (0, "KC")]
    lenient = table(ask="may")
    assert lenient.winner(trump="H", revealed=False, plays=plays) == (2, "AC")
    assert lenient.winner(revealed=False, plays=plays) == (2, "AC")
    assert lenient.winner(trump="H", revealed=True, plays=plays) == (3, "JH")


def test_nobody_discards_before_the_reveal_unless_the_table_allows_it() -> None:
    plays = [(1, "10C"), (2, "AC"), (3, "JH"), (0, "KC")]
    for trump in ({"trump": "H"}, {}):
        assert table().no_trick(revealed=False, plays=plays, **trump) == ("/revealed", "revealed_by_then")
    assert table().no_trick(revealed=False, plays=[(1, "10C"), (2, "JH")], hand=["AC"])[0] == "/revealed"
    assert table().winner(trump="H", plays=plays) == (3, "JH")


def test_trumps_on_a_trump_lead_before_the_reveal_are_plain_cards() -> None:
    plays = [(1, "10H"), (2, "AH"), (3, "7H"), (0, "KH")]
    for ask in ("must", "may"):
        answer = table(ask=ask).trick(trump="H", revealed=False, plays=plays)
        assert isinstance(answer, TrickResult)
        assert (answer.winner, answer.card, answer.rule) == (2, "AH", "reveal")
        assert "trump" not in render(answer.why)


def test_the_order_of_the_cards() -> None:
    ranks = ["J", "9", "A", "10", "K", "Q", "8", "7"]
    for high, low in pairwise(ranks):
        assert table().winner(trump="H", plays=[(0, low + "C"), (1, high + "C")]) == (1, high + "C")
        assert table().winner(trump="H", plays=[(0, low + "H"), (1, high + "H")]) == (1, high + "H")


def test_suit_is_followed_and_nobody_must_trump() -> None:
    look_up = table()
    assert look_up.legal(trump="H", plays=[(0, "AC")], hand=["7C", "JH"]) == ["7C"]
    assert look_up.legal(trump="H", plays=[(0, "AC")], hand=["7S", "JH"]) == ["7S", "JH"]
    answer = look_up.trick(trump="H", revealed=False, plays=[(0, "AC")], hand=["7S", "JH"])
    assert isinstance(answer, LegalPlays)
    assert (answer.cards, answer.rule) == (["7S", "JH"], "reveal")
    assert "turned first" in render(answer.why)
    answer = table(ask="may").trick(trump="H", revealed=False, plays=[(0, "AC")], hand=["7S", "JH"])
    assert isinstance(answer, LegalPlays)
    assert (answer.cards, answer.rule) == (["7S", "JH"], "asking")
    assert "may be asked for" in render(answer.why)


def test_look_ups_that_cannot_be() -> None:
    assert table().no_trick(plays=[(0, "AC")]) == ("/trump", "trump_missing")
    assert table().no_trick(trump="H", plays=[(0, "6C")]) == ("/plays/0/card", "card_unknown")
    assert table().no_trick(trump="H") == ("/plays", "no_cards")


# -- properties ---------------------------------------------------------------------------------------


@given(st.permutations(PACK_32.cards), st.integers(0, 8), st.integers(15, 28))
def test_the_two_piles_make_28(cards: list[str], tricks: int, bid: int) -> None:
    piles = [cards[: 4 * tricks], cards[4 * tricks :]]
    own = table().score(played(0, bid, captured=piles)).details["declarer_points"]
    theirs = table().score(played(1, bid, captured=piles)).details["declarer_points"]
    assert own + theirs == 28


@given(any_hand(GAME), st.booleans())
def test_whatever_is_entered_is_scored_or_refused(hand: dict[str, Any], doubling: bool) -> None:
    if isinstance(hand.get("bid"), int):
        hand["bid"] = 15 + hand["bid"] % 14
    scored = table(doubling=doubling).try_out(hand)
    assert scored is None or sum(value != 0 for value in scored.points) == 1


@given(any_lookup(GAME))
def test_whatever_is_asked_is_answered_or_refused(asked: dict[str, Any]) -> None:
    answer = table().ask(asked)
    if isinstance(answer, TrickResult):
        assert answer.card in [play["card"] for play in asked["plays"]]
