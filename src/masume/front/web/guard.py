"""What goes before every request and with every answer: bounds, origins, headers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from masume.front.web.hosts import is_served

MOST_BODY = 5_000_000  # bytes
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
_Next = Callable[[Request], Awaitable[Response]]


def guard(host: str) -> Callable[[Request, _Next], Awaitable[Response]]:
    """Goes before everything else on a server that listens on a host."""

    async def guarded(request: Request, call_next: _Next) -> Response:
        response = _refusal(request, host) or await call_next(request)
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return guarded


def fault_answer(code: int, text: str) -> JSONResponse:
    """What went wrong, in one line."""
    headers = dict(_HEADERS)
    if code == 503:
        headers["Retry-After"] = _RETRY_AFTER
    return JSONResponse({"error": " ".join(text.split())}, code, headers=headers)


def _refusal(request: Request, host: str) -> Response | None:
    """Refuse other names, requests that another site's page has sent, and too large bodies."""
    names = request.headers.getlist("host")
    if not names or not all(is_served(name, host) for name in names):
        told = f"this server does not go by the name {', '.join(names)[:100]!r}"
        return fault_answer(421, f"{told}; masume web --host makes it listen to others")
    length = request.headers.get("content-length")
    if length is not None and (not length.isdecimal() or int(length) > MOST_BODY):
        return fault_answer(413, f"the body has more than {MOST_BODY:,} bytes")
    if request.method == "POST" and length is None:
        return fault_answer(411, "a body needs its length")
    site = request.headers.get("sec-fetch-site", "same-origin")
    if request.url.path.startswith("/api/") and site not in ("same-origin", "none"):
        return fault_answer(403, "another site may not use this server")
    return None
