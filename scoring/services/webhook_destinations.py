"""Where webhooks may be: not into the networks that this machine is in.

A destination is checked twice: its address (URL) when it is entered, and what its name stands for whenever a connection
is made (``scoring.webhooks.outgoing``), since a name may stand for something else by then.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from django.conf import settings

from scoring.engine.marking import _
from scoring.engine.refusal import refuse

LONGEST_URL = 500
PORTS = (443, 8443)
_HOST = re.compile(r"(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
#: Such a host is a number in one of the many forms that resolvers read as an IPv4 address: 127.1, 0x7f000001.
_NUMBER_AT_END = re.compile(r"(^|\.)(\d+|0x[0-9a-f]*)$")
#: An address in it stands for the IPv4 address in its last four bytes, in networks with IPv6 only.
_NAT64 = IPv6Network("64:ff9b::/96")
#: Ways to IPv4 addresses, whatever else they are: 6to4 with its relay, Teredo, local NAT64.
_TUNNELS = [ip_network(text) for text in ("2002::/16", "192.88.99.0/24", "2001::/32", "64:ff9b:1::/48")]


@dataclass(frozen=True)
class Destination:
    """A checked address. host: in lower case, without brackets. target: path and query.

    named: whether the operator named its origin in WEBHOOK_ALLOWED, so that it may be internal.
    """

    scheme: str
    host: str
    port: int
    target: str
    named: bool

    @property
    def authority(self) -> str:
        """Host and port, as the Host header has them."""
        host = _bracketed(self.host)
        return host if self.port == _usual_port(self.scheme) else f"{host}:{self.port}"


def destination(url: str, pointer: str = "/url") -> Destination:
    """The destination that this address names. Raises Refusal if nothing may be sent there."""
    if not url or len(url) > LONGEST_URL:
        text = _("An address of at most {most} characters is needed.")
        raise refuse(pointer, "url_too_long", text, rule="", most=LONGEST_URL)
    scheme, host, port, target = _parts(url, pointer)
    named = f"{scheme}://{_bracketed(host)}:{port}" in _named_origins()
    if not named:
        if scheme != "https":
            raise refuse(pointer, "url_not_https", "Only https addresses are called.", rule="")
        if port not in PORTS:
            text = _("Only the ports {ports} are called.")
            raise refuse(pointer, "url_port", text, rule="", ports=", ".join(map(str, PORTS)))
        if _is_internal_name(host):
            raise refuse(pointer, "url_internal", "Internal addresses are not called.", rule="")
    return Destination(scheme, host, port, target, named)


def _parts(url: str, pointer: str) -> tuple[str, str, int, str]:
    """Scheme, host, port and target. Raises Refusal unless there is only one way to read the address."""
    malformed = refuse(pointer, "url_malformed", "This is no web address: https://host/path is.", rule="")
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise malformed
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or ""), parts.port
    except ValueError:
        raise malformed from None
    if parts.scheme not in ("http", "https") or "@" in parts.netloc or "#" in url or "%" in parts.netloc:
        raise malformed
    try:
        host = str(ip_address(host))
    except ValueError:
        if "[" in parts.netloc or not _HOST.fullmatch(host) or _NUMBER_AT_END.search(host):
            raise malformed from None
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return parts.scheme, host, _usual_port(parts.scheme) if port is None else port, target


def _bracketed(host: str) -> str:
    """A host as it stands in an address: IPv6 addresses in brackets."""
    return f"[{host}]" if ":" in host else host


def _usual_port(scheme: str) -> int:
    return 443 if scheme == "https" else 80


def _named_origins() -> set[str]:
    """The origins of WEBHOOK_ALLOWED, each with its port."""
    origins = set()
    for text in settings.WEBHOOK_ALLOWED:
        parts = urlsplit(text)
        host = _bracketed(parts.hostname or "")
        origins.add(f"{parts.scheme}://{host}:{parts.port or _usual_port(parts.scheme)}")
    return origins


def _is_internal_name(host: str) -> bool:
    """Whether a host is internal by what is written, without asking anybody."""
    try:
        return not is_public(host)
    except ValueError:
        return "." not in host or host.endswith((".localhost", ".local", ".internal", ".home.arpa", ".lan"))


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet, to which one machine answers.

    Raises ValueError for a text that is no address.
    """
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif found in _NAT64:
            found = IPv4Address(found.packed[-4:])
    internal = found.is_private or found.is_loopback or found.is_link_local or found.is_unspecified
    special = found.is_multicast or found.is_reserved or getattr(found, "is_site_local", False)
    tunnel = any(found in network for network in _TUNNELS if network.version == found.version)
    return found.is_global and not (internal or special or tunnel)
