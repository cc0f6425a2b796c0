"""Apply a function to many independent items, in this process or in parallel.

Results are yielded as they finish. The number of submitted items is bounded, so memory does not
grow with the number of items. If a worker process dies, its items are retried one by one, and only
an item that kills its worker again is reported as lost.

The workers run on this machine, or belong to a given pool, such as a cluster whose workers may come
and go.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from masume.errors import BadOption, NotApplicable, pluralise

if TYPE_CHECKING:
    from concurrent.futures import Future

Item = TypeVar("Item")
Result = TypeVar("Result")

_MOST_IN_VAIN = 5  # consecutive lost items after which the batch is aborted
_CHUNK_SECONDS = 0.2  # after this time a worker returns the finished part of a chunk
_POLL_SECONDS = 0.2  # the interval between calls of `Pool.check`
_MOST_PER_PROCESSOR = 4  # more processes only cost memory
_MOST_ANYWHERE = 16  # always allowed, even on a small machine
_GIVEN_UP = "worker processes keep dying; use one job, which needs none"
_POOL_GIVEN_UP = "the workers keep dying; see their own messages for the reason"


class Lost:
    """The result of an item whose worker died, also when it was retried."""


class Pool(NamedTuple):
    """Workers whose lifetime is managed elsewhere."""

    submit: Callable[..., Future[Any]]  # like `Executor.submit`
    width: int  # the number of workers
    lost: tuple[type[BaseException], ...] = ()  # the exceptions of a future whose worker died
    width_now: Callable[[], int] | None = None  # the current number, if workers come and go
    check: Callable[[], None] = lambda: None  # called regularly; may raise to abort the batch


def processes_for(jobs: int) -> int:
    """Return the number of processes for `jobs`; 0 means one per processor.

    Raise BadOption if that is far more than this machine can use.

    >>> processes_for(2)
    2
    """
    processors = os.cpu_count() or 1
    most = max(_MOST_ANYWHERE, _MOST_PER_PROCESSOR * processors)
    if jobs > most:
        available = pluralise(processors, "processor")
        raise BadOption(f"{jobs:,} jobs are too many for {available}; use at most {most}")
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
    """Yield each item with its result: in order with one job, as they finish with several.

    With several jobs the function must be importable, and items and results must be picklable. An
    item whose worker died is retried alone, up to `tries` times. Raise NotApplicable if workers
    keep dying.
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
        for item, result, tried in _run_pieces(function, chunks, workers, tries):
            if tried:
                in_vain = in_vain + 1 if isinstance(result, Lost) else 0
                if in_vain > _MOST_IN_VAIN:
                    raise NotApplicable(given_up)
            yield item, result


@contextmanager
def thread_pool(count: int) -> Iterator[Pool]:
    """Provide threads with a worker each, for functions that call it themselves (`run_guarded`)."""
    from masume.work.threads import worker_threads

    with worker_threads(count) as executor:
        yield Pool(executor.submit, count)


@contextmanager
def _own_workers(count: int) -> Iterator[Pool]:
    """Provide a pool for any function, which is called in the workers."""
    from masume.work.threads import run_in_worker
    from masume.work.worker import WorkerDied

    with thread_pool(count) as pool:
        yield Pool(partial(pool.submit, run_in_worker), count, (WorkerDied,))


def in_order(
    work: Iterable[tuple[Item, Result]], number: Callable[[Item], int]
) -> Iterator[tuple[Item, Result]]:
    """Reorder results by the numbers of their items, which count from 0.

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
    except KeyboardInterrupt:  # still report the finished items
        yield from (waiting[number] for number in sorted(waiting))
        raise


class _Piece(NamedTuple, Generic[Item]):
    items: list[Item]
    tried: int = 0  # the number of workers that died on it


def _run_pieces(
    function: Callable[[Item], Result], chunks: Iterator[list[Item]], pool: Pool, tries: int
) -> Iterator[tuple[Item, Result | Lost, int]]:
    """Keep the workers busy; yield each item with its result and its number of lost workers."""
    from concurrent.futures import FIRST_COMPLETED, wait

    under_way: dict[Future[list[Result]], _Piece[Item]] = {}
    again: list[_Piece[Item]] = []  # unfinished parts of slow chunks, and items to be retried
    try:
        while True:
            pool.check()
            width = pool.width if pool.width_now is None else max(1, pool.width_now())
            lost: list[_Piece[Item]] = []
            for piece in islice(_next_pieces(again, chunks), max(0, 2 * width - len(under_way))):
                try:
                    under_way[pool.submit(_run_chunk, function, piece.items)] = piece
                except pool.lost:
                    lost.append(piece)
                    break
            if not under_way and not lost:
                return
            for future in wait(under_way, _POLL_SECONDS, FIRST_COMPLETED).done:
                piece = under_way.pop(future)
                try:
                    results = future.result()
                except pool.lost:
                    lost.append(piece)
                    continue
                # The unfinished items of a slow chunk are submitted one by one to free workers.
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


def _next_pieces(again: list[_Piece[Item]], chunks: Iterator[list[Item]]) -> Iterator[_Piece[Item]]:
    while again:
        yield again.pop()
    yield from map(_Piece, chunks)


def _run_chunk(function: Callable[[Item], Result], chunk: list[Item]) -> list[Result]:
    """Return the results of a chunk, or of its first items if time is up; runs in the worker."""
    began = perf_counter()
    results: list[Result] = []
    for item in chunk:
        if results and perf_counter() - began > _CHUNK_SECONDS:
            break
        results.append(function(item))
    return results
