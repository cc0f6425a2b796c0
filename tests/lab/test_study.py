"""Studies are read strictly; their runs are planned lazily, in a random order, and once."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from study_rows import plan, study_text
from support import examples

from masume.errors import MasumeError, ParseError
from masume.lab import study
from masume.lab.planning import unused_algorithms
from masume.lab.study import parse_study, read_study
from masume.lab.tasks import board_requests, given_boards

SMALL = 'title = "Small"\n' + study_text(
    *("astar", "greedy:ties=newest", "exact"),
    examples=["hitori/first", "kuromasu/br-3x3-*"],
    spaces=["shade", "decide"],
    rest='heuristics = ["all"]\n[limits]\nseconds = 5\nnodes = 1000\n',
)
FIRST = "[[boards]]\nexamples=['hitori/first']\n[[searches]]\n"
BOARD = "[[boards]]\nexamples='x'\n"
SEARCH = f"{BOARD}[[searches]]\n"
MANY = study_text(
    *("simulated_annealing", "random_restart"),
    examples=["hitori/*"],
    spaces=["repair"],
    rest="seeds = 10_000\nrepetitions = 5\n",
)


def test_valid_combinations_are_planned_and_others_listed():
    tasks, not_tried = plan(SMALL)
    hitori = {task.search for task in tasks if task.board.kind == "hitori"}
    assert "astar + black_needed, shade" in hitori
    assert "greedy:ties=newest + white_cells, decide" in hitori
    assert "exact" in hitori
    assert "astar + white_cells, decide" not in hitori  # an objective
    output = {
        (entry.kind, entry.algorithm, entry.space, entry.heuristic): entry.reason
        for entry in not_tried
    }
    assert "objective" in output["hitori", "astar", "decide", "white_cells"]
    assert "is defined for" in output["kuromasu", "astar", "shade", "conflicts"]
    assert len({task.key for task in tasks}) == len(tasks)


def test_alternatives_and_grids_become_algorithms():
    text = f"""{FIRST}
        algorithms = ["astar:weight=1|2|5", "greedy"]
        spaces = ["shade:prune=yes|no"]
        [[searches]]
        algorithms = ["simulated_annealing:cold=0.1"]
        spaces = ["repair"]
        grid = {{hot = [0.5, 2], steps = [100, 200]}}
    """
    tasks, _ = plan(text)
    pruned = {task.algorithm for task in tasks if task.space == "shade:prune"}
    assert pruned == {"astar", "astar:weight=2", "astar:weight=5", "greedy"}
    crossed = sorted(task.algorithm for task in tasks if task.space == "repair")
    every = [f"steps={steps}{hot}" for steps in (100, 200) for hot in ("", ",hot=0.5")]
    assert crossed == [f"simulated_annealing:{options}" for options in every]


def test_only_random_algorithms_use_several_seeds():
    searches = 'algorithms = ["simulated_annealing", "steepest_ascent"]\nspaces = ["repair"]'
    tasks, _ = plan(f"{FIRST}{searches}\nseeds = 7\nrepetitions = 2")
    runs = [task.algorithm for task in tasks]
    assert (runs.count("simulated_annealing"), runs.count("steepest_ascent")) == (14, 2)


def test_run_key_contains_everything_the_result_depends_on():
    def keys(text):
        return {task.key for task in plan(text)[0]}

    assert keys(SMALL) == keys(SMALL.replace("Small", "Other"))  # the title changes nothing
    assert not keys(SMALL) & keys(SMALL.replace("nodes = 1000", "nodes = 999"))
    assert keys(SMALL) < keys(SMALL.replace('"exact"]', '"exact", "beam"]'))


def test_the_same_board_under_two_names_is_one(tmp_path):
    (tmp_path / "a.txt").write_text("hitori\nname: one\n1 1\n1 2\n\nhitori\nname: two\n1 1\n1 2\n")
    text = '[[boards]]\nfiles = "a.txt"\n[[searches]]\nalgorithms = ["exact"]'
    for source in (text, text.replace("a.txt", (tmp_path / "a.txt").as_posix())):
        assert len(plan(source, tmp_path)[0]) == 1


def test_boards_from_addresses_files_and_generators(tmp_path):
    (tmp_path / "grid.txt").write_text("1 1\n1 2\n")
    text = """
    [[boards]]
    files = ["grid.txt"]
    puzzle = "hitori"
    [[boards]]
    texts = ["https://puzz.link/p?kurodoko/3/3/i3i", "hitori\\n1 1\\n2 1"]
    [[boards]]
    generate = "hashi:most=3"
    sizes = ["5x5", "6x7"]
    count = 3
    seed = 9
    [[searches]]
    algorithms = "depth_first"
    """
    parsed = parse_study(text, folder=tmp_path)
    kinds = [(board.kind, board.rows, board.cols) for board in given_boards(parsed)]
    assert kinds == [("hitori", 2, 2), ("kuromasu", 3, 3), ("hitori", 2, 2)]
    wanted = list(board_requests(parsed))
    sizes = [(entry.spec.request.rows, entry.spec.request.cols) for entry in wanted]
    assert [(size, entry.number) for size, entry in zip(sizes, wanted, strict=True)] == [
        ((5, 5), 0), ((5, 5), 1), ((5, 5), 2), ((6, 7), 0), ((6, 7), 1), ((6, 7), 2)
    ]  # fmt: skip
    assert len({entry.key for entry in wanted}) == 6


def test_heuristic_of_another_puzzle_is_not_tried_and_unknown_one_rejected():
    both = ["hitori/first", "kuromasu/br-3x3-0"]
    text = study_text("greedy", examples=both, rest='heuristics = ["duplicates"]')
    tasks, not_tried = plan(text)
    assert {task.board.kind for task in tasks} == {"hitori"}
    result = [(entry.kind, entry.heuristic) for entry in not_tried]
    assert result == [("kuromasu", "duplicates"), ("kuromasu", "")]  # and so it fits nowhere
    with pytest.raises(MasumeError, match="did you mean duplicates"):
        plan(text.replace("duplicates", "duplicats"))


INVALID = {
    "": r"no \[\[boards\]\]",
    BOARD: r"no \[\[searches\]\]",
    f"title = 3\n{SEARCH}": "title must be a text",
    f"{BOARD}files='y'\n[[searches]]": "has examples and files",
    "[[boards]]\n[[searches]]": "one of examples",
    f"{BOARD}count=3\n[[searches]]": "count is only for generated boards",
    "[[boards]]\ngenerate='hitori'\nsizes=['big']\n[[searches]]": "as 6x6",
    "[[boards]]\ngenerate='hitori'\ndifficulty='hrad'\n[[searches]]": "did you mean hard",
    f"{SEARCH}algoritms='y'": "did you mean algorithms",
    f"{SEARCH}seeds=[1,1]": "without duplicate seeds",
    f"{SEARCH}repetitions=true": "whole number from 1",
    f"{SEARCH}repetitions=100001": "a whole number from 1",
    f"limits = 3\n{SEARCH}": "a table",
    f"{SEARCH}[limits]\nseconds=-1": "above 0",
    f"{SEARCH}[limits]\nseconds=nan": "above 0",
    f"{SEARCH}[limits]\nnodes=10000000000000000000": "nodes must be a whole number from 1 to 9,",
    f"{SEARCH}[limits]\nmegabytes=1000000000000": "megabytes must be a whole number from 64 to 1,",
    "title = ": "not valid TOML",
    "a = " + "[" * 5000: "TOML|nested",
}


@pytest.mark.parametrize("text", INVALID)
def test_invalid_study_is_reported_in_one_line(text):
    with pytest.raises(ParseError, match=INVALID[text]) as fault:
        parse_study(text, source="my.toml")
    assert str(fault.value).startswith("my.toml: ")
    assert "\n" not in str(fault.value)


UNKNOWN = {
    FIRST.replace("first", "frist"): "did you mean hitori/first",
    '[[boards]]\ntexts="hitori\\n1 x!"\n[[searches]]': "hitori: line 2",
    '[[boards]]\ntexts=[""]\n[[searches]]': "contains no board",
    f"{FIRST}algorithms='asstar'": "astar",
    f"{FIRST}puzzles='hitory'": "hitori",
    f"{FIRST}spaces='no.such.Space'": "no.such",
}
for pattern in ("", ".", "**", "**x", "none-*.txt", "../", "\\u0000"):
    UNKNOWN[f'[[boards]]\nfiles = ["{pattern}"]\n[[searches]]'] = "no file|invalid file name"


@pytest.mark.parametrize("text", UNKNOWN)
def test_unknown_names_are_rejected(tmp_path, text):
    with pytest.raises(MasumeError, match=UNKNOWN[text]):
        plan(text, tmp_path)


@pytest.mark.parametrize(
    ("content", "fault"), [(b"\xff\xfe\x00", "UTF-8"), (b"#" * 2_000_000, "larger than")]
)
def test_files_that_are_no_studies(tmp_path, content, fault):
    (tmp_path / "a.toml").write_bytes(content)
    with pytest.raises(ParseError, match=fault):
        read_study(tmp_path / "a.toml")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
KNOWN = ("title", "boards", "searches", "limits", "examples", "sizes", "seeds", "nodes")
keys = st.sampled_from([*KNOWN, "seed", "count", "generate", "x"])
tables = st.lists(st.dictionaries(keys, values, max_size=3), max_size=2)


@examples(100)
@given(st.dictionaries(keys, values | tables, max_size=5))
def test_any_table_is_read_or_rejected_with_message(data):
    try:
        study._study(data, "x", Path(), "")
    except MasumeError as fault:
        assert "\n" not in str(fault)


def test_named_algorithm_that_fits_nowhere_gives_warning():
    both = ["hitori/first", "exactly_one/easy-1"]
    text = study_text("bidirectional", "depth_first", examples=both, spaces=())
    tasks, not_tried = plan(text)
    kinds = {task.board.kind for task in tasks if task.algorithm == "bidirectional"}
    assert kinds == {"exactly_one"}
    (output,) = unused_algorithms(not_tried)
    assert output.startswith("bidirectional is not run on hitori: it fits nowhere: ")
    tasks, not_tried = plan(text.replace('"bidirectional", "depth_first"', '"all"'))
    assert not list(unused_algorithms(not_tried))  # nobody has asked for it


def test_run_order_depends_on_seed_and_favours_no_run():
    text = study_text("simulated_annealing", spaces=["repair"], rest="seeds = 40\n")
    orders = [
        [task.seed for task in plan(f"seed = {n}\n{text}")[0].in_random_order()] for n in range(200)
    ]
    assert all(sorted(order) == list(range(40)) for order in orders)
    assert len(set(map(tuple, orders))) == 200
    for place in (0, 20, 39):
        counts = Counter(order[place] for order in orders)
        assert len(counts) > 30 and max(counts.values()) < 20  # 5 of each on average


def test_a_million_planned_runs_take_little_memory():
    plan(MANY.replace("10_000", "1"))  # imports
    tracemalloc.start()
    try:
        runs, _ = plan(MANY)
        assert len(runs) > 1_000_000
        group = [task for task, _ in zip(runs.in_random_order(), range(2000), strict=False)]
        assert tracemalloc.get_traced_memory()[1] < 120_000_000
    finally:
        tracemalloc.stop()
    assert len({task.key for task in group}) == 2000
    assert len({task.board.id for task in group}) > 10
    assert runs[len(runs) - 1].seed == 9_999 and runs[-1].repetition == 5


def test_too_many_runs_are_rejected(monkeypatch):
    monkeypatch.setattr("masume.lab.planning._MOST_RUNS", 20)
    with pytest.raises(MasumeError, match="more than 20 runs; use fewer boards"):
        plan(SMALL)


def test_runs_requested_twice_are_planned_once():
    table = '[[searches]]\nalgorithms = ["simulated_annealing", "astar"]\nspaces = ["decide"]\n'
    boards = '[[boards]]\nexamples = ["hitori/first", "hitori/jain-sample1"]\n'
    text = f"{boards}{table}seeds = [1, 2]\nrepetitions = 2\n{table}seeds = [2, 3]\nrepetitions = 3"
    runs, _ = plan(text)
    result = [(task.board.id, task.search, task.seed, task.repetition) for task in runs]
    assert len(result) == len(set(result)) == len({task.key for task in runs}) == len(runs)
    drawn = {entry[2:] for entry in result if "annealing" in entry[1]}
    assert drawn == {(1, 1), (1, 2), *((seed, n) for seed in (2, 3) for n in (1, 2, 3))}
    traced = Counter((task.board.id, task.search) for task in runs if task.traces)
    assert set(traced.values()) == {1}
