"""Studies are read strictly, and errors are reported in one line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import examples

from masume.errors import MasumeError, ParseError
from masume.lab import study
from masume.lab.planning import plan_runs, unused_algorithms
from masume.lab.study import parse_study, read_study
from masume.lab.tasks import board_requests, given_boards

SMALL = """
title = "Small"
[[boards]]
examples = ["hitori/first", "kuromasu/br-3x3-*"]
[[searches]]
algorithms = ["astar", "greedy:ties=newest", "exact"]
spaces = ["shade", "decide"]
heuristics = ["all"]
[limits]
seconds = 5
nodes = 1000
"""


LIMITED = "[[boards]]\nexamples='x'\n[[searches]]\n[limits]"


def plan(text, folder=None):
    parsed = parse_study(text) if folder is None else parse_study(text, folder=folder)
    return plan_runs(parsed, given_boards(parsed))


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
    text = """
        [[boards]]
        examples = ["hitori/first"]
        [[searches]]
        algorithms = ["astar:weight=1|2|5", "greedy"]
        spaces = ["shade:prune=yes|no"]
        [[searches]]
        algorithms = ["simulated_annealing:cold=0.1"]
        spaces = ["repair"]
        grid = {hot = [0.5, 2], steps = [100, 200]}
    """
    tasks, _ = plan(text)
    assert sorted({task.algorithm for task in tasks if task.space == "shade:prune"}) == [
        "astar",
        "astar:weight=2",
        "astar:weight=5",
        "greedy",
    ]
    assert sorted(task.algorithm for task in tasks if task.space == "repair") == [
        "simulated_annealing:steps=100",
        "simulated_annealing:steps=100,hot=0.5",
        "simulated_annealing:steps=200",
        "simulated_annealing:steps=200,hot=0.5",
    ]


def test_only_random_algorithms_use_several_seeds():
    text = """
    [[boards]]
    examples = ["hitori/first"]
    [[searches]]
    algorithms = ["simulated_annealing", "steepest_ascent"]
    spaces = ["repair"]
    seeds = 7
    repetitions = 2
    """
    tasks, _ = plan(text)
    runs = [task.algorithm for task in tasks]
    assert (runs.count("simulated_annealing"), runs.count("steepest_ascent")) == (14, 2)


def test_run_key_contains_everything_the_result_depends_on():
    def keys(text):
        return {task.key for task in plan(text)[0]}

    assert keys(SMALL) == keys(SMALL.replace("Small", "Other"))  # the title changes nothing
    assert not keys(SMALL) & keys(SMALL.replace("nodes = 1000", "nodes = 999"))
    more = SMALL.replace('"exact"]', '"exact", "beam"]')
    assert keys(SMALL) < keys(more)


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
    text = """
    [[boards]]
    examples = ["hitori/first", "kuromasu/br-3x3-0"]
    [[searches]]
    algorithms = ["greedy"]
    spaces = ["shade"]
    heuristics = ["duplicates"]
    """
    tasks, not_tried = plan(text)
    assert {task.board.kind for task in tasks} == {"hitori"}
    result = [(entry.kind, entry.heuristic) for entry in not_tried]
    assert result == [
        ("kuromasu", "duplicates"),
        ("kuromasu", ""),  # and so it fits nowhere
    ]
    with pytest.raises(MasumeError, match="did you mean duplicates"):
        plan(text.replace("duplicates", "duplicats"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", r"no \[\[boards\]\]"),
        ("[[boards]]\nexamples = 'hitori/first'", r"no \[\[searches\]\]"),
        ("title = 3\n[[boards]]\nexamples='x'\n[[searches]]", "title must be a text"),
        ("[[boards]]\nexamples='x'\nfiles='y'\n[[searches]]", "has examples and files"),
        ("[[boards]]\n[[searches]]", "one of examples"),
        ("[[boards]]\nexamples='x'\ncount=3\n[[searches]]", "count is only for generated boards"),
        ("[[boards]]\ngenerate='hitori'\nsizes=['big']\n[[searches]]", "as 6x6"),
        ("[[boards]]\ngenerate='hitori'\ndifficulty='hrad'\n[[searches]]", "did you mean hard"),
        ("[[boards]]\nexamples='x'\n[[searches]]\nalgoritms='y'", "did you mean algorithms"),
        ("[[boards]]\nexamples='x'\n[[searches]]\nseeds=[1,1]", "without duplicate seeds"),
        (f"{LIMITED}\nseconds=-1", "above 0"),
        (f"{LIMITED}\nseconds=nan", "above 0"),
        ("[[boards]]\nexamples='x'\n[[searches]]\nrepetitions=true", "whole number from 1"),
        ("limits = 3\n[[boards]]\nexamples='x'\n[[searches]]", "a table"),
        (f"{LIMITED}\nnodes=10000000000000000000", "nodes must be a whole number from 1 to 9,"),
        (f"{LIMITED}\nmegabytes=1000000000000", "megabytes must be a whole number from 64 to 1,"),
        ("[[boards]]\nexamples='x'\n[[searches]]\nrepetitions=100001", "a whole number from 1"),
        ("title = ", "not valid TOML"),
        ("a = " + "[" * 5000, "TOML|nested"),
    ],
)
def test_invalid_study_is_reported_in_one_line(text, said):
    with pytest.raises(ParseError, match=said) as fault:
        parse_study(text, source="my.toml")
    assert str(fault.value).startswith("my.toml: ")
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[boards]]\nexamples='hitori/frist'\n[[searches]]", "did you mean hitori/first"),
        *(
            (f'[[boards]]\nfiles = ["{pattern}"]\n[[searches]]', r"no file|invalid file name")
            for pattern in ("", ".", "**", "**x", "none-*.txt", "../", "\\u0000")
        ),
        ('[[boards]]\ntexts="hitori\\n1 x!"\n[[searches]]', "hitori: line 2"),
        ('[[boards]]\ntexts=[""]\n[[searches]]', "contains no board"),
        ("[[boards]]\nexamples='hitori/first'\n[[searches]]\nalgorithms='asstar'", "astar"),
        ("[[boards]]\nexamples='hitori/first'\n[[searches]]\npuzzles='hitory'", "hitori"),
        ("[[boards]]\nexamples='hitori/first'\n[[searches]]\nspaces='no.such.Space'", "no.such"),
    ],
)
def test_unknown_names_are_rejected(tmp_path, text, said):
    with pytest.raises(MasumeError, match=said):
        plan(text, tmp_path)


def test_files_that_are_no_studies(tmp_path):
    with pytest.raises(ParseError, match="cannot be read"):
        read_study(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ParseError, match="UTF-8"):
        read_study(tmp_path / "bytes.toml")
    (tmp_path / "long.toml").write_text("#" * 2_000_000)
    with pytest.raises(ParseError, match="larger than"):
        read_study(tmp_path / "long.toml")


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
        study._study(data, "x", study.Path(), "")
    except MasumeError as fault:
        assert "\n" not in str(fault)


def test_too_many_runs_are_rejected(monkeypatch):
    monkeypatch.setattr("masume.lab.planning._MOST_RUNS", 20)
    with pytest.raises(MasumeError, match="more than 20 runs; use fewer boards"):
        plan(SMALL)


def test_named_algorithm_that_fits_nowhere_gives_warning():
    text = """
    [[boards]]
    examples = ["hitori/first", "exactly_one/easy-1"]
    [[searches]]
    algorithms = ["bidirectional", "depth_first"]
    """
    tasks, not_tried = plan(text)
    assert {task.board.kind for task in tasks if task.algorithm == "bidirectional"} == {
        "exactly_one"
    }
    (output,) = unused_algorithms(not_tried)
    assert output.startswith("bidirectional is not run on hitori: it fits nowhere: ")
    tasks, not_tried = plan(text.replace('"bidirectional", "depth_first"', '"all"'))
    assert not list(unused_algorithms(not_tried))  # nobody has asked for it
