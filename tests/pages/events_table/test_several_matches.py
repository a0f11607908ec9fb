"""Best of several matches: what counts, when the table's phone says that it is decided, and who goes on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import json_of
from tests.api.events import Tournament
from tests.pages.events.evening import Organiser, words
from tests.pages.events_table.test_sitting import AtTable

pytestmark = pytest.mark.django_db


class Several(AtTable):
    """A phone that keeps the list of a table where the best of three matches of Truco wins."""

    def __init__(self, **rules: Any) -> None:
        rules = {"format": "knock_out", "best_of": 3, **rules}
        entries = [{"name": "Ada / Ben"}, {"name": "Cleo / Dan"}]
        self.event = Tournament(entries, game="truco", players_each=2, rules=rules)
        self.event.begin()
        super().__init__(self.event)
        self.api = self.event.scorer(1, 1)  # a new key: this phone takes it too
        self.pages.get(f"/join/{self.api.headers['Authorization'].removeprefix('Bearer ')}")
        self.match = str(self.event.sitting(1, 1)["match_ids"][0])

    def hand(self, winner: int, stake: int = 12) -> str:
        """Records a hand, of twelve points one that ends the match; returns the page of the match."""
        self.pages.record(self.match, {"kind": "summary", "winner": winner, "stake": stake})
        return words(self.pages.get(f"/matches/{self.match}"))

    def next(self) -> None:
        """Begins the next match, as the button of the page does."""
        form = self.pages.form(f"/matches/{self.match}")
        assert form.action.endswith("/rematch")
        self.match = str(self.pages.post(form.action, form.sent())["Location"]).removeprefix("/matches/")

    def won(self) -> tuple[bool, list[int]]:
        """Whether there is a result, and the matches won by seat."""
        found = self.event.sitting(1, 1)
        scores = {one["entry"]: one["won"] for one in found["scores"]}
        return found["status"] == "entered", [scores[entry] for entry in found["entries"]]


def test_the_phone_of_the_table_says_when_a_side_has_its_majority() -> None:
    table = Several()
    after_one = table.hand(0)
    assert "Next match" in after_one
    assert "Hand in the list" not in after_one
    assert "Best of 3, wins needed: 2. Nobody has them yet." in table.page()
    table.next()
    after_two = table.hand(0)
    assert "Best of 3: it is decided." in after_two
    assert "Hand in the list" in after_two
    assert "Next match" not in after_two
    assert table.won() == (True, [2, 0])


def test_a_corrected_match_that_decides_nothing_offers_the_next_one_again() -> None:
    table = Several()
    table.hand(0)
    first = table.match
    table.next()
    second = table.match
    assert "Hand in the list" in table.hand(0)
    json_of(table.api.put(f"/matches/{first}/hands/1", {"kind": "summary", "winner": 1, "stake": 12}, "*"))
    assert "Next match" in words(table.pages.get(f"/matches/{second}"))


def test_only_matches_that_are_finished_count() -> None:
    table = Several()
    table.hand(0)
    table.next()
    table.hand(1, stake=3)
    assert table.won() == (False, [1, 0])
    assert "A match counts once it is finished." in table.page()
    assert "All deals are played" not in table.page()
    assert "It then counts as it stands: whoever leads has won it." in table.page()
    assert table.send("finish")[0] == 302, "the table says so itself"
    assert table.won() == (False, [1, 1])


def test_what_is_begun_after_the_decision_does_not_count() -> None:
    table = Several()
    table.hand(0)
    table.next()
    second = table.match
    table.hand(0)
    seats = [{"player": one["player"]} for one in json_of(table.api.get(f"/matches/{second}"))["players"]]
    body = {"game": "truco", "players": seats}
    table.match = json_of(table.api.post(f"/tables/{table.event.sitting(1, 1)['table_id']}/matches", body), 201)["id"]
    table.hand(1, stake=3)
    assert table.won() == (True, [2, 0])
    assert "What was begun after the decision does not count." in table.page()
    table.hand(1)
    assert table.won() == (True, [2, 0]), "nor when it is finished"


# -- a result from paper ----------------------------------------------------------------------------------


def _typed(organiser: Organiser, points: tuple[int, int], won: tuple[int, int] | None) -> Any:
    numbers = [organiser.numbers()[name] for name in ("Ada", "Ben")]
    fields = {f"points.{number}": str(value) for number, value in zip(numbers, points, strict=True)}
    if won:
        fields |= {f"won.{number}": str(value) for number, value in zip(numbers, won, strict=True)}
    return organiser.send(organiser.table(1, 1), ("act", "enter"), **fields)


@pytest.mark.parametrize("won", [(1, 1), (0, 0), (2, 2)])
def test_a_result_that_decides_nothing_is_refused_where_the_winner_goes_on(won: tuple[int, int]) -> None:
    organiser = Organiser("briscola-tournament")
    organiser.enter(["Ada", "Ben"])
    organiser.begin()
    answer = _typed(organiser, (140, 100), won)
    assert answer.status_code == 422
    assert "Best of 3, wins needed: 2. Nobody has them yet." in words(answer)
    assert "Nothing is here yet." in organiser.see(organiser.table(1, 1))
    ada = organiser.numbers()["Ada"]
    assert organiser.send(organiser.table(1, 1), ("winner", str(ada))).status_code == 302
    assert "Ada wins by default." in organiser.see(organiser.table(1, 1)), "what the organiser decides is shown"
    organiser.step(1, "close")


def test_a_match_that_is_level_is_refused_where_the_winner_goes_on() -> None:
    organiser = Organiser("knock-out", game="points")
    organiser.enter(["Ada / Eve", "Ben / Finn"])
    organiser.begin()
    one, other = (n for name, n in organiser.numbers().items())
    answer = organiser.send(organiser.table(1, 1), ("act", "enter"), **{f"points.{one}": "60", f"points.{other}": "60"})
    assert answer.status_code == 422
    assert "somebody has to win" in words(answer)


def test_a_list_that_is_level_does_not_close_a_round_whose_winners_go_on() -> None:
    event = Tournament(2, game="points", rules={"format": "knock_out", "deals": 1})
    event.begin()
    match = event.sitting(1, 1)["match_ids"][0]
    json_of(event.scorer(1, 1).post(f"/matches/{match}/hands", {"scores": [5, 5]}), 201)
    refused = event.organiser.post(f"{event.path}/rounds/1/close")
    assert "nobody has won" in refused.content.decode()
    sitting = event.sitting(1, 1)
    json_of(event.organiser.patch(event.table(1, 1), {"by_default": sitting["entries"][1]}, sitting["version"]))
    event.step(1, "close")
    places = json_of(event.organiser.get(f"{event.path}/standings"))["results"]
    assert [place["entry"] for place in places] == [sitting["entries"][1], sitting["entries"][0]]


def test_cards_decide_nothing_between_two_who_won_a_match_each() -> None:
    event = Tournament(2, game="truco", players_each=2, rules={"format": "swiss", "best_of": 3})
    event.begin()
    sitting = event.sitting(1, 1)
    scores = [{"entry": e, "points": p, "won": 1, "lost": 1} for e, p in zip(sitting["entries"], (20, 24), strict=True)]
    json_of(event.organiser.put(f"{event.table(1, 1)}/result", {"scores": scores}, sitting["version"]))
    places = json_of(event.organiser.get(f"{event.path}/standings"))["results"]
    assert [place["match_points"] for place in places] == [0.5, 0.5]


def test_points_of_seven_figures_are_a_slip() -> None:
    organiser = Organiser("knock-out", game="points")
    organiser.enter(["Ada / Eve", "Ben / Finn"])
    organiser.begin()
    one, other = organiser.numbers().values()
    for points, status in ((1_000_001, 422), (-1_000_001, 422), (1_000_000, 302), (-1_000_000, 302)):
        fields = {f"points.{one}": str(points), f"points.{other}": "60"}
        assert organiser.send(organiser.table(1, 1), ("act", "enter"), **fields).status_code == status, points
