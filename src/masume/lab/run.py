"""Run one task of a study in a supervised process, and turn the outcome into a row."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from functools import cache, lru_cache
from math import isfinite
from operator import index
from pathlib import Path
from typing import SupportsIndex

from masume.api.boards import check
from masume.api.exact import FALSE_PROOF, solve
from masume.api.programs import run_program
from masume.api.search_worker import write_report
from masume.core.plugins.registry import kind_named
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.events import Status
from masume.core.system.clock import PREPARE, PROOF, SEARCH, TABLES, Clock
from masume.core.system.limits import Deadline, Limit
from masume.errors import MasumeError
from masume.formats.load import examples, loads
from masume.formats.plain import Board, write_board
from masume.lab.machine import Machine, machine
from masume.lab.study import EXACT, Method
from masume.lab.task_specs import sources_here, spec_of
from masume.lab.tasks import PlannedRun, StudyBoard, StudyBoardRequest, stored_board
from masume.work.cores import Conditions
from masume.work.supervisor import end_children, own_group, restart_usage
from masume.work.threads import GuardedCall

WRONG = Status.WRONG.value  # a wrong answer or a false proof: a bug
KILLED = "killed"  # by masume, for exceeding its limit
DIED = "died"  # the process crashed twice
ERROR = "error"
SKIPPED = "skipped"  # not run, since the search settled no smaller board
STATUSES = (*(status.value for status in Status), KILLED, DIED, ERROR, SKIPPED)
ENDED_IN_TIME = (Status.SOLVED.value, Status.EXHAUSTED.value, Status.STUCK.value)
GRACE = 10.0  # seconds beyond the limit, for uninterruptible code and the referee


@dataclass(frozen=True)
class Outcome:
    """The outcome of a task; measures are None where they do not apply."""

    status: str
    reason: str = ""
    cost: int | None = None
    expanded: int | None = None
    generated: int | None = None
    max_frontier: int | None = None
    max_stored: int | None = None
    rounds: int | None = None
    seconds: float | None = None  # processor time from the board's text to the verdict
    prepare_seconds: float | None = None  # of these: read the text, build the space or model;
    tables_seconds: float | None = None  # build the heuristic's tables;
    search_seconds: float | None = None  # search, or find a solution;
    proof_seconds: float | None = None  # prove that it is the only one, or the shortest
    wall_seconds: float | None = None
    peak_mb: float | None = None
    h_trace: tuple[float | None, ...] = ()
    h_every: int = 1
    frontier_trace: tuple[int, ...] = ()
    frontier_every: int = 1
    machine: Machine | None = None
    sources: str = ""  # their fingerprint in the process
    report: str = ""  # of user code, for the judge in another process
    own_rules: bool = False  # of a space that is user code
    conditions: Conditions | None = None  # of the measurement


def run_task(task: PlannedRun) -> Outcome:
    """Run a task in this process and verify its answer."""
    here, exact = machine(), task.algorithm == EXACT
    try:
        sources = sources_here(task)
    except MasumeError as fault:  # user code is missing or cannot be imported
        return Outcome(ERROR, str(fault), machine=here)
    if task.method is None:
        _warm_up(task.board.kind, exact=exact)
    restart_usage()
    group = own_group()
    others = group.other_seconds if group else None
    clock = Clock(task.limit.seconds, alone=True, children=others)
    if task.method is not None:
        outcome = _run_method(task, task.method, clock)
    else:
        outcome = _run_exact(task, clock) if exact else _run_search(task, clock)
    clock.pause()
    end_children()
    clock.count_children()  # detached ones too
    if clock.has_overrun() and outcome.status in ENDED_IN_TIME:
        outcome = replace(outcome, status=Status.LIMIT.value, reason=f"{clock.most:g} s used")
    outcome = replace(
        outcome,
        seconds=clock.seconds,
        prepare_seconds=clock.parts.get(PREPARE),
        tables_seconds=clock.parts.get(TABLES),
        search_seconds=clock.parts.get(SEARCH),
        proof_seconds=clock.parts.get(PROOF),
        wall_seconds=clock.wall,
        machine=here,
        sources=sources,
    )
    if _is_false_proof(outcome, task):
        return replace(outcome, status=WRONG, reason=FALSE_PROOF)
    return outcome


@cache
def _warm_up(kind: str, *, exact: bool) -> None:
    """Import everything, so that the first run of a process is not slower than the others."""
    for board in examples(kind)[:1]:
        puzzle = loads(write_board(board)).puzzle
        if exact and kind_named(kind).model is not None:
            solve(puzzle)


def _is_false_proof(outcome: Outcome, task: PlannedRun) -> bool:
    """Return whether a search claims that there is no solution and the exact engine finds one."""
    if outcome.status != Status.EXHAUSTED.value or task.algorithm == EXACT:
        return False
    own_rules = task.method is None and spec_of(task).own_rules
    return not own_rules and _has_solution(task.board, task.limit.seconds)


@lru_cache(maxsize=256)
def _has_solution(board: StudyBoard, seconds: float | None) -> bool:
    puzzle = loads(board.text).puzzle
    if kind_named(board.kind).model is None:
        return False
    most = (
        None if seconds is None else seconds / 4 + GRACE / 2
    )  # less than until the process is killed
    return solve(puzzle, limit=Limit(seconds=most), unique=False).status is Status.SOLVED


def _run_search(task: PlannedRun, clock: Clock) -> Outcome:
    """Run a classical search and verify its answer."""
    try:
        spec = spec_of(task)
        clock.begin(PREPARE)
        puzzle = loads(task.board.text).puzzle
        result = spec.start(puzzle, limit=task.limit, seed=task.seed, clock=clock).finish()
    except MasumeError as fault:
        return Outcome(ERROR, str(fault))
    metrics = result.metrics
    outcome = Outcome(
        result.status.value,
        result.reason,
        expanded=checked_integer("expanded", metrics.expanded),
        generated=checked_integer("generated", metrics.generated),
        max_frontier=checked_integer("max_frontier", metrics.max_frontier),
        max_stored=checked_integer("max_stored", metrics.max_stored),
        rounds=checked_integer("rounds", metrics.rounds),
        cost=checked_integer("cost", result.cost),
    )
    if task.traces:
        outcome = replace(
            outcome,
            h_trace=tuple(float(h) if isfinite(h) else None for h in metrics.h_trace),
            h_every=metrics.h_every,
            frontier_trace=tuple(metrics.frontier_trace),
            frontier_every=metrics.frontier_every,
        )
    if spec.is_user_code:
        clock.pause()  # what checks the claims is not part of the search
        report = write_report(spec, Board(spec.kind, puzzle), result)
        clock.resume()
        outcome = replace(outcome, report=report, own_rules=spec.own_rules)
    # A space may have its own rules; then the referee's reason is kept, but not its verdict.
    judged = _verify_answer(outcome, puzzle, result.answer)
    return replace(judged, status=outcome.status) if spec.own_rules else judged


def _run_exact(task: PlannedRun, clock: Clock) -> Outcome:
    """Run the exact engine and verify its answer."""
    clock.begin(PREPARE)
    puzzle, limit = loads(task.board.text).puzzle, task.limit.of_engine
    result = solve(puzzle, deadline=Deadline(limit, memory=True, clock=clock))
    clock.pause()  # the referee's time does not count
    outcome = Outcome(result.status.value, result.reason)
    if clock.has_overrun():  # an answer that came too late does not count
        return replace(outcome, status=Status.LIMIT.value)
    return _verify_answer(outcome, puzzle, result.answer)


def _run_method(task: PlannedRun, method: Method, clock: Clock) -> Outcome:
    """Run another program and verify its answer."""
    most = task.limit.seconds
    board = loads(task.board.text)
    clock.begin(SEARCH)
    try:
        wall = None if most is None else 2 * most + 1
        folder = Path(task.folder)
        reply = run_program(method, board, folder, task.limit, task.seed, wall=wall)
    except (MasumeError, OSError) as fault:
        return Outcome(ERROR, " ".join(str(fault).split())[:300])
    finally:
        clock.pause()
    outcome = Outcome(
        reply.status.value,
        reply.reason,
        cost=reply.cost,
        expanded=reply.expanded,
        generated=reply.generated,
    )
    return _verify_answer(outcome, board.puzzle, reply.answer)


def _verify_answer(outcome: Outcome, puzzle: Puzzle, answer: Position | None) -> Outcome:
    """Return the outcome, as WRONG if it is solved and the referee rejects the answer."""
    if outcome.status != Status.SOLVED.value or answer is None:
        return outcome
    faults = check(puzzle, answer)
    return replace(outcome, status=WRONG, reason=faults[0].text) if faults else outcome


def checked_integer(name: str, value: object) -> int | None:
    """Return a counter of an algorithm, which may be user code, as an integer of 64 bits.

    Raise TypeError if it is no integer, or too large.
    """
    if value is None or (type(value) is int and abs(value) < 1 << 63):
        return value
    whole = index(value) if isinstance(value, SupportsIndex) else None
    if whole is None or abs(whole) >= 1 << 63:
        raise TypeError(f"{name} is {value!r:.40}; expected an integer of 64 bits")
    return whole


# Generated boards


def board_call(request: StudyBoardRequest) -> GuardedCall[StudyBoardRequest]:
    """Return the call that generates a board in a supervised process."""
    return GuardedCall("masume.lab.run.make_board", request, 1.5 * request.seconds + GRACE, None)


def make_board(request: StudyBoardRequest) -> StudyBoard | str:
    """Generate a board in this process; return the reason instead if that fails."""
    from masume.make.generate import make

    deadline = Deadline(Limit(seconds=request.seconds))
    board = make(request.spec, request.seed, request.number, deadline)
    if board.puzzle is None:
        return board.reason
    kind, size = request.spec.kind, request.spec.request
    name = f"{kind.name}-{size.rows}x{size.cols}-{board.level}-{request.seed}-{request.number + 1}"
    return stored_board(Board(kind, board.puzzle, name, notes=(("difficulty", board.level),)))


_OF_TASK = ("key", "algorithm", "space", "heuristic", "search", "seed", "repetition", "sources")
_TRACES = {"h_trace", "h_every", "frontier_trace", "frontier_every"}
_NOT_IN_ROWS = {*_TRACES, "machine", "sources", "report", "own_rules", "conditions"}
_IN_ROWS = tuple(entry.name for entry in fields(Outcome) if entry.name not in _NOT_IN_ROWS)


def as_row(task: PlannedRun, outcome: Outcome) -> dict[str, object]:
    """Return the record of a run that has just ended."""
    now = datetime.now(UTC).replace(tzinfo=None)
    has_traces = outcome.h_trace or outcome.frontier_trace
    return {
        **{name: getattr(task, name) for name in _OF_TASK},
        "board": task.board.id,
        **{f"limit_{name}": most for name, most in asdict(task.limit).items()},
        **{name: getattr(outcome, name) for name in _IN_ROWS},
        **(outcome.conditions or Conditions())._asdict(),
        "machine": outcome.machine["id"] if outcome.machine else None,
        **({name: getattr(outcome, name) for name in sorted(_TRACES)} if has_traces else {}),
        "finished": now.isoformat(sep=" ", timespec="milliseconds"),
    }
