"""Calypso: who wins a trick with four trump suits, where its cards go, and the count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import PACK_52
from scoring.engine.game import Grid
from scoring.engine.tricks import LegalPlays, Play, TrickResult
from scoring.games import get
from scoring.games.calypso.tricks import winner_of
from tests.games.table import Table, any_hand, any_lookup

GAME = get("calypso")
RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]


def table(start: dict[str, Any] | None = None, **options: Any) -> Table:
    return Table("calypso", 4, options, **(start or {}))


def final(calypsos: Any = (1, 2, 0, 1), progress: Any = (5, 3, 8, 0), pile: Any = (70, None)) -> dict[str, Any]:
    return {"kind": "final", "calypsos": [*calypsos], "in_progress": [*progress], "pile": [*pile]}


def tricks(*texts: str) -> dict[str, Any]:
    """Tricks from texts: ``tricks("JD KD QC 2D", "… > 3")``, the winner after ``>`` where it is named."""
    listed = []
    for text in texts:
        cards, _, winner = text.partition(">")
        listed.append({"cards": cards.split(), **({"winner": int(winner)} if winner else {})})
    return {"kind": "tricks", "tricks": listed}


def played_out(cards: Sequence[str], dealer: int = 0, suits: Sequence[str] = "SDHC") -> dict[str, Any]:
    """A deal of these 52 cards in which everybody follows suit with the first card that does."""
    hands = [[*cards[seat::4]] for seat in range(4)]
    leader, deal = (dealer + 1) % 4, []
    for _ in range(13):
        plays: list[Play] = []
        for turn in range(4):
            hand = hands[seat := (leader + turn) % 4]
            chosen = next((code for code in hand if plays and code[-1] == plays[0].card[-1]), hand[0])
            hand.remove(chosen)
            plays.append(Play(seat=seat, card=chosen))
        leader = winner_of(suits, plays)[0].seat
        deal.append(" ".join(play.card for play in plays))
    return tricks(*deal)


#: A deal in which seats 1 and 0 collect: 13 tricks of one rank each, in all four suits.
WHOLE_DEAL = [f"{rank}D {rank}D {rank}S {rank}S" for rank in RANKS]


# -- the count ---------------------------------------------------------------------------------------


def test_the_figures_of_both_partners_are_added() -> None:
    scored = table().score(final())
    assert scored.points == [500 + 20 * 13 + 700, 500 + 750 + 60 + 500 + 10 * 70]
    assert scored.details["pile"] == [70, 70]


@pytest.mark.parametrize(
    ("made", "pile", "worth", "more"),
    [(0, 104, 0, 0), (1, 91, 500, 500), (2, 78, 1250, 1250), (3, 65, 2250, 2250), (4, 52, 3250, 3500)],
)
def test_what_the_calypsos_of_a_player_are_worth(made: int, pile: int, worth: int, more: int) -> None:
    hand = final((made, 0, 0, 0), (0, 0, 0, 0), (pile, None))
    assert table().score(hand).points[0] == worth + 10 * pile
    assert table(calypso_values="500-750-1000-1250").score(hand).points[0] == more + 10 * pile


def test_a_side_has_6500_for_calypsos_at_most() -> None:
    assert table().score(final((4, 0, 4, 0), (0, 0, 0, 0), (104, 0))).points == [6500 + 1040, 0]


def test_with_fewer_deals_there_are_fewer_cards() -> None:
    assert table(deals=1).score(final((0, 0, 0, 0), (3, 3, 3, 3), (18, 22))).points == [300, 340]
    assert table(deals=2).no(final((0, 0, 0, 0), (3, 3, 3, 3), (18, 22))) == ("/pile", "wrong_sum")


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        (final((0, 0, 0, 0), (12, 12, 12, 12), (81, 79)), "not_whole_tricks"),
        (final(pile=(71, None)), "not_whole_tricks"),
        (final((0, 0, 0, 0), (0, 0, 0, 0), (208, 0)), "pile_impossible"),
        (final((0, 0, 0, 0), (0, 0, 0, 0), (None, 108)), "pile_impossible"),
        (final((0, 0, 0, 0), (1, 0, 0, 0), (111, None)), "pile_impossible"),
        (final((4, 0, 0, 0), (0, 0, 0, 0), (0, 156)), "pile_impossible"),
        (final((1, 0, 0, 0), (0, 0, 0, 0), (143, None)), "pile_impossible"),
    ],
)
def test_a_side_has_whole_tricks_and_lays_out_the_first_card_of_each_rank(hand: dict[str, Any], code: str) -> None:
    assert table().no(hand) == ("/pile", code)


def test_a_pile_may_hold_two_suits_of_the_opponents_and_three_spare_cards_of_each_rank_in_progress() -> None:
    assert table().score(final((0, 0, 0, 0), (0, 0, 0, 0), (104, 104))).points == [1040, 1040]
    assert table().score(final((0, 0, 0, 0), (1, 0, 0, 0), (107, None))).points == [1090, 1000]
    assert table().score(final((1, 0, 0, 0), (1, 0, 0, 0), (142, None))).points == [500 + 20 + 1420, 520]
    assert table().score(final((1, 0, 0, 0), (0, 0, 0, 0), (139, None))).points == [500 + 1390, 560]


# -- deals and matches -----------------------------------------------------------------------------------


def test_the_first_three_deals_only_keep_the_state() -> None:
    noted = {"kind": "deal", "calypsos": [0, 1, 0, 0], "in_progress": [4, 2, ["A", "9"], None]}
    after = table().play({"kind": "deal"}, noted)
    assert after.totals == [0, 0]
    assert after.upcoming
    assert (after.upcoming.dealer, after.upcoming.leads, after.upcoming.details["deal"]) == (2, 3, 3)
    assert after.upcoming.details["calypsos"] == [0, 1, 0, 0]
    assert after.upcoming.details["in_progress"] == [4, 2, 2, 0]
    kept = after.open_match.game.board(after.open_match.setup, after.state)[0]
    assert isinstance(kept, Grid)
    assert [str(row[3]) for row in kept.rows] == ["4", "2", "A 9", "0"]


def test_the_count_follows_the_last_deal_or_stands_alone() -> None:
    deal = {"kind": "deal"}
    assert table().play(final()).verdict.finished
    assert table().play(deal, deal, deal, final()).verdict.winners == [1]
    for noted in ([deal], [deal, deal]):
        assert table().play(*noted, final()).totals == table().play(final()).totals
    assert table({"deal": 3}).play(final()).verdict.finished
    assert table().no(deal, deal, deal, deal) == ("/kind", "last_deal")
    assert table(deals=1).no(deal) == ("/kind", "last_deal")


def test_several_matches_are_added_up() -> None:
    two = table(matches=2)
    first = two.play(final())
    assert (first.verdict.finished, first.state.match, first.state.calypsos) == (False, 2, [0, 0, 0, 0])
    other = final((2, 1, 1, 0), (3, 5, 0, 8), (None, 70))
    both = two.play(final(), {"kind": "deal"}, {"kind": "deal"}, {"kind": "deal"}, other)
    assert (both.verdict.finished, both.verdict.winners, both.totals) == (True, [0, 1], [3970, 3970])


def test_every_deal_has_its_dealer_also_where_only_the_count_is_entered() -> None:
    two = table(deals=2, matches=2)
    count = final((0, 0, 0, 0), (12, 12, 12, 12), (28, 28))
    deals = [two.play(*hands).state.dealer for hands in ([count], [{"kind": "deal"}, count])]
    assert deals == [2, 2]
    assert table(deals=3, matches=2).play(final((0, 0, 0, 0), (12, 12, 12, 12), (52, None))).state.dealer == 3
    assert table({"dealer": 3}, matches=2).play(final()).state.dealer == 3


@pytest.mark.parametrize(
    ("noted", "pointer"),
    [
        ({"calypsos": [2, 0, 0, 0]}, "/calypsos/0"),
        ({"in_progress": [0, 0, 9, 0]}, "/calypsos/2"),
        ({"calypsos": [1, 0, 0, 0], "in_progress": [6, 0, 0, 0]}, "/calypsos/0"),
        ({"in_progress": [0, 0, ["2", "3"], 0]}, "/in_progress/2"),
    ],
)
def test_no_card_leaves_a_calypso_between_a_deal_noted_and_the_count(noted: dict[str, Any], pointer: str) -> None:
    count = final(progress=(5, 3, ["A", "K", "Q", "J", "10", "9", "8", "2"], 0))
    assert table().no({"kind": "deal", **noted}, count) == (pointer, "fewer_than_before")
    start = {"deal": 3, "calypsos": [0, 0, 0, 0], "in_progress": [0, 0, 0, 0], **noted}
    assert table(start).no(count) == (pointer, "fewer_than_before")


@pytest.mark.parametrize(
    ("first", "second", "pointer"),
    [
        ({"calypsos": [1, 0, 1, 0]}, {"calypsos": [1, 0, 0, 0]}, "/calypsos/2"),
        (
            {"calypsos": [1, 0, 0, 0], "in_progress": [6, 0, 0, 0]},
            {"calypsos": [1, 0, 0, 0], "in_progress": [5, 0, 0, 0]},
            "/calypsos/0",
        ),
        (
            {"calypsos": [0, 0, 0, 0], "in_progress": [0, ["A"], 0, 0]},
            {"calypsos": [0, 0, 0, 0], "in_progress": [0, ["K", "Q"], 0, 0]},
            "/in_progress/1",
        ),
    ],
)
def test_no_card_leaves_a_calypso_between_two_deals_that_are_noted(first: Any, second: Any, pointer: str) -> None:
    assert table().no({"kind": "deal", **first}, {"kind": "deal", **second}) == (pointer, "fewer_than_before")
    assert table({"deal": 2, **first}).no({"kind": "deal", **second}) == (pointer, "fewer_than_before")
    by_tricks = tricks(*WHOLE_DEAL)
    assert table().no(by_tricks, {"kind": "deal", "calypsos": [0, 0, 0, 0]}) == ("/calypsos/1", "fewer_than_before")


@pytest.mark.parametrize(
    ("first", "second"), [([0, 0, 12, 0], [0, 0, 1, 0]), ([0, 0, ["A", "K"], 0], [0, 0, ["A", "Q", "J"], 0])]
)
def test_fewer_cards_in_progress_are_those_of_another_calypso(first: list[Any], second: list[Any]) -> None:
    noted = [{"kind": "deal", "in_progress": first}, {"kind": "deal", "in_progress": second}]
    assert table().play(*noted).state.calypsos == [0, 0, 1, 0]
    assert table().no(*noted, final((1, 2, 0, 1), (5, 3, 8, 0))) == ("/calypsos/2", "fewer_than_before")
    assert table().play(*noted, final((1, 1, 1, 1), (5, 3, 8, 0), (73, None))).verdict.finished


def test_a_new_calypso_that_is_noted_has_taken_what_was_in_progress() -> None:
    early = {"kind": "deal", "in_progress": [12, 0, 0, 0]}
    after = table().play(early, {"kind": "deal", "calypsos": [1, 0, 0, 0]})
    assert (after.state.calypsos, after.state.in_progress) == ([1, 0, 0, 0], [0, 0, 0, 0])
    assert table().play(early, {"kind": "deal", "calypsos": [1, 0, 0, 0]}, final()).verdict.finished


def test_the_count_takes_ranks_as_a_deal_does_and_piles_by_their_older_name() -> None:
    ranks = final(progress=(["A", "K", "Q", "4", "2"], 3, RANKS[:8], None))
    assert table().score(ranks).points == table().score(final()).points
    assert table().score(ranks).details["in_progress"] == [5, 3, 8, 0]
    assert table().no(final(progress=(["A", "A"], 3, 8, 0))) == ("/in_progress/0/1", "rank_twice")
    older = final()
    older["piles"] = older.pop("pile")
    assert table().score(older).points == table().score(final()).points
    assert table({"piles": [4, 0]}).play().state == table({"pile": [4, 0]}).play().state


def test_equal_totals_share_and_the_table_may_stop() -> None:
    even = table().play(final((0, 0, 0, 0), (12, 12, 12, 12), (80, 80)))
    assert (even.verdict.winners, even.totals) == ([0, 1], [1280, 1280])
    assert table(matches=2).stop(final()).winners == [1]


def test_suits_may_be_typed_as_a_text() -> None:
    typed = table(suits="h c s d").play().upcoming
    assert typed
    assert typed.details["suits"] == ["H", "C", "S", "D"]
    assert table(suits="HCS").no_setup() == ("/options/suits", "suits_differ")


def test_whose_suit_is_whose_is_said_before_every_deal() -> None:
    coming = table(suits=["H", "C", "S", "D"]).play().upcoming
    assert coming
    assert coming.details["suits"] == ["H", "C", "S", "D"]
    assert any("hearts" in str(notice.message) and "clubs" in str(notice.message) for notice in coming.notices)


# -- refusals ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "pointer", "code"),
    [
        (final((5, 0, 0, 0)), "/calypsos/0", "calypsos_impossible"),
        (final((0, -1, 0, 0)), "/calypsos/1", "calypsos_impossible"),
        (final(progress=(13, 0, 0, 0)), "/in_progress/0", "progress_impossible"),
        (final(progress=(0, -1, 0, 0)), "/in_progress/1", "progress_impossible"),
        ({"kind": "deal", "calypsos": [5, 0, 0, 0]}, "/calypsos/0", "calypsos_impossible"),
        ({"kind": "deal", "in_progress": [0, 0, 0, 13]}, "/in_progress/3", "progress_impossible"),
        ({"kind": "deal", "calypsos": [0, 4, 0, 0], "in_progress": [0, 1, 0, 0]}, "/in_progress/1", "fifth_calypso"),
        (final((4, 0, 0, 0), (1, 0, 0, 0)), "/in_progress/0", "fifth_calypso"),
        (final((1, 2, 0)), "/calypsos", "wrong_length"),
        (final(progress=(1, 2, 0)), "/in_progress", "wrong_length"),
        (final(pile=(70,)), "/pile", "wrong_length"),
        (final(pile=(70, 69)), "/pile", "wrong_sum"),
        (final(pile=(141, None)), "/pile/1", "negative"),
        (final(pile=(-1, 141)), "/pile/0", "negative"),
        (final(pile=(None, None)), "/pile", "nothing_entered"),
        (final((4, 4, 4, 3), (0, 0, 0, 12), (2, 0)), "/pile", "wrong_sum"),
        ({"kind": "deal", "calypsos": [0, 0]}, "/calypsos", "wrong_length"),
        ({"kind": "deal", "in_progress": [0, 0]}, "/in_progress", "wrong_length"),
        ({"kind": "deal", "in_progress": [["A", "A"], 0, 0, 0]}, "/in_progress/0/1", "rank_twice"),
        ({"kind": "deal", "in_progress": [RANKS, 0, 0, 0]}, "/in_progress/0", "calypso_complete"),
        ({"kind": "deal", "calypsos": [2, 2, 1, 0]}, "/calypsos", "too_many_cards"),
        (tricks(), "/tricks", "nothing_entered"),
        (tricks("JD KD QC"), "/tricks/0/cards", "trick_size"),
        (tricks("JD KD QC 2D 3D"), "/tricks/0/cards", "trick_size"),
        (tricks("JD KD QC JK"), "/tricks/0/cards/3", "card_unknown"),
        (tricks("2H 2H 2H 2H", "2H 3H 3H 3H"), "/tricks/1/cards/0", "card_too_often"),
        (tricks("JD KD QC 2D > 1"), "/tricks/0/winner", "wrong_winner"),
        (tricks("JD KD QC 2D > 7"), "/tricks/0/winner", "seat_unknown"),
    ],
)
def test_entries_that_cannot_be(hand: dict[str, Any], pointer: str, code: str) -> None:
    assert table().no(hand) == (pointer, code)


@pytest.mark.parametrize(
    ("start", "options", "pointer"),
    [
        ({}, {"suits": ["S", "D", "H", "H"]}, "/options/suits"),
        ({}, {"suits": ["S", "D", "H"]}, "/options/suits"),
        ({}, {"deals": 5}, "/options/deals"),
        ({}, {"matches": 0}, "/options/matches"),
        ({"calypsos": [1]}, {}, "/start/calypsos"),
        ({"in_progress": [["A", "A"], 0, 0, 0]}, {}, "/start/in_progress/0/1"),
        ({"pile": [1]}, {}, "/start/pile"),
        ({"pile": [-1, 0]}, {}, "/start/pile"),
        ({"pile": [200, 9]}, {}, "/start/pile"),
        ({"deal": 2, "pile": [51, 1]}, {}, "/start/pile"),
        ({"deal": 2, "pile": [60, 48]}, {}, "/start/pile"),
        ({"calypsos": [2, 2, 1, 0]}, {}, "/start/pile"),
        ({"deal": 4, "calypsos": [4, 0, 0, 0], "in_progress": [["A"], 0, 0, 0]}, {}, "/start/in_progress/0"),
        ({"deal": 3}, {"deals": 2}, "/start/deal"),
    ],
)
def test_tables_that_cannot_be(start: Any, options: Any, pointer: str) -> None:
    assert table(start, **options).no_setup()[0] == pointer


def test_three_cannot_play_and_nothing_follows_the_end() -> None:
    assert Table("calypso", 3).no_setup() == ("/players", "players")
    assert table().no(final(), final()) == ("", "match_over")


# -- trick by trick ------------------------------------------------------------------------------------------


def test_a_deal_grows_trick_by_trick_until_it_has_thirteen() -> None:
    growing = table().play(tricks(*WHOLE_DEAL[:5]))
    assert not growing.results[0].result.complete
    assert growing.state.deal == 1
    done = table().play(tricks(*WHOLE_DEAL))
    assert done.results[0].result.complete
    assert (done.state.deal, done.state.dealer) == (2, 1)


def test_the_winner_leads_the_next_trick() -> None:
    deal = tricks("JD KD QC 2D > 3", "2C 3H 4C 5C > 3")
    scored = table().score(deal)
    assert scored.details["ranks"] == [[], ["J", "K", "2"], [], ["Q", "2", "4", "5"]]
    assert scored.details["pile"] == [0, 1]


def test_a_calypso_is_completed_and_spare_cards_of_that_trick_start_the_next() -> None:
    answer = table().trick(plays=[(1, "2D"), (2, "9D"), (3, "2D"), (0, "9D")], have=[[], RANKS[:12], [], []])
    assert isinstance(answer, TrickResult)
    assert answer.extra["completed"] == [1]
    assert answer.extra["to_calypsos"][1] == ["2D", "9D", "2D"]
    assert answer.extra["to_pile"] == ["9D"]
    assert answer.extra["have"][1] == ["9", "2"]


def test_four_deals_by_tricks_are_counted_by_the_app() -> None:
    cards = PACK_52.cards * 4
    deals = [played_out(cards[deal::4], dealer=deal) for deal in range(4)]
    played = table().play(*deals)
    assert played.verdict.finished
    result = played.results[-1].result.details
    assert 13 * sum(result["calypsos"]) + sum(result["in_progress"]) + sum(result["pile"]) == 208
    counted = final(result["calypsos"], result["in_progress"], result["pile"])
    assert table().play(counted).totals == played.totals
    assert table().play(*deals[:3], counted).totals == played.totals


def test_a_match_that_began_on_paper_goes_on_trick_by_trick() -> None:
    cards = PACK_52.cards * 4
    deals = [played_out(cards[deal::4], dealer=deal) for deal in range(4)]
    before = table().play(*deals[:3]).state
    paper = {name: getattr(before, name) for name in ("totals", "dealer", "deal", "calypsos", "in_progress", "pile")}
    assert table(paper).play(deals[3]).totals == table().play(*deals).totals
    opened = table(paper).play()
    choice = GAME.form(opened.open_match.setup, opened.state).controls[0]
    assert "tricks" in [option.value for option in choice.options]  # type: ignore[attr-defined]
    ace = {"deal": 2, "calypsos": [3, 0, 0, 0], "in_progress": [["A"], 0, 0, 0], "pile": [4, 8]}
    assert table(ace).no(tricks("AS 2D 2H 2C")) == ("/tricks/0/cards/0", "card_too_often")
    assert table(ace).score(tricks("KS 2D 2H 2C")).details["in_progress"] == [1, 1, 0, 1]
    numbers = paper | {"in_progress": [len(ranks) for ranks in before.in_progress]}
    assert table(numbers).no(deals[3]) == ("/kind", "tricks_missing")
    assert table(paper | {"pile": [0, 0]}).no(deals[3]) == ("/kind", "tricks_missing")


def test_a_suit_not_followed_is_refused_where_the_same_player_has_it_later() -> None:
    assert table().no(tricks("JD 2H 3D 4D", "KD 5D 6D 7D")) == ("/tricks/0/cards/1", "revoke")
    assert table().score(tricks("JD 2H 3D 4D", "KD 3H 6D 7D")).details["calypsos"] == [0, 0, 0, 0]
    late = ["JD KD QC 2D", "2C 3S 4C 5C", "KC 2H 3C 4C", "QC 3H 5C 6C", "AC 7D 8C 9C"]
    assert table().no(tricks(*late)) == ("/tricks/1/cards/1", "revoke")


def test_the_count_cannot_be_less_than_what_the_tricks_have_brought() -> None:
    before = [tricks(*WHOLE_DEAL)]
    two = table(deals=2)
    scored = two.score(*before)
    assert (scored.details["calypsos"], scored.details["pile"]) == ([0, 1, 0, 0], [0, 38])
    assert two.no(*before, final((0, 0, 0, 0), (0, 12, 0, 0), (52, 40))) == ("/calypsos/1", "fewer_than_before")
    assert two.no(*before, final((0, 1, 0, 0), (0, 1, 0, 0), (60, 30))) == ("/pile/1", "fewer_than_before")
    assert two.play(*before, final((0, 1, 0, 0), (0, 1, 0, 0), (52, 38))).totals == [520, 900]


def test_tricks_need_the_tricks_of_the_deals_before() -> None:
    assert table().no({"kind": "deal"}, tricks(*WHOLE_DEAL)) == ("/kind", "tricks_missing")
    on_paper = table({"deal": 2, "calypsos": [0, 1, 0, 0], "pile": [0, 39]})
    assert on_paper.play(tricks(*WHOLE_DEAL)).state.calypsos == [0, 2, 0, 0]
    unclear = table({"deal": 2, "calypsos": [0, 1, 0, 0], "in_progress": [0, 3, 0, 0], "pile": [0, 36], "by_tricks": 1})
    assert unclear.no(tricks(*WHOLE_DEAL)) == ("/kind", "tricks_missing")
    again = tricks(*WHOLE_DEAL)
    same_dealer = table().play(again).state.model_copy(update={"dealer": 0}).model_dump(mode="json")
    third = table(same_dealer).play(again).state.model_dump(mode="json")
    assert table(third).no(tricks("AD 2H 2H 2H")) == ("/tricks/0/cards/0", "card_too_often")


def test_a_correction_gives_what_the_right_entry_would_have_given() -> None:
    two = table(matches=2)
    last = final((2, 1, 1, 0), (3, 5, 0, 8), (None, 70))
    assert two.play(final(), last).totals == [3970, 3970]
    assert two.play(final(pile=(None, 66)), last).totals == [4010, 3930]


# -- who wins the trick ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "cards", "winner"),
    [
        (1, "JD KD QC 2D", 3),
        (1, "JD KD 9C 2D", 1),
        (1, "JD KD JC 2D", 1),
        (1, "JD KH QC KS", 2),
        (1, "JD QH QC QS", 2),
        (1, "JD AC AS AH", 1),
        (0, "9H 6D AH 4C", 1),
        (0, "9H 8D AH 8C", 1),
        (0, "9H KH AH 4H", 2),
        (0, "9H AH AH 4H", 1),
        (3, "7S KS AS JS", 1),
        (3, "7S KS AS 2H", 2),
        (2, "2S AD KS AC", 0),
        (0, "2S AS AS AS", 0),
    ],
)
def test_who_wins_the_trick(first: int, cards: str, winner: int) -> None:
    plays = [((first + turn) % 4, code) for turn, code in enumerate(cards.split())]
    assert table().winner(suits=["S", "D", "H", "C"], plays=plays)[0] == winner
    assert table().winner(plays=plays)[0] == winner


def test_other_suits_may_be_asked_for() -> None:
    plays = [(0, "9H"), (1, "6D"), (2, "AH"), (3, "4C")]
    assert table().winner(suits=["H", "C", "D", "S"], plays=plays)[0] == 0
    assert table(suits=["H", "C", "D", "S"]).winner(plays=plays)[0] == 0


def test_where_the_cards_go() -> None:
    answer = table().trick(plays=[(0, "9H"), (1, "6D"), (2, "AH"), (3, "4C")], have=[["A"], ["6"], ["A"], []])
    assert isinstance(answer, TrickResult)
    assert (answer.winner, answer.next_leader) == (1, 1)
    assert answer.extra["to_calypsos"] == [[], [], [], ["4C"]]
    assert answer.extra["to_pile"] == ["6D", "9H", "AH"]


def test_suit_is_followed_and_otherwise_anything_goes() -> None:
    assert table().legal(plays=[(0, "9H")], hand=["2H", "AD"]) == ["2H"]
    assert table().legal(plays=[(0, "9H")], hand=["2S", "AD"]) == ["2S", "AD"]


@pytest.mark.parametrize(
    ("asked", "pointer", "code"),
    [
        ({"suits": ["S", "S", "H", "C"], "plays": [(0, "2S")]}, "/suits", "suits_differ"),
        ({"suits": ["S", "D", "H"], "plays": [(0, "2S")]}, "/suits", "suits_differ"),
        ({"have": [[]], "plays": [(0, "2S")]}, "/have", "wrong_length"),
        ({"have": [["A", "A"], [], [], []], "plays": [(0, "2S")]}, "/have/0/1", "rank_twice"),
        ({"plays": [(0, "JK")]}, "/plays/0/card", "card_unknown"),
        ({"plays": [(0, "2S"), (2, "2S")]}, "/plays/1/seat", "out_of_turn"),
        ({"plays": [(0, "2S")], "hand": ["2S", "2S", "2S", "2S"]}, "/hand/3", "card_twice"),
    ],
)
def test_look_ups_that_cannot_be(asked: dict[str, Any], pointer: str, code: str) -> None:
    assert table().no_trick(**asked) == (pointer, code)


# -- the form ----------------------------------------------------------------------------------------------------


def test_a_deal_is_one_tap_and_the_tricks_are_only_cards() -> None:
    opened = table().play()
    form = GAME.form(opened.open_match.setup, opened.state)
    assert "kind" not in form.read(form.initial())
    assert form.read(form.initial() | {"over": ["over"]}) == {"kind": "deal", "in_progress": [0, 0, 0, 0]}
    hand = tricks("JD KD QC 2D > 3", "2C 3S 4C 5C")
    again = form.read(form.show(hand))
    assert again == tricks("JD KD QC 2D", "2C 3S 4C 5C")
    assert form.read(form.show(final())) == final()
    ranks = final(progress=(5, ["A", "K", "2"], 8, 0))
    assert form.read(form.show(ranks)) == ranks


def test_tricks_are_not_offered_where_they_cannot_be_entered() -> None:
    opened = table().play({"kind": "deal"})
    choice = GAME.form(opened.open_match.setup, opened.state).controls[0]
    assert [option.value for option in choice.options] == ["deal", "final"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("progress", "shown"),
    [
        ([12, None, None, None], [12, 0, 0, 0]),
        ([None, 2, 5, None], [0, 2, 5, 0]),
        ([["K", "2"], 0, None, None], [["K", "2"], 0, 0, 0]),
        ([None, None, None, None], [0, 0, 0, 0]),
        ([[], None, 0, []], [0, 0, 0, 0]),
    ],
)
def test_no_card_in_progress_comes_back_from_the_form_as_0(progress: list[Any], shown: list[Any]) -> None:
    """Cards in progress that were known are gone, and stay gone when the deal is corrected in the form."""
    before = {"kind": "deal", "in_progress": [3, 3, 3, 3]}
    played = table().play(before)
    form = GAME.form(played.open_match.setup, played.state)
    entered = {"kind": "deal", "in_progress": progress}
    again = form.read(form.show(entered))
    assert again == {"kind": "deal", "in_progress": shown}
    assert table().score(before, again) == table().score(before, entered)


def test_a_player_left_out_of_the_form_has_as_many_calypsos_as_before() -> None:
    played = table().play({"kind": "deal", "calypsos": [1, 0, 2, 0]})
    form = GAME.form(played.open_match.setup, played.state)
    assert form.read({**form.initial(), "calypsos.3": ["1"]})["calypsos"] == [1, 0, 2, 1]
    assert "calypsos" not in form.read(form.initial())
    corrected = {"kind": "deal", "calypsos": [1, 1, 2, 0], "in_progress": [0, 0, 0, 0]}
    assert form.read(form.show(corrected)) == corrected


def test_a_deal_of_which_nothing_was_noted_comes_back_from_the_form() -> None:
    played = table().play()
    form = GAME.form(played.open_match.setup, played.state)
    assert form.read(form.show({"kind": "deal"})) == {"kind": "deal"}


@pytest.mark.parametrize("times", [-8, 5])
def test_a_card_was_played_no_oftener_than_it_is_there(times: int) -> None:
    assert table({"seen": {"6H": times}}).no_setup()[0] == "/start/seen/6H"


# -- properties ----------------------------------------------------------------------------------------------------


@given(st.permutations(PACK_52.cards), st.integers(0, 3), st.permutations("SDHC"))
def test_no_card_is_lost(cards: list[str], dealer: int, suits: list[str]) -> None:
    deal = played_out(cards, dealer, suits)
    result = table({"dealer": dealer}, suits=suits).score(deal).details
    assert 13 * sum(result["calypsos"]) + sum(result["in_progress"]) + sum(result["pile"]) == 52
    for side in range(2):
        held = sum(13 * result["calypsos"][seat] + result["in_progress"][seat] for seat in (side, side + 2))
        assert (held + result["pile"][side]) % 4 == 0


@given(any_hand(GAME))
def test_whatever_is_entered_is_scored_or_refused(hand: dict[str, Any]) -> None:
    scored = table().try_out(hand)
    assert scored is None or all(0 <= value <= 8580 for value in scored.points)


@given(any_lookup(GAME))
def test_whatever_is_asked_is_answered_or_refused(asked: dict[str, Any]) -> None:
    answer = table().ask(asked)
    if isinstance(answer, LegalPlays):
        assert set(answer.cards) <= set(asked["hand"])
