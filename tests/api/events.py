"""An event played through the API, for tests."""

from __future__ import annotations

from typing import Any

from tests.api.conftest import Api, json_of

SEED = "altes rathaus"


class Tournament:
    """An event with its organiser."""

    def __init__(self, entries: int | list[dict[str, Any]] = 0, **body: Any) -> None:
        """entries: so many, called Player 1, Player 2 and so on; or as they are sent."""
        rules = body.pop("rules", {})
        made = json_of(Api().post("/events", {"name": "Club evening", "game": "skat", "rules": rules, **body}), 201)
        self.id: str = made["id"]
        self.path = f"/events/{self.id}"
        self.key: str = made["key"]
        self.organiser = Api(made["key"])
        if entries:
            self.enter(entries)

    def enter(self, entries: int | list[dict[str, Any]]) -> Any:
        named = [{"name": f"Player {n}"} for n in range(1, entries + 1)] if isinstance(entries, int) else entries
        return json_of(self.organiser.post(f"{self.path}/entries", {"entries": named}), 201)["results"]

    def key_of(self, role: str) -> Api:
        return Api(json_of(self.organiser.post(f"{self.path}/keys/{role}"), 201)["key"])

    def propose(self, **body: Any) -> Any:
        return json_of(self.organiser.post(f"{self.path}/rounds", {"seed": SEED, **body}), 201)

    def step(self, number: int, *steps: str) -> Any:
        """Publishes, starts, closes a round."""
        for step in steps:
            answer = json_of(self.organiser.post(f"{self.path}/rounds/{number}/{step}"))
        return answer

    def begin(self, number: int = 1) -> Any:
        self.propose()
        return self.step(number, "publish", "start")

    def table(self, number: int, table: int) -> str:
        return f"{self.path}/rounds/{number}/sittings/{table}"

    def sitting(self, number: int, table: int) -> Any:
        return json_of(self.organiser.get(self.table(number, table)))

    def type(self, number: int, table: int, points: list[int] | None = None, by: Api | None = None, **more: Any) -> Any:
        """Types a result; points in seat order."""
        sitting = self.sitting(number, table)
        scores = points or [100 * (place + 1) for place in range(len(sitting["entries"]))]
        body = {"scores": [{"entry": e, "points": p} for e, p in zip(sitting["entries"], scores, strict=True)], **more}
        return json_of((by or self.organiser).put(f"{self.table(number, table)}/result", body, sitting["version"]))

    def finish(self, number: int) -> Any:
        """Types something for every table, and closes the round."""
        for sitting in json_of(self.organiser.get(f"{self.path}/rounds/{number}"))["sittings"]:
            self.type(number, sitting["table_number"])
        return self.step(number, "close")

    def scorer(self, number: int, table: int) -> Api:
        return Api(json_of(self.organiser.post(f"{self.table(number, table)}/key"), 201)["key"])
