"""The pointer of an error leads to what was sent, or names a field that an object there lacks (RFC 6901)."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.http.rate_limits import counter
from scoring.engine.older_names import NAMES
from scoring.games import all_games, get
from tests.api.conftest import Api, Evening, json_of, problem, round_of

pytestmark = pytest.mark.django_db

LONG = "x" * 41
BODIES = 60
JUNK: list[Any] = [
    None,
    True,
    -1,
    7,
    2.5,
    10**9,
    "",
    "nope",
    LONG,
    "🂡",
    [],
    ["a", "a"],
    {},
    {"a/b~c": {"id": "nope"}},
    [[5]],
]


def leads(pointer: str, body: Any) -> bool:
    """Whether a pointer resolves, or all of it but the name of a missing field."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    for place, part in enumerate(parts):
        if isinstance(body, dict):
            if part not in body:
                return place == len(parts) - 1
            body = body[part]
        elif isinstance(body, list) and part.isdecimal() and int(part) < len(body):
            body = body[int(part)]
        else:
            return False
    return True


def test_what_leads_somewhere() -> None:
    body = {"players": ["Ada", {"name": "Ben"}], "a/b": 1}
    for pointer in ("", "/players/1/name", "/players/0", "/players/1/color", "/game", "/a~1b"):
        assert leads(pointer, body), pointer
    for pointer in ("/players/0/name", "/players/2", "/game/name", "/players/name", "/a~1b/c"):
        assert not leads(pointer, body), pointer


@pytest.mark.parametrize(
    ("players", "pointer"),
    [
        (["ok", LONG], "/players/1"),
        (["ok", {"name": LONG}], "/players/1/name"),
        (["a", "a"], "/players/1"),
        (["a", {"name": "a"}], "/players/1/name"),
        ([{"name": "a"}, ""], "/players/1"),
        ([{"name": "a", "color": "red"}], "/players/0/color"),
        ([{"color": "#112233"}], "/players/0/name"),
    ],
)
def test_a_player_of_a_new_table(api: Api, players: list[Any], pointer: str) -> None:
    answer = api.post("/tables", {"players": players})
    problem(answer, 400 if "name" not in str(players) and pointer.endswith("name") else 422, pointer=pointer)


@pytest.mark.parametrize(
    ("player", "pointer"),
    [
        ({"id": "nope"}, "/players/2/id"),
        ({"player": "nope"}, "/players/2/player"),
        ({"id": "nope", "player": None}, "/players/2/id"),
        ("a", "/players/2"),
        (LONG, "/players/2"),
        ({"name": LONG}, "/players/2/name"),
    ],
)
def test_a_player_of_a_new_match(evening: Evening, player: Any, pointer: str) -> None:
    body = {"game": "points", "players": ["a", "b", player]}
    answer = problem(evening.scorer.post(f"{evening.path}/matches", body), 422)
    assert [error["pointer"] for error in answer["errors"]] == [pointer]


def _places(body: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for key, value in body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ():
        yield from _places(value, (*path, key))


def broken(body: Any, chance: random.Random) -> Any:
    """The body with up to three things that were changed, left out, added or sent under an older name."""
    body = copy.deepcopy(body)
    for _ in range(chance.randint(1, 3)):
        path = chance.choice(list(_places(body)))
        if not path:
            continue
        *above, key = path
        inner = body
        for step in above:
            inner = inner[step]
        older = [name for name, now in NAMES.items() if now == key]
        match chance.choice(["change", "leave out", "add", "older"]):
            case "leave out":
                del inner[key]
            case "add" if isinstance(inner, list):
                inner.insert(key, chance.choice(JUNK))
            case "add":
                inner[chance.choice(["extra", "a/b", "id", "player", "name"])] = chance.choice(JUNK)
            case "older" if older and isinstance(inner, dict):
                inner[chance.choice(older)] = inner.pop(key)
            case _:
                inner[key] = copy.deepcopy(chance.choice(JUNK))
    return body


def check(ask: Any, body: Any, seed: str) -> None:
    """Sends broken bodies made from a right one. Every pointer of every answer leads somewhere."""
    chance = random.Random(seed)
    refused = 0
    for _ in range(BODIES):
        sent = broken(body, chance)
        counter.reset()
        answer = ask(sent)
        assert answer.status_code < 500, (sent, answer.content)
        if answer.status_code in (400, 422):
            refused += 1
            for error in answer.json()["errors"]:
                assert leads(error["pointer"], sent), (error, sent)
    assert refused > BODIES // 4


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_every_pointer_of_a_game_leads_to_what_was_sent(api: Api, slug: str) -> None:
    game = get(slug)
    example = max(game.examples, key=lambda one: len(str(one.hands)))
    body = {
        "players": example.players or game.players[0],
        "options": dict(example.options),
        "hands": [
            game.hand_adapter.dump_python(hand, mode="json") if not isinstance(hand, dict) else hand
            for hand in example.hands
        ],
    }
    check(lambda sent: api.post(f"/games/{slug}/score", sent), body, slug)


def test_every_pointer_of_an_operation_leads_to_what_was_sent(evening: Evening, match: str) -> None:
    scorer = evening.scorer
    evening.record(match, 1, 2, 3)
    table = {
        "name": "Friday",
        "players": ["Ada", {"name": "Zoe", "color": "#112233"}],
        "options": {"skat": {"all_pass": "passed_in"}},
    }
    ada = json_of(scorer.get(evening.path))["players"][0]
    rules = {"word": "cents", "method": "differences", "value": "1/4", "cap": 500}
    operations = {
        "tables": (lambda sent: Api().post("/tables", sent), table),
        "table": (
            lambda sent: scorer.patch(evening.path, sent, "*"),
            {**table, "players": [ada, "Ben", {"name": "Cleo"}], "settlement": {"points": rules}},
        ),
        "matches": (
            lambda sent: scorer.post(f"{evening.path}/matches", sent),
            {"game": "points", "players": [{"id": ada["id"]}, {"player": "nope"}, "Ben"], "options": {"step": 1}},
        ),
        "match": (lambda sent: scorer.patch(match, sent, "*"), {"title": "Final", "ended": False}),
        "hands": (lambda sent: scorer.post(f"{match}/hands", sent), round_of(1, 2, 3)),
        "hand": (lambda sent: scorer.put(f"{match}/hands/1", sent, "*"), round_of(1, 2, 3)),
        "settlement": (lambda sent: scorer.put(f"{match}/settlement", sent, "*"), rules),
        "kitty": (lambda sent: scorer.post(f"{evening.path}/kitty", sent), {"amount": 5, "word": "cents", "note": "a"}),
        "import": (lambda sent: scorer.post(f"{evening.path}/import", sent), json_of(scorer.get(f"{match}/export"))),
        "copy": (lambda sent: scorer.post(f"{match}/copy", sent), json_of(scorer.get(f"{match}/copy"))),
        "trick": (lambda sent: Api().post("/games/skat/trick", sent), {"players": 3, "plays": ["10H", "AH"]}),
    }  # fmt: skip
    for name, (ask, body) in operations.items():
        check(ask, body, name)
