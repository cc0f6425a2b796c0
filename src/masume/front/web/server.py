"""The server of the browser app: pages, games, and everything else through worker processes.

It is meant for one person on one machine, and careful all the same: bodies, boards and seconds are
bounded, only the package's own files are served, and no page may load anything from elsewhere.
"""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import FrameType

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, StreamingResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from masume import __version__
from masume.errors import MasumeError
from masume.front.web import bodies, games, replies
from masume.front.web.about import about
from masume.front.web.answers import Lines, heeded, told
from masume.front.web.boards import AT_ONCE, loaded
from masume.front.web.drafts import drafted
from masume.front.web.guard import BODY_SECONDS, Guard, fault_answer
from masume.front.web.replies import ErrorReply, Responses
from masume.front.web.replies_about import About
from masume.front.web.replies_streams import lines_of
from masume.front.web.slow import Impatient
from masume.front.web.studies import add_studies
from masume.front.web.work import TaskBroken, TaskRefused, TaskUnreadable, task_queue
from masume.play.session import Session
from masume.work.queue import QueueFull, WorkerQueue
from masume.work.worker import WorkerDied, WorkerLate

STATIC = Path(__file__).parent / "static"
_KINDS = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "txt": "text/plain"}
_FILES: Responses = {
    200: {"description": "the file", "content": {kind: {} for kind in _KINDS.values()}}
}
_FAULTS = {
    400: {"description": "the request makes no sense; `error` says why"},
    403: {"description": "the page of another site asks"},
    405: {"description": "the address does not take this method"},
    408: {"description": "it took longer than its limit"},
    411: {"description": "a body needs its length"},
    413: {"description": "the body is too large"},
    421: {"description": "the server does not go by the name in Host"},
    422: {"description": "the body is not as it should be; `error` says where"},
    500: {"description": "a bug in masume"},
    503: {"description": "too much to do; come again after Retry-After seconds"},
}


def create_app(
    workers: int = 2,
    most_waiting: int = 32,
    *,
    studies: Path | None = None,
    host: str = "127.0.0.1",
    body_seconds: float = BODY_SECONDS,
) -> FastAPI:
    """The app; its workers begin with the first request that needs one.

    `studies` is a folder with results to look at, `host` the address that it listens on,
    `body_seconds` how long the body of a request may take to arrive.
    """
    pool = task_queue(workers, most_waiting)

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
        responses={code: {**told, "model": ErrorReply} for code, told in _FAULTS.items()},
    )
    app.state.pool = pool
    app.add_middleware(Guard, host=host, body_seconds=body_seconds)
    _handle_faults(app)
    _add_games(app, pool)
    _add_work(app, pool)
    _add_streams(app, pool)
    add_studies(app, pool, studies)
    _add_pages(app)
    return app


class Server(uvicorn.Server):
    """A server of the app that stops soon when it is told to."""

    def __init__(self, app: FastAPI, port: int = 0) -> None:
        config = uvicorn.Config(
            app, port=port, http=Impatient, log_level="warning", timeout_graceful_shutdown=2
        )
        super().__init__(config)
        self._pool: WorkerQueue = app.state.pool

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End soon, however often that is asked for: what is under way gets two seconds."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the work first, or it would wait for films that nobody will see the end of."""
        self._pool.stop()
        await super().shutdown(sockets)


def _handle_faults(app: FastAPI) -> None:
    """All that goes wrong becomes one line."""

    @app.exception_handler(MasumeError)
    async def masume_error(_: Request, fault: MasumeError) -> Response:
        return fault_answer(400, str(fault))

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, fault: RequestValidationError) -> Response:
        first = fault.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return fault_answer(422, f"{where}: {first['msg']}"[:300])

    @app.exception_handler(HTTPException)
    async def refused(_: Request, fault: HTTPException) -> Response:
        unknown = fault.status_code == 404 and fault.detail == "Not Found"
        told = "there is nothing at this address" if unknown else str(fault.detail)
        return fault_answer(fault.status_code, told)

    @app.exception_handler(Exception)  # what is raised is logged as well
    async def unforeseen(_: Request, bug: Exception) -> Response:
        return fault_answer(500, told(TaskBroken(f"{type(bug).__name__}: {bug}")))

    codes: dict[type[Exception], int] = {
        TaskRefused: 400,
        WorkerLate: 408,
        TaskUnreadable: 409,
        TaskBroken: 500,
        QueueFull: 503,
        WorkerDied: 503,
    }
    for kind, code in codes.items():

        async def failed(_: Request, fault: Exception, code: int = code) -> Response:
            return fault_answer(code, told(fault))

        app.add_exception_handler(kind, failed)


def _add_games(app: FastAPI, pool: WorkerQueue) -> None:
    """What is quick enough to be done at once, but for long games and texts."""
    kept = games.Games()

    async def by_worker(request: Request, task: str, body: bodies.Body) -> object:
        return await heeded(request, pool.run(task, bodies.MOST_SECONDS, body))

    async def opened(request: Request, body: bodies.PlayBody) -> Session | None:
        """A game that takes long to open; others are opened when they are played."""
        if not kept.is_long(body):
            return None
        session = await by_worker(request, "open", body)
        assert isinstance(session, Session)
        return session

    @app.get("/api/about", response_model=About)
    async def what_there_is() -> Response:
        """All puzzles with their examples, the algorithms, formats, themes and limits."""
        return JSONResponse(about())

    @app.post("/api/load", response_model=replies.LoadReply)
    async def load(request: Request, body: bodies.Load) -> Response:
        """The boards in a text of any format, each with its plain text or what is wrong with it."""
        if len(body.text) > AT_ONCE:
            return JSONResponse(await by_worker(request, "load", body))
        return JSONResponse(loaded(body))

    @app.post("/api/session", response_model=replies.SessionReply)
    async def session(request: Request, body: bodies.PlayBody) -> Response:
        """Begin a game, or do something in it: its new state, its picture, and its faults."""
        return JSONResponse(kept.play(body, await opened(request, body)))

    @app.post("/api/draft", response_model=replies.DraftReply)
    async def draft(request: Request, body: bodies.DraftBody) -> Response:
        """A board that is being composed: the text of each cell, and its picture."""
        if len(body.board) > AT_ONCE:
            return JSONResponse(await by_worker(request, "draft", body))
        return JSONResponse(drafted(body))

    @app.post("/api/check", response_model=replies.CheckReply)
    async def check(request: Request, body: bodies.Game) -> Response:
        """Everything that keeps a game from being solved."""
        play = bodies.PlayBody(state=body.state)
        return JSONResponse(kept.check(play, await opened(request, play)))


def _add_work(app: FastAPI, pool: WorkerQueue) -> None:
    """What may take long, and is answered once."""

    async def run(request: Request, task: str, body: bodies.Body, seconds: float = 20) -> object:
        return await heeded(request, pool.run(task, seconds, body))

    @app.post("/api/solve", response_model=replies.SolveReply)
    async def solve(request: Request, body: bodies.OneBoard) -> Response:
        """The solution, and whether it is the only one."""
        return JSONResponse(await run(request, "solve", body, body.seconds))

    @app.post("/api/count", response_model=replies.CountReply)
    async def count(request: Request, body: bodies.CountBody) -> Response:
        """How many solutions there are, up to `at_most`."""
        return JSONResponse(await run(request, "count", body, body.seconds))

    @app.post("/api/forced", response_model=replies.ForcedReply)
    async def forced(request: Request, body: bodies.Game) -> Response:
        """What all solutions share that fit the marks of a game."""
        return JSONResponse(await run(request, "forced", body, body.seconds))

    @app.post("/api/why-not", response_model=replies.WhyNotReply)
    async def why_not(request: Request, body: bodies.WhyNotBody) -> Response:
        """Why there is no solution: clues, rules and marks that contradict each other."""
        _needs_a_board(body)
        return JSONResponse(await run(request, "why-not", body, body.seconds))

    @app.post("/api/hint", response_model=replies.HintReply)
    async def hint(request: Request, body: bodies.Game) -> Response:
        """The next step of a game and its reason, or the mark that is wrong."""
        return JSONResponse(await run(request, "hint", body, body.seconds))

    @app.post("/api/right", response_model=replies.RightReply)
    async def right(request: Request, body: bodies.Game) -> Response:
        """Whether anything is wrong in a game, and the last position where nothing was."""
        return JSONResponse(await run(request, "right", body, body.seconds))

    @app.post("/api/why", response_model=replies.HintReply)
    async def why(request: Request, body: bodies.WhyBody) -> Response:
        """Why a cell or link must be what it is, from the marks of a game."""
        return JSONResponse(await run(request, "why", body, body.seconds))

    @app.post("/api/compose", response_model=replies.HelpReply)
    async def compose(request: Request, body: bodies.HelpBody) -> Response:
        """Help with a board that is being composed."""
        return JSONResponse(await run(request, "compose", body, body.seconds))

    @app.post("/api/grade", response_model=replies.GradeReply)
    async def grade(request: Request, body: bodies.OneBoard) -> Response:
        """How hard a board is for a person, and the techniques that it takes."""
        return JSONResponse(await run(request, "grade", body, body.seconds))

    @app.post("/api/techniques", response_model=replies.TechniquesReply)
    async def techniques(request: Request, body: bodies.Techniques) -> Response:
        """The techniques of a puzzle, each with its step on a board of its own."""
        return JSONResponse(await run(request, "techniques", body))

    @app.post("/api/picture", response_model=replies.PictureReply)
    async def pictures(request: Request, body: bodies.Pictures) -> Response:
        """Positions of a board as SVG."""
        return JSONResponse(await run(request, "picture", body))

    @app.post("/api/convert", response_model=replies.ConvertReply)
    async def convert(request: Request, body: bodies.Convert) -> Response:
        """A board or a game in another format."""
        _needs_a_board(body)
        return JSONResponse(await run(request, "convert", body))

    @app.post("/api/draw", response_class=Response, responses=_FILES)
    async def draw(request: Request, body: bodies.Draw) -> Response:
        """A board or a game as a file: SVG, PNG, PDF or text."""
        _needs_a_board(body)
        data = await run(request, "draw", body)
        assert isinstance(data, bytes)
        name = f"board.{body.form}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type=_KINDS[body.form], headers=headers)


def _add_streams(app: FastAPI, pool: WorkerQueue) -> None:
    """What may take long, and is answered bit by bit."""

    async def stream(
        request: Request, task: str, body: bodies.Body, seconds: float
    ) -> StreamingResponse:
        """Lines of JSON; what goes wrong before the first of them is an answer of its own."""
        answers = pool.stream(task, seconds, body)
        try:
            first = await heeded(request, anext(answers, None))
        except BaseException:
            await answers.aclose()
            raise
        return Lines(first, answers)

    @app.post("/api/explain", response_class=Response, responses=lines_of("explain"))
    async def explain(request: Request, body: bodies.OneBoard) -> StreamingResponse:
        """Every step of the way to the solution, a line of JSON each; at last the difficulty."""
        return await stream(request, "explain", body, body.seconds)

    @app.post("/api/generate", response_class=Response, responses=lines_of("generate"))
    async def generate(request: Request, body: bodies.Generate) -> StreamingResponse:
        """New boards with exactly one solution, a line of JSON each."""
        return await stream(request, "generate", body, body.seconds)

    @app.post("/api/judge", response_class=Response, responses=lines_of("judge"))
    async def judge(request: Request, body: bodies.OneBoard) -> StreamingResponse:
        """Whether a board has one solution, none or several, line by line as it is found out."""
        return await stream(request, "judge", body, body.seconds)

    @app.post("/api/search", response_class=Response, responses=lines_of("search"))
    async def search(request: Request, body: bodies.SearchBody) -> StreamingResponse:
        """A search as a film: lines of JSON, the last of which tells how it ended."""
        return await stream(request, "search", body, body.seconds)

    @app.post("/api/compare", response_class=Response, responses=lines_of("compare"))
    async def compare(request: Request, body: bodies.Compare) -> StreamingResponse:
        """Many ways to search one board, a line of JSON each."""
        return await stream(request, "compare", body, bodies.MOST_SECONDS)


def _needs_a_board(body: bodies.BoardOrGame) -> None:
    if (body.board is None) == (body.state is None):
        raise HTTPException(400, "give a board or a state")


def _add_pages(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    async def index() -> FileResponse:
        return FileResponse(STATIC / "index.html")

    @app.get("/docs", include_in_schema=False)
    async def docs() -> FileResponse:
        return FileResponse(STATIC / "docs.html")

    app.mount("/static", StaticFiles(directory=STATIC), name="static")
