"""The list of Skat, rankings with lots, fees, prizes, seasons."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.engine.refusal import Refusal
from scoring.events.event import Adjustment, Event, Round, Score, Sitting
from scoring.events.formats import series
from scoring.events.money import account, lost_fee, pot, prizes, prizes_by_entry
from scoring.events.official_list import (
    ListLine,
    Row,
    closing_check,
    deals_of,
    first_difference,
    first_wrong_line,
    results,
)
from scoring.events.ranking import needs_lots
from scoring.events.rules import EventRules, FeeStep, MoneyRules
from tests.events.played import event

FOUR = [ListLine(492, 12, 0), ListLine(628, 12, 2), ListLine(660, 10, 1), ListLine(-32, 6, 5)]
THREE = [ListLine(812, 14, 1), ListLine(455, 11, 2), ListLine(-96, 5, 3)]


def test_list_of_four() -> None:
    assert results(FOUR) == [1332, 1308, 1320, 108]
    assert sum(results(FOUR)) == 4068 == 1748 + 50 * 40 + 40 * 8
    checks = closing_check(FOUR, 0, deals_of(4), plus=2000, minus=252, written=[1332, 1308, 1320, 108])
    assert all(check.ok for check in checks)
    # By points the third is first; with 50 for each game only the second; with all the first.
    assert max(FOUR, key=lambda line: line.points) == FOUR[2]
    with_fifty = [line.points + 50 * (line.won - line.lost) for line in FOUR]
    assert (max(with_fifty), with_fifty.index(max(with_fifty))) == (1128, 1)
    assert results(FOUR).index(max(results(FOUR))) == 0


def test_list_of_three() -> None:
    assert results(THREE) == [1662, 1065, 124]
    assert sum(results(THREE)) == 2851 == 1171 + 50 * 30 + 30 * 6
    assert all(check.ok for check in closing_check(THREE, 0, deals_of(3), written=[1662, 1065, 124]))


@pytest.mark.parametrize(("off", "hint"), [(50, "won_or_lost_missing"), (-30, "others_lost_missing"), (7, "")])
def test_a_difference_names_the_likely_slip(off: int, hint: str) -> None:
    checks = closing_check(FOUR, 0, 48, written=[1332 + off, 1308, 1320, 108])
    wrong = [check for check in checks if not check.ok]
    assert [check.name for check in wrong] == ["results", "result_0"]
    assert {check.hint for check in wrong} == {hint}


def test_deals_that_are_missing_are_found() -> None:
    assert [check.name for check in closing_check(FOUR, 1, 48) if not check.ok] == ["deals"]


def test_sums_of_random_lists() -> None:
    chance = random.Random(3)
    for seats in (3, 4) * 500:
        lines = [
            ListLine(chance.randint(-500, 1500), chance.randint(0, 20), chance.randint(0, 9)) for _ in range(seats)
        ]
        assert all(check.ok for check in closing_check(lines, 0, _deals(lines), written=results(lines)))


def _deals(lines: list[ListLine]) -> int:
    return sum(line.won + line.lost for line in lines)


def test_a_game_booked_to_the_wrong_seat() -> None:
    corrected = [FOUR[0], ListLine(608, 11, 2), ListLine(680, 11, 1), FOUR[3]]
    assert results(corrected) == [1332, 1238, 1390, 108]
    assert sum(results(corrected)) == 4068
    order = sorted(range(4), key=lambda seat: results(corrected)[seat], reverse=True)
    assert order == [2, 0, 1, 3]


def test_the_first_wrong_line_is_found() -> None:
    rows = [Row(1, 2, 24, 24, 1, 0), Row(2, None), Row(3, 2, -48, -24, 1, 1), Row(4, 0, 18, 18, 1, 0)]
    assert first_wrong_line(rows, 4) is None
    assert first_wrong_line([*rows[:2], replace(rows[2], points=24), rows[3]], 4) == 3
    assert first_difference(rows, rows) is None
    assert first_difference(rows, [*rows[:3], replace(rows[3], value=20)]) == 4
    assert first_difference(rows, rows[:3]) == 4


def _tied(lots: dict[int, int]) -> Event:
    scores = {1: Score(1302, 12, 2), 2: Score(1302, 12, 1), 3: Score(1302, 13, 3), 4: Score(1302, 12, 2)}
    return Event(EventRules(), event(4).entries, [Round(1, (Sitting((1, 2, 3, 4), scores),))], lots=lots)


def test_ties_are_broken_by_games_won_then_lost_then_a_lot_that_is_stored() -> None:
    undrawn = series.standing(_tied({}))
    assert [(line.place, line.entry) for line in undrawn] == [(1, 3), (2, 2), (3, 1), (3, 4)]
    assert needs_lots(_tied({}), undrawn) == [[1, 4]]
    for _ in range(3):
        drawn = series.standing(_tied({1: 2, 4: 1}))
        assert [(line.place, line.entry) for line in drawn] == [(1, 3), (2, 2), (3, 4), (4, 1)]
    assert needs_lots(_tied({1: 2, 4: 1}), drawn) == []


def test_adjustments_and_low_points() -> None:
    of = event(3, [Round(1, (Sitting((1, 2, 3), {1: Score(10), 2: Score(20), 3: Score(30)}),))], better="low")
    assert [line.entry for line in series.standing(of)] == [1, 2, 3]
    assert [line.entry for line in series.standing(replace(of, adjustments=[Adjustment(1, 15)]))] == [2, 1, 3]


STEPS = [FeeStep(up_to=3, each=50), FeeStep(each=100)]


def test_fees_for_lost_games() -> None:
    assert [lost_fee(lost, STEPS) for lost in (0, 1, 3, 4, 7)] == [0, 50, 150, 250, 550]
    three_steps = [FeeStep(up_to=3, each=50), FeeStep(up_to=5, each=100), FeeStep(each=300)]
    assert lost_fee(7, three_steps) == 950
    assert lost_fee(9, [FeeStep(each=100)]) == 900
    assert lost_fee(5, []) == 0


def test_steps_of_a_fee_go_up() -> None:
    with pytest.raises(Refusal) as refused:
        EventRules(money=MoneyRules(fees=[FeeStep(each=50), FeeStep(each=100)])).check()
    assert refused.value.errors[0].pointer == "/money/fees/0/up_to"


def test_prizes() -> None:
    rules = MoneyRules(entry_fee=1000, prize_percent=90, fees_to="prizes")
    assert pot(rules, 12, 1550) == 12 * 900 + 1550
    assert prizes(10000, [50, 30, 20]) == [5000, 3000, 2000]
    assert prizes(10001, [1, 1, 1], unit=50) == [3350, 3350, 3300]
    chance = random.Random(5)
    for _ in range(2000):
        shares = [chance.randint(1, 90) for _ in range(chance.randint(1, 12))]
        whole, unit = chance.randint(0, 99999), chance.choice([1, 5, 50, 100])
        paid = prizes(whole, shares, unit)
        assert sum(paid) == whole // unit * unit
        assert all(abs(p - Fraction(whole * s, sum(shares))) < 2 * unit for p, s in zip(paid, shares, strict=True))


def test_level_places_share_their_prizes() -> None:
    places = series.standing(_tied({}))
    assert prizes_by_entry(places, [500, 300, 150, 50]) == {3: 500, 2: 300, 1: 100, 4: 100}
    assert prizes_by_entry(places, [500, 300, 151]) == {3: 500, 2: 300, 1: 76, 4: 75}
    assert prizes_by_entry(places, [500]) == {3: 500}


def test_the_account_adds_up() -> None:
    rules = MoneyRules(entry_fee=1000, fees_to="kitty")
    assert account(12, rules, {1: 350, 2: 50}, {3: 6000}) == {
        "entry_fees": 12000,
        "fees": 400,
        "prizes": 6000,
        "kitty": 400,
        "organiser": 6000,
    }
