"""The Model Context Protocol, as much of it as a server of tools and prompts needs: one message in, one out.

Two dialects. Since the revision 2026-07-28 each request says its version and is complete by itself. Before, a client
shakes hands first (``initialize``); nothing is remembered of that, so no request needs another one.
Specification: https://modelcontextprotocol.io/specification/2026-07-28
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

STATELESS_VERSIONS = ("2026-07-28",)
HANDSHAKE_VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
#: Assumed of a request that names no version (2025-11-25, Transports).
_UNNAMED = "2025-03-26"

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603
HEADER_MISMATCH, UNSUPPORTED_VERSION = -32020, -32022

_META = "io.modelcontextprotocol/"
#: Methods whose header Mcp-Name repeats this parameter.
_NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
#: How long clients may keep the lists: they change with a release only.
_KEPT = {"ttlMs": 3_600_000, "cacheScope": "public"}


class ProtocolError(Exception):
    """A request that is wrong as a message. status: of the HTTP response in the stateless dialect."""

    def __init__(self, code: int, message: str, status: int = 400, data: Any = None) -> None:
        super().__init__(message)
        self.code, self.message, self.status, self.data = code, message, status, data

    def as_json(self, message_id: Any = None) -> Json:
        """Returns the error object of JSON-RPC 2.0."""
        error = {"code": self.code, "message": self.message, **({"data": self.data} if self.data is not None else {})}
        return {"jsonrpc": "2.0", "id": message_id, "error": error}


@dataclass(frozen=True)
class Tool:
    """A tool. schema: of its arguments. changes: whether it stores something. run: arguments to CallToolResult."""

    name: str
    title: str
    description: str
    schema: Json
    run: Callable[[Any, Json], Json]
    changes: bool = False

    def as_json(self) -> Json:
        """Returns it as ``tools/list`` shows it."""
        hints = {"readOnlyHint": not self.changes, "openWorldHint": False}
        hints |= {"destructiveHint": False, "idempotentHint": True} if self.changes else {}
        described = {"name": self.name, "title": self.title, "description": self.description}
        return {**described, "inputSchema": self.schema, "annotations": hints}


@dataclass(frozen=True)
class Prompt:
    """A prompt. arguments: name to description and whether it is needed. write: arguments to the user's message."""

    name: str
    title: str
    description: str
    arguments: Mapping[str, tuple[str, bool]]
    write: Callable[[Mapping[str, str]], str]

    def as_json(self) -> Json:
        """Returns it as ``prompts/list`` shows it."""
        arguments = [
            {"name": name, "description": text, "required": needed} for name, (text, needed) in self.arguments.items()
        ]
        described = {"name": self.name, "title": self.title, "description": self.description}
        return {**described, "arguments": arguments}


@dataclass(frozen=True)
class Service:
    """What is served. info: name, title and version. instructions: when to use it, for the assistant."""

    info: Mapping[str, str]
    instructions: str
    tools: Sequence[Tool]
    prompts: Sequence[Prompt] = field(default=())

    @property
    def capabilities(self) -> Json:
        """What a client may ask for."""
        return {"tools": {}, "prompts": {}}


@dataclass(frozen=True)
class Request:
    """A JSON-RPC request. id: None for a notification. version: of the protocol."""

    id: Any
    method: str
    params: Json
    version: str

    @property
    def is_stateless(self) -> bool:
        """Whether it is of the newer dialect."""
        return self.version in STATELESS_VERSIONS


def read_request(message: Any, headers: Mapping[str, str]) -> Request:
    """Reads a message. headers: of HTTP. Raises ProtocolError."""
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0" or not isinstance(message.get("method"), str):
        raise ProtocolError(INVALID_REQUEST, "The body must be a single JSON-RPC 2.0 request or notification")
    message_id, params = message.get("id"), message.get("params", {})
    if "id" in message and (isinstance(message_id, bool) or not isinstance(message_id, str | int)):
        raise ProtocolError(INVALID_REQUEST, "id must be a text or a whole number")
    if not isinstance(params, dict):
        raise ProtocolError(INVALID_PARAMS, "params must be an object")
    named = headers.get("MCP-Protocol-Version")
    meta = params.get("_meta")
    says_version = isinstance(meta, dict) and f"{_META}protocolVersion" in meta
    is_older = named in HANDSHAKE_VERSIONS or (named is None and not says_version)
    if is_older and message["method"] != "server/discover":
        return Request(message_id, message["method"], params, named or _UNNAMED)
    if "id" in message:
        _check_envelope(message["method"], params, headers)
    elif named not in STATELESS_VERSIONS:
        raise _unsupported(named)
    return Request(message_id, message["method"], params, named or _UNNAMED)


def id_of(message: Any) -> str | int | None:
    """Returns the id of a message, for an error; None if it has none that can be given back."""
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str | int) and not isinstance(found, bool) else None


def _check_envelope(method: str, params: Json, headers: Mapping[str, str]) -> None:
    """Raises ProtocolError unless a stateless request is complete, and its headers say what it says."""
    meta = params.get("_meta")
    needed = [f"{_META}protocolVersion", f"{_META}clientCapabilities"]
    missing = [name for name in needed if not isinstance(meta, dict) or name not in meta]
    if missing:
        raise ProtocolError(INVALID_PARAMS, f"params._meta must have {' and '.join(missing)}")
    assert isinstance(meta, dict)
    version = meta[needed[0]]
    expected = {"MCP-Protocol-Version": version, "Mcp-Method": method}
    if method in _NAMED and params.get(_NAMED[method]) is not None:
        expected["Mcp-Name"] = params[_NAMED[method]]
    for name, value in expected.items():
        if _header_text(headers.get(name)) != value:
            raise ProtocolError(HEADER_MISMATCH, f"The header {name} does not say the same as the body")
    if version not in STATELESS_VERSIONS:
        raise _unsupported(version)


def _unsupported(version: Any) -> ProtocolError:
    data = {"supported": list(STATELESS_VERSIONS), "requested": version}
    return ProtocolError(UNSUPPORTED_VERSION, "Unsupported protocol version", data=data)


def _header_text(value: str | None) -> str | None:
    """The text of a header, which is in base64 if it has more than ASCII; None if it cannot be read."""
    value = value.strip(" \t") if value is not None else None  # RFC 9110, 5.5: servers keep blanks at the end
    if value is None or not (value.startswith("=?base64?") and value.endswith("?=")):
        return value
    try:
        return base64.b64decode(value[9:-2], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None


def result_of(service: Service, request: Request, call: Any) -> Json:
    """Answers a request. call: what a tool needs to know of it. Returns the result. Raises ProtocolError."""
    if request.is_stateless:
        if request.method == "server/discover":
            facts = {"supportedVersions": [*STATELESS_VERSIONS, *HANDSHAKE_VERSIONS]}
            return _complete(service, {**facts, **_about(service), **_KEPT})
        if request.method in ("initialize", "ping"):
            raise _unknown_method(request.method)
        kept = _KEPT if request.method.endswith("/list") else {}
        return _complete(service, {**_result(service, request, call), **kept})
    if request.method == "initialize":
        asked = request.params.get("protocolVersion")
        version = asked if asked in HANDSHAKE_VERSIONS else HANDSHAKE_VERSIONS[0]
        return {"protocolVersion": version, "serverInfo": dict(service.info), **_about(service)}
    return {} if request.method == "ping" else _result(service, request, call)


def _about(service: Service) -> Json:
    return {"capabilities": service.capabilities, "instructions": service.instructions}


def _complete(service: Service, result: Json) -> Json:
    return {"resultType": "complete", **result, "_meta": {f"{_META}serverInfo": dict(service.info)}}


def _result(service: Service, request: Request, call: Any) -> Json:
    match request.method:
        case "tools/list":
            _check_first_page(request)
            return {"tools": [tool.as_json() for tool in service.tools]}
        case "prompts/list":
            _check_first_page(request)
            return {"prompts": [prompt.as_json() for prompt in service.prompts]}
        case "tools/call":
            tool: Tool = _named(service.tools, request.params, "tool")
            return tool.run(call, _arguments(request.params))
        case "prompts/get":
            prompt: Prompt = _named(service.prompts, request.params, "prompt")
            return _prompt_result(prompt, _arguments(request.params))
    raise _unknown_method(request.method)


def _prompt_result(prompt: Prompt, arguments: Json) -> Json:
    wrong = [name for name, value in arguments.items() if name not in prompt.arguments or not isinstance(value, str)]
    missing = [name for name, (_, needed) in prompt.arguments.items() if needed and name not in arguments]
    if wrong or missing:
        faults = [*(f"{name} is missing" for name in missing), *(f"{name} is unknown or no text" for name in wrong)]
        raise ProtocolError(INVALID_PARAMS, f"Arguments of {prompt.name}: {', '.join(faults)}")
    content = {"type": "text", "text": prompt.write(arguments)}
    return {"description": prompt.description, "messages": [{"role": "user", "content": content}]}


def _named(offered: Sequence[Any], params: Json, kind: str) -> Any:
    name = params.get("name")
    found = next((one for one in offered if one.name == name), None)
    if found is None:
        known = ", ".join(one.name for one in offered)
        raise ProtocolError(INVALID_PARAMS, f"Unknown {kind}: {str(name)[:80]}. There are: {known}")
    return found


def _arguments(params: Json) -> Json:
    arguments = params.get("arguments") or {}
    if not isinstance(arguments, dict):
        raise ProtocolError(INVALID_PARAMS, "params.arguments must be an object")
    return arguments


def _check_first_page(request: Request) -> None:
    """Raises ProtocolError for a cursor: the lists have one page."""
    if request.params.get("cursor") is not None:
        raise ProtocolError(INVALID_PARAMS, "Unknown cursor: this list has one page")


def _unknown_method(method: str) -> ProtocolError:
    return ProtocolError(METHOD_NOT_FOUND, f"Method not found: {method[:80]}", status=404)
