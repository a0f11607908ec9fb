"""Each figure in the tables of Gong Zhu, Reversis and Canadian Salad is what such a hand scores."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.games.printed import SUITS, figures, number, rows
from tests.games.table import Table

# -- Gong Zhu --------------------------------------------------------------------------------------------

HEARTS = [f"{rank}H" for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split()]  # noqa: SIM905
OPEN = ["AH", "QS", "JD", "10C"]
GONG_ZHU = [{}, {"lone_exposed": 50}, {"heart_values": "pips"}, {"pig_moon": "all"}]


def gong_zhu(pile: list[str], exposed: Iterable[str] = (), **options: Any) -> Any:
    hand = {"kind": "cards", "captured": [pile, [], [], []], "rest_to": 1, "exposed": list(exposed)}
    return Table("gong-zhu", 4, options).score(hand).points[0]


def card_code(shown: str) -> str:
    return shown[1:] + SUITS[shown[0]]


@pytest.mark.parametrize("options", GONG_ZHU)
def test_gong_zhu_cards(options: dict[str, Any]) -> None:
    printed = rows("gong-zhu", "cards", **options)[1:]
    (pig, _, *pigs), (sheep, _, *sheeps), (doubler, _, *doublers), *hearts = printed
    for code, worth in ((card_code(pig), pigs), (card_code(sheep), sheeps)):
        assert [number(value) for value in worth] == [gong_zhu([code]), gong_zhu([code], [code])]
    for exposed, text in zip(((), [card_code(doubler)]), doublers, strict=True):
        factor, alone = text.removeprefix("× ").split("; alone ")
        both = gong_zhu([card_code(sheep), card_code(doubler)], exposed, **options)
        assert both == int(factor) * gong_zhu([card_code(sheep)])
        assert gong_zhu([card_code(doubler)], exposed, **options) == number(alone)
    codes = []
    for names, _, plain, exposed in hearts:
        first, _, last = names.partition(" to ")
        above, below = HEARTS.index(card_code(first)), HEARTS.index(card_code(last or first))
        group = HEARTS[below : above + 1]
        codes += group
        assert [gong_zhu([code], **options) for code in group] == [number(plain)] * len(group)
        with_ace = [gong_zhu([code], ["AH"], **options) for code in group]
        assert with_ace == [number(exposed.split()[0].rstrip(","))] * len(group)
    assert sorted(codes) == sorted(HEARTS)


@pytest.mark.parametrize("options", GONG_ZHU)
def test_gong_zhu_piles(options: dict[str, Any]) -> None:
    low = [code for code in HEARTS if code != "2H"]
    with_pig = [*HEARTS, "QS"]
    piles = [HEARTS, with_pig, [*with_pig, "JD"], [*with_pig, "JD", "10C"], [*low, "QS"], [*low, "QS", "10C"], ["10C"]]
    for (what, plain, exposed), pile in zip(rows("gong-zhu", "piles", **options)[1:], piles, strict=True):
        assert number(plain) == gong_zhu(pile, **options), what
        assert number(exposed) == gong_zhu(pile, OPEN, **options), what


# -- Reversis --------------------------------------------------------------------------------------------

ACES = ["AC", "AS", "AH", "AD"]


def reversis(hand: dict[str, Any], without: dict[str, Any]) -> list[Any]:
    """What every seat gets more with this hand than with that one."""
    table = Table("reversis", 4)
    return [one - other for one, other in zip(table.score(hand).points, table.score(without).points, strict=True)]


def party(*events: dict[str, Any], talon: list[str] | None = None, **more: Any) -> dict[str, Any]:
    hand = {"kind": "party", "talon": talon or ACES, "events": list(events), "tricks": [3, 3, 3, 2]}
    return {**hand, "card_points": [6, 6, 6, 6], **more}


def one_ace(code: str, **event: Any) -> dict[str, Any]:
    """A party in which only this ace is played, and taken by seat 1; seat 3 wins, seat 2 loses."""
    talon = [*(other for other in ACES if other != code), "JH"]
    return party({"card": code, **event}, talon=talon, tricks=[3, 3, 4, 1], card_points=[8, 8, 8, 3])


def payments() -> dict[str, list[int]]:
    """The figures of each payment by its first two words."""
    return {" ".join(what.split()[:2]): figures(text) for what, text in rows("reversis", "payments")[1:]}


@pytest.mark.parametrize("code", ACES)
def test_reversis_aces(code: str) -> None:
    worth = payments()
    plain, dear = worth["ace thrown"]
    price = dear if code == "AD" else plain
    assert worth["ace played"] == worth["ace led"] == [plain, dear]
    led = one_ace(code, kind="ace_led", seat=1)
    assert reversis(one_ace(code, kind="ace_off", seat=0, winner=1), led) == [price, -price, 0, 0]
    assert reversis(one_ace(code, kind="ace_forced", seat=1, leader=0), led) == [price, -price, 0, 0]
    assert reversis(one_ace(code, kind="ace_led", seat=1, claimed=True), led) == [0, -price, 0, price]


def test_reversis_quinola() -> None:
    worth = payments()
    led = party({"kind": "quinola_led", "seat": 1})
    pot = 25
    (thrown,) = worth["♥J thrown"]
    assert reversis(party({"kind": "quinola_off", "seat": 0, "winner": 1}), led) == [thrown + pot, -thrown, 0, 0]
    leader, others = worth["♥J played"]
    forced = reversis(party({"kind": "quinola_forced", "seat": 3, "leader": 1}), led)
    assert forced == [-others, leader + 2 * others, -others, -leader - pot]
    own, two = worth["♥J led"]
    claimed = party({"kind": "quinola_led", "seat": 1, "claimed": True})
    assert reversis(claimed, led) == [-two, -own, -two, own + 2 * two]


def test_reversis_party_and_reversis() -> None:
    worth = payments()
    (base,) = worth["party"]
    table = Table("reversis", 4)
    led = party({"kind": "quinola_led", "seat": 1})
    ante = table.play().upcoming
    assert ante
    paid = [point + put for point, put in zip(table.score(led).points, ante.details["ante"], strict=True)]
    assert paid == [0, 0, -(base + 16), base + 16]
    across, neighbour = worth["reversis made"]
    whole, with_quinola = worth["reversis broken"]

    def after(**how: Any) -> list[Any]:
        points = table.score({"kind": "reversis", "seat": 0, **how}).points
        return [point + put for point, put in zip(points, ante.details["ante"], strict=True)]

    assert after(made=True) == [across + 2 * neighbour, -neighbour, -across, -neighbour]
    lost = {"made": False, "broken_by": 1, "broken_trick": 10}
    assert after(**lost) == [-whole, whole, 0, 0]
    assert after(**lost, broken_with_quinola=True) == [-with_quinola, with_quinola, 0, 0]


# -- Canadian Salad --------------------------------------------------------------------------------------

SALAD = ("tricks", "hearts", "queens", "king_spades", "last_trick")


def test_canadian_salad_hands() -> None:
    for (no, _, each), name in zip(rows("canadian-salad", "hands")[1:-1], SALAD, strict=True):
        all_of_it = {"tricks": [12, 1, 0, 0], "hearts": [12, 1, 0, 0], "queens": [3, 1, 0, 0]}
        table = Table("canadian-salad", 4, hand_no=number(no))
        scored = table.score({"kind": "counts", name: all_of_it.get(name, 1)}).points
        assert scored[1] == number(each)


def test_canadian_salad_sums_and_deal() -> None:
    head, *hands, whole = rows("canadian-salad", "sums")
    deal = {players: number(tricks) for players, _, tricks in rows("canadian-salad", "deal")[1:]}
    assert [row[0] for row in hands] == [f"hand {no}" for no in range(1, 7)]
    for column, players in enumerate(head[1:], 1):
        nothing = [0] * (int(players) - 1)
        counts = {"tricks": [deal[players], *nothing], "hearts": [13, *nothing], "queens": [4, *nothing]}
        counts |= {"king_spades": 0, "last_trick": 0}  # type: ignore[dict-item]
        entered = [{"kind": "counts", name: value} for name, value in counts.items()]
        played = Table("canadian-salad", int(players)).play(*entered, {"kind": "counts", **counts})
        points = [sum(result.result.points) for result in played.results]
        assert points == [number(row[column]) for row in hands]
        assert sum(points) == number(whole[column])
