"""Limits are kept, and results at the limit are true."""

from __future__ import annotations

import gc
from pathlib import Path
from random import Random

import large_boards
import pytest
from large_boards import in_time

import masume
from masume import Limit, NotApplicable, Status
from masume.core.system.clock import PROOF, Clock
from masume.core.system.limits import Deadline
from masume.puzzles.exactly_one.puzzle import ExactlyOne
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.kuromasu.puzzle import Kuromasu

SHORT = Limit(seconds=0.1)


HOPELESS = large_boards.crowded(fewer=2)
ENDLESS = ExactlyOne(9, 9, (None,) * 81)  # has too many paths to count
WINDING, _ = large_boards.winding_maze(Random(1), 15, bends=900, every=2)


# Seconds


def test_solve_keeps_its_time_limit():
    with in_time():
        result = masume.solve(HOPELESS, limit=SHORT)
    assert result.status is Status.LIMIT and result.reason == "0.1 s used"
    assert result.answer is None and result.unique is None
    assert result.known is not None


def test_count_keeps_its_time_limit():
    with in_time():
        result = masume.count(ENDLESS, at_most=10**9, limit=SHORT)
    assert not result.complete and result.reason == "0.1 s used"


def test_solutions_keep_their_time_limit():
    stream = masume.solutions(ENDLESS, limit=SHORT)
    with in_time():
        every = list(stream)
    assert len(every) == stream.number and not stream.complete
    assert stream.reason == "0.1 s used"


def test_stopped_count_returns_the_number_so_far():
    stream = masume.solutions(ENDLESS, deadline=large_boards.StoppedAfter(200))
    assert 10 < sum(1 for _ in stream) == stream.number and not stream.complete
    result = masume.count(ENDLESS, at_most=10**9, deadline=large_boards.StoppedAfter(200))
    assert result.number == stream.number and not result.complete
    assert result.reason == stream.reason == "stopped"


def test_forced_keeps_its_time_limit():
    with in_time():
        result = masume.forced(HOPELESS, limit=SHORT)
    assert result.status is Status.LIMIT and result.reason == "0.1 s used"


def test_why_not_keeps_its_time_limit():
    with in_time():
        result = masume.why_not(HOPELESS, limit=SHORT)
    assert result.status is Status.LIMIT and result.reason == "0.1 s used"
    assert not result.minimal and result.reasons == ()


class UntilProof(Clock):
    """A clock whose time is up when the proof begins, on machines of any speed."""

    def begin(self, part: str) -> None:
        if part == PROOF:
            self.most = 0.0
        super().begin(part)


def test_unproved_answer_is_returned_at_the_limit():
    deadline = Deadline(Limit(seconds=30), clock=UntilProof(30))
    with in_time(5):
        solution = masume.solve(WINDING, deadline=deadline)
    assert solution.status is Status.SOLVED and solution.reason == "30 s used"
    assert masume.check(WINDING, solution.answer) == []
    assert not solution.shortest


CROWDED = [None] * 4900
for _cell in Random(3).sample(range(4900), 490):
    CROWDED[_cell] = Random(_cell).randint(35, 70)


@pytest.mark.long
@pytest.mark.parametrize(
    "puzzle",
    [
        Hitori(1, 1300, (1,) * 1300),
        Hitori(70, 70, tuple(1 + (r * c) % 2 for r in range(70) for c in range(70))),
        Kuromasu(70, 70, tuple(CROWDED)),
        Kuromasu(120, 120, tuple(120 if c % 121 == 60 else None for c in range(14400))),
        ExactlyOne(100, 100, (None,) * 10_000),
    ],
    ids=["hitori-row", "hitori-chess", "kuromasu-crowded", "kuromasu-wide", "maze"],
)
@pytest.mark.parametrize("ask", [masume.solve, masume.forced, masume.why_not])
def test_building_the_model_is_timed(ask, puzzle):
    with in_time(2.5):
        ask(puzzle, limit=SHORT)


@pytest.mark.parametrize("kind", masume.kinds().values(), ids=lambda kind: kind.name)
def test_zero_seconds(kind):
    """Every query returns an empty result."""
    puzzle, none = masume.examples(kind.name)[0].puzzle, Limit(seconds=0)
    assert masume.solve(puzzle, limit=none).status is Status.LIMIT
    assert masume.solve(puzzle, limit=none).known == kind.start(puzzle)
    assert masume.count(puzzle, limit=none).number == 0
    assert not masume.count(puzzle, limit=none).complete
    assert masume.forced(puzzle, limit=none).position == kind.start(puzzle)
    assert masume.why_not(puzzle, limit=none).status is Status.LIMIT


def test_board_with_an_obstacle_takes_no_time():
    """The numbers have an odd sum, so neither a search nor a proof is started."""
    puzzle = large_boards.crowded(fewer=1)
    assert masume.kind_of(puzzle).obstacles(puzzle)
    with in_time():
        result = masume.solve(puzzle, limit=Limit(seconds=20))
    assert result.status is Status.EXHAUSTED and result.reason
    assert not masume.kind_of(HOPELESS).obstacles(HOPELESS)  # otherwise no limit is tested


# Memory


def test_memory_limit_ends_an_enumeration():
    puzzle = Kuromasu(5, 6, (None,) * 30)
    result = masume.count(puzzle, at_most=10**6, limit=Limit(megabytes=1))
    assert not result.complete and result.reason == "about 1 MB used"
    assert 1000 < result.number < 100_000


def resident():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
def test_solvers_are_freed():
    puzzles = [masume.load(f"{kind}/first") for kind in ("kuromasu", "hitori")]
    puzzles += [masume.load("hashi/pw-7x7-7"), masume.load("exactly_one/easy-0")]

    def work(rounds):
        for _ in range(rounds):
            for puzzle in puzzles:
                masume.solve(puzzle)
                next(iter(masume.solutions(puzzle)))  # abandoned after the first solution
                masume.why_not(puzzle)
        gc.collect()

    work(20)
    before = resident()
    work(60)
    assert resident() - before < 2


# Too large


@pytest.mark.parametrize("kind", masume.kinds().values(), ids=lambda kind: kind.name)
def test_too_large_board_is_rejected(kind):
    puzzle = kind.puzzle(502, 502, (None,) * 252_004)
    for ask in (masume.solve, masume.count, masume.forced, masume.why_not):
        with pytest.raises(NotApplicable, match="too many"):
            ask(puzzle)
    with pytest.raises(NotApplicable):
        list(masume.solutions(puzzle))


@pytest.mark.long
def test_too_long_path_is_returned_without_proof():
    maze, _ = large_boards.winding_maze(Random(50), 50, bends=4000, every=4)
    result = masume.solve(maze, limit=Limit(seconds=30))
    assert result.status is Status.SOLVED and masume.check(maze, result.answer) == []
    assert result.unique is False and result.shortest is False
    assert result.reason == "too large to prove the shortest"
