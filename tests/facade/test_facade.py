"""The public functions: accepted arguments, limits, seeds and pickling."""

from __future__ import annotations

import pickle
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

import masume
from masume import Deadline, Limit, Status, Stop
from masume.api.programs import Program, run_program
from masume.core.plugins.registry import kinds
from masume.errors import NotApplicable
from masume.families.links.position import Lines
from masume.families.shading.position import Shading
from masume.puzzles.exactly_one.puzzle import Trail

HITORI = "hitori\n1 1 1 4\n1 4 2 3\n3 3 2 1\n4 2 1 3"
OFF_BOARD = Shading(white=frozenset({33}))
QUESTIONS = [masume.forced, masume.why_not, masume.hint, masume.explain, masume.picture]


@pytest.mark.parametrize("name", kinds())
def test_board_and_bare_puzzle_are_equivalent(name):
    board = next(example for example in masume.examples(name) if example.puzzle.grid.size <= 100)
    solved = masume.solve(board)
    assert solved.answer == masume.solve(board.puzzle).answer
    assert masume.check(board, solved.answer) == []
    assert masume.picture(board, solved.answer) == masume.picture(board.puzzle, solved.answer)
    assert masume.count(board, at_most=2).number == len(list(masume.solutions(board, at_most=2)))
    assert masume.forced(board).position == masume.forced(board.puzzle).position
    assert masume.why_not(board).status is Status.SOLVED
    assert masume.hint(board) == masume.hint(board.puzzle)
    assert masume.grade(board) == masume.grade(board.puzzle)
    assert next(iter(masume.explain(board))) == next(iter(masume.explain(board.puzzle)))
    assert masume.show(board).svg == masume.show(board.puzzle).svg
    assert f"name: {board.name}" in masume.convert(board, "plain")
    assert masume.search(board).moves == masume.search(board.puzzle).moves
    assert (
        masume.resolve_search(board)
        == masume.resolve_search(board.puzzle)
        == masume.resolve_search(board.kind)
    )


def test_text_is_not_accepted_as_a_board():
    with pytest.raises(TypeError, match="a text is not a board"):
        masume.solve(HITORI)  # type: ignore[arg-type]


@pytest.mark.parametrize("ask", QUESTIONS)
def test_positions_are_accepted_in_every_form(ask):
    board = masume.loads(HITORI)
    position = Shading(black=frozenset({0}))
    forms = [position, "r1c1=black", "# . . .\n" + ". . . .\n" * 3, {"black": [[0, 0]]}]
    assert all(masume.check(board, form) == masume.check(board, position) for form in forms)
    results = [ask(board, form) for form in forms]
    if ask is masume.explain:
        results = [[step.text for step in walk] for walk in results]
    if ask in (masume.forced, masume.why_not):
        results = [(result.status, getattr(result, "position", result)) for result in results]
        results = [(status, getattr(value, "reasons", value)) for status, value in results]
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("ask", [masume.check, *QUESTIONS])
@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Lines(), "a Shading, not a Lines"),
        (Trail((0,)), "a Shading, not a Trail"),
        (7, "a Shading, not a int"),
        (OFF_BOARD, "cell 33 is not on a board of 4×4"),
        (Shading(black=frozenset({-1})), "cell -1 is not"),
        ("r9c9=black", "outside the board"),
        ({"black": [[9, 9]]}, "outside the board"),
        ("{", "begins like JSON"),
    ],
)
def test_invalid_position_is_rejected_in_one_line(ask, answer, message):
    with pytest.raises(masume.MasumeError, match=message) as caught:
        ask(masume.loads(HITORI), answer)
    assert "\n" not in str(caught.value)


def test_impossible_bridge_is_a_violation_and_gives_no_hint():
    board = masume.loads("hashi\n1 . 1\n. 1 .\n. . 1")
    nowhere = Lines(frozenset({(0, 4, 1)}))
    assert masume.check(board, nowhere)[0].rule == "not-a-bridge"
    with pytest.raises(masume.NotApplicable, match="no bridge can run from"):
        masume.hint(board, nowhere)


# Limits


@pytest.mark.parametrize(
    "ask",
    [
        masume.solve,
        masume.count,
        masume.solutions,
        masume.forced,
        masume.why_not,
        masume.hint,
        masume.explain,
        masume.grade,
        lambda board, limit: masume.generate("hitori", limit=limit),
    ],
)
def test_unsupported_limits_are_rejected(ask):
    board = masume.loads(HITORI)
    for limit in (Limit(nodes=1), Limit(states=1)):
        with pytest.raises(masume.BadOption, match="a limit in"):
            ask(board, limit=limit)
    if ask not in (masume.solve, masume.count, masume.solutions):
        with pytest.raises(masume.BadOption, match="a limit in megabytes is not supported"):
            ask(board, limit=Limit(megabytes=1))


def test_results_name_the_limit_that_was_reached():
    board = masume.load("kuromasu/range-7x7-1")
    nodes = masume.search(board, "breadth_first", space="shade", limit=Limit(nodes=1))
    assert (nodes.status, nodes.stopped) == (Status.LIMIT, Stop.NODES)
    assert masume.search(board, "beam", limit=Limit(seconds=0)).stopped is Stop.SECONDS
    assert masume.hint(board, limit=Limit(seconds=0)).stopped is Stop.SECONDS
    assert masume.grade(board, limit=Limit(seconds=0)).stopped is Stop.SECONDS
    assert masume.solve(board).stopped is None


@pytest.mark.parametrize("name", ["solve", "count", "forced", "why_not", "hint", "grade", "search"])
def test_stopped_deadline_ends_every_query(name):
    deadline = Deadline()
    deadline.stop()
    found = getattr(masume, name)(masume.load("kuromasu/range-9x13-1"), deadline=deadline)
    assert found.stopped is Stop.INTERRUPTED


def test_another_thread_can_end_a_search():
    deadline = Deadline()
    threading.Timer(0.05, deadline.stop).start()
    board = masume.load("kuromasu/range-9x13-1")
    found = masume.search(board, "breadth_first", space="shade", deadline=deadline)
    assert (found.status, found.stopped) == (Status.LIMIT, Stop.INTERRUPTED)


# Searches


def test_board_with_an_obstacle_is_not_searched():
    board = masume.loads("kuromasu\n9 . .\n. . .")
    run = masume.resolve_search(board, "astar").run(board)
    assert list(run) == []
    found = run.result()
    assert (found.status, found.reason) == (
        Status.EXHAUSTED,
        "the 9 at r1c1 can see at most 4 cells",
    )
    assert found.metrics.expanded == 0 and found.stopped is None
    assert masume.search(board) == found


def test_search_spec_rejects_boards_of_another_kind():
    with pytest.raises(masume.NotApplicable, match="for hitori, not for kuromasu"):
        masume.resolve_search(masume.loads(HITORI)).run(masume.examples("kuromasu")[0])


# New boards


def test_generated_boards_differ_without_a_seed():
    made = [next(masume.generate("hitori", size="5x5")) for _ in range(2)]
    assert made[0].seed != made[1].seed and made[0].puzzle != made[1].puzzle
    (again,) = masume.generate("hitori", size=(5, 5), seed=made[0].seed)
    assert again.puzzle == made[0].puzzle
    assert next(masume.generate("hitori", size=5, seed=made[0].seed)).puzzle == made[0].puzzle


@pytest.mark.parametrize("size", ["5by5", "", (5,), (5, "5"), "0x5", -5, (5, 5, 5)])
def test_invalid_size_is_rejected(size):
    with pytest.raises(masume.BadOption, match=r"is not a (valid )?size"):
        masume.generate("hitori", size=size)


# Travelling


@pytest.mark.process
def test_threads_and_processes_agree():
    boards = [masume.examples(name)[0] for name in kinds()] * 3
    answers = [masume.solve(board).answer for board in boards]
    with ThreadPoolExecutor(4) as threads:
        assert [found.answer for found in threads.map(masume.solve, boards)] == answers
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        few = boards[: len(kinds())]
        assert [found.answer for found in processes.map(masume.solve, few)] == answers[: len(few)]


@pytest.mark.parametrize("name", kinds())
def test_results_can_be_pickled(name):
    board = masume.examples(name)[0]
    limit = Limit(nodes=20)
    for found in (
        masume.solve(board),
        masume.count(board, at_most=1),
        masume.hint(board),
        masume.grade(board),
        masume.search(board, limit=limit).answer,
        next(masume.generate(name, size=4, seed=1)),
    ):
        assert pickle.loads(pickle.dumps(found)) == found


def test_boards_are_loaded_as_one_type(tmp_path):
    """`load`, `loads`, `load_all` and `examples` return boards with their names and answers."""
    example = masume.examples("hitori")[0]
    (tmp_path / "one.txt").write_text(HITORI)
    loaded = [
        masume.load(example.name),
        masume.loads(HITORI),
        *masume.load_all(tmp_path / "one.txt"),
        *masume.loads_all(HITORI),
        masume.load("route/arad"),
    ]
    assert {type(board) for board in loaded} == {masume.Board}
    assert loaded[0] == example
    assert (loaded[1].rows, loaded[1].clues) == (loaded[1].puzzle.rows, loaded[1].puzzle.clues)
    assert masume.kind_of(loaded[1]) is loaded[1].kind
    with pytest.raises(AttributeError, match="clue"):
        _ = loaded[1].clue


@pytest.mark.process
def test_a_program_gets_no_folders_of_modules_from_a_worker(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))  # as workers have; another Python would fail
    script = "import os, sys; sys.exit(7 if 'PYTHONPATH' in os.environ else 3)"
    program = Program("script", (sys.executable, "-c", script))
    with pytest.raises(NotApplicable, match="ended with code 3"):
        run_program(program, masume.load("hitori/first"), tmp_path, Limit(), 1, wall=60)
