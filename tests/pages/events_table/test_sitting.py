"""The page of a table in an event: from the start card to the signature, and when two results come in."""

from __future__ import annotations

import re

import pytest

from scoring.event_models import EventSitting
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
    # The second signature hands the list in: this phone may only look at it from now on.
    answer = table.send("sign")
    assert answer[0] == 302
    assert tournament.sitting(1, 1)["status"] == "confirmed"
    assert 'id="entry"' not in table.pages.get(f"/matches/{match}").content.decode()


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
