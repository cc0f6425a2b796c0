"""Use a Dask cluster as a pool.

`local:4` starts four worker processes on this machine; `tcp://host:8786` connects to a running
scheduler, for example one started by dask-jobqueue under SLURM.
"""

from __future__ import annotations

import logging
import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from functools import partial
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from masume.core.system.extras import require
from masume.errors import BadOption, NotApplicable
from masume.work.batches import Pool

if TYPE_CHECKING:
    from distributed import Client

_LOCAL = re.compile(r"local(?::([1-9]\d{0,3}))?")
_ADDRESS = re.compile(r"(tcp|tls|ucx|ws|wss)://[^\s/]+:\d+")
_CONNECT_SECONDS = 20  # the timeout for connecting to a scheduler
_POLL_SECONDS = 1.0  # the interval between queries for the number of workers
_IDLE_SECONDS = 300  # the longest time without any worker
_SETTINGS = {
    # A task that kills its worker is retried once by Dask, and then alone by `work_through`.
    "distributed.scheduler.allowed-failures": 1,
    # A busy machine may need longer than the default of 15 s to restart a worker.
    "distributed.deploy.lost-worker-timeout": f"{_IDLE_SECONDS} s",
    # The profiler samples every thread 100 times a second for a dashboard that is not shown.
    "distributed.worker.profile.enabled": False,
}


def check_cluster(text: str) -> str:
    """Return the text if it names a cluster; otherwise raise BadOption."""
    if not (_LOCAL.fullmatch(text) or _ADDRESS.fullmatch(text)):
        raise BadOption(f"--cluster {text[:40]!r} is invalid; use local:4 or tcp://host:8786")
    return text


@contextmanager
def cluster(text: str) -> Iterator[Pool]:
    """Provide the workers of a cluster as a pool.

    Raise NotApplicable if the scheduler cannot be reached, has no workers, or is lost.
    """
    check_cluster(text)
    require("cluster")
    import dask
    from distributed.comm import CommClosedError
    from distributed.scheduler import KilledWorker

    _silence_logging()
    with dask.config.set(_SETTINGS):
        client = _client(text)
        try:
            with client:
                width = _WorkerCount(client, text)
                if not width():
                    raise NotApplicable(f"the cluster {text} has no workers; start some")
                yield Pool(partial(_submit, client), width(), (KilledWorker,), width)
        except (CancelledError, CommClosedError) as gone:
            raise NotApplicable(f"lost the connection to {text}; run again when it is up") from gone
        finally:
            if client.cluster is not None:
                client.cluster.close()


def _submit(client: Client, function: Callable[..., object], *args: object) -> Future[object]:
    """Submit a call to the cluster, and return a standard future.

    Dask's own executor is not used: its futures never end if a worker is lost while its result is
    fetched.
    """
    future: Future[object] = Future()
    dask_future = client.submit(function, *args, pure=False)

    def transfer(_: object) -> None:  # called in a thread of Dask
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(dask_future.result())
            except BaseException as fault:  # raised again by `future.result()`
                future.set_exception(fault)

    dask_future.add_done_callback(transfer)
    future.add_done_callback(lambda _: dask_future.cancel() if future.cancelled() else None)
    return future


class _WorkerCount:
    """The current number of worker threads, queried at most once a second."""

    def __init__(self, client: Client, text: str) -> None:
        self._client = client
        self._text = text
        self._known = 0
        self._asked = -inf
        self._seen = monotonic()  # when there was last a worker

    def __call__(self) -> int:
        """Return the number; raise NotApplicable if there has been no worker for too long."""
        if monotonic() - self._asked > _POLL_SECONDS:
            self._known = sum(self._client.nthreads().values())
            self._asked = monotonic()
            if self._known:
                self._seen = self._asked
            elif self._asked - self._seen > _IDLE_SECONDS:
                raise NotApplicable(
                    f"the cluster {self._text} has had no workers for {_IDLE_SECONDS} s; "
                    "start some and run again"
                )
        return self._known


def _silence_logging() -> None:
    """Silence Dask, which prints tracebacks when a scheduler ends; errors are reported here."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block SIGINT in this thread; the threads and processes that it starts inherit that.

    A terminal sends Ctrl-C to the workers too. This process ends them without their tracebacks.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # starting later, it would unblock SIGINT
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _client(text: str) -> Client:
    """Connect to a scheduler or start a local cluster; raise NotApplicable if that fails."""
    from distributed import Client, LocalCluster

    local = _LOCAL.fullmatch(text)
    try:
        if local is None:
            return Client(text, timeout=_CONNECT_SECONDS, set_as_default=False)
        with _interrupts_blocked():
            local_cluster = LocalCluster(
                n_workers=int(local[1]) if local[1] else None,
                threads_per_worker=1,
                dashboard_address="127.0.0.1:0",  # any free port
                silence_logs=50,
            )
        return Client(local_cluster, set_as_default=False)
    except (OSError, TimeoutError) as fault:
        raise NotApplicable(f"no scheduler answers at {text}: {fault}") from fault
