"""Skat: options, what is carried between hands, the end, corrections, and the form on the phone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.form import Amount, Choice, Form, Note, Row
from scoring.engine.match import open_match, open_stored_match
from scoring.games import get
from scoring.games.skat import game
from tests.games.table import Table

BOCK = Table("skat", 3, {"bock": "on", "kontra": "kontra_re"})


def diamonds(declarer: int = 0, points: int = 65, **more: object) -> dict[str, object]:
    hand = {"kind": "suit", "trump": "D", "declarer": declarer, "matadors": {"with": 1}, "declarer_points": points}
    return {**hand, **more}


def ramsch(*points: int, **more: object) -> dict[str, object]:
    return {"kind": "ramsch", "points": list(points), **more}


GRAND_HAND: dict[str, object] = {
    "kind": "grand",
    "declarer": 1,
    "hand": True,
    "matadors": {"with": 1},
    "outcome": {"won": True},
}
NULL_LOST: dict[str, object] = {"kind": "null", "declarer": 1, "outcome": {"won": False}}


# -- doublings ---------------------------------------------------------------------------------------


def test_kontra_and_re_double_what_is_won_and_lost() -> None:
    assert BOCK.score(diamonds(kontra="kontra")).points == [36, 0, 0]
    assert BOCK.score(diamonds(kontra="re")).points == [72, 0, 0]
    assert BOCK.score(diamonds(points=50, kontra="re")).points == [-144, 0, 0]
    assert BOCK.score({**NULL_LOST, "kontra": "kontra"}).points == [0, -92, 0]


def test_doublings_that_the_table_does_not_play_are_refused() -> None:
    plain, kontra = Table("skat", 3), Table("skat", 3, {"kontra": "kontra"})
    assert plain.no(diamonds(kontra="kontra")) == ("/kontra", "kontra_off")
    assert plain.no({**NULL_LOST, "kontra": "re"}) == ("/kontra", "re_off")
    assert kontra.no(diamonds(kontra="re")) == ("/kontra", "re_off")
    assert kontra.score(diamonds(kontra="kontra")).points == [36, 0, 0]
    for hand in (diamonds(), NULL_LOST, ramsch(20, 40, 60)):
        assert plain.no({**hand, "start_bock": True}) == ("/start_bock", "bock_off")
    assert plain.score(diamonds(kontra="none", start_bock=False)).points == [18, 0, 0]


def bock_left(*hands: dict[str, object], table: Table = BOCK) -> int:
    left: int = table.play(*hands).state.bock_hands_left
    return left


def test_what_opens_a_bock_round() -> None:
    assert bock_left(diamonds()) == 0
    assert bock_left(diamonds(points=60)) == 3
    assert bock_left(diamonds(points=59)) == 0
    assert bock_left(diamonds(points=50, kontra="kontra")) == 3
    assert bock_left(diamonds(points=70, kontra="kontra")) == 0
    assert bock_left({**NULL_LOST, "kontra": "re"}) == 3
    assert bock_left(diamonds(points=60, kontra="kontra")) == 3, "one round for a hand, whatever the reasons"
    assert bock_left(GRAND_HAND) == 0
    assert bock_left(diamonds(start_bock=True)) == 3
    assert bock_left(ramsch(20, 40, 60, start_bock=True)) == 3
    grands = Table("skat", 3, {"bock": "on", "bock_after": ["grand_hand"]})
    assert bock_left(GRAND_HAND, table=grands) == 3
    assert bock_left(diamonds(points=60), table=grands) == 0
    assert bock_left(diamonds(points=60), table=Table("skat", 3)) == 0


def test_a_bock_round_doubles_the_following_hands_and_rounds_queue() -> None:
    sixty = diamonds(points=60)
    assert BOCK.score(sixty).points == [-36, 0, 0]
    assert BOCK.score(sixty, diamonds()).points == [36, 0, 0]
    assert BOCK.score(sixty, ramsch(20, 40, 60)).points == [20, 0, 0]
    assert BOCK.score(sixty, NULL_LOST).points == [0, -92, 0]
    assert BOCK.score(sixty, diamonds(points=60)).points == [-72, 0, 0], "never a second doubling"
    assert [bock_left(sixty, *[diamonds()] * n) for n in range(5)] == [3, 2, 1, 0, 0]
    assert bock_left(sixty, sixty) == 5
    assert BOCK.score(sixty, *[diamonds()] * 4).points == [18, 0, 0]


def test_a_passed_in_deal_uses_up_no_bock_hand() -> None:
    table = Table("skat", 3, {"bock": "on", "all_pass": "passed_in"}, bock_hands_left=2)
    assert bock_left({"kind": "passed_in"}, table=table) == 2
    assert bock_left({"kind": "passed_in", "start_bock": True}, table=table) == 5
    assert bock_left({"kind": "passed_in"}, diamonds(), table=table) == 1


def test_bock_is_told_and_shown() -> None:
    played = BOCK.play(diamonds(points=60))
    coming = played.upcoming
    assert coming
    assert coming.details["bock_hands_left"] == 3
    assert any(notice.rule == "bock" for notice in coming.notices)
    (figure,) = game.board(played.open_match.setup, played.state)
    assert figure.value == 3  # type: ignore[union-attr]


# -- the list ----------------------------------------------------------------------------------------


def test_the_list_adds_its_bonuses() -> None:
    three, four = Table("skat", 3, {"scoring": "list"}), Table("skat", 4, {"scoring": "list"})
    won = three.score(diamonds())
    assert won.points == won.details["list_points"] == [68, 0, 0]
    assert won.details["points"] == [18, 0, 0]
    lost = three.score(diamonds(points=60))
    assert lost.points == [-86, 40, 40]
    assert lost.details["points"] == [-36, 0, 0]
    assert four.score(diamonds(1, points=60)).points == [30, -86, 30, 30]
    passed = Table("skat", 3, {"rules": "international"}).score({"kind": "passed_in"})
    assert passed.details["list_points"] == passed.points == [0, 0, 0]
    assert three.score(ramsch(20, 40, 60)).points == [10, 0, 0]


def test_doublings_never_reach_the_bonuses() -> None:
    table = Table("skat", 3, {"scoring": "list", "kontra": "kontra_re", "bock": "on"}, bock_hands_left=1)
    assert table.score(diamonds(kontra="re")).points == [18 * 8 + 50, 0, 0]
    assert table.score(diamonds(points=50, kontra="re")).points == [-36 * 8 - 50, 40, 40]


def test_the_list_shows_points_of_the_hands_and_hands_won_and_lost() -> None:
    table = Table("skat", 3, {"scoring": "list"})
    played = table.play(diamonds(), diamonds(1, points=50), GRAND_HAND, ramsch(20, 40, 60))
    assert (played.state.hands_won, played.state.hands_lost) == ([1, 1, 0], [0, 1, 0])
    coming = played.upcoming
    assert coming
    assert coming.details["game_points"] == [28, 36, 0]
    (grid,) = game.board(played.open_match.setup, played.state)
    assert [row[1:] for row in grid.rows][-1] == played.totals  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("won", "lost", "winners"),
    [([3, 2, 1], [0, 0, 0], [0]), ([2, 2, 1], [1, 0, 0], [1]), ([2, 2, 2], [1, 1, 1], [0, 1, 2])],
)
def test_equal_list_totals_go_by_hands_won_then_lost(won: list[int], lost: list[int], winners: list[int]) -> None:
    carried = {"totals": [100, 100, 100], "hands_won": won, "hands_lost": lost, "hands_played": 35}
    by_list = Table("skat", 3, {"rules": "international"}, **carried)
    assert by_list.play({"kind": "passed_in"}).verdict.winners == winners
    plain = Table("skat", 3, {"all_pass": "passed_in"}, **carried)
    assert plain.play({"kind": "passed_in"}).verdict.winners == [0, 1, 2]


# -- setup, course and end ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ({"deals": 10}, ("/options/deals", "not_a_multiple")),
        ({"deals": 0}, ("/options/deals", "too_small")),
        ({"deals": -3}, ("/options/deals", "too_small")),
        ({"rules": "international", "kontra": "kontra"}, ("/options/kontra", "not_international")),
        ({"rules": "international", "bock": "on"}, ("/options/bock", "not_international")),
        ({"rules": "international", "all_pass": "ramsch_most"}, ("/options/all_pass", "not_international")),
        ({"rules": "international", "all_pass": "ramsch_least"}, ("/options/all_pass", "not_international")),
        ({"rules": "international", "scoring": "plain"}, ("/options/scoring", "not_international")),
    ],
)
def test_options_that_do_not_go_together(options: dict[str, object], answer: tuple[str, str]) -> None:
    assert Table("skat", 3, options).no_setup() == answer


def test_the_options_shown_are_those_of_the_international_rules() -> None:
    opened = Table("skat", 3, {"rules": "international"}).play().open_match
    shown = opened.setup.options.model_dump()
    decided = {"all_pass": "passed_in", "scoring": "list", "kontra": "off", "bock": "off"}
    assert shown.items() >= decided.items()
    again = Table("skat", 3, shown).play().open_match
    assert again.setup.options.model_dump() == shown, "they can be sent back as they are shown"


def test_a_stored_match_of_an_earlier_release_opens_with_what_was_applied() -> None:
    opened = open_stored_match(game, 3, {"rules": "international", "scoring": "plain"}, {})
    assert opened.setup.options.scoring == "list"


@pytest.mark.parametrize("players", [2, 5])
def test_three_or_four_play(players: int) -> None:
    assert Table("skat", players).no_setup() == ("/players", "players")


@pytest.mark.parametrize(
    ("start", "answer"),
    [
        ({"hands_won": [1, 2]}, ("/start/hands_won", "wrong_length")),
        ({"hands_lost": [1, 2, 3, 4]}, ("/start/hands_lost", "wrong_length")),
        ({"bock_hands_left": 1}, ("/start/bock_hands_left", "bock_off")),
        ({"totals": [1, 2]}, ("/start/totals", "wrong_length")),
        ({"totals": [1, 2, 0.5]}, ("/start/totals/2", "not_a_multiple")),
        ({"dealer": 3}, ("/start/dealer", "seat_unknown")),
        ({"hands_lost": [0, 0, -1]}, ("/start/hands_lost/2", "too_small")),
    ],
)
def test_starts_that_cannot_be(start: dict[str, Any], answer: tuple[str, str]) -> None:
    assert Table("skat", 3, **start).no_setup() == answer


def test_three_at_the_table() -> None:
    coming = Table("skat", 3).play(diamonds()).upcoming
    assert coming
    assert (coming.dealer, coming.leads, coming.sits_out) == (1, 2, [])
    assert [coming.details[name] for name in ("forehand", "middlehand", "rearhand")] == [2, 0, 1]
    assert (coming.details["deal"], coming.details["deals"]) == (2, 36)


def test_four_at_the_table() -> None:
    coming = Table("skat", 4).play(diamonds(1)).upcoming
    assert coming
    assert (coming.dealer, coming.leads, coming.sits_out) == (1, 2, [1])
    assert [coming.details[name] for name in ("forehand", "middlehand", "rearhand")] == [2, 3, 0]
    assert coming.details["deals"] == 48


def test_the_match_ends_after_its_deals() -> None:
    table = Table("skat", 3, {"deals": 3})
    hands = [diamonds(), diamonds(1), diamonds(2, points=50)]
    assert not table.play(*hands[:2]).verdict.finished
    verdict = table.play(*hands).verdict
    assert (verdict.finished, verdict.winners) == (True, [0, 1])
    assert table.no(*hands, diamonds()) == ("", "match_over")
    assert table.stop().winners == []
    assert table.stop(diamonds(2)).winners == [2]


def test_bock_hands_left_over_lapse() -> None:
    table = Table("skat", 3, {"bock": "on", "deals": 3})
    assert table.play(diamonds(), diamonds(), diamonds(points=60)).verdict.finished


def test_a_correction_is_as_if_it_had_been_recorded_so() -> None:
    wrong = [diamonds(), diamonds(1, points=60), diamonds(2), ramsch(20, 40, 60), diamonds()]
    right = [wrong[0], diamonds(1, points=61), *wrong[2:]]
    assert BOCK.play(*wrong).totals == [18 + 20 + 36, -36, 36]
    assert BOCK.play(*right).totals == [18 + 10 + 18, 18, 18]


HANDS = [
    diamonds(),
    diamonds(2, points=60),
    GRAND_HAND,
    NULL_LOST,
    ramsch(20, 40, 60),
    ramsch(0, 40, 80, tricks=[0, 5, 5]),
    diamonds(1, kontra="re"),
    diamonds(2, conceded=False, start_bock=True),
]


@settings(deadline=None)
@given(st.lists(st.sampled_from(HANDS), max_size=12), st.integers(0, 2), st.sampled_from(["plain", "list"]))
def test_a_match_goes_on_from_what_is_carried(hands: list[dict[str, object]], dealer: int, scoring: str) -> None:
    options = {"bock": "on", "kontra": "kontra_re", "scoring": scoring}
    whole = Table("skat", 3, options, dealer=dealer).play(*hands, diamonds())
    paper = Table("skat", 3, options, dealer=dealer).play(*hands).state.model_dump(mode="json")
    resumed = Table("skat", 3, options, **paper).play(diamonds())
    assert resumed.state == whole.state
    assert whole.totals == [sum(points) for points in zip(*(r.result.points for r in whole.results), strict=True)]
    assert whole.state.dealer == (dealer + len(hands) + 1) % 3


# -- the form ----------------------------------------------------------------------------------------


def form_of(table: Table) -> Form:
    opened = open_match(game, table.players, table.options, table.start)
    return opened.game.form(opened.setup, opened.state)


def taps(form: Form, hand: dict[str, Any]) -> int:
    """Taps for a hand on the untouched form: one for each control that differs, one for each fold, one to save."""
    first, wanted = form.initial(), form.show(hand)
    changed = [control for control in form.visible(first | wanted) if wanted.get(control.name, first.get(control.name))
               != first.get(control.name)]  # fmt: skip
    for control in changed:
        assert not isinstance(control, Amount | Row | Note), f"{control.name} needs a keyboard"
    return len(changed) + any(control.fold for control in changed) + 1


def quick(game_: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"declarer": 1, "matadors": {"with": 1}, "outcome": {"won": True}, **game_, **more}


SPADES = {"kind": "suit", "trump": "S"}


@pytest.mark.parametrize(
    ("hand", "count"),
    [
        (quick(SPADES), 3),
        (quick({"kind": "grand"}), 3),
        ({"kind": "null", "declarer": 2, "outcome": {"won": True}}, 3),
        (quick(SPADES, matadors={"against": 2}), 4),
        (quick({"kind": "grand"}, matadors={"with": 3}), 4),
        (quick(SPADES, outcome={"won": False}), 4),
        (quick(SPADES, outcome={"won": True, "level": "schneider"}), 4),
        (quick(SPADES, hand=True), 4),
        ({"kind": "null", "declarer": 2, "open": True, "outcome": {"won": True}}, 4),
        (quick(SPADES, matadors={"with": 2}, outcome={"won": False}), 5),
        (quick(SPADES, matadors={"with": 2}, hand=True), 5),
        (quick(SPADES, matadors={"against": 6}), 5),
        (quick(SPADES, hand=True, announced="schneider"), 5),
        (quick(SPADES, matadors={"with": 3}, outcome={"won": False, "level": "schneider"}), 5),
    ],
)
def test_a_hand_takes_few_taps_and_no_keyboard(hand: dict[str, Any], count: int) -> None:
    form = form_of(Table("skat", 3))
    assert taps(form, hand) == count
    values = form.read(form.initial() | form.show(hand))
    assert Table("skat", 3).score(values).points == Table("skat", 3).score(hand).points


def test_a_bock_round_after_sixty_takes_one_tap() -> None:
    form = form_of(BOCK)
    sixty = quick(SPADES)
    del sixty["outcome"]
    assert form.show({**sixty, "declarer_points": 60})["result"] == ["sixty"]


def test_nobody_played() -> None:
    passed = form_of(Table("skat", 3, {"rules": "international"}))
    assert taps(passed, {"kind": "passed_in"}) == 2
    assert passed.read(passed.initial() | {"declarer": ["passed_in"]}) == {"kind": "passed_in"}
    ramsch_form = form_of(Table("skat", 4, dealer=2))
    values = {"declarer": ["ramsch"], "points.0": ["20"], "points.1": ["40"], "points.3": ["60"]}
    assert ramsch_form.read(ramsch_form.initial() | values) | {"trick_winners": []} == {
        "kind": "ramsch",
        "points": [20, 40, 0, 60],
        "trick_winners": [],
    }


def test_everybody_keeps_their_place_and_who_sits_out_cannot_be_chosen() -> None:
    declarer = form_of(Table("skat", 4, dealer=2)).controls[0]
    assert isinstance(declarer, Choice)
    assert [option.value for option in declarer.options] == ["0", "1", "2", "3", "ramsch"]
    assert [option.value for option in declarer.options if option.disabled] == ["2"]


RECORDED: list[dict[str, Any]] = [
    quick(SPADES, matadors={"with": 7}, bid=66, kontra="re"),
    quick(SPADES, outcome={"won": True, "level": "plain"}, announced="none", kontra="none", hand=False),
    quick(SPADES, hand=True, announced="open"),
    quick({"kind": "grand"}, declarer_points=94),
    {**SPADES, "declarer": 0, "trumps_held": [], "declarer_points": 120, "declarer_tricks": 10},
    {**SPADES, "declarer": 0, "trumps_held": ["JS", "7S"], "declarer_tricks": 10},
    {**SPADES, "declarer": 0, "matadors": {"with": 1}, "defender_cards": []},
    {**SPADES, "declarer": 0, "matadors": {"with": 1}, "declarer_cards": ["AC", "AD"], "start_bock": True},
    {"kind": "null", "declarer": 0, "declarer_tricks": 3},
    {"kind": "null", "declarer": 0, "declarer_tricks": 0, "hand": True, "open": True, "bid": 59},
    ramsch(34, 34, 52, trick_winners=[0, 1, 0, 2, 1, 2, 2, 0, 2, 2]),
    ramsch(0, 0, 120, tricks=[1, 2, 7], last_trick=[6, 4, 10]),
    {**SPADES, "declarer": 2, "matadors": {"with": 1}, "conceded": True},
    diamonds(points=60),
]


@pytest.mark.parametrize("hand", RECORDED)
def test_a_recorded_hand_opens_for_correction(hand: dict[str, Any]) -> None:
    form = form_of(BOCK)
    again = BOCK.score(form.read(form.show(hand)))
    assert (again.points, again.state) == (BOCK.score(hand).points, BOCK.score(hand).state)


@settings(deadline=None)
@given(st.sampled_from([*RECORDED, *HANDS]), st.sampled_from([*RECORDED, *HANDS]), st.data())
def test_mixed_up_entries_are_scored_or_refused(
    one: dict[str, Any], other: dict[str, Any], data: st.DataObject
) -> None:
    names = data.draw(st.sets(st.sampled_from(sorted(set(other) - {"kind"} or {"kind"}))))
    mixed = {**one, **{name: other[name] for name in names}}
    for table in (BOCK, Table("skat", 4, {"scoring": "list", "all_pass": "ramsch_most"})):
        table.try_out(mixed)


def test_without_a_network_the_dealer_on_the_screen_may_declare_a_later_hand() -> None:
    skat = get("skat")
    opened = open_match(skat, 4)
    form = skat.form(opened.setup, opened.state)
    tapped = {**form.initial(), "declarer": ["0"], "game": ["D"], "result_by": ["outcome"]}
    assert {"game", "matadors", "result"} <= {control.name for control in form.visible(tapped)}
