"""Which address a request came from, and by which scheme, behind proxies of the operator's own."""

from __future__ import annotations

from collections.abc import MutableMapping
from ipaddress import ip_address
from typing import Any


def client_of(scope: MutableMapping[str, Any], proxies: int) -> tuple[str, int] | None:
    """Returns address and port of the client, as ASGI's ``client``; the connection's own if no proxy says another.

    proxies: how many of them stand in front, one behind the other. Each adds the address that it saw at the end of
    X-Forwarded-For. What stands before these entries is the client's own word: whoever believed it would let each
    client choose its address, and with it its limits.
    """
    values = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    entries = [entry.strip() for entry in ",".join(values).split(",") if entry.strip()]
    if len(entries) >= proxies:
        text = entries[-proxies].removeprefix("[").removesuffix("]")
        try:
            return str(ip_address(text)), 0
        except ValueError:
            pass
    client: tuple[str, int] | None = scope.get("client")
    return client


def scheme_of(scope: MutableMapping[str, Any]) -> str:
    """Returns "https" or "http", as the proxy says in X-Forwarded-Proto; else that of the connection."""
    values = [value for name, value in scope["headers"] if name == b"x-forwarded-proto"]
    said = values[0].partition(b",")[0].strip().decode("latin-1") if values else ""
    return said if said in ("http", "https") else str(scope["scheme"])
