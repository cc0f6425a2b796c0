"""Who settles nothing small is not tried on larger boards, as the study stands now."""

from __future__ import annotations

import pytest

from masume.lab.drive import run_study
from masume.lab.store_faults import StoreError
from masume.lab.store_files import open_store
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
    """Runs a study and tells its progress and its rows."""

    def run(text):
        path = tmp_path / "x.duckdb"
        with thread_pool(2) as pool:
            progress = run_study(parse_study(text), path, pool)
        with open_store(path) as store:
            rows = store.query("SELECT key, status, reason FROM results ORDER BY cells, key")
            (planned,) = store.query_row("SELECT count(*) FROM tasks")
        assert len(rows) == planned == len({key for key, _, _ in rows})
        return progress, rows

    return run


def statuses(rows):
    return [status for _, status, _ in rows]


def test_nothing_larger_is_tried(run):
    _, rows = run(STUDY)
    assert statuses(rows) == ["limit"] * 2 + ["skipped"] * 4
    assert rows[-1][-1] == "no board of 3×3 was settled"


def test_what_was_skipped_stays_so(run):
    _, before = run(STUDY)
    progress, after = run(STUDY)
    assert (after, progress.done, progress.before) == (before, 0, 6)


def test_whoever_does_not_give_up_any_more_tries_what_was_skipped(run):
    run(STUDY)
    progress, rows = run(STUDY.replace("give_up = true", "give_up = false"))
    assert statuses(rows) == ["limit"] * 6
    assert (progress.done, progress.before) == (4, 2)


def test_another_small_board_may_change_it(run):
    run(STUDY)
    easy = '[[boards]]\ntexts = ["hitori\\n1 2 3\\n2 3 1\\n3 1 2"]\n[[searches]]'
    progress, rows = run(STUDY.replace("[[searches]]", easy))
    assert sorted(statuses(rows)[:4]) == ["limit", "limit", "solved", "solved"]
    assert "skipped" in statuses(rows)[4:] or progress.done == 6
    assert statuses(rows)[4:6] == ["limit"] * 2  # the next size is tried now


def test_a_skipped_run_never_takes_the_place_of_another(tmp_path):
    with open_store(tmp_path / "x.duckdb", write=True) as store:
        for status in ("skipped", "solved", "skipped", "limit"):
            store.save_runs([{"key": "a", "status": status}], [])
        assert store.query("SELECT status FROM runs") == [("solved",)]


def test_results_that_somebody_removes_are_missed(tmp_path):
    path = tmp_path / "x.duckdb"
    with pytest.raises(StoreError, match="was removed while"), thread_pool(1) as pool:
        run_study(parse_study(STUDY), path, pool, lambda _: path.unlink(missing_ok=True))
