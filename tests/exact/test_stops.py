"""Work that somebody stops: it ends at once, and what is told by then is true."""

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
ENDLESS = ExactlyOne(9, 9, (None,) * 81)  # more paths than anyone can count


def test_another_thread_may_stop_the_work():
    deadline = Deadline()
    timer = Timer(0.1, deadline.stop, ["interrupted"])
    timer.start()
    with in_time():
        found = masume.solve(HOPELESS, deadline=deadline)
    timer.join()
    assert found.status is Status.LIMIT and found.reason == "interrupted"


@pytest.fixture
def alarm():
    """Calls a function from a signal handler, 0.1 s later."""

    def after(function):
        signal.signal(signal.SIGALRM, lambda *_: function())
        signal.setitimer(signal.ITIMER_REAL, 0.1)

    yield after
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


@pytest.mark.parametrize("ask", [masume.solve, masume.forced, masume.why_not])
def test_a_signal_handler_may_stop_the_work(ask, alarm):
    deadline = Deadline()
    alarm(lambda: deadline.stop("interrupted"))
    with in_time():
        found = ask(HOPELESS, deadline=deadline)
    assert found.status is Status.LIMIT and found.reason == "interrupted"


def test_a_count_that_is_stopped_tells_how_far_it_came(alarm):
    deadline = Deadline()
    alarm(lambda: deadline.stop("enough"))
    with in_time():
        found = masume.count(ENDLESS, at_most=10**9, deadline=deadline)
    assert found.number > 10 and not found.complete and found.reason == "enough"


def test_an_exception_from_a_signal_handler_gets_through(alarm):
    def interrupt():
        raise KeyboardInterrupt

    alarm(interrupt)
    with in_time(), pytest.raises(KeyboardInterrupt):
        masume.solve(HOPELESS)


@pytest.mark.long
@pytest.mark.parametrize("kind", MODELLED)
def test_whatever_is_told_is_true_at_whatever_moment_time_is_up(kind):
    rng, about, ends = Random(f"stopped {kind}"), truth_of(kind), set()
    for _ in range(40 if SOAK else 20):
        puzzle = random_board(kind, rng)
        truth = about.answers(puzzle)
        for after in range(12):
            ends.add(_true_so_far(about, puzzle, truth, after))
    assert {status for status, _, _ in ends} == {Status.SOLVED, Status.EXHAUSTED, Status.LIMIT}
    assert (Status.SOLVED, None, True) in ends  # an answer, and no time to ask for others


def _true_so_far(about, puzzle, truth, after):
    found = masume.solve(puzzle, deadline=StoppedAfter(after))
    assert found.status is not Status.EXHAUSTED or not truth, puzzle
    assert found.answer is None or found.answer in truth
    assert found.other is None or found.other in truth - {found.answer}
    assert found.unique in (None, len(truth) == 1)
    if found.shortest:
        assert found.cost == min(about.cost(puzzle, one) for one in truth)
    stopped = found.reason == "stopped"
    assert stopped or found.status is not Status.LIMIT
    if found.known is not None:
        assert all(about.agrees(puzzle, one, found.known) for one in truth)
    counted = masume.count(puzzle, deadline=StoppedAfter(after))
    assert counted.number <= len(truth) and counted.complete is not bool(counted.reason)
    assert counted.number == len(truth) or not counted.complete
    sure = masume.forced(puzzle, deadline=StoppedAfter(after))
    assert all(about.agrees(puzzle, one, sure.position) for one in truth)
    assert sure.status is not Status.EXHAUSTED or not truth
    why = masume.why_not(puzzle, deadline=StoppedAfter(after))
    if why.status is not Status.LIMIT:
        assert why.status is (Status.SOLVED if truth else Status.EXHAUSTED)
    return found.status, found.unique, stopped


def test_a_ring_that_was_drawn_is_not_followed_for_ever(alarm):
    """Time is up while the marks contradict each other: they are told all the same."""

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
def test_what_follows_without_a_guess_is_known_when_time_is_up(ask):
    """The 4 in the corner needs two bridges to both sides, whatever else there is."""
    puzzle = masume.load("hashi\n4 . 3 . 1\n. . . . .\n3 . 3 . 2")
    known = []
    for after in range(30):
        found = ask(puzzle, deadline=StoppedAfter(after))
        if found.status is Status.LIMIT:
            known.append(found.known if ask is masume.solve else found.position)
    assert known
    assert any({(0, 2, 2), (0, 10, 2)} <= position.joined for position in known if position)
