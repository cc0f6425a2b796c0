"""Run tasks in supervised processes, and have another process judge what user code reports."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import NamedTuple

from masume.api.exact import verify_result
from masume.api.searches import SearchNames
from masume.api.supervised import confirm
from masume.core.plugins.registry import kind_named
from masume.core.plugins.user_code import is_user_code, user_files
from masume.core.search.events import Status
from masume.core.search.run import ELSEWHERE
from masume.core.system.tally import MarkCount
from masume.errors import MasumeError
from masume.formats.load import loads
from masume.formats.plain import Board
from masume.lab.machine import machine
from masume.lab.run import (
    DIED,
    ENDED_IN_TIME,
    ERROR,
    GRACE,
    KILLED,
    STATUSES,
    WRONG,
    Outcome,
    checked_integer,
)
from masume.lab.tasks import PlannedRun
from masume.work.limited import CallResult
from masume.work.threads import GuardedCall, end_user_worker, run_guarded, run_in_fresh_worker


def task_call(task: PlannedRun) -> GuardedCall[PlannedRun]:
    """Return the call that runs a task in a supervised process."""
    seconds = task.limit.seconds
    # The clock tolerates about twice the limit.
    most = None if seconds is None else 2.25 * seconds + GRACE
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
    judged = run_guarded(GuardedCall("masume.lab.judged.judge", asked, call.seconds))
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
        is_result = outcome.status in ENDED_IN_TIME
        return replace(outcome, status=ERROR, reason="no report") if is_result else outcome
    board = Board(kind_named(task.board.kind), loads(task.board.text).puzzle)
    names = SearchNames(task.algorithm, task.heuristic or None, task.space)
    try:
        result = confirm(board, names, outcome.report, tally, task.limit)
    except MasumeError as fault:
        return replace(outcome, status=ERROR, reason=str(fault), report="")
    outcome = replace(
        outcome,
        cost=checked_integer("cost", result.cost),
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
