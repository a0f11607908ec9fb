"""The addresses of this machine in its networks, and how many connections a process may have."""

from __future__ import annotations

import contextlib
import socket

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

MOST_FILES = 65_536


def own_addresses() -> list[str]:
    """Returns every IPv4 address at which other devices reach this machine. Asks the resolver, so it may be slow."""
    addresses: set[str] = set()
    with contextlib.suppress(OSError):
        addresses |= {str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    # No packet is sent: this only asks which address of ours the default route uses.
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        addresses.add(str(probe.getsockname()[0]))
    return sorted(addresses)


def allow_many_connections() -> None:
    """Lets this process open as many files as it may: each connection is one, and the usual limit is 1,024."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
