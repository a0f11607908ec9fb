"""A program that receives webhooks, on the loopback."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks.webhooks import Webhook


@dataclass(frozen=True)
class Received:
    """A request as it came."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    def verified(self, secret: str) -> Any:
        """The message, if this secret signed it. Raises WebhookVerificationError."""
        return Webhook(secret).verify(self.body, dict(self.headers))


class Receiver:
    """Keeps what it gets. answer: what it says, given the handler; by default 204."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.answer: Callable[[BaseHTTPRequestHandler], None] = answer_with(204)
        self._came = threading.Condition()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                with receiver._came:
                    receiver.received.append(Received(self.path, dict(self.headers), body))
                    receiver._came.notify_all()
                receiver.answer(self)

            def log_message(self, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.origin = f"http://127.0.0.1:{self.port}"

    def wait_for(self, count: int, seconds: float = 30) -> list[Received]:
        """Everything received, once there are so many. Raises AssertionError if they do not come."""
        with self._came:
            assert self._came.wait_for(lambda: len(self.received) >= count, seconds), f"only {self.received}"
            return list(self.received)


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver that listens."""
    receiver = Receiver()
    thread = threading.Thread(target=receiver.server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        receiver.server.server_close()


def answer_with(
    status: int, body: bytes = b"", headers: Mapping[str, str] | None = None
) -> Callable[[BaseHTTPRequestHandler], None]:
    """What a receiver says."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in (headers or {}).items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer
