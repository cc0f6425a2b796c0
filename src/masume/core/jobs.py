"""Many independent pieces of work, on one processor or on several.

Whoever has such work hands over a function and the items, and gets the results as they finish.
Only so many items are under way that memory does not grow with their number. A worker process that
dies takes nothing with it: what it was at is done again piece by piece, and only the piece that
kills its worker again is reported as lost.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeAlias, TypeVar

from masume.errors import NotApplicable

Item = TypeVar("Item")
Result = TypeVar("Result")
Chunk: TypeAlias = list[Any]


_MOST_IN_VAIN = 5


class Lost:
    """In place of a result: the worker died over this item, twice."""


def work_through(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    *,
    jobs: int = 1,
    chunk: int = 8,
) -> Iterator[tuple[Item, Result | Lost]]:
    """Each item with its result: in order on one processor, as they finish on several.

    With several jobs the function must be importable, and items and results must be picklable.
    """
    if jobs == 1:
        for item in items:
            yield item, function(item)
        return
    todo = iter(items)
    in_vain = 0  # items lost one after the other
    chunks = iter(lambda: list(islice(todo, chunk)), [])
    while True:
        broken: list[Chunk] = []
        yield from _pooled(function, chunks, jobs, broken)
        if not broken:
            return
        for item in (item for lost in broken for item in lost):
            dead: list[Chunk] = []
            yield from _pooled(function, iter([[item]]), 1, dead)
            in_vain = in_vain + 1 if dead else 0
            if in_vain > _MOST_IN_VAIN:
                raise NotApplicable("worker processes die at once here; leave --jobs out")
            if dead:
                yield item, Lost()


def _pooled(
    function: Callable[[Any], Any], chunks: Iterator[Chunk], jobs: int, broken: list[Chunk]
) -> Iterator[tuple[Any, Any]]:
    """Run chunks until there are none left or the pool breaks; then `broken` says over which."""
    import multiprocessing
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool

    # Not by fork: the parent may have threads, such as that of a progress bar.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_ctrl_c_to_the_parent)
    under_way: dict[Future[list[Any]], Chunk] = {}
    try:
        while not broken:
            for chunk in islice(chunks, 2 * jobs - len(under_way)):
                try:
                    under_way[pool.submit(_each, function, chunk)] = chunk
                except BrokenProcessPool:
                    broken.append(chunk)
                    break
            if not under_way:
                break
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                chunk = under_way.pop(future)
                try:
                    results = future.result()
                except BrokenProcessPool:
                    broken.append(chunk)
                    continue
                yield from zip(chunk, results, strict=True)
        broken += under_way.values()
        under_way.clear()
    finally:
        if under_way:  # the caller has had enough: whatever still runs is for nobody
            for process in multiprocessing.active_children():
                process.terminate()
        pool.shutdown(cancel_futures=True)


def _each(function: Callable[[Any], Any], chunk: Chunk) -> list[Any]:
    return [function(item) for item in chunk]


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
