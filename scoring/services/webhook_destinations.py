"""Allowed destinations of webhooks: none in internal networks.

A destination is checked twice: its URL when it is entered, and the IP addresses of its host whenever a connection is
made (``scoring.webhooks.outgoing``), since they may have changed by then.
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
#: Hosts that resolvers read as an IPv4 address in one of its many forms: 127.1, 0x7f000001.
_NUMBER_AT_END = re.compile(r"(^|\.)(\d+|0x[0-9a-f]*)$")
#: In networks with IPv6 only, an address in it means the IPv4 address in its last four bytes.
_NAT64 = IPv6Network("64:ff9b::/96")
#: Networks that lead to IPv4 addresses: 6to4 with its relay, Teredo, local NAT64.
_TUNNELS = [ip_network(text) for text in ("2002::/16", "192.88.99.0/24", "2001::/32", "64:ff9b:1::/48")]


@dataclass(frozen=True)
class Destination:
    """A checked URL. host: in lower case, without brackets. target: path and query.

    listed: whether WEBHOOK_ALLOWED has its origin, so that it may be internal.
    """

    scheme: str
    host: str
    port: int
    target: str
    listed: bool

    @property
    def authority(self) -> str:
        """Returns host and port, as in the Host header."""
        host = _bracketed(self.host)
        return host if self.port == _default_port(self.scheme) else f"{host}:{self.port}"


def destination(url: str, pointer: str = "/url") -> Destination:
    """Returns the destination of this URL. Raises Refusal if nothing may be sent there."""
    if not url or len(url) > LONGEST_URL:
        text = _("An address of at most {most} characters is needed.")
        raise refuse(pointer, "url_too_long", text, rule="", most=LONGEST_URL)
    scheme, host, port, target = _parts(url, pointer)
    listed = f"{scheme}://{_bracketed(host)}:{port}" in _allowed_origins()
    if not listed:
        if scheme != "https":
            raise refuse(pointer, "url_not_https", "Only https addresses are called.", rule="")
        if port not in PORTS:
            text = _("Only the ports {ports} are called.")
            raise refuse(pointer, "url_port", text, rule="", ports=", ".join(map(str, PORTS)))
        if _is_internal_name(host):
            raise refuse(pointer, "url_internal", "Internal addresses are not called.", rule="")
    return Destination(scheme, host, port, target, listed)


def _parts(url: str, pointer: str) -> tuple[str, str, int, str]:
    """Scheme, host, port and target. Raises Refusal if the URL is malformed or ambiguous."""
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
    return parts.scheme, host, _default_port(parts.scheme) if port is None else port, target


def _bracketed(host: str) -> str:
    """A host as part of a URL: IPv6 addresses in brackets."""
    return f"[{host}]" if ":" in host else host


def _default_port(scheme: str) -> int:
    return 443 if scheme == "https" else 80


def _allowed_origins() -> set[str]:
    """The origins of WEBHOOK_ALLOWED, with port."""
    origins = set()
    for text in settings.WEBHOOK_ALLOWED:
        parts = urlsplit(text)
        host = _bracketed(parts.hostname or "")
        origins.add(f"{parts.scheme}://{host}:{parts.port or _default_port(parts.scheme)}")
    return origins


def _is_internal_name(host: str) -> bool:
    """Whether the text of a host is internal, without resolving it."""
    try:
        return not is_public(host)
    except ValueError:
        return "." not in host or host.endswith((".localhost", ".local", ".internal", ".home.arpa", ".lan"))


def is_public(address: str) -> bool:
    """Returns whether an IP address is a public unicast address. Raises ValueError if it is not an address."""
    ip: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        elif ip in _NAT64:
            ip = IPv4Address(ip.packed[-4:])
    internal = ip.is_private or ip.is_loopback or ip.is_link_local or ip.is_unspecified
    special = ip.is_multicast or ip.is_reserved or getattr(ip, "is_site_local", False)
    tunnel = any(ip in network for network in _TUNNELS if network.version == ip.version)
    return ip.is_global and not (internal or special or tunnel)
