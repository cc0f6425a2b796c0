"""Many independent pieces of work, on one processor or on several.

Whoever has such work hands over a function and the items, and gets the results as they finish.
Only so many items are under way that memory does not grow with their number. A worker process that
dies takes nothing with it: what it was at is done again piece by piece, and only the piece that
kills its worker again is reported as lost.

The workers are those of this machine, or whatever stands behind a pool that is handed in, such as
a cluster, whose workers may come and go.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from masume.errors import BadOption, NotApplicable, counted

if TYPE_CHECKING:
    from concurrent.futures import Future

Item = TypeVar("Item")
Result = TypeVar("Result")

_MOST_IN_VAIN = 5  # items lost one after the other, until we take it that no worker can live
_PATIENCE = 0.2  # seconds after which a worker hands back what it has done of a chunk
_LOOK = 0.2  # seconds after which `check` is called, and new workers are seen
_MOST_PER_PROCESSOR = 4  # more processes than that only cost memory
_MOST_ANYWHERE = 16  # what is never refused, however small the machine
_GIVEN_UP = "worker processes die at once here; a single job works without them"
_POOL_GIVEN_UP = "the workers die over one piece after the other; see their own messages for why"


class Lost:
    """In place of a result: the worker died over this item, twice."""


class Pool(NamedTuple):
    """Workers that somebody else starts and ends."""

    submit: Callable[..., Future[Any]]  # as that of an executor
    width: int  # how many pieces are worked at at once
    lost: tuple[type[BaseException], ...] = ()  # what a future raises if its worker died
    width_now: Callable[[], int] | None = None  # the same by now, where workers come and go
    check: Callable[[], None] = lambda: None  # called several times a second; raises to end it all


def processes_for(jobs: int) -> int:
    """How many processes jobs take: 0 stands for all processors; far too many are refused.

    >>> processes_for(2)
    2
    """
    processors = os.cpu_count() or 1
    most = max(_MOST_ANYWHERE, _MOST_PER_PROCESSOR * processors)
    if jobs > most:
        here = counted(processors, "processor")
        raise BadOption(f"{jobs:,} jobs are too many for {here}; take {most} at most")
    return jobs or processors


def work_through(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    *,
    jobs: int = 1,
    chunk: int = 8,
    pool: Pool | None = None,
    tries: int = 1,
) -> Iterator[tuple[Item, Result | Lost]]:
    """Each item with its result: in order on one processor, as they finish on several.

    With several jobs the function must be importable, and items and results must be picklable. An
    item that its worker died over is tried again by itself, so many times.
    """
    jobs = processes_for(jobs)
    if jobs == 1 and pool is None:
        for item in items:
            yield item, function(item)
        return
    given_up = _GIVEN_UP if pool is None else _POOL_GIVEN_UP
    todo = iter(items)
    chunks = iter(lambda: list(islice(todo, chunk)), [])
    in_vain = 0
    with _own_workers(jobs) if pool is None else nullcontext(pool) as workers:
        for item, result, tried in _submitted(function, chunks, workers, tries):
            if tried:
                in_vain = in_vain + 1 if isinstance(result, Lost) else 0
                if in_vain > _MOST_IN_VAIN:
                    raise NotApplicable(given_up)
            yield item, result


@contextmanager
def thread_pool(count: int) -> Iterator[Pool]:
    """Threads with a worker each, for functions that ask it by themselves, as `guarded` does."""
    from masume.work.threads import worker_threads

    with worker_threads(count) as executor:
        yield Pool(executor.submit, count)


@contextmanager
def _own_workers(count: int) -> Iterator[Pool]:
    """For any function: it is called in the workers."""
    from masume.work.threads import in_worker
    from masume.work.worker import WorkerDied

    with thread_pool(count) as pool:
        yield Pool(partial(pool.submit, in_worker), count, (WorkerDied,))


def in_order(
    work: Iterable[tuple[Item, Result]], number: Callable[[Item], int]
) -> Iterator[tuple[Item, Result]]:
    """The same by the items' numbers, which count from 0, whichever worker is faster.

    >>> list(in_order([(1, "b"), (0, "a"), (2, "c")], number=int))
    [(0, 'a'), (1, 'b'), (2, 'c')]
    """
    waiting: dict[int, tuple[Item, Result]] = {}
    due = 0
    try:
        for item, result in work:
            waiting[number(item)] = item, result
            while due in waiting:
                yield waiting.pop(due)
                due += 1
    except KeyboardInterrupt:  # whoever is not waited for any longer, what is done is done
        yield from (waiting[number] for number in sorted(waiting))
        raise


class _Piece(NamedTuple, Generic[Item]):
    items: list[Item]
    tried: int = 0  # how often a worker has died over it


def _submitted(
    function: Callable[[Item], Result], chunks: Iterator[list[Item]], pool: Pool, tries: int
) -> Iterator[tuple[Item, Result | Lost, int]]:
    """Keep the workers busy; each item with its result, and how often a worker died over it."""
    from concurrent.futures import FIRST_COMPLETED, wait

    under_way: dict[Future[list[Result]], _Piece[Item]] = {}
    again: list[_Piece[Item]] = []  # of chunks that took long, or that a worker died over
    try:
        while True:
            pool.check()
            width = pool.width if pool.width_now is None else max(1, pool.width_now())
            lost: list[_Piece[Item]] = []
            for piece in islice(_both(again, chunks), max(0, 2 * width - len(under_way))):
                try:
                    under_way[pool.submit(_each, function, piece.items)] = piece
                except pool.lost:
                    lost.append(piece)
                    break
            if not under_way and not lost:
                return
            for future in wait(under_way, _LOOK, FIRST_COMPLETED).done:
                piece = under_way.pop(future)
                try:
                    results = future.result()
                except pool.lost:
                    lost.append(piece)
                    continue
                # What is left of a chunk that took long goes to whoever is free, one by one.
                again += (_Piece([item]) for item in reversed(piece.items[len(results) :]))
                for item, result in zip(piece.items, results, strict=False):
                    yield item, result, piece.tried
            for piece in lost:
                if piece.tried >= tries:
                    yield piece.items[0], Lost(), piece.tried
                else:
                    again += (_Piece([item], piece.tried + 1) for item in piece.items)
    finally:
        for future in under_way:
            future.cancel()


def _both(again: list[_Piece[Item]], chunks: Iterator[list[Item]]) -> Iterator[_Piece[Item]]:
    while again:
        yield again.pop()
    yield from map(_Piece, chunks)


def _each(function: Callable[[Item], Result], chunk: list[Item]) -> list[Result]:
    """In the worker: as many results of a chunk as come in a moment, one at least."""
    began = perf_counter()
    results: list[Result] = []
    for item in chunk:
        if results and perf_counter() - began > _PATIENCE:
            break
        results.append(function(item))
    return results
