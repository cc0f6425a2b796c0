"""The public functions take a board or its puzzle and a position in any form, and keep limits."""

from __future__ import annotations

import pickle
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

import masume
from masume import Deadline, Limit, Status, Stop
from masume.core.plugins.registry import kinds
from masume.families.shading.position import Shading
from masume.puzzles.exactly_one.puzzle import Trail
from masume.puzzles.hashi.puzzle import Bridges

HITORI = "hitori\n1 1 1 4\n1 4 2 3\n3 3 2 1\n4 2 1 3"
OFF_BOARD = Shading(white=frozenset({33}))
QUESTIONS = [masume.forced, masume.why_not, masume.hint, masume.explain, masume.picture]


@pytest.mark.parametrize("name", kinds())
def test_a_board_is_as_good_as_its_puzzle(name):
    board = next(one for one in masume.examples(name) if one.puzzle.grid.size <= 100)
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


def test_a_text_is_not_yet_a_board():
    with pytest.raises(TypeError, match="a text is not yet a board"):
        masume.solve(HITORI)  # type: ignore[arg-type]


@pytest.mark.parametrize("ask", QUESTIONS)
def test_positions_are_taken_in_every_form_that_check_takes(ask):
    board = masume.loads(HITORI)
    position = Shading(black=frozenset({0}))
    forms = [position, "r1c1=black", "# . . .\n" + ". . . .\n" * 3, {"black": [[0, 0]]}]
    assert all(masume.check(board, one) == masume.check(board, position) for one in forms)
    told = [ask(board, one) for one in forms]
    if ask is masume.explain:
        told = [[step.text for step in walk] for walk in told]
    if ask in (masume.forced, masume.why_not):
        told = [(one.status, getattr(one, "position", one)) for one in told]
        told = [(status, getattr(one, "reasons", one)) for status, one in told]
    assert all(one == told[0] for one in told)


@pytest.mark.parametrize("ask", [masume.check, *QUESTIONS])
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Bridges(), "a Shading, not a Bridges"),
        (Trail((0,)), "a Shading, not a Trail"),
        (7, "a Shading, not a int"),
        (OFF_BOARD, "cell 33 is not on a board of 4×4"),
        (Shading(black=frozenset({-1})), "cell -1 is not"),
        ("r9c9=black", "outside the board"),
        ({"black": [[9, 9]]}, "outside the board"),
        ("{", "begins like JSON"),
    ],
)
def test_what_is_no_position_of_the_board_is_refused_in_one_line(ask, answer, told):
    with pytest.raises(masume.MasumeError, match=told) as caught:
        ask(masume.loads(HITORI), answer)
    assert "\n" not in str(caught.value)


def test_a_bridge_to_nowhere_is_judged_but_nothing_is_concluded_from_it():
    board = masume.loads("hashi\n1 . 1\n. 1 .\n. . 1")
    nowhere = Bridges(frozenset({(0, 4, 1)}))
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
def test_limits_are_kept_or_refused(ask):
    board = masume.loads(HITORI)
    for limit in (Limit(nodes=1), Limit(states=1)):
        with pytest.raises(masume.BadOption, match="keeps no limit in"):
            ask(board, limit=limit)
    if ask not in (masume.solve, masume.count, masume.solutions):
        with pytest.raises(masume.BadOption, match="keeps no limit in megabytes"):
            ask(board, limit=Limit(megabytes=1))


def test_what_ended_the_work_is_told_as_an_enum():
    board = masume.load("kuromasu/range-7x7-1")
    nodes = masume.search(board, "breadth_first", space="shade", limit=Limit(nodes=1))
    assert (nodes.status, nodes.stopped) == (Status.LIMIT, Stop.NODES)
    assert masume.search(board, "beam", limit=Limit(seconds=0)).stopped is Stop.SECONDS
    assert masume.hint(board, limit=Limit(seconds=0)).stopped is Stop.SECONDS
    assert masume.grade(board, limit=Limit(seconds=0)).stopped is Stop.SECONDS
    assert masume.solve(board).stopped is None


@pytest.mark.parametrize("name", ["solve", "count", "forced", "why_not", "hint", "grade", "search"])
def test_a_watch_that_was_stopped_ends_any_work(name):
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


def test_a_hopeless_board_is_over_before_its_search_begins():
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


def test_a_plan_is_for_one_kind_of_board():
    with pytest.raises(masume.NotApplicable, match="one of hitori, not of kuromasu"):
        masume.resolve_search(masume.loads(HITORI)).run(masume.examples("kuromasu")[0])


# New boards


def test_boards_are_new_unless_a_seed_is_given():
    made = [next(masume.generate("hitori", size="5x5")) for _ in range(2)]
    assert made[0].seed != made[1].seed and made[0].puzzle != made[1].puzzle
    (again,) = masume.generate("hitori", size=(5, 5), seed=made[0].seed)
    assert again.puzzle == made[0].puzzle
    assert next(masume.generate("hitori", size=5, seed=made[0].seed)).puzzle == made[0].puzzle


@pytest.mark.parametrize("size", ["5by5", "", (5,), (5, "5"), "0x5", -5, (5, 5, 5)])
def test_a_size_that_is_none_is_refused_at_once(size):
    with pytest.raises(masume.BadOption, match="does not fit"):
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
