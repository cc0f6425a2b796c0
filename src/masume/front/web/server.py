"""The server of the browser app: pages and games, and worker processes for everything else.

It is meant for one person on one machine. Bodies, boards and seconds are bounded, only the
package's own files are served, and pages may not load anything from elsewhere.
"""

from __future__ import annotations

import asyncio
import inspect
import re
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import FrameType
from typing import TypeAlias
from zlib import crc32

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from masume import __version__
from masume.core.system.extras import install
from masume.errors import MasumeError
from masume.front.docs.sources import usual_folder
from masume.front.web.about import About, about
from masume.front.web.answers import (
    NdjsonResponse,
    Responses,
    cancel_on_disconnect,
    error_text,
    json_response,
)
from masume.front.web.games import Games
from masume.front.web.guard import Guard, error_response
from masume.front.web.operations import MEDIA_TYPES, AnswerForm, Operation, operations
from masume.front.web.records import ErrorReply, Record
from masume.front.web.studies import add_studies
from masume.front.web.work import TASK_CODES, TaskCrashed, TaskNeedsExtras, task_queue
from masume.play.session import Session
from masume.work.queue import WAIT_SECONDS, QueueFull, QueueTimeout, WorkerQueue
from masume.work.worker import WorkerDied, WorkerTimeout

STATIC = Path(__file__).parent / "static"
_VERSIONED = re.compile(r"^v[0-9a-f]{8}/")
_Answering: TypeAlias = Callable[[Request, Operation, Record], Awaitable[Response]]
_FILES: Responses = {
    200: {"description": "the file", "content": {kind: {} for kind in MEDIA_TYPES.values()}}
}
_ERROR_RESPONSES = {
    400: {"description": "the request is invalid; `error` says why"},
    403: {"description": "the request comes from a page of another site"},
    405: {"description": "the address does not support this method"},
    408: {"description": "the time limit was reached"},
    411: {"description": "Content-Length is missing"},
    413: {"description": "the body is too large"},
    421: {"description": "Host is not a name of this server"},
    422: {"description": "the body is invalid; `error` says where"},
    500: {"description": "a bug in masume"},
    503: {"description": "the server is busy; try again after Retry-After seconds"},
}


def create_app(
    workers: int = 2,
    most_waiting: int = 32,
    *,
    studies: Path | None = None,
    docs: Path | None = None,
    host: str = "127.0.0.1",
    allowed_hosts: Collection[str] = (),
    wait_seconds: float = WAIT_SECONDS,
) -> FastAPI:
    """Create the app; its workers start with the first request that needs one.

    `studies` is a folder with results, `docs` the folder of the documentation if it is not the
    usual one, `host` the address that the server listens on, `allowed_hosts` are more names that it
    answers to, `wait_seconds` limits how long a request may wait for a worker.
    """
    pool = task_queue(workers, most_waiting, wait_seconds)

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
        redirect_slashes=False,
        responses={
            code: {**fault, "model": ErrorReply} for code, fault in _ERROR_RESPONSES.items()
        },
    )
    app.state.pool = pool
    app.add_middleware(Guard, host=host, allowed=allowed_hosts)
    _handle_errors(app)
    _add_operations(app, pool)
    add_studies(app, pool, studies)
    _add_pages(app, docs or usual_folder())
    return app


class Server(uvicorn.Server):
    """A uvicorn server of the app that shuts down quickly."""

    def __init__(self, app: FastAPI, port: int = 0) -> None:
        config = uvicorn.Config(
            app,
            port=port,
            http="h11",
            log_level="warning",
            timeout_graceful_shutdown=2,
        )
        super().__init__(config)
        self._pool: WorkerQueue = app.state.pool

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Shut down on any signal, however often it is sent; running requests get two seconds."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the workers first, as uvicorn would wait for running streams."""
        self._pool.stop()
        await super().shutdown(sockets)


def _handle_errors(app: FastAPI) -> None:
    """Turn every error into a one-line response."""

    @app.exception_handler(MasumeError)
    async def masume_error(_: Request, fault: MasumeError) -> Response:
        return error_response(400, str(fault))

    @app.exception_handler(RequestValidationError)
    async def validation_error(_: Request, fault: RequestValidationError) -> Response:
        first = fault.errors()[0]
        where = ".".join(str(part) for part in first["loc"])  # "body.board", as without a server
        return error_response(422, f"{where}: {first['msg']}"[:300])

    @app.exception_handler(HTTPException)
    async def http_error(_: Request, fault: HTTPException) -> Response:
        unknown = fault.status_code == 404 and fault.detail == "Not Found"
        text = "no page at this address" if unknown else str(fault.detail)
        headers = dict(fault.headers or {})
        if fault.status_code == 405:
            headers.setdefault("Allow", "GET, HEAD")  # StaticFiles does not set it
        return error_response(fault.status_code, text, headers)

    @app.exception_handler(Exception)  # Starlette logs the exception too
    async def unexpected_error(_: Request, bug: Exception) -> Response:
        return error_response(500, error_text(TaskCrashed.by(bug)))

    codes: dict[type[Exception], int] = {
        **TASK_CODES,
        WorkerTimeout: 408,
        QueueFull: 503,
        QueueTimeout: 503,
        WorkerDied: 503,
    }
    for kind, code in codes.items():

        async def task_error(_: Request, fault: Exception, code: int = code) -> Response:
            return error_response(code, error_text(fault))

        app.add_exception_handler(kind, task_error)


def _add_operations(app: FastAPI, pool: WorkerQueue) -> None:
    """Add the catalogue and the routes of all operations."""
    games = Games()

    @app.get("/api/about", response_model=About)
    async def catalogue() -> Response:
        """Return all puzzles with their examples, the algorithms, formats, themes and limits."""
        return json_response(about())

    async def quick(request: Request, operation: Operation, body: Record) -> Response:
        """Answer in this process, after a worker if the request is large."""
        session: Session | None = None
        if games.is_long(body):
            if not operation.plays:
                return await once(request, operation, body)
            opening = pool.run("open", operation.limit(body), body)
            opened = await cancel_on_disconnect(request, opening)
            assert isinstance(opened, Session)
            session = opened
        more = (games, session) if operation.plays else ()
        answer = operation.function(body, *more)
        assert isinstance(answer, Record)
        return json_response(answer)

    async def once(request: Request, operation: Operation, body: Record) -> Response:
        """Return an answer or a file; install missing extras first if possible."""
        task = operation.name, operation.limit(body), body
        try:
            answer = await cancel_on_disconnect(request, pool.run(*task))
        except TaskNeedsExtras as fault:
            if not await cancel_on_disconnect(request, asyncio.to_thread(install, fault.extras)):
                raise
            answer = await cancel_on_disconnect(request, pool.run(*task))
        if not isinstance(answer, bytes):
            return json_response(str(answer))
        form = vars(body)["form"]
        headers = {"Content-Disposition": f'attachment; filename="board.{form}"'}
        return Response(answer, media_type=MEDIA_TYPES[form], headers=headers)

    async def lines(request: Request, operation: Operation, body: Record) -> Response:
        """Stream an answer; an error before the first line becomes an error response."""
        answers = pool.stream(operation.name, operation.limit(body), body)
        try:
            first = await cancel_on_disconnect(request, anext(answers, None))
        except BaseException:
            await answers.aclose()
            raise
        return NdjsonResponse(first, answers)

    for operation in operations():
        streams = operation.form is AnswerForm.LINES
        _add(app, operation, quick if operation.is_quick else lines if streams else once)


def _add(app: FastAPI, operation: Operation, answer: _Answering) -> None:
    """Add the route of an operation with its schemas."""

    async def endpoint(request: Request, body: Record) -> Response:
        return await answer(request, operation, body)

    endpoint.__annotations__["body"] = operation.body  # FastAPI reads the body by its annotation
    is_object = operation.form is AnswerForm.ONCE
    responses: Responses = {}
    if not is_object:
        responses = _FILES if operation.form is AnswerForm.FILE else _stream_of(operation.answers)
    app.add_api_route(
        operation.path,
        endpoint,
        methods=["POST"],
        name=operation.name,
        description=inspect.getdoc(operation.function),
        response_model=operation.answers[0] if is_object else None,
        response_class=JSONResponse if is_object else Response,
        responses=responses,
    )


def _stream_of(types: Iterable[type[Record]]) -> Responses:
    """Return the OpenAPI description of a stream of lines of these types."""
    schema = {"oneOf": [_inline_refs(TypeAdapter(line).json_schema()) for line in types]}
    content = {"application/x-ndjson": {"schema": schema}}
    return {200: {"description": "lines of JSON, each of one of these types", "content": content}}


def _inline_refs(schema: object, known: Mapping[str, object] | None = None) -> object:
    """Return a schema with its references resolved."""
    if isinstance(schema, list):
        return [_inline_refs(item, known) for item in schema]
    if not isinstance(schema, dict):
        return schema
    known = schema.get("$defs", known) or {}
    if "$ref" in schema:
        return _inline_refs(known[schema["$ref"].rpartition("/")[2]], known)
    return {key: _inline_refs(value, known) for key, value in schema.items() if key != "$defs"}


class Documentation(StaticFiles):
    """The pages built by `masume docs`, or one that says how to build them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self._front = folder / "index.html"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a page; each request checks whether the pages exist by now."""
        if self._front.is_file():
            await super().__call__(scope, receive, send)
        else:
            await FileResponse(STATIC / "nodocs.html", status_code=404)(scope, receive, send)


class OwnFiles(StaticFiles):
    """The files of the pages; below the name of a version they are cached without asking again."""

    def get_path(self, scope: Scope) -> str:
        """Return the path of a file without its version."""
        path = super().get_path(scope)
        return _VERSIONED.sub("", path)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file."""
        response = await super().get_response(path, scope)
        if path != super().get_path(scope):
            response.headers["Cache-Control"] = "max-age=31536000, immutable"
        return response


def _version() -> str:
    """Return the name of the current version of the files: it changes with each of them."""
    files = sorted(path for path in STATIC.rglob("*") if path.is_file())
    stamps = repr([path.stat().st_mtime_ns for path in files])
    return f"v{crc32(stamps.encode()):08x}"


def _add_pages(app: FastAPI, documentation: Path) -> None:
    """Add the pages of the app and the documentation."""

    @app.get("/", include_in_schema=False)
    async def index() -> HTMLResponse:
        page = (STATIC / "index.html").read_text(encoding="utf-8")
        return HTMLResponse(page.replace('"static/', f'"static/{_version()}/'))

    @app.get("/docs", include_in_schema=False)
    async def docs() -> RedirectResponse:
        return RedirectResponse("/docs/")

    app.mount("/docs", Documentation(documentation), name="docs")
    app.mount("/static", OwnFiles(directory=STATIC), name="static")
