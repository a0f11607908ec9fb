"""The hands that go through the generated clients."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests import loopback
from tests.clients.served import same_json


@dataclass(frozen=True)
class Hand:
    """The first example of a game. totals: as the service answers without a client."""

    game: str
    request: dict[str, Any]
    totals: list[float]

    @property
    def operation(self) -> str:
        """Its operationId."""
        return f"{self.game.replace('-', '_')}_score"

    @property
    def function(self) -> str:
        """The operation, as clients in Java and TypeScript call it."""
        first, *words = self.operation.split("_")
        return first + "".join(word.title() for word in words)

    @property
    def model(self) -> str:
        """The component of its answer; that of the request ends with ``Request``."""
        return self.function[0].upper() + self.function[1:]


def hands(url: str, games: list[str]) -> list[Hand]:
    """A hand of each of these games, or of all; scored by the server at this address."""
    api = f"{url}/api/v1/games"
    found = []
    for slug in games or [game["slug"] for game in loopback.get(api).json()["games"]]:
        request = loopback.get(f"{api}/{slug}").json()["examples"][0]["request"]
        answer = loopback.post(f"{api}/{slug}/score", json=request).raise_for_status().json()
        found.append(Hand(slug, request, answer["totals"]))
    return found


def write(found: list[Hand], folder: Path) -> None:
    """``hands.json``, which the programs read."""
    lines = [
        {
            "game": hand.game,
            "operation": hand.operation,
            "function": hand.function,
            "model": hand.model,
            "request": hand.request,
        }
        for hand in found
    ]
    (folder / "hands.json").write_text(json.dumps(lines), encoding="utf-8")


def failures(found: list[Hand], printed: str) -> dict[str, str]:
    """What is wrong, by game, with the lines that a program printed.

    A line is JSON: ``game``; ``totals``, as the client read them; ``sent``, the body that the client made of the hand,
    where it has types at run time; or ``error``.
    """
    lines = [json.loads(line) for line in printed.splitlines() if re.match(r"\{.*\}$", line)]
    by_game = {line["game"]: line for line in lines}
    return {hand.game: wrong for hand in found if (wrong := _wrong(hand, by_game.get(hand.game, {})))}


def _wrong(hand: Hand, line: dict[str, Any]) -> str:
    if "totals" not in line:
        return str(line.get("error", "no answer"))
    if not same_json(_comparable(line.get("sent", hand.request)), _comparable(hand.request)):
        return f"sent {json.dumps(line['sent'])} instead of {json.dumps(hand.request)}"
    if line["totals"] != hand.totals:
        return f"read the totals {line['totals']} instead of {hand.totals}"
    return ""


def _comparable(value: Any) -> Any:
    """null stands for a field that is left out: some clients send it. Some send 14.0 where a number is meant."""
    if isinstance(value, dict):
        return {name: _comparable(item) for name, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_comparable(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value
