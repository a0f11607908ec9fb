"""Lists from tables without a network: begun from the start card's code, brought back by the code of the list."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from scoring.match_code import CodedChange, decode, encode
from scoring.selectors.match_snapshot import load_match
from scoring.services import match_codes, matches
from tests.api.conftest import json_of
from tests.api.events import Tournament
from tests.pages.phone import Pages

pytestmark = pytest.mark.django_db

HAND = {"kind": "suit", "trump": "C", "declarer": 0, "matadors": {"with": 1}, "outcome": {"won": True}}


@pytest.fixture
def tournament() -> Tournament:
    made = Tournament(3, rules={"deals": 3})
    made.begin()
    return made


@pytest.fixture
def phone(tournament: Tournament) -> Pages:
    """The organiser's."""
    made = Pages()
    assert made.get(f"/events/join/{tournament.key}").status_code == 200
    return made


def _match(tournament: Tournament) -> str:
    return str(tournament.sitting(1, 1)["match_ids"][0])


def _list_of(tournament: Tournament, *hands: dict[str, Any]) -> str:
    """The codes of the list as a phone alone has it, which began with the code on the start card."""
    start_card = match_codes.codes_of(load_match(_match(tournament)))
    began = decode(start_card)
    assert not began.changes
    changes = [
        CodedChange(what="record", hand=number, after=hand, when=began.created + 60 * number)
        for number, hand in enumerate(hands, 1)
    ]
    return "\n".join(encode(began.model_copy(update={"changes": changes})))


def _collect(phone: Pages, tournament: Tournament, codes: str, **fields: str) -> tuple[int, str]:
    answer = phone.post(f"/events/{tournament.id}/collect", {"codes": codes, **fields})
    return answer.status_code, unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))


def test_a_list_comes_back_once(tournament: Tournament, phone: Pages) -> None:
    codes = _list_of(tournament, HAND, HAND, HAND)
    status, page = _collect(phone, tournament, codes)
    assert status == 200
    assert "✓ Table 1 · 3 deals" in page
    assert "1 of 1 tables are in" in page, "a list with all its deals is finished"
    sitting = tournament.sitting(1, 1)
    assert sitting["status"] == "entered"
    assert sitting["source"] == "match"
    status, page = _collect(phone, tournament, codes)
    assert "this list was here already" in page
    assert tournament.sitting(1, 1)["scores"] == sitting["scores"], "each result counts once"


def test_a_list_that_is_finished_on_the_phone_too_is_the_same() -> None:
    tournament, phone = Tournament(3, rules={"deals": 2}), Pages()  # fewer than Skat has: the event ends the match
    tournament.begin()
    phone.get(f"/events/join/{tournament.key}")
    codes = _list_of(tournament, HAND, HAND)
    coded = decode(codes.split())
    at = coded.changes[-1].when + 5
    ended = coded.model_copy(update={"changes": [*coded.changes, CodedChange(what="finish", hand=0, when=at)]})
    assert _collect(phone, tournament, codes)[0] == 200
    status, page = _collect(phone, tournament, "\n".join(encode(ended)))
    assert status == 200
    assert "this list was here already" in page


def test_half_a_list_goes_on_whatever_way_it_comes(tournament: Tournament, phone: Pages) -> None:
    half, whole = _list_of(tournament, HAND), _list_of(tournament, HAND, HAND, HAND)
    assert _collect(phone, tournament, half)[0] == 200
    assert tournament.sitting(1, 1)["status"] == "open"
    assert "✓ Table 1 · 3 deals" in _collect(phone, tournament, whole)[1]
    _status, page = _collect(phone, tournament, half)
    assert "this list was here already" in page, "an older code changes nothing"
    assert load_match(_match(tournament)).hand_count == 3


def test_two_lists_with_hands_of_their_own(tournament: Tournament, phone: Pages) -> None:
    lost = {**HAND, "outcome": {"won": False}}
    codes = _list_of(tournament, HAND, HAND)
    matches.record(load_match(_match(tournament)), lost)
    status, page = _collect(phone, tournament, codes)
    assert status == 409
    assert "Table 1: two lists with hands of their own" in page
    assert "The list that was read" in page
    assert load_match(_match(tournament)).hand_count == 1, "nothing was changed yet"
    assert "✓ Table 1 · 2 deals" in _collect(phone, tournament, codes, holds="read")[1]
    assert load_match(_match(tournament)).hand_count == 2


def test_a_typed_result_stands_beside_another_list(tournament: Tournament, phone: Pages) -> None:
    tournament.type(1, 1, [1, 2, 3])
    assert _collect(phone, tournament, _list_of(tournament, HAND, HAND, HAND))[0] == 200
    assert tournament.sitting(1, 1)["status"] == "disputed", "the organiser picks"


def test_a_list_that_holds_against_a_typed_result_is_charged(phone: Pages) -> None:
    rules = {"deals": 3, "money": {"passed_in_fee": 10}}
    tournament = Tournament(3, rules=rules, options={"rules": "international"})
    tournament.begin()
    phone.get(f"/events/join/{tournament.key}")
    tournament.type(1, 1, [1, 2, 3], passed_in=0)
    passed = {"kind": "passed_in"}
    assert _collect(phone, tournament, _list_of(tournament, HAND, passed, passed))[0] == 200
    seen = f'"{tournament.sitting(1, 1)["version"]}"'
    json_of(tournament.organiser.post(f"{tournament.table(1, 1)}/confirm", {"choice": "other"}, If_Match=seen))
    tournament.step(1, "close")
    cash = json_of(tournament.organiser.get(f"{tournament.path}/cash"))
    assert [one["fees"] for one in cash["entries"]] == [20, 20, 20]


def test_a_confirmed_table_stays(tournament: Tournament, phone: Pages) -> None:
    lost = {**HAND, "outcome": {"won": False}}
    whole, other = _list_of(tournament, HAND, HAND, HAND), _list_of(tournament, HAND, HAND, lost)
    assert _collect(phone, tournament, whole)[0] == 200
    seen = f'"{tournament.sitting(1, 1)["version"]}"'
    tournament.organiser.post(f"{tournament.table(1, 1)}/confirm", {}, If_Match=seen)
    assert tournament.sitting(1, 1)["status"] == "confirmed"
    status, page = _collect(phone, tournament, other, holds="read")
    assert status == 422
    assert "This table is confirmed" in page


def test_a_list_of_elsewhere_and_a_code_that_is_none(tournament: Tournament, phone: Pages) -> None:
    other = Tournament(3)
    other.begin()
    status, page = _collect(phone, tournament, _list_of(other, HAND))
    assert status == 422
    assert "This list is of no table of this event." in page
    assert _collect(phone, tournament, "nonsense")[0] == 422
    referee = Pages()
    key = tournament.key_of("referee").headers["Authorization"].removeprefix("Bearer ")
    referee.get(f"/events/join/{key}")
    assert referee.get(f"/events/{tournament.id}/collect").status_code == 404


def test_only_the_readers_of_codes_may_use_the_camera(tournament: Tournament, phone: Pages) -> None:
    assert "camera=(self)" in phone.get(f"/events/{tournament.id}/collect").headers["Permissions-Policy"]
    assert "camera=()" in phone.get(f"/events/{tournament.id}").headers["Permissions-Policy"]


def test_the_start_card_carries_the_list(tournament: Tournament, phone: Pages) -> None:
    page = phone.get(f"/events/{tournament.id}/rounds/1/cards?alone").content.decode()
    assert page.count('class="qr"') == 1
    assert "Codes for phones with a network" in page


def test_a_program_takes_a_list_too(tournament: Tournament) -> None:
    lost = {**HAND, "outcome": {"won": False}}
    codes = _list_of(tournament, HAND, HAND).split()
    path = f"{tournament.path}/lists"
    matches.record(load_match(_match(tournament)), lost)
    refused = json_of(tournament.organiser.post(path, {"codes": codes}), 409)
    assert refused["match"] == _match(tournament)
    taken = json_of(tournament.organiser.post(path, {"codes": codes, "holds": "read"}))
    assert taken == {"round": 1, "table_number": 1, "match": _match(tournament), "deals": 2, "news": True}
    assert json_of(tournament.organiser.post(path, {"codes": codes}))["news"] is False
    assert tournament.key_of("referee").post(path, {"codes": codes}).status_code == 403
