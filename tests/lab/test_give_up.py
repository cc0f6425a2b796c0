"""Searches that settle no small board are skipped on larger ones (give_up)."""

from __future__ import annotations

import pytest

from masume.lab.drive import run_study
from masume.lab.store import open_store
from masume.lab.study import parse_study
from masume.work.batches import thread_pool

pytestmark = pytest.mark.process

STUDY = """
give_up = true
[[boards]]
examples = ["hitori/jain-sample1", "hitori/jain-sample2"]
[[boards]]
texts = ["hitori\\n1 1 2\\n2 3 3\\n3 3 1"]
[[searches]]
algorithms = ["depth_first", "greedy"]
spaces = ["shade"]
[limits]
nodes = 1
"""


@pytest.fixture
def run(tmp_path):
    """Return a function that runs a study and returns its progress and rows."""

    def run(text):
        path = tmp_path / "x.jsonl"
        with thread_pool(2) as pool:
            progress = run_study(parse_study(text), path, pool)
        with open_store(path) as store:
            rows = store.query("SELECT key, status, reason FROM results ORDER BY cells, key")
            (planned,) = store.query_row("SELECT count(*) FROM tasks")
        assert len(rows) == planned == len({key for key, _, _ in rows})
        return progress, rows

    return run


def statuses_of(rows):
    return [status for _, status, _ in rows]


def test_larger_boards_are_skipped_until_give_up_is_undone(run):
    _, before = run(STUDY)
    assert statuses_of(before) == ["limit"] * 2 + ["skipped"] * 4
    assert before[-1][-1] == "no board of 3×3 was settled"
    progress, after = run(STUDY)
    assert (after, progress.done, progress.before) == (before, 0, 6)
    progress, rows = run(STUDY.replace("give_up = true", "give_up = false"))
    assert statuses_of(rows) == ["limit"] * 6
    assert (progress.done, progress.before) == (4, 2)


def test_new_small_board_can_undo_giving_up(run):
    run(STUDY)
    easy = '[[boards]]\ntexts = ["hitori\\n1 2 3\\n2 3 1\\n3 1 2"]\n[[searches]]'
    progress, rows = run(STUDY.replace("[[searches]]", easy))
    assert sorted(statuses_of(rows)[:4]) == ["limit", "limit", "solved", "solved"]
    assert "skipped" in statuses_of(rows)[4:] or progress.done == 6
    assert statuses_of(rows)[4:6] == ["limit"] * 2  # the next size is tried now
