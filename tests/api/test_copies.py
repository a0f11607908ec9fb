"""A match that goes on without a network and comes back: nothing is merged or lost, each hand is there once."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command

from scoring.selectors.access_keys import Key
from scoring.selectors.match_snapshot import MatchNotFound, load_match
from scoring.services import differing_copies, match_copies
from tests.api.conftest import Api, Evening, json_of, problem, stored

Document = dict[str, Any]


def copy_of(evening: Evening, match: str) -> Document:
    document: Document = json_of(evening.viewer.get(f"{match}/copy"))
    return document


def give(evening: Evening, match: str, document: Document, status: int = 200, **query: str) -> Any:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return json_of(evening.scorer.post(f"{match}/copy{'?' if asked else ''}{asked}", document), status)


@pytest.fixture
def earlier(evening: Evening, match: str) -> Document:
    """The copy of the match after two hands, with keys to make it elsewhere."""
    evening.record(match, 20, -5, 12)
    evening.record(match, 1, 2, 3)
    return {**copy_of(evening, match), "viewer_key": evening.keys["viewer"]}


@pytest.fixture
def later(evening: Evening, match: str, earlier: Document) -> Document:
    """The copy of the same match after a further hand, a correction, another name and an undo."""
    evening.record(match, 7, 7, 7)
    version = copy_of_version(evening, match)
    json_of(evening.scorer.put(f"{match}/hands/1", {"kind": "round", "scores": [21, -5, 12]}, version))
    people = json_of(evening.viewer.get(evening.path))["players"]
    named = [{"id": one["id"], "name": one["name"].replace("Ada", "Adele")} for one in people]
    json_of(evening.scorer.patch(evening.path, {"players": named}, "*"))
    evening.record(match, 100, 100, 100)
    json_of(evening.scorer.post(f"{match}/undo"))
    return copy_of(evening, match)


def copy_of_version(evening: Evening, match: str) -> int:
    version: int = json_of(evening.viewer.get(match))["version"]
    return version


def test_a_match_is_given_to_a_server_that_does_not_know_its_table(
    evening: Evening, match: str, earlier: Document
) -> None:
    before = json_of(evening.viewer.get(match))
    history = json_of(evening.viewer.get(f"{match}/history"))
    evening.scorer.delete(evening.path, "*")
    assert stored()["Match"] == 0
    answer = give(evening, match, earlier, 201)
    assert (answer["comparison"], answer["current"]) == ("ahead", None)
    assert json_of(evening.viewer.get(match)) == before, "the same keys open the same match with the same players"
    assert json_of(evening.viewer.get(f"{match}/history")) == history
    assert json_of(evening.viewer.get(evening.path))["name"] == "Thursday"
    call_command("audit")


def test_what_was_recorded_since_is_added_once(
    evening: Evening, match: str, earlier: Document, later: Document
) -> None:
    now = json_of(evening.viewer.get(match))
    evening.scorer.delete(match, "*")
    give(evening, match, earlier, 201)
    answer = give(evening, match, later)
    assert (answer["comparison"], answer["version"]) == ("ahead", now["version"])
    assert json_of(evening.viewer.get(match)) == now
    rows = stored()
    assert give(evening, match, later)["comparison"] == "same"
    assert stored() == rows
    json_of(evening.scorer.post(f"{match}/redo"))
    assert json_of(evening.viewer.get(match))["hand_count"] == 4
    call_command("audit")


def test_a_copy_that_is_behind_changes_nothing_and_gets_the_newer_one(
    evening: Evening, match: str, earlier: Document, later: Document
) -> None:
    rows = stored()
    answer = give(evening, match, earlier)
    assert (answer["comparison"], answer["current"]) == ("behind", later)
    assert stored() == rows


def test_nothing_is_merged(evening: Evening, match: str, earlier: Document, later: Document) -> None:
    evening.scorer.delete(match, "*")
    give(evening, match, earlier, 201)
    evening.record(match, 9, 9, 9)
    here = copy_of(evening, match)
    answer = give(evening, match, later)
    assert (answer["comparison"], answer["current"]) == ("different", here)
    assert copy_of(evening, match) == here


def test_a_match_that_is_gone_comes_back_only_if_it_is_said(evening: Evening, match: str, earlier: Document) -> None:
    evening.scorer.delete(match, "*")
    problem(evening.scorer.post(f"{match}/copy?create=false", earlier), 404)
    assert stored()["Match"] == 0
    give(evening, match, earlier, 201)


def test_only_the_scorer_of_the_table_may_give_it(evening: Evening, match: str, earlier: Document) -> None:
    other = Evening()
    problem(evening.viewer.post(f"{match}/copy", earlier), 403, "read-only-key")
    problem(other.scorer.post(f"{match}/copy", earlier), 404)
    problem(Api("no-key").post(f"{match}/copy", earlier), 401)
    problem(Api().post(f"{match}/copy", earlier), 401)
    evening.scorer.delete(evening.path, "*")
    problem(other.scorer.post(f"{match}/copy", earlier), 404)
    problem(Api("no-key").post(f"{match}/copy", earlier), 401)
    assert stored()["Match"] == 0


def test_a_match_whose_id_names_another_table_is_refused(evening: Evening, match: str, earlier: Document) -> None:
    own_id = earlier["match"]["id"]
    foreign_id = "z" * 16 + own_id[16:]
    rows = stored()
    foreign = {**earlier, "match": {**earlier["match"], "id": foreign_id}}
    problem(evening.scorer.post(f"/api/v1/matches/{foreign_id}/copy", foreign), 404)
    assert stored() == rows


def test_a_match_of_another_table_stays_there(evening: Evening, match: str, earlier: Document) -> None:
    other = Evening()
    moved = {**earlier, "table": {**earlier["table"], "id": other.id}}
    problem(other.scorer.post(f"{match}/copy", moved), 404)
    assert copy_of(evening, match)["table"]["id"] == evening.id


@pytest.mark.parametrize(
    ("change", "status", "pointer"),
    [
        ({"format": "chess"}, 400, "/format"),
        ({"match": {"id": "x"}}, 400, "/match/id"),
        ({"match": {"id": "2" * 16}}, 422, "/match/id"),
        ({"match": {"seats": []}}, 422, "/match/seats"),
        ({"match": {"game": "chess"}}, 422, "/match/game"),
        ({"match": {"changes": []}}, 422, "/match/changes"),
        ({"table": {"name": ""}}, 422, "/table/name"),
        ({"table": {"options": {"points": {"target": 0}}}}, 422, "/table/options/points/target"),
        ({"table": {"id": "../../etc/passwd"}}, 400, "/table/id"),
    ],
)
def test_what_is_wrong_is_named(
    evening: Evening, match: str, earlier: Document, change: Document, status: int, pointer: str
) -> None:
    evening.scorer.delete(evening.path, "*")
    sent: Document = dict(earlier)
    for name, value in change.items():
        sent[name] = {**sent[name], **value} if isinstance(value, dict) else value
    answer = problem(evening.scorer.post(f"{match}/copy", sent), status)
    assert any(error["pointer"].startswith(pointer) for error in answer["errors"]), answer
    assert stored()["Table"] == 0


def test_players_of_the_same_name_are_the_same_person(evening: Evening, match: str, earlier: Document) -> None:
    evening.scorer.delete(match, "*")
    seats = ["2" * 16, *earlier["match"]["seats"][1:]]
    give(evening, match, {**earlier, "match": {**earlier["match"], "seats": seats}}, 201)
    assert copy_of(evening, match)["match"]["seats"] == earlier["match"]["seats"]
    assert stored()["Player"] == 4


def test_a_player_who_was_renamed_is_known_by_the_id(evening: Evening, match: str, earlier: Document) -> None:
    people = json_of(evening.viewer.get(evening.path))["players"]
    named = [{"id": one["id"], "name": one["name"].replace("Ada", "Adele")} for one in people]
    json_of(evening.scorer.patch(evening.path, {"players": named}, "*"))
    evening.scorer.delete(match, "*")
    give(evening, match, earlier, 201)
    assert copy_of(evening, match)["match"]["seats"] == earlier["match"]["seats"]
    assert stored()["Player"] == 4


# -- on the phone ------------------------------------------------------------------------------------------


class Phone:
    """The copy of this match that a phone took when it was at ``earlier``, in the same database."""

    def __init__(self, evening: Evening, match: str) -> None:
        self.evening, self.path, self.id = evening, match, match.rpartition("/")[2]
        self.key = Key.parse(evening.keys["scorer"])

    def take(self, document: Document) -> str:
        return match_copies.receive_from_server(document, self.key).comparison

    def settle(self, stands: Any, *added: int) -> list[list[float]]:
        differing_copies.settle(load_match(self.id), stands, added)
        call_command("audit")
        return self.hands()

    def hands(self) -> list[list[float]]:
        return [hand["input"]["scores"] for hand in json_of(self.evening.viewer.get(self.path))["hands"]]

    def record(self, *scores: float) -> None:
        self.evening.record(self.path, *scores)


@pytest.fixture
def phone(evening: Evening, match: str, earlier: Document, later: Document) -> Phone:
    """A phone at ``earlier``, whose server has ``later``."""
    evening.scorer.delete(match, "*")
    phone = Phone(evening, match)
    assert phone.take(earlier) == "ahead"
    assert phone.hands() == [[20, -5, 12], [1, 2, 3]]
    return phone


SERVER = [[21, -5, 12], [1, 2, 3], [7, 7, 7]]


def test_a_phone_with_nothing_new_takes_what_the_server_has(phone: Phone, later: Document) -> None:
    assert phone.take(later) == "ahead"
    assert phone.hands() == SERVER
    assert phone.take(later) == "same"


def test_what_differs_is_shown_and_waits(phone: Phone, later: Document) -> None:
    phone.record(7, 7, 7)
    phone.record(30, 0, 0)
    here = copy_of(phone.evening, phone.path)
    assert phone.take(later) == "different"
    assert copy_of(phone.evening, phone.path) == here
    match = load_match(phone.id)
    known = match_copies.server_copy(match.id)
    assert known
    found = differing_copies.differences(match, known.different)
    assert found.common == 1
    shown = [[(one.place, one.twin) for one in side] for side in (found.phone, found.server)]
    assert shown == [[(0, False), (2, True), (3, False)], [(0, False), (2, True)]]


@pytest.mark.parametrize(
    ("stands", "added", "hands"),
    [
        ("server", [3], [*SERVER, [30, 0, 0]]),
        ("server", [], SERVER),
        ("server", [2, 3], [*SERVER, [7, 7, 7], [30, 0, 0]]),
        ("phone", [], [[20, -5, 12], [1, 2, 3], [7, 7, 7], [30, 0, 0]]),
        ("phone", [2], [[20, -5, 12], [1, 2, 3], [7, 7, 7], [30, 0, 0], [7, 7, 7]]),
    ],
)
def test_a_person_settles_it(
    phone: Phone, later: Document, stands: str, added: list[int], hands: list[list[int]]
) -> None:
    phone.record(7, 7, 7)
    phone.record(30, 0, 0)
    phone.take(later)
    assert phone.settle(stands, *added) == hands
    settled = copy_of(phone.evening, phone.path)
    assert settled["match"]["changes"][: len(later["match"]["changes"])] == later["match"]["changes"]
    # The server takes it, since its own history comes first in it.
    phone.evening.scorer.delete(phone.path, "*")
    give(phone.evening, phone.path, later, 201)
    assert give(phone.evening, phone.path, settled)["comparison"] == ("same" if hands == SERVER else "ahead")
    assert phone.hands() == hands


@pytest.mark.parametrize(("stands", "title", "note"), [("phone", "Ours", "rain"), ("server", "", "")])
def test_title_and_note_are_those_of_the_copy_that_stands(
    phone: Phone, later: Document, stands: str, title: str, note: str
) -> None:
    phone.record(30, 0, 0)
    json_of(phone.evening.scorer.patch(phone.path, {"title": "Ours", "note": "rain"}, "*"))
    phone.take(later)
    phone.settle(stands)
    settled = json_of(phone.evening.viewer.get(phone.path))
    assert (settled["title"], settled["note"]) == (title, note)


def test_it_is_settled_once(phone: Phone, later: Document) -> None:
    phone.record(30, 0, 0)
    phone.take(later)
    phone.settle("server", 2)
    with pytest.raises(MatchNotFound):
        phone.settle("server", 2)
    assert phone.hands() == [*SERVER, [30, 0, 0]]
    assert phone.take(later) == "behind", "the phone has more than the server now"


def test_a_match_that_was_ended_in_one_place(phone: Phone, later: Document) -> None:
    phone.record(30, 0, 0)
    json_of(phone.evening.scorer.patch(phone.path, {"ended": True}, "*"))
    phone.take(later)
    assert phone.settle("phone") == [[20, -5, 12], [1, 2, 3], [30, 0, 0]]
    assert json_of(phone.evening.viewer.get(phone.path))["ended"] is True


def test_a_new_key_of_the_server_counts(phone: Phone, later: Document) -> None:
    made = json_of(phone.evening.scorer.post(f"{phone.evening.path}/keys/scorer"), 201)["key"]
    phone.key = Key.parse(phone.evening.keys["scorer"])  # what the server gave this phone meanwhile
    phone.take(later)
    assert phone.hands() == SERVER
    problem(Api(made).get(phone.path), 401)
    json_of(phone.evening.scorer.get(phone.path))
