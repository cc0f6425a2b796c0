"""Many independent pieces of work, on one processor or on several.

Whoever has such work hands over a function and the items, and gets the results as they finish.
Only so many items are under way that memory does not grow with their number. A worker process that
dies takes nothing with it: what it was at is done again piece by piece, and only the piece that
kills its worker again is reported as lost.

The workers are processes of this machine, or whatever stands behind an executor that is handed in:
the cluster of `core/cluster.py`, the guarded processes of the lab.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from masume.errors import BadOption, NotApplicable, counted

if TYPE_CHECKING:
    from concurrent.futures import Executor

Item = TypeVar("Item")
Result = TypeVar("Result")
Chunk: TypeAlias = list[Any]

_MOST_IN_VAIN = 5  # items lost one after the other, until we take it that no worker can live
_PATIENCE = 0.2  # seconds after which a worker hands back what it has done of a chunk
_MOST_ON_WINDOWS = 61  # processes in a pool
_MOST_PER_PROCESSOR = 4  # more processes than that only cost memory
_MOST_ANYWHERE = 16  # what is never refused, however small the machine
_GIVEN_UP = "worker processes die at once here; a single job works without them"
_POOL_GIVEN_UP = "the workers die over one piece after the other; see their own messages for why"


class Lost:
    """In place of a result: the worker died over this item, twice."""


@dataclass(frozen=True)
class Pool:
    """An executor that somebody else opens and closes."""

    executor: Executor
    width: int  # how many pieces it works at once
    lost: tuple[type[BaseException], ...] = ()  # what a future raises if its worker died
    breaks: bool = False  # whether that is the end of the whole executor


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
) -> Iterator[tuple[Item, Result | Lost]]:
    """Each item with its result: in order on one processor, as they finish on several.

    With several jobs the function must be importable, and items and results must be picklable.
    """
    jobs = processes_for(jobs)
    if jobs == 1 and pool is None:
        for item in items:
            yield item, function(item)
        return
    todo = iter(items)
    in_vain = 0
    chunks = iter(lambda: list(islice(todo, chunk)), [])
    while True:
        broken: list[Chunk] = []
        yield from _pooled(function, chunks, jobs, broken, pool)
        if not broken:
            return
        for item in (item for lost in broken for item in lost):
            dead: list[Chunk] = []
            yield from _pooled(function, iter([[item]]), 1, dead, pool)
            in_vain = in_vain + 1 if dead else 0
            if in_vain > _MOST_IN_VAIN:
                raise NotApplicable(_GIVEN_UP if pool is None else _POOL_GIVEN_UP)
            if dead:
                yield item, Lost()


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


def _pooled(
    function: Callable[[Any], Any],
    chunks: Iterator[Chunk],
    jobs: int,
    broken: list[Chunk],
    pool: Pool | None,
) -> Iterator[tuple[Any, Any]]:
    """Run chunks until there are none left or a worker dies; then `broken` says over which."""
    if pool is not None:
        yield from _submitted(function, chunks, pool, broken)
        return
    with _processes(jobs) as own:
        yield from _submitted(function, chunks, own, broken)


def _submitted(
    function: Callable[[Any], Any], chunks: Iterator[Chunk], pool: Pool, broken: list[Chunk]
) -> Iterator[tuple[Any, Any]]:
    """Keep the workers busy, and hand on what they return."""
    from concurrent.futures import FIRST_COMPLETED, Future, wait

    under_way: dict[Future[list[Any]], Chunk] = {}
    rests: list[Chunk] = []  # of chunks that took long
    try:
        while not (broken and pool.breaks):
            for chunk in islice(_both(rests, chunks), 2 * pool.width - len(under_way)):
                try:
                    with _ctrl_c_later():
                        under_way[pool.executor.submit(_each, function, chunk)] = chunk
                except pool.lost:
                    broken.append(chunk)
                    break
            if not under_way:
                break
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                chunk = under_way.pop(future)
                try:
                    results = future.result()
                except pool.lost:
                    broken.append(chunk)
                    continue
                if rest := chunk[len(results) :]:
                    rests.append(rest)
                yield from zip(chunk, results, strict=False)
        if broken:
            broken += [*under_way.values(), *rests]
    finally:
        # A pool that breaks marks its futures itself, and stumbles over those that are cancelled.
        for future in () if pool.breaks else under_way:
            future.cancel()


@contextmanager
def _processes(jobs: int) -> Iterator[Pool]:
    """A pool of processes of our own."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    if sys.platform == "win32":
        jobs = min(jobs, _MOST_ON_WINDOWS)
    others = set(multiprocessing.active_children())
    # Not by fork: the parent may have threads, such as that of a progress bar.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_worker)
    finished = False
    try:
        yield Pool(executor, jobs, (BrokenProcessPool,), breaks=True)
        finished = True
    finally:
        if not finished:  # the caller has had enough: whatever still runs is for nobody
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
        executor.shutdown(cancel_futures=True)


def _both(rests: list[Chunk], chunks: Iterator[Chunk]) -> Iterator[Chunk]:
    while rests:
        yield rests.pop()
    yield from chunks


def _each(function: Callable[[Any], Any], chunk: Chunk) -> list[Any]:
    """In the worker: as many results of a chunk as come in a moment, one at least."""
    began = perf_counter()
    found: list[Any] = []
    for item in chunk:
        if found and perf_counter() - began > _PATIENCE:
            break
        found.append(function(item))
    return found


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Workers begin here, and must not be interrupted before they have learnt to ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker() -> None:
    """Ctrl-C is for the parent to see to; without a parent there is nobody to work for."""
    import multiprocessing
    import threading
    from multiprocessing.connection import wait

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = multiprocessing.parent_process()

    def leave() -> None:
        assert parent is not None
        wait([parent.sentinel])
        os._exit(1)

    if parent is not None:
        threading.Thread(target=leave, daemon=True).start()
