"""Delivery of worker results to clients, and the messages for failed work."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable
from typing import Any, TypeAlias, TypeVar

from fastapi import Request, Response
from fastapi.responses import StreamingResponse
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from masume.front.web.records import Record, json_text
from masume.front.web.work import TaskCrashed, TaskRefused, failed_line
from masume.work.queue import QueueFull, QueueTimeout
from masume.work.worker import WorkerDied, WorkerTimeout

T = TypeVar("T")
Responses: TypeAlias = dict[int | str, dict[str, Any]]  # FastAPI's `responses`

_CLIENT_CLOSED = 499  # the conventional log status; nobody receives it
_MESSAGES = {
    QueueFull: "the server is busy: the queue is full; try again in a moment",
    QueueTimeout: "the server is busy: no worker was free in time; try again in a moment",
    WorkerDied: "the worker process died; try again",
    WorkerTimeout: "the time limit was reached; raise the limit or try a smaller board",
}


def error_text(fault: Exception) -> str:
    """Return a one-line message for failed work."""
    return _MESSAGES.get(type(fault)) or str(fault)


def json_response(answer: Record | str) -> Response:
    """Return a response with a record, or with its JSON."""
    text = answer if isinstance(answer, str) else json_text(answer)
    return Response(text, media_type="application/json")


class NdjsonResponse(StreamingResponse):
    """A streamed response of JSON lines whose first chunk is already known.

    The work is cancelled as soon as the client disconnects, not when Python collects the
    generators.
    """

    media_type = "application/x-ndjson"

    def __init__(self, first: object, answers: AsyncGenerator[object, None]) -> None:
        self._answers = answers
        self._chunks = _chunks(first, answers)
        super().__init__(self._chunks)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._chunks.aclose()
            await self._answers.aclose()


async def _chunks(
    first: object, answers: AsyncGenerator[object, None]
) -> AsyncGenerator[str, None]:
    """Yield chunks of lines; a failure becomes the last line."""
    try:
        if first is not None:
            yield str(first)
        async for chunk in answers:
            yield str(chunk)
    except (WorkerTimeout, WorkerDied, TaskRefused, TaskCrashed) as fault:
        yield failed_line(error_text(fault))


async def cancel_on_disconnect(request: Request, work: Awaitable[T]) -> T:
    """Await work and return its result; cancel it when the client disconnects."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_wait_for_disconnect(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HTTPException(_CLIENT_CLOSED, "the client has disconnected")
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.wait({working, leaving})  # so that the worker is released


async def _wait_for_disconnect(request: Request) -> None:
    """Return when the client has disconnected; the request body was read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
