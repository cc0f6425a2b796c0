"""By which names the server may be called.

A page from elsewhere can have its own name point to this machine (DNS rebinding), and would then
be of the same origin as the server. Its requests still carry that name, so others than the expected
ones are not served.
"""

from __future__ import annotations

import ipaddress
import re

_HOST = re.compile(r"(\[[^\]]*\]|[^:]*)(?::\d*)?")


def is_local(host: str) -> bool:
    """Whether an address or a name is that of this machine for itself.

    >>> is_local("127.0.0.1"), is_local("::1"), is_local("localhost"), is_local("10.0.0.5")
    (True, True, True, False)
    """
    address = _address(host)
    return host == "localhost" if address is None else address.is_loopback


def is_everywhere(host: str) -> bool:
    """Whether to listen there is to listen on every address of the machine.

    >>> is_everywhere("0.0.0.0"), is_everywhere("::"), is_everywhere("10.0.0.5")
    (True, True, False)
    """
    address = _address(host)
    return address is not None and address.is_unspecified


def is_served(header: str, host: str) -> bool:
    """Whether a request with this Host header is meant for a server that listens on a host.

    >>> is_served("localhost:8765", "127.0.0.1"), is_served("[::1]:8765", "127.0.0.1")
    (True, True)
    >>> is_served("evil.example", "127.0.0.1"), is_served("evil.example", "0.0.0.0")
    (False, True)
    >>> is_served("Box.lan:80", "box.lan"), is_served("box.lan@127.0.0.1", "127.0.0.1")
    (True, False)
    """
    match = _HOST.fullmatch(header.strip().lower())
    if match is None:
        return False
    name, own = match[1].strip("[]").removesuffix("."), host.lower().strip("[]")
    is_own = (_address(name) or name) == (_address(own) or own)
    return is_everywhere(host) or is_local(name) or is_own


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address, which can be written in several ways; None for a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
