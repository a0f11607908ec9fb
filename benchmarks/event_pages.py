"""Pages of an event with 100 tables and 400 entries, as ratios to the match page of the same run.

    python -m benchmarks.event_pages

Each is asked in turn, ``REPEATS`` times; the figure is the median of the pairs. First: the first one who looks after a
hand was recorded in that match, when both pages are drawn anew; again: everybody after that.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from tests import loopback
from tests.server import serving

ENTRIES, PLAYED, REPEATS = 400, 60, 25
_GAME = {"kind": "suit", "trump": "C", "matadors": {"with": 1}, "outcome": {"won": True}}


class Hall:
    """An event whose first round runs: some tables are typed, at the others some hands are recorded."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.api = loopback.Client(base_url=f"{address}/api/v1")
        body = {"name": "Large", "game": "skat", "options": {"rules": "international"}, "rules": {"rounds": 2}}
        made = self.api.post("/events", json=body).raise_for_status().json()
        self.id = made["id"]
        self.api.headers["Authorization"] = f"Bearer {made['key']}"
        for first in range(0, ENTRIES, 200):
            self.ask("POST", "/entries", {"entries": [{"name": f"Player {first + n}"} for n in range(200)]})
        self.ask("POST", "/rounds", {"seed": "altes rathaus"})
        for step in ("publish", "start"):
            self.ask("POST", f"/rounds/1/{step}")
        for sitting in self.ask("GET", "/rounds/1")["sittings"]:
            self._play(sitting)
        self.phones = {"organiser": self._phone(f"/events/join/{made['key']}")}
        for role in ("viewer", "display"):
            self.phones[role] = self._phone(f"/events/join/{self.ask('POST', f'/keys/{role}')['key']}")
        self.more = True
        self.phones["scorer"] = self._phone(f"/join/{self.scorer}")

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.api.request(method, f"/events/{self.id}{path}", json=body, headers={"If-Match": "*"})
        return answer.raise_for_status().json()

    def _play(self, sitting: Any) -> None:
        table, entries = sitting["table_number"], sitting["entries"]
        if table <= PLAYED:
            scores = [{"entry": entry, "points": 1000 + entry, "won": 9, "lost": 1} for entry in entries]
            self.ask("PUT", f"/rounds/1/sittings/{table}/result", {"scores": scores})
            return
        self.match = sitting["match_ids"][0]
        self.scorer = self.ask("POST", f"/rounds/1/sittings/{table}/key")["key"]
        scorer = {"Authorization": f"Bearer {self.scorer}"}
        for deal in range(4):
            hand = {**_GAME, "declarer": (deal + 1) % 4}
            self.api.post(f"/matches/{self.match}/hands", json=hand, headers=scorer).raise_for_status()

    def _phone(self, link: str) -> Any:
        phone = loopback.Client(base_url=self.address)
        phone.get(link).raise_for_status()
        return phone

    def time(self, role: str, path: str) -> float:
        began = time.perf_counter()
        self.phones[role].get(path).raise_for_status()
        return time.perf_counter() - began

    def change(self) -> None:
        """A hand is recorded, and taken back the next time: whatever was drawn is of an earlier version now."""
        path, self.more = ("hands" if self.more else "undo"), not self.more
        scorer = {"Authorization": f"Bearer {self.scorer}"}
        body = {**_GAME, "declarer": 1} if path == "hands" else None
        self.api.post(f"/matches/{self.match}/{path}", json=body, headers=scorer).raise_for_status()

    def ratios(self) -> dict[str, float]:
        """How many times as long as the match page each page takes."""
        pages = {
            "the organiser's page": ("organiser", ""),
            "ranking and tables": ("viewer", "/ranking"),
            "display": ("display", "/display"),
        }
        found: dict[str, list[float]] = {}
        for _ in range(REPEATS):
            for name, (role, path) in pages.items():
                self.change()
                for when in ("first", "again"):
                    match = self.time("scorer", f"/matches/{self.match}")
                    ratio = self.time(role, f"/events/{self.id}{path}") / match
                    found.setdefault(f"{name}, {when}", []).append(ratio)
        return {name: statistics.median(ratios) for name, ratios in found.items()}


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="hall-") as folder, serving(Path(folder)) as server:
        hall = Hall(server.url)
        hall.ratios()  # warm
        for name, ratio in hall.ratios().items():
            print(f"{name:28}{ratio:6.2f} x the match page")


if __name__ == "__main__":
    main()
