"""A network between a browser and a server that can be cut and mended."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Cable:
    """Passes on what comes to a port of its own. url: what a browser opens instead of the server."""

    def __init__(self, port: int) -> None:
        """port: of the server on this machine."""
        self._far = port
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self._is_cut = False
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Nothing passes any more: what is open breaks off, what is new is broken off at once."""
        self._is_cut = True
        self._break()

    def mend(self) -> None:
        """Passes on again."""
        self._is_cut = False

    def close(self) -> None:
        """Ends it for good."""
        self.cut()
        self._listener.close()

    def _break(self) -> None:
        for one in list(self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if self._is_cut:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self._far))
            self._open |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                target.sendall(data)
        for one in (source, target):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self._open -= {source}
        source.close()
