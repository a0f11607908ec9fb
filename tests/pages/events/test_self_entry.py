"""Players enter themselves, by forms alone: the organiser's panel, the wall, a player's phone."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scoring.event_models import EventEntry
from tests.pages.events.evening import Organiser, words
from tests.pages.html_form import read_forms
from tests.pages.phone import Pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser() -> Organiser:
    """An organiser with three entries who has opened the entries."""
    phone = Organiser()
    phone.enter(["Ada", "Ben", "Cleo"])
    assert phone.send("/entries", ("self_entry", "before_draw")).status_code == 302
    return phone


def link(phone: Organiser) -> str:
    """The link on the organiser's page of entries."""
    found = re.search(r'value="http[^"]+(/events/join/[^"]+)"', phone.get(phone.path + "/entries").content.decode())
    assert found
    return found[1]


def scanned(phone: Organiser) -> Pages:
    """A player's phone that has scanned the code."""
    other = Pages()
    joined = other.get(link(phone))
    assert joined.headers["Refresh"] == f"0; url={phone.path}"
    return other


def send(phone: Organiser, player: Pages, **fields: str) -> Any:
    """The form of a player's phone, filled in and sent."""
    page = player.get(phone.path).content.decode()
    (form,) = [one for one in read_forms(page) if one.action == f"{phone.path}/enter"]
    for name, value in fields.items():
        form.fill(name, [value])
    return player.post(form.action, form.sent())


def test_a_player_enters_and_the_phone_knows_the_seat(organiser: Organiser) -> None:
    player = scanned(organiser)
    assert "Enter yourself" in words(player.get(organiser.path))
    assert send(organiser, player, name="Zoë").headers["Location"] == organiser.path
    assert "Zoë No. 4 Your next seat appears here by itself." in words(player.get(organiser.path))
    assert "4 Zoë own phone" in organiser.see("/entries")
    organiser.begin()
    page = words(player.get(organiser.path))
    assert re.search(r"Table 1, seat [1-4]", page)
    assert player.get(f"{organiser.path}/entries").status_code == 404


def test_a_double_tap_is_one_entry_and_both_answers_open_it(organiser: Organiser) -> None:
    player, again = scanned(organiser), Pages()
    page = player.get(organiser.path).content.decode()
    (form,) = [one for one in read_forms(page) if one.action == f"{organiser.path}/enter"]
    form.fill("name", ["Zoë"])
    again.client.cookies.update(player.client.cookies)  # the answer to the first tap was lost
    for tap in (player, again):
        assert tap.post(form.action, form.sent()).status_code == 302
        assert "Zoë No. 4" in words(tap.get(organiser.path))
    assert EventEntry.objects.filter(name="Zoë").count() == 1


def test_a_refusal_stands_beside_what_was_typed_and_the_list_offers_the_name(organiser: Organiser) -> None:
    player = scanned(organiser)
    answer = send(organiser, player, name="ada")
    assert answer.status_code == 422
    assert "Ada is in the list already. If that is you, tap your name there." in words(answer)
    assert 'value="ada"' in answer.content.decode()
    chosen = player.post(f"{organiser.path}/mine/number", {"number": "1"})
    assert "Ada No. 1" in words(player.get(chosen.headers["Location"]))


def test_the_organiser_closes_and_opens_with_the_same_code(organiser: Organiser) -> None:
    code = link(organiser)
    player = scanned(organiser)
    organiser.send("/entries", ("self_entry", "closed"))
    assert "Entries are closed. Ask the organiser." in words(player.get(organiser.path))
    assert player.post(f"{organiser.path}/enter", {"name": "Zoë"}).status_code == 422
    assert code not in organiser.get(organiser.path + "/entries").content.decode()
    organiser.send("/entries", ("self_entry", "before_draw"))
    assert link(organiser) == code
    organiser.send("/entries", ("self_entry", "new"))
    assert link(organiser) != code
    assert player.get(organiser.path).status_code == 404, "the former link is no longer valid"


def test_after_the_draw_only_where_the_organiser_says_so(organiser: Organiser) -> None:
    player = scanned(organiser)
    organiser.begin()
    assert "Entries are closed. Ask the organiser." in words(player.get(organiser.path))
    assert "closed since the draw" in organiser.see("/entries")
    organiser.send("/entries", ("self_entry", "any_time"))
    assert "Who comes now plays from the next draw on." in words(player.get(organiser.path))
    assert send(organiser, player, name="Zoë").status_code == 302
    assert EventEntry.objects.get(name="Zoë").first_round == 2


def test_who_entered_while_a_draw_was_looked_at_is_named(organiser: Organiser) -> None:
    organiser.send("/entries", ("self_entry", "any_time"))
    player = scanned(organiser)
    organiser.send("/draw", word="altes rathaus")
    send(organiser, player, name="Zoë")
    assert "Entered since the draw, without a seat: Zoë" in organiser.see()
    organiser.send("/draw", word="altes rathaus")
    assert "Entered since the draw" not in organiser.see()


def test_the_organiser_refuses_and_merges(organiser: Organiser) -> None:
    joker, double = scanned(organiser), scanned(organiser)
    send(organiser, joker, name="Joker")
    send(organiser, double, name="Ada Lane")
    assert "4 Joker is removed from the list. This cannot be undone." in organiser.see("/entries/4?ask=remove")
    assert organiser.send("/entries/4?ask=remove", ("act", "remove")).status_code == 302
    assert joker.get(organiser.path).status_code == 404
    choice = organiser.find("/entries/5", ("ask", "merge"), "", {"into": ""})
    assert dict(choice.sent("ask", "merge"))["into"] == [""], "nobody is chosen beforehand"
    assert "5 Ada Lane goes, 1 Ada stays. This cannot be undone." in organiser.see("/entries/5?ask=merge&into=1")
    assert organiser.send("/entries/5?ask=merge&into=1", ("act", "merge")).status_code == 302
    assert sorted(organiser.numbers()) == ["Ada", "Ben", "Cleo"]
    assert "Ada No. 1" in words(double.get(organiser.path))
    history = organiser.see("/history")
    assert "Entries merged · Ada · No. 5" in history
    assert "Entries added · Ada, Ben and Cleo" in history
    assert "New link · Players enter themselves" in history


def test_a_pair_types_both_names() -> None:
    organiser = Organiser("truco-knock-out")
    organiser.send("/entries", ("self_entry", "before_draw"))
    player = scanned(organiser)
    assert send(organiser, player, member0="Ada", member1="Ben").status_code == 302
    entry = EventEntry.objects.get()
    assert (entry.name, entry.members) == ("Ada / Ben", ["Ada", "Ben"])
    other = scanned(organiser)
    answer = send(organiser, other, member0="Cleo", member1="")
    assert answer.status_code == 422
    assert "Name everybody who sits down" in words(answer)
    assert "Team" not in words(answer)


def test_a_league_day_asks_for_the_team() -> None:
    organiser = Organiser("skat-league-day")
    organiser.send("/entries", ("self_entry", "before_draw"))
    assert "Say for which team you play." in words(send(organiser, scanned(organiser), name="Ada", team=""))
    assert send(organiser, scanned(organiser), name="Ada", team="Red Aces").status_code == 302
    assert '<option value="Red Aces">' in scanned(organiser).get(organiser.path).content.decode()


def test_the_wall_shows_the_code_until_the_draw(organiser: Organiser) -> None:
    assert organiser.post(organiser.path + "/links", {"role": "display"}).status_code == 302
    page = organiser.get(organiser.path + "/links").content.decode().partition('id="display"')[2]
    found = re.search(r'value="http[^"]+(/events/join/[^"]+)"', page)
    assert found
    wall = Pages()
    wall.get(found[1])
    shown = wall.get(organiser.path)
    assert "Scan the code with your phone and type your name." in words(shown)
    assert "3 entries" in words(shown)
    own = organiser.get(organiser.path + "/entries").content.decode()
    code = re.search(r'<div class="qr".*?(<svg.*?</svg>)', own, re.S)
    assert code
    assert code[1] in shown.content.decode(), "the code of the organiser's page"
    send(organiser, scanned(organiser), name="Zoë")
    assert "4 entries" in words(wall.get(organiser.path))
    organiser.begin()
    assert "Scan the code" not in words(wall.get(organiser.path))


def test_a_referee_sees_the_list_and_not_the_panel(organiser: Organiser) -> None:
    assert organiser.post(organiser.path + "/links", {"role": "referee"}).status_code == 302
    page = organiser.get(organiser.path + "/links").content.decode().partition('id="referee"')[2]
    found = re.search(r'value="http[^"]+(/events/join/[^"]+)"', page)
    assert found
    referee = Pages()
    referee.get(found[1])
    shown = words(referee.get(organiser.path + "/entries"))
    assert "3 Cleo" in shown
    assert "Players enter themselves" not in shown
