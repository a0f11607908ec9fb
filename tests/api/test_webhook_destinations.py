"""Where webhooks may be: no internal address, whatever it is called and whatever its name stands for."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from django.conf import LazySettings

from scoring.engine.refusal import Refusal
from scoring.services.webhook_destinations import Destination, destination, is_public
from scoring.webhooks import outgoing
from scoring.webhooks.outgoing import PostResult, post
from tests.receiver import answer_with, receiving

REFUSED = {
    "http://example.com/": "url_not_https",
    "ftp://example.com/": "url_malformed",
    "file:///etc/passwd": "url_malformed",
    "//example.com/": "url_malformed",
    "example.com": "url_malformed",
    "": "url_too_long",
    "https://example.com/" + "a" * 500: "url_too_long",
    "https://": "url_malformed",
    "https://user@example.com/": "url_malformed",
    "https://user:word@example.com/": "url_malformed",
    "https://example.com@127.0.0.1/": "url_malformed",
    "https://example.com\\@127.0.0.1/": "url_malformed",
    "https://example.com/#part": "url_malformed",
    "https://exa mple.com/": "url_malformed",
    "https://example.com/\r\nHost: other": "url_malformed",
    "https://exämple.com/": "url_malformed",
    "https://%6c%6fcalhost/": "url_malformed",
    "https://[fe80::1%25eth0]/": "url_malformed",
    "https://[v1.fe80]/": "url_malformed",
    "https://example..com/": "url_malformed",
    "https://example.com:0x50/": "url_malformed",
    "https://example.com:99999/": "url_malformed",
    "https://example.com:22/": "url_port",
    "https://example.com:80/": "url_port",
    "https://example.com:0/": "url_port",
    "https://localhost/": "url_internal",
    "https://LOCALHOST/": "url_internal",
    "https://app.localhost/": "url_internal",
    "https://printer.local/": "url_internal",
    "https://metadata.google.internal/": "url_internal",
    "https://router/": "url_internal",
    "https://127.0.0.1/": "url_internal",
    "https://127.1/": "url_malformed",
    "https://2130706433/": "url_malformed",
    "https://0x7f000001/": "url_malformed",
    "https://0177.0.0.1/": "url_malformed",
    "https://1.1.1.0x7f/": "url_malformed",
    "https://127.0.0.1./": "url_malformed",
    "https://[::1]/": "url_internal",
    "https://[::ffff:127.0.0.1]/": "url_internal",
    "https://10.1.2.3/": "url_internal",
}

PUBLIC = ("1.1.1.1", "8.8.8.8", "2606:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8")
INTERNAL = (
    *("0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1"),
    *("172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "192.88.99.1", "198.18.0.1", "198.51.100.1"),
    *("203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"),
    *("::", "::1", "::127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::a00:1", "64:ff9b::7f00:1"),
    *("64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::1", "fc00::1", "fd12:3456::1", "fe80::1"),
    *("fe80::1%eth0", "fec0::1", "ff02::1", "ff0e::1"),
)


@pytest.mark.parametrize("url", REFUSED)
def test_what_cannot_be_registered(url: str) -> None:
    with pytest.raises(Refusal) as refused:
        destination(url)
    (error,) = refused.value.errors
    assert (error.code, error.pointer) == (REFUSED[url], "/url")


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("https://Club.Example/a?b=c", Destination("https", "club.example", 443, "/a?b=c", False)),
        ("https://club.example:8443", Destination("https", "club.example", 8443, "/", False)),
        ("https://[2606:4700::1111]/", Destination("https", "2606:4700::1111", 443, "/", False)),
        ("http://192.168.1.20:8123/hook", Destination("http", "192.168.1.20", 8123, "/hook", True)),
        ("http://nas.local/", Destination("http", "nas.local", 80, "/", True)),
    ],
)
def test_what_can(url: str, found: Destination, settings: LazySettings) -> None:
    settings.WEBHOOK_ALLOWED = ["http://192.168.1.20:8123", "http://nas.local"]
    assert destination(url) == found


@pytest.mark.parametrize("url", ["http://192.168.1.20/", "https://192.168.1.20:8123/", "http://192.168.1.21:8123/"])
def test_the_operator_allows_an_origin_and_nothing_beside_it(url: str, settings: LazySettings) -> None:
    settings.WEBHOOK_ALLOWED = ["http://192.168.1.20:8123"]
    with pytest.raises(Refusal):
        destination(url)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", INTERNAL)
def test_internal_addresses(address: str) -> None:
    assert not is_public(address)


def sent(to: Destination, seconds: float = 5) -> PostResult:
    return asyncio.run(post(to, {}, b"{}", seconds))


@pytest.mark.parametrize("others", [[], ["93.184.216.34"]])
def test_a_name_is_looked_up_once_and_its_address_is_the_one_connected_to(
    others: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return [*others, "127.0.0.1"]

    monkeypatch.setattr(outgoing, "resolve", resolve)
    with receiving() as receiver:
        # As registered: a public name. What it stands for by now is internal.
        answer = sent(Destination("http", "club.example", receiver.port, "/", listed=False))
        assert (answer.status, answer.failure) == (None, "address_not_allowed")
        assert receiver.received == []
        # The one answer is used: a second question could be answered otherwise.
        answer = sent(Destination("http", "club.example", receiver.port, "/", listed=True))
        assert asked == ["club.example"] * 2
        if not others:
            assert answer.status == 204
            assert receiver.received[0].headers["Host"] == f"club.example:{receiver.port}"


def local(port: int, scheme: str = "http") -> Destination:
    return Destination(scheme, "127.0.0.1", port, "/hook", listed=True)


def test_a_redirect_is_an_answer_and_not_followed() -> None:
    with receiving() as receiver, receiving() as internal:
        receiver.answer = answer_with(302, headers={"Location": f"{internal.origin}/"})
        assert sent(local(receiver.port)).status == 302
        assert internal.received == []


def test_only_the_beginning_of_an_endless_answer_is_read() -> None:
    def pour(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 500 Oh\r\n\r\n\x00caf\xc3\xa9 ")
        with suppress(OSError):
            while True:
                handler.wfile.write(b"a" * 65536)
        closed.set()

    closed = threading.Event()
    with receiving() as receiver:
        receiver.answer = pour
        answer = sent(local(receiver.port))
        assert closed.wait(10)
    assert answer.status == 500
    assert answer.text == "café " + "a" * 195


def test_an_answer_byte_by_byte_takes_no_longer_than_allowed() -> None:
    def trickle(handler: Any) -> None:
        with suppress(OSError):
            for _ in range(100):
                handler.wfile.write(b"H")
                gone.wait(0.05)

    with receiving() as receiver:
        gone = threading.Event()
        receiver.answer = trickle
        answer = sent(local(receiver.port), 0.3)
        gone.set()
    assert (answer.status, answer.failure) == (None, "too_slow")


def test_the_receiver_may_say_how_long_to_wait() -> None:
    with receiving() as receiver:
        receiver.answer = answer_with(503, headers={"retry-after": "120"})
        assert sent(local(receiver.port)).retry_after == 120
        receiver.answer = answer_with(503, headers={"Retry-After": "Fri, 01 May 2026 20:15:00 GMT"})
        assert sent(local(receiver.port)).retry_after == 0


def test_every_failure_has_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as receiver:
        assert sent(local(receiver.port, "https")).failure == "no_trust"
        receiver.answer = lambda handler: None
        assert sent(local(receiver.port)).failure == "no_answer"
    assert sent(local(receiver.port)).failure == "no_connection"

    async def resolve(host: str, port: int) -> list[str]:
        raise socket.gaierror

    monkeypatch.setattr(outgoing, "resolve", resolve)
    assert sent(local(receiver.port)).failure == "no_address"
