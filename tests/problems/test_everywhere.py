"""What boards have, problems have too: the command line, films, studies and adapted classes."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import pytest

import masume
from masume.core.plugins.registry import problems

EIGHT = '''
class EightPuzzle:
    """Slide tiles into the gap."""

    def initial(self):
        return (1, 2, 5, 3, 4, 8, 6, 0, 7)

    def is_goal(self, state):
        return state == tuple(range(9))

    def successors(self, state):
        gap = state.index(0)
        across = ("left", -1, gap % 3 > 0), ("right", 1, gap % 3 < 2)
        for name, by, possible in (("up", -3, gap > 2), ("down", 3, gap < 6), *across):
            if possible:
                tiles = list(state)
                tiles[gap], tiles[gap + by] = tiles[gap + by], 0
                yield name, tuple(tiles), 1


class Fold:
    """Fold a strip of 2^9 cells: 1,023 positions in a binary tree."""

    def initial(self):
        return 1

    def is_goal(self, state):
        return state == 700

    def successors(self, state):
        if state < 512:
            yield "left", 2 * state, 1
            yield "right", 2 * state + 1, 1


def folds(state):
    """The folds that are missing."""
    return 0 if state == 700 else 10 - state.bit_length()


class Sized(EightPuzzle):
    def __init__(self, size):
        self.size = size


def misplaced(state):
    """Tiles that are not in their place."""
    return sum(tile != place for place, tile in enumerate(state) if tile)


def nothing(state):
    return None
'''


@pytest.fixture
def cli(capsys, tmp_path, monkeypatch):
    from masume.front.cli.main import run

    (tmp_path / "eight.py").write_text(EIGHT)
    monkeypatch.chdir(tmp_path)

    def command(*arguments):
        code = run(list(arguments))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return command


@pytest.mark.process
def test_a_problem_in_a_file_is_solved_compared_and_checked(cli):
    problem, h = "./eight.py:EightPuzzle", ("--heuristic", "./eight.py:misplaced")
    code, out, _ = cli("solve", problem, "--with", "astar", *h)
    assert code == 0 and "moves: " in out and "cost " in out
    code, out, _ = cli("compare", problem, "--with", "astar", "--with", "uniform_cost", *h)
    assert code == 0 and "2 of 2 searches solved the board" in out
    code, out, _ = cli("heuristic", "./eight.py:Fold", "--heuristic", "./eight.py:folds")
    assert code == 0 and "1,023 states" in out and "folds: admissible, consistent" in out


@pytest.mark.process
def test_mistakes_in_a_file_are_one_line_each(cli):
    problem = "./eight.py:EightPuzzle"
    code, out, err = cli("solve", problem, "--with", "astar", "--heuristic", "./eight.py:nothing")
    assert code == 2 and "nothing() returned None; return a number" in out + err
    code, out, err = cli("solve", "./eight.py:Sized", "--with", "bfs")
    assert code == 2 and "cannot be created without arguments" in out + err
    code, out, err = cli("solve", "./eight.py:Nine", "--with", "bfs")
    assert code == 2 and "has no 'Nine'" in out + err
    code, out, err = cli("hint", "n_puzzle/easy")
    assert code == 2 and "n_puzzle" in err
    code, out, err = cli("show", "n_puzzle/nothing")
    assert code == 2 and "did you mean n_puzzle/" in err


@pytest.mark.process
@pytest.mark.parametrize("source", ["n_puzzle/easy", "./eight.py:EightPuzzle"])
def test_films_of_problems_are_exported(cli, source, tmp_path):
    code, _, _ = cli("solve", source, "--with", "bfs", "--film", "a.film")
    assert code == 0
    for target in ("a.html", "a.gif", "a.svg"):
        assert cli("film", "a.film", "--to", "5", "-o", target)[0] == 0
        assert (tmp_path / target).stat().st_size > 1000
    assert cli("film", "a.film", "--tree", "--to", "5", "-o", "tree.svg")[0] == 0


@pytest.mark.process
def test_a_film_of_user_code_is_read_without_importing_it(cli, tmp_path):
    cli("solve", "./eight.py:EightPuzzle", "--with", "bfs", "--film", "a.film")
    (tmp_path / "eight.py").unlink()
    code, _, err = cli("film", "a.film", "--to", "5", "-o", "a.html")
    assert code == 0, err


@pytest.mark.process
def test_a_study_runs_on_classic_problems(cli):
    Path("p.toml").write_text(
        '[limits]\nnodes = 9000\n[[boards]]\nexamples = ["route/*", "n_puzzle/easy"]\n'
        '[[searches]]\nalgorithms = ["astar", "uniform_cost"]\n'
    )
    assert cli("study", "run", "p.toml")[0] == 0
    assert cli("study", "export", "p.toml", "-o", "p.csv")[0] == 0
    rows = list(csv.DictReader(Path("p.csv").read_text(encoding="utf-8").splitlines()))
    costs = {(row["name"], row["algorithm"]): row["cost"] for row in rows}
    assert len(rows) == 8 and costs["route/arad", "astar"] == "418"
    assert all(row["status"] == "solved" for row in rows)


def test_films_races_and_trees_in_python():
    problem = problems()["n_puzzle"]["easy"]
    films = [masume.film(problem, name) for name in ("astar", "breadth_first")]
    assert repr(films[0]).startswith("<Film: n_puzzle/easy · astar · manhattan · graph, solved")
    assert "<iframe" in films[0]._repr_html_() and "<iframe" in masume.race(films)._repr_html_()
    assert masume.tree(films[1], 3)._repr_svg_().startswith("<svg")
    with pytest.raises(masume.BadOption, match="at least two"):
        masume.race(films[:1])
    with pytest.raises(masume.BadOption, match="unknown extension"):
        films[0].save("x.doc")


# Problems written for other libraries


class Roads:
    """A problem in the form of aima-python."""

    def __init__(self):
        self.initial, self.goal = "a", "d"
        self.roads = {"a": {"b": 1, "c": 4}, "b": {"c": 1, "d": 7}, "c": {"d": 2}, "d": {}}

    def actions(self, state):
        return list(self.roads[state])

    def result(self, state, action):
        return action

    def goal_test(self, state):
        return state == self.goal

    def path_cost(self, c, state1, action, state2):
        return c + self.roads[state1][state2]

    def h(self, node):
        return {"a": 3, "b": 2, "c": 2, "d": 0}[node.state]


class Letters:
    """A problem in the form of simpleai, with lists as states."""

    def __init__(self, initial_state):
        self.initial_state = initial_state

    def actions(self, state):
        return "ABC" if len(state) < 4 else ""

    def result(self, state, action):
        return [*state, action]

    def is_goal(self, state):
        return "".join(state) == "CAB"

    def cost(self, state, action, state2):
        return 2

    def heuristic(self, state):
        return 2 * max(0, 3 - len(state))

    def state_representation(self, state):
        return "-".join(state)


def test_problems_of_other_libraries_run_unchanged():
    for name in ("astar", "uniform_cost", "ida_star"):
        result = masume.search(masume.adapt(Roads()), name)
        assert (result.cost, result.moves) == (4, ["b", "c", "d"]), name
    result = masume.search(masume.adapt(Letters([])), "astar")
    assert (result.cost, result.moves) == (6, ["C", "A", "B"])
    assert result.answer.state == ("C", "A", "B")
    film = masume.film(masume.adapt(Letters([])), "breadth_first")
    assert "Letters" in repr(film)
    with pytest.raises(masume.NotApplicable, match=r"has no actions\(\)"):
        masume.adapt(3)


@pytest.mark.soak  # installs the two libraries
@pytest.mark.process
def test_the_problems_that_the_libraries_bring(tmp_path):
    packages = ["aima3==1.0.11", "simpleai==0.8.3"]
    python = getattr(sys, "_base_executable", sys.executable)  # environments have no pip
    install = [python, "-m", "pip", "install", "-q", "--no-deps", "--target", tmp_path]
    subprocess.run([*install, *packages], check=True)
    code = """
import masume
from aima3.search import GraphProblem, NQueensProblem, romania_map
from simpleai.search import SearchProblem
problem = masume.adapt(GraphProblem("Arad", "Bucharest", romania_map))
print([masume.search(problem, name).cost for name in ("astar", "uniform_cost", "greedy")])
print(masume.search(masume.adapt(NQueensProblem(8)), "depth_first").status.value)

class Hello(SearchProblem):
    def actions(self, state):
        return list(" ABCDEFGHIJKLMNOPQRSTUVWXYZ") if len(state) < 11 else []
    def result(self, state, action):
        return state + action
    def is_goal(self, state):
        return state == "HELLO WORLD"
    def heuristic(self, state):
        return sum(a != b for a, b in zip(state, "HELLO WORLD")) + 11 - len(state)

print(masume.search(masume.adapt(Hello("")), "astar").metrics.expanded)
"""
    code = f"import sys; sys.path.append({str(tmp_path)!r})\n{code}"
    command = [sys.executable, "-W", "ignore", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.split("\n")[:3] == ["[418, 418, 450]", "solved", "11"], done.stderr
