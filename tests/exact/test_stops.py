"""Stopped queries: they end promptly, and their partial results are true."""

from __future__ import annotations

import signal
from random import Random
from threading import Timer

import large_boards
import pytest
from large_boards import StoppedAfter, in_time
from material import random_board, truth_of
from support import MODELLED, SOAK

import masume
from masume import Status
from masume.core.system.limits import Deadline
from masume.puzzles.exactly_one.puzzle import ExactlyOne, Trail

HOPELESS = large_boards.crowded(fewer=2)
ENDLESS = ExactlyOne(9, 9, (None,) * 81)  # has too many paths to count


def test_another_thread_can_stop_a_query():
    deadline = Deadline()
    timer = Timer(0.1, deadline.stop, ["interrupted"])
    timer.start()
    with in_time():
        result = masume.solve(HOPELESS, deadline=deadline)
    timer.join()
    assert result.status is Status.LIMIT and result.reason == "interrupted"


@pytest.fixture
def alarm():
    """Return a function that schedules a call from a signal handler, 0.1 s later."""

    def after(function):
        signal.signal(signal.SIGALRM, lambda *_: function())
        signal.setitimer(signal.ITIMER_REAL, 0.1)

    yield after
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


@pytest.mark.parametrize("ask", [masume.solve, masume.forced, masume.why_not])
def test_signal_handler_can_stop_a_query(ask, alarm):
    deadline = Deadline()
    alarm(lambda: deadline.stop("interrupted"))
    with in_time():
        result = ask(HOPELESS, deadline=deadline)
    assert result.status is Status.LIMIT and result.reason == "interrupted"


def test_stopped_count_is_a_lower_bound(alarm):
    deadline = Deadline()
    alarm(lambda: deadline.stop("enough"))
    with in_time():
        result = masume.count(ENDLESS, at_most=10**9, deadline=deadline)
    assert result.number > 10 and not result.complete and result.reason == "enough"


def test_exception_from_a_signal_handler_propagates(alarm):
    def interrupt():
        raise KeyboardInterrupt

    alarm(interrupt)
    with in_time(), pytest.raises(KeyboardInterrupt):
        masume.solve(HOPELESS)


@pytest.mark.long
@pytest.mark.parametrize("kind", MODELLED)
def test_partial_results_are_true_at_every_stop(kind):
    rng, about, ends = Random(f"stopped {kind}"), truth_of(kind), set()
    boards = 0
    while boards < (40 if SOAK else 10) or not any(Status.EXHAUSTED in end for end in ends):
        puzzle = random_board(kind, rng)
        truth = about.answers(puzzle)
        boards += 1
        for after in (*range(8), *range(8, 36, 4)):
            ends.add(_true_so_far(about, puzzle, truth, after))
        assert boards < 1000, "few boards of some kinds are unsolvable, but not so few"
    assert {status for status, _, _ in ends} == {Status.SOLVED, Status.EXHAUSTED, Status.LIMIT}
    assert (Status.SOLVED, None, True) in ends  # an answer without a proof of uniqueness


def _true_so_far(about, puzzle, truth, after):
    result = masume.solve(puzzle, deadline=StoppedAfter(after))
    assert result.status is not Status.EXHAUSTED or not truth, puzzle
    assert result.answer is None or result.answer in truth
    assert result.other is None or result.other in truth - {result.answer}
    assert result.unique in (None, len(truth) == 1)
    if result.shortest:
        assert result.cost == min(about.cost(puzzle, answer) for answer in truth)
    stopped = result.reason == "stopped"
    assert stopped or result.status is not Status.LIMIT
    if result.known is not None:
        assert all(about.agrees(puzzle, answer, result.known) for answer in truth)
    count = masume.count(puzzle, deadline=StoppedAfter(after))
    assert count.number <= len(truth) and count.complete is not bool(count.reason)
    assert count.number == len(truth) or not count.complete
    sure = masume.forced(puzzle, deadline=StoppedAfter(after))
    assert all(about.agrees(puzzle, answer, sure.position) for answer in truth)
    assert sure.status is not Status.EXHAUSTED or not truth
    why = masume.why_not(puzzle, deadline=StoppedAfter(after))
    if why.status is not Status.LIMIT:
        assert why.status is (Status.SOLVED if truth else Status.EXHAUSTED)
    return result.status, result.unique, stopped


def test_drawn_ring_with_contradictory_marks_ends(alarm):
    """The time is up while the marks contradict each other; they are still reported."""

    def give_up():
        raise TimeoutError

    puzzle, ring = ExactlyOne(3, 3, (None,) * 9), Trail((6, 3, 4, 7, 6))
    alarm(give_up)
    for after in range(8):
        assert masume.forced(puzzle, ring, deadline=StoppedAfter(after)).status is not Status.SOLVED
        assert (
            masume.why_not(puzzle, ring, deadline=StoppedAfter(after)).status is not Status.SOLVED
        )


@pytest.mark.parametrize("ask", [masume.solve, masume.forced])
def test_implied_literals_are_returned_when_time_is_up(ask):
    """The 4 in the corner needs two bridges in both directions."""
    puzzle = masume.load("hashi\n4 . 3 . 1\n. . . . .\n3 . 3 . 2")
    known = []
    for after in range(30):
        result = ask(puzzle, deadline=StoppedAfter(after))
        if result.status is Status.LIMIT:
            known.append(result.known if ask is masume.solve else result.position)
    assert known
    assert any({(0, 2, 2), (0, 10, 2)} <= position.joined for position in known if position)
