"""Checks the addresses of push services, since a malicious guest could send any address."""

from __future__ import annotations

import re
from collections.abc import Collection
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

_HTTPS_PORT = 443  # all public push services use it
_NAME = re.compile(r"([a-z0-9-]+\.)+[a-z]{2,}")  # a domain name, not an IP address
# IPv6 networks that can lead to private IPv4 addresses: 6to4, Teredo, NAT64, and two in which IPv4
# addresses are written as they are; and those of a site, which `ipaddress` calls global.
_INSIDE = (
    "2002::/16", "2001::/32", "64:ff9b::/96", "64:ff9b:1::/48", "::/96", "::ffff:0:0:0/96",
    "fec0::/10",
)  # fmt: skip
_DISGUISES = tuple(map(ip_network, _INSIDE))


def origin_of(endpoint: str) -> str:
    """The scheme, host and port of an address; empty if it is invalid."""
    parts = _split(endpoint)
    return "" if parts is None else f"{parts.scheme}://{parts.netloc}".lower()


def may_call(endpoint: str, own: Collection[str] = ()) -> bool:
    """Whether an address uses HTTPS at a public domain name, or has an origin that the host allows.

    The IP address that the name resolves to is checked when it is called.
    """
    parts = _split(endpoint)
    if parts is None or parts.username is not None or parts.password is not None:
        return False
    if origin_of(endpoint) in own:
        return True
    if parts.scheme != "https" or parts.port not in (None, _HTTPS_PORT):
        return False
    return _NAME.fullmatch(parts.hostname or "") is not None


def is_public(address: str) -> bool:
    """Whether an IP address is on the internet, not on this machine or a private network."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(str(ip.ipv4_mapped))
        if any(ip in disguise for disguise in _DISGUISES):
            return False
    return ip.is_global and not ip.is_multicast


def _split(endpoint: str) -> SplitResult | None:
    try:
        parts = urlsplit(endpoint)
        parts.port  # noqa: B018  # raises ValueError if the port is invalid
    except ValueError:
        return None
    return parts if parts.scheme in ("http", "https") and parts.netloc else None
