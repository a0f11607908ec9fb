"""Matches of events that end after a number of deals: by the game's own rule, else by the event."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.audit import find_errors
from scoring.event_models import EventSitting
from scoring.models import Change
from tests.api.conftest import Api, json_of, problem
from tests.api.events import Tournament

pytestmark = pytest.mark.django_db

DEALS: list[dict[str, Any]] = [
    {"kind": "played", "taker": 0, "trump": "S", "trick_points": [90, 72]},
    {"kind": "played", "taker": 1, "trump": "H", "trick_points": [60, 102]},
]
"""Deals of Belote: 90 to 72 and 60 to 102 if nothing is rounded."""


def _concours(deals: int = 2, **rules: Any) -> tuple[Tournament, Api, str]:
    """A table of Belote whose match ends after so many deals: event, scorer, match."""
    options = {"target": 2000, "declarations": "belote_only", "rounding": "none"}
    rules = {"format": "swiss", "deals": deals, **rules}
    event = Tournament(2, game="belote", players_each=2, options=options, rules=rules)
    event.begin()
    return event, event.scorer(1, 1), event.sitting(1, 1)["match_ids"][0]


def _play(scorer: Api, match: str, *deals: dict[str, Any]) -> None:
    for deal in deals:
        json_of(scorer.post(f"/matches/{match}/hands", deal), 201)


def _now(scorer: Api, match: str) -> tuple[int, bool, list[int]]:
    """Number of hands, whether it is over, the totals."""
    found = json_of(scorer.get(f"/matches/{match}"))
    assert found["finished"] == found["ended"]
    assert list(find_errors()) == []
    return found["hand_count"], found["finished"], found["totals"]


def test_a_match_of_belote_ends_with_its_last_deal_and_takes_no_further_one() -> None:
    event, scorer, match = _concours()
    _play(scorer, match, DEALS[0])
    assert _now(scorer, match) == (1, False, [90, 72])
    _play(scorer, match, DEALS[1])
    assert json_of(scorer.get(f"/matches/{match}"))["next"] is None
    assert _now(scorer, match) == (2, True, [150, 174])
    sitting = event.sitting(1, 1)
    assert (sitting["status"], [one["won"] for one in sitting["scores"]]) == ("entered", [0, 1])
    refused = problem(scorer.post(f"/matches/{match}/hands", DEALS[0]), 422)["errors"][0]
    assert (refused["code"], "after 2 deals" in refused["detail"]) == ("match_over", True)
    problem(scorer.patch(f"/matches/{match}", {"ended": False}, "*"), 422)
    event.step(1, "close")


def test_a_correction_stays_possible_and_the_match_over() -> None:
    _event, scorer, match = _concours()
    _play(scorer, match, *DEALS)
    json_of(scorer.put(f"/matches/{match}/hands/1", {**DEALS[0], "trick_points": [100, 62]}, "*"))
    assert _now(scorer, match) == (2, True, [160, 164])


def test_undo_takes_the_last_deal_back_in_one_step_and_redo_ends_it_again() -> None:
    _event, scorer, match = _concours()
    _play(scorer, match, *DEALS)
    json_of(scorer.post(f"/matches/{match}/undo"))
    assert _now(scorer, match) == (1, False, [90, 72])
    json_of(scorer.post(f"/matches/{match}/redo"))
    assert _now(scorer, match) == (2, True, [150, 174])
    json_of(scorer.post(f"/matches/{match}/undo"))
    _play(scorer, match, {**DEALS[1], "trick_points": [50, 112]})
    assert _now(scorer, match) == (2, True, [140, 184])


def test_a_deal_that_is_taken_back_opens_the_match_and_undo_closes_it() -> None:
    _event, scorer, match = _concours()
    _play(scorer, match, *DEALS)
    assert scorer.delete(f"/matches/{match}/hands/1", "*").status_code == 204
    assert _now(scorer, match) == (1, False, [60, 102])
    json_of(scorer.post(f"/matches/{match}/undo"))
    assert _now(scorer, match) == (2, True, [150, 174])
    kinds = Change.objects.filter(match_id=match).order_by("version").values_list("kind", flat=True)
    assert list(kinds) == ["record", "record", "finish", "take_back", "reopen", "undo", "undo"]


def test_a_table_may_still_end_its_match_early_and_go_on() -> None:
    _event, scorer, match = _concours(3)
    _play(scorer, match, *DEALS)
    json_of(scorer.patch(f"/matches/{match}", {"ended": True}, "*"))
    json_of(scorer.patch(f"/matches/{match}", {"ended": False}, "*"))
    _play(scorer, match, DEALS[0])
    assert _now(scorer, match) == (3, True, [240, 246])


def test_a_match_that_reaches_its_target_first_is_over_by_the_game() -> None:
    event = Tournament(2, game="truco", players_each=2, rules={"format": "swiss", "deals": 30})
    event.begin()
    scorer, match = event.scorer(1, 1), event.sitting(1, 1)["match_ids"][0]
    while not json_of(scorer.get(f"/matches/{match}"))["finished"]:
        _play(scorer, match, {"kind": "summary", "winner": 0, "stake": 12})
    found = json_of(scorer.get(f"/matches/{match}"))
    assert (found["ended"], found["hand_count"] < 30) == (False, True)


def test_every_match_of_a_sitting_has_so_many_deals() -> None:
    event, scorer, first = _concours(best_of=3)
    table = event.sitting(1, 1)["table_id"]
    _play(scorer, first, *DEALS)
    seats = [{"player": one["player"]} for one in json_of(scorer.get(f"/matches/{first}"))["players"]]
    second = json_of(scorer.post(f"/tables/{table}/matches", {"game": "belote", "players": seats}), 201)["id"]
    _play(scorer, second, *DEALS)
    assert json_of(scorer.get(f"/matches/{second}"))["finished"]


@pytest.mark.parametrize(("deals", "at_four", "at_three"), [(None, 48, 36), (36, 36, 27), (32, 32, 24), (24, 24, 18)])
def test_a_list_of_skat_ends_by_its_own_rule_with_as_many_rounds_at_three(
    deals: int | None, at_four: int, at_three: int
) -> None:
    event = Tournament(7, options={"rules": "international"}, rules={"deals": deals})
    for sitting in event.begin()["sittings"]:
        match = json_of(event.scorer(1, sitting["table_number"]).get(f"/matches/{sitting['match_ids'][0]}"))
        wanted = at_four if len(sitting["entries"]) == 4 else at_three
        assert match["effective_options"]["deals"] == wanted
        assert EventSitting.objects.get(table_id=sitting["table_id"]).deals == 0


@pytest.mark.parametrize(
    ("game", "entries", "options", "deals", "own", "by_event"),
    [
        ("points", 4, {}, 20, ("rounds", 20), 0),
        ("gong-zhu", 4, {}, 8, ("hands", 8), 0),
        ("schafkopf", 3, {}, 30, ("deals", 30), 0),
        ("schafkopf", 3, {}, 32, ("deals", 12), 32),  # three cannot share 32: the event ends it
        ("solo", 4, {}, 20, ("deals", 20), 0),
        ("solo", 4, {"end": "target"}, 20, ("end", "target"), 20),
        ("fipsen", 4, {}, 12, ("deals", 12), 0),
        ("reversis", 4, {}, 12, ("hands", 12), 0),
    ],
)
def test_the_games_own_rule_ends_a_match_where_it_can(
    game: str, entries: int, options: dict[str, Any], deals: int, own: tuple[str, Any], by_event: int
) -> None:
    event = Tournament(entries, game=game, options=options, rules={"deals": deals})
    (sitting,) = event.begin()["sittings"]
    match = json_of(event.scorer(1, 1).get(f"/matches/{sitting['match_ids'][0]}"))
    assert match["effective_options"][own[0]] == own[1]
    assert EventSitting.objects.get().deals == by_event


def test_the_deals_that_are_left_when_a_fourth_player_joins() -> None:
    event = Tournament(3, game="points", rules={"deals": 12})
    event.begin()
    scorer, match = event.scorer(1, 1), event.sitting(1, 1)["match_ids"][0]
    _play(scorer, match, *[{"kind": "round", "scores": [1, 2, 3]}] * 3)
    (late,) = event.enter([{"name": "Late"}])
    joined = json_of(event.organiser.post(f"{event.table(1, 1)}/join", {"entry": late["number"]}))
    second = json_of(scorer.get(f"/matches/{joined['match_ids'][1]}"))
    assert second["effective_options"]["rounds"] == 12, "three rounds of deals are left"
