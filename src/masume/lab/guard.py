"""Work that is watched: each thread has a process for it, which is killed when it takes too long.

`guarded` is an ordinary function, so any executor can run it: threads of this process, or the
workers of a cluster. The process behind it (`lab/cell.py`) is started once and serves on.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from time import monotonic

from masume.core.jobs import Pool
from masume.lab.cell import Answer, Request

_LOOK = 0.05  # seconds between two looks at the clock
_MOMENT = 1.0  # seconds that a process which breaks off may take to end


def guarded(request: Request) -> Answer:
    """Have a request served; a process that dies over it is given one more chance."""
    block: Block = getattr(_mine, "block", None) or _everyone
    code = 0
    for _ in range(2):
        cell = block.cell()
        if cell is None:
            break
        try:
            answer = cell.ask(request)
        except EOFError:
            code = block.drop(cell)
            if cell.late:
                return Answer(error=f"killed: it did not end within {request.seconds:g} s")
            continue
        if cell.late:  # it answered at the last moment; the next request shall not suffer for it
            block.drop(cell)
        return answer
    return Answer(error=f"died: the process ended {_by(code)}, twice")


def _by(code: int) -> str:
    if code >= 0:
        return f"with code {code}"
    try:
        return f"by {signal.Signals(-code).name}"
    except ValueError:
        return f"by signal {-code}"


class Cell:
    """A process that serves requests, one after the other."""

    def __init__(self) -> None:
        self.deadline: float | None = None
        self.late = False  # killed by us
        self._lock = threading.Lock()  # of the two above
        path = os.pathsep.join(place or os.getcwd() for place in sys.path)
        # Not in our process group: Ctrl-C is for us to see to. And -P: no more may be imported
        # there than here, whatever lies about in the folder where we were started.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "masume.lab.cell"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            env=os.environ | {"PYTHONPATH": path},
        )

    def ask(self, request: Request) -> Answer:
        """The answer; EOFError if the process dies over it."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        self.deadline = None if request.seconds is None else monotonic() + request.seconds
        try:
            pickle.dump(request, stdin, protocol=pickle.HIGHEST_PROTOCOL)
            stdin.flush()
            answer: Answer = pickle.load(stdout)
        except (OSError, pickle.UnpicklingError) as broken:
            raise EOFError from broken
        finally:
            with self._lock:
                self.deadline = None
        return answer

    def look(self) -> None:
        """Kill the process if its time is over."""
        with self._lock:
            if self.deadline is None:
                return
            if monotonic() > self.deadline:
                self.late = True
                self.kill()
            elif self._process.poll() is not None:
                self._end_children()  # they have our pipe, so that we would wait for its end

    def kill(self) -> None:
        """End it, whatever it is at, and all that it has started."""
        if self._process.poll() is None:
            self._end_children()
            self._process.kill()

    def _end_children(self) -> None:
        """The process leads a group of its own, so that is what it has started."""
        if sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):  # there are none
                os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> int:
        """End it and clean up; the code it ended with."""
        try:
            code = self._process.wait(_MOMENT)  # it may be about to end by itself, and say why
        except subprocess.TimeoutExpired:
            self.kill()
            code = self._process.wait()
        self._end_children()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            try:
                stream.close()
            except OSError:  # what was still to be written has no reader any more
                continue
        return code


class Block:
    """The cells of some threads, one each, and the thread that looks after them all."""

    def __init__(self) -> None:
        self.closed = threading.Event()
        self._cells: dict[int, Cell] = {}  # by thread
        self._lock = threading.Lock()
        self._watch: threading.Thread | None = None

    def cell(self) -> Cell | None:
        """The process of the calling thread; none if all is over."""
        mine = threading.get_ident()
        with self._lock:
            if self.closed.is_set():
                return None
            if mine not in self._cells:
                self._cells[mine] = Cell()
            if self._watch is None:
                self._watch = threading.Thread(target=self._look, daemon=True, name="masume-watch")
                self._watch.start()
            return self._cells[mine]

    def drop(self, cell: Cell) -> int:
        """Have done with a process; the code it ended with."""
        with self._lock:
            self._cells.pop(threading.get_ident(), None)
        return cell.close()

    def _look(self) -> None:
        while not self.closed.wait(_LOOK):
            with self._lock:
                for cell in self._cells.values():
                    cell.look()

    def close(self) -> None:
        """End all processes; whoever waits for one learns that it died."""
        with self._lock:
            self.closed.set()
            for cell in self._cells.values():
                cell.kill()

    def clear(self) -> None:
        """Clean up after threads that are gone."""
        with self._lock:
            for cell in self._cells.values():
                cell.close()
            self._cells.clear()


_mine = threading.local()
_everyone = Block()  # for threads that are not ours, such as those of a Dask worker
atexit.register(_everyone.close)


@contextmanager
def guarded_threads(count: int) -> Iterator[Pool]:
    """Threads of this process that wait for as many guarded processes."""
    block = Block()

    def begin() -> None:
        _mine.block = block

    executor = ThreadPoolExecutor(count, thread_name_prefix="masume-lab", initializer=begin)
    try:
        yield Pool(executor, count)
    finally:
        block.close()
        executor.shutdown(cancel_futures=True)
        block.clear()
