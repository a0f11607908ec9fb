"""Players enter themselves: the key for it, who is refused, the own key, doubles."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.event_models import EventCash, EventChange, EventEntry
from tests.api.conftest import Api, json_of, problem
from tests.api.events import Tournament

pytestmark = pytest.mark.django_db


def _open(entries: int = 0, when: str = "before_draw", **body: Any) -> tuple[Tournament, Api]:
    """An event whose entries are open, and a phone with the key for it."""
    rules = {"rounds": 2, "self_entry": when, **body.pop("rules", {})}
    event = Tournament(entries, rules=rules, **body)
    return event, event.key_of("entrant")


def _enter(event: Tournament, entrant: Api, name: str, **more: Any) -> Any:
    return json_of(entrant.post(f"{event.path}/enter", {"name": name, **more}), 201)


def test_who_enters_is_in_the_list_and_has_an_own_key_that_knows_the_seat() -> None:
    event, entrant = _open(3)
    made = _enter(event, entrant, " Zoë Lane ")
    assert (made["number"], made["name"], made["first_round"]) == (4, "Zoë Lane", 1)
    listed = json_of(event.organiser.get(f"{event.path}/entries"))["results"]
    assert [one["name"] for one in listed] == ["Player 1", "Player 2", "Player 3", "Zoë Lane"]
    own = Api(made["key"])
    assert (json_of(own.get(event.path))["role"], json_of(own.get(event.path))["entry"]) == ("player", 4)
    event.propose()
    event.step(1, "publish")
    present = json_of(own.get(f"{event.path}/entries/4/overview"))["present"]
    assert (present["table_number"], present["seat"]) == (1, event.sitting(1, 1)["entries"].index(4) + 1)
    change = EventChange.objects.filter(kind="entries_added").latest("number")
    assert (change.role, change.after) == ("entrant", [4]), "the history says by whom, without the name"


def test_the_key_reads_and_enters_and_does_nothing_else() -> None:
    event, entrant = _open(3)
    for path in ("", "/entries", "/rounds", "/standings"):
        json_of(entrant.get(event.path + path))
    problem(entrant.post(f"{event.path}/entries", {"entries": [{"name": "Ada"}]}), 403, "read-only-key")
    problem(entrant.post(f"{event.path}/rounds", {"seed": "word"}), 403, "read-only-key")
    problem(entrant.get(f"{event.path}/cash"), 403)
    for other in (event.organiser, event.key_of("viewer")):
        problem(other.post(f"{event.path}/enter", {"name": "Ada"}), 403, "read-only-key")
    problem(Api().post(f"{event.path}/enter", {"name": "Ada"}), 401)
    assert event.organiser.delete(f"{event.path}/keys/entrant").status_code == 204
    problem(entrant.post(f"{event.path}/enter", {"name": "Ada"}), 401)


def test_a_lost_answer_is_given_again_and_nobody_is_there_twice() -> None:
    event, entrant = _open()
    path = f"{event.path}/enter"
    first = json_of(entrant.post(path, {"name": "Ada"}, Idempotency_Key="phone-of-ada-0001"), 201)
    assert json_of(entrant.post(path, {"name": "Ada"}, Idempotency_Key="phone-of-ada-0001"), 201) == first
    assert EventEntry.objects.count() == 1
    json_of(Api(first["key"]).get(event.path))


@pytest.mark.parametrize("name", ["Ada", "ADA", " ada "])
def test_a_name_that_is_there_already_is_refused(name: str) -> None:
    event, entrant = _open()
    event.enter([{"name": "Ada"}])
    error = problem(entrant.post(f"{event.path}/enter", {"name": name}), 422, pointer="/name")["errors"][0]
    assert error["code"] == "name_there"
    assert EventEntry.objects.count() == 1


def test_a_pair_is_the_same_in_any_order() -> None:
    event, entrant = _open(game="truco", players_each=2, rules={"format": "knock_out"})
    made = _enter(event, entrant, "Ada / Ben", members=["Ada", "Ben"])
    assert made["members"] == ["Ada", "Ben"]
    answer = entrant.post(f"{event.path}/enter", {"name": "ben / Ada", "members": ["ben", "Ada"]})
    problem(answer, 422, pointer="/name")
    problem(entrant.post(f"{event.path}/enter", {"name": "Cleo", "members": ["Cleo"]}), 422, pointer="/members")
    problem(entrant.post(f"{event.path}/enter", {"name": " "}), 422, pointer="/name")
    problem(entrant.post(f"{event.path}/enter", {"name": "A\u202eda"}), 422, pointer="/name")


def test_on_a_league_day_the_team_is_needed() -> None:
    event, entrant = _open(rules={"format": "league_day", "rounds": 3})
    problem(entrant.post(f"{event.path}/enter", {"name": "Ada"}), 422, pointer="/team")
    assert _enter(event, entrant, "Ada", team="Red Aces")["team"] == "Red Aces"


def test_entries_are_closed_unless_the_organiser_opens_them() -> None:
    event = Tournament(3)
    entrant = event.key_of("entrant")
    answer = entrant.post(f"{event.path}/enter", {"name": "Ada"})
    assert problem(answer, 422)["errors"][0]["code"] == "entries_closed"


def test_before_the_draw_means_before_it_is_proposed() -> None:
    event, entrant = _open(3)
    event.propose()
    answer = entrant.post(f"{event.path}/enter", {"name": "Ada"})
    assert problem(answer, 422)["errors"][0]["code"] == "entries_closed"
    event.organiser.post(f"{event.path}/rounds/1/withdraw")
    _enter(event, entrant, "Ada")


def test_who_comes_late_plays_from_the_next_round_where_the_organiser_allows_it() -> None:
    event, entrant = _open(3, "any_time")
    event.begin()
    assert _enter(event, entrant, "Zoë")["first_round"] == 2
    event.finish(1)
    event.begin(2)
    assert 4 in event.sitting(2, 1)["entries"]


def test_players_enter_up_to_a_number_the_organiser_beyond_it() -> None:
    event, entrant = _open(2, rules={"most_entries": 3})
    _enter(event, entrant, "Ada")
    answer = entrant.post(f"{event.path}/enter", {"name": "Ben"})
    assert problem(answer, 422)["errors"][0]["code"] == "event_full"
    event.enter([{"name": "Ben"}])


def test_a_double_is_merged_with_its_phone_and_its_money() -> None:
    event, entrant = _open()
    event.enter([{"name": "Ada Lane"}])
    double = _enter(event, entrant, "Ada L.")
    event.organiser.post(f"{event.path}/cash", {"kind": "entry_fee", "amount": 500, "entry": 2})
    own = Api(double["key"])
    problem(event.organiser.post(f"{event.path}/entries/2/merge", {"into": 9}), 422, pointer="/into")
    problem(event.organiser.post(f"{event.path}/entries/2/merge", {"into": 2}), 422, pointer="/into")
    kept = json_of(event.organiser.post(f"{event.path}/entries/2/merge", {"into": 1}))
    assert (kept["number"], kept["name"]) == (1, "Ada Lane")
    assert [one["number"] for one in json_of(event.organiser.get(f"{event.path}/entries"))["results"]] == [1]
    assert json_of(own.get(event.path))["entry"] == 1, "the phone is that of the entry that stays"
    assert [one.entry for one in EventCash.objects.all()] == [1]
    problem(own.post(f"{event.path}/entries/1/merge", {"into": 2}), 403, "read-only-key")


def test_who_is_refused_is_gone_and_who_has_played_or_paid_is_not_removed() -> None:
    event, entrant = _open(3, "any_time")
    joker = _enter(event, entrant, "Joker")
    assert event.organiser.delete(f"{event.path}/entries/4", "*").status_code == 204
    problem(Api(joker["key"]).get(event.path), 401)
    event.begin()
    late = _enter(event, entrant, "Joker again")
    assert event.organiser.delete(f"{event.path}/entries/{late['number']}", "*").status_code == 204
    problem(event.organiser.delete(f"{event.path}/entries/1", "*"), 422)
    problem(event.organiser.post(f"{event.path}/entries/1/merge", {"into": 2}), 422)
    paid = _enter(event, entrant, "Cleo")["number"]
    event.organiser.post(f"{event.path}/cash", {"kind": "entry_fee", "amount": 500, "entry": paid})
    answer = event.organiser.delete(f"{event.path}/entries/{paid}", "*")
    assert problem(answer, 422)["errors"][0]["code"] == "entry_paid"
