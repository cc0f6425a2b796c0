"""Tuning uses some boards and is evaluated on others with new seeds."""

from __future__ import annotations

import pytest

from masume.errors import MasumeError, NotApplicable
from masume.lab.planning import plan_runs
from masume.lab.study import parse_study
from masume.lab.tasks import StudyBoard, given_boards
from masume.lab.tune import TuneRequest, held_out_study, split, tune, tune_request
from masume.work.batches import thread_pool

STUDY = """
[[boards]]
examples = ["hitori/*"]
[[searches]]
algorithms = ["simulated_annealing"]
[tune]
algorithm = "simulated_annealing"
space = "repair"
trials = 3
seeds = 2
options = {hot = [0.1, 5.0], cold = [0.05, 0.2]}
[limits]
nodes = 60
seconds = 5
"""
WISH = TuneRequest("simulated_annealing", {"hot": (0.1, 5.0)}, space="repair")


def board(n, size=5, kind="hitori"):
    return StudyBoard(f"{kind}{size}-{n}", kind, f"{size}-{n}", size, size, "", f"{kind}\n1")


def test_split_is_disjoint_and_covers_every_size():
    boards = [board(n, size) for size in (5, 6) for n in range(6)]
    train, held_out = split([*boards, *boards], WISH)
    assert sorted(entry.id for entry in [*train, *held_out]) == sorted(entry.id for entry in boards)
    assert {entry.rows for entry in train} == {entry.rows for entry in held_out} == {5, 6}
    assert split(boards, WISH) == (train, held_out)


@pytest.mark.parametrize("boards", [[board(1), board(2)], [board(1), board(1, kind="hashi")]])
def test_invalid_split_is_rejected(boards):
    with pytest.raises(NotApplicable, match=r"too few|one puzzle at a time"):
        split(boards, WISH)


def test_the_verdict_is_a_study_with_fresh_seeds():
    study = parse_study(STUDY)
    held_out = list(given_boards(study))[:2]
    usual, chosen = "simulated_annealing", "simulated_annealing:hot=0.5"
    judged = parse_study(held_out_study(study, tune_request(study), (usual, chosen), held_out))
    tasks, _ = plan_runs(judged, given_boards(judged))
    assert {task.algorithm for task in tasks} == {usual, chosen}
    assert {task.board.id for task in tasks} == {entry.id for entry in held_out}
    assert {task.board.name for task in tasks} == {entry.name for entry in held_out}
    assert min(task.seed for task in tasks) >= 1000
    assert judged.limits == study.limits


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[tune]", "[tune]\nhow = 1", "no key of"),
        ("{hot = [0.1, 5.0], cold = [0.05, 0.2]}", "{hot = 1}", "ranges"),
        ("seeds = 2", "train = 1.5", "a share between 0 and 1"),
        ('algorithm = "simulated_annealing"', "", "needs algorithm"),
    ],
)
def test_invalid_tune_table_is_reported(old, new, said):
    with pytest.raises(MasumeError, match=said):
        tune_request(parse_study(STUDY.replace(old, new)))


@pytest.mark.process
@pytest.mark.soak
def test_a_race():
    pytest.importorskip("optuna")
    lines = []
    with thread_pool(2) as pool:
        result = tune(parse_study(STUDY), pool, lines.append)
    assert len(lines) == result.trials == 3
    assert result.usual == "simulated_annealing"
    assert result.chosen.startswith("simulated_annealing:hot=")
    assert not {*result.train} & {*result.held_out}
    with pytest.raises(MasumeError, match="option of simulated_annealing"), thread_pool(1) as pool:
        tune(parse_study(STUDY.replace("hot =", "heat =")), pool)
