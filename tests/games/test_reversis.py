"""Reversis: payments for every ace, the Quinola, the party, the espagnolette and the reversis, and the pots."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.engine.game import Figure
from scoring.games import get
from tests.games.table import Table, any_hand, any_lookup

GAME = get("reversis")
TABLE = Table("reversis", 4)
ACES = ["AC", "AS", "AH", "AD"]
Event = dict[str, Any]


def event(sort: str, by: int, other: int | None = None, card: str | None = None, **more: Any) -> Event:
    """``event("ace_off", 2, 1, "AD")``: seat 2 throws the ace, seat 1 takes the trick (or leads it, where forced)."""
    one: Event = {"kind": sort, "seat": by, **more}
    if other is not None:
        one["winner" if sort.endswith("off") else "leader"] = other
    return one | ({"card": card} if card else {})


def party(
    events: list[Event],
    tricks: list[int | None] | None = None,
    points: list[int | None] | None = None,
    talon: str = "AC AS AH AD",
    **more: Any,
) -> dict[str, Any]:
    """A party in which, unless said otherwise, all aces lie in the talon and seat 3 wins, seat 2 loses."""
    return {
        "kind": "party",
        "talon": talon.split(),
        "events": events,
        "tricks": tricks or [3, 3, 3, 2],
        "card_points": points or [6, 6, 6, 6],
        **more,
    }


def reversis(by: int = 0, made: bool = True, **more: Any) -> dict[str, Any]:
    return {"kind": "reversis", "seat": by, "made": made, **more}


def broken(broken_by: int = 1, trick: int = 11, **more: Any) -> dict[str, Any]:
    return reversis(0, False, broken_by=broken_by, broken_trick=trick, **more)


def changes(hand: dict[str, Any], table: Table = TABLE) -> list[Any]:
    """What each seat won or lost besides the ante and the party of ``party`` (seat 2 pays seat 3)."""
    scored = table.score(hand)
    coming = table.play().upcoming
    assert coming
    change = [got + paid for got, paid in zip(scored.points, coming.details["ante"], strict=True)]
    if hand["kind"] == "party":
        assert (scored.details["party_winner"], scored.details["party_loser"]) == (3, 2)
        change[2] += 20
        change[3] -= 20
    return change


THROWN = [event("quinola_off", 0, 1)]
FORCED = [event("quinola_forced", 3, 1)]
CLUBS_OUT = "AS AH AD JH"


def without(ace: str) -> dict[str, Any]:
    """Talon and points of a party in which just this ace is played, and taken by seat 1."""
    talon = " ".join([*(other for other in ACES if other != ace), "JH"])
    return {"talon": talon, "points": [8, 8, 8, 3], "tricks": [3, 3, 4, 1]}


# -- aces and the Quinola ------------------------------------------------------------------------------


@pytest.mark.parametrize(("ace", "price"), [("AC", 1), ("AS", 1), ("AH", 1), ("AD", 2)])
def test_aces(ace: str, price: int) -> None:
    paid = Table("reversis", 4).score(party([event("ace_off", 0, 1, ace)], **without(ace)))
    none = Table("reversis", 4).score(party([event("ace_led", 1, None, ace)], **without(ace)))
    assert [a - b for a, b in zip(paid.points, none.points, strict=True)] == [price, -price, 0, 0]
    forced = TABLE.score(party([event("ace_forced", 1, 0, ace)], **without(ace)))
    assert [a - b for a, b in zip(forced.points, none.points, strict=True)] == [price, -price, 0, 0]
    claimed = TABLE.score(party([event("ace_led", 1, None, ace, claimed=True)], **without(ace)))
    assert claimed.details["party_winner"] == 3
    assert [a - b for a, b in zip(claimed.points, none.points, strict=True)] == [0, -price, 0, price]


def test_a_thrown_quinola_brings_five_and_the_newest_pot() -> None:
    assert changes(party(THROWN)) == [30, -5, 0, 0]
    assert TABLE.score(party(THROWN)).details["pots"] == []
    two = Table("reversis", 4, pots=[50, 40], first_remise_paid=True)
    assert changes(party(THROWN), two) == [50, -5, 0, 0]
    assert two.score(party(THROWN)).details["pots"] == [50]


def test_a_forced_quinola_pays_the_leader_and_a_remise() -> None:
    assert changes(party(FORCED)) == [-5, 20, -5, -35]
    scored = TABLE.score(party(FORCED))
    assert (scored.details["pots"], scored.details["first_remise_paid"]) == ([50], True)


def test_a_led_quinola_costs_nothing_unless_it_is_claimed() -> None:
    assert changes(party([event("quinola_led", 1)])) == [0, 0, 0, 0]
    assert changes(party([event("quinola_led", 1, claimed=True)])) == [-5, -10, -5, 20]
    own = party([event("quinola_led", 3, claimed=True)])
    assert changes(own) == [0, 0, 0, 0]


def test_a_led_quinola_may_cost_a_remise() -> None:
    table = Table("reversis", 4, {"led_quinola_remise": True})
    assert changes(party([event("quinola_led", 1)]), table) == [0, -25, 0, 0]
    assert table.score(party([event("quinola_led", 1)])).details["pots"] == [50]


def test_the_winner_of_the_party_collects_nothing_for_an_own_ace() -> None:
    own = party(
        [event("ace_led", 3, None, "AC", claimed=True)], talon=CLUBS_OUT, points=[8, 8, 7, 4], tricks=[3, 4, 3, 1]
    )
    plain = party([event("ace_led", 3, None, "AC")], talon=CLUBS_OUT, points=[8, 8, 7, 4], tricks=[3, 4, 3, 1])
    assert TABLE.score(own).points == TABLE.score(plain).points


# -- ante, pots and remises ----------------------------------------------------------------------------


def test_the_ante() -> None:
    first = TABLE.play().upcoming
    assert first
    assert (first.dealer, first.leads, first.details["leader"]) == (0, 1, 1)
    assert (first.details["ante"], first.details["remise"], first.details["pots"]) == ([10, 5, 5, 5], 25, [])
    later = Table("reversis", 4, pots=[50, 55], first_remise_paid=True, dealer=2, hands_played=4).play().upcoming
    assert later
    assert later.details["hand"] == 5
    assert (later.details["ante"], later.details["remise"]) == ([0, 0, 5, 0], 60)
    assert (later.details["pots"], later.details["pots_after_ante"]) == ([50, 55], [50, 60])


def test_remises_double_the_first_pot_then_open_new_ones() -> None:
    played = TABLE.play(party(FORCED), party(FORCED), party(FORCED))
    assert [result.result.details["pots"] for result in played.results] == [[50], [55, 55], [55, 60, 60]]
    assert TABLE.play(party(FORCED), party(FORCED), party(FORCED), party(THROWN)).state.pots == [55, 60]


def test_when_all_pots_are_gone_the_count_of_remises_starts_again() -> None:
    played = TABLE.play(party(FORCED), party(THROWN))
    assert (played.state.pots, played.state.first_remise_paid) == ([], False)
    assert TABLE.play(party(FORCED), party(THROWN), party(FORCED)).state.pots == [50]


def test_more_than_one_pot_says_that_a_remise_was_paid() -> None:
    assert Table("reversis", 4, pots=[50, 55]).play(party(FORCED)).state.pots == [50, 60, 60]
    assert Table("reversis", 4, pots=[25]).play(party(FORCED)).state.pots == [60]


def test_the_pots_lie_on_the_table() -> None:
    opened = Table("reversis", 4, pots=[50, 55], first_remise_paid=True).play().open_match
    figures = GAME.board(opened.setup, opened.state)
    assert [figure.value for figure in figures if isinstance(figure, Figure)] == [50, 55]


# -- the party -----------------------------------------------------------------------------------------


def test_across_the_table_the_party_costs_double() -> None:
    events = [event("ace_off", 3, 1, "AC"), event("ace_off", 3, 1, "AH"), event("ace_off", 0, 1, "AD")]
    hand = party([*events, event("quinola_off", 2, 1)], [3, 5, 3, 0], [5, 23, 6, 0], "AS QD 7C 4C")
    assert TABLE.score(hand).points == [-8, -34, 25, 17]


@pytest.mark.parametrize(
    ("dealer", "points", "tricks", "winner", "loser"),
    [
        (3, [0, 0, 14, 10], [1, 2, 4, 4], 0, 2),
        (2, [2, 10, 10, 2], [1, 5, 4, 1], 3, 1),
        (2, [4, 10, 10, 0], [1, 5, 5, 0], 3, 1),
        (2, [1, 11, 11, 1], [1, 4, 4, 2], 0, 1),
        (1, [6, 6, 6, 6], [2, 3, 3, 3], 0, 3),
        (0, [6, 6, 6, 6], [3, 3, 3, 2], 3, 2),
    ],
)
def test_the_order_of_merit(dealer: int, points: list[int], tricks: list[int], winner: int, loser: int) -> None:
    table = Table("reversis", 4, dealer=dealer)
    details = table.score(party([event("quinola_led", 1)], list(tricks), list(points))).details
    assert (details["party_winner"], details["party_loser"]) == (winner, loser)


def test_what_decides_between_level_players_is_said() -> None:
    def notices_for(points: list[int], tricks: list[int], dealer: int) -> list[str]:
        hand = party([event("quinola_led", 1)], list(tricks), list(points))
        lines = Table("reversis", 4, dealer=dealer).score(hand).lines
        return [str(line.message.text) for line in lines if "each" in line.message.text and line.rule == "party"]

    fewer = "{better} and {worse} have {n} each: {better} took fewer tricks and is better placed"
    assert notices_for([0, 0, 14, 10], [1, 2, 4, 4], 3) == [fewer]
    (seated,) = notices_for([4, 10, 10, 0], [1, 5, 5, 0], 2)
    assert "{better} comes first, from the dealer to the left" in seated
    assert notices_for([0, 2, 12, 10], [1, 2, 4, 4], 3) == []


def test_the_old_count_of_the_talon_holds_for_the_payment_only() -> None:
    old = Table("reversis", 4, {"talon_values": "old"})
    with_both = party(
        [event("ace_forced", 2, 1, "AC"), event("ace_forced", 2, 1, "AS"), event("ace_forced", 2, 1, "AH")]
    )
    with_both |= {"talon": ["AD", "JH", "2C", "3C"], "tricks": [3, 3, 4, 1], "card_points": [8, 9, 16, 2]}
    plain_points, old_points = TABLE.score(with_both).points, old.score(with_both).points
    assert [b - a for a, b in zip(plain_points, old_points, strict=True)] == [0, 0, -4, 4]


def test_one_figure_of_a_row_may_be_left_to_the_app() -> None:
    assert TABLE.score(party(THROWN, [3, 3, None, 2], [6, None, 6, 6])).points == TABLE.score(party(THROWN)).points


# -- espagnolette --------------------------------------------------------------------------------------

KEPT = party(
    [
        event("ace_off", 0, 3, "AC"),
        event("ace_off", 0, 1, "AS"),
        event("ace_off", 0, 1, "AH"),
        event("quinola_off", 0, 2),
    ],
    [0, 4, 4, 3],
    [0, 20, 9, 7],
    "AD 2C 3C 4C",
    espagnolette=0,
)


def test_a_kept_espagnolette_wins_the_party() -> None:
    scored = TABLE.score(KEPT)
    assert (scored.details["party_winner"], scored.details["party_loser"]) == (0, 1)
    others = {**KEPT, "tricks": [0, 7, 4, 0], "card_points": [0, 25, 11, 0]}
    others["events"] = [{**event, "winner": 1} for event in KEPT["events"]]
    assert Table("reversis", 4, dealer=3).score(others).details["party_winner"] == 0


def test_a_failed_espagnolette_loses_the_party_and_pays_back_double() -> None:
    events = [event("ace_off", 2, 0, "AC"), event("quinola_off", 2, 3)]
    events += [event("ace_led", 2, None, "AS"), event("ace_led", 2, None, "AD")]
    hand = party(events, [4, 1, 2, 4], [12, 2, 10, 12], "AH 5D 3S 2H", espagnolette=2)
    scored = TABLE.score(hand)
    assert (scored.details["party_winner"], scored.details["party_loser"]) == (1, 2)
    assert scored.points == [-10 + 1, -5 + 8, -5 - 31 - 8, -5 + 5]
    assert (scored.details["pots"], scored.details["first_remise_paid"]) == ([50], True)
    again = Table("reversis", 4, pots=[50], first_remise_paid=True).score(hand)
    assert again.details["pots"] == [55, 55]


def test_a_failed_espagnolette_loses_even_with_the_fewest_points() -> None:
    events = [event("ace_off", 2, owner, code) for owner, code in zip((0, 1, 3, 0), ACES, strict=True)]
    hand = party(events, [4, 3, 1, 3], [16, 10, 0, 13], "JH 5D 3S 2H", espagnolette=2)
    details = TABLE.score(hand).details
    assert (details["party_winner"], details["party_loser"]) == (1, 2)


# -- reversis ------------------------------------------------------------------------------------------


def test_a_made_reversis() -> None:
    assert changes(reversis(2)) == [-32, -16, 64, -16]
    assert TABLE.score(reversis(2)).details["pots"] == [25]
    table = Table("reversis", 4, pots=[30, 25], first_remise_paid=True, dealer=1)
    assert table.score(reversis(0, quinola_in_nine=True)).points == [94, -21, -32, -16]
    assert table.score(reversis(0, quinola_in_nine=True)).details["pots"] == [30]
    assert TABLE.score(reversis(0, quinola_in_nine=True)).details["first_remise_paid"] is False


def test_a_broken_reversis() -> None:
    assert changes(broken(1, 11)) == [-64, 64, 0, 0]
    assert changes(broken(3, 10, broken_with_quinola=True)) == [-54, 0, 0, 54]
    assert changes(broken(3, 10, quinola_in_nine=True)) == [-89, 0, 0, 64]
    assert TABLE.score(broken(3, 10, quinola_in_nine=True)).details["pots"] == [50]


def test_a_reversis_made_against_an_espagnolette_is_paid_by_that_player_alone() -> None:
    assert changes(reversis(0, espagnolette=1)) == [64, -64, 0, 0]
    assert changes(broken(2, 10, espagnolette=1)) == [-64, 0, 64, 0]
    assert changes(broken(1, 10, espagnolette=1)) == [-64, 64, 0, 0]


def test_a_reversis_gives_back_what_was_paid() -> None:
    noted = [event("ace_off", 1, 0, "AD", trick=3), event("quinola_forced", 2, 0, trick=5)]
    assert TABLE.score(reversis(events=noted, talon=["2C", "3C", "4C", "5C"])).points == TABLE.score(reversis()).points
    assert TABLE.score(broken(events=noted)).details["pots"] == [25]
    remise = Table("reversis", 4, {"led_quinola_remise": True})
    led = [event("quinola_led", 0, trick=5)]
    assert remise.score(reversis(events=led, quinola_in_nine=True)).points == [64 + 25 - 10, -21, -37, -21]


def test_nobody_wins_a_party_in_a_reversis() -> None:
    details = TABLE.score(reversis()).details
    assert (details["party_winner"], details["party_loser"]) == (None, None)


def so_far(*events: Event) -> dict[str, Any]:
    return {"kind": "open", "events": list(events)}


def test_a_hand_may_be_noted_while_it_is_played() -> None:
    thrown = so_far(event("ace_off", 0, 3, "AD", trick=2), event("quinola_off", 2, 1, trick=3))
    played = TABLE.play(thrown)
    assert played.totals == [92, 90, 125, 93]
    assert not played.results[0].result.complete
    assert (played.state.pots, played.state.dealer, played.state.hands_played) == ([], 0, 0)
    coming = played.upcoming
    assert coming
    assert (coming.dealer, coming.leads, "ante" in coming.details) == (0, 1, False)
    assert TABLE.score(so_far()).points == [-10, -5, -5, -5]


def test_nothing_follows_an_open_hand_until_it_is_finished() -> None:
    assert TABLE.no(so_far(*THROWN), party(THROWN)) == ("", "hand_open")
    going_on = Table("reversis", 4, **TABLE.play(so_far(*THROWN)).state.model_dump())
    assert going_on.no(party(THROWN)) == ("", "hand_open")
    assert Table("reversis", 4, {"hands": 1}).play(so_far(*THROWN)).verdict.finished is False


def test_an_open_hand_is_checked_like_any_other() -> None:
    assert TABLE.no(so_far(event("quinola_off", 0, 0)))[1] == "own_trick"
    assert TABLE.no(so_far(*THROWN, *FORCED)) == ("/events/1", "card_twice")
    assert TABLE.no(so_far(event("quinola_led", 2, trick=1))) == ("/events/0/seat", "two_leaders")


# -- the match -----------------------------------------------------------------------------------------


def test_chips_at_the_start_and_below_zero() -> None:
    assert TABLE.play().totals == [100] * 4
    poor = Table("reversis", 4, {"start_chips": 0})
    assert poor.play(broken()).totals == [-74, 59, -5, -5]


def test_the_agreed_number_of_hands() -> None:
    table = Table("reversis", 4, {"hands": 2})
    assert not table.play(reversis(1)).verdict.finished
    assert table.play(reversis(1), reversis(2)).verdict.winners == [2]
    assert table.no(reversis(1), reversis(2), reversis(2)) == ("", "match_over")
    assert TABLE.stop(reversis(1)).winners == [1]
    assert TABLE.stop().winners == []


def test_pots_left_over_may_be_shared_out() -> None:
    table = Table("reversis", 4, {"hands": 1, "end_pots": "split"})
    verdict = table.play(reversis(1)).verdict
    assert verdict.details["final"] == [90 - 16 + 6, 95 + 64 + 6, 95 - 16 + 6, 95 - 32 + 6]
    assert Table("reversis", 4, {"hands": 1}).play(reversis(1)).verdict.details == {}


def test_a_correction_may_change_which_pot_a_later_hand_takes() -> None:
    wrong = TABLE.play(party([event("quinola_led", 1)]), party(THROWN))
    right = TABLE.play(party(FORCED), party(THROWN))
    assert wrong.results[1].result.points[0] == 30 + 5 - 20
    assert right.results[1].result.points[0] == 55 + 5 - 20
    assert wrong.state.pots == right.state.pots == []


# -- properties ----------------------------------------------------------------------------------------

seats = st.integers(0, 3)


@st.composite
def hands(draw: st.DrawFn) -> dict[str, Any]:
    """Parties and reversis as a table may enter them; not all of them can have happened."""
    if draw(st.booleans()):
        hand = {"kind": "reversis", "seat": draw(seats), "made": draw(st.booleans())}
        hand["quinola_in_nine"] = draw(st.booleans())
        if not hand["made"]:
            hand |= {"broken_by": draw(seats), "broken_trick": draw(st.sampled_from([10, 11]))}
        return hand | {"espagnolette": draw(st.none() | seats)}
    talon = draw(st.lists(st.sampled_from([*ACES, "JH"]), unique=True, max_size=4))
    events = []
    for code in (code for code in draw(st.permutations([*ACES, "JH"])) if code not in talon):
        sort = ("quinola_" if code == "JH" else "ace_") + draw(st.sampled_from(["off", "forced", "led"]))
        other = None if sort.endswith("led") else draw(seats)
        claimed = {"claimed": draw(st.booleans())} if other is None else {}
        events.append(event(sort, draw(seats), other, None if code == "JH" else code, **claimed))
    points = draw(st.permutations([4, 5, 6, 40 - 15 - sum(1 if code == "JH" else 4 for code in talon)]))
    filled = [*talon, *["2C", "3C", "4C", "5C"][: 4 - len(talon)]]
    hand = party(events, list(draw(st.permutations([2, 3, 1, 5]))), list(points), " ".join(filled))
    return hand | {"espagnolette": draw(st.none() | seats)}


@given(hands(), st.sampled_from([[], [25], [30, 40], [50, 55, 60]]), st.booleans(), seats)
def test_what_four_players_win_and_lose_is_in_the_pots(
    hand: dict[str, Any], pots: list[int], paid: bool, dealer: int
) -> None:
    table = Table("reversis", 4, {"led_quinola_remise": paid}, pots=pots, first_remise_paid=paid, dealer=dealer)
    scored = table.try_out(hand)
    assume(scored is not None)
    assert scored
    assert sum(scored.points) + sum(scored.details["pots"]) - sum(pots) == 0
    assert all(pot > 0 for pot in scored.details["pots"])


@given(any_hand(GAME))
def test_whatever_is_entered_is_scored_or_refused(hand: dict[str, Any]) -> None:
    TABLE.try_out(hand)


@given(any_lookup(GAME))
def test_whatever_is_looked_up_is_answered_or_refused(asked: dict[str, Any]) -> None:
    TABLE.ask(asked)
