"""The pages of seasons, by forms alone, without scripts."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.event_models import EventEntry, Season
from scoring.services.event_entries import forget_due_names
from tests.api.conftest import json_of
from tests.api.events import Tournament
from tests.pages.events.evening import Organiser, words
from tests.pages.phone import Pages
from tests.pages.seasons.club import Club, api_standing, evening, status

pytestmark = pytest.mark.django_db

FIRST = {"Ada": 100, "Ben": 50, "Cleo": 10}
SECOND = {"Ben": 80, "Ada": 1, "Dan": 500}
THIRD = {"Ada": 30, "Ben": 70, "Cleo": 40}
PAGES = ("/events", "/names", "/links", "/settings", "/delete")
"""The organiser's pages of a season."""


def test_a_season_is_made_with_its_events_and_shows_what_counts() -> None:
    club = Club(evening(FIRST), evening(SECOND), evening(THIRD), name="Winter", best="2")
    seen = club.see()
    assert "Winter After 3 events The best 2 events are added up." in seen
    assert "Place Name Points Played 1 Club evening 2 Club evening 3 Club evening" in seen
    assert "1 Dan 500 1 – 500 – 2 Ben 150 3 (50) 80 70 3 Ada 130 3 100 (1) 30 4 Cleo 50 2 10 – 40" in seen
    assert "In brackets: does not count." in seen


def test_the_page_says_what_the_api_says() -> None:
    club = Club(evening(FIRST), evening(SECOND), evening(THIRD), best="2", average="True", least="2")
    seen, found = club.see(), api_standing(club)
    lines = [f"{one['place']} {one['name']} {one['total']:g} {len(one['results'])}" for one in found["results"]]
    assert len(lines) == 3
    assert all(line in seen for line in lines), (lines, seen)
    assert "The average of the best 2 events counts. Ranked from 2 events on." in seen
    assert [one["name"] for one in found["waiting"]] == ["Dan"]
    assert "Not ranked yet Dan 1 of 2 events" in seen


def test_who_won_and_lost_nothing_has_noughts() -> None:
    event = Tournament(4, rules={"rounds": 1, "phones": False})
    lines = zip(event.begin()["sittings"][0]["entries"], ((100, 2, 0), (60, 1, 2), (0, 0, 0), (-5, 0, 1)), strict=True)
    scores = [{"entry": e, "points": p, "won": w, "lost": lost} for e, (p, w, lost) in lines]
    json_of(event.organiser.put(f"{event.table(1, 1)}/result", {"scores": scores}, "*"))
    event.step(1, "close")
    assert f"3 Player {scores[2]['entry']} 0 1 0 0 0 4" in Club(event).see()


def test_events_come_and_go_from_either_side() -> None:
    first, second = evening(FIRST), evening(SECOND)
    club = Club(name="Winter")
    assert "No event counts yet" in club.see()
    for event in (first, second):
        club.take(event)
    assert club.send("/events", first.id).status_code == 302
    assert "1 Ada 100" in club.see()
    assert club.send(f"/events/{second.id}/seasons", club.id).status_code == 302
    assert "1 Dan 500" in club.see()
    assert "It counts in Winter" in club.see(f"/events/{second.id}/seasons")
    assert club.send(f"/events/{second.id}/seasons", club.id, "remove").status_code == 302
    assert "Dan" not in club.see()
    assert club.send("/events", first.id, "remove").status_code == 302
    assert "No event counts yet" in club.see()


def test_a_new_event_belongs_to_the_season_that_was_chosen() -> None:
    club = Club(name="Winter")
    page = club.get(f"/events/new?season={club.id}").content.decode()
    assert "It counts in the season Winter." in page
    link = re.findall(r'href="(/events/new/skat-evening[^"]*)"', page)[0]
    form = club.form(link, "event-form")
    assert form.named("o.season")[0].chosen == [club.id]
    made = club.post(form.action, form.sent())
    event = made.headers["Location"].split("/")[2]
    assert "Skat evening" in club.see()
    assert "no results yet" in club.see()
    assert f'href="/seasons/{club.id}"' in club.get(f"/events/{event}").content.decode()
    assert f'href="/events/{event}"' in club.get(club.path).content.decode()
    other = Organiser()
    assert "o.season" not in {one.name for one in other.form("/events/new/skat-evening", "event-form").fields}


def test_a_season_of_another_phone_takes_no_new_event() -> None:
    club, other = Club(name="Winter"), Club(name="Mine")
    form = other.form("/events/new/skat-evening", "event-form")
    form.named("o.season")[0].chosen = [club.id]
    refused = other.post(form.action, form.sent())
    assert refused.status_code == 422
    assert "This phone does not organise that season any more." in words(refused)
    assert "Skat evening" not in club.see()
    assert "Skat evening" not in words(other.get("/events")), "nothing is made of a form that is refused"


def test_what_is_sent_twice_takes_effect_once() -> None:
    club = Club(evening(FIRST))
    form = club.form("/seasons/new", "event-form")
    made = [club.post(form.action, form.sent()).headers["Location"] for _tap in range(2)]
    assert made[0] == made[1]
    assert Season.objects.count() == 2


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"o.name": ""}, "The season needs a name."),
        ({"o.best": "many"}, "A whole number is needed."),
        ({"o.best": "0"}, "At least 1 is needed."),
        ({"o.least": "101"}, "At most 100 is allowed."),
    ],
)
def test_a_refusal_stands_at_its_field_and_nothing_typed_is_lost(fields: dict[str, str], sentence: str) -> None:
    club = Club(name="Winter")
    for page in ("/seasons/new", f"{club.path}/settings"):
        form = club.form(page, "event-form")
        form.fill("o.name", ["Other"])
        for name, value in fields.items():
            form.fill(name, [value])
        answer = club.post(form.action, form.sent())
        assert answer.status_code == 422, page
        assert words(answer).count(sentence) == 1, page
        html = answer.content.decode()
        assert all(f'value="{value}"' in html for value in fields.values()), page
    assert Season.objects.get().name == "Winter"


def test_settings_that_somebody_else_changed_are_not_lost() -> None:
    club = Club(name="Winter")
    form = club.form(f"{club.path}/settings", "event-form")
    assert club.send("/settings", **{"o.name": "Summer", "o.least": "3"}).status_code == 302
    form.fill("o.name", ["Spring"])
    answer = club.post(form.action, form.sent())
    assert answer.status_code == 422
    assert "Somebody else changed this meanwhile." in words(answer)
    assert 'value="Spring"' in answer.content.decode()
    assert Season.objects.get().rules["least"] == 3


def test_keys_by_role() -> None:
    event = evening(FIRST)
    club = Club(event, name="Winter")
    guest, nobody = club.guest(), Pages()
    for page in ("", "/print", f"/entries/{event.id}/1"):
        assert status(club, club.path + page) == 200, page
        assert status(guest, club.path + page) == 200, page
        assert status(nobody, club.path + page) == 404, page
    for page in PAGES:
        assert status(club, club.path + page) == 200, page
        assert status(guest, club.path + page) == 404, page
        assert guest.post(club.path + page, {"event": event.id, "act": "remove"}).status_code == 404, page
    assert status(nobody, f"/embed/seasons/{club.id}") == 404
    seen = words(guest.get(club.path))
    assert "Settings" not in seen
    assert f'href="/events/{event.id}"' not in guest.get(club.path).content.decode(), "it has no key of the event"
    assert "Winter" in words(guest.get("/events"))
    assert guest.post(f"{club.path}/entries/{event.id}/1", {}).status_code == 404
    assert "1 Ada 100" in club.see()


def test_a_new_link_shuts_out_who_has_the_old_one() -> None:
    club = Club(name="Winter")
    guest = club.guest()
    assert status(guest, club.path) == 200
    club.guest()
    assert status(guest, club.path) == 404


def test_a_guests_link_does_not_replace_the_organisers_key() -> None:
    club = Club(name="Winter")
    club.post(f"{club.path}/links")
    page = club.get(f"{club.path}/links").content.decode()
    viewer, organiser = re.findall(r"/seasons/join/([\w.-]+)", page)
    club.get(f"/seasons/join/{viewer}")
    assert status(club, f"{club.path}/settings") == 200
    other = Pages()
    other.get(f"/seasons/join/{organiser}")
    assert status(other, f"{club.path}/settings") == 200
    wrong = Pages().get("/seasons/join/0000000000000000.00000000000000000000")
    assert wrong.status_code == 404
    form = club.find(f"{club.path}/links", "cancel")
    assert club.post(form.action, form.sent("act", "cancel")).status_code == 302
    assert "Make the link" in club.see("/links")
    assert Pages().get(f"/seasons/join/{viewer}").status_code == 404
    assert status(other, f"{club.path}/settings") == 200, "the organiser's is still there"


def test_a_public_season_is_open_to_all_with_the_names_of_those_who_agree() -> None:
    event = evening(FIRST)
    event.organiser.patch(f"{event.path}/entries/2", {"shown": False}, "*")
    club = Club(event, name="Winter")
    nobody = Pages()
    assert status(nobody, club.path) == 404
    assert club.send("/settings", **{"o.public": "1"}).status_code == 302
    for address in (club.path, f"{club.path}/print", f"/embed/seasons/{club.id}"):
        seen = words(nobody.get(address))
        assert "1 Ada 100" in seen, address
        assert "2 No. 2 50" in seen, address
        assert "Ben" not in seen, address
    for page in PAGES:
        assert status(nobody, club.path + page) == 404, page
    frame = nobody.get(f"/embed/seasons/{club.id}?lang=de&theme=dark")
    assert 'lang="de" data-theme="dark"' in frame.content.decode()
    assert "frame-ancestors *" in frame.headers["Content-Security-Policy"]
    assert not re.search(r"<(a|form|button)\b", frame.content.decode())
    assert "Ben" in club.see(), "its organiser sees all"
    assert "2 No. 2 50" in words(club.get(f"{club.path}/print")), "but prints for the wall"
    assert club.send("/settings", **{"o.public": ""}).status_code == 302
    for address in (club.path, f"/embed/seasons/{club.id}"):
        assert status(nobody, address) == 404, address


def test_a_persons_page_has_each_event_and_keeps_its_address() -> None:
    first, second = evening(FIRST), evening(SECOND)
    club = Club(second, name="Winter", best="1")
    address = re.findall(rf'href="({club.path}/entries/[^"]+)">Ben<', club.get(club.path).content.decode())[0]
    club.take(first)
    club.send("/events", first.id)
    seen = words(club.get(address))
    assert "Ben Place 3 of 4" in seen
    assert "· Points 80" in seen
    lines = re.findall(r"20\d\d (\d) (\(?\d+\)?)", seen)
    assert sorted(lines) == [("2", "(50)"), ("2", "80")], seen
    assert status(club, f"{club.path}/entries/{second.id}/99") == 404


def test_who_holds_the_phone_sees_the_own_line_first() -> None:
    event = evening(FIRST)
    club = Club(event, name="Winter")
    guest = club.guest()
    assert "My events" not in words(guest.get(club.path))
    key = json_of(event.organiser.post(f"{event.path}/keys/viewer"), 201)["key"]
    guest.get(f"/events/join/{key}?entry=2")
    seen = words(guest.get(club.path))
    assert "Winter Ben Place 2 of 3 · Points 50 My events" in seen
    assert 'class="is-mine"' in guest.get(club.path).content.decode()
    assert f'href="{club.path}"' in guest.get(f"/events/{event.id}/ranking").content.decode()
    assert f'href="{club.path}"' in guest.get(f"/events/{event.id}/mine").content.decode()


def test_two_names_are_one_person_until_they_are_parted() -> None:
    club = Club(evening({"Ada": 10, "Ben": 20, "Cleo": 0}), evening({"Ada": 1, "Benny": 25, "Cleo": 0}))
    assert "1 Benny 25" in club.see()
    form = club.form(f"{club.path}/names", "event-form")
    form.fill("one", ["Ben"])
    refused = club.post(form.action, form.sent())
    assert refused.status_code == 422
    assert "Choose two names." in words(refused)
    form = club.form(f"{club.path}/names", "event-form")
    form.fill("one", ["Ben"])
    form.fill("other", ["Benny"])
    assert club.post(form.action, form.sent()).status_code == 302
    assert "1 Benny 45" in club.see()
    assert "Ben = Benny" in club.see("/names")
    form = next(one for one in club.forms(f"{club.path}/names") if any(f.name == "part" for f in one.fields))
    assert club.post(form.action, form.sent()).status_code == 302
    assert "1 Benny 25" in club.see()


def test_one_persons_wish_deletes_the_name_in_all_events_of_the_season() -> None:
    first, second, third = evening(FIRST), evening(SECOND), evening(THIRD)
    club = Club(first, second, third, name="Winter")
    guest = club.guest()
    address = re.findall(rf'href="({club.path}/entries/[^"]+)">Ben<', club.get(club.path).content.decode())[0]
    assert "Forget the name" not in words(guest.get(address))
    form = club.find(address)
    assert club.post(form.action, form.sent()).status_code == 302
    for page in (club.see(), club.see("/names"), words(guest.get(club.path)), words(club.get(f"{club.path}/print"))):
        assert "Ben" not in page
    assert not EventEntry.objects.filter(name="Ben").exists()
    assert not re.search(r"No\. \d+ 200", club.see()), "its results count for nobody together"
    assert "Ben" not in str(api_standing(club))


def test_the_organiser_is_told_which_names_others_have_to_delete() -> None:
    first, second = evening(FIRST), evening(SECOND)
    club = Club(first, second, name="Winter")
    club.client.cookies["companion_events"] = f"{first.id}~{first.key}"
    address = re.findall(rf'href="({club.path}/entries/[^"]+)">Ben<', club.get(club.path).content.decode())[0]
    assert "Other phones organise these events" in words(club.get(address))
    form = club.find(address)
    assert club.post(form.action, form.sent()).status_code == 302
    assert list(EventEntry.objects.filter(name="Ben").values_list("event", flat=True)) == [second.id]


def test_people_stay_one_when_names_are_deleted_after_their_time() -> None:
    club = Club(evening(FIRST, name_days=0), evening(SECOND), name="Winter")
    before = club.see()
    assert forget_due_names() == 1
    after = club.see()
    assert "Cleo" in before
    assert "Cleo" not in after
    assert "1 Dan 500 1 – 500 2 Ben 130 2 50 80 3 Ada 101 2 100 1 4 No. 3 10 1 10 –" in after


def test_a_season_goes_and_its_events_stay() -> None:
    event = evening(FIRST)
    club = Club(event, name="Winter")
    form = club.find(f"{club.path}/delete")
    assert club.post(form.action, form.sent()).headers["Location"] == "/events"
    assert status(club, club.path) == 404
    assert "Winter" not in words(club.get("/events"))
    assert status(club, f"/events/{event.id}") == 200


def test_a_league_of_teams_stands_first_with_its_match_points() -> None:
    entries = [{"name": f"{team}{n}", "team": team} for team in "ABCD" for n in range(1, 5)]
    day = Tournament(entries, rules={"format": "league_day", "phones": False, "rounds": 1})
    team_of = {number: entry["team"] for number, entry in enumerate(entries, 1)}
    value = {"A": 1030, "B": 972, "C": 1004, "D": 889}
    for sitting in day.begin()["sittings"]:
        day.type(1, sitting["table_number"], [value[team_of[entry]] for entry in sitting["entries"]])
    day.step(1, "close")
    club = Club(day, name="League", teams_counted="match_points")
    seen = club.see()
    assert "Teams Place Team Match points Points Played 1 Club evening 1 A 3 4,120 1 3 2 C 2 4,016 1 2" in seen
    assert seen.index("Teams Place") < seen.index("Ranking Place")


def test_reading_writes_nothing_and_costs_the_same_for_many_events() -> None:
    counts = []
    club = Club(name="Winter")
    for _ in range(2):
        for _event in range(2):
            event = evening(FIRST)
            club.take(event)
            club.send("/events", event.id)
        with CaptureQueriesContext(connection) as statements:
            club.see()
            club.see("/print")
        counts.append(len(statements))
        written = [one["sql"] for one in statements if re.match(r"(INSERT|UPDATE|DELETE)", one["sql"])]
        assert written == []
    assert counts[0] == counts[1]


def test_names_are_escaped() -> None:
    club = Club(evening({"<b>Ada</b>": 1, "Ben": 2, "Cleo": 3}), name="<i>Winter</i>")
    for page in ("", "/print", "/names", "/events", "/links"):
        html = club.get(club.path + page).content.decode()
        assert "<b>Ada</b>" not in html, page
        assert "<i>Winter</i>" not in html, page
