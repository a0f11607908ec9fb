"""The JSON export of the last release can be imported, or is refused with the reason."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.engine.match import start_json, stored_options
from scoring.games import all_games, get
from scoring.models import Match
from tests.api.conftest import Evening, json_of, problem
from tests.pages.phone import Pages, errors
from tests.upgrade.conftest import HERE, SPECIAL, settled

EXPORT: dict[str, Any] = json.loads((HERE / "export.json").read_text(encoding="utf-8"))
#: Of the matches of every game, only the one of Zetema begins with a hand that is refused now.
WHY = {one["title"]: one["why"] for one in SPECIAL if "why" in one}
ZETEMA = "brings at least 100"


def _why(match: dict[str, Any]) -> str:
    return ZETEMA if (match["game"], match["title"]) == ("zetema", "Changed") else WHY.get(match["title"], "")


def _document(*matches: dict[str, Any]) -> dict[str, Any]:
    return {**EXPORT, "matches": list(matches)}


CHANGE_NAMES = {"kind": "what", "number": "hand", "at": "when"}


def _with_settled_names(match: dict[str, Any]) -> dict[str, Any]:
    """The export of the last release under the field names of this one."""
    slug = match["game"]
    changes = [
        {
            CHANGE_NAMES.get(name, name): settled(slug, value) if isinstance(value, dict) else value
            for name, value in change.items()
        }
        for change in match["changes"]
    ]
    hands = [{**hand, "input": settled(slug, hand["input"])} for hand in match["hands"]]
    return {
        **match,
        "start": start_json(all_games()[slug], match["start"]),
        "hands": hands,
        "changes": changes,
        "note": "",  # the last release had no notes on matches
        "settlement": None,  # the last release played for nothing
    }


def _with_moments(value: Any) -> Any:
    """The same with times as moments: the last release wrote them in another notation."""
    if isinstance(value, list):
        return [_with_moments(item) for item in value]
    if isinstance(value, dict):
        return {
            name: datetime.fromisoformat(item) if name == "when" or name.endswith("_at") else _with_moments(item)
            for name, item in value.items()
        }
    return value


@pytest.mark.parametrize(
    "match",
    [match for match in EXPORT["matches"] if not _why(match)],
    ids=lambda match: f"{match['game']}-{match['title']}".replace(" ", "-"),
)
def test_it_comes_in_with_its_history(evening: Evening, match: dict[str, Any]) -> None:
    answer = json_of(evening.scorer.post(f"{evening.path}/import", _document(match)), 201)
    path = f"/matches/{answer['matches'][0]['id']}"
    copy = json_of(evening.scorer.get(f"{path}/export"))["matches"][0]
    del copy["id"]
    match = _with_settled_names(match)
    # An option whose default has changed since is stored with the value that the match was played with.
    match = {**match, "options": stored_options(get(match["game"]), match["options"])}
    # Without colours: the table that it comes into keeps its own.
    assert _with_moments({**copy, "players": []}) == _with_moments({**match, "players": [], "continues": None})


@pytest.mark.parametrize(
    "match", [match for match in EXPORT["matches"] if _why(match)], ids=lambda match: match["title"].replace(" ", "-")
)
def test_a_refused_hand_is_named_with_its_reason(evening: Evening, match: dict[str, Any]) -> None:
    refusal = problem(evening.scorer.post(f"{evening.path}/import", _document(match)), 422)
    assert _why(match) in refusal["detail"]
    pointer = refusal["errors"][0]["pointer"]
    number = next((one.get("first_refused", 1) for one in SPECIAL if one["title"] == match["title"]), 1)
    assert pointer.startswith(f"/matches/0/hands/{number - 1}/input" if number else "/matches/0/start")
    assert not Match.objects.filter(table=evening.id).exists()


def test_the_reason_names_players_on_the_page_too(db: None) -> None:
    match = next(match for match in EXPORT["matches"] if match["title"] == "Piles that are no whole tricks")
    pages = Pages()
    pages.start("points", 2)
    table = Match.objects.get().table_id
    file = SimpleUploadedFile("matches.json", json.dumps(_document(match)).encode())
    answer = pages.post(f"/tables/{table}/import", {"file": file})
    assert answer.status_code == 422
    assert "/matches/0/hands/3/input/pile" in errors(answer)[0]
    assert "Ada & Cleo would have 105 cards" in errors(answer)[0]
