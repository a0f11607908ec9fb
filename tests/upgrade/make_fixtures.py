"""Makes the fixtures of this folder with the code of an older release: see README.md.

It talks to that release through its REST API only, so that it runs with any release of v1. Ids, keys and times are
the same in every run.
"""

from __future__ import annotations

import itertools
import json
import random
import secrets
import sqlite3
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import django
from django.utils import timezone

from rulesref.files import load_yaml

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lea"]
LEFT = {"Gus", "Lea"}
"""They leave the table in the end."""


def main(golden: Path, refused: Path, out: Path) -> None:
    """golden: folder of the golden matches. refused: matches.yaml of this folder. out: where the fixtures go."""
    _make_repeatable()
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    table = Table()
    for file in sorted(golden.glob("*.yaml")):
        match = load_yaml(file.read_text(encoding="utf-8"))
        slug = table.game_of(file.stem)
        table.play_to_the_end(slug, match)
        if slug == file.stem:
            table.play_and_change(slug, match)
    for match in load_yaml(refused.read_text(encoding="utf-8")):
        table.start(match["game"], match, title=match["title"]).record_all(match["hands"])
    export = table.export()
    table.leave()
    keys = {"table": table.id, **table.keys}
    (out / "keys.json").write_text(json.dumps(keys, indent=2) + "\n", encoding="utf-8")
    export["matches"] = [match for match in export["matches"] if match["title"]]
    (out / "export.json").write_text(_readable(export), encoding="utf-8")
    (out / "database.sql").write_text(_dump(), encoding="utf-8")


def _make_repeatable() -> None:
    chance = random.Random(20251122)
    moments = itertools.count()
    secrets.choice = chance.choice
    secrets.token_urlsafe = lambda nbytes=24: "".join(chance.choices("abcdefghjkmnpqrstuvwxyz23456789", k=32))
    timezone.now = lambda: datetime(2026, 5, 1, 18, tzinfo=UTC) + timedelta(seconds=next(moments))


class Table:
    """A table of twelve with house rules, used through the API."""

    def __init__(self) -> None:
        from django.test import Client

        self.client = Client()
        self.keys: dict[str, str] = {}
        options = {"skat": {"deals": 12}, "points": {"target": 500}}
        players = [{"name": name, "color": "#1F6F54"} if name == "Ada" else name for name in NAMES]
        made = self.ask("POST", "/tables", {"name": "Thursday", "players": players, "options": options})
        self.id: str = made["id"]
        self.keys = made["keys"]

    def ask(self, method: str, path: str, body: Any = None, version: int | None = None) -> Any:
        """The JSON of an accepted request, None of a refused one."""
        headers = {"Authorization": f"Bearer {self.keys['scorer']}"} if self.keys else {}
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        data = b"" if body is None else json.dumps(body).encode()
        answer = self.client.generic(method, f"/api/v1{path}", data, "application/json", headers=headers)
        if answer.status_code >= 400:
            if answer.status_code not in (400, 409, 422):
                raise RuntimeError(answer.content.decode())
            return None
        return json.loads(answer.content) if answer.content else {}

    def game_of(self, stem: str) -> str:
        """The game of a golden file: a game may have a second match, ``GAME-SOMETHING``."""
        games = [game["slug"] for game in self.ask("GET", "/games")["games"]]
        return stem if stem in games else max((slug for slug in games if stem.startswith(slug)), key=len)

    def start(self, slug: str, match: dict[str, Any], **more: Any) -> Match:
        """A new match with the first players of the table."""
        setup = {"options": match.get("options", {}), "start": match.get("start", {})}
        body = {"game": slug, "players": NAMES[: match["players"]], **setup, **more}
        made = self.ask("POST", f"/tables/{self.id}/matches", body)
        if made is None:
            raise RuntimeError(f"{slug}: {body}")
        return Match(self, f"/matches/{made['id']}")

    def play_to_the_end(self, slug: str, match: dict[str, Any]) -> None:
        """The golden match as it is."""
        played = self.start(slug, match)
        played.record_all(match["hands"])
        if not played.now()["finished"]:
            raise RuntimeError(f"{slug} does not finish")

    def play_and_change(self, slug: str, match: dict[str, Any]) -> None:
        """A match with a corrected hand, one taken back, an undone change, and an open hand where the game has one."""
        played = self.start(slug, match, title="Changed")
        first, second = match["hands"][0], match["hands"][min(1, len(match["hands"]) - 1)]
        played.record(first)
        played.record(second)
        others = [*match["hands"][::-1], *(example["hand"] for example in self._examples(slug)), *_reversed(first)]
        if not any(hand != first and played.correct(1, hand) for hand in others):
            raise RuntimeError(f"{slug}: nothing to correct with")
        if played.now()["hand_count"] == 1:  # the game is over after this hand, or the second one does not fit
            played.record(second)
        last = played.now()["hand_count"]
        played.take_back(last)
        played.undo()
        played.undo()
        played.record(second)
        for hand in _beginnings([*others, first, second]):
            preview = played.preview(hand)
            if preview and not preview["complete"]:
                played.record(hand)
                return
        played.take_back(1)
        played.undo()

    def _examples(self, slug: str) -> list[Any]:
        examples: list[Any] = self.ask("GET", f"/games/{slug}").get("examples", [])
        return examples

    def export(self) -> dict[str, Any]:
        """Every match of the table as the page exports them."""
        self.client.get(f"/join/{self.keys['viewer']}")
        answer = self.client.get(f"/tables/{self.id}/export.json")
        export: dict[str, Any] = json.loads(answer.getvalue())
        return export

    def leave(self) -> None:
        """Some players leave the table."""
        now = self.ask("GET", f"/tables/{self.id}")
        staying = [{"id": one["id"], "name": one["name"]} for one in now["players"] if one["name"] not in LEFT]
        self.ask("PATCH", f"/tables/{self.id}", {"players": staying}, now["version"])


class Match:
    """A match of that table."""

    def __init__(self, table: Table, path: str) -> None:
        self.table, self.path = table, path

    def now(self) -> Any:
        """The match as the API shows it."""
        return self.table.ask("GET", self.path)

    def record(self, hand: Any) -> bool:
        """Whether the hand was accepted."""
        return self.table.ask("POST", f"{self.path}/hands", hand) is not None

    def preview(self, hand: Any) -> Any:
        """The result of the hand; None if it is refused."""
        return self.table.ask("POST", f"{self.path}/hands?dry_run=true", hand)

    def record_all(self, hands: list[Any]) -> None:
        """Every hand, none of which may be refused; questions are left out."""
        for number, hand in enumerate(hands, 1):
            if not self.record(hand) and not self.preview(hand):
                raise RuntimeError(f"{self.path}: hand {number} was refused: {hand}")

    def correct(self, number: int, hand: Any) -> bool:
        """Whether the other hand was accepted."""
        return self.table.ask("PUT", f"{self.path}/hands/{number}", hand, self.now()["version"]) is not None

    def take_back(self, number: int) -> None:
        """Removes a hand."""
        self.table.ask("DELETE", f"{self.path}/hands/{number}", version=self.now()["version"])

    def undo(self) -> None:
        """Takes back the last change."""
        self.table.ask("POST", f"{self.path}/undo")


def _beginnings(hands: list[Any]) -> Iterator[Any]:
    """Each hand with one of its lists cut short, as it is sent while it is being played."""
    for hand in hands:
        for name, value in hand.items():
            if isinstance(value, list) and len(value) > 1:
                yield {**hand, name: value[: len(value) // 2]}


def _reversed(hand: Any) -> Iterator[Any]:
    """The hand with one of its lists the other way round."""
    for name, value in hand.items():
        if isinstance(value, list):
            yield {**hand, name: value[::-1]}


def _readable(export: dict[str, Any]) -> str:
    """JSON with a line for each hand and each change."""
    text = json.dumps(export, ensure_ascii=False, separators=(",", ":"))
    for start in ('{"game":', '{"input":', '{"kind":"record","number"', '"hands":', '"changes":'):
        text = text.replace(start, "\n" + start)
    return text + "\n"


def _dump() -> str:
    """The database as SQL, with one row in a line."""
    from django.conf import settings

    with sqlite3.connect(settings.DATABASES["default"]["NAME"]) as database:
        _leave_out_explanations(database)
        lines = list(database.iterdump())
    dump: list[str] = []
    before = ""
    for line in lines:
        insert, values, row = line.partition(" VALUES(")
        if not values or "sqlite_sequence" in insert:
            dump.append(line)
        elif insert == before:
            dump[-1] = dump[-1].removesuffix(";") + ","
            dump.append(f"({row}")
        else:
            dump += [f"{insert} VALUES", f"({row}"]
        before = insert
    return "\n".join(dump) + "\n"


def _leave_out_explanations(database: sqlite3.Connection) -> None:
    """Keeps those of the last hands of the matches with a title: explanations are most of the text."""
    others = """
    SELECT hand.id, result FROM scoring_hand hand JOIN scoring_match match ON match.id = match_id
    WHERE title = '' OR number < hand_count
    """
    for number, text in database.execute(others).fetchall():
        short = json.dumps({**json.loads(text), "explanation": []}, ensure_ascii=False, separators=(",", ":"))
        database.execute("UPDATE scoring_hand SET result = ? WHERE id = ?", [short, number])


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:]))
