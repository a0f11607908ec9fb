"""The pages of organiser and referee, by forms alone, without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.event_models import Event, EventCash, EventEntry
from scoring.models import AccessKey
from scoring.pages.events.presets import PRESETS
from tests.pages.events.evening import SEVEN, Organiser, words
from tests.pages.phone import Pages

pytestmark = pytest.mark.django_db

FOUR = [(492, 12, 0), (628, 12, 2), (660, 10, 1), (-32, 6, 5)]
THREE = [(812, 14, 1), (455, 11, 2), (-96, 5, 3)]
"""Cases 1 and 2 of shared/clubs.md, by seat."""


def seated(phone: Organiser, number: int, table: int) -> list[str]:
    """Who sits at a table, in seat order."""
    page = phone.get(phone.path + phone.table(number, table)).content.decode()
    return re.findall(r'<legend class="label">([^<]+)</legend>', page)


def type_round(phone: Organiser, number: int) -> None:
    for table, lines in ((1, FOUR), (2, THREE)):
        names = seated(phone, number, table)
        answer = phone.type(number, table, dict(zip(names, lines, strict=True)))
        assert answer.status_code == 302, words(answer)


@pytest.fixture
def phone() -> Organiser:
    """An organiser with seven entries."""
    organiser = Organiser(entry_fee="5", fees="3:50,100")
    organiser.enter(SEVEN)
    return organiser


def test_an_evening_from_entries_to_prizes(phone: Organiser) -> None:
    for entry in range(1, 8):
        assert phone.send("/entries", ("paid", str(entry))).status_code == 302
    for number in (1, 2):
        assert phone.begin() == number
        assert "0 of 2 tables are in" in phone.see()
        type_round(phone, number)
        assert "2 of 2 tables are in" in phone.see()
        phone.step(number, "close")
    ranking = phone.see("/places")
    assert "1 Finn 2,982 6 1,662 1,320" in ranking
    money = phone.see("/money")
    assert "17.50" in money
    assert "10.50" in money
    assert "7.00" in money
    assert "The till 35.00" in money
    while found := re.search(r'name="settle" value="(\d+:-?\d+)"', phone.get(phone.path + "/money").content.decode()):
        assert phone.send("/money", ("settle", found[1])).status_code == 302
    # Fees for 0, 2, 1, 5 and 1, 2, 3 lost games, twice: 0.50 each up to the third of a list, then 1.00.
    assert "The till 16.00" in phone.see("/money"), "what came in without the prizes"


def test_what_is_sent_twice_takes_effect_once(phone: Organiser) -> None:
    form = phone.find("/entries", ("", ""), "", {"name": ""})
    form.fill("name", ["Hana"])
    for _tap in range(2):
        assert phone.post(form.action, form.sent()).status_code == 302
    assert EventEntry.objects.filter(name="Hana").count() == 1
    form = phone.find("/money", ("book", "in"), "", {"amount": ""})
    form.fill("amount", ["7,50"])
    for _tap in range(2):
        assert phone.post(form.action, form.sent("book", "in")).status_code == 302
    assert [one.amount for one in EventCash.objects.all()] == [750]
    form = Pages().form("/events/new/skat-evening", "event-form")
    made = [Pages().post(form.action, form.sent()).headers["Location"] for _tap in range(2)]
    assert made[0] == made[1]
    assert Event.objects.count() == 2


@pytest.mark.parametrize(
    ("page", "button", "fields", "sentence"),
    [
        ("/entries", ("", ""), {"name": "Ada"}, "Ada is there twice."),
        ("/entries", ("", ""), {"name": "", "names": "Hana\nAda\nIda"}, "“Ada”: Ada is there twice."),
        ("/draw", ("", ""), {"word": ""}, "Let somebody in the hall say a word"),
        ("/settings", ("", ""), {"o.name": " "}, "The event needs a name."),
        ("/settings", ("", ""), {"o.rounds": "many"}, "A whole number is needed."),
        ("/settings", ("", ""), {"o.rounds": "99"}, "At most 40 is allowed."),
        ("/settings", ("", ""), {"o.entry_fee": "five"}, "An amount such as 7.50 is needed."),
        ("/settings", ("", ""), {"o.prizes": "50, many"}, "Whole numbers are needed, such as 50, 30, 20."),
        ("/settings", ("", ""), {"o.name_days": "-1"}, "At least 0 is needed."),
        ("/places", ("", ""), {"points": "0", "reason": "x"}, "Say how many points."),
        ("/places", ("", ""), {"points": "-5", "reason": ""}, "Say why: it is kept in the history."),
        ("/money", ("book", "out"), {"amount": "-3"}, "An amount such as 7.50 is needed."),
    ],
)
def test_a_refusal_stands_on_the_page_and_nothing_typed_is_lost(
    phone: Organiser, page: str, button: tuple[str, str], fields: dict[str, str], sentence: str
) -> None:
    answer = phone.send(page, button, "", **fields)
    assert answer.status_code == 422
    assert sentence in words(answer)
    html = answer.content.decode()
    for value in fields.values():
        first = value.split("\n")[0].strip()
        assert not first or f'value="{first}"' in html or f">{value}</textarea>" in html, value


def test_a_round_closes_when_all_is_in_and_opens_for_a_reason(phone: Organiser) -> None:
    phone.begin()
    refused = phone.send("/rounds/1", action="/close")
    assert refused.status_code == 422
    assert "These tables have no result, or a disputed one: 1, 2." in words(refused)
    type_round(phone, 1)
    assert "1,332" in phone.see(), "the result is computed from the list"
    phone.step(1, "close")
    assert phone.send("/rounds/1", action="/reopen", reason=" ").status_code == 422
    assert phone.send("/rounds/1", action="/reopen", reason="a game of 20").status_code == 302
    # Case 10 of shared/clubs.md: a game of 20 booked as won by seat 2 was seat 3's.
    names = seated(phone, 1, 1)
    lines = [(492, 12, 0), (608, 11, 2), (680, 11, 1), (-32, 6, 5)]
    assert phone.type(1, 1, dict(zip(names, lines, strict=True))).status_code == 302
    page = phone.see()
    assert all(figure in page for figure in ("1,332", "1,238", "1,390", "108"))
    history = phone.see("/history")
    assert "Round opened again" in history
    assert "a game of 20" in history


def test_the_closing_check_names_the_slip(phone: Organiser) -> None:
    phone.begin()
    names, numbers = seated(phone, 1, 1), phone.numbers()
    written = {f"points.{numbers[names[0]]}": "1282"}
    phone.type(1, 1, dict(zip(names, FOUR, strict=True)), **written)
    page = phone.see(phone.table(1, 1))
    assert "Won, lost and passed in ✓ 48" in page
    assert f"Result: {names[0]} 1,282, should be 1,332 A game won or lost is missing" in page
    refused = phone.type(1, 2, dict(zip(seated(phone, 1, 2), [("x", 1, 1), (1, 1, 1), (1, 1, 1)], strict=True)))
    assert refused.status_code == 422
    assert "Points of the games: A whole number is needed." in words(refused)


def test_two_results_stand_side_by_side_until_one_is_picked(phone: Organiser) -> None:
    phone.begin()
    names = seated(phone, 1, 2)
    numbers = phone.numbers()
    old = phone.find(phone.table(1, 2), ("act", "enter"), "", {f"won.{numbers[names[0]]}": ""})
    phone.type(1, 2, dict(zip(names, THREE, strict=True)))
    for name, (points, won, lost) in zip(names, [(712, 14, 1), *THREE[1:]], strict=True):
        for what, value in (("game_points", points), ("won", won), ("lost", lost)):
            old.fill(f"{what}.{numbers[name]}", [str(value)])
    second = phone.post(phone.path + phone.table(1, 2), old.sent("act", "enter"))
    assert second.status_code == 422
    assert "Two results were sent. Pick the one that holds." in words(second)
    assert "1,662" in words(second)
    assert "1,562" in words(second)
    assert "two results" in phone.see()
    assert phone.send("/rounds/1", action="/close").status_code == 422
    assert phone.send(phone.table(1, 2), ("act", "other")).status_code == 302
    page = phone.see(phone.table(1, 2))
    assert "The result is confirmed." in page
    assert "1,562" in page
    assert "1,662" not in page


def test_settings_that_somebody_else_changed_are_not_lost(phone: Organiser) -> None:
    form = phone.find("/settings", ("", ""), "", {"o.name": ""})
    phone.send("/settings", ("", ""), "", **{"o.name": "Friday"})
    form.fill("o.name", ["Saturday"])
    answer = phone.post(phone.path + "/settings", form.sent())
    assert answer.status_code == 422
    assert "Somebody else changed this meanwhile." in words(answer)
    assert 'value="Saturday"' in answer.content.decode()
    assert "Friday" in phone.see()


def _join(phone: Organiser, role: str) -> Pages:
    """Another phone, with the link of this role."""
    if role not in phone.get(phone.path + "/links").content.decode().partition("readonly")[0]:
        raise AssertionError(role)
    assert phone.post(phone.path + "/links", {"role": role}).status_code == 302
    page = phone.get(phone.path + "/links").content.decode().partition(f'id="{role}"')[2]
    other = Pages()
    link = re.search(r'value="(http[^"]+/events/join/[^"]+)"', page)
    assert link
    other.get("/events/join/" + link[1].rpartition("/")[2])
    return other


def test_a_referee_sees_all_but_the_money_and_rules(phone: Organiser) -> None:
    phone.begin()
    referee = _join(phone, "referee")
    for page in ("", "/entries", "/places", "/history", "/rounds/1", phone.table(1, 1)):
        assert referee.get(phone.path + page).status_code == 200, page
    for page in ("/money", "/settings", "/links", "/draw", "/delete", "/rounds/1/cards", "/entries/1"):
        assert referee.get(phone.path + page).status_code == 404, page
    assert "/money" not in referee.get(phone.path).content.decode()
    for page in ("/entries", "/places", "/rounds/1/close", "/rounds/1/clock"):
        assert referee.post(phone.path + page, {"name": "Me"}).status_code == 404, page
    names = seated(phone, 1, 2)
    phone.type(1, 2, dict(zip(names, THREE, strict=True)))
    assert referee.post(phone.path + phone.table(1, 2), {"act": "confirm"}).status_code == 302
    assert "The result is confirmed." in phone.see(phone.table(1, 2))
    assert referee.post(phone.path + phone.table(1, 1), {"act": "key"}).status_code == 404


def test_other_phones_open_nothing(phone: Organiser) -> None:
    phone.begin()
    for page in ("", "/entries", "/money", "/settings", "/links", "/history", "/places", "/rounds/1", "/draw"):
        assert Pages().get(phone.path + page).status_code == 404, page
    assert _join(phone, "viewer").get(phone.path + "/entries").status_code == 404


def test_start_cards_keep_their_codes_until_a_new_one_is_made(phone: Organiser) -> None:
    phone.begin()
    first = AccessKey.objects.filter(role="scorer").values_list("digest", flat=True).order_by("table_id")
    before = list(first)
    assert len(before) == 2
    cards = [phone.get(phone.path + "/rounds/1/cards").content.decode() for _look in range(2)]
    codes = [re.findall(r"<svg.*?</svg>", page, re.S) for page in cards]
    assert codes[0] == codes[1], "looking at them again changes nothing"
    assert phone.send(phone.table(1, 1), ("act", "key")).status_code == 302
    assert len(set(before) - set(first.all())) == 1, "the other table keeps its code"


def test_a_round_that_the_game_does_not_allow_says_why() -> None:
    phone = Organiser()
    phone.enter(SEVEN)
    assert phone.send("/settings", ("", ""), "", **{"o.table_size": "two"}).status_code == 302
    refused = phone.send("/draw", word="altes rathaus")
    assert refused.status_code == 422
    assert "Table 1 cannot be seated. Skat is played by 3 to 4 players, not by 2." in words(refused)


def test_a_name_is_forgotten_and_who_leaves_plays_no_more(phone: Organiser) -> None:
    phone.begin()
    type_round(phone, 1)
    phone.step(1, "close")
    phone.send("/entries/7", ("act", "forget"))
    assert "Gus" not in phone.see() + phone.see("/entries") + phone.see("/history")
    phone.send("/entries/2", ("act", "leave"))
    assert "has left" in phone.see("/entries")
    phone.begin()
    assert "Ben" not in phone.see()
    phone.send("/entries/2", ("act", "return"))
    assert "has left" not in phone.see("/entries")


def test_points_are_given_for_a_reason_and_lots_part_those_who_are_level(phone: Organiser) -> None:
    phone.begin()
    type_round(phone, 1)
    phone.send("/places", points="-162", reason="misdeal", entry="3")
    assert "misdeal −162" in phone.see("/places")
    phone.step(1, "close")
    page = phone.see("/places")
    assert "Draw lots" not in page, "nobody is level"


@pytest.mark.parametrize("preset", PRESETS, ids=lambda one: one.slug)
def test_every_kind_of_event_can_be_set_up_and_begun(preset: Any) -> None:
    phone = Organiser(preset.slug)
    names = [f"Player {n}" for n in range(1, 17)]
    if preset.rules["format"] == "league_day":
        names = [f"{name}; ; Team {place // 4}" for place, name in enumerate(names)]
    elif preset.players_each == 2:
        names = [f"{name} / Partner {place}" for place, name in enumerate(names[:12])]
    phone.enter(names)
    assert phone.begin() == 1
    page = phone.see()
    assert "tables are in" in page
    assert "nothing yet" in page


def test_a_page_with_thirty_tables_asks_no_more_than_one_with_two(phone: Organiser) -> None:
    def queries(of: Organiser) -> int:
        of.see()  # what is read once in a process
        Event.objects.filter(id=of.id).update(news=Event.objects.get(id=of.id).news + 1)  # drawn anew
        with CaptureQueriesContext(connection) as seen:
            of.see()
        return len(seen)

    phone.begin()
    large = Organiser()
    large.enter([f"Player {n}" for n in range(120)])
    large.begin()
    assert "0 of 30 tables" in large.see()
    assert queries(large) == queries(phone)


def test_the_house_rules_of_the_tables_are_changed(phone: Organiser) -> None:
    assert phone.send("/rules", ("", ""), "", **{"o.deals": "36"}).status_code == 302
    assert Event.objects.get(id=phone.id).options == {"rules": "international", "deals": 36}
    refused = phone.send("/rules", ("", ""), "", **{"o.deals": "none"})
    assert refused.status_code == 422
    assert "A whole number is needed." in words(refused)


def test_the_settings_say_that_their_number_of_deals_comes_first(phone: Organiser) -> None:
    sentence = "A number of deals in the settings comes before that in the house rules."
    assert sentence in phone.see("/settings")
    assert sentence not in phone.see("/rules")
    deals: dict[str, Any] = {"o.deals": "36"}
    assert phone.send("/settings", **deals).status_code == 302
    assert sentence in phone.see("/rules")


def test_the_history_says_what_changed_once(phone: Organiser) -> None:
    phone.begin()
    type_round(phone, 1)
    names = seated(phone, 1, 2)
    corrected = phone.type(1, 2, dict(zip(names, THREE, strict=True)), passed_in="2")
    assert corrected.status_code == 302
    assert "→" not in phone.see("/history"), "deals passed in change no score"
    assert phone.type(1, 2, dict(zip(names, [(800, 14, 1), *THREE[1:]], strict=True)), passed_in="2").status_code == 302
    assert phone.see("/history").count("→") == 1


def test_amounts_and_times_are_written_in_one_way(phone: Organiser) -> None:
    page = phone.get(f"{phone.path}/settings", Accept_Language="de").content.decode()
    assert re.search(r'<option value="50"[^>]*>0,50</option>', page)
    phone.begin()
    phone.send("/rounds/1", ("act", "set"), "/clock", minutes="90")
    assert re.search(r"Until \d\d:\d\d", phone.see("/rounds/1"))


def test_a_round_without_minutes_gets_no_limit(phone: Organiser) -> None:
    phone.begin()
    for minutes in ("", "0"):
        refused = phone.send("/rounds/1", ("act", "set"), "/clock", minutes=minutes)
        assert refused.status_code == 422
        assert "A round lasts 1 to " in words(refused)
    assert "Until " not in phone.see("/rounds/1")


def test_what_is_printed_of_a_closed_round_says_so(phone: Organiser) -> None:
    phone.begin()
    type_round(phone, 1)
    assert "The round is closed." not in phone.see("/rounds/1/cards")
    phone.step(1, "close")
    assert "The round is closed." in phone.see("/rounds/1/cards")
    page = phone.get(f"{phone.path}/places").content.decode()
    assert f'href="{phone.path}/print/ranking"' in page
