"""The host names that the server answers to.

With DNS rebinding, a foreign page can make its own name point to this machine and so share the
server's origin. Its requests still carry that name, so only expected names are served.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection

_HOST = re.compile(r"(\[[^\]]*\]|[^:]*)(?::\d*)?")


def is_local(host: str) -> bool:
    """Return whether a host is a loopback address or localhost.

    >>> is_local("127.0.0.1"), is_local("::1"), is_local("localhost"), is_local("10.0.0.5")
    (True, True, True, False)
    """
    address = _address(host)
    return host == "localhost" if address is None else address.is_loopback


def is_everywhere(host: str) -> bool:
    """Return whether a host means all addresses of the machine.

    >>> is_everywhere("0.0.0.0"), is_everywhere("::"), is_everywhere("10.0.0.5")
    (True, True, False)
    """
    address = _address(host)
    return address is not None and address.is_unspecified


def is_served(header: str, host: str, allowed: Collection[str] = ()) -> bool:
    """Return whether a server that listens on a host answers a request with this Host header.

    It answers to the loopback names, its own host and the `allowed` names. A server that listens on
    all addresses also answers to every address: unlike a name, an address cannot be rebound.

    >>> is_served("localhost:8765", "127.0.0.1"), is_served("[::1]:8765", "127.0.0.1")
    (True, True)
    >>> is_served("evil.example", "127.0.0.1"), is_served("evil.example", "0.0.0.0")
    (False, False)
    >>> is_served("10.0.0.5:80", "127.0.0.1"), is_served("10.0.0.5:80", "0.0.0.0")
    (False, True)
    >>> is_served("Box.lan:80", "box.lan"), is_served("box.lan@127.0.0.1", "127.0.0.1")
    (True, False)
    >>> is_served("Lab.example.:80", "0.0.0.0", ["lab.example"])
    True
    """
    match = _HOST.fullmatch(header.strip().lower())
    if match is None:
        return False
    name = match[1].strip("[]").removesuffix(".")
    is_known = any(_is_same_host(name, known) for known in (host, *allowed))
    return is_local(name) or is_known or (is_everywhere(host) and _address(name) is not None)


def is_name(text: str) -> bool:
    """Return whether a text is a host name or an address, without a scheme, port or path.

    >>> is_name("box.lan"), is_name("fd00::5"), is_name("box.lan:80"), is_name("http://box")
    (True, True, False, False)
    """
    return _address(text) is not None or re.fullmatch(r"[\w-]+(\.[\w-]+)*\.?", text) is not None


def _is_same_host(name: str, known: str) -> bool:
    known = known.lower().strip("[]").removesuffix(".")
    return (_address(name) or name) == (_address(known) or known)


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the address that a host denotes; None for a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
