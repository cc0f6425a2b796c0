"""Many machines: a Dask cluster as an executor like any other.

`local:4` starts four worker processes here, `tcp://host:8786` joins a scheduler that is already
running, such as one that dask-jobqueue started under SLURM.
"""

from __future__ import annotations

import logging
import re
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
_PATIENCE = 20  # seconds until a scheduler must have answered
_NEWS = 1.0  # seconds between two questions for its workers
_ALONE = 300  # seconds without a single worker, until nobody waits any longer
_SETTINGS = {
    # What costs a worker its life is tried once more by Dask, and then by us, alone.
    "distributed.scheduler.allowed-failures": 1,
    # On a busy machine a worker takes long to come back; it would be taken for lost after 15 s.
    "distributed.deploy.lost-worker-timeout": f"{_ALONE} s",
    # It looks at every thread a hundred times a second, for a page that nobody opens.
    "distributed.worker.profile.enabled": False,
}


def check_cluster(text: str) -> str:
    """The text, if it names a cluster; raises otherwise."""
    if not (_LOCAL.fullmatch(text) or _ADDRESS.fullmatch(text)):
        raise BadOption(f"--cluster {text[:40]!r} does not fit, it is local:4 or tcp://host:8786")
    return text


@contextmanager
def cluster(text: str) -> Iterator[Pool]:
    """The workers of a cluster, for as long as they are needed."""
    check_cluster(text)
    require("cluster")
    import dask
    from distributed.comm import CommClosedError
    from distributed.scheduler import KilledWorker

    _hush()
    with dask.config.set(_SETTINGS):
        client = _client(text)
        try:
            with client:
                width = _Width(client, text)
                if not width():
                    raise NotApplicable(f"{text} has no workers yet; start some, or wait for them")
                yield Pool(partial(_submit, client), width(), (KilledWorker,), width)
        except (CancelledError, CommClosedError) as gone:
            raise NotApplicable(f"the cluster {text} has gone; run again when it is back") from gone
        finally:
            if client.cluster is not None:
                client.cluster.close()


def _submit(client: Client, function: Callable[..., object], *args: object) -> Future[object]:
    """What the function returns on some worker: Dask's future as that of any executor.

    Dask has such an executor itself, but its future never ends if a worker is lost while its result
    is being fetched and what it was at is then given up.
    """
    ours: Future[object] = Future()
    theirs = client.submit(function, *args, pure=False)

    def ended(_: object) -> None:  # in a thread of Dask's
        if ours.set_running_or_notify_cancel():
            try:
                ours.set_result(theirs.result())
            except BaseException as fault:  # it is raised where somebody waits
                ours.set_exception(fault)

    theirs.add_done_callback(ended)
    ours.add_done_callback(lambda _: theirs.cancel() if ours.cancelled() else None)
    return ours


class _Width:
    """How many threads the workers have by now; they come and go."""

    def __init__(self, client: Client, text: str) -> None:
        self._client = client
        self._text = text
        self._known = 0
        self._asked = -inf
        self._seen = monotonic()  # when there was somebody

    def __call__(self) -> int:
        if monotonic() - self._asked > _NEWS:
            self._known = sum(self._client.nthreads().values())
            self._asked = monotonic()
            if self._known:
                self._seen = self._asked
            elif self._asked - self._seen > _ALONE:
                raise NotApplicable(
                    f"the cluster {self._text} has had no workers for {_ALONE} s; run again when "
                    "there are some"
                )
        return self._known


def _hush() -> None:
    """What matters we say ourselves: Dask would print tracebacks when a scheduler goes."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _client(text: str) -> Client:
    from distributed import Client, LocalCluster

    local = _LOCAL.fullmatch(text)
    try:
        if local is None:
            return Client(text, timeout=_PATIENCE, set_as_default=False)
        workers = int(local[1]) if local[1] else None
        # A free port: several clusters may be on one machine.
        here = LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            silence_logs=50,
        )
        return Client(here, set_as_default=False)
    except (OSError, TimeoutError) as fault:
        raise NotApplicable(f"no scheduler answers at {text}: {fault}") from fault
