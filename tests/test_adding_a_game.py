"""A game is one module and its rules page: a folder with both is enough to add it everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests import loopback
from tests.browser import PATIENCE
from tests.server import serving


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    extra = str(Path(__file__).parent / "extra")
    with serving(tmp_path_factory.mktemp("extra"), EXTRA_GAMES=extra) as server:
        yield loopback.Client(base_url=server.url, timeout=PATIENCE / 1000, follow_redirects=True)


def test_the_api_lists_documents_and_scores_it(http: httpx.Client) -> None:
    assert "high-card" in [game["slug"] for game in http.get("/api/v1/games").json()["games"]]
    body = {"players": 2, "hands": [{"kind": "cut", "winner": 1}]}
    answer = http.post("/api/v1/games/high-card/score", json=body).json()
    assert answer["totals"] == [0, 1]
    assert answer["hands"][0]["explanation"][0]["rule"] == "/rules/high-card#scoring"
    paths = http.get("/api/v1/openapi.json").json()["paths"]
    assert "/api/v1/games/high-card/score" in paths


def test_a_match_is_played_to_its_end(http: httpx.Client) -> None:
    made = http.post("/api/v1/tables", json={"name": "Cutters"}).json()
    headers = {"Authorization": f"Bearer {made['keys']['scorer']}"}
    body = {"game": "high-card", "players": ["Ada", "Ben"]}
    match = http.post(f"/api/v1/tables/{made['id']}/matches", json=body, headers=headers).json()["id"]
    for _ in range(3):
        hand = {"kind": "cut", "winner": 1}
        assert http.post(f"/api/v1/matches/{match}/hands", json=hand, headers=headers).status_code == 201
    assert http.get(f"/api/v1/matches/{match}", headers=headers).json()["winners"] == [1]


def test_pages_and_rules_have_it(http: httpx.Client) -> None:
    assert "High Card" in http.get("/").text + http.get("/new").text
    page = http.get("/rules/high-card")
    assert page.status_code == 200
    assert "Three cuts win" in page.text
    result = http.get("/api/v1/rules/search", params={"q": "highest card", "game": "high-card"}).json()
    assert "high-card" in str(result)
