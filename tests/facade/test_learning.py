"""Learned heuristics: exact where the cost is a sum of features, honest on boards kept apart."""

from __future__ import annotations

from random import Random

import pytest

import masume
from masume.api.learning import learn_heuristic, regress
from masume.core.plugins.registry import problems
from masume.errors import NotApplicable
from masume.formats.load import examples

KUROMASU = [board for board in examples("kuromasu") if board.puzzle.rows <= 4]


def test_regression_finds_the_weights_of_a_sum():
    rng = Random(1)
    rows = [[rng.randint(0, 9) for _ in range(3)] for _ in range(50)]
    noisy = [(row, 2 * row[0] - row[1] + 0.5 * row[2] + rng.uniform(-0.1, 0.1)) for row in rows]
    assert regress(noisy) == pytest.approx([2, -1, 0.5], abs=0.05)
    twice = [([row[0], row[0]], 3 * row[0]) for row in rows]  # features that depend on each other
    assert sum(regress(twice)) == pytest.approx(3, abs=1e-3)


def test_boards_for_the_test_are_kept_apart():
    found = learn_heuristic(KUROMASU, space="shade", seed=2)
    assert found.test.boards >= 1 and found.train.boards >= found.test.boards
    solvable = [b for b in KUROMASU if masume.solve(b.puzzle).answer is not None]
    assert found.train.boards + found.test.boards == len(solvable)
    assert found == learn_heuristic(KUROMASU, space="shade", seed=2)
    assert (
        found.train.error
        <= min(
            learn_heuristic(KUROMASU, space="shade", seed=2, names=[name]).train.error
            for name in found.weights
        )
        + 0.05
    )


def test_a_learned_heuristic_is_used_by_name_and_counted(tmp_path, monkeypatch):
    found = learn_heuristic(KUROMASU, space="shade")
    (tmp_path / "mine.py").write_text(found.source())
    monkeypatch.chdir(tmp_path)
    board = KUROMASU[1]
    result = masume.search(board, "astar", space="shade", heuristic="./mine.py:learned")
    direct = masume.search(board, "astar", space="shade", heuristic=found.heuristic())
    assert result.status is direct.status
    assert result.metrics.expanded == direct.metrics.expanded
    assert not found.heuristic().admissible and result.claims == ()


def test_problems_are_learned_from_too():
    boards = [masume.load(f"route/{name}") for name in problems()["route"]]
    found = learn_heuristic([masume.Board(b.own_kind, b) for b in boards])
    assert set(found.weights) == {"straight_line"} and found.weights["straight_line"] > 1
    assert found.test.error < found.baseline.error


def test_what_cannot_be_learned_from_is_rejected():
    hitori = examples("hitori")
    with pytest.raises(NotApplicable, match="boards of one kind"):
        learn_heuristic([KUROMASU[0], hitori[0]])
    with pytest.raises(NotApplicable, match="at least 3 are needed"):
        learn_heuristic(KUROMASU[:2], space="shade")
    with pytest.raises(NotApplicable, match="objective"):
        learn_heuristic(hitori[:5], names=["white_cells"])
    with pytest.raises(NotApplicable, match="repairs full boards"):
        learn_heuristic(KUROMASU, space="repair")


@pytest.mark.process
def test_the_command_writes_a_file_that_searches_use(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = cli("learn", "route/arad", "route/timisoara", "route/neamt", "-o", "w.py")
    assert code == 0 and "tested on 1 board" in out, err
    code, out, err = cli(
        "compare", "route/arad", "--with", "astar", "--heuristic", "./w.py:learned"
    )
    assert code == 0 and "1 of 1 searches solved the board" in out and "reported" not in out, out
