"""Write the outcomes of runs to the results file in a background thread.

A finished run is stored within a fraction of a second even if no other run ends, and runs never
wait for the disk.
"""

from __future__ import annotations

import threading
from collections import Counter

from masume.lab.run import Machine, Outcome, as_row
from masume.lab.store import Store, Values
from masume.lab.tasks import PlannedRun

_INTERVAL = 0.2  # seconds between two transactions


class Writer:
    """Collects outcomes and writes them; `flush` returns when all are in the file."""

    def __init__(self, store: Store) -> None:
        self.statuses: Counter[str] = Counter()
        self._store = store
        self._rows: list[Values] = []
        self._traces: list[Values] = []
        self._machines: dict[str, Machine] = {}
        self._known: set[str] = set()
        self._lock = threading.Lock()  # of the collected rows
        self._writing = threading.Lock()  # of the file
        self._end = threading.Event()
        self._fault: Exception | None = None
        self._thread = threading.Thread(
            target=self._write_periodically, name="masume-writer", daemon=True
        )
        self._thread.start()

    def add(self, task: PlannedRun, outcome: Outcome) -> None:
        """Add an outcome; raise if an earlier one could not be written."""
        self._raise_fault()
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

    def flush(self) -> None:
        """Write all collected outcomes; raise if one could not be written."""
        self._save_pending()
        self._raise_fault()

    def close(self) -> None:
        """Write the remaining outcomes and stop the thread."""
        self._end.set()
        self._thread.join()
        self.flush()

    def _raise_fault(self) -> None:
        if self._fault is not None:
            raise self._fault

    def _write_periodically(self) -> None:
        while not self._end.wait(_INTERVAL):
            try:
                self._save_pending()
            except Exception as fault:  # raised in the caller's thread
                self._fault = fault
                return

    def _save_pending(self) -> None:
        """Save the pending runs and traces, after the machines that are not in the store yet."""
        with self._writing:
            with self._lock:
                rows, self._rows = self._rows, []
                traces, self._traces = self._traces, []
                machines = {k: v for k, v in self._machines.items() if k not in self._known}
            for id_, values in machines.items():
                self._store.save_machine(values)
                self._known.add(id_)
            if rows:
                self._store.save_runs(rows, traces)
