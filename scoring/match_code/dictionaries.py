"""The dictionaries with which codes are compressed: texts that matches of a game are likely to have.

``dictionaries.json`` has them by number. A number that was published keeps its text for ever, so that a code on paper
stays readable. A game whose examples have changed gets a further number: ``make dictionaries``.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from pydantic_core import to_json

from scoring.engine.game import Game

FILE = Path(__file__).with_name("dictionaries.json")
NONE = 0
"""The number of no dictionary, for a club's own game. Such a code names its game."""

_HEAD = '{"id":"","title":"","note":"","options":{},"start":{"dealer":1},"created":17'
_TAIL = '},{"kind":""}],"seconds":[60,180,240],"digest":"'


@cache
def _all() -> dict[int, tuple[str, bytes]]:
    rows = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []
    return {row["number"]: (row["game"], row["text"].encode()) for row in rows}


def dictionary(number: int) -> tuple[str, bytes]:
    """Returns the game of a dictionary ("" for number 0), and its text. Raises KeyError for an unknown number."""
    return ("", b"") if number == NONE else _all()[number]


@cache
def newest(slug: str) -> int:
    """Returns the number of the newest dictionary of a game, 0 if there is none."""
    return max((number for number, (game, _text) in _all().items() if game == slug), default=NONE)


def text_of(game: Game[Any, Any]) -> str:
    """Returns what a dictionary of this game is made of: the names of its options, and its examples as the API shows
    them. What comes last is cheapest to refer to.
    """
    options = [example.options for example in game.examples if example.options]
    chosen = {name: value for example in options for name, value in example.items()}
    hands = [hand for example in game.examples for hand in example.hands]
    starts = [example.start for example in game.examples if example.start]
    parts = [
        to_json(game.Options().model_dump(mode="json")),
        to_json(chosen),
        *(to_json(start) for start in starts),
        _HEAD.encode(),
        b',"players":["","',
        b'"],"changes":' + to_json(hands)[:-2] + _TAIL.encode(),
    ]
    return b"".join(parts).decode()


def add_missing(games: dict[str, Game[Any, Any]]) -> list[str]:
    """Writes a further dictionary for each game that has none and is no draft. Returns their slugs.

    What is published stays for ever, and the examples of a draft still change.
    """
    rows = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []
    known = {row["game"] for row in rows}
    added = [slug for slug in sorted(games) if slug not in known and not games[slug].draft]
    first = len(rows) + 1
    rows += [{"number": first + n, "game": slug, "text": text_of(games[slug])} for n, slug in enumerate(added)]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return added
