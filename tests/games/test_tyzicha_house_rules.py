"""Tyzicha with bolts and the barrel: who gets a bolt, the third one, three deals at 880, falling off, one at a time."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.match import extend, open_match, replay
from scoring.engine.messages import render
from scoring.games.tyzicha import game
from scoring.games.tyzicha.house_rules import ceiling
from tests.games.table import Table, any_hand
from tests.pages.phone import NAMES, Pages

BARREL = {"barrel": True}
BOLTS = {"bolt_penalty": 120}


def played(points: Any, declarer: int = 0, contract: int = 110, **more: Any) -> dict[str, Any]:
    return {"kind": "played", "declarer": declarer, "contract": contract, "card_points": points, **more}


def conceded(declarer: int, contract: int = 110) -> dict[str, Any]:
    return {"kind": "conceded", "declarer": declarer, "contract": contract}


def texts(result: Any) -> list[str]:
    return [render(one.message) for one in result.lines]


def notices(table: Table, *hands: dict[str, Any]) -> list[str]:
    coming = table.play(*hands).upcoming
    return [render(one.message) for one in coming.notices] if coming else []


def test_without_these_house_rules_nothing_is_carried_and_880_is_a_total_like_any_other() -> None:
    match = Table("tyzicha", 3, totals=[860, 0, 0]).play(played([30, 0, 90], 1), played([0, 120, 0], 1))
    assert match.totals == [890, 0, 90]
    assert (match.state.bolts, match.state.barrel) == ([], [])
    assert not match.open_match.game.board(match.open_match.setup, match.state)


def test_the_third_hand_without_a_trick_costs_the_penalty_and_the_count_begins_again() -> None:
    table = Table("tyzicha", 3, BOLTS)
    hand = played([120, 0, 0])
    first = table.play(hand)
    assert (first.totals, first.state.bolts) == ([110, 0, 0], [0, 1, 1])
    assert any("bolt 1 of 3" in text for text in texts(first.results[0].result))
    third = table.play(hand, played([0, 120, 0], 1), hand, played([60, 60, 0]))
    assert third.results[2].result.points == [110, 0, -120]
    assert third.state.bolts == [1, 2, 1]
    assert Table("tyzicha", 3, {"bolt_penalty": 50}, bolts=[0, 2, 0]).score(hand).points == [110, -50, 0]


@pytest.mark.parametrize(
    ("hand", "without"),
    [
        (played([120, 0, 0]), [1, 2]),
        (played([120, 0, 0], trick_of_nines=2), [1]),
        (played([120, 0, 0], marriages=[{"seat": 1, "suit": "S"}]), [2]),
        (played([0, 120, 0], marriages=[{"seat": 0, "suit": "S"}]), [0, 2]),
        (played([0, 120, 0], marriages=[{"seat": 0, "suit": "S"}, {"seat": 0, "suit": "H"}]), [2]),
        (played(None, captured=[None, ["9C", "9D", "9H"], []]), [2]),
        (played(None, captured=[None, ["9C", "9D", "9H"], []], trick_of_nines=1), [2]),
    ],
)
def test_who_took_no_trick(hand: dict[str, Any], without: list[int]) -> None:
    assert Table("tyzicha", 3, BOLTS).score(hand).details["no_trick"] == without


def test_a_trick_of_nines_that_cannot_be_is_refused() -> None:
    wrong = played(None, captured=[None, ["9C", "9D", "9H"], []], trick_of_nines=2)
    assert Table("tyzicha", 3, BOLTS).no(wrong) == ("/trick_of_nines", "disagree")
    assert Table("tyzicha", 3).no(played([120, 0, 0], trick_of_nines=1)) == ("/trick_of_nines", "no_bolts")


def test_the_form_asks_for_a_trick_of_nines_only_where_bolts_are_counted() -> None:
    for options, asked in (({}, False), (BARREL, False), (BOLTS, True)):
        match = replay(game, 3, [], options)
        names = [control.name for control in game.form(match.open_match.setup, match.state).controls]
        assert ("trick_of_nines" in names) == asked


def test_the_barrel_stands_120_below_the_target_of_1000() -> None:
    assert open_match(game, 3, BARREL).setup.options.target == 1000
    assert ceiling(open_match(game, 3, BARREL).setup.options) == 880
    assert open_match(game, 3, {**BARREL, "target": 1001}).setup.options.target == 1001
    assert Table("tyzicha", 3, {**BARREL, "target": 120}).no_setup() == ("/options/target", "below_barrel")


def test_who_climbs_on_the_barrel_is_set_to_880_and_hears_of_the_deals() -> None:
    table = Table("tyzicha", 3, BARREL, totals=[800, 870, 0])
    climbed = table.play(played([120, 0, 0], contract=110))
    assert climbed.totals == [880, 870, 0]
    assert climbed.state.barrel == [1, 0, 0]
    assert any("climbs on the barrel at 880" in text for text in texts(climbed.results[0].result))
    for deal, hands in ((1, []), (2, [conceded(2)]), (3, [played([60, 30, 30], 2), conceded(2)])):
        start = Table("tyzicha", 3, BARREL, totals=[800, 300, 0])
        said = [text for text in notices(start, played([120, 0, 0]), *hands) if "barrel" in text]
        assert len(said) == 1
        assert f"deal {deal} of 3: a contract of 120 wins" in said[0]
    board = game.board(climbed.open_match.setup, climbed.state)
    assert [render(one.label) for one in board] == ["On the barrel"]  # type: ignore[union-attr]


def test_three_deals_on_the_barrel_and_then_120_less() -> None:
    table = Table("tyzicha", 3, BARREL, totals=[880, 0, 0])
    hand = played([30, 40, 50], declarer=2, contract=120)
    assert [table.play(*[hand] * n).state.barrel[0] for n in range(4)] == [1, 2, 3, 0]
    assert [table.play(*[hand] * n).totals[0] for n in range(4)] == [880, 880, 880, 760]
    assert any("falls off the barrel after the third deal" in text for text in texts(table.score(hand, hand, hand)))


def test_a_contract_of_120_from_the_barrel_wins_and_one_of_110_does_not() -> None:
    table = Table("tyzicha", 3, BARREL, totals=[880, 0, 0])
    won = table.play(played([120, 0, 0], contract=120))
    assert (won.totals, won.verdict.winners) == ([1000, 0, 0], [0])
    less = table.play(played([120, 0, 0], contract=110))
    assert (less.totals, less.state.barrel, less.verdict.finished) == ([880, 0, 0], [2, 0, 0], False)


def test_a_broken_contract_ends_the_stay_on_the_barrel() -> None:
    lost = Table("tyzicha", 3, BARREL, totals=[880, 0, 0]).play(conceded(0, 150))
    assert (lost.totals, lost.state.barrel) == ([730, 40, 40], [0, 0, 0])
    assert any("off the barrel" in text for text in texts(lost.results[0].result))


def test_who_climbs_throws_the_other_off() -> None:
    table = Table("tyzicha", 3, BARREL, totals=[880, 800, 0])
    thrown = table.play(played([0, 120, 0], declarer=1))
    assert (thrown.totals, thrown.state.barrel) == ([760, 880, 0], [0, 1, 0])
    both = Table("tyzicha", 3, BARREL, totals=[850, 850, 0]).play(conceded(2))
    assert (both.totals, both.state.barrel) == ([760, 880, -110], [0, 1, 0]), "the later one, from the declarer on"


def test_the_third_bolt_on_the_barrel_costs_the_place() -> None:
    table = Table("tyzicha", 3, {**BARREL, **BOLTS}, totals=[880, 0, 0], bolts=[2, 0, 0])
    after = table.play(played([0, 60, 60], declarer=1))
    assert (after.totals, after.state.barrel, after.state.bolts) == ([760, -110, 60], [0, 0, 0], [0, 0, 0])


@pytest.mark.parametrize(
    ("options", "start", "answer"),
    [
        ({}, {"bolts": [1, 0, 0]}, ("/start/bolts", "no_bolts")),
        ({}, {"barrel": [1, 0, 0]}, ("/start/barrel", "no_barrel")),
        (BOLTS, {"bolts": [1, 0]}, ("/start/bolts", "wrong_length")),
        (BARREL, {"barrel": [1, 0]}, ("/start/barrel", "wrong_length")),
        (BARREL, {"totals": [0, 900, 0]}, ("/start/totals/1", "above_barrel")),
        (BARREL, {"totals": [880, 880, 0]}, ("/start/totals", "two_on_barrel")),
    ],
)
def test_starts_that_cannot_be_are_refused(
    options: dict[str, Any], start: dict[str, Any], answer: tuple[str, str]
) -> None:
    assert Table("tyzicha", 3, options, **start).no_setup() == answer


def test_a_match_goes_on_from_its_state() -> None:
    hand = played([30, 40, 50], declarer=2, contract=120)
    options = {**BARREL, **BOLTS}
    state = Table("tyzicha", 3, options, totals=[880, 0, 0]).play(hand, hand).state.model_dump(mode="json")
    again = replay(game, 3, [], options, state)
    assert again.state.model_dump(mode="json") == state
    assert again.state.barrel == [3, 0, 0]


@st.composite
def entered(draw: st.DrawFn) -> dict[str, Any]:
    """A hand that can be, with few points for many, so that bolts are frequent."""
    declarer, contract = draw(st.integers(0, 2)), 10 * draw(st.integers(11, 25))
    if draw(st.integers(0, 3)) == 0:
        return conceded(declarer, contract)
    points = draw(st.sampled_from([[120, 0, 0], [100, 20, 0], [60, 40, 20], [80, 20, 20]]).flatmap(st.permutations))
    suits = draw(st.lists(st.sampled_from("HDCS"), unique=True, max_size=3))
    marriages = [{"seat": declarer, "suit": letter} for letter in suits]
    return played(points, declarer, contract, marriages=marriages)


@settings(max_examples=200)
@given(
    st.lists(entered(), min_size=1, max_size=12),
    st.permutations([880, 780, 850]) | st.permutations([0, 700, 870]),
    st.sampled_from(["when_broken", "always"]),
)
def test_totals_are_always_explained(hands: list[dict[str, Any]], totals: list[int], opponents: str) -> None:
    """The lines of a hand add up to its points, nobody stands above the barrel, and one at most sits on it."""
    match = replay(game, 3, [], {**BARREL, **BOLTS, "opponents_score": opponents}, {"totals": totals})
    for hand in hands:
        if match.verdict.finished:
            break
        before = match.totals
        extend(match, [hand])
        result, said = match.results[-1].result, [0, 0, 0]
        for one in result.lines:
            counts = one.rule in ("contract", "cap", "bolts", "barrel") and "contract" not in one.message.params
            if counts and one.value is not None:
                said[one.message.params["who"].value] += one.value
        assert said == result.points
        assert [old + new for old, new in zip(before, result.points, strict=True)] == match.totals
        if not match.verdict.finished:
            assert [deal > 0 for deal in match.state.barrel] == [total == 880 for total in match.totals]
            assert max(match.totals) <= 880
            assert match.totals.count(880) <= 1


@settings(max_examples=200)
@given(any_hand(game))
def test_any_entry_is_scored_or_refused(hand: dict[str, Any]) -> None:
    scored = Table("tyzicha", 3, {**BARREL, **BOLTS}, totals=[880, 0, 0]).try_out(hand)
    assert scored is None or len(scored.points) == 3


@pytest.mark.django_db
def test_the_match_page_shows_barrel_and_bolts() -> None:
    pages = Pages()
    match = pages.start("tyzicha", 3, {"barrel": True, "bolt_penalty": 120})
    suits = [{"seat": 0, "suit": letter} for letter in "HD"]
    for _ in range(2):
        assert pages.record(match, played([120, 0, 0], 0, 300, marriages=suits)).status_code == 302
    assert pages.record(match, played([100, 20, 0], 0, 280, marriages=suits)).status_code == 302
    for where in ("", "/board"):
        page = pages.get(f"/matches/{match}{where}").content.decode()
        words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
        assert re.search(rf"On the barrel {NAMES[0]}, deal 1 of 3", words), where
        assert f"{NAMES[0]} is on the barrel, deal 1 of 3: a contract of 120 wins" in words, where
        assert re.findall(r'class="marks"[^>]*aria-label="(.*?)"', page)[:3] == ["0 of 3", "2 of 3", "0 of 3"], where
