"""The player's own page: table, seat, place, what it takes; and the signature on the own phone."""

from __future__ import annotations

import re

import pytest

from tests.api.conftest import Api, json_of
from tests.api.events import Tournament
from tests.pages.phone import Pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    made = Tournament(7, rules={"rounds": 2, "confirmations": 2, "money": {"entry_fee": 500, "prizes": [70, 30]}})
    made.propose()
    made.step(1, "publish")
    return made


def _phone(tournament: Tournament, api: Api) -> Pages:
    phone = Pages()
    key = api.headers["Authorization"].removeprefix("Bearer ")
    assert phone.get(f"/events/join/{key}").status_code == 200
    return phone


def _player(tournament: Tournament, number: int) -> Pages:
    made = json_of(tournament.organiser.post(f"{tournament.path}/entries/{number}/key"), 201)
    return _phone(tournament, Api(made["key"]))


def _text(phone: Pages, path: str) -> str:
    answer = phone.get(path)
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode().split("<main")[1]))


def _seat_of(tournament: Tournament, entry: int, round_number: int = 1) -> tuple[int, int]:
    """The table and the seat of an entry."""
    for sitting in json_of(tournament.organiser.get(f"{tournament.path}/rounds/{round_number}"))["sittings"]:
        if entry in sitting["entries"]:
            return sitting["table_number"], sitting["entries"].index(entry) + 1
    raise AssertionError(entry)


def test_a_viewer_says_once_who_it_is(tournament: Tournament) -> None:
    phone = _phone(tournament, tournament.key_of("viewer"))
    assert "Who are you?" in _text(phone, f"/events/{tournament.id}/mine")
    chosen = phone.post(f"/events/{tournament.id}/mine/number", {"number": "5"})
    assert chosen.headers["Location"] == f"/events/{tournament.id}/mine"
    page = _text(phone, f"/events/{tournament.id}/mine")
    assert "Player 5 No. 5" in page
    table, seat = _seat_of(tournament, 5)
    assert f"Table {table}, seat {seat}" in page
    assert "is about to begin" in page
    assert "This is not me" in page
    assert phone.post(f"/events/{tournament.id}/mine/number", {"number": "99"}).status_code == 302
    assert "Who are you?" in _text(phone, f"/events/{tournament.id}/mine"), "there is no number 99"


def test_the_own_key_opens_the_own_page(tournament: Tournament) -> None:
    phone = _player(tournament, 3)
    page = _text(phone, f"/events/{tournament.id}")
    assert "Player 3 No. 3" in page
    assert "This is not me" not in page
    tournament.step(1, "start")
    for sitting in json_of(tournament.organiser.get(f"{tournament.path}/rounds/1"))["sittings"]:
        tournament.type(1, sitting["table_number"])
    page = _text(phone, f"/events/{tournament.id}")
    assert "Look at the result and sign" in page
    assert re.search(r"Place \d of 7", page)
    assert "provisional" in page


def test_second_phones_sign_and_only_for_themselves(tournament: Tournament) -> None:
    tournament.step(1, "start")
    tournament.type(1, 1)
    entries = tournament.sitting(1, 1)["entries"]
    place = f"/events/{tournament.id}/rounds/1/tables/1"
    phones = {number: _player(tournament, number) for number in entries[:2]}
    for left, (number, phone) in zip((1, 0), phones.items(), strict=True):
        html = phone.get(place).content.decode()
        assert html.count(f'action="{place}/sign"') == 1, "only the own name can be tapped"
        fields = dict(re.findall(r'name="(_once|entry|version)" value="([^"]*)"', html[html.index(f"{place}/sign") :]))
        assert phone.post(f"{place}/sign", {**fields, "entry": str(entries[2])}).status_code == 302
        sitting = tournament.sitting(1, 1)
        assert sitting["confirmed_by"][-1] == number, "for itself, whatever was sent"
        assert (sitting["status"] == "confirmed") is (left == 0)
    stranger = next(n for n in range(1, 8) if n not in entries)
    other = _player(tournament, stranger)
    assert f'action="{place}/sign"' not in other.get(place).content.decode()
    assert other.post(f"{place}/object", {"text": "I was not there"}).status_code == 403


def test_what_it_takes(tournament: Tournament) -> None:
    tournament.step(1, "start")
    first = tournament.sitting(1, 1)["entries"]
    tournament.type(1, 1, [400, 300, 200, 100])
    tournament.type(1, 2, [90, 80, 70])
    page = _text(_player(tournament, first[3]), f"/events/{tournament.id}")
    assert "Place 4 of 7" in page
    assert re.search(r"To the first place \(Player \d\): 300 points", page)
    assert re.search(r"To place 3 \(Player \d\): 100 points", page)
    assert re.search(r"To the last prize, place 2 \(Player \d\): 200 points", page)


def test_place_two_is_told_once_what_is_missing(tournament: Tournament) -> None:
    tournament.step(1, "start")
    first = tournament.sitting(1, 1)["entries"]
    tournament.type(1, 1, [400, 300, 200, 100])
    tournament.type(1, 2, [90, 80, 70])
    page = _text(_player(tournament, first[1]), f"/events/{tournament.id}")
    assert f"To the first place (Player {first[0]}): 100 points" in page
    assert "To place 1" not in page
    third = _text(_player(tournament, first[2]), f"/events/{tournament.id}")
    assert "To the last prize, place 2" in third
    assert "To place 2" not in third


def test_nobody_has_a_place_before_a_result(tournament: Tournament) -> None:
    tournament.step(1, "start")
    seated = _player(tournament, tournament.sitting(1, 1)["entries"][0])
    assert "Place" not in _text(seated, f"/events/{tournament.id}"), "no deal is played"
    tournament.type(1, 1, [400, 0, 200, 100])
    assert "Place 1 of 7" in _text(seated, f"/events/{tournament.id}")
    nought = _player(tournament, tournament.sitting(1, 1)["entries"][1])
    assert "Place 4 of 7" in _text(nought, f"/events/{tournament.id}"), "a result of 0 is one"
    other = _player(tournament, tournament.sitting(1, 2)["entries"][0])
    assert "Place" not in _text(other, f"/events/{tournament.id}")
    (late,) = tournament.enter([{"name": "Late"}])
    assert "Place" not in _text(_player(tournament, late["number"]), f"/events/{tournament.id}")


def test_the_clock_of_the_round_is_on_the_page(tournament: Tournament) -> None:
    made = Tournament(3, rules={"minutes": 90})
    made.begin()
    phone = _player(made, 1)
    html = phone.get(f"/events/{made.id}").content.decode()
    assert re.search(r'class="clock" role="timer" data-ends="20\d\d-[^"]+"', html)
    assert "Until" in html


def test_a_frozen_ranking_hides_the_points_of_other_tables() -> None:
    made = Tournament(8, rules={"rounds": 2, "phones": False})
    json_of(made.organiser.patch(made.path, {"frozen": True}, "*"))
    made.begin()
    made.type(1, 1, [7771, 7772, 7773, 7774])
    inside, outside = made.sitting(1, 1)["entries"][0], made.sitting(1, 2)["entries"][0]
    place = f"/events/{made.id}/rounds/1/tables/1"
    assert "7,771" in _text(_player(made, inside), place)
    assert "777" not in _text(_player(made, outside), place)
