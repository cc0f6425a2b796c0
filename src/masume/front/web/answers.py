"""How what the workers find reaches a client, and what is said when they fail."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from typing import Any

from fastapi import Request
from starlette.exceptions import HTTPException

from masume.front.web.work import Broken, Busy, Late, Lost, Refused

_NOBODY = 499  # as servers write it down; it is never read
_WORDS = {
    Busy: "too much to do at once; try again in a moment",
    Lost: "the process that worked on this has died; try again",
    Late: "this took too long and was ended",
}


def told(fault: Exception) -> str:
    """One line about work that failed."""
    if isinstance(fault, Broken):
        return f"a bug in masume ({fault})"
    return _WORDS.get(type(fault)) or str(fault)


async def first_of(answers: AsyncIterator[Any]) -> Any:
    """The first answer; None if there is none."""
    return await anext(answers, None)


async def lines(first: Any, answers: AsyncIterator[Any]) -> AsyncIterator[str]:
    """Answers as lines of JSON; a fault ends them with a line of its own."""
    try:
        if first is not None:
            yield json.dumps(first) + "\n"
        async for value in answers:
            yield json.dumps(value) + "\n"
    except (Late, Lost, Refused, Broken) as fault:
        yield json.dumps({"end": "failed", "error": told(fault)}) + "\n"


async def heeded(request: Request, work: Coroutine[Any, Any, Any]) -> Any:
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


async def _gone(request: Request) -> None:
    """Comes back when the client has gone; the body was read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
