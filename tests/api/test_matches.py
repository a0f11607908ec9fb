"""/tables/{id}/matches and /matches/{id}."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Evening, json_of, problem, round_of, stored


def test_it_works(evening: Evening) -> None:
    body = {"game": "points", "players": ["Ada", {"name": "Zoe"}], "options": {"target": 50}, "title": "Final"}
    response = evening.scorer.post(f"{evening.path}/matches", body)
    made = json_of(response, 201)
    assert response.headers["Location"] == f"/api/v1/matches/{made['id']}"
    assert response.headers["ETag"] == '"0"'
    assert (made["game"], made["title"], made["version"], made["table"]) == ("points", "Final", 0, evening.id)
    assert [seat["name"] for seat in made["players"]] == ["Ada", "Zoe"]
    assert made["sides"] == [{"seats": [0], "name": "Ada"}, {"seats": [1], "name": "Zoe"}]
    assert (made["totals"], made["finished"], made["winners"], made["hands"]) == ([0, 0], False, [], [])
    assert (made["next"]["number"], made["next"]["dealer"]) == (1, 0)
    path = f"/matches/{made['id']}"
    assert json_of(evening.viewer.get(path)) == made
    evening.record(path, 50, 10)
    after = json_of(evening.viewer.get(path))
    assert (after["version"], after["totals"], after["finished"], after["winners"]) == (1, [50, 10], True, [0])
    assert after["next"] is None
    assert after["updated_at"] >= after["created_at"]


def test_a_match_says_what_score_says(evening: Evening, match: str) -> None:
    evening.record(match, 5, 3, None)
    answer = json_of(evening.viewer.get(match))
    scored = json_of(
        evening.viewer.post("/games/points/score", {"players": ["Ada", "Ben", "Cleo"], "hands": [round_of(5, 3, None)]})
    )
    for name in ("game", "sides", "totals", "finished", "winners", "next", "state"):
        assert answer[name] == scored[name]
    for name, value in scored["hands"][0].items():
        assert answer["hands"][0][name] == value


def test_players_are_known_by_name_by_id_or_join(evening: Evening) -> None:
    ada, ben = json_of(evening.scorer.get(evening.path))["players"][:2]
    match = evening.match([ada["id"], {"player": ben["id"]}, "Zoe"])
    seats = json_of(evening.viewer.get(match))["players"]
    assert seats[0] == {"player": ada["id"], "name": "Ada"}
    assert seats[1] == {"player": ben["id"], "name": "Ben"}
    assert seats[2]["player"] in [one["id"] for one in json_of(evening.viewer.get(evening.path))["players"]]


def test_the_tables_players_may_be_sent_as_they_were_shown(evening: Evening) -> None:
    people = json_of(evening.scorer.get(evening.path))["players"]
    seats = json_of(evening.viewer.get(evening.match(people)))["players"]
    assert seats == [{"player": one["id"], "name": one["name"]} for one in people]
    match = evening.match([{"name": "Zoe", "color": "#00ff00"}, "Ada"])
    zoe = json_of(evening.viewer.get(match))["players"][0]["player"]
    colors = {one["id"]: one["color"] for one in json_of(evening.scorer.get(evening.path))["players"]}
    assert colors[zoe] == "#00ff00"


def test_house_rules_hold_where_the_match_says_nothing(evening: Evening) -> None:
    json_of(evening.scorer.patch(evening.path, {"options": {"points": {"target": 80, "winner_is": "lowest"}}}, 1))
    match = evening.match(options={"target": 30})
    assert json_of(evening.viewer.get(match))["options"] == {"target": 30, "winner_is": "lowest"}


def test_a_table_that_began_on_paper_goes_on(evening: Evening) -> None:
    match = evening.match(start={"totals": [40, 30, 20], "dealer": 2, "hands_played": 4})
    assert json_of(evening.viewer.get(match))["next"]["dealer"] == 2
    assert evening.record(match, 1, 2, 3)["totals"] == [41, 32, 23]


@pytest.mark.parametrize(
    ("change", "status", "pointer"),
    [
        ({"game": None}, 400, "/game"),
        ({"players": 3}, 400, "/players"),
        ({"players": [1, 2]}, 400, "/players/0"),
        ({"seats": 3}, 400, "/seats"),
        ({"options": {"aim": 3}}, 400, "/options/aim"),
        ({"start": {"totals": "none"}}, 400, "/start/totals"),
        ({"title": 5}, 400, "/title"),
        ({"game": "nothing"}, 422, "/game"),
        ({"players": []}, 422, "/players"),
        ({"players": [f"P{n}" for n in range(13)]}, 422, "/players"),
        ({"players": ["Ada", "Ada"]}, 422, "/players/1"),
        ({"players": ["Ada", ""]}, 422, "/players/1"),
        ({"players": ["Ada", {"player": "2" * 16}]}, 422, "/players/1/player"),
        ({"options": {"rounds": 0}}, 422, "/options/rounds"),
        ({"start": {"dealer": 9}}, 422, "/start/dealer"),
        ({"title": "x" * 81}, 422, "/title"),
    ],
)
def test_bad_input_starts_nothing(evening: Evening, change: Any, status: int, pointer: str) -> None:
    before = stored()
    body = {"game": "points", "players": ["Ada", "Zoe"], **change}
    problem(evening.scorer.post(f"{evening.path}/matches", body), status, pointer=pointer)
    assert stored() == before, "nobody joins by a match that was refused"


def test_the_list_goes_on_by_its_cursor(evening: Evening) -> None:
    made = [evening.match(title=str(n)) for n in range(5)] + [evening.match(game="truco", players=list("ABCD"))]
    listed: list[Any] = []
    path = f"{evening.path}/matches?limit=2"
    for pages in range(3):
        page = json_of(evening.viewer.get(path))
        listed += page["results"]
        assert (page["next"] is None) == (pages == 2)
        path = page["next"]
    assert [f"/matches/{one['id']}" for one in listed] == made[::-1]
    assert listed[0]["game"] == "truco"
    assert listed[1]["totals"] == [0, 0, 0]
    chosen = json_of(evening.viewer.get(f"{evening.path}/matches?game=truco"))
    assert [one["game"] for one in chosen["results"]] == ["truco"]


@pytest.mark.parametrize("query", ["limit=0", "limit=201", "limit=x", "cursor=x", "cursor=YWJj", "game=x", "sort=up"])
def test_a_query_that_cannot_be_read_is_refused(evening: Evening, query: str) -> None:
    error = problem(evening.viewer.get(f"{evening.path}/matches?{query}"), 400, "malformed")["errors"][0]
    assert error["parameter"] == query.partition("=")[0]
    assert "pointer" not in error


def test_the_table_ends_a_match_and_goes_on(evening: Evening, match: str) -> None:
    evening.record(match, 1, 5, 2)
    ended = json_of(evening.scorer.patch(match, {"ended": True, "title": "Short"}, 1))
    assert (ended["finished"], ended["ended"], ended["winners"], ended["title"]) == (True, True, [1], "Short")
    problem(evening.scorer.post(f"{match}/hands", round_of(1, 1, 1)), 422, pointer="")
    again = json_of(evening.scorer.patch(match, {"ended": False}, ended["version"]))
    assert (again["finished"], again["ended"], again["title"]) == (False, False, "Short")
    evening.record(match, 1, 1, 1)


def test_a_title_can_be_undone(evening: Evening, match: str) -> None:
    assert json_of(evening.scorer.patch(match, {"title": "Final"}, 0))["title"] == "Final"
    assert json_of(evening.scorer.post(f"{match}/undo"))["title"] == ""
    assert json_of(evening.scorer.post(f"{match}/redo"))["title"] == "Final"


@pytest.mark.parametrize(
    ("body", "status", "pointer"),
    [
        ({"title": 5}, 400, "/title"),
        ({"totals": [1, 2, 3]}, 400, "/totals"),
        ({"ended": "yes"}, 400, "/ended"),
        ({"title": "x" * 81}, 422, "/title"),
        ({"title": "a\nb"}, 422, "/title"),
    ],
)
def test_a_bad_change_changes_nothing(evening: Evening, match: str, body: Any, status: int, pointer: str) -> None:
    before = json_of(evening.viewer.get(match))
    problem(evening.scorer.patch(match, body, 0), status, pointer=pointer)
    assert json_of(evening.viewer.get(match)) == before


def test_a_deleted_match_is_gone(evening: Evening, match: str) -> None:
    evening.record(match, 1, 2, 3)
    problem(evening.scorer.delete(match), 428)
    problem(evening.scorer.delete(match, 0), 412)
    assert evening.scorer.delete(match, 1).status_code == 204
    problem(evening.scorer.get(match), 404)
    assert (stored()["Hand"], stored()["Change"]) == (0, 0)


def test_a_long_match_says_where_its_hands_go_on(evening: Evening, match: str, settings: Any) -> None:
    settings.MAX_PAGE_SIZE = 3
    settings.PAGE_SIZE = 3
    for n in range(7):
        evening.record(match, n, 0, 0)
    answer = json_of(evening.viewer.get(match))
    assert (len(answer["hands"]), answer["hand_count"]) == (3, 7)
    rest: list[Any] = []
    path = answer["hands_next"]
    while path:
        page = json_of(evening.viewer.get(path))
        rest += page["results"]
        path = page["next"]
    assert [hand["number"] for hand in answer["hands"] + rest] == list(range(1, 8))


@pytest.mark.parametrize("part", ["", "/hands", "/hands/1", "/history", "/export", "/export?format=csv"])
def test_what_has_not_changed_is_not_sent_again(evening: Evening, match: str, part: str) -> None:
    evening.record(match, 1, 2, 3)
    whole = evening.viewer.get(match + part)
    same = evening.viewer.get(match + part, If_None_Match=whole.headers["ETag"], Origin="https://app.example")
    assert (same.status_code, same.content) == (304, b"")
    for name in ("ETag", "Cache-Control"):
        assert same.headers[name] == whole.headers[name]
    assert "Authorization" in same.headers["Vary"]
    assert "Content-Type" not in same.headers, "a cache would take it for that of the answer it keeps"
    evening.record(match, 1, 2, 3)
    assert evening.viewer.get(match + part, If_None_Match=whole.headers["ETag"]).status_code == 200
