"""Messages: each has one answer, of the form that the protocol's own types have."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client, override_settings
from mcp_types import methods
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from companion.assistants import protocol
from companion.assistants.service import SERVICE
from scoring.games import all_games
from tests.assistants.conftest import META, VERSION, Assistant

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("tools/list", {}),
    ("prompts/list", {}),
    ("prompts/get", {"name": "explain_score", "arguments": {"game": "skat", "hand": "hearts with 2, 74"}}),
    ("tools/call", {"name": "find_game", "arguments": {"name": "skat"}}),
    ("tools/call", {"name": "find_game", "arguments": {"name": 3}}),
]
SAID = {f"{META}protocolVersion": VERSION, f"{META}clientCapabilities": {}}


def test_it_speaks_the_versions_that_the_types_know() -> None:
    assert protocol.STATELESS_VERSIONS == MODERN_PROTOCOL_VERSIONS
    assert set(protocol.HANDSHAKE_VERSIONS) == set(HANDSHAKE_PROTOCOL_VERSIONS)


@pytest.mark.parametrize(("method", "params"), [("server/discover", {}), *CALLS])
def test_results_are_of_the_types_of_the_stateless_dialect(
    assistant: Assistant, method: str, params: dict[str, Any]
) -> None:
    methods.validate_server_result(method, VERSION, assistant.ask(method, **params)["result"])


@pytest.mark.parametrize("version", protocol.HANDSHAKE_VERSIONS)
def test_results_are_of_the_types_of_older_versions(assistant: Assistant, version: str) -> None:
    about = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "chat", "version": "1"}}
    for method, params in [("initialize", about), ("ping", {}), *CALLS]:
        message = {"jsonrpc": "2.0", "id": "a", "method": method, "params": params}
        answer = json.loads(assistant.send(message, MCP_Protocol_Version=version).content)
        assert answer["id"] == "a"
        methods.validate_server_result(method, version, answer["result"])
        if method == "initialize":
            assert answer["result"]["protocolVersion"] == version


def test_an_unknown_older_version_gets_the_newest_that_shakes_hands(assistant: Assistant) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2020-01-01"}}
    assert json.loads(assistant.send(message).content)["result"]["protocolVersion"] == "2025-11-25"


@pytest.mark.parametrize("headers", [{}, {"MCP_Protocol_Version": "2025-11-25"}, {"MCP_Protocol_Version": VERSION}])
def test_notifications_are_taken_without_an_answer(assistant: Assistant, headers: dict[str, str]) -> None:
    response = assistant.send({"jsonrpc": "2.0", "method": "notifications/initialized"}, **headers)
    assert (response.status_code, response.content) == (202, b"")


_ASKED = {"MCP_Protocol_Version": VERSION, "Mcp_Method": "tools/list"}
_LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": SAID}}


@pytest.mark.parametrize(
    ("message", "headers", "status", "code", "says"),
    [
        (b"{", {}, 400, -32700, "not JSON"),
        ([_LIST], {}, 400, -32600, "single"),
        ("text", {}, 400, -32600, "single"),
        ({"jsonrpc": "1.0", "id": 1, "method": "ping"}, {}, 400, -32600, "single"),
        ({"jsonrpc": "2.0", "id": None, "method": "ping"}, {}, 400, -32600, "id"),
        ({"jsonrpc": "2.0", "id": [1], "method": "ping"}, {}, 400, -32600, "id"),
        ({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}, {}, 400, -32602, "params"),
        ({"jsonrpc": "2.0", "id": 1, "method": "resources/list"}, {}, 200, -32601, "resources/list"),
        ({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": "x"}}, {}, 200, -32602, "cursor"),
        ({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}}, {}, 200, -32602, "find_game"),
        ({"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {"name": "x"}}, {}, 200, -32602, "explain_sc"),
        (_LIST, {"MCP_Protocol_Version": VERSION}, 400, -32020, "Mcp-Method"),
        (_LIST, {**_ASKED, "Mcp_Method": "tools/call"}, 400, -32020, "Mcp-Method"),
        (_LIST, {}, 400, -32020, "MCP-Protocol-Version"),
        ({**_LIST, "params": {}}, _ASKED, 400, -32602, "clientCapabilities"),
        ({**_LIST, "method": "nothing"}, {**_ASKED, "Mcp_Method": "nothing"}, 404, -32601, "nothing"),
    ],
)
def test_wrong_messages_get_the_errors_of_json_rpc(
    assistant: Assistant, message: Any, headers: dict[str, str], status: int, code: int, says: str
) -> None:
    response = assistant.send(message, **headers)
    answer = json.loads(response.content)
    assert (response.status_code, answer["jsonrpc"], answer["error"]["code"]) == (status, "2.0", code)
    assert says in answer["error"]["message"]


def test_a_future_version_is_told_what_there_is(assistant: Assistant) -> None:
    meta = {**SAID, f"{META}protocolVersion": "2099-01-01"}
    response = assistant.send(
        {**_LIST, "params": {"_meta": meta}}, MCP_Protocol_Version="2099-01-01", Mcp_Method="tools/list"
    )
    error = json.loads(response.content)["error"]
    assert (response.status_code, error["code"]) == (400, -32022)
    assert error["data"] == {"supported": [VERSION], "requested": "2099-01-01"}


def test_arguments_of_a_prompt_are_checked(assistant: Assistant) -> None:
    answer = assistant.ask("prompts/get", name="explain_score", arguments={"game": "skat", "table": "x"})
    assert answer["error"]["code"] == -32602
    assert "hand is missing" in answer["error"]["message"]
    assert "table is unknown" in answer["error"]["message"]


# -- HTTP ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://evil.example", "http://testserver.evil.example", "null"])
def test_pages_of_other_sites_are_refused(assistant: Assistant, origin: str) -> None:
    response = assistant.send(_LIST, **_ASKED, Origin=origin)
    assert response.status_code == 403
    assert "error" in json.loads(response.content)


def test_pages_of_this_site_and_programs_are_answered(assistant: Assistant) -> None:
    assert assistant.send(_LIST, **_ASKED).status_code == 200
    assert assistant.send(_LIST, **_ASKED, Origin="http://testserver").status_code == 200


def test_an_unknown_host_is_refused_in_json(assistant: Assistant) -> None:
    response = assistant.send(_LIST, **_ASKED, Host="evil.example")
    assert response.status_code == 400
    assert response.headers["Content-Type"] == "application/problem+json"


def test_too_many_requests_and_too_large_bodies_are_refused(assistant: Assistant) -> None:
    with override_settings(RATE_LIMITS={"open": 1, "key": 1, "tables": 1}):
        assert assistant.send(_LIST, **_ASKED).headers["RateLimit"].startswith('"open";r=0')
        response = assistant.send(_LIST, **_ASKED)
    assert response.status_code == 429
    assert response.headers["Retry-After"]
    assert "requests a minute" in json.loads(response.content)["error"]["message"]
    with override_settings(MAX_BODY=100):
        response = assistant.send({**_LIST, "padding": "x" * 100}, **_ASKED)
    assert (response.status_code, json.loads(response.content)["error"]["code"]) == (413, -32600)


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_other_methods_are_not_spoken(method: str) -> None:
    response = Client().generic(method, "/mcp")
    assert response.status_code == 405
    assert "POST" in response.headers["Allow"]
    assert response.headers["Content-Type"] == "application/problem+json"


@override_settings(HTTPS=True)
def test_a_key_in_the_clear_is_refused(assistant: Assistant) -> None:
    response = assistant.send(_LIST, **_ASKED)
    assert (response.status_code, json.loads(response.content)["type"]) == (403, "/api/problems/https-needed")


# -- what is offered -----------------------------------------------------------------------------------------


def test_the_list_of_tools_is_short(assistant: Assistant) -> None:
    """Two tokenizers count 2,005 and 2,061 tokens for 7,955 bytes; no tokenizer makes more tokens than bytes / 2."""
    tools = assistant.ask("tools/list")["result"]["tools"]
    assert len(json.dumps(tools, separators=(",", ":")).encode()) < 10_000
    assert len(tools) == 9


def test_every_tool_says_when_to_call_it() -> None:
    for tool in SERVICE.tools:
        assert tool.description.startswith("Call "), tool.name
        for name, field in tool.schema["properties"].items():
            assert "description" in field, f"{tool.name}: {name}"


def test_only_one_tool_changes_anything(assistant: Assistant) -> None:
    tools = assistant.ask("tools/list")["result"]["tools"]
    assert [tool["name"] for tool in tools if not tool["annotations"]["readOnlyHint"]] == ["record_hand"]


def test_no_argument_of_ours_hides_a_fact_of_a_game() -> None:
    for game in all_games().values():
        fields = set(game.Lookup.model_fields) if game.Lookup else set()
        assert not fields & {"slug", "language"}, game.slug
