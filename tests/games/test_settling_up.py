"""What each game gives to settle up: chips less those at the start, the points of a list, fees."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.engine.game import MatchToSettle
from scoring.engine.match import open_match
from scoring.engine.refusal import Refusal, validate
from scoring.engine.settlement import SettlementRules
from scoring.games import all_games, get
from scoring.settlement_rules import AllSettlementRules
from tests.games.table import Table

WON = {"kind": "grand", "declarer": 0, "matadors": {"with": 1}, "outcome": {"won": True}}
LOST = {"kind": "null", "declarer": 1, "outcome": {"won": False}}
RAMSCH = {"kind": "ramsch", "points": [50, 50, 20]}


def to_settle(table: Table, *hands: dict[str, Any], settle_on: Any = "totals", ended: bool = False) -> list[float]:
    """What counts after these hands, by side."""
    played = table.play(*hands)
    setup, state = played.open_match.setup, played.state
    verdict = table.game.verdict(setup, state, ended).details
    return list(table.game.totals_to_settle(MatchToSettle(setup, state, verdict, settle_on)))


def fees(table: Table, *hands: dict[str, Any]) -> dict[Any, list[int]]:
    """The fees that the last hand costs."""
    played = table.play(*hands)
    last = played.results[-1]
    entered = last.hand.model_dump(mode="json", exclude_unset=True)
    return table.game.fees_due(played.open_match.setup, entered, last.as_json(table.game.slug))


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_every_game_can_be_settled_in_its_usual_way(slug: str) -> None:
    game = get(slug)
    game.check_settlement(SettlementRules(method=game.settles_by, stake=1))
    for players in game.players:
        assert len({len(side) for side in game.sides(players, game.Options())}) == 1


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_points_that_are_payments_are_paid_as_they_are(slug: str) -> None:
    """Each pays each would pay every point as often as there are players."""
    game, sums, usual = get(slug), set(), set()
    for example in game.examples:
        if example.options.get("round_sum") == 0 or slug != "points":
            played = Table(slug, example.players or game.players[0], example.options, **example.start)
            results = played.play(*example.hands)
            sums |= {sum(one.result.points) for one in results.results}
            usual.add(game.usual_method(results.open_match.setup))
    assert sums != {0} or usual == {"mean"}


@pytest.mark.parametrize(
    ("options", "usual"),
    [
        ({"entry": "winners"}, "mean"),
        ({"round_sum": 0}, "mean"),
        ({}, "differences"),
        ({"round_sum": 10}, "differences"),
    ],
)
def test_points_are_payments_if_the_losers_pay_or_a_round_adds_up_to_nothing(
    options: dict[str, Any], usual: str
) -> None:
    assert get("points").usual_method(open_match(get("points"), 4, options).setup) == usual


def test_skat_settles_on_the_hands_or_on_the_list() -> None:
    for options in ({}, {"scoring": "list"}):
        table = Table("skat", 3, options)
        assert to_settle(table, WON, LOST, settle_on="game_points") == [48, -46, 0]
        assert to_settle(table, WON, LOST, settle_on="list_points") == [48 + 50 + 40, -46 - 50, 40]
    assert to_settle(Table("skat", 3), WON, LOST) == [48, -46, 0]
    assert to_settle(Table("skat", 3, {"scoring": "list"}), WON, LOST) == [138, -96, 40]


def test_skat_has_fees_for_lost_games_ramsch_and_deals_passed_in() -> None:
    table = Table("skat", 3)
    assert fees(table, WON) == {}
    assert fees(table, LOST) == {"lost": [1]}
    assert fees(table, RAMSCH) == {"ramsch": [0, 1]}
    assert fees(Table("skat", 4, {"all_pass": "passed_in"}), {"kind": "passed_in"}) == {"passed_in": [0, 1, 2, 3]}


def test_a_lost_game_is_one_in_which_the_declarer_comes_out_below_zero() -> None:
    assert fees(Table("schafkopf", 3), {"kind": "declarer", "declarer": 2, "line": "schneidered"}) == {"lost": [2]}
    assert fees(Table("schafkopf", 3), {"kind": "declarer", "declarer": 2, "line": "won"}) == {}
    assert fees(Table("schafkopf", 3), {"kind": "least", "points": [34, 34, 52], "last_trick": [7, 5, 10]}) == {}


def test_chips_of_loo_count_from_those_at_the_start_and_a_divided_pot_is_shared_out() -> None:
    hand = {"kind": "played", "stayed": [0, 1, 4], "trick_winners": [4, 4, 0, 4, 4]}
    loo = Table("loo", 5, {"start_chips": 100, "leftover": "split"})
    assert to_settle(loo, hand) == [1 - 5, -5, 0, 0, 4]
    assert sum(to_settle(loo, hand)) == -5, "five chips lie in the pot"
    assert sum(to_settle(loo, hand, ended=True)) == 0


def test_chips_of_reversis_count_from_those_at_the_start() -> None:
    hand = {"kind": "reversis", "seat": 0, "made": True, "quinola_in_nine": False}
    left, divided = Table("reversis", 4), Table("reversis", 4, {"end_pots": "split"})
    pots = left.play(hand).state.pots
    assert sum(to_settle(left, hand, ended=True)) == -sum(pots)
    assert sum(to_settle(divided, hand, ended=True)) == -(sum(pots) % 4)


def test_card_stock_market_counts_shares_at_their_price() -> None:
    example = get("card-stock-market").examples[1]
    table = Table("card-stock-market", 2)
    bought = [*example.hands[:2]]
    assert to_settle(table, *bought) == table.play(*bought).results[-1].result.details["worth"]


def test_in_points_the_table_says_whether_the_lowest_wins() -> None:
    opened = Table("points", 3, {"winner_is": "lowest"}).play().open_match
    assert get("points").lowest_wins(opened.setup)
    assert not get("points").lowest_wins(Table("points", 3).play().open_match.setup)
    assert get("tetka").lowest_wins(Table("tetka", 4).play().open_match.setup)


def choices(game: Any) -> list[dict[str, Any]]:
    """Options of a game: the defaults, and each value of each option that has a list of them."""
    fields = game.Options.model_json_schema()["properties"]
    return [{}, *({name: value} for name, field in fields.items() for value in field.get("enum", []))]


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_whoever_wins_by_the_verdict_has_the_best_total_by_the_settlement(slug: str) -> None:
    game = get(slug)
    for options in choices(game):
        for players in game.players:
            try:
                opened = open_match(game, players, options, {})
            except Refusal:
                continue
            totals = list(range(1, len(opened.setup.sides) + 1))
            fields = type(opened.state).model_fields
            counts: dict[str, Any] = {name: 1 for name in ("hands_played", "deals_played") if name in fields}
            state = opened.state.model_copy(update={"totals": totals, **counts})
            winners = game.verdict(opened.setup, state, ended=True).winners
            if len(totals) > 1 and len(winners) == 1:
                assert (winners[0] == 0) == game.lowest_wins(opened.setup), options


@pytest.mark.parametrize(
    ("slug", "given", "pointer"),
    [
        ("skat", {"method": "chips"}, "/method"),
        ("truco", {"method": "stake"}, "/stake"),
        ("truco", {"settle_on": "list_points"}, "/settle_on"),
        ("points", {"lost_fee": 5}, "/lost_fee"),
        ("solo", {"ramsch_fee": 5}, "/ramsch_fee"),
        ("solo", {"passed_in_fee": 5}, "/passed_in_fee"),
    ],
)
def test_what_a_game_does_not_have_is_refused_at_its_field(slug: str, given: dict[str, Any], pointer: str) -> None:
    with pytest.raises(Refusal) as refused:
        get(slug).check_settlement(validate(AllSettlementRules, given))
    assert refused.value.errors[0].pointer == pointer
