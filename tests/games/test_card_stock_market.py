"""Card Stock Market: trades, prices, levies and debts, the reshuffle and the final sale; no dollar is ever lost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import PACK_52
from scoring.engine.form import Events
from scoring.engine.game import Figure, Grid
from scoring.engine.match import open_match, step
from scoring.engine.messages import render
from scoring.engine.refusal import Refusal
from scoring.games import get
from tests.games.table import Table, any_hand

GAME = get("card-stock-market")
FIRST = {"C": "6C", "D": "4D", "H": "8H", "S": "9S"}
RESHUFFLE, JOKER = {"kind": "reshuffle"}, {"kind": "joker"}


def market(players: int = 3, options: dict[str, Any] | None = None, **start: Any) -> Table:
    """A table whose market is at clubs 6, diamonds 4, hearts 8, spades 9, unless the start says otherwise."""
    if "market" not in start:
        start.setdefault("opening", FIRST)
    return Table("card-stock-market", players, options, **start)


def turn(seat: int, *actions: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "turn", "seat": seat, "actions": list(actions)}


def buy(card: str) -> dict[str, Any]:
    return {"kind": "buy", "card": card}


def sell(card: str) -> dict[str, Any]:
    return {"kind": "sell", "card": card}


def price(card: str, face: str | None = None) -> dict[str, Any]:
    return {"kind": "price", "card": card, **({"face": face} if face else {})}


def throw(count: int) -> dict[str, Any]:
    return {"kind": "discard", "count": count}


def tops(**prices: tuple[str, int]) -> dict[str, Any]:
    tops = {"C": ("6C", 6), "D": ("4D", 4), "H": ("8H", 8), "S": ("9S", 9)} | prices
    return {letter: {"card": card, "price": price} for letter, (card, price) in tops.items()}


# -- the opening -------------------------------------------------------------------------------------------


def test_the_opening_by_hand_or_as_a_start() -> None:
    opened = Table("card-stock-market", 3).play({"kind": "opening", "opening": FIRST})
    assert opened.results[0].result.details["prices"] == {"C": 6, "D": 4, "H": 8, "S": 9}
    assert opened.state.market == market().play().state.market
    assert opened.state.seen == market().play().state.seen


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"C": "JC"}, "C", "no_number_card"),
        ({"H": "JK"}, "H", "no_number_card"),
        ({"S": "9C"}, "S", "wrong_suit"),
    ],
)
def test_what_is_no_opening_card(change: dict[str, str], pointer: str, code: str) -> None:
    wrong = FIRST | change
    table = Table("card-stock-market", 3)
    assert table.no({"kind": "opening", "opening": wrong}) == (f"/opening/{pointer}", code)
    assert market(opening=wrong).no_setup() == (f"/start/opening/{pointer}", code)


def test_nothing_happens_before_the_opening_and_it_happens_once() -> None:
    closed = Table("card-stock-market", 3)
    for event in (turn(1), RESHUFFLE, JOKER):
        assert closed.no(event) == ("", "opening_missing")
    assert market().no({"kind": "opening", "opening": FIRST}) == ("", "opened_twice")


@pytest.mark.parametrize(("players", "left"), [(2, 84), (3, 76), (4, 68), (5, 60), (6, 52)])
def test_the_deal(players: int, left: int) -> None:
    coming = Table("card-stock-market", players).play().upcoming
    assert coming
    assert f"{left} in the draw pile" in render(coming.notices[1].message)
    assert (coming.dealer, coming.leads) == (0, 1)


# -- buying and selling ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "shares"), [("AD", 1), ("2D", 2), ("10D", 10), ("JD", 5), ("QD", 5), ("KD", 5)])
def test_a_card_has_as_many_shares_as_pips_and_pictures_five(card: str, shares: int) -> None:
    scored = market().score(turn(1, buy(card)))
    assert scored.points == [0, -4 * shares, 0]
    assert scored.details["shares"][1] == {"C": 0, "D": shares, "H": 0, "S": 0}
    assert scored.details["bank"] == 1240 + 4 * shares


def test_what_is_sold_is_paid_at_the_price_of_the_day() -> None:
    played = market().play(turn(1, buy("5H")), turn(2), turn(0, price("9H")), turn(1, sell("5H")))
    assert played.totals == [200, 205, 200]
    assert played.state.certificates == [[], [], []]
    assert played.results[-1].result.details["cash"] == [200, 205, 200]


def test_trades_may_be_mixed_and_turned_over_at_once() -> None:
    assert market().score(turn(1, buy("5H"), sell("5H"))).points == [0, 0, 0]
    held = market(certificates=[[], ["5H", "QC"], []])
    assert held.score(turn(1, sell("5H"), buy("2D"))).points == [0, 32, 0]


def test_twelve_shares_are_allowed_and_no_more() -> None:
    held = market(certificates=[["QH", "6H"], [], []], to_move=0)
    assert held.score(turn(0, buy("AH"))).points == [-8, 0, 0]
    assert held.no(turn(0, buy("2H"))) == ("/actions/0/card", "share_limit")
    assert held.score(turn(0, sell("QH"), buy("2H"))).points == [24, 0, 0]
    wide = market(options={"share_limit": 13}, certificates=[["QH", "6H"], [], []], to_move=0)
    assert wide.score(turn(0, buy("2H"))).points == [-16, 0, 0]


def test_there_is_no_credit() -> None:
    poor = market(cash=[200, 79, 200])
    assert poor.no(turn(1, buy("10H"))) == ("/actions/0/card", "not_enough_cash")
    assert poor.score(turn(1, buy("9H"))).points == [0, -72, 0]


@pytest.mark.parametrize(
    ("actions", "pointer", "code"),
    [
        ([sell("5H")], "/actions/0/card", "not_held"),
        ([buy("JK")], "/actions/0/card", "card_unknown"),
        ([price("JK")], "/actions/0/card", "card_unknown"),
        ([buy("AD"), buy("2D"), buy("3D")], "/actions/2", "too_many_trades"),
        ([price("5D"), price("6D"), price("7D")], "/actions/2", "too_many_prices"),
        ([buy("AD"), price("5D"), buy("2D")], "/actions/2", "groups_torn"),
        ([price("5D"), buy("AD"), buy("2D"), price("7D")], "/actions/3", "groups_torn"),
        ([throw(1), buy("AD")], "/actions/0", "discard_alone"),
        ([buy("AD"), throw(2)], "/actions/1", "discard_alone"),
        ([throw(1), throw(1)], "/actions/0", "discard_alone"),
        ([throw(0)], "/actions/0/count", "discard_count"),
        ([throw(5)], "/actions/0/count", "discard_count"),
        ([price("JC")], "/actions/0/face", "face_missing"),
        ([price("7C", "raise")], "/actions/0/face", "face_unused"),
        ([price("4S")], "/actions/0/card", "limit"),
        ([price("8D")], "/actions/0/card", "limit"),
        ([price("JC", "raise"), price("QC", "raise")], "/actions/1/card", "face_on_face"),
        ([price("JC", "bankrupt"), price("QC", "raise")], "/actions/1/card", "face_on_face"),
        ([price("JC", "bankrupt"), buy("2C")], "/actions/1/card", "suit_closed"),
    ],
)
def test_actions_that_cannot_be(actions: list[dict[str, Any]], pointer: str, code: str) -> None:
    assert market().no(turn(1, *actions)) == (pointer, code)


def test_the_turn_goes_round() -> None:
    assert market().no(turn(2)) == ("/seat", "out_of_turn")
    assert market().no(turn(3)) == ("/seat", "seat_unknown")
    assert market(dealer=2).score(turn(0, throw(4))).details["next"] == 1
    played = market().play(turn(1), turn(2), turn(0))
    assert (played.state.to_move, played.state.dealer) == (1, 0)


# -- prices -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "after"), [("6S", 6), ("10S", 10), ("9S", 9)])
def test_a_number_card_within_the_limits(card: str, after: int) -> None:
    assert market().score(turn(1, price(card))).details["prices"]["S"] == after


@pytest.mark.parametrize(("face", "after"), [("JD", 11), ("QD", 12), ("KD", 13)])
def test_a_picture_card_raises_or_bankrupts_and_frees_what_follows(face: str, after: int) -> None:
    assert market().score(turn(1, price(face, "raise"))).details["prices"]["D"] == after
    assert market().score(turn(1, price(face, "bankrupt"))).details["prices"]["D"] == 0
    assert market().score(turn(1, price(face, "raise"), price("AD"))).details["prices"]["D"] == 1
    assert market().score(turn(1, price(face, "bankrupt"), price("10D"))).details["prices"]["D"] == 10


def test_a_bankruptcy_takes_the_shares_of_everybody() -> None:
    held = market(4, certificates=[["3C", "2D"], ["10C"], [], ["2C"]], to_move=0)
    scored = held.score(turn(0, price("JC", "bankrupt")))
    assert scored.points == [0, 0, 0, 0]
    assert [shares["C"] for shares in scored.details["shares"]] == [0, 0, 0, 0]
    assert scored.details["shares"][0]["D"] == 2
    assert held.no(turn(0, price("JC", "bankrupt")), turn(1, sell("10C"))) == ("/actions/0/card", "not_held")
    reopened = held.score(turn(0, price("JC", "bankrupt"), price("9C"), buy("2C")))
    assert (reopened.points, reopened.details["prices"]["C"]) == ([-18, 0, 0, 0], 9)


def test_the_strip_of_the_table() -> None:
    limits = {"S": {"up": "none", "down": 5}, "D": {"up": 1}}
    strip = market(options={"limits": limits})
    assert strip.score(turn(1, price("4S"))).details["prices"]["S"] == 4
    assert strip.no(turn(1, price("3S"))) == ("/actions/0/card", "limit")
    assert strip.no(turn(1, price("6D"))) == ("/actions/0/card", "limit")
    assert strip.score(turn(1, price("5D"), price("2D"))).details["prices"]["D"] == 2
    free = market(options={"limits": {"D": {"up": None}}})
    assert free.score(turn(1, price("10D"))).details["prices"]["D"] == 10


def test_pictures_on_pictures_and_trades_at_zero_as_house_rules() -> None:
    pictures = market(options={"face_on_face": True})
    assert pictures.score(turn(1, price("KC", "raise"), price("JC", "raise"))).details["prices"]["C"] == 11
    zero = market(options={"buy_at_zero": True}, market=tops(C=("JC", 0)))
    scored = zero.score(turn(1, buy("5C"), sell("5C")))
    assert scored.points == [0, 0, 0]
    assert zero.score(turn(1, buy("5C"))).details["shares"][1]["C"] == 5


# -- the bank ---------------------------------------------------------------------------------------------------


def test_a_levy_a_debt_and_the_sale_that_pays_it() -> None:
    short = market(cash=[20, 900, 870], bank=50, certificates=[["9C"], [], []], market=tops(C=("10C", 10)), to_move=0)
    scored = short.score(turn(0, sell("9C")))
    assert (scored.details["cash"], scored.details["debt"]) == ([10, 800, 770], [0, 0, 0])
    assert (scored.details["bank"], scored.details["levies"]) == (260, 1)


def test_a_second_levy_and_a_debt_that_stays() -> None:
    short = market(
        2, {"levy": 10}, cash=[0, 500], bank=0, certificates=[["2C"], []], market=tops(C=("10C", 10)), to_move=0
    )
    scored = short.score(turn(0, sell("2C")))
    assert scored.details["levies"] == 2
    assert (scored.details["cash"], scored.details["debt"]) == ([0, 480], [0, 0])
    still = market(
        2, {"levy": 100}, cash=[0, 500], bank=0, certificates=[["AC"], []], market=tops(C=("10C", 10)), to_move=0
    )
    after = still.play(turn(0, sell("AC")))
    assert (after.state.cash, after.state.debt, after.totals) == ([0, 400], [90, 0], [-90, 400])
    assert still.no(turn(0, sell("AC")), turn(1), turn(0, buy("AD"))) == ("/actions/0/card", "not_enough_cash")


def test_when_nobody_has_anything_the_bank_goes_below_zero() -> None:
    empty = market(2, cash=[0, 0], bank=5, certificates=[["10C"], []], to_move=0)
    scored = empty.score(turn(0, sell("10C")))
    assert (scored.details["levies"], scored.details["debt"]) == (1, [40, 100])
    assert sum(scored.details["cash"]) + scored.details["bank"] == 5


def test_a_bank_without_limit() -> None:
    free = market(2, {"bank_unlimited": True}, cash=[0, 10], bank=5, certificates=[["10C"], []], to_move=0)
    scored = free.score(turn(0, sell("10C")))
    assert (scored.points, scored.details["bank"], scored.details["levies"]) == ([60, 0], -55, 0)


# -- the reshuffle and the end -------------------------------------------------------------------------------------


def test_no_third_copy_before_the_reshuffle() -> None:
    twice = [turn(1, buy("5D"), sell("5D")), turn(2, price("5D"))]
    assert market().no(*twice, turn(0, buy("5D"))) == ("/actions/0/card", "card_seen")
    covered = [*twice, turn(0, price("6D")), RESHUFFLE]
    assert market().score(*covered, turn(1, buy("5D"))).points == [0, -30, 0]
    top = [*twice, RESHUFFLE]
    assert market().score(*top, turn(0, buy("5D"))).points == [-25, 0, 0]
    assert market().no(*top, turn(0, buy("5D")), turn(1, price("5D"))) == ("/actions/0/card", "card_seen")


def test_one_reshuffle_and_a_joker_only_after_it() -> None:
    assert market().no(JOKER) == ("", "joker_too_early")
    assert market().no(RESHUFFLE, RESHUFFLE) == ("", "reshuffled_twice")
    assert market().no(RESHUFFLE, JOKER, turn(1)) == ("", "match_over")
    shuffled = market().play(RESHUFFLE).upcoming
    assert shuffled
    assert shuffled.details["jokers_in"]


def test_the_final_sale() -> None:
    last = market(
        cash=[95, 0, 140],
        debt=[0, 25, 0],
        bank=10,
        certificates=[["4C", "10S"], ["9D"], []],
        market=tops(D=("JD", 11), H=("QH", 0), S=("3S", 3)),
        reshuffled=True,
    )
    ended = last.play(JOKER)
    details = ended.results[-1].result.details
    assert (details["final_sale"], details["net"], details["bank"]) == ([54, 99, 0], [149, 74, 140], 10)
    assert (ended.totals, ended.verdict.winners) == ([149, 74, 140], [0])
    assert ended.upcoming is None


def test_equal_results_share_and_the_cash_of_every_turn_is_told() -> None:
    ended = market(2).play(turn(1, buy("2D")), turn(0), RESHUFFLE, JOKER)
    assert ended.verdict.winners == [0, 1]
    assert ended.results[-1].result.details["cash_after_turn"] == [[200, 192], [200, 192]]


def test_a_table_that_stops_counts_the_shares() -> None:
    assert market().stop(turn(1, buy("5D"), price("6D"))).winners == [1]
    assert market().stop().winners == []


# -- going on from any ledger ------------------------------------------------------------------------------------


def test_a_start_is_filled_in() -> None:
    state = market(2, cash=[10, 0], debt=[0, 30]).play().state
    assert (state.totals, state.to_move) == ([10, -30], 1)
    assert market(2, totals=[10, -30]).play().state.debt == [0, 30]
    seen = market(market=tops(C=("6C", 6)), certificates=[["6C"], [], []]).play().state.seen
    assert seen["6C"] == 2


@pytest.mark.parametrize(
    ("start", "pointer", "code"),
    [
        ({"cash": [1, 2]}, "/cash", "wrong_length"),
        ({"cash": [-1, 2, 3]}, "/cash/0", "negative"),
        ({"debt": [0, 2, 0]}, "/debt/1", "debtor_with_cash"),
        ({"debt": [0, -2, 0]}, "/debt/1", "negative"),
        ({"cash": [1, 2, 3], "totals": [1, 2, 4]}, "/totals/2", "disagree"),
        ({"to_move": 3}, "/to_move", "seat_unknown"),
        ({"certificates": [["JK"], [], []]}, "/certificates/0/0", "card_unknown"),
        ({"certificates": [["6C", "6C"], [], []]}, "/certificates", "card_seen"),
        ({"certificates": [["5C"], [], []], "seen": {}}, "/seen", "card_seen"),
        ({"market": tops(C=("6C", 7))}, "/market/C/price", "price_impossible"),
        ({"market": tops(C=("JC", 12))}, "/market/C/price", "price_impossible"),
        ({"market": tops(C=("6D", 6))}, "/market/C/card", "wrong_suit"),
        ({"market": tops(), "opening": FIRST}, "/opening", "opened_twice"),
        ({"seen": {"6C": 3, "4D": 1, "8H": 1, "9S": 1}}, "/seen", "card_unknown"),
    ],
)
def test_a_start_that_cannot_be(start: dict[str, Any], pointer: str, code: str) -> None:
    assert market(**start).no_setup() == (f"/start{pointer}", code)


def test_who_can_play() -> None:
    for players in (1, 7):
        assert Table("card-stock-market", players).no_setup() == ("/players", "players")


# -- the board, the form, a correction ------------------------------------------------------------------------------


def test_the_board_shows_prices_bank_and_room() -> None:
    played = market(2).play(turn(1, buy("7D")))
    board = GAME.board(played.open_match.setup, played.state)
    shown = [str(item.value) for item in board if isinstance(item, Figure)]
    assert shown == ["$6", "$4", "$8", "$9", "$1,268", "not yet"]
    grid = next(item for item in board if isinstance(item, Grid))
    assert grid.rows[1][1:] == [172, "0/12", "7/12", "0/12", "0/12"]
    owing = market(2, cash=[5, 0], debt=[0, 80]).play()
    debts = [item for item in GAME.board(owing.open_match.setup, owing.state) if isinstance(item, Grid)]
    assert [row[1:3] for row in debts[0].rows] == [[5, 0], [0, 80]]


def test_a_turn_is_tapped_and_opens_for_correction() -> None:
    played = market().play(turn(1, buy("7D"), price("6D")), turn(2), turn(0))
    form = GAME.form(played.open_match.setup, played.state)
    actions = next(control for control in form.controls if isinstance(control, Events))
    assert actions.append({"actions.add": ["sell.7D"]}) == sell("7D")
    assert actions.append({"actions.add": ["discard.3"]}) == throw(3)
    for kind, done in (
        ("buy", buy("JC")),
        ("price", price("9C")),
        ("raise", price("JC", "raise")),
        ("bankrupt", price("JC", "bankrupt")),
    ):
        rank, suit = done["card"][:-1], done["card"][-1]
        taps = {"actions.add": [f"trade:{rank}"], "actions.trade.action": [kind], "actions.trade.suit": [suit]}
        assert actions.append(taps) == done
    entered = turn(1, sell("7D"), price("KD", "raise"))
    assert form.read(form.show(entered)) == entered
    assert form.read(form.initial()) == turn(1)


def test_a_correction_in_the_middle_gives_what_the_right_entry_would_have_given() -> None:
    later = [turn(2, price("JD", "raise")), turn(0), turn(1, sell("5D")), RESHUFFLE, JOKER]
    assert market().play(turn(1, buy("5D"), buy("2D")), *later).totals == [200, 249, 200]
    assert market().play(turn(1, buy("5D")), *later).totals == [200, 235, 200]
    assert market().no(turn(1, buy("4D")), *later[:3]) == ("/actions/0/card", "not_held")


# -- properties -------------------------------------------------------------------------------------------------------

_CARD = st.sampled_from(PACK_52.cards)
_ACTION = st.one_of(
    st.builds(buy, _CARD),
    st.builds(sell, _CARD),
    st.builds(price, _CARD, st.sampled_from([None, "raise", "bankrupt"])),
)


@settings(max_examples=60)
@given(st.lists(st.lists(_ACTION, max_size=3), max_size=25), st.integers(0, 300))
def test_no_dollar_is_lost_and_no_limit_passed(turns: list[list[dict[str, Any]]], bank: int) -> None:
    opened = open_match(GAME, 3, {"bank_start": bank}, {"opening": FIRST})
    state: Any = opened.state
    for actions in turns:
        try:
            state = step(opened, state, turn(state.to_move, *actions), 1).state
        except Refusal:
            state = step(opened, state, turn(state.to_move, throw(1)), 1).state
        assert sum(state.cash) + state.bank == 600 + bank
        assert all(
            cash >= 0 and debt >= 0 and not cash * debt for cash, debt in zip(state.cash, state.debt, strict=True)
        )
        shares = [held for seat in range(3) for held in _held(state, seat)]
        assert all(0 <= held <= 12 for held in shares)


def _held(state: Any, seat: int) -> list[int]:
    worth = GAME.card_values(GAME.Options())
    return [int(sum(worth[code[:-1]] for code in state.certificates[seat] if code[-1] == letter)) for letter in "CDHS"]


@given(any_hand(GAME))
def test_whatever_is_entered_is_scored_or_refused(entered: dict[str, Any]) -> None:
    for table in (market(2), Table("card-stock-market", 2), market(2, reshuffled=True)):
        scored = table.try_out(entered)
        assert scored is None or sum(scored.details["cash"]) + scored.details["bank"] == 1640
