"""Settling up: every figure of the specification, and what always holds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.refusal import Refusal, validate
from scoring.engine.settlement import MatchResult, OwnFee, SettlementRules, money, payments, settle, with_own_fees

METHODS = ("differences", "mean", "to_winner", "from_loser")
THREE, FOUR = (332, 490, -280), (218, -81, 60, -38)


def rules(**given: Any) -> SettlementRules:
    found: SettlementRules = validate(SettlementRules, given)
    return found


def alone(*totals: float, **more: Any) -> MatchResult:
    """A match in which each plays alone."""
    return MatchResult(sides=[(seat,) for seat in range(len(totals))], totals=totals, **more)


# -- the figures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "value", "method", "amounts"),
    [
        (THREE, "1/10", "differences", [45, 93, -138]),
        (THREE, "1/10", "mean", [15, 31, -46]),
        (THREE, "1/10", "to_winner", [-16, 93, -77]),
        (THREE, "1/10", "from_loser", [61, 77, -138]),
        (FOUR, "1/4", "differences", [178, -120, 20, -78]),
        (FOUR, "1/4", "mean", [44, -30, 5, -19]),
        (FOUR, "1/4", "to_winner", [178, -75, -39, -64]),
        (FOUR, "1/4", "from_loser", [75, -121, 35, 11]),
        ((149, 74, 140), "1", "mean", [28, -47, 19]),
    ],
)
def test_each_method(totals: tuple[int, ...], value: str, method: str, amounts: list[int]) -> None:
    assert settle(alone(*totals), rules(method=method, value=value)).balances == amounts


def test_a_cap() -> None:
    assert settle(alone(*THREE), rules(value="0.1", cap=100)).balances == [33, 67, -100]


def test_fees_for_lost_games_are_graded_and_go_to_the_kitty() -> None:
    lost = {0: 1, 1: 5, 2: 2, 3: 3}
    settled = settle(alone(*FOUR, due={"lost": lost}), rules(value="0.25", lost_fee=50, later_fee=100, later_from=4))
    assert settled.fees == [50, 350, 100, 150]
    assert settled.balances == [128, -470, -80, -228]
    assert settled.kitty == 650
    paid = [(one.payer, one.payee, one.amount) for one in settled.payments]
    assert paid == [(1, None, 470), (3, None, 180), (2, 0, 80), (3, 0, 48)]


def test_fees_are_outside_the_cap() -> None:
    settled = settle(alone(*THREE, due={"lost": {2: 2}}), rules(value="0.1", cap=100, lost_fee=50))
    assert (settled.balances, settled.kitty) == ([33, 67, -200], 100)


def test_a_game_may_have_fees_of_its_own() -> None:
    own = with_own_fees([OwnFee("capot", "", "", "")])
    due = {"passed_in": {0: 2, 1: 2, 2: 2}, "capot": {1: 1, 2: 1}}
    settled = settle(alone(0, 0, 0, due=due), validate(own, {"passed_in_fee": 10, "capot_fee": 5}))
    assert (settled.fees, settled.kitty) == ([20, 25, 25], 70)
    assert validate(own, {"capot_fee": 5}).has_fees
    assert not validate(own, {}).has_fees
    with pytest.raises(Refusal) as refused:
        validate(own, {"capot_fee": 5, "unit": 2}).check()
    assert refused.value.errors[0].pointer == "/capot_fee"


def test_chips_are_changed_back_and_pots_go_to_the_kitty() -> None:
    settled = settle(alone(25, -10, -40, 5, 10), rules(method="chips"))
    assert (settled.balances, settled.kitty) == ([25, -10, -40, 5, 10], 10)


def test_a_stake_is_paid_by_every_loser() -> None:
    stake = rules(method="stake", stake=100)
    assert settle(alone(25, 10, 5, 0, 15, winners=[0]), stake).balances == [400, -100, -100, -100, -100]
    partners = MatchResult(sides=((0, 2), (1, 3)), totals=(9, 12), winners=[1])
    settled = settle(partners, stake)
    assert settled.balances == [-100, 100, -100, 100]
    assert len(settled.payments) == 2
    assert settle(MatchResult(sides=((0, 2), (1, 3)), totals=(9, 6)), stake).balances == [0, 0, 0, 0]


def test_each_member_of_a_side_has_its_amount() -> None:
    partners = MatchResult(sides=((0, 2), (1, 3)), totals=(1020, 740))
    assert settle(partners, rules(value="1/10", method="mean")).balances == [14, -14, 14, -14]


def test_where_the_lowest_total_wins_the_sign_is_turned() -> None:
    assert settle(alone(10, 40, 25, low=True), rules(method="to_winner")).balances == [45, -30, -15]


def test_level_winners_share_and_so_do_level_losers() -> None:
    assert settle(alone(30, 30, 0), rules(method="to_winner")).balances == [15, 15, -30]
    assert settle(alone(30, 0, 0), rules(method="from_loser")).balances == [30, -15, -15]


def test_amounts_are_rounded_to_the_smallest_coin() -> None:
    assert settle(alone(*THREE), rules(value="1/10", unit=5)).balances == [45, 95, -140]


@pytest.mark.parametrize(
    ("text", "value"), [("0,25", "0.25"), ("¼", "1/4"), ("0.10", "0.1"), ("20", "20"), ("1.0", "1"), ("6/4", "3/2")]
)
def test_a_value_is_written_in_several_ways(text: str, value: str) -> None:
    assert rules(value=text).value == value


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        ({"value": "0"}, "/value"),
        ({"value": "1e9"}, "/value"),
        ({"value": "1/0"}, "/value"),
        ({"value": "-1"}, "/value"),
        ({"value": 0.25}, "/value"),
        ({"word": "thirteen char"}, "/word"),
        ({"word": " "}, "/word"),
        ({"unit": 0}, "/unit"),
        ({"cap": 0}, "/cap"),
        ({"method": "dice"}, "/method"),
        ({"method": "stake"}, "/stake"),
        ({"later_fee": 100}, "/lost_fee"),
        ({"unit": 5, "cap": 102}, "/cap"),
        ({"unit": 5, "lost_fee": 50, "later_fee": 52}, "/later_fee"),
        ({"currency": "X"}, "/currency"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(given: dict[str, Any], pointer: str) -> None:
    with pytest.raises(Refusal) as refused:
        rules(**given).check()
    assert [fault.pointer for fault in refused.value.errors] == [pointer]


# -- what always holds -----------------------------------------------------------------------------------

TOTALS = st.lists(st.integers(-2000, 2000) | st.decimals(-99, 99, places=1).map(float), min_size=1, max_size=10)
RULES = st.fixed_dictionaries(
    {
        "method": st.sampled_from((*METHODS, "chips", "stake")),
        "value": st.sampled_from(("1", "1/4", "1/3", "0.1", "7")),
        "unit": st.sampled_from((0.01, 0.05, 0.5, 1, 5, 10)),
        "cap": st.none() | st.integers(1, 500),
        "stake": st.integers(0, 300),
        "lost_fee": st.integers(0, 100),
        "later_fee": st.none() | st.integers(1, 100),
    }
).map(lambda given: rules(**given))


@given(TOTALS, RULES, st.booleans(), st.data())
def test_nothing_is_lost_and_nothing_is_made(
    totals: list[float], how: SettlementRules, low: bool, data: st.DataObject
) -> None:
    seats = range(len(totals))
    winners = data.draw(st.lists(st.sampled_from(seats), unique=True))
    lost = data.draw(st.dictionaries(st.sampled_from(seats), st.integers(0, 9)))
    settled = settle(alone(*totals, low=low, winners=winners, due={"lost": lost}), how)
    assert money(sum(settled.balances) + settled.kitty) == 0
    if how.method != "chips":
        assert settled.pots == 0
    assert all(Fraction(str(amount)) % how.coin == 0 for amount in settled.amounts)
    if how.cap is not None:
        assert min(settled.amounts) >= -how.cap
    paid = settled.payments
    assert len(paid) <= max(len(totals) + bool(settled.kitty) - 1, 0)
    after: dict[int | None, float] = dict(enumerate(settled.balances))
    after[None] = settled.kitty
    for one in paid:
        assert one.amount > 0
        after[one.payer] += one.amount
        after[one.payee] -= one.amount
    assert not any(money(left) for left in after.values())


@given(TOTALS.filter(lambda totals: len(totals) > 1), RULES, st.randoms())
def test_seats_do_not_matter_but_for_a_last_unit_among_level_players(
    totals: list[float], how: SettlementRules, chance: Any
) -> None:
    order = list(range(len(totals)))
    chance.shuffle(order)
    before = settle(alone(*totals), how).amounts
    after = settle(alone(*(totals[place] for place in order)), how).amounts
    assert Counter(zip(totals, before, strict=True)) == Counter(
        zip([totals[place] for place in order], after, strict=True)
    )


@given(TOTALS, RULES)
def test_better_totals_never_get_less(totals: list[float], how: SettlementRules) -> None:
    if how.method == "stake":
        return
    amounts = settle(alone(*totals), how).amounts
    for total, amount in zip(totals, amounts, strict=True):
        for other, less in zip(totals, amounts, strict=True):
            assert amount >= less or total <= other


@given(st.dictionaries(st.integers(0, 20), st.integers(-500, 500), max_size=12))
def test_accounts_are_cleared_in_fewer_payments_than_there_are_accounts(balances: dict[int, int]) -> None:
    balances[99] = -sum(balances.values())
    assert len(payments(balances)) <= len(balances) - 1


def test_accounts_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="not zero"):
        payments({"Ada": 5, "Ben": -4})
