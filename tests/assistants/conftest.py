"""Fixtures: an assistant that speaks the protocol, its key sent by the client that it runs in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from companion.http.rate_limits import counter
from tests.api.conftest import Evening

VERSION = "2026-07-28"
META = "io.modelcontextprotocol/"
Json = dict[str, Any]


class Assistant:
    """A client of ``/mcp`` in the stateless dialect. key: of a table. headers: sent with every request."""

    def __init__(self, key: str = "", **headers: str) -> None:
        self.http = Client()
        self.headers = {**({"Authorization": f"Bearer {key}"} if key else {}), **headers}

    def send(self, message: Any, **headers: str) -> HttpResponse:
        """One POST. message: as JSON; bytes as they are."""
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        named = {**self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
        named.setdefault("Accept", "application/json, text/event-stream")
        response: HttpResponse = self.http.generic("POST", "/mcp", body, "application/json", headers=named)  # type: ignore[assignment]
        return response

    def ask(self, method: str, **params: Any) -> Json:
        """A request of this method. Returns the whole answer."""
        meta = {f"{META}protocolVersion": VERSION, f"{META}clientCapabilities": {}}
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}
        headers = {"MCP-Protocol-Version": VERSION, "Mcp-Method": method}
        if "name" in params:
            headers["Mcp-Name"] = params["name"]
        answer: Json = json.loads(self.send(message, **headers).content)
        return answer

    def call(self, tool: str, **arguments: Any) -> Json:
        """A call of a tool. Returns its result."""
        answer = self.ask("tools/call", name=tool, arguments=arguments)
        result: Json = answer["result"]
        return result

    def data(self, tool: str, **arguments: Any) -> Json:
        """The data of a call that is not refused."""
        result = self.call(tool, **arguments)
        assert "isError" not in result, result
        data: Json = result["structuredContent"]
        return data

    def text(self, tool: str, **arguments: Any) -> str:
        """What an assistant reads, refused or not."""
        (content,) = self.call(tool, **arguments)["content"]
        assert content["type"] == "text"
        return str(content["text"])


@pytest.fixture(autouse=True)
def _counted_from_zero() -> None:
    """Each test starts with fresh rate limits."""
    counter.reset()


@pytest.fixture
def assistant() -> Assistant:
    """An assistant without a key."""
    return Assistant()


@pytest.fixture
def evening(db: None) -> Evening:
    """A table of four."""
    return Evening()
