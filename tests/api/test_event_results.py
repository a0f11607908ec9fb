"""Events: results, disputes, rankings, checks, money, names; the cases of the design that concern the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from scoring.event_models import Event, EventAdjustment, EventCash, EventChange, EventEntry, EventSitting
from scoring.models import Change, IdempotencyRecord, Match, Player
from scoring.services.event_entries import forget_due_names
from tests.api.conftest import Api, json_of, problem
from tests.api.events import Tournament

pytestmark = pytest.mark.django_db

#: Case 1: points of the games, won, lost and result, by seat.
CASE_1 = [(492, 12, 0, 1332), (628, 12, 2, 1308), (660, 10, 1, 1320), (-32, 6, 5, 108)]


def _list(entries: list[int], lines: list[tuple[int, int, int, int]], **more: Any) -> dict[str, Any]:
    return {
        "scores": [
            {"entry": entry, "points": result, "won": won, "lost": lost, "game_points": points}
            for entry, (points, won, lost, result) in zip(entries, lines, strict=True)
        ],
        **more,
    }


def _four() -> tuple[Tournament, list[int], str]:
    event = Tournament(4, rules={"phones": False, "rounds": 1})
    (sitting,) = event.begin()["sittings"]
    return event, sitting["entries"], f"{event.table(1, 1)}/result"


def _standing(event: Tournament, by: Api | None = None) -> Any:
    return json_of((by or event.organiser).get(f"{event.path}/standings"))


def _places(event: Tournament) -> list[tuple[int, int]]:
    return [(one["place"], one["entry"]) for one in _standing(event)["results"]]


def test_case_1_a_list_of_four_is_ranked_and_checked() -> None:
    event, seats, result = _four()
    json_of(event.organiser.put(result, _list(seats, CASE_1), 1))
    assert [one["points"] for one in _standing(event)["results"]] == [1332, 1320, 1308, 108]
    assert [entry for _, entry in _places(event)] == [seats[0], seats[2], seats[1], seats[3]]
    checks = json_of(event.organiser.get(f"{event.path}/checks"))
    assert checks["ok"]
    assert {"name": "results", "expected": 4068, "found": 4068, "ok": True, "hint": ""} in checks["results"][0][
        "checks"
    ]


def test_a_wrong_figure_is_named_and_not_corrected() -> None:
    event, seats, result = _four()
    wrong = [(492, 12, 0, 1382), *CASE_1[1:]]
    json_of(event.organiser.put(result, _list(seats, wrong), 1))
    checks = json_of(event.organiser.get(f"{event.path}/checks?round=1"))
    assert not checks["ok"]
    off = [one for one in checks["results"][0]["checks"] if not one["ok"]]
    assert [(one["name"], one["found"] - one["expected"], one["hint"]) for one in off] == [
        ("results", 50, "won_or_lost_missing"),
        ("result_0", 50, "won_or_lost_missing"),
    ]
    assert _standing(event)["results"][0]["points"] == 1382


def test_case_3_ties_are_broken_and_the_lot_is_drawn_once() -> None:
    event, seats, result = _four()
    lines = [(0, 12, 2, 1302), (0, 12, 1, 1302), (0, 13, 3, 1302), (0, 12, 2, 1302)]
    json_of(event.organiser.put(result, _list(seats, lines), 1))
    assert [entry for _, entry in _places(event)][:2] == [seats[2], seats[1]]
    event.step(1, "close")
    assert _standing(event)["lots_needed"] == [sorted([seats[0], seats[3]])]
    lots = json_of(event.organiser.post(f"{event.path}/lots"))["lots"]
    assert set(lots) == {str(seats[0]), str(seats[3])}
    ranked = _places(event)
    assert [place for place, _ in ranked] == [1, 2, 3, 4]
    assert json_of(event.organiser.post(f"{event.path}/lots"))["lots"] == lots
    assert _places(event) == ranked
    assert _standing(event)["lots_needed"] == []


def test_case_8_fees_of_lost_games_are_on_the_cash_sheet() -> None:
    money = {"entry_fee": 1000, "fees": [{"up_to": 3, "each": 50}, {"each": 100}], "prizes": [60, 40]}
    event = Tournament(4, rules={"phones": False, "rounds": 1, "money": money})
    (sitting,) = event.begin()["sittings"]
    seats = sitting["entries"]
    lines = [(0, 9, 0, 400), (0, 9, 1, 300), (0, 9, 4, 200), (0, 9, 7, 100)]
    json_of(event.organiser.put(f"{event.table(1, 1)}/result", _list(seats, lines), 1))
    event.step(1, "close")
    sheet = json_of(event.organiser.get(f"{event.path}/cash"))
    by_entry = {one["entry"]: one for one in sheet["entries"]}
    assert [by_entry[seat]["fees"] for seat in seats] == [0, 50, 250, 550]
    assert [by_entry[seat]["prize"] for seat in seats] == [2400, 1600, 0, 0]
    assert sheet["account"] == {"entry_fees": 4000, "fees": 850, "prizes": 4000, "kitty": 0, "organiser": 850}
    booking = {"kind": "entry_fee", "amount": 1000, "entry": seats[3]}
    json_of(event.organiser.post(f"{event.path}/cash", booking), 201)
    sheet = json_of(event.organiser.get(f"{event.path}/cash"))
    assert {one["entry"]: one["balance"] for one in sheet["entries"]}[seats[3]] == -550
    assert sheet["booked"] == 1000
    problem(event.key_of("referee").get(f"{event.path}/cash"), 403)


def test_who_has_left_gets_no_prize_and_the_others_move_up() -> None:
    money = {"entry_fee": 1000, "prizes": [60, 40]}
    event = Tournament(4, rules={"phones": False, "rounds": 1, "money": money})
    (sitting,) = event.begin()["sittings"]
    event.type(1, 1, [400, 300, 200, 100])
    event.step(1, "close")
    best, second, third, _ = sitting["entries"]
    json_of(event.organiser.patch(f"{event.path}/entries/{best}", {"withdrawn": True}, "*"))
    sheet = json_of(event.organiser.get(f"{event.path}/cash"))
    assert {one["entry"]: one["prize"] for one in sheet["entries"] if one["prize"]} == {second: 2400, third: 1600}


def test_case_10_a_correction_after_the_end() -> None:
    event, seats, result = _four()
    json_of(event.organiser.put(result, _list(seats, CASE_1), 1))
    event.step(1, "close")
    corrected = [CASE_1[0], (608, 11, 2, 1238), (680, 11, 1, 1390), CASE_1[3]]
    problem(event.organiser.put(result, _list(seats, corrected), "*"), 422)
    lines = EventChange.objects.count()
    json_of(event.organiser.post(f"{event.path}/rounds/1/reopen", {"reason": "A game of 20 was seat 3's"}))
    after = json_of(event.organiser.put(result, _list(seats, corrected), "*"))
    assert [one["points"] for one in after["scores"]] == [1332, 1238, 1390, 108]
    assert [entry for _, entry in _places(event)] == [seats[2], seats[0], seats[1], seats[3]]
    assert after["entries"] == seats
    assert EventChange.objects.count() == lines + 2
    line: Any = EventChange.objects.latest("number")
    points = [figures[str(seats[1])]["points"] for figures in (line.before, line.after)]
    assert (line.kind, points) == ("result", [1308, 1238])


def test_an_event_is_over_again_once_an_earlier_round_is_corrected() -> None:
    event = Tournament(4, rules={"phones": False, "rounds": 2})
    for number in (1, 2):
        event.begin(number)
        event.finish(number)
    assert Event.objects.get().closed_at
    json_of(event.organiser.post(f"{event.path}/rounds/1/reopen", {"reason": "A wrong figure"}))
    assert Event.objects.get().closed_at is None
    event.step(1, "close")
    assert Event.objects.get().closed_at


def test_case_10_two_phones_send_different_results() -> None:
    event, seats, result = _four()
    first = json_of(event.organiser.put(result, _list(seats, CASE_1), 1))
    other = [CASE_1[0], (628, 12, 2, 1318), *CASE_1[2:]]
    stale = problem(event.organiser.put(result, _list(seats, other), 1), 412)
    assert [one["points"] for one in stale["current"]["scores"]] == [1332, 1308, 1320, 108]
    assert [one["points"] for one in stale["current"]["other"]] == [1332, 1318, 1320, 108]
    assert (stale["current"]["status"], first["status"]) == ("disputed", "entered")
    assert sum(one["points"] for one in _standing(event)["results"]) == 4068
    problem(event.organiser.post(f"{event.path}/rounds/1/close"), 422)
    problem(event.organiser.post(f"{event.table(1, 1)}/confirm", {}), 422, pointer="/choice")
    picked = json_of(event.organiser.post(f"{event.table(1, 1)}/confirm", {"choice": "other"}))
    assert ([one["points"] for one in picked["scores"]], picked["other"]) == ([1332, 1318, 1320, 108], [])
    assert picked["status"] == "confirmed"
    event.step(1, "close")


def test_the_same_result_twice_counts_once() -> None:
    event, seats, result = _four()
    first = json_of(event.organiser.put(result, _list(seats, CASE_1), 1))
    again = json_of(event.organiser.put(result, _list(seats, CASE_1), 1))
    assert again == first
    assert EventChange.objects.filter(kind="result").count() == 1
    problem(event.organiser.put(result, _list(seats, CASE_1)), 428)


def test_a_result_names_those_who_sit_there() -> None:
    event, seats, result = _four()
    problem(
        event.organiser.put(result, _list([seats[0], seats[1], seats[2], 99], CASE_1), 1),
        422,
        pointer="/scores/3/entry",
    )
    problem(event.organiser.put(result, _list(seats[:3], CASE_1[:3]), 1), 422, pointer="/scores")


def test_entries_confirm_and_the_scorers_key_writes_no_more_hands() -> None:
    event = Tournament(3, game="points", rules={"confirmations": 2})
    (sitting,) = event.begin()["sittings"]
    scorer, confirm = event.scorer(1, 1), f"{event.table(1, 1)}/confirm"
    problem(scorer.post(confirm, {"entry": 1}), 422)
    event.type(1, 1, [3, 2, 1], by=scorer)
    problem(scorer.post(confirm, {"entry": 9}), 422, pointer="/entry")
    assert json_of(scorer.post(confirm, {"entry": 1}))["status"] == "entered"
    done = json_of(scorer.post(confirm, {"entry": 2}))
    assert (done["status"], done["confirmed_by"]) == ("confirmed", [1, 2])
    hand, hands = {"kind": "round", "scores": [1, 2, 3]}, f"/matches/{sitting['match_ids'][0]}/hands"
    problem(scorer.post(hands, hand), 403)
    assert json_of(scorer.get(f"/matches/{sitting['match_ids'][0]}"))
    assert json_of(scorer.get(f"/tables/{sitting['table_id']}"))["role"] == "viewer"
    problem(event.organiser.post(f"{event.table(1, 1)}/key"), 422)
    late = json_of(scorer.post(confirm, {"entry": 3}))
    assert (late["status"], late["confirmed_by"]) == ("confirmed", [1, 2, 3])
    objection = {"entry": 3, "text": "That was schneider"}
    assert json_of(scorer.post(f"{event.table(1, 1)}/dispute", objection))["status"] == "disputed"
    assert scorer.post(hands, hand).status_code == 201, "the list may be corrected"


def test_an_objection_is_ruled_on() -> None:
    event, seats, result = _four()
    json_of(event.organiser.put(result, _list(seats, CASE_1), 1))
    body = {"entry": seats[1], "deal": 31, "text": "That grand was announced schneider"}
    disputed = json_of(event.organiser.post(f"{event.table(1, 1)}/dispute", body))
    assert disputed["status"] == "disputed"
    assert _standing(event)["provisional"]
    referee = event.key_of("referee")
    ruled = json_of(referee.post(f"{event.table(1, 1)}/confirm", {"ruling": "It stands"}))
    assert ruled["status"] == "confirmed"
    (objection,) = ruled["objections"]
    assert (objection["deal"], objection["ruling"], objection["ruled_by"]) == (31, "It stands", "referee")


def test_a_changed_winner_who_plays_already_is_asked_about() -> None:
    event = Tournament(4, rules={"format": "knock_out", "third_place": False}, game="truco", players_each=2)
    event.begin()
    first = event.sitting(1, 1)["entries"]
    event.type(1, 1, [12, 3])
    event.type(1, 2, [12, 3])
    event.step(1, "close")
    final = event.begin(2)["sittings"][0]["entries"]
    assert first[0] in final
    json_of(event.organiser.post(f"{event.path}/rounds/1/reopen", {"reason": "Typed the wrong way round"}))
    turned = {"scores": [{"entry": first[0], "points": 3}, {"entry": first[1], "points": 12}]}
    result = f"{event.table(1, 1)}/result"
    asked = problem(event.organiser.put(result, turned, "*"), 409)
    assert asked["entries"] == sorted(final)
    taken = json_of(event.organiser.put(result, {**turned, "let_stand": True}, "*"))
    assert [one["points"] for one in taken["scores"]] == [3, 12]
    assert event.sitting(2, 1)["entries"] == final


def test_a_side_that_does_not_come_loses_by_default() -> None:
    event = Tournament(4, rules={"format": "knock_out"}, game="truco", players_each=2)
    event.begin()
    first = event.sitting(1, 1)
    problem(event.organiser.patch(event.table(1, 1), {"by_default": 99}, first["version"]), 422, pointer="/by_default")
    given = json_of(event.organiser.patch(event.table(1, 1), {"by_default": first["entries"][1]}, first["version"]))
    assert given["status"] == "entered"
    event.type(1, 2)
    event.step(1, "close")
    assert first["entries"][1] in event.propose()["sittings"][0]["entries"]


def test_adjustments_count_with_their_reason() -> None:
    event, seats, result = _four()
    json_of(event.organiser.put(result, _list(seats, CASE_1), 1))
    body = {"entry": seats[0], "points": -100, "reason": "Misdealt twice", "round": 1}
    json_of(event.organiser.post(f"{event.path}/adjustments", body), 201)
    assert next(entry for _, entry in _places(event)) == seats[2]
    listed = json_of(event.key_of("viewer").get(f"{event.path}/adjustments"))["results"]
    assert (listed[0]["points"], listed[0]["reason"]) == (-100, "Misdealt twice")
    problem(event.organiser.post(f"{event.path}/adjustments", {**body, "reason": ""}), 422, pointer="/reason")
    problem(event.organiser.post(f"{event.path}/adjustments", {**body, "entry": 77}), 422, pointer="/entry")
    problem(event.organiser.post(f"{event.path}/adjustments", {**body, "round": 7}), 422, pointer="/round")


def test_a_live_ranking_says_what_is_in_and_can_be_frozen() -> None:
    event = Tournament(6, game="points")
    sittings = event.begin()["sittings"]
    event.type(1, 1, [30, 20, 10])
    scorer = event.scorer(1, 2)
    json_of(scorer.post(f"/matches/{sittings[1]['match_ids'][0]}/hands", {"kind": "round", "scores": [50, 0, 0]}), 201)
    now = _standing(event)
    assert now["progress"] == {"round": 1, "tables": 2, "done": 1, "deals": 1}
    assert (now["provisional"], now["results"][0]["points"]) == (True, 50)
    json_of(event.organiser.patch(event.path, {"frozen": True}, "*"))
    seen = _standing(event, event.key_of("display"))
    assert (seen["frozen"], [one["points"] for one in seen["results"]]) == (True, [0] * 6)
    assert _standing(event)["results"][0]["points"] == 50


def test_lists_of_phones_are_lists_of_skat() -> None:
    event = Tournament(3, rules={"rounds": 1})
    (sitting,) = event.begin()["sittings"]
    hand = {"kind": "suit", "trump": "C", "declarer": 1, "bid": 18, "hand": False, "matadors": {"with": 1}}
    hand |= {"announced": "none", "declarer_points": 70}
    scorer = event.scorer(1, 1)
    json_of(scorer.post(f"/matches/{sitting['match_ids'][0]}/hands", hand), 201)
    (_, second, _) = event.sitting(1, 1)["scores"]
    # 24 points of the game, 50 for a game won.
    assert (second["points"], second["won"], second["lost"]) == (74, 1, 0)


def _named() -> tuple[Tournament, Any]:
    event = Tournament([{"name": "Ada"}, {"name": "Ben"}, {"name": "Cleo"}], game="points")
    (sitting,) = event.begin()["sittings"]
    scorer = event.scorer(1, 1)
    json_of(scorer.post(f"/matches/{sitting['match_ids'][0]}/hands", {"kind": "round", "scores": [1, 2, 3]}), 201)
    json_of(event.organiser.patch(f"{event.path}/entries/1", {"name": "Adalbert"}, "*"))
    return event, sitting


def _everything_stored() -> str:
    models = (Event, EventEntry, EventSitting, EventChange, EventAdjustment, EventCash, IdempotencyRecord)
    rows = [list(model._default_manager.values()) for model in models]
    return str([rows, list(Match.objects.values()), list(Player.objects.values()), list(Change.objects.values())])


def test_a_new_name_is_at_the_table_too() -> None:
    event, sitting = _named()
    names = [one["name"] for one in json_of(event.scorer(1, 1).get(f"/matches/{sitting['match_ids'][0]}"))["players"]]
    assert sorted(names) == ["Adalbert", "Ben", "Cleo"]


def test_one_persons_wish_deletes_a_name_everywhere() -> None:
    event, _ = _named()
    for path, body in (
        ("adjustments", {"entry": 1, "points": 1, "reason": "Adalbert helped"}),
        ("cash", {"kind": "other", "amount": 5, "note": "From Adalbert"}),
    ):
        json_of(event.organiser.post(f"{event.path}/{path}", body), 201)
    objection = {"entry": 2, "text": "Adalbert looked at the skat"}
    json_of(event.organiser.post(f"{event.table(1, 1)}/dispute", objection))
    assert "Adalbert" in _everything_stored()
    assert event.organiser.delete(f"{event.path}/entries/1/name").status_code == 204
    left = _everything_stored()
    assert "Adalbert" not in left
    assert "Ada" not in left
    assert "Ben" in left
    places = {one["entry"]: one["name"] for one in _standing(event)["results"]}
    assert (places[1], places[2]) == ("", "Ben")
    assert _standing(event)["results"][0]["points"] == 3
    assert event.sitting(1, 1)["objections"][0]["text"] == "No. 1 looked at the skat"


def test_names_go_after_the_time_that_was_set() -> None:
    event, _ = _named()
    json_of(event.organiser.patch(event.path, {"name_days": 0, "rules": {"rounds": 1}}, "*"))
    assert forget_due_names() == 0
    event.finish(1)
    assert forget_due_names() == 1
    left = _everything_stored()
    assert not any(name in left for name in ("Ada", "Ben", "Cleo"))
    assert json_of(event.organiser.get(event.path))["names_deleted_at"] <= timezone.now().isoformat()
    assert forget_due_names() == 0
