"""An event on a real server, made through the API."""

from __future__ import annotations

from typing import Any

from tests import loopback

NAMES = ["Anna Grabowski", "Bernd", "Çelik"]


class Hall:
    """An event of three players whose first round runs, on the server of a phone."""

    def __init__(self, address: str) -> None:
        self.api = loopback.Client(base_url=f"{address}/api/v1", timeout=60)
        rules = {"deals": 2, "confirmations": 2, "minutes": 60}
        made = self.ask("POST", "/events", {"name": "Preisskat", "game": "skat", "rules": rules})
        self.id, self.key = made["id"], made["key"]
        self.ask("POST", "/entries", {"entries": [{"name": name} for name in NAMES]})
        self.ask("POST", "/rounds", {"seed": "altes rathaus"})
        for step in ("publish", "start"):
            self.ask("POST", f"/rounds/1/{step}")
        self.entries = self.ask("GET", "/rounds/1")["sittings"][0]["entries"]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        key = getattr(self, "key", "")
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        whole = f"/events/{self.id}{path}" if key else path
        return self.api.request(method, whole, json=body, headers=headers).raise_for_status().json()
