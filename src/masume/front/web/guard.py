"""The middleware that checks every request (size, host, origin) and sets security headers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from fastapi.responses import JSONResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from masume.errors import shorten
from masume.front.web.hosts import is_served

MAX_BODY = 5_000_000  # bytes
_RETRY_AFTER = "2"  # seconds
_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",  # revalidated, so that upgrades take effect
}


@dataclass
class Guard:
    """An ASGI middleware in front of a server that listens on a host."""

    app: ASGIApp
    host: str
    allowed: Collection[str]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reject the request, or pass it on; add the security headers to every response."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        headers = Headers(scope=scope)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    added.setdefault(name, value)
            await send(message)

        refusal = _wrong_host(headers, self.host, self.allowed) or _refusal(
            scope["method"], scope["path"], headers
        )
        if refusal is not None:
            refusal.headers["Connection"] = "close"  # the body is not read
        await (refusal or self.app)(scope, receive, send_guarded)


def error_response(code: int, text: str, added: Mapping[str, str] | None = None) -> JSONResponse:
    """Return an error response with a one-line message; `added` are more headers."""
    headers = {**_HEADERS, **(added or {})}
    if code == 503:
        headers["Retry-After"] = _RETRY_AFTER
    return JSONResponse({"error": " ".join(text.split())}, code, headers=headers)


def _wrong_host(headers: Headers, host: str, allowed: Collection[str]) -> JSONResponse | None:
    """Return an error response if the Host header is not a name of this server, else None."""
    names = headers.getlist("host")
    if names and all(is_served(name, host, allowed) for name in names):
        return None
    asked = shorten(", ".join(names), 100)
    text = f"Host: {asked!r} is not a name of this server"
    return error_response(421, f"{text}; start it with masume web --allow-host NAME")


def _refusal(method: str, path: str, headers: Headers) -> JSONResponse | None:
    """Return an error response to an unbounded body or a page of another site, else None."""
    if "transfer-encoding" in headers:  # the length is unknown, even with a Content-Length
        text = "Transfer-Encoding: not supported here; send the body with a Content-Length"
        return error_response(411, text)
    length = headers.get("content-length")
    if length is not None and (not length.isdecimal() or int(length) > MAX_BODY):
        return error_response(413, f"body: more than {MAX_BODY:,} bytes; send less")
    if method == "POST" and length is None:
        return error_response(411, "Content-Length: missing; send it with the body")
    if path.startswith("/api/") and not _is_own_page(headers, headers["host"]):
        return error_response(
            403, "Origin: requests from other sites are not allowed; use this server's pages"
        )
    return None


def _is_own_page(headers: Headers, name: str) -> bool:
    """Return whether a request comes from a page of this server, or from no page at all.

    Programs send neither header; old browsers send only Origin, and not always.
    """
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origins = headers.getlist("origin")
    return all(urlsplit(origin).netloc.lower() == name.lower() for origin in origins)
