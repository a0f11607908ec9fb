"""Tables, matches and events that random requests are about, and the keys that open them."""

from __future__ import annotations

import zlib
from typing import Any

from tests import loopback

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana"]
#: One of so many requests keeps the ids that were made up.
_KEPT = 8
#: What Schemathesis sends to see whether keys are checked.
_WRONG_KEY = "SCHEMATHESIS-INVALID"


class World:
    """What is on the server, as far as requests and answers showed it.

    Ids that were made up are replaced by those of something that is there, and a request gets a key of the table that
    it is about: otherwise every answer would be 401 or 404.
    """

    def __init__(self, server: str, slug: str) -> None:
        """server: its address, without a slash at the end. slug: the game of the matches."""
        self._api = loopback.Client(base_url=f"{server}/api/v1", timeout=120)
        self._slug = slug
        self._game = self._json("GET", f"/games/{slug}")
        self._keys: dict[str, dict[str, str]] = {}
        #: Matches, webhooks and deliveries, each with its table.
        self._matches: dict[str, str] = {}
        self._webhooks: dict[str, str] = {}
        self._deliveries: dict[str, str] = {}
        #: The organiser's key of each event.
        self._events: dict[str, str] = {}
        #: The organiser's key of each season.
        self._seasons: dict[str, str] = {}
        self._new_match()
        self._new_event()
        self._new_season()

    def close(self) -> None:
        """Closes its connections."""
        self._api.close()

    def _json(self, method: str, path: str, body: Any = None, table: str = "") -> Any:
        headers = {"Authorization": f"Bearer {self._keys[table]['scorer']}"} if table else {}
        response = self._api.request(method, path, json=body, headers=headers)
        assert response.is_success, (method, path, response.text)
        return response.json()

    def _new_table(self) -> str:
        made = self._json("POST", "/tables", {"name": "Thursday", "players": NAMES})
        table: str = made["id"]
        self._keys[table] = made["keys"]
        body = {"url": "https://club.example/companion"}
        self._webhooks[self._json("POST", f"/tables/{table}/webhooks", body, table)["id"]] = table
        return table

    def _new_match(self) -> str:
        """A match with one hand, at a table of its own, whose webhook has a delivery."""
        request = self._game["examples"][0]["request"]
        table = self._new_table()
        count = request["players"] if isinstance(request["players"], int) else len(request["players"])
        body = {"game": self._slug, "players": NAMES[:count]}
        body |= {name: request[name] for name in ("options", "start") if request.get(name)}
        match: str = self._json("POST", f"/tables/{table}/matches", body, table)["id"]
        self._json("POST", f"/matches/{match}/hands", request["hands"][0], table)
        self._matches[match] = table
        webhook = _last(self._webhooks, table)
        log = self._json("GET", f"/tables/{table}/webhooks/{webhook}/deliveries", table=table)
        self._deliveries |= {one["id"]: table for one in log["results"]}
        return match

    def _new_event(self) -> str:
        """An event with three entries, whose first round runs."""
        made = self._json("POST", "/events", {"name": "Evening", "game": "points"})
        event: str = made["id"]
        self._events[event] = made["key"]
        path = f"/events/{event}"
        steps: list[tuple[str, Any]] = [("entries", {"entries": [{"name": name} for name in NAMES[:3]]})]
        steps += [("rounds", {"seed": "a word"}), ("rounds/1/publish", None), ("rounds/1/start", None)]
        for step, body in steps:
            headers = {"Authorization": f"Bearer {made['key']}"}
            response = self._api.post(f"{path}/{step}", json=body, headers=headers)
            assert response.is_success, (step, response.text)
        return event

    def _new_season(self) -> str:
        """A season with an event."""
        made = self._json("POST", "/seasons", {"name": "Winter"})
        season: str = made["id"]
        self._seasons[season] = made["key"]
        event, key = next(reversed(self._events.items()))
        headers = {"Authorization": f"Bearer {made['key']}"}
        response = self._api.post(f"/seasons/{season}/events", json={"event": event, "key": key}, headers=headers)
        assert response.is_success, response.text
        return season

    # -- requests -----------------------------------------------------------------------------------------

    def _table_of(self, case: Any) -> str | None:
        """The table that a request is about, None if it is about none that is there."""
        values = case.path_parameters if isinstance(case.path_parameters, dict) else {}
        given = str(values.get("id", ""))
        if _is_of(case, "matches"):
            return self._matches.get(given)
        return given if given in self._keys else None

    def key_for(self, case: Any) -> str:
        """The key for a request: of its table, else of the newest one. Some reads get the viewer's."""
        for kind, keys in (("events", self._events), ("seasons", self._seasons)):
            if _is_of(case, kind):
                given = str((case.path_parameters or {}).get("id", ""))
                return keys.get(given) or next(reversed(keys.values()))
        table = self._table_of(case) or next(reversed(self._keys))
        reads = case.method.upper() == "GET" and "webhooks" not in case.operation.path and _number_of(case) % 2
        return self._keys[table]["viewer" if reads else "scorer"]

    def place(self, case: Any) -> None:
        """Puts what is there in the place of ids and ETags that were made up, but for one of eight requests."""
        values = case.path_parameters
        if isinstance(values, dict) and "id" in values and _number_of(case) % _KEPT:
            self._replace(case, values)
        if _WRONG_KEY not in str(case.headers.get("Authorization", _WRONG_KEY)):
            case.headers["Authorization"] = f"Bearer {self.key_for(case)}"

    def _replace(self, case: Any, values: dict[str, Any]) -> None:
        removes = case.method.upper() in ("DELETE", "POST")
        if _is_of(case, "events"):
            if values["id"] not in self._events:
                values["id"] = self._new_event() if removes else next(reversed(self._events))
        elif _is_of(case, "seasons"):
            if values["id"] not in self._seasons:
                values["id"] = self._new_season() if removes else next(reversed(self._seasons))
        elif self._table_of(case) is None:
            values["id"] = self._one_for(case)
        table = self._table_of(case) or ""
        for name, stock in (("webhook", self._webhooks), ("delivery", self._deliveries)):
            if name in values and values[name] not in stock:
                values[name] = _last(stock, table) or values[name]
        if case.meta and case.meta.generation.mode.is_positive:
            values |= {name: 1 for name in ("number", "round_number", "table_number") if name in values}
        if "If-Match" in case.headers and _number_of(case) % 3:
            case.headers["If-Match"] = "*"

    def _one_for(self, case: Any) -> str:
        """The id of a table or match; of one of its own for a request that removes it."""
        removes = case.method.upper() == "DELETE"
        if _is_of(case, "matches"):
            return self._new_match() if removes or not self._matches else next(reversed(self._matches))
        return self._new_table() if removes else next(reversed(self._keys))

    # -- answers ------------------------------------------------------------------------------------------

    def learn(self, case: Any, response: Any) -> None:
        """Remembers what an answer made, replaced or removed."""
        if not 200 <= response.status_code < 300 or not isinstance(case.path_parameters, dict | None):
            return
        values = case.path_parameters or {}
        given = str(values.get("id", ""))
        match case.method.upper(), case.operation.path.removeprefix("/api/v1"):
            case "POST", "/tables":
                self._keys[response.json()["id"]] = response.json()["keys"]
            case "POST", "/events":
                self._events[response.json()["id"]] = response.json()["key"]
            case "POST", "/events/{id}/keys/{role}":
                if values["role"] == "organiser":
                    self._events[given] = response.json()["key"]
            case "DELETE", "/events/{id}":
                self._events.pop(given, None)
                if not self._events:
                    self._new_event()
            case "POST", "/seasons":
                self._seasons[response.json()["id"]] = response.json()["key"]
            case "POST", "/seasons/{id}/keys/{role}":
                if values["role"] == "organiser":
                    self._seasons[given] = response.json()["key"]
            case "DELETE", "/seasons/{id}":
                self._seasons.pop(given, None)
                if not self._seasons:
                    self._new_season()
            case "POST", "/tables/{id}/keys/{role}":
                self._keys[given][values["role"]] = response.json()["key"]
            case "POST", "/tables/{id}/matches":
                self._matches[response.json()["id"]] = given
            case "POST", "/tables/{id}/webhooks":
                self._webhooks[response.json()["id"]] = given
            case "DELETE", "/tables/{id}":
                self._forget(given)
            case "DELETE", "/tables/{id}/webhooks/{webhook}":
                self._webhooks.pop(str(values["webhook"]), None)
            case "DELETE", "/matches/{id}":
                self._matches.pop(given, None)

    def _forget(self, table: str) -> None:
        self._keys.pop(table, None)
        for stock in (self._matches, self._webhooks, self._deliveries):
            for one in [one for one, of in stock.items() if of == table]:
                del stock[one]
        if not self._keys:
            self._new_match()


def _is_of(case: Any, kind: str) -> bool:
    """Whether a request is about one of these: matches, events, seasons."""
    return bool(case.operation.path.startswith(f"/api/v1/{kind}/"))


def _last(stock: dict[str, str], table: str) -> str | None:
    """The newest one of this table."""
    return next((one for one, of in reversed(stock.items()) if of == table), None)


def _number_of(case: Any) -> int:
    """A number that is the same for the same request in every run."""
    text = repr((case.operation.label, case.query, case.body))
    return zlib.crc32(text.encode("utf-8", "surrogatepass"))
