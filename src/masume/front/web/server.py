"""The server of the browser app: pages, games, and everything else through worker processes.

It is meant for one person on one machine, and careful all the same: bodies, boards and seconds are
bounded, only the package's own files are served, and no page may load anything from elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, StreamingResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from masume import __version__
from masume.errors import MasumeError
from masume.front.web import bodies, games
from masume.front.web.about import about
from masume.front.web.work import Busy, Late, Lost, Refused, Workers

STATIC = Path(__file__).parent / "static"
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
}
_KINDS = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "txt": "text/plain"}
_FAULTS = {
    400: {"description": "the request makes no sense; `error` says why"},
    408: {"description": "it took longer than its limit"},
    413: {"description": "the body is too large"},
    503: {"description": "too much to do; come again after Retry-After seconds"},
}


def create_app(workers: int = 2, most_waiting: int = 32) -> FastAPI:
    """The app; its workers begin with the first request that needs one."""
    pool = Workers(workers, most_waiting)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        pool.close()

    app = FastAPI(
        title="masume",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        responses={code: dict(told) for code, told in _FAULTS.items()},
    )
    app.state.pool = pool
    app.middleware("http")(_guarded)
    _handle_faults(app)
    _add_games(app)
    _add_work(app, pool)
    _add_pages(app)
    return app


async def _guarded(
    request: Request, call_next: Callable[[Request], Awaitable[Response]]
) -> Response:
    """Refuse bodies that are too large, and requests that another site's page has sent."""
    length = request.headers.get("content-length")
    if length is not None and (not length.isdecimal() or int(length) > MOST_BODY):
        return _fault(413, f"the body has more than {MOST_BODY:,} bytes")
    if request.method == "POST":
        if length is None:
            return _fault(411, "a body needs its length")
        site = request.headers.get("sec-fetch-site", "same-origin")
        if site not in ("same-origin", "none"):
            return _fault(403, "another site may not use this server")
    response = await call_next(request)
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def _fault(code: int, text: str) -> JSONResponse:
    headers = dict(_HEADERS)
    if code == 503:
        headers["Retry-After"] = _RETRY_AFTER
    return JSONResponse({"error": " ".join(text.split())}, code, headers=headers)


def _handle_faults(app: FastAPI) -> None:
    """All that goes wrong becomes one line."""

    @app.exception_handler(MasumeError)
    async def masume_error(_: Request, fault: MasumeError) -> Response:
        return _fault(400, str(fault))

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, fault: RequestValidationError) -> Response:
        first = fault.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return _fault(422, f"{where}: {first['msg']}"[:300])

    @app.exception_handler(HTTPException)
    async def refused(_: Request, fault: HTTPException) -> Response:
        return _fault(fault.status_code, str(fault.detail))

    for kind, code, text in (
        (Busy, 503, "too much to do at once; try again in a moment"),
        (Lost, 503, "the process that worked on this has died; try again"),
        (Late, 408, "this took too long and was ended"),
    ):

        async def failed(
            _: Request, fault: Exception, code: int = code, text: str = text
        ) -> Response:
            return _fault(code, text)

        app.add_exception_handler(kind, failed)

    @app.exception_handler(Refused)
    async def said(_: Request, fault: Refused) -> Response:
        return _fault(400, str(fault))


def _add_games(app: FastAPI) -> None:
    """What is quick enough to be done at once."""
    kept = games.Games()

    @app.get("/api/about")
    async def what_there_is() -> dict[str, Any]:
        return about()

    @app.post("/api/load")
    async def load(body: bodies.Load) -> dict[str, Any]:
        return games.loaded(body)

    @app.post("/api/session")
    async def session(body: bodies.Play) -> Response:
        return JSONResponse(kept.play(body))  # plain data already: no need to go through it

    @app.post("/api/check")
    async def check(body: bodies.Game) -> dict[str, Any]:
        return games.check(body.state)


def _add_work(app: FastAPI, pool: Workers) -> None:
    """What may take long."""

    async def run(task: str, body: bodies.Body, seconds: float = 20) -> Any:
        return await pool.run(task, body.model_dump(), seconds)

    async def stream(task: str, data: dict[str, Any], seconds: float) -> StreamingResponse:
        """Lines of JSON; what goes wrong before the first of them is an answer of its own."""
        answers = pool.stream(task, data, seconds)
        first = await anext(answers, None)

        async def lines() -> AsyncIterator[str]:
            try:
                if first is not None:
                    yield json.dumps(first) + "\n"
                async for value in answers:
                    yield json.dumps(value) + "\n"
            except (Late, Lost, Refused) as fault:
                words = {Late: "this took too long and was ended", Lost: "the process has died"}
                text = words.get(type(fault), str(fault))
                yield json.dumps({"end": "failed", "error": text}) + "\n"

        return StreamingResponse(lines(), media_type="application/x-ndjson")

    @app.post("/api/solve")
    async def solve(body: bodies.OneBoard) -> Any:
        return await run("solve", body, body.seconds)

    @app.post("/api/count")
    async def count(body: bodies.Count) -> Any:
        return await run("count", body, body.seconds)

    @app.post("/api/forced")
    async def forced(body: bodies.Game) -> Any:
        return await run("forced", body, body.seconds)

    @app.post("/api/why-not")
    async def why_not(body: bodies.OneBoard) -> Any:
        return await run("why-not", body, body.seconds)

    @app.post("/api/hint")
    async def hint(body: bodies.Game) -> Any:
        return await run("hint", body, body.seconds)

    @app.post("/api/grade")
    async def grade(body: bodies.OneBoard) -> Any:
        return await run("grade", body, body.seconds)

    @app.post("/api/picture")
    async def pictures(body: bodies.Pictures) -> Any:
        return await run("picture", body)

    @app.post("/api/convert")
    async def convert(body: bodies.Convert) -> Any:
        _needs_a_board(body)
        return await run("convert", body)

    @app.post("/api/draw")
    async def draw(body: bodies.Draw) -> Response:
        _needs_a_board(body)
        data: bytes = await run("draw", body)
        name = f"board.{body.form}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type=_KINDS[body.form], headers=headers)

    @app.post("/api/explain")
    async def explain(body: bodies.OneBoard) -> StreamingResponse:
        return await stream("explain", body.model_dump(), body.seconds)

    @app.post("/api/generate")
    async def generate(body: bodies.Generate) -> StreamingResponse:
        return await stream("generate", body.model_dump(), body.seconds)

    @app.post("/api/search")
    async def search(body: bodies.Search) -> StreamingResponse:
        return await stream("search", body.model_dump(), body.seconds)

    @app.post("/api/compare")
    async def compare(body: bodies.Compare) -> StreamingResponse:
        data = body.model_dump() | {"each": body.seconds}
        return await stream("compare", data, bodies.MOST_SECONDS)


def _needs_a_board(body: bodies.Convert | bodies.Draw) -> None:
    if (body.board is None) == (body.state is None):
        raise HTTPException(400, "give a board or a state")


def _add_pages(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    async def index() -> FileResponse:
        return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})

    @app.get("/docs", include_in_schema=False)
    async def docs() -> FileResponse:
        return FileResponse(STATIC / "docs.html")

    app.mount("/static", StaticFiles(directory=STATIC), name="static")
