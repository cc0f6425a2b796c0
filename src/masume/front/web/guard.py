"""What goes before every request and with every answer: bounds, origins, deadlines, headers."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from fastapi.responses import JSONResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from masume.front.web.hosts import is_served

MOST_BODY = 5_000_000  # bytes
BODY_SECONDS = 10.0  # for a whole body, however its bytes come
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
    "Cache-Control": "no-cache",  # asked for again after an upgrade; that costs nothing here
}


class Guard:
    """Goes before everything else on a server that listens on a host."""

    def __init__(self, app: ASGIApp, host: str, body_seconds: float = BODY_SECONDS) -> None:
        self.app, self.host, self.body_seconds = app, host, body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or pass it on with a deadline for its body."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        headers = Headers(scope=scope)
        until = asyncio.get_running_loop().time() + self.body_seconds
        is_whole = headers.get("content-length", "0") == "0"

        async def receive_in_time() -> Message:
            nonlocal is_whole
            if is_whole:
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                text = f"the body took longer than {self.body_seconds:g} seconds to arrive"
                raise HTTPException(408, text) from None
            is_whole = not message.get("more_body", False)
            return message

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    added.setdefault(name, value)
                if not is_whole:  # nobody waits for the rest of it
                    added["Connection"] = "close"
            await send(message)

        refusal = _refusal(scope["method"], scope["path"], headers, self.host)
        await (refusal or self.app)(scope, receive_in_time, send_guarded)


def fault_answer(code: int, text: str) -> JSONResponse:
    """What went wrong, in one line."""
    headers = dict(_HEADERS)
    if code == 503:
        headers["Retry-After"] = _RETRY_AFTER
    return JSONResponse({"error": " ".join(text.split())}, code, headers=headers)


def _refusal(method: str, path: str, headers: Headers, host: str) -> JSONResponse | None:
    """Refuse other names, requests that another site's page has sent, and too large bodies."""
    names = headers.getlist("host")
    if not names or not all(is_served(name, host) for name in names):
        text = f"this server does not go by the name {', '.join(names)[:100]!r}"
        return fault_answer(421, f"{text}; masume web --host makes it listen to others")
    length = headers.get("content-length")
    if length is not None and (not length.isdecimal() or int(length) > MOST_BODY):
        return fault_answer(413, f"the body has more than {MOST_BODY:,} bytes")
    if method == "POST" and length is None:
        return fault_answer(411, "a body needs its length")
    if path.startswith("/api/") and not _is_own_page(headers, names[0]):
        return fault_answer(403, "another site may not use this server")
    return None


def _is_own_page(headers: Headers, name: str) -> bool:
    """Whether a request comes from a page of this server, or from no page at all.

    Programs send neither header; old browsers only Origin, and that not always.
    """
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origins = headers.getlist("origin")
    return all(urlsplit(origin).netloc.lower() == name.lower() for origin in origins)
