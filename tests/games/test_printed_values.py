"""Each figure in the tables of Skat, Truco, Zetema, Belote and Schafkopf is what a hand of that kind scores."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.games.printed import SUITS, figures, number, rows, words
from tests.games.table import Table

RANKS = {"kings": "K", "queens": "Q", "jacks": "J", "aces": "A", "fives": "5"}


# -- Skat ------------------------------------------------------------------------------------------------

SKAT = Table("skat", 3)
WON: dict[str, Any] = {"declarer": 0, "outcome": {"won": True}}
HIGHEST: dict[str, Any] = {"declarer": 0, "hand": True, "announced": "open"}
HIGHEST |= {"outcome": {"won": True, "level": "schwarz"}}


def skat_game(name: str, matadors: dict[str, int], how: dict[str, Any]) -> Any:
    trump = {"kind": "grand"} if name == "Grand" else {"kind": "suit", "trump": SUITS[name]}
    return SKAT.score({**trump, "matadors": matadors, **how}).points[0]


@pytest.mark.parametrize("side", ["with", "against"])
def test_skat_values(side: str) -> None:
    head, *games = rows("skat", "values")
    assert [game for game, *_ in games] == ["♦", "♥", "♠", "♣", "Grand"]
    assert head[2] == "With or against 1"
    for game, base, *worth, most in games:
        assert [number(value) for value in worth] == [skat_game(game, {side: n}, WON) for n in (1, 2, 3, 4)]
        assert number(worth[1]) - number(worth[0]) == number(base)
        assert number(most) == skat_game(game, {side: 4 if game == "Grand" else 11}, HIGHEST)


def test_skat_nulls() -> None:
    names, values = rows("skat", "null")
    for name, value in zip(names, values, strict=True):
        how = {"hand": "hand" in words(name), "open": "open" in words(name)}
        assert SKAT.score({"kind": "null", **WON, **how}).points[0] == number(value)


def test_skat_bids_are_the_values_of_games() -> None:
    printed = [(span, [number(bid) for bid in bids.split()]) for span, bids in rows("skat", "bids")[1:]]
    worth = {skat_game("Grand", {"with": n}, how) for n in (1, 2, 3, 4) for how in _ways()}
    worth |= {skat_game(suit, {"with": n}, how) for suit in SUITS for n in range(1, 12) for how in _ways()}
    worth |= {number(value) for value in rows("skat", "null")[1]}
    assert [bid for _, bids in printed for bid in bids] == sorted(worth)
    assert [span for span, _ in printed] == [f"{bids[0]} to {bids[-1]}" for _, bids in printed]


def _ways() -> Iterable[dict[str, Any]]:
    """Ways to reach each level: from the plain game to open."""
    yield WON
    yield {**WON, "hand": True}
    yield {**WON, "hand": True, "outcome": {"won": True, "level": "schneider"}}
    yield {**WON, "hand": True, "announced": "schneider"}
    yield {**WON, "hand": True, "announced": "schneider", "outcome": {"won": True, "level": "schwarz"}}
    yield {**WON, "hand": True, "announced": "schwarz"}
    yield {**WON, "hand": True, "announced": "open"}


# -- Truco -----------------------------------------------------------------------------------------------

LADDERS = ["1-3-6-9-12", "2-4-6-10-12", "2-4-8-10-12"]
PLAYED: dict[str, Any] = {"eleven_choice": "play"}
RAN = {"kind": "summary", "eleven_choice": "run"}


def truco(totals: tuple[int, int], stakes: str) -> Table:
    return Table("truco", 4, {"stakes": stakes}, totals=list(totals))


def truco_hand(stake: int | None = None, **more: Any) -> dict[str, Any]:
    return {"kind": "summary", "winner": 0, **({} if stake is None else {"stake": stake}), **more}


@pytest.mark.parametrize("stakes", LADDERS)
def test_truco_ladder(stakes: str) -> None:
    head, worth, run = rows("truco", "ladder", stakes=stakes)
    assert head[1:3] == ["plain", "truco"]
    start = truco((0, 0), stakes)
    for value in worth[1:]:
        assert start.score(truco_hand(number(value))).points == [number(value), 0]
    assert run[1] == "–"
    for value in run[2:]:
        assert start.score(truco_hand(number(value), ran=True)).points == [number(value), 0]
    assert [number(value) for value in run[2:]] == [number(value) for value in worth[1:-1]]
    assert not start.try_out(truco_hand(number(worth[-1]), ran=True), wild=True)


@pytest.mark.parametrize("stakes", LADDERS)
def test_truco_limit(stakes: str) -> None:
    limits = rows("truco", "limit", stakes=stakes)[1:]
    others = [row for other in LADDERS if other != stakes for row in rows("truco", "ladders", stakes=other)[1:]]
    same = [row[1:] for row in others if row[0] == stakes.replace("-", ", ")]
    assert same == [[f"{_in_brackets(call)}: own score {most} or less" for call, _, most in limits]] * 2
    for call, stake, most in limits:
        ran = truco_hand(number(stake), ran=True)  # from this call, by a side with nothing yet
        assert truco((number(most), 0), stakes).score(ran).points == [number(stake), 0], call
        assert truco((number(most) + 1, 0), stakes).no(ran)[1] in ("stake_unreachable", "eleven_choice_missing"), call


def _in_brackets(call: str) -> int:
    return int(call.partition("(")[2].rstrip(")"))


@pytest.mark.parametrize("stakes", LADDERS)
def test_truco_results(stakes: str) -> None:
    results = dict(rows("truco", "results", stakes=stakes)[1:])
    start, short = truco((0, 0), stakes), 12 - int(stakes[0])
    plain, *raised = (number(value) for value in rows("truco", "ladder", stakes=stakes)[1][1:])
    (accepted,) = (value for what, value in results.items() if what.startswith("won after an accepted"))
    (run,) = (value for what, value in results.items() if what.startswith("the others run from"))
    assert start.score(truco_hand(number(results["won without a call"]))).points == [plain, 0]
    assert (figures(accepted), figures(run)) == (raised, [plain, *raised[:-1]])
    special = next(what for what in results if what.endswith("leaders run"))
    assert truco((short, 0), stakes).score(RAN).points == [0, number(results[special].split()[0])]
    played = special.replace("the leaders run", "played")
    assert truco((short, 0), stakes).score(truco_hand(**PLAYED)).points == [number(results[played]), 0]
    iron = truco((short, short), stakes).play(truco_hand())
    assert iron.results[0].result.points == [number(results["Iron hand"].split(",")[0]), 0]
    assert iron.verdict.finished
    assert start.score({**truco_hand(plain), "winner": None}).points == [0, 0]


def test_truco_top_cards_by_the_vira() -> None:
    table = Table("truco", 4, {"manilhas": "vira"})
    head, top = rows("truco", "vira")
    assert len(head) == 11
    for turned, rank in zip(head[1:], top[1:], strict=True):
        others = [f"{name}C" for name in ("3", "2", "A", "K") if name != rank][:3]
        plays = list(enumerate([f"{rank}D", *others]))
        assert table.winner(trick_no=1, plays=plays, vira=f"{turned}H") == (0, f"{rank}D"), turned


# -- Zetema ----------------------------------------------------------------------------------------------


def zetema(*events: dict[str, Any], players: int = 3, **options: Any) -> Any:
    hand = {"kind": "events", "events": [{"seat": 0, **event} for event in events]}
    return Table("zetema", players, options).score(hand).points[0]


def ranks_named(text: str, others: set[str]) -> list[str]:
    """The ranks of a cell, or one that it does not name."""
    named = [code for word, code in RANKS.items() if word in words(text)]
    return named or sorted(set("A23456789JQK") - others)


def test_zetema_melds() -> None:
    melds = rows("zetema", "melds")[1:]
    assert [what.partition(":")[0] for what, _ in melds[:3]] == ["sequence", "flush", "flush sequence"]
    for (_, worth), kind in zip(melds[:3], ["sequence", "flush", "flush_sequence"], strict=True):
        assert zetema({"kind": kind}) == number(worth)
    named: set[str] = set()
    for what, worth in melds[3:]:
        ranks = ranks_named(what, named)
        named |= set(ranks)
        assert [zetema({"kind": "assembly", "rank": rank}) for rank in ranks] == [number(worth)] * len(ranks)
    assert named == set("A23456789JQK")


def test_zetema_zetemas() -> None:
    head, points = rows("zetema", "zetemas")
    named: set[str] = set()
    for what, worth in zip(head[1:], points[1:], strict=True):
        ranks = ranks_named(what, named)
        named |= set(ranks)
        assert [zetema({"kind": "zetema", "rank": rank}) for rank in ranks] == [number(worth)] * len(ranks)


@pytest.mark.parametrize("options", [{}, {"six_marriage": "150_plus_imperial"}])
def test_zetema_marriages(options: dict[str, Any]) -> None:
    head, points, imperial = rows("zetema", "marriages", **options)
    common = {"1": "C", "2": "CH", "3": "CHD"}
    for column in range(1, 6):
        count, worth, adds = head[column], number(points[column]), imperial[column].replace("–", "0")
        suits = "S" + "CHDS"[: column - 1]
        imperials = suits.count("S")
        assert zetema({"kind": "marriages", "suits": list(suits)}, **options) == worth + imperials * number(adds)
        if count in common:
            assert zetema({"kind": "marriages", "suits": list(common[count])}, **options) == worth


def test_zetema_deal() -> None:
    for players, each, stock in rows("zetema", "deal")[1:]:
        coming = Table("zetema", number(players)).play().upcoming
        assert coming
        assert coming.details["stock"] == number(stock) == 65 - number(players) * number(each)


# -- Belote ----------------------------------------------------------------------------------------------


def belote(**more: Any) -> list[Any]:
    hand = {"kind": "played", "taker": 0, "trump": "H", **more}
    return list(Table("belote", 4, {"rounding": "none"}).score(hand).points)


def test_belote_trick_points() -> None:
    made, failed, level, capot, against = rows("belote", "results")[1:]
    least, most = (number(what.split()[1]) for what, *_ in (made, failed))
    assert belote(trick_points=[least, None]) == [least, 162 - least]
    assert made[1:] == ["its trick points"] * 2
    assert belote(trick_points=[most, None]) == [number(figure) for figure in failed[1:]]
    half = number(level[0].split()[0])
    assert belote(trick_points=[half, half]) == [number(figure) for figure in level[1:]]
    assert belote(capot=0) == [number(figure) for figure in capot[1:]]
    assert belote(capot=1) == [number(figure) for figure in against[1:]]


def test_belote_declarations() -> None:
    printed = rows("belote", "declarations")[1:]

    def worth(**declared: Any) -> Any:
        high = {"high": "A", **declared}
        return belote(trick_points=[90, 72], declarations=[{"side": 0, **high}])[0] - 90

    runs = {"tierce": "3", "fifty": "4", "hundred": "5"}
    for (what, points), (kind, length) in zip(printed[:3], runs.items(), strict=True):
        assert f"run of {length}" in what
        assert worth(type=kind) == number(points)
    ranks = {**RANKS, "nines": "9", "tens": "10"}
    fours = [(words(what), points) for what, points in printed if what.startswith("four ")]
    assert fours.pop() == ({"four", "eights", "or", "sevens"}, "nothing")
    found = {ranks[name]: number(points) for named, points in fours for name in named & set(ranks)}
    assert found == {rank: worth(type="four", high=rank) for rank in ("J", "9", "A", "10", "K", "Q")}
    assert belote(trick_points=[90, 72], belote=0)[0] - 90 == number(printed[-1][1])


# -- Schafkopf -------------------------------------------------------------------------------------------


SCHAFKOPF_LINES = [(120, 120), (91, 118), (61, 90), (31, 60), (2, 30), (0, 0)]
"""The card points of each line: from, to."""


def test_schafkopf_lines() -> None:
    table = Table("schafkopf", 3)
    lines = rows("schafkopf", "lines")[1:]
    for (what, worth), (least, most) in zip(lines, SCHAFKOPF_LINES, strict=True):
        for points in (least, most):
            hand = {"kind": "declarer", "declarer": 0, "declarer_points": points}
            assert table.score(hand).points[0] == number(worth), (what, points)
        named = [int(word) for word in words(what) if word.isdigit()]
        assert set(named) <= {least, most}, what
