"""The page of a table in an event: from the start card to the signature, and when two results come in."""

from __future__ import annotations

import re

import pytest

from scoring.event_models import EventSitting
from scoring.selectors.match_snapshot import load_match
from scoring.services import matches
from tests.api.conftest import json_of
from tests.api.events import Tournament
from tests.pages.html_form import read_form
from tests.pages.phone import Pages

pytestmark = pytest.mark.django_db

HAND = {"kind": "suit", "trump": "C", "declarer": 0, "matadors": {"with": 1}, "outcome": {"won": True}}


class AtTable:
    """A phone that has read the start card of a table."""

    def __init__(self, tournament: Tournament, round_number: int = 1, table: int = 1) -> None:
        self.pages = Pages()
        key = tournament.scorer(round_number, table).headers["Authorization"].removeprefix("Bearer ")
        joined = self.pages.get(f"/join/{key}")
        assert joined.status_code == 200
        self.place = re.sub("^0; url=", "", joined.headers["Refresh"])
        assert self.place == f"/events/{tournament.id}/rounds/{round_number}/tables/{table}"

    def page(self) -> str:
        answer = self.pages.get(self.place)
        assert answer.status_code == 200
        return re.sub(r"\s+", " ", answer.content.decode())

    def send(self, what: str, **fields: str) -> tuple[int, str]:
        """Sends a form of the page as it stands."""
        html = self.pages.get(self.place).content.decode()
        start = html.index(f'action="{self.place}/{what}"')
        hidden = dict(re.findall(r'name="(\w+)" value="([^"]*)"', html[start : html.index("</form>", start)]))
        return self.post(what, {**hidden, **fields})

    def post(self, what: str, fields: dict[str, str]) -> tuple[int, str]:
        answer = self.pages.post(f"{self.place}/{what}", fields)
        return answer.status_code, re.sub(r"\s+", " ", answer.content.decode())


@pytest.fixture
def tournament() -> Tournament:
    made = Tournament(3, rules={"deals": 3, "confirmations": 2})
    made.begin()
    return made


def _match(table: AtTable) -> str:
    found = re.search(r'href="/matches/(\w+)"', table.page())
    assert found
    return found[1]


def test_from_the_start_card_to_the_signatures(tournament: Tournament) -> None:
    table = AtTable(tournament)
    assert "No deal yet." in table.page()
    assert "Keep the list" in table.page()
    match = _match(table)
    for _deal in range(2):
        table.pages.record(match, HAND)
    assert "Deal 2 of 3" in table.page()
    table.pages.record(match, HAND)
    page = table.page()
    assert "All deals are played" not in page, "nobody has to say so"
    assert "Finished. 2 signatures are missing" in page
    assert "Won, lost and passed in" in page
    assert "3 ✓" in page
    assert table.send("sign")[0] == 302
    assert "Finished. 1 signature is missing" in table.page()
    # The second signature hands the list in: this phone writes no more hands from now on.
    answer = table.send("sign")
    assert answer[0] == 302
    assert tournament.sitting(1, 1)["status"] == "confirmed"
    assert "✓ Handed in and confirmed" in table.page()
    assert 'id="entry"' not in table.pages.get(f"/matches/{match}").content.decode()
    assert 'action="/matches' not in table.pages.get(f"/matches/{match}").content.decode(), "nor corrects any"
    assert table.send("sign")[0] == 302, "who has not signed yet still may"
    assert len(tournament.sitting(1, 1)["confirmed_by"]) == 3


def test_the_same_card_opens_a_table_that_was_confirmed_and_reopened(tournament: Tournament) -> None:
    key = tournament.scorer(1, 1).headers["Authorization"].removeprefix("Bearer ")
    phone, place = Pages(), f"/events/{tournament.id}/rounds/1/tables/1"
    assert phone.get(f"/join/{key}").status_code == 200
    match = tournament.sitting(1, 1)["match_ids"][0]
    for _deal in range(3):
        phone.record(match, HAND)
    json_of(tournament.organiser.post(f"{tournament.table(1, 1)}/confirm", {}))
    for one in (phone, Pages()):
        assert one.get(f"/join/{key}").headers["Refresh"] == f"0; url={place}"
        page = one.get(place).content.decode()
        assert "✓ Handed in and confirmed" in page
        assert f'action="{place}/sign"' in page
        assert f'action="{place}/object"' in page
    assert phone.post(f"/matches/{match}/hands/1").status_code == 403
    tournament.step(1, "close")
    json_of(tournament.organiser.post(f"{tournament.path}/rounds/1/reopen", {"reason": "deal 1 was lost"}))
    sitting = tournament.sitting(1, 1)
    assert (sitting["status"], sitting["confirmed_by"]) == ("entered", []), "a corrected list is signed again"
    again = Pages()
    again.get(f"/join/{key}")
    assert "Look at the list" in again.get(place).content.decode()
    assert again.post(f"/matches/{match}/hands/1").status_code != 403


@pytest.mark.parametrize("role", ["organiser", "referee", "player", "entrant", "viewer"])
def test_a_phone_of_the_event_gets_the_list_by_the_start_card(tournament: Tournament, role: str) -> None:
    entry = tournament.sitting(1, 1)["entries"][0]
    if role == "organiser":
        own = tournament.key
    elif role == "player":
        own = json_of(tournament.organiser.post(f"{tournament.path}/entries/{entry}/key"), 201)["key"]
    else:
        own = tournament.key_of(role).headers["Authorization"].removeprefix("Bearer ")
    phone, place = Pages(), f"/events/{tournament.id}/rounds/1/tables/1"
    phone.get(f"/events/join/{own}")
    before = phone.get(f"/events/{tournament.id}").content.decode()
    assert "Keep the list" not in phone.get(place).content.decode()
    key = tournament.scorer(1, 1).headers["Authorization"].removeprefix("Bearer ")
    phone.get(f"/join/{key}")
    page = phone.get(place).content.decode()
    assert "Keep the list" in page
    assert "Type the result from paper" in page
    match = tournament.sitting(1, 1)["match_ids"][0]
    for _deal in range(3):
        phone.record(match, HAND)
    html = phone.get(place).content.decode()
    assert html.count(f'action="{place}/sign"') == 3, "the table's phone goes round"
    fields = dict(re.findall(r'name="(_once|entry|version)" value="([^"]*)"', html[html.index(f"{place}/sign") :]))
    phone.post(f"{place}/sign", {**fields, "entry": str(entry)})
    sitting = tournament.sitting(1, 1)
    assert (sitting["status"], sitting["confirmed_by"]) == ("entered", [entry]), "a signature, not the organiser's word"
    if role != "entrant":
        title = re.compile("<title>[^<]*</title>")
        assert title.findall(phone.get(f"/events/{tournament.id}").content.decode()) == title.findall(before)


def test_the_buttons_to_sign_are_not_ticked_and_warn_of_a_difference(tournament: Tournament) -> None:
    table = AtTable(tournament)
    match, name = _match(table), f"Player {tournament.sitting(1, 1)['entries'][0]}"
    table.pages.record(match, HAND)
    table.send("finish")
    page = table.page()
    assert "1, should be 3" in page
    assert f'<button class="large">Sign: {name}</button>' in page
    organiser = Pages()
    organiser.get(f"/events/join/{tournament.key}")
    assert 'class="large" name="act" value="confirm"' in organiser.get(f"{table.place}/result").content.decode()
    right = Tournament(3, rules={"deals": 1})
    right.begin()
    table, name = AtTable(right), f"Player {right.sitting(1, 1)['entries'][0]}"
    table.pages.record(_match(table), HAND)
    assert f'<button class="large first">Sign: {name}</button>' in table.page()


def test_the_last_page_of_the_match_leads_to_the_table(tournament: Tournament) -> None:
    table = AtTable(tournament)
    match = _match(table)
    assert f'<a href="{table.place}">Event</a>' in table.pages.get(f"/matches/{match}").content.decode()
    table.pages.record(match, HAND)
    table.send("finish")
    over = re.sub(r"\s+", " ", table.pages.get(f"/matches/{match}").content.decode())
    assert "Hand in the list" in over
    assert "Rematch" not in over


def test_a_match_whose_deals_are_played_says_so_and_asks_for_no_further_hand() -> None:
    made = Tournament(2, game="belote", players_each=2, rules={"format": "swiss", "deals": 2})
    made.begin()
    table = AtTable(made)
    match = _match(table)
    hand = {"kind": "played", "taker": 0, "trump": "S", "trick_points": [90, 72]}
    for number in (1, 2):
        assert f"Hand {number} of 2" in table.pages.get(f"/matches/{match}").content.decode()
        table.pages.record(match, hand)
    over = re.sub(r"\s+", " ", table.pages.get(f"/matches/{match}").content.decode())
    assert "2 deals were played" in over
    assert "Hand in the list" in over
    assert "Saved:" in over, "the last deal, as after every other"
    assert "Undo: Hand 2 recorded" in over
    for absent in ('id="outcome"', "Continue this match", "Hand 3", "The table ended the match"):
        assert absent not in over, absent
    corrected = read_form(table.pages.get(f"/matches/{match}/hands/1").content.decode(), "entry")
    assert corrected.action.endswith("/hands/1")
    assert "The closing check" in table.page()
    assert "Won, lost and passed in" in table.page()


def test_a_typed_result_names_the_field_that_is_wrong(tournament: Tournament) -> None:
    table = AtTable(tournament)
    numbers = tournament.sitting(1, 1)["entries"]
    fields = {f"{name}.{n}": "10" for n in numbers for name in ("game_points", "won", "lost")}
    status, page = table.send("enter", **{**fields, f"won.{numbers[1]}": "two"})
    assert status == 422
    assert "Won: A whole number is needed." in page
    kept = re.search(rf'<input id="game_points-{numbers[0]}"[^>]*>', page)
    assert kept
    assert 'value="10"' in kept[0], "what was typed is still there"
    assert tournament.sitting(1, 1)["status"] == "open", "nothing is half entered"


def test_a_result_that_is_left_out_is_computed_and_one_that_is_written_is_checked(tournament: Tournament) -> None:
    table = AtTable(tournament)
    numbers = tournament.sitting(1, 1)["entries"]
    # Case 2 of the specification: 812, 455, -96.
    figures = zip(numbers, (812, 455, -96), (14, 11, 5), (1, 2, 3), ("", "1065", "174"), strict=True)
    fields: dict[str, str] = {}
    for n, points, won, lost, result in figures:
        fields |= {f"game_points.{n}": str(points), f"won.{n}": str(won), f"lost.{n}": str(lost), f"points.{n}": result}
    assert table.send("enter", **fields)[0] == 302
    page = table.page()
    assert "<b>1662</b>" in page or "<b>1,662</b>" in page
    assert "174, should be 124" in page
    assert "A game won or lost is missing, or there is one too many." in page


def test_who_played_no_game_may_leave_the_points_empty(tournament: Tournament) -> None:
    table = AtTable(tournament)
    numbers = tournament.sitting(1, 1)["entries"]
    fields = {f"game_points.{numbers[0]}": "72", f"won.{numbers[0]}": "3"}
    assert table.send("enter", **fields)[0] == 302
    scores = {one["entry"]: one["points"] for one in tournament.sitting(1, 1)["scores"]}
    assert [scores[number] for number in numbers] == [222, 0, 0]


def test_points_are_asked_for_where_games_were_played(tournament: Tournament) -> None:
    table = AtTable(tournament)
    numbers = tournament.sitting(1, 1)["entries"]
    for fields in ({}, {f"game_points.{numbers[0]}": "72", f"won.{numbers[0]}": "3", f"won.{numbers[1]}": "1"}):
        status, page = table.send("enter", **fields)
        assert status == 422
        assert "Points of the games: This field is needed." in page


def test_two_phones_send_different_results(tournament: Tournament) -> None:
    first = AtTable(tournament)
    second = Pages()
    second.client.cookies.update(first.pages.client.cookies)
    html = second.get(first.place).content.decode()
    start = html.index(f'action="{first.place}/enter"')
    stale = dict(re.findall(r'name="(\w+)" value="([^"]*)"', html[start : html.index("</form>", start)]))
    numbers = tournament.sitting(1, 1)["entries"]
    fields = {f"{name}.{n}": "10" for n in numbers for name in ("game_points", "won", "lost")}
    assert first.send("enter", **fields)[0] == 302
    answer = second.post(f"{first.place}/enter", {**stale, **fields, f"game_points.{numbers[0]}": "20"})
    page = re.sub(r"\s+", " ", answer.content.decode())
    assert answer.status_code == 409
    assert "Another phone was faster with another result. Both are kept" in page
    assert "Second result" in page
    stored = EventSitting.objects.get()
    assert stored.status == "disputed"
    assert stored.other is not None
    assert stored.other[str(numbers[0])]["game_points"] == 20
    # The same form again changes nothing more.
    again = second.post(f"{first.place}/enter", {**stale, **fields, f"game_points.{numbers[0]}": "20"})
    assert again.status_code in (302, 409)
    assert EventSitting.objects.get().other == stored.other


def _organiser(tournament: Tournament) -> AtTable:
    """The organiser's phone at the page of the result."""
    made = AtTable(tournament)
    made.pages = Pages()
    made.pages.get(f"/events/join/{tournament.key}")
    made.place += "/result"
    return made


def test_the_organiser_sees_the_list_of_a_phone_and_corrects_it_from_there() -> None:
    tournament = Tournament(3, rules={"deals": 3}, options={"all_pass": "passed_in"})
    tournament.begin()
    table = AtTable(tournament)
    match, (first, *others) = _match(table), tournament.sitting(1, 1)["entries"]
    for _deal in range(2):
        table.pages.record(match, HAND)
    matches.record(load_match(match), {"kind": "passed_in"})
    organiser = _organiser(tournament)
    page = organiser.page()
    assert '<th class="num">Points of the games</th>' in page
    assert "The closing check" in page
    assert "✓ 3" in page
    assert 'class="large first" name="act" value="confirm"' in page
    link = re.search(r'href="([^"]+)">\s*Look at the list', page)
    assert link
    sheet = organiser.pages.get(link[1].replace("&amp;", "&"))
    assert sheet.status_code == 200
    assert f"Player {first}" in sheet.content.decode()
    assert sheet.content.decode().count('<section class="paper list') == 1
    form = read_form(organiser.pages.get(organiser.place).content.decode(), "typed-result")
    wanted = {"game_points": "48", "won": "2", "lost": "0", "points": ""}
    assert {name: form.named(f"{name}.{first}")[0].chosen for name in wanted} == {
        name: [value] for name, value in wanted.items()
    }
    assert form.named(f"game_points.{others[0]}")[0].chosen == ["0"]
    assert form.named("passed_in")[0].chosen == ["1"]


def test_a_paper_result_over_a_finished_list_and_a_list_after_it_are_two_results() -> None:
    for list_first in (True, False):
        made = Tournament(3, rules={"deals": 3, "confirmations": 2})
        made.begin()
        table = AtTable(made)
        match, organiser = _match(table), Pages()
        organiser.get(f"/events/join/{made.key}")
        kept = 2 if not list_first else 3
        for _deal in range(kept):
            table.pages.record(match, HAND)
        made.type(1, 1, [30, 20, 10])
        assert made.sitting(1, 1)["status"] == ("disputed" if list_first else "entered")
        for _deal in range(3 - kept):
            table.pages.record(match, HAND)
        page = table.page()
        assert "Two results: the organiser decides" in page
        assert "Second result" in page
        assert f'action="{table.place}/sign"' not in page
        assert made.organiser.post(f"{made.path}/rounds/1/close").status_code == 422
        sitting = made.sitting(1, 1)
        assert [one["points"] for one in sitting["scores"]] == [30, 20, 10], "what was there counts until it is decided"
        assert [one["points"] for one in sitting["other"]] == [222, 0, 0]
        page = organiser.get(f"{table.place}/result").content.decode()
        assert "Two results were sent. Pick the one that holds." in page
        assert "222" in page
        choice = "other" if list_first else "first"
        assert organiser.post(f"{table.place}/result", {"act": choice, "version": str(sitting["version"])}).status_code
        after = made.sitting(1, 1)
        assert (after["status"], after["other"]) == ("confirmed", [])
        assert after["source"] == ("match" if list_first else "typed")
        assert [one["points"] for one in after["scores"]] == ([222, 0, 0] if list_first else [30, 20, 10])


def test_an_objection_is_shown_with_the_ruling(tournament: Tournament) -> None:
    table = AtTable(tournament)
    numbers = tournament.sitting(1, 1)["entries"]
    tournament.type(1, 1)
    status, page = table.send("object", entry=str(numbers[0]), deal="2", text="")
    assert status == 422
    assert "Say why: it is kept in the history." in page
    assert table.send("object", entry=str(numbers[0]), deal="2", text="Schneider was not announced")[0] == 302
    page = table.page()
    assert "Under objection" in page
    assert "deal 2" in page
    assert "Schneider was not announced" in page
    assert "Nobody has ruled yet." in page


def test_no_other_table_and_no_stranger(tournament: Tournament) -> None:
    other = Tournament(3)
    other.begin()
    table = AtTable(other)
    assert table.pages.get(f"/events/{tournament.id}/rounds/1/tables/1").status_code == 404
    assert Pages().get(f"/events/{other.id}/rounds/1/tables/1").status_code == 404
    assert table.pages.get(f"/events/{other.id}/rounds/1/tables/2").status_code == 404
    assert table.pages.post(f"{table.place}/nothing").status_code == 404


def test_a_join_link_of_an_event_can_be_pasted_and_previews(tournament: Tournament) -> None:
    key = tournament.key_of("viewer").headers["Authorization"].removeprefix("Bearer ")
    phone = Pages()
    pasted = phone.post("/join", {"link": f"https://cards.example/events/join/{key}"})
    assert pasted.headers["Location"] == f"/events/join/{key}"
    joined = phone.get(f"/events/join/{key}")
    assert joined.status_code == 200
    assert joined.headers["Refresh"] == f"0; url=/events/{tournament.id}"
    assert "<title>Club evening</title>" in joined.content.decode()
    assert "og:title" in joined.content.decode()
    assert phone.get(f"/events/{tournament.id}").status_code == 200
    assert phone.get(f"/events/{tournament.id}/rounds/1/tables/1").status_code == 200
    assert phone.get("/events/join/nothing.nothing").status_code == 404


def test_the_form_works_as_html(tournament: Tournament) -> None:
    table = AtTable(tournament)
    assert read_form(table.pages.get(table.place).content.decode(), "typed-result")
