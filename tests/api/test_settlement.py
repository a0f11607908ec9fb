"""/matches/{id}/settlement, /tables/{id}/settlement and /tables/{id}/kitty."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import override_settings

from scoring.db.json_text import format_time
from scoring.models import Match
from tests.api.conftest import Api, Evening, json_of, problem

QUARTER = {"word": "cents", "value": "1/4"}
LOST = {"kind": "null", "outcome": {"won": False}}


def settle(evening: Evening, match: str, **rules: Any) -> Any:
    """The settlement by these rules."""
    tag = evening.viewer.get(f"{match}/settlement").headers["ETag"]
    return json_of(evening.scorer.put(f"{match}/settlement", rules, tag))


def played(evening: Evening, *scores: int, **further: Any) -> str:
    """A match of Points with one round that ends it."""
    match = evening.match(["Ada", "Ben", "Cleo", "Dan"][: len(scores)], options={"rounds": 1}, **further)
    evening.record(match, *scores)
    return match


def paid(settled: Any) -> list[tuple[Any, Any, int]]:
    return [(one["payer"], one["payee"], one["amount"]) for one in settled["payments"]]


def test_it_works(evening: Evening) -> None:
    match = played(evening, 218, -81, 60, -38)
    assert json_of(evening.viewer.get(f"{match}/settlement"))["rules"] is None, "off until wanted"
    settled = settle(evening, match, **QUARTER)
    assert [one["balance"] for one in settled["players"]] == [178, -120, 20, -78]
    assert [one["name"] for one in settled["players"]] == ["Ada", "Ben", "Cleo", "Dan"]
    assert paid(settled) == [(1, 0, 120), (3, 0, 58), (3, 2, 20)]
    assert (settled["totals"], settled["kitty"], settled["rules"]["method"]) == ([218, -81, 60, -38], 0, "differences")
    assert json_of(evening.viewer.get(f"{match}/settlement")) == settled


def test_it_follows_the_hands_and_is_never_stored(evening: Evening) -> None:
    match = evening.match(["Ada", "Ben", "Cleo"])
    evening.record(match, 10, 0, 0)
    assert [one["balance"] for one in settle(evening, match)["players"]] == [20, -10, -10]
    evening.record(match, 0, 20, 0)
    answer = json_of(evening.viewer.get(f"{match}/settlement"))
    assert ([one["balance"] for one in answer["players"]], answer["finished"]) == ([0, 30, -30], False)
    json_of(evening.scorer.post(f"{match}/undo"))
    assert json_of(evening.viewer.get(f"{match}/settlement"))["totals"] == [10, 0, 0]


def test_fees_of_skat_go_to_the_kitty(evening: Evening) -> None:
    match = evening.match(game="skat")
    for declarer in (1, 1, 2):
        json_of(evening.scorer.post(f"{match}/hands", {**LOST, "declarer": declarer}), 201)
    json_of(evening.scorer.post(f"{match}/hands", {"kind": "ramsch", "points": [60, 40, 20]}), 201)
    settled = settle(evening, match, value="1/10", lost_fee=50, later_fee=100, later_from=2, ramsch_fee=20)
    assert [one["fees"] for one in settled["players"]] == [20, 150, 50]
    assert settled["kitty"] == 220
    assert sum(one["balance"] for one in settled["players"]) == -220


def test_chips_and_the_pot_of_loo(evening: Evening) -> None:
    match = evening.match(["Ada", "Ben", "Cleo", "Dan", "Eve"], game="loo", options={"start_chips": 100})
    hand = {"kind": "played", "stayed": [0, 1, 4], "trick_winners": [4, 4, 0, 4, 4]}
    json_of(evening.scorer.post(f"{match}/hands", hand), 201)
    settled = settle(evening, match, method="chips", word="chips")
    assert [one["balance"] for one in settled["players"]] == [-4, -5, 0, 0, 4]
    assert (settled["pots"], settled["kitty"]) == (5, 5)


def test_partners_each_have_the_amount_of_their_side(evening: Evening) -> None:
    match = evening.match(["Ada", "Ben", "Cleo", "Dan"], game="truco")
    json_of(evening.scorer.post(f"{match}/hands", {"kind": "summary", "winner": 0, "stake": 12}), 201)
    settled = settle(evening, match, method="stake", stake=100)
    assert [one["balance"] for one in settled["players"]] == [100, -100, 100, -100]


@pytest.mark.parametrize(
    ("rules", "status", "pointer"),
    [
        ({"value": 0.25}, 400, "/value"),
        ({"value": "nothing"}, 400, "/value"),
        ({"word": "a word that is long"}, 422, "/word"),
        ({"method": "dice"}, 400, "/method"),
        ({"method": "stake"}, 422, "/stake"),
        ({"method": "chips"}, 422, "/method"),
        ({"unit": 5, "cap": 12}, 422, "/cap"),
        ({"lost_fee": 5}, 422, "/lost_fee"),
        ({"settle_on": "list_points"}, 422, "/settle_on"),
        ({"currency": "x"}, 400, "/currency"),
    ],
)
def test_bad_rules_change_nothing(evening: Evening, rules: Any, status: int, pointer: str) -> None:
    match = played(evening, 5, 3)
    before = settle(evening, match, **QUARTER)
    tag = evening.viewer.get(f"{match}/settlement").headers["ETag"]
    problem(evening.scorer.put(f"{match}/settlement", rules, tag), status, pointer=pointer)
    assert json_of(evening.viewer.get(f"{match}/settlement")) == before


def test_a_change_needs_what_was_seen(evening: Evening) -> None:
    match = played(evening, 5, 3)
    problem(evening.scorer.put(f"{match}/settlement", QUARTER), 428, "precondition-needed")
    old = evening.viewer.get(f"{match}/settlement").headers["ETag"]
    settle(evening, match, **QUARTER)
    stale = problem(evening.scorer.put(f"{match}/settlement", {}, old), 412, "stale")
    assert stale["current"]["rules"]["word"] == "cents"
    problem(evening.scorer.delete(f"{match}/settlement", old), 412, "stale")
    tag = evening.viewer.get(f"{match}/settlement").headers["ETag"]
    assert evening.viewer.get(f"{match}/settlement", If_None_Match=tag).status_code == 304
    assert evening.scorer.delete(f"{match}/settlement", tag).status_code == 204
    assert json_of(evening.viewer.get(f"{match}/settlement"))["rules"] is None
    assert evening.viewer.get(match).headers["ETag"] == '"1"', "the match itself has not changed"


def test_only_the_scorer_changes_it(evening: Evening) -> None:
    match = played(evening, 5, 3)
    problem(evening.viewer.put(f"{match}/settlement", QUARTER, "*"), 403)
    problem(evening.viewer.post(f"{evening.path}/kitty", {"amount": 5, "word": "cents"}), 403)
    problem(Api().get(f"{match}/settlement"), 401)
    problem(Api().get(f"{evening.path}/settlement"), 401)


def test_new_matches_begin_with_the_rules_of_the_table(evening: Evening) -> None:
    before = played(evening, 5, 3)
    body = {"settlement": {"points": QUARTER}}
    table = json_of(evening.scorer.patch(evening.path, body, "*"))
    assert table["settlement"]["points"]["value"] == "1/4"
    after = played(evening, 50, 10)
    assert json_of(evening.viewer.get(f"{after}/settlement"))["players"][0]["balance"] == 10
    assert json_of(evening.viewer.get(f"{before}/settlement"))["rules"] is None, "matches already begun keep theirs"
    table = json_of(evening.scorer.patch(evening.path, {"settlement": {"points": None}}, "*"))
    assert table["settlement"] == {}
    assert json_of(evening.viewer.get(f"{after}/settlement"))["rules"]["word"] == "cents"


@pytest.mark.parametrize(
    ("settlement", "status", "pointer"),
    [
        ({"nothing": {}}, 422, "/settlement/nothing"),
        ({"points": {"cap": 0}}, 422, "/settlement/points/cap"),
        ({"points": {"stake": "x"}}, 400, "/settlement/points/stake"),
        ({"truco": {"method": "chips"}}, 422, "/settlement/truco/method"),
    ],
)
def test_a_table_keeps_no_bad_rules(evening: Evening, settlement: Any, status: int, pointer: str) -> None:
    problem(evening.scorer.patch(evening.path, {"settlement": settlement}, "*"), status, pointer=pointer)
    assert json_of(evening.viewer.get(evening.path))["settlement"] == {}


# -- an evening ------------------------------------------------------------------------------------------


def begun(match: str, at: datetime) -> None:
    Match.objects.filter(id=match.rpartition("/")[2]).update(created_at=at)


def test_an_evening_adds_amounts_and_never_points(evening: Evening) -> None:
    at = datetime(2026, 5, 1, 20, tzinfo=UTC)
    scores = ((10, 0), (0, 5), (1, 2), (9, 1))
    first, second, third, fourth = (played(evening, *pair) for pair in scores)
    settle(evening, first, word="cents")
    settle(evening, second, word="cents", value="3", unit=5)
    settle(evening, third, word="beans", value="10")
    for number, match in enumerate((first, second, third, fourth)):
        begun(match, at + timedelta(hours=2 * number))  # past midnight
    answer = json_of(evening.viewer.get(f"{evening.path}/settlement?date=2026-05-01"))
    assert answer == json_of(evening.viewer.get(f"{evening.path}/settlement")), "the last evening is the usual one"
    assert answer["date"] == "2026-05-01"
    cents, beans = answer["settlements"]
    assert [(one["name"], one["balance"]) for one in cents["players"]] == [("Ada", -5), ("Ben", 5)]
    assert [one["players"][0]["balance"] for one in cents["matches"]] == [10, -15]
    names = {one["player"]: one["name"] for one in cents["players"]}
    assert [(names[payer], names[payee], amount) for payer, payee, amount in paid(cents)] == [("Ada", "Ben", 5)]
    assert [(one["name"], one["balance"]) for one in beans["players"]] == [("Ada", -10), ("Ben", 10)]
    assert answer["unsettled"] == [fourth.rpartition("/")[2]]


def truco(evening: Evening, at: datetime) -> str:
    match = evening.match(["Ada", "Ben", "Cleo", "Dan"], game="truco")
    json_of(evening.scorer.post(f"{match}/hands", {"kind": "summary", "winner": 0, "stake": 12}), 201)
    settle(evening, match, method="stake", stake=500)
    begun(match, at)
    return match.rpartition("/")[2]


def won(evening: Evening, query: str = "") -> tuple[str | None, list[int]]:
    """The day of an evening, and the balances of all players."""
    answer = json_of(evening.viewer.get(f"{evening.path}/settlement{query}"))
    return answer["date"], [player["balance"] for one in answer["settlements"] for player in one["players"]]


SAO_PAULO = "tz=America/Sao_Paulo"


@pytest.mark.parametrize(
    ("first", "second", "days"),
    [
        # Friday, 21:30, and Saturday, 20:00, in São Paulo: one day in UTC.
        (datetime(2026, 11, 21, 0, 30, tzinfo=UTC), datetime(2026, 11, 21, 23, tzinfo=UTC), ("20", "21")),
        (datetime(2026, 11, 21, 11, tzinfo=UTC), datetime(2026, 11, 21, 19, tzinfo=UTC), ("21", "21")),
    ],
)
def test_two_evenings_of_one_day_are_settled_each(
    evening: Evening, first: datetime, second: datetime, days: tuple[str, str]
) -> None:
    matches = [truco(evening, at) for at in (first, second)]
    one = [500, -500, 500, -500]
    assert won(evening) == ("2026-11-21", one), "the last evening"
    assert won(evening, "?date=2026-11-21") == ("2026-11-21", one)
    for match, day, at in zip(matches, days, (first, second), strict=True):
        assert won(evening, f"?match={match}&{SAO_PAULO}") == (f"2026-11-{day}", one)
        answer = json_of(evening.viewer.get(f"{evening.path}/settlement?match={match}"))
        assert answer["began_at"] == format_time(at)
        assert [settled["match"] for part in answer["settlements"] for settled in part["matches"]] == [match]


def test_a_day_is_one_of_the_time_zone(evening: Evening) -> None:
    truco(evening, datetime(2026, 11, 21, 0, 30, tzinfo=UTC))
    assert won(evening, f"?date=2026-11-20&{SAO_PAULO}")[0] == "2026-11-20"
    assert won(evening, "?date=2026-11-20") == (None, [])
    with override_settings(TIME_ZONE="America/Sao_Paulo"):
        assert won(evening, "?date=2026-11-20")[0] == "2026-11-20", "the zone of the server"
        assert won(evening, "?date=2026-11-21&tz=UTC")[0] == "2026-11-21"


@pytest.mark.parametrize("name", ["Nowhere/Town", "", "../etc/passwd", "America", "%00", "x" * 300])
@pytest.mark.parametrize("path", ["settlement", "standings"])
def test_a_time_zone_must_exist(evening: Evening, path: str, name: str) -> None:
    answer = problem(evening.viewer.get(f"{evening.path}/{path}?tz={name}"), 400, "malformed")
    assert [(one["parameter"], one["code"]) for one in answer["errors"]] == [("tz", "time_zone_unknown")]


def test_another_evening_and_none(evening: Evening) -> None:
    match = played(evening, 10, 0)
    settle(evening, match)
    begun(match, datetime(2026, 5, 1, 20, tzinfo=UTC))
    assert json_of(evening.viewer.get(f"{evening.path}/settlement?date=2026-05-02"))["settlements"] == []
    other = Evening()
    problem(other.viewer.get(f"{evening.path}/settlement"), 404)
    assert json_of(other.viewer.get(f"{other.path}/settlement"))["date"] is None
    answer = problem(evening.viewer.get(f"{evening.path}/settlement?date=May"), 400, "malformed")
    assert answer["errors"][0]["parameter"] == "date"


# -- the kitty -------------------------------------------------------------------------------------------


def test_the_kitty_keeps_fees_over_evenings_and_what_is_put_in_and_taken_out(evening: Evening) -> None:
    match = evening.match(game="skat")
    json_of(evening.scorer.post(f"{match}/hands", {**LOST, "declarer": 1}), 201)
    settle(evening, match, word="cents", lost_fee=50)
    add = {"amount": -30, "word": "cents", "note": "A round"}
    made = json_of(evening.scorer.post(f"{evening.path}/kitty", add, Idempotency_Key="k"), 201)
    assert json_of(evening.scorer.post(f"{evening.path}/kitty", add, Idempotency_Key="k"), 201) == made
    json_of(evening.scorer.post(f"{evening.path}/kitty", {"amount": 5, "word": "beans"}), 201)
    kitty = json_of(evening.viewer.get(f"{evening.path}/kitty"))
    assert {one["word"]: one["amount"] for one in kitty["balances"]} == {"cents": 20, "beans": 5}
    assert [(one["amount"], one["note"]) for one in kitty["entries"]] == [(5, ""), (-30, "A round")]


@pytest.mark.parametrize(
    ("body", "status", "pointer"),
    [
        ({"amount": 0, "word": "cents"}, 422, "/amount"),
        ({"amount": 10**7, "word": "cents"}, 422, "/amount"),
        ({"amount": 1, "word": ""}, 422, "/word"),
        ({"amount": 1, "word": "x" * 13}, 422, "/word"),
        ({"amount": 1, "word": "cents", "note": "x" * 61}, 422, "/note"),
        ({"amount": "1", "word": "cents"}, 400, "/amount"),
        ({"word": "cents"}, 400, "/amount"),
    ],
)
def test_bad_entries_stay_out_of_the_kitty(evening: Evening, body: Any, status: int, pointer: str) -> None:
    problem(evening.scorer.post(f"{evening.path}/kitty", body), status, pointer=pointer)
    assert json_of(evening.viewer.get(f"{evening.path}/kitty")) == {"balances": [], "entries": []}


def test_an_export_keeps_how_matches_are_settled(evening: Evening) -> None:
    match = played(evening, 50, 10)
    settle(evening, match, **QUARTER)
    exported = json_of(evening.viewer.get(f"{match}/export"))
    other = Evening()
    made = json_of(other.scorer.post(f"{other.path}/import", exported), 201)["matches"][0]["id"]
    assert json_of(other.viewer.get(f"/matches/{made}/settlement"))["players"][0]["balance"] == 10
