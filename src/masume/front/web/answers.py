"""How what the workers find reaches a client, and what is said when they fail."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable
from typing import TypeVar

from fastapi import Request
from fastapi.responses import StreamingResponse
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from masume.front.web.work import TaskBroken, TaskRefused, failed_line, lines_text
from masume.work.queue import QueueFull, QueueLate
from masume.work.worker import WorkerDied, WorkerLate

T = TypeVar("T")

_NOBODY = 499  # as servers write it down; it is never read
_WORDS = {
    QueueFull: "too much to do at once; try again in a moment",
    QueueLate: "too much to do: no worker was free in time; try again in a moment",
    WorkerDied: "the process that worked on this has died; try again",
    WorkerLate: "this took too long and was ended",
}


def fault_text(fault: Exception) -> str:
    """One line about work that failed."""
    return _WORDS.get(type(fault)) or str(fault)


class Lines(StreamingResponse):
    """Answers as lines of JSON, the first of which is there already.

    When the client goes, they are called off at once, not whenever they are garbage to Python.
    """

    media_type = "application/x-ndjson"

    def __init__(self, first: object, answers: AsyncGenerator[object, None]) -> None:
        self._answers = answers
        self._lines = _lines(first, answers)
        super().__init__(self._lines)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send them."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._lines.aclose()
            await self._answers.aclose()


async def _lines(first: object, answers: AsyncGenerator[object, None]) -> AsyncGenerator[str, None]:
    """A fault ends them with a line of its own."""
    try:
        if first is not None:
            yield lines_text(first)
        async for value in answers:
            yield lines_text(value)
    except (WorkerLate, WorkerDied, TaskRefused, TaskBroken) as fault:
        yield json.dumps(failed_line(fault_text(fault))) + "\n"


async def heeded(request: Request, work: Awaitable[T]) -> T:
    """What the work brings; it is called off when nobody waits for it any more."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HTTPException(_NOBODY, "nobody waits for this any more")
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.wait({working, leaving})  # what they hold is free from then on


async def _gone(request: Request) -> None:
    """Comes back when the client has gone; the body was read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
