"""Matches that the last release stored can be opened, counted and continued in this one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring.games import all_games
from scoring.models import Player
from tests.api.conftest import Api, json_of
from tests.pages.phone import Pages
from tests.upgrade.conftest import KEYS, OldMatch, old_matches, settled

ALL = pytest.mark.parametrize("old", old_matches(), ids=lambda old: old.name)
CHANGED = pytest.mark.parametrize(
    "old", [old for old in old_matches() if old.title == "Changed"], ids=lambda old: old.game
)


def test_the_dump_has_two_matches_of_every_game() -> None:
    for title in ("", "Changed"):
        assert {old.game for old in old_matches() if old.title == title} == set(all_games()), title
    open_now = {old.game for old in old_matches() if old.hand_open}
    assert open_now == {
        *("calypso", "linger-longer", "nine-card-don", "reversis", "rolling-stone", "twenty-five", "zetema")
    }


@ALL
def test_every_page_opens(phone: Pages, old: OldMatch) -> None:
    base = f"/matches/{old.id}"
    paths = [base, f"{base}/now", f"{base}/history", f"{base}/print", f"{base}/sheet.csv", f"{base}/share"]
    paths += [f"{base}/hands/{number}" for number in range(1, len(old.hands) + 1)]
    for path in paths:
        answer = phone.get(path)
        assert answer.status_code == 200, path
        if path == f"{base}/sheet.csv":
            assert len(answer.content.decode().strip().splitlines()) == 1 + len(old.hands)


@ALL
def test_totals_points_and_winners_are_the_old_ones(scorer: Api, old: OldMatch) -> None:
    now = json_of(scorer.get(f"/matches/{old.id}"))
    assert (now["totals"], now["winners"], now["finished"]) == (old.totals, old.winners, old.finished)
    assert (now["version"], now["title"], now["game"]) == (old.version, old.title, old.game)
    hands = [{name: hand[name] for name in ("input", "points", "totals", "kind")} for hand in now["hands"]]
    assert hands == [{**hand, "input": settled(old.game, hand["input"])} for hand in old.hands]
    assert [hand["complete"] for hand in now["hands"]] == [True] * (len(hands) - old.hand_open) + [
        False
    ] * old.hand_open
    entries = json_of(scorer.get(f"/matches/{old.id}/history?limit=200"))["results"]
    assert len(entries) == old.version
    export = json_of(scorer.get(f"/matches/{old.id}/export"))
    inputs = [hand["input"] for hand in export["matches"][0]["hands"]]
    assert inputs == [settled(old.game, hand["input"]) for hand in old.hands]


@CHANGED
def test_undo_and_redo(scorer: Api, old: OldMatch) -> None:
    undone = json_of(scorer.post(f"/matches/{old.id}/undo"))
    assert undone["version"] == old.version + 1
    redone = json_of(scorer.post(f"/matches/{old.id}/redo"))
    assert redone["totals"] == old.totals
    now = json_of(scorer.get(f"/matches/{old.id}"))
    assert [hand["points"] for hand in now["hands"]] == [hand["points"] for hand in old.hands]


@CHANGED
def test_every_hand_can_be_corrected(scorer: Api, old: OldMatch) -> None:
    for number, hand in enumerate(old.hands, 1):
        if old.game == "zetema" and sum(hand["points"]) < 100:
            continue  # refused on purpose, see test_refused_hands.py
        version = json_of(scorer.get(f"/matches/{old.id}"))["version"]
        corrected = json_of(scorer.put(f"/matches/{old.id}/hands/{number}", hand["input"], version))
        assert corrected["points"] == hand["points"]
    assert json_of(scorer.get(f"/matches/{old.id}"))["totals"] == old.totals


@CHANGED
def test_one_more_hand_is_recorded(scorer: Api, old: OldMatch) -> None:
    path = f"/matches/{old.id}"
    if old.hand_open:
        address = f"{path}/hands/{len(old.hands)}"
        for hand in _hands_of(old):
            answer = scorer.put(address, hand, json_of(scorer.get(path))["version"])
            assert answer.status_code in (200, 422)
            if json_of(scorer.get(path))["hands"][-1]["complete"]:
                break
        else:
            pytest.fail("no hand of the golden match completes the open one")
    if json_of(scorer.get(path))["finished"]:
        return
    count = json_of(scorer.get(path))["hand_count"]
    answers = [scorer.post(f"{path}/hands", hand) for hand in _hands_of(old)]
    assert {answer.status_code for answer in answers} <= {201, 422}
    assert json_of(scorer.get(path))["hand_count"] > count


def _hands_of(old: OldMatch) -> list[Any]:
    golden = next(match for match in old_matches() if (match.game, match.title) == (old.game, ""))
    return [hand["input"] for hand in golden.hands]


def test_players_who_had_left_are_inactive(scorer: Api) -> None:
    active = dict(Player.objects.values_list("name", "active"))
    assert {name for name in active if not active[name]} == {"Gus", "Lea"}
    assert len(active) == 12
    answer = json_of(scorer.get(f"/tables/{KEYS['table']}"))
    assert {player["name"] for player in answer["players"]} == {*active} - {"Gus", "Lea"}
    assert answer["options"] == {"points": {"target": 500}, "skat": {"deals": 12}}


def test_both_keys_open_what_they_did(scorer: Api) -> None:
    match = f"/matches/{old_matches()[0].id}"
    viewer = Api(KEYS["viewer"])
    assert viewer.get(match).status_code == 200
    assert viewer.post(f"{match}/undo").status_code == 403
    assert scorer.post(f"{match}/undo").status_code == 200
    assert Api(KEYS["scorer"][:-1] + "2").get(match).status_code in (401, 404)


def test_the_table_and_its_standings_open(phone: Pages, scorer: Api) -> None:
    for path in ("/", f"/tables/{KEYS['table']}", f"/tables/{KEYS['table']}/export.json"):
        assert phone.get(path).status_code == 200, path
    for name in ("matches", "standings"):
        assert json_of(scorer.get(f"/tables/{KEYS['table']}/{name}"))
    assert json.loads(phone.get(f"/tables/{KEYS['table']}/export.json").getvalue())["version"] == 1
