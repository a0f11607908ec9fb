"""Undo, redo and the history."""

from __future__ import annotations

from tests.api.conftest import Evening, json_of, problem, round_of


def test_it_works(evening: Evening, match: str) -> None:
    evening.record(match, 1, 0, 0)
    evening.record(match, 2, 0, 0)
    response = evening.scorer.post(f"{match}/undo")
    assert json_of(response)["totals"] == [1, 0, 0]
    assert response.headers["ETag"] == '"3"'
    assert json_of(evening.scorer.post(f"{match}/redo"))["totals"] == [3, 0, 0]
    entries = json_of(evening.viewer.get(f"{match}/history"))["results"]
    assert [(one["version"], one["what"], one["hand"]) for one in entries] == [
        (1, "record", 1),
        (2, "record", 2),
        (3, "undo", 2),
        (4, "redo", 2),
    ]
    assert (entries[0]["before"], entries[0]["after"]) == (None, round_of(1, 0, 0))
    assert (entries[2]["before"], entries[2]["after"], entries[2]["target"]) == (round_of(2, 0, 0), None, 2)
    assert all(one["when"].endswith("Z") for one in entries)


def test_undo_takes_back_whatever_was_last(evening: Evening, match: str) -> None:
    for n in (1, 2):
        evening.record(match, n, 0, 0)
    evening.scorer.put(f"{match}/hands/1", round_of(10, 0, 0), 2)
    evening.scorer.delete(f"{match}/hands/2", 3)
    evening.scorer.patch(match, {"ended": True}, 4)
    seen = []
    for _ in range(5):
        answer = json_of(evening.scorer.post(f"{match}/undo"))
        seen.append((answer["totals"][0], answer["finished"]))
    assert seen == [(10, False), (12, False), (3, False), (1, False), (0, False)]
    problem(evening.scorer.post(f"{match}/undo"), 409, "conflict")


def test_a_new_hand_leaves_nothing_to_redo(evening: Evening, match: str) -> None:
    problem(evening.scorer.post(f"{match}/redo"), 409, "conflict")
    evening.record(match, 1, 0, 0)
    evening.scorer.post(f"{match}/undo")
    evening.record(match, 5, 0, 0)
    problem(evening.scorer.post(f"{match}/redo"), 409, "conflict")


def test_undo_may_say_what_it_has_seen(evening: Evening, match: str) -> None:
    evening.record(match, 1, 0, 0)
    problem(evening.scorer.post(f"{match}/undo", If_Match='"0"'), 412, "stale")
    assert json_of(evening.scorer.post(f"{match}/undo", If_Match='"1"'))["version"] == 2


def test_undo_with_a_lost_answer_happens_once(evening: Evening, match: str) -> None:
    evening.record(match, 1, 0, 0)
    evening.record(match, 2, 0, 0)
    first = json_of(evening.scorer.post(f"{match}/undo", Idempotency_Key="again"))
    assert json_of(evening.scorer.post(f"{match}/undo", Idempotency_Key="again")) == first
    assert json_of(evening.viewer.get(match))["hand_count"] == 1


def test_nothing_is_sent_to_undo(evening: Evening, match: str) -> None:
    evening.record(match, 1, 0, 0)
    problem(evening.scorer.post(f"{match}/undo", {"hand": 1}), 400, "malformed")
    assert json_of(evening.scorer.post(f"{match}/undo", {}))["hand_count"] == 0


def test_the_history_goes_on_by_its_cursor(evening: Evening, match: str) -> None:
    for n in range(5):
        evening.record(match, n, 0, 0)
    versions: list[int] = []
    path = f"{match}/history?limit=2"
    while path:
        page = json_of(evening.viewer.get(path))
        versions += [one["version"] for one in page["results"]]
        path = page["next"]
    assert versions == [1, 2, 3, 4, 5]


def test_a_rename_stands_in_the_history(evening: Evening, match: str) -> None:
    ada, *rest = json_of(evening.scorer.get(evening.path))["players"]
    people = [{"id": ada["id"], "name": "Adele"}, *({"id": one["id"], "name": one["name"]} for one in rest)]
    json_of(evening.scorer.patch(evening.path, {"players": people}, "*"))
    (entry,) = json_of(evening.viewer.get(f"{match}/history"))["results"]
    assert entry["what"] == "rename"
    assert [seat["name"] for seat in entry["before"]] == ["Ada", "Ben", "Cleo"]
    assert [seat["name"] for seat in entry["after"]] == ["Adele", "Ben", "Cleo"]
