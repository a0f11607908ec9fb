"""POST /games/{slug}/trick."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.api.openapi.examples import examples
from scoring.api.views.documentation import document
from scoring.games import all_games
from tests.api.conftest import Api, json_of, problem, stored
from tests.json_schema import Validator

WITH_TRICKS = sorted(slug for slug, game in all_games().items() if game.Lookup)


def plays(*cards: str, first: int = 0, players: int = 4) -> list[dict[str, Any]]:
    return [{"seat": (first + n) % players, "card": card} for n, card in enumerate(cards)]


def test_it_works(api: Api) -> None:
    body = {"players": 3, "game": "H", "plays": plays("AS", "10S", "7H", players=3)}
    answer = json_of(api.post("/games/skat/trick", body))
    assert (answer["winner"], answer["card"], answer["next_leader"]) == (2, "7H", 2)
    assert answer["why"]
    assert answer["rule"].startswith("/rules/skat#")


def test_an_unfinished_trick_with_a_hand_asks_what_may_be_played(api: Api) -> None:
    body = {"players": 3, "game": "H", "plays": plays("AS", players=3), "hand": ["KS", "7H", "AD"]}
    answer = json_of(api.post("/games/skat/trick", body))
    assert answer["legal"] == ["KS"]
    assert answer["rule"].startswith("/rules/skat#")


def test_a_tied_trick_has_no_winner(api: Api) -> None:
    answer = json_of(api.post("/games/truco/trick", {"players": 4, "plays": plays("3C", "3H", "5C", "6C")}))
    assert answer["winner"] is None
    assert answer["next_leader"] == 0


@pytest.mark.parametrize("slug", WITH_TRICKS)
def test_every_game_with_tricks_answers(api: Api, slug: str) -> None:
    recorded = examples(slug)
    assert "TrickBody" in recorded, f"no trick of {slug} is recorded: make openapi-examples"
    request = recorded["TrickBody"]
    answer = json_of(api.post(f"/games/{slug}/trick", request))
    assert {"winner", "card", "why", "rule", "next_leader"} <= set(answer)
    assert answer["rule"].startswith(f"/rules/{slug}#")
    assert answer["card"] is None or {"seat": answer["winner"], "card": answer["card"]} in request["plays"]


def test_no_game_shows_the_trick_of_another() -> None:
    assert "TrickBody" not in examples("a-game-of-a-club")


@pytest.mark.parametrize("slug", sorted(set(all_games()) - set(WITH_TRICKS)))
def test_a_game_without_tricks_has_none_to_look_up(api: Api, slug: str) -> None:
    problem(api.post(f"/games/{slug}/trick", {"players": 4, "plays": []}), 404, "not-found")


@pytest.mark.parametrize(
    ("body", "status", "pointer"),
    [
        ([], 400, ""),
        ({"game": "H", "plays": []}, 400, "/players"),
        ({"players": "3", "game": "H", "plays": []}, 400, "/players"),
        ({"players": ["Ada", "Ben", "Cleo"], "game": "H", "plays": plays("AS", players=3)}, 400, "/players"),
        ({"players": 3, "plays": plays("AS", "KS", "7S", players=3)}, 400, "/game"),
        ({"players": 3, "game": "H", "options": 5, "plays": []}, 400, "/options"),
        ({"players": 3, "game": "H", "plays": [{"seat": 0, "card": "1X"}]}, 400, "/plays/0/card"),
        ({"players": 3, "game": "H", "plays": [{"seat": 0}]}, 400, "/plays/0/card"),
        ({"players": 3, "game": "H", "plays": [], "wind": 1}, 400, "/wind"),
        ({"players": 7, "game": "H", "plays": plays("AS", players=3)}, 422, "/players"),
        ({"players": 3, "game": "H", "plays": plays("AS", "AS", "7S", players=3)}, 422, "/plays/1/card"),
        ({"players": 3, "game": "H", "plays": plays("AS", "2S", "7S", players=3)}, 422, "/plays/1/card"),
        ({"players": 3, "game": "H", "plays": []}, 422, "/plays"),
    ],
)
def test_bad_input(api: Api, body: Any, status: int, pointer: str) -> None:
    problem(api.post("/games/skat/trick", body), status, "malformed" if status == 400 else "refused", pointer)
    assert set(stored().values()) == {0}


@pytest.mark.parametrize(
    ("asked", "winner"),
    [
        ({"lead": "10H", "answer": "10S"}, "answer"),
        ({"lead": "KC", "answer": "QC"}, "lead"),
        ({"lead": "KC"}, "lead"),
        ({"plays": plays("KC", "AC", players=2)}, 1),
        ({"lead": "AD", "hand": ["10C", "7S"]}, None),
    ],
)
@pytest.mark.parametrize(("part", "path"), [("mate", "/games/mate/trick"), ("core", "/games/{slug}/trick")])
def test_the_winner_in_mate_is_as_the_document_says(api: Api, part: str, path: str, asked: Any, winner: Any) -> None:
    """A seat, or a word if the cards have none."""
    answer = json_of(api.post("/games/mate/trick", {"players": 2, **asked}))
    assert answer.get("winner") == winner
    described = document(part)
    schema = described["paths"][f"/api/v1{path}"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    model = described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    assert Validator(model).errors(answer) == []
    assert Validator(model).errors({**answer, "winner": ["lead"]})
