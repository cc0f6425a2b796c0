"""The single writer of a study: takes rows from whoever has them, writes them a moment later.

It has a thread of its own, so that a finished run is safe soon even if no other one finishes for a
long time, and so that the runs never wait for the disk.
"""

from __future__ import annotations

import threading
from collections import Counter

from masume.lab.run import Machine, Outcome, as_row
from masume.lab.store import Store, Values
from masume.lab.tasks import Task

_MOMENT = 0.2  # seconds between two transactions


class Writer:
    """Collects the ends of runs; `wait` returns when they are in the file."""

    def __init__(self, store: Store) -> None:
        self.statuses: Counter[str] = Counter()
        self._store = store
        self._rows: list[Values] = []
        self._traces: list[Values] = []
        self._machines: dict[str, Machine] = {}
        self._known: set[str] = set()
        self._lock = threading.Lock()  # of what is collected
        self._writing = threading.Lock()  # of the file
        self._end = threading.Event()
        self._fault: Exception | None = None
        self._thread = threading.Thread(target=self._serve, name="masume-writer", daemon=True)
        self._thread.start()

    def take(self, task: Task, outcome: Outcome) -> None:
        """A run that has ended; raises if an earlier one could not be written."""
        self._raise()
        row = as_row(task, outcome)
        trace = None
        if outcome.h_trace or outcome.frontier_trace:
            names = ("h_trace", "h_every", "frontier_trace", "frontier_every")
            trace = {"key": task.key, **{name: getattr(outcome, name) for name in names}}
        with self._lock:
            self.statuses[outcome.status] += 1
            self._rows.append(row)
            if trace:
                self._traces.append(trace)
            if outcome.machine:
                self._machines.setdefault(outcome.machine["id"], outcome.machine)

    def wait(self) -> None:
        """Write what there is."""
        self._write()
        self._raise()

    def close(self) -> None:
        """Write the rest and end."""
        self._end.set()
        self._thread.join()
        self.wait()

    def _raise(self) -> None:
        if self._fault is not None:
            raise self._fault

    def _serve(self) -> None:
        while not self._end.wait(_MOMENT):
            try:
                self._write()
            except Exception as fault:  # it is raised where somebody can hear it
                self._fault = fault
                return

    def _write(self) -> None:
        with self._writing:
            with self._lock:
                rows, self._rows = self._rows, []
                traces, self._traces = self._traces, []
                machines = {k: v for k, v in self._machines.items() if k not in self._known}
            for id_, values in machines.items():
                self._store.keep_machine(values)
                self._known.add(id_)
            if rows:
                self._store.keep_runs(rows, traces)
