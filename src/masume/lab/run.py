"""Run one task of a study in a supervised process, and turn the outcome into a row."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from functools import cache, lru_cache
from math import isfinite
from operator import index
from pathlib import Path
from typing import NamedTuple, SupportsIndex

from masume.api.boards import check
from masume.api.exact import FALSE_PROOF, solve, verify_result
from masume.api.programs import run_program
from masume.api.search_worker import write_report
from masume.api.searches import SearchNames
from masume.api.supervised import confirm
from masume.core.plugins.registry import kind_named
from masume.core.plugins.user_code import is_user_code, user_files
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.events import Status
from masume.core.search.run import ELSEWHERE
from masume.core.system.clock import PREPARE, PROOF, SEARCH, TABLES, Clock
from masume.core.system.limits import Deadline, Limit
from masume.core.system.tally import MarkCount
from masume.errors import MasumeError
from masume.formats.load import examples, loads
from masume.formats.plain import Board, write_board
from masume.lab.machine import Machine, machine
from masume.lab.study import EXACT, Method
from masume.lab.task_specs import sources_here, spec_of
from masume.lab.tasks import PlannedRun, StudyBoard, StudyBoardRequest, stored_board
from masume.work.cores import Conditions
from masume.work.limited import CallResult
from masume.work.supervisor import end_children, own_group
from masume.work.threads import GuardedCall, end_user_worker, run_guarded, run_in_fresh_worker

WRONG = Status.WRONG.value  # a wrong answer or a false proof: a bug
KILLED = "killed"  # by masume, for exceeding its limit
DIED = "died"  # the process crashed twice
ERROR = "error"
SKIPPED = "skipped"  # not run, since the search settled no smaller board
STATUSES = (*(status.value for status in Status), KILLED, DIED, ERROR, SKIPPED)
_ENDED_IN_TIME = (Status.SOLVED.value, Status.EXHAUSTED.value, Status.STUCK.value)
_GRACE = 10.0  # seconds beyond the limit, for uninterruptible code and the referee


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


def task_call(task: PlannedRun) -> GuardedCall[PlannedRun]:
    """Return the call that runs a task in a supervised process."""
    seconds = task.limit.seconds
    # The clock tolerates about twice the limit.
    most = None if seconds is None else 2.25 * seconds + _GRACE
    user_code = user_files(task.algorithm, task.heuristic, task.space)
    return GuardedCall(
        "masume.lab.run.run_task", task, most, task.limit.megabytes, user_code, measured=True
    )


def judge_answer(call: GuardedCall[PlannedRun], answer: CallResult) -> CallResult:
    """Return the answer of a task; if it has user code, as another worker judges it.

    User code may have changed anything in its own process, and in that of the study, which has
    imported it to plan the runs.
    """
    if answer.error or not call.user_code:
        return answer
    asked = call.item, answer.result, answer.tally
    judged = run_guarded(GuardedCall("masume.lab.run.judge", asked, call.seconds))
    outcome = judged.result
    if not isinstance(outcome, Outcome) or outcome.status in (WRONG, ERROR) or outcome.reason:
        end_user_worker()
    return replace(answer, result=outcome, error=judged.error)


def judge(asked: tuple[PlannedRun, object, MarkCount | None]) -> Outcome:
    """Return the outcome that a process with user code reports, as far as it can be confirmed."""
    task, outcome, tally = asked
    if not _is_valid(outcome):
        return Outcome(ERROR, "its process sent no valid outcome", machine=machine())
    assert isinstance(outcome, Outcome)
    if outcome.machine is not None:
        outcome = replace(outcome, machine=machine())
    if not outcome.report:  # it ended without a result
        is_result = outcome.status in _ENDED_IN_TIME
        return replace(outcome, status=ERROR, reason="no report") if is_result else outcome
    board = Board(kind_named(task.board.kind), loads(task.board.text).puzzle)
    names = SearchNames(task.algorithm, task.heuristic or None, task.space)
    try:
        result = confirm(board, names, outcome.report, tally, task.limit)
    except MasumeError as fault:
        return replace(outcome, status=ERROR, reason=str(fault), report="")
    outcome = replace(
        outcome,
        cost=_checked_integer("cost", result.cost),
        expanded=result.metrics.expanded,
        generated=result.metrics.generated,
        report="",
    )
    if outcome.status not in (Status.SOLVED.value, Status.EXHAUSTED.value):
        return outcome
    if result.status is Status.WRONG:
        return replace(outcome, status=WRONG, reason=result.reason)
    if outcome.own_rules and is_user_code(task.space):  # no referee knows them
        return outcome
    claims = "; ".join(result.claims)
    if why := verify_result(board.puzzle, result, limit=task.limit):
        return replace(outcome, status=WRONG, reason=why)
    return replace(outcome, status=WRONG if ELSEWHERE in claims else outcome.status, reason=claims)


def _is_valid(outcome: object) -> bool:
    """Return whether an object is an outcome whose fields have their types."""
    if not isinstance(outcome, Outcome) or outcome.status not in STATUSES:
        return False
    for field in fields(Outcome):
        value = getattr(outcome, field.name)
        if str(field.type) == "str" and type(value) is not str:
            return False
        is_trace = field.name in ("h_trace", "frontier_trace")
        numbers = value if is_trace else [value] if "int" in str(field.type) else []
        if not all(number is None or type(number) in (int, float) for number in numbers):
            return False
    return True


class Ended(NamedTuple):
    """The outcome of a task, and how often its worker was killed from outside before."""

    outcome: Outcome
    kills: int = 0


def run_judged(call: GuardedCall[PlannedRun]) -> Ended:
    """Run a task in a worker, and let another one judge the outcome of user code; never raise."""
    answer = judge_answer(call, run_guarded(call))
    return Ended(_outcome_of(answer, call.item), answer.kills)


def run_judged_afresh(call: GuardedCall[PlannedRun]) -> Ended:
    """Run a task like `run_judged`, in a worker that has done nothing before."""
    answer = judge_answer(call, run_in_fresh_worker(call))
    return Ended(_outcome_of(answer, call.item), answer.kills)


def _outcome_of(answer: CallResult, task: PlannedRun) -> Outcome:
    """Return the outcome of a task from the answer of its process, which may have crashed."""
    if not answer.error:
        outcome = answer.result
        assert isinstance(outcome, Outcome)
        peak = outcome.peak_mb if answer.peak_mb is None else answer.peak_mb
        return replace(outcome, peak_mb=peak, conditions=answer.conditions)
    word, _, reason = answer.error.partition(": ")
    status = ERROR
    if answer.error == "out of memory":
        status, reason = Status.LIMIT.value, answer.error
    elif word in (KILLED, DIED):
        status = word
    else:
        reason = answer.error
    return Outcome(
        status,
        reason,
        seconds=answer.seconds,
        wall_seconds=answer.wall_seconds,
        peak_mb=answer.peak_mb,
        machine=machine(),
        sources=task.sources,
        conditions=answer.conditions,
    )


def run_task(task: PlannedRun) -> Outcome:
    """Run a task in this process and verify its answer."""
    here, exact = machine(), task.algorithm == EXACT
    try:
        sources = sources_here(task)
    except MasumeError as fault:  # user code is missing or cannot be imported
        return Outcome(ERROR, str(fault), machine=here)
    group = own_group()
    others = group.other_seconds if group else None
    clock = Clock(task.limit.seconds, alone=True, children=others)
    if task.method is not None:
        outcome = _run_method(task, task.method, clock)
    else:
        _warm_up(task.board.kind, exact=exact)
        outcome = _run_exact(task, clock) if exact else _run_search(task, clock)
    clock.pause()
    end_children()
    clock.count_children()  # detached ones too
    if clock.has_overrun() and outcome.status in _ENDED_IN_TIME:
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
        None if seconds is None else seconds / 4 + _GRACE / 2
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
        expanded=_checked_integer("expanded", metrics.expanded),
        generated=_checked_integer("generated", metrics.generated),
        max_frontier=_checked_integer("max_frontier", metrics.max_frontier),
        max_stored=_checked_integer("max_stored", metrics.max_stored),
        rounds=_checked_integer("rounds", metrics.rounds),
        cost=_checked_integer("cost", result.cost),
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


def _checked_integer(name: str, value: object) -> int | None:
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
    return GuardedCall("masume.lab.run.make_board", request, 1.5 * request.seconds + _GRACE, None)


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
