"""Export and import without loss."""

from __future__ import annotations

import copy
import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from rulesref.files import load_yaml
from scoring.games import all_games
from tests.api.conftest import Evening, json_of, problem, round_of, stored

GOLDEN = Path(__file__).parent.parent / "games" / "golden"


@pytest.fixture
def eventful(evening: Evening) -> str:
    """A match that was corrected, renamed, undone, redone and ended."""
    match = evening.match(options={"winner_is": "lowest"}, start={"totals": [4, 5, 6]}, title="Final")
    for n in (1, 2, 3):
        evening.record(match, n, -n, None)
    json_of(evening.scorer.put(f"{match}/hands/2", {**round_of(9, 9, 9), "note": "recounted"}, 3))
    evening.scorer.delete(f"{match}/hands/1", 4)
    evening.scorer.post(f"{match}/undo")
    evening.scorer.patch(match, {"title": "Grand final"}, 6)
    people = json_of(evening.viewer.get(evening.path))["players"]
    named = [{"id": one["id"], "name": one["name"].replace("Ada", "Adele")} for one in people]
    json_of(evening.scorer.patch(evening.path, {"players": named}, "*"))
    evening.scorer.patch(match, {"ended": True}, 8)
    evening.scorer.post(f"{match}/undo")
    evening.scorer.post(f"{match}/redo")
    return match


def brought_in(evening: Evening, document: Any) -> str:
    answer = json_of(evening.scorer.post(f"{evening.path}/import?known=import", document), 201)
    return f"/matches/{answer['matches'][0]['id']}"


def without_ids(document: Any) -> Any:
    return {**document, "matches": [{**match, "id": None} for match in document["matches"]]}


def test_it_works(evening: Evening, eventful: str) -> None:
    document = json_of(evening.viewer.get(f"{eventful}/export"))
    other = Evening()
    copied = brought_in(other, document)
    assert without_ids(json_of(other.viewer.get(f"{copied}/export?format=json"))) == without_ids(document)
    own, its = json_of(evening.viewer.get(eventful)), json_of(other.viewer.get(copied))
    for name in ("id", "table", "players"):
        del own[name], its[name]
    assert own == its
    history = [json_of(one.viewer.get(f"{path}/history")) for one, path in ((evening, eventful), (other, copied))]
    assert history[0] == history[1]
    call_command("audit")


def test_undo_goes_on_where_it_was(evening: Evening, eventful: str) -> None:
    copied = brought_in(evening, json_of(evening.viewer.get(f"{eventful}/export")))
    for _ in range(6):
        first = json_of(evening.scorer.post(f"{eventful}/undo"))
        second = json_of(evening.scorer.post(f"{copied}/undo"))
        assert first["hands"] == second["hands"]
        assert (first["title"], first["ended"]) == (second["title"], second["ended"])
    problem(evening.scorer.post(f"{copied}/undo"), 409)


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_a_match_of_every_game_comes_back_as_it_was(evening: Evening, slug: str) -> None:
    golden = load_yaml((GOLDEN / f"{slug}.yaml").read_text(encoding="utf-8"))
    names = [f"P{n}" for n in range(golden["players"])]
    match = evening.match(names, slug, options=golden.get("options", {}), start=golden.get("start", {}))
    for hand in golden["hands"][:4]:
        json_of(evening.scorer.post(f"{match}/hands", hand), 201)
    document = json_of(evening.viewer.get(f"{match}/export"))
    copied = brought_in(evening, document)
    assert without_ids(json_of(evening.viewer.get(f"{copied}/export"))) == without_ids(document)
    assert json_of(evening.viewer.get(copied))["hands"] == json_of(evening.viewer.get(match))["hands"]


def test_a_match_that_has_just_begun_is_imported(evening: Evening, match: str) -> None:
    document = json_of(evening.viewer.get(f"{match}/export"))
    imported = json_of(evening.scorer.post(f"{evening.path}/import?known=import", document), 201)["matches"]
    assert [(one["version"], one["hand_count"]) for one in imported] == [(0, 0)]


def test_a_document_by_hand_needs_no_history(evening: Evening) -> None:
    at = "2026-05-01T20:15:00+00:00"
    match = {
        "game": "points",
        "players": [{"name": "Ada"}, {"name": "Zoe", "color": "#aa0000"}],
        "created_at": at,
        "updated_at": at,
        "ended": True,
        "hands": [{"input": round_of(1, 2), "recorded_at": at}],
    }
    copied = brought_in(evening, {"format": "card-table-companion", "version": 1, "matches": [match]})
    answer = json_of(evening.viewer.get(copied))
    assert (answer["totals"], answer["winners"], answer["version"]) == ([1, 2], [1], 2)
    assert answer["hands"][0]["recorded_at"] == "2026-05-01T20:15:00.000Z"
    people = {one["name"]: one["color"] for one in json_of(evening.viewer.get(evening.path))["players"]}
    assert people["Zoe"] == "#aa0000"


def _change(path: str, value: Any) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        *steps, last = [int(part) if part.lstrip("-").isdigit() else part for part in path.split("/")]
        for step in steps:
            document = document[step]
        if value is None:
            del document[last]
        else:
            document[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "status", "pointer"),
    [
        (_change("format", "other"), 400, "/format"),
        (_change("version", 2), 400, "/version"),
        (_change("matches", []), 422, "/matches"),
        (_change("matches/0/hands", None), 400, "/matches/0/hands"),
        (_change("matches/0/winners", [1]), 400, "/matches/0/winners"),
        (_change("matches/0/game", "nothing"), 422, "/matches/0/game"),
        (_change("matches/0/players", [{"name": "Ada"}, {"name": "Ada"}]), 422, "/matches/0/players/1"),
        (_change("matches/0/players/0/color", "red"), 422, "/matches/0/players/0/color"),
        (_change("matches/0/options", {"rounds": 0}), 422, "/matches/0/options/rounds"),
        (_change("matches/0/start", {"totals": [1]}), 422, "/matches/0/start/totals"),
        (_change("matches/0/created_at", "yesterday"), 422, "/matches/0/created_at"),
        (_change("matches/0/updated_at", "9999-12-31T23:59:59-14:00"), 422, "/matches/0/updated_at"),
        (_change("matches/0/changes/0/when", "0001-01-01T00:00:00+14:00"), 422, "/matches/0/changes/0/when"),
        (_change("matches/0/hands/1/recorded_at", "2026-05-01T20:15:00"), 422, "/matches/0/hands/1/recorded_at"),
        (_change("matches/0/hands/1/input", {"kind": "deal"}), 400, "/matches/0/hands/1/input/kind"),
        (_change("matches/0/hands/1/input/scores", [1]), 422, "/matches/0/hands/1/input/scores"),
        (_change("matches/0/hands/1/input/scores", [1, 1, 1]), 422, "/matches/0/changes"),
        (_change("matches/0/ended", False), 422, "/matches/0/changes"),
        (_change("matches/0/changes/-1", None), 422, "/matches/0/changes"),
        (_change("matches/0/changes/0", None), 422, "/matches/0/changes/0/hand"),
        (_change("matches/0/changes/3/before", round_of(0, 0, 0)), 422, "/matches/0/changes/3/before"),
        (_change("matches/0/changes/5/target", 1), 422, "/matches/0/changes/5/target"),
        (_change("matches/0/changes/5/hand", 3), 422, "/matches/0/changes/5"),
        (_change("matches/0/changes/0/kind", "invent"), 400, "/matches/0/changes/0/kind"),
        (_change("matches/0/changes/6/after", 7), 422, "/matches/0/changes/6"),
        (_change("matches/0/title", "x" * 81), 422, "/matches/0/title"),
    ],
)
def test_what_does_not_add_up_brings_nothing_in(
    evening: Evening, eventful: str, change: Callable[[Any], None], status: int, pointer: str
) -> None:
    document = copy.deepcopy(json_of(evening.viewer.get(f"{eventful}/export")))
    document["matches"].insert(1, copy.deepcopy(document["matches"][0]))
    change(document)
    before = stored()
    problem(evening.scorer.post(f"{evening.path}/import?known=import", document), status, pointer=pointer)
    assert stored() == before


def test_an_import_happens_once(evening: Evening, eventful: str) -> None:
    document = json_of(evening.viewer.get(f"{eventful}/export"))
    path = f"{evening.path}/import?known=import"
    first = json_of(evening.scorer.post(path, document, Idempotency_Key="k"), 201)
    assert json_of(evening.scorer.post(path, document, Idempotency_Key="k"), 201) == first
    assert stored()["Match"] == 2


def imported(evening: Evening, document: Any, status: int) -> tuple[list[str], list[tuple[str, str, str]]]:
    """The ids of the new matches; pointer, id and comparison of the others."""
    answer = json_of(evening.scorer.post(f"{evening.path}/import", document), status)
    skipped = [(one["pointer"], one["match"], one["comparison"]) for one in answer["skipped"]]
    return [one["id"] for one in answer["matches"]], skipped


def wins(evening: Evening) -> list[tuple[str, int, int, float]]:
    lines = json_of(evening.viewer.get(f"{evening.path}/standings"))["players"]
    return [(line["name"], line["matches"], line["wins"], line["points"]) for line in lines]


@pytest.mark.parametrize("with_ids", [True, False], ids=["", "export of an earlier release"])
def test_a_match_that_is_imported_twice_counts_once(evening: Evening, with_ids: bool) -> None:
    match = evening.match(["Ada", "Ben"], options={"rounds": 1})
    rules = {"word": "cents", "value": "1", "ramsch_fee": 0}
    json_of(evening.scorer.put(f"{match}/settlement", rules, "*"))
    evening.record(match, 12, 3)
    document = json_of(evening.viewer.get(f"{match}/export"))
    if not with_ids:
        del document["matches"][0]["id"]
    before = stored(), wins(evening), json_of(evening.viewer.get(f"{evening.path}/settlement"))
    for _ in range(2):
        assert imported(evening, document, 200) == ([], [("/matches/0", match.rpartition("/")[2], "same")])
    assert (stored(), wins(evening), json_of(evening.viewer.get(f"{evening.path}/settlement"))) == before
    other = Evening()
    (copied,), skipped = imported(other, document, 201)
    assert skipped == []
    assert imported(other, document, 200) == ([], [("/matches/0", copied, "same")])
    twice = {**document, "matches": document["matches"] * 2}
    third = Evening()
    (made,), skipped = imported(third, twice, 201)
    assert skipped == [("/matches/1", made, "same")]
    back = json_of(other.viewer.get(f"/matches/{copied}/export"))
    assert imported(evening, back, 200)[1] == [("/matches/0", match.rpartition("/")[2], "same")], "there and back"


def test_a_match_that_was_changed_meanwhile_stays_as_it_is(evening: Evening) -> None:
    match = evening.match(["Ada", "Ben"])
    evening.record(match, 1, 2)
    early = json_of(evening.viewer.get(f"{match}/export"))
    evening.record(match, 3, 4)
    late = json_of(evening.viewer.get(f"{match}/export"))
    match_id = match.rpartition("/")[2]
    assert imported(evening, early, 200) == ([], [("/matches/0", match_id, "behind")])
    other = Evening()
    (copied,), _ = imported(other, early, 201)
    assert imported(other, late, 200) == ([], [("/matches/0", copied, "ahead")])
    assert json_of(other.viewer.get(f"/matches/{copied}"))["hand_count"] == 1
    other.record(f"/matches/{copied}", 5, 6)
    before = json_of(other.viewer.get(f"/matches/{copied}"))
    assert imported(other, late, 200) == ([], [("/matches/0", copied, "different")])
    assert json_of(other.viewer.get(f"/matches/{copied}")) == before


def test_a_deleted_match_comes_back_under_its_id(evening: Evening, eventful: str) -> None:
    document = json_of(evening.viewer.get(f"{eventful}/export"))
    assert evening.scorer.delete(eventful, "*").status_code == 204
    assert imported(evening, document, 201) == ([eventful.rpartition("/")[2]], [])
    assert json_of(evening.viewer.get(f"{eventful}/export")) == document


def test_matches_on_paper_that_begin_at_the_same_time_are_two(evening: Evening) -> None:
    at = "2026-05-01T00:00:00Z"
    common = {"game": "points", "players": [{"name": "Ada"}, {"name": "Ben"}], "created_at": at, "updated_at": at}
    matches = [{**common, "hands": [{"input": round_of(*scores), "recorded_at": at}]} for scores in ((1, 2), (3, 4))]
    document = {"format": "card-table-companion", "version": 1, "matches": matches}
    made, skipped = imported(evening, document, 201)
    assert (len(made), skipped) == (2, [])
    exported = [json_of(evening.viewer.get(f"/matches/{one}/export"))["matches"][0] for one in made]
    assert len(imported(Evening(), {**document, "matches": exported}, 201)[0]) == 2


def test_the_sheet_as_csv(evening: Evening, eventful: str) -> None:
    response = evening.viewer.get(f"{eventful}/export?format=csv")
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in response.headers["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(response.content.decode())))
    assert [row["Adele: total"] for row in rows] == ["5", "14", "17"]
    assert rows[1]["hand"] == "recounted"


def test_no_cell_is_taken_for_a_formula(evening: Evening) -> None:
    match = evening.match(["=1+1", "@Ben"])
    json_of(evening.scorer.post(f"{match}/hands", {**round_of(1, -2), "note": "=cmd()"}), 201)
    rows = list(csv.reader(io.StringIO(evening.viewer.get(f"{match}/export?format=csv").content.decode())))
    assert [cell for row in rows for cell in row if cell[:1] in ("=", "@", "+")] == []
    assert "-2" in rows[1], "figures stay figures"


def test_there_are_two_formats(evening: Evening, match: str) -> None:
    problem(evening.viewer.get(f"{match}/export?format=xml"), 400, "malformed")


def test_accept_chooses_the_form_as_the_parameter_does(evening: Evening, eventful: str) -> None:
    sheet = evening.viewer.get(f"{eventful}/export?format=csv")
    for accept in ("text/csv", "text/csv, application/json;q=0.5", "text/*"):
        response = evening.viewer.get(f"{eventful}/export", Accept=accept)
        assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
        assert response.content == sheet.content
        assert response.headers["ETag"] == sheet.headers["ETag"]
    whole = evening.viewer.get(f"{eventful}/export", Accept="application/json")
    assert json_of(whole)["format"] == "card-table-companion"
    assert json_of(evening.viewer.get(f"{eventful}/export?format=json", Accept="text/csv")) == json_of(whole)
    assert "Accept" in whole.headers["Vary"]
    again = evening.viewer.get(f"{eventful}/export?format=csv", If_None_Match=whole.headers["ETag"])
    assert again.status_code == 200, "another form is another text"


def test_times_of_an_export_are_written_as_everywhere(evening: Evening, eventful: str) -> None:
    match = json_of(evening.viewer.get(f"{eventful}/export"))["matches"][0]
    times = [match["created_at"], match["updated_at"], *(one["recorded_at"] for one in match["hands"])]
    assert all(time.endswith("Z") for time in [*times, *(one["when"] for one in match["changes"])])
