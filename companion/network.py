"""The addresses of this machine in its networks."""

from __future__ import annotations

import contextlib
import socket


def own_addresses() -> list[str]:
    """Every IPv4 address under which other devices reach this machine. Asks the resolver, so it may take a moment."""
    addresses: set[str] = set()
    with contextlib.suppress(OSError):
        addresses |= {str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    # No packet is sent: this only asks which own address the default route would use.
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        addresses.add(str(probe.getsockname()[0]))
    return sorted(addresses)
