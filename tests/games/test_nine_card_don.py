"""Nine-Card Don: scoring cards in their order, game, and the moment at which 121 is reached."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import PACK_52
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games import get
from tests.games.table import Table, any_hand, any_lookup

GAME = get("nine-card-don")
SPADES = {"5S": 10, "9S": 9, "AS": 4, "KS": 3, "QS": 2, "JS": 1, "5C": 5, "5H": 5, "5D": 5}


def table(start: dict[str, Any] | None = None, **options: Any) -> Table:
    return Table("nine-card-don", 4, options, **(start or {}))


def events(listed_cards: str = "", trump: str = "S", **more: Any) -> dict[str, Any]:
    """A hand from a text: ``events("5S0 AS1")`` is the five to side 0 and the ace to side 1."""
    listed = [{"card": word[:-1], "side": int(word[-1])} for word in listed_cards.split()]
    return {"kind": "events", "trump": trump, "events": listed, **more}


def summary(mine: int, theirs: int, winner: int | None = None) -> dict[str, Any]:
    return {"kind": "summary", "trump_points": [mine, theirs], "game_winner": winner}


def without_game(mine: int, theirs: int) -> dict[str, Any]:
    return {"kind": "summary", "trump_points": [mine, theirs]}


# -- scoring -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "worth"), SPADES.items())
def test_what_each_card_pegs(code: str, worth: int) -> None:
    assert table().score(events(f"{code}0")).points == [worth, 0]
    assert table().score(events(f"{code}1")).points == [0, worth]


def test_a_hand_brings_52_at_most() -> None:
    everything = events(" ".join(f"{code}0" for code in SPADES), game=[76, 4])
    assert table().score(everything).points == [52, 0]


def test_a_hand_stays_open_until_game_is_counted_and_may_grow() -> None:
    growing = table().play(events("5S0"))
    assert not growing.results[0].result.complete
    assert growing.totals == [10, 0]
    assert growing.upcoming
    assert (growing.upcoming.dealer, growing.state.hands_played) == (0, 0)
    closed = table().play(events("5S0 9S1", game=[20, 30]))
    assert closed.results[0].result.complete
    assert (closed.totals, closed.state.dealer, closed.state.hands_played) == ([10, 17], 1, 1)
    assert table().no(events("5S0"), events("9S1")) == ("", "hand_open")


def test_an_open_hand_is_not_counted_twice_when_its_state_is_the_next_start() -> None:
    """The whole hand follows the state that came with its first cards."""
    whole = events("9H1 5H0 AH0", trump="H", game=[20, 12])
    first = table({"totals": [5, 6]}).play(events("9H1", trump="H"))
    assert first.totals == [5, 15]
    start = first.state.model_dump(mode="json")
    assert start["open_points"] == [0, 9]
    assert table(start).play().totals == [5, 15]
    again, at_once = table(start).play(whole), table({"totals": [5, 6]}).play(whole)
    assert again.totals == at_once.totals == [27, 15]
    assert again.state == at_once.state
    assert again.results[0].result.points == [22, 9]


def test_open_points_that_the_totals_cannot_hold() -> None:
    assert table({"totals": [5, 6], "open_points": [0, 9]}).no_setup() == ("/start/totals/1", "total_impossible")
    assert table({"totals": [5, 6], "open_points": [5]}).no_setup() == ("/start/open_points", "wrong_length")


def test_a_match_may_start_from_the_pitcher() -> None:
    assert table({"pitcher": 0}).play().state.dealer == 3
    assert table({"dealer": 2}).play().state.pitcher == 3
    coming = table({"dealer": 3, "pitcher": 0}).play().upcoming
    assert coming
    assert coming.leads == 0
    assert table({"dealer": 1, "pitcher": 0}).no_setup() == ("/start/pitcher", "disagree")
    assert table({"pitcher": 4}).no_setup() == ("/start/pitcher", "too_large")
    assert table({"pitcher": 0}).play(events(game=[30, 20])).state.pitcher == 1


@pytest.mark.parametrize(
    ("pegged", "game", "pointer"),
    [
        ("", [3, 0], "/game"),
        ("AS0 KS0", [6, 30], "/game/0"),
        ("AS0 JS1", [20, 0], "/game/1"),
        ("5S0 9S0 QS1", [0, 1], "/game"),
    ],
)
def test_counts_for_game_that_the_cards_in_play_exceed(pegged: str, game: list[int], pointer: str) -> None:
    assert table().no(events(pegged, game=game)) == (pointer, "game_too_low")


def test_the_least_that_may_be_counted_for_game() -> None:
    assert table().score(events(game=[4, 0])).points == [8, 0]
    assert table().score(events("AS0 KS0 5D0", game=[7, 30])).points == [12, 8]


@pytest.mark.parametrize(("game", "points"), [([31, 30], [8, 0]), ([0, 4], [0, 8]), ([27, 27], [0, 0])])
def test_the_higher_count_gets_eight(game: list[int], points: list[int]) -> None:
    scored = table().score(events(game=game))
    assert scored.points == scored.details["game_points"] == points


def test_only_the_five_of_trumps_may_count() -> None:
    assert table(fives="trump_only").score(events("5S0")).points == [10, 0]
    assert table(fives="trump_only").no(events("5D0")) == ("/events/0/card", "not_a_scoring_card")


# -- 121 ---------------------------------------------------------------------------------------------------


def test_the_match_ends_at_the_card_that_reaches_121() -> None:
    near = table({"totals": [108, 112]})
    won = near.play(events("9S1"))
    assert won.results[0].result.complete
    assert (won.verdict.finished, won.verdict.winners, won.totals) == (True, [1], [108, 121])
    assert near.no(events("9S1 5D0")) == ("/events/1", "after_end")
    assert not near.play(events("KS1 5D0")).verdict.finished


def test_cards_of_the_last_trick_are_pegged_together() -> None:
    near = table({"totals": [0, 115]})
    assert near.play(events("5S1 AS1 KS1 5H1")).totals == [0, 137]
    assert near.no(events("5S1 AS1 KS1 5H1 5C1")) == ("/events/4", "after_end")
    assert near.no(events("5S1 AS1 KS0")) == ("/events/2", "after_end")


def test_game_does_not_count_once_the_match_is_over() -> None:
    won = table({"totals": [119, 112]}).play(events("QS0", game=[20, 40]))
    assert (won.totals, won.verdict.winners) == ([121, 112], [0])
    assert table({"totals": [119, 112]}).score(events("QS0", game=[0, 0])).points == [2, 0]
    by_board = table({"totals": [119, 112]})
    for closing in (summary(2, 3, 1), summary(2, 3), without_game(2, 3)):
        assert by_board.play(closing).totals == [121, 115]


@pytest.mark.parametrize("game", [[20, 40], [20, None], [0, 0]])
def test_after_the_match_the_counts_for_game_need_not_be_those_of_all_cards(game: list[int | None]) -> None:
    """In a hand that ended before its last trick."""
    for cards in (9, 13):
        won = table({"totals": [119, 112]}, cards=cards).play(events("QS0", game=game))
        assert (won.totals, won.verdict.winners) == ([121, 112], [0])
        assert table({"totals": [119, 112]}, cards=cards).no(events("QS0", game=[50, 40])) == ("/game", "game_too_high")


def test_game_may_win_the_match() -> None:
    won = table({"totals": [113, 120]}).play(events(game=[40, 20]))
    assert (won.totals, won.verdict.winners) == ([121, 120], [0])


@pytest.mark.parametrize("target", [61, 91, 181])
def test_other_targets(target: int) -> None:
    assert not table({"totals": [target - 11, 0]}, target=target).play(events("5S0")).verdict.finished
    assert table({"totals": [target - 10, 0]}, target=target).play(events("5S0")).verdict.winners == [0]


# -- the summary -------------------------------------------------------------------------------------------


def test_a_summary_gives_what_the_events_would_have_given() -> None:
    by_card = table().score(events("5S0 AS1 9S1 5D0 KS0", game=[31, 22]))
    by_sums = table().score(summary(18, 13, 0))
    assert by_card.points == by_sums.points == [26, 13]
    assert table().score(summary(18, 13)).points == [18, 13]


def test_a_summary_must_not_leave_open_who_was_first() -> None:
    near = table({"totals": [110, 112]})
    assert near.no(summary(11, 9)) == ("/trump_points", "order_needed")
    assert near.play(summary(11, 3, 1)).totals == near.play(summary(11, 3, 0)).totals == [121, 115]
    assert near.play(summary(11, 3)).verdict.winners == [0]
    assert near.play(summary(10, 3, 1)).verdict.winners == [1]


def test_a_summary_says_who_got_game() -> None:
    assert table().no(without_game(18, 13)) == ("/game_winner", "game_missing")
    assert table().score(summary(18, 13)).points == [18, 13]


# -- refusals ------------------------------------------------------------------------------------------------

MINE = "5S 2S 3S 4S AC 2C 3C 4C KD 2D 3D 4D 10H 2H 3H 4H".split()  # noqa: SIM905
YOURS = "5D 6D 7D 8D AH 6H 7H 8H KC 6C 7C 8C QS 6S 7S 8S 10S 9C 9D 9H".split()  # noqa: SIM905


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        (events("5S0 5S1"), "/events/1/card", "card_twice"),
        (events("10S0"), "/events/0/card", "not_a_scoring_card"),
        (events("9D0"), "/events/0/card", "not_a_scoring_card"),
        (events("JK0"), "/events/0/card", "not_a_scoring_card"),
        (events("5S2"), "/events/0/side", "too_large"),
        (events(game=[41, 40]), "/game", "game_too_high"),
        (events(game=[-1, 40]), "/game/0", "negative"),
        (events(game=[40, None]), "/game/1", "nothing_entered"),
        (events(game=[40]), "/game", "wrong_length"),
        (events("5S0", captured=[MINE[:15], YOURS]), "/captured/0", "not_whole_tricks"),
        (events("5S0", captured=[MINE[:12], YOURS]), "/captured", "card_missing"),
        (events("5S0", captured=[[*MINE[:15], "2S"], YOURS]), "/captured/0/15", "card_twice"),
        (events("5S1", captured=[MINE, YOURS]), "/events/0/side", "pile_disagrees"),
        (events("9S1", captured=[MINE, YOURS]), "/events/0/side", "pile_disagrees"),
        (events("5S0", captured=[MINE, YOURS], game=[20, 25]), "/game/0", "disagree"),
        (events("5S0", captured=[MINE]), "/captured", "wrong_length"),
        (events("5S0", captured=[MINE, YOURS], game=[20]), "/game", "wrong_length"),
        (summary(40, 5), "/trump_points", "too_many_points"),
        (summary(-1, 5), "/trump_points/0", "negative"),
        ({"kind": "summary", "trump_points": [3]}, "/trump_points", "wrong_length"),
        (summary(3, 5, 2), "/game_winner", "too_large"),
    ],
)
def test_hands_that_cannot_have_happened(hand: dict[str, Any], pointer: str, code: str) -> None:
    assert table().no(hand) == (pointer, code)


def test_points_that_no_cards_make() -> None:
    trumps_only = table(fives="trump_only")
    assert trumps_only.no(summary(8, 8)) == ("/trump_points", "points_impossible")
    assert trumps_only.no(summary(30, 0)) == ("/trump_points", "too_many_points")
    assert trumps_only.score(summary(10, 19)).points == [10, 19]


def test_three_cannot_play_and_nothing_follows_the_end() -> None:
    assert Table("nine-card-don", 3).no_setup() == ("/players", "players")
    assert table({"totals": [121, 0]}).no(events("5S0")) == ("", "match_over")
    assert table({"totals": [-1, 0]}).no_setup() == ("/start/totals/0", "total_impossible")
    assert table({"totals": [121, 125]}).no_setup() == ("/start/totals", "two_winners")


# -- piles and the whole pack ----------------------------------------------------------------------------------


def test_the_piles_count_game_and_find_what_was_not_pegged() -> None:
    scored = table().score(events("5S0", captured=[MINE, YOURS]))
    assert (scored.details["pegged"], scored.details["game_points"]) == ([10, 7], [0, 8])
    assert table().no(events("5S0", captured=[MINE, YOURS], game=[18, 19])) == ("/game/0", "disagree")
    assert table({"totals": [111, 114]}).no(events(captured=[MINE, YOURS])) == ("/events", "order_needed")


def test_with_thirteen_cards_each_everything_is_in_play() -> None:
    whole = table(cards=13)
    captures = " ".join(f"{code}0" for code in SPADES)
    assert whole.score(events(captures, game=[50, 30])).points == [52, 0]
    assert whole.score(events(captures, game=[None, 30])).points == [52, 0]
    assert whole.no(events(captures, game=[50, 29])) == ("/game", "wrong_sum")
    assert whole.no(events("5S0", game=[50, 30])) == ("/events", "card_missing")
    assert whole.no(summary(20, 20)) == ("/trump_points", "wrong_sum")
    assert whole.score(summary(20, 24, 1)).points == [20, 32]
    piles = [list(PACK_52.cards[:24]), list(PACK_52.cards[24:])]
    assert sum(whole.score(events(captured=piles)).details["pegged"]) == 44


# -- between hands, corrections, the form -----------------------------------------------------------------------


def test_the_pitcher_deals_next() -> None:
    coming = table({"dealer": 3}).play(summary(0, 0)).upcoming
    assert coming
    assert (coming.dealer, coming.leads) == (0, 1)
    assert (coming.details["pitcher"], coming.details["cards_down"]) == (1, 3)
    assert coming.details["to_target"] == [121, 121]
    assert table().stop(summary(3, 5)).winners == [1]


def test_a_correction_in_the_middle_gives_what_the_right_entry_would_have_given() -> None:
    later = [summary(10, 4, 1), events("9S1", game=[10, 12])]
    assert table().play(events("5S0", game=[30, 20]), *later).totals == [28, 29]
    assert table().play(events("5S1", game=[20, 30]), *later).totals == [10, 47]


def test_a_scoring_card_is_one_tap() -> None:
    played = table().play()
    form = GAME.form(played.open_match.setup, played.state)
    answer = {name: list(values) for name, values in form.initial().items()} | {"trump": ["S"]}
    control = next(control for control in form.visible(answer) if control.name == "events_S")
    added = control.append({"events_S.add": ["captured:19S"]})  # type: ignore[attr-defined]
    assert added == {"card": "9S", "side": 1}


def test_every_way_of_entry_opens_for_correction() -> None:
    played = table().play()
    form = GAME.form(played.open_match.setup, played.state)
    for hand in (
        events("5S0 9S1"),
        events("5S0", game=[20, 31]),
        events("5S0", captured=[MINE, YOURS]),
        summary(3, 5, 1),
    ):
        again = form.read(form.show(hand))
        assert table().score(again).points == table().score(hand).points


# -- tricks -------------------------------------------------------------------------------------------------------


def test_who_takes_the_trick_and_what_it_pegs() -> None:
    plays = [(1, "9H"), (2, "5H"), (3, "5S"), (0, "AS")]
    answer = table().trick(trump="S", plays=plays)
    assert isinstance(answer, TrickResult)
    assert (answer.winner, answer.card, answer.next_leader, answer.extra["pegs"]) == (0, "AS", 0, 19)
    assert table().winner(trump="D", plays=plays) == (1, "9H")
    trumps = table(fives="trump_only").trick(trump="S", plays=plays)
    assert isinstance(trumps, TrickResult)
    assert trumps.extra["pegs"] == 14


def test_suit_is_followed_and_nobody_must_trump() -> None:
    assert table().legal(trump="S", plays=[(1, "9H")], hand=["2H", "AS"]) == ["2H"]
    assert table().legal(trump="S", plays=[(1, "9H")], hand=["2D", "AS"]) == ["2D", "AS"]
    assert table().no_trick(trump="S", plays=[(1, "9H"), (3, "2H")]) == ("/plays/1/seat", "out_of_turn")


# -- properties ----------------------------------------------------------------------------------------------------


@given(st.permutations(list(SPADES)), st.lists(st.integers(0, 1), max_size=9), st.integers(0, 80))
def test_what_is_pegged_is_what_was_captured(order: list[str], owners: list[int], mine: int) -> None:
    captures = [f"{code}{owner}" for code, owner in zip(order, owners, strict=False)]
    trumps = {"AS": 4, "KS": 3, "QS": 2, "JS": 1}
    counted = [sum(trumps.get(word[:-1], 0) for word in captures if word.endswith(str(side))) for side in (0, 1)]
    mine = min(max(mine, counted[0]), 80 - counted[1])
    scored = table().score(events(" ".join(captures), game=[mine, 80 - mine]))
    assert sum(scored.details["pegged"]) == sum(SPADES[word[:-1]] for word in captures)
    assert sum(scored.points) - sum(scored.details["pegged"]) == (0 if mine == 40 else 8)


@given(any_hand(GAME))
def test_whatever_is_entered_is_scored_or_refused(hand: dict[str, Any]) -> None:
    scored = table().try_out(hand)
    assert scored is None or 0 <= sum(scored.points) <= 52


@given(any_lookup(GAME))
def test_whatever_is_asked_is_answered_or_refused(asked: dict[str, Any]) -> None:
    answer = table().ask(asked)
    if isinstance(answer, LegalPlays):
        assert set(answer.cards) <= set(asked["hand"])
