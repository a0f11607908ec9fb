"""One POST to a destination. The IP addresses of its host are checked when the connection is made.

Redirects and proxies are not used, connections are not kept, and only the beginning of the response is read.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import httpcore2

from scoring.services.webhook_destinations import Destination, is_public

MOST_READ = 4096
"""Bytes of a response that are read."""

LONGEST_TEXT = 200
"""Characters of them that are stored."""


class AddressNotAllowed(Exception):  # noqa: N818 - refused, not failed
    """The host has an IP address that nothing may be sent to."""


@dataclass(frozen=True)
class PostResult:
    """The result of a request. status: of the response, None if there was none; then failure says why, in one word.

    text: the beginning of the response, printable. retry_after: seconds that the receiver asks to wait, 0 for none.
    """

    status: int | None
    failure: str = ""
    milliseconds: int = 0
    text: str = ""
    retry_after: int = 0


class CheckedNetwork(httpcore2.AsyncNetworkBackend):
    """Connects only to IP addresses that are allowed for the destination.

    All addresses of the host must be allowed: a host with a public and an internal address is refused.
    """

    def __init__(self, to: Destination) -> None:
        self.to = to
        self.network = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Returns a connection to one of the host's addresses.

        Raises AddressNotAllowed, socket.gaierror, ConnectError.
        """
        addresses = await resolve(host, port)
        if not self.to.listed and not all(is_public(address) for address in addresses):
            raise AddressNotAllowed(host)
        last_error: Exception = httpcore2.ConnectError(f"{host} has no address")
        for address in addresses[:4]:
            try:
                return await self.network.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                last_error = error
        raise last_error

    async def connect_unix_socket(self, *args: Any, **kwargs: Any) -> httpcore2.AsyncNetworkStream:
        """Raises AddressNotAllowed: no destination is a socket."""
        raise AddressNotAllowed

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


async def resolve(host: str, port: int) -> list[str]:
    """Returns the IP addresses of a host. Raises socket.gaierror."""
    loop = asyncio.get_running_loop()
    infos = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(info[4][0]) for info in infos))


@cache
def _tls() -> ssl.SSLContext:
    return httpcore2.default_ssl_context()


async def post(to: Destination, headers: Mapping[str, str], body: bytes, seconds: float) -> PostResult:
    """Sends the body and waits for the response, at most so many seconds. Returns the result, also after a failure."""
    began = time.monotonic()
    status, failure, retry_after = None, "", 0
    read = bytearray()
    all_headers = {"Host": to.authority, "User-Agent": "Companion-Webhooks", "Connection": "close", **headers}
    target = httpcore2.URL(scheme=to.scheme.encode(), host=to.host.encode(), port=to.port, target=to.target.encode())
    try:
        async with asyncio.timeout(seconds):
            network = CheckedNetwork(to)
            # Reading the certificates takes some 30 ms, once.
            tls = await asyncio.to_thread(_tls) if to.scheme == "https" else None
            async with (
                httpcore2.AsyncConnectionPool(tls, network_backend=network, max_connections=1) as pool,
                pool.stream("POST", target, headers=list(all_headers.items()), content=body) as response,
            ):
                status = response.status
                response_headers = {name.lower(): value for name, value in response.headers}
                retry_after = _seconds(response_headers.get(b"retry-after", b""))
                async for chunk in response.aiter_stream():
                    read += chunk
                    if len(read) >= MOST_READ:
                        break
    except AddressNotAllowed:
        failure = "address_not_allowed"
    except (socket.gaierror, UnicodeError):
        failure = "no_address"
    except (TimeoutError, httpcore2.TimeoutException):
        failure = "too_slow"
    except httpcore2.ConnectError as error:
        failure = "no_trust" if _is_tls_error(error) else "no_connection"
    except (httpcore2.NetworkError, httpcore2.ProtocolError, OSError):
        failure = "no_answer"
    milliseconds = round((time.monotonic() - began) * 1000)
    # A status counts, even if the rest of the response never comes.
    return PostResult(status, "" if status else failure, milliseconds, _printable(bytes(read)), retry_after)


def _is_tls_error(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _seconds(header: bytes) -> int:
    with suppress(ValueError):
        return max(0, int(header))
    return 0


def _printable(read: bytes) -> str:
    text = read[: 4 * LONGEST_TEXT].decode("utf-8", "replace")
    return "".join(char if char.isprintable() else " " for char in text).strip()[:LONGEST_TEXT]
