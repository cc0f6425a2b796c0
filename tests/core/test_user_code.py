"""User code: algorithms, spaces and heuristics given by path, by dotted name or as objects."""

from __future__ import annotations

import sys

import pytest

import masume
from masume.core.plugins import user_code
from masume.core.plugins.user_code import adopt
from masume.errors import UserCodeError

MINE = '''"""Homework."""
import beside
from masume.core.search.algorithm import algorithm
from masume.core.search.space import heuristic
from masume.core.search.events import Expanded, Node, Status
from masume.puzzles.hitori.spaces import HitoriShade


@algorithm()
def stack(space, *, most: int = 1000):
    """Depth first."""
    waiting = [Node(space.initial())]
    for _ in range(most):
        node = waiting.pop()
        if space.is_goal(node.state):
            return node
        below = [Node(c, node, m, node.g + cost) for m, c, cost in space.successors(node.state)]
        waiting += below
        yield Expanded(node, below, len(below), len(waiting), len(waiting))
    return Status.STUCK


def plain(space):
    yield 1


def does(what):
    def search(space):
        yield Expanded(Node(space.initial()), [], 0, 0, 0)
        return what(space)
    return algorithm()(search)


divides = does(lambda space: 1 // 0)
asks = does(lambda space: list(space.successors("nonsense")))
ends = does(lambda space: None)
claims = does(lambda space: Status.SOLVED)
liar = does(lambda space: Status.EXHAUSTED)


@algorithm()
def at_once(space):
    return Status.STUCK


@algorithm()
def chatty(space):
    yield "hello"


@heuristic(HitoriShade)
def flat(space):
    """Always the same."""
    return lambda state: 0 if space.is_goal(state) else 1


@heuristic(HitoriShade)
def fails(space):
    """Never built."""
    raise KeyError("tables")


class Mine(HitoriShade):
    """The same under another name."""

    name = "mine"
'''


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """Work in a folder with user code, and return its file."""
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "beside.py").write_text("FACTOR = 1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(user_code, "_folders", [*user_code._folders])
    for name in ("mine", "beside"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield tmp_path / "mine.py"
    for name in ("mine", "beside"):
        sys.modules.pop(name, None)


BOARD = masume.load("hitori/first")


def test_user_code_by_path_dotted_name_and_object_is_equivalent(mine):
    adopt("mine.stack")
    thing = sys.modules["mine"]
    for name in ("./mine.py:stack", str(mine) + ":stack", "mine.stack", thing.stack):
        result = masume.search(BOARD, name, space="shade")
        assert result.status is masume.Status.SOLVED and result.metrics.expanded == 100
    for h in ("./mine.py:flat", "mine.flat", thing.flat):
        result = masume.search(BOARD, "astar", space="shade", heuristic=h)
        assert result.status is masume.Status.SOLVED
    for space in ("./mine.py:Mine:canonical", "mine.Mine:canonical", thing.Mine):
        assert masume.search(BOARD, "greedy", space=space).status is masume.Status.SOLVED


def test_user_code_takes_options_after_its_name(mine):
    result = masume.search(BOARD, "./mine.py:stack:most=3", space="shade")
    assert result.status is masume.Status.STUCK and result.metrics.expanded == 3
    plan = masume.resolve_search(masume.kinds()["hitori"], "./mine.py:stack:most=3", space="shade")
    assert plan.algorithm_spec == "./mine.py:stack:most=3" and plan.is_user_code
    with pytest.raises(masume.UnknownName, match="option of stack"):
        masume.search(BOARD, "./mine.py:stack:least=3")


def test_edited_file_is_imported_again(mine):
    assert masume.search(BOARD, "./mine.py:stack", space="shade").metrics.expanded == 100
    mine.write_text(MINE.replace("1000", "7"))
    assert masume.search(BOARD, "./mine.py:stack", space="shade").metrics.expanded == 7


def test_modules_of_the_same_name_in_two_folders_are_two_modules(mine, tmp_path, monkeypatch):
    adopt("mine.stack")
    for folder, most in (("first", "3"), ("second", "5"), ("first", "3")):
        (tmp_path / folder).mkdir(exist_ok=True)
        text = MINE.replace("def stack", "def pile").replace("int = 1000", "int = FACTOR")
        (tmp_path / folder / "mine.py").write_text("from beside import FACTOR\n" + text)
        (tmp_path / folder / "beside.py").write_text(f"FACTOR = {most}\n")
        monkeypatch.chdir(tmp_path / folder)
        found = masume.search(BOARD, "mine.pile", space="shade")
        assert found.metrics.expanded == int(most)
        assert masume.search(BOARD, "./mine.py:pile", space="shade").metrics.expanded == int(most)


def test_module_of_a_folder_no_longer_searched_is_replaced(mine, tmp_path, monkeypatch):
    adopt("mine.stack")
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place != str(tmp_path)])
    monkeypatch.setattr(user_code, "_folders", [])
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.py").write_text(MINE.replace("def stack", "def pile"))
    assert adopt("mine.pile", tmp_path / "other") == "mine.pile"


def error_text(call):
    """Call a function that must raise UserCodeError, and return its one-line message."""
    with pytest.raises(UserCodeError) as fault:
        call()
    text = str(fault.value)
    assert "\n" not in text and "masume/core" not in text
    return text


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("plain", ["a plain function, not an algorithm", "put @algorithm() above it"]),
        ("flat", ["a plain Heuristic, not an algorithm"]),
        ("divides", ["mine.py, line 34, in <lambda>: ZeroDivisionError"]),
        ("asks", ["mine.py, line 35, in <lambda>: "]),
        ("ends", ["mine.py, line 28: search() returned None, not the goal's Node or a Status"]),
        ("claims", ["returned <Status.SOLVED: 'solved'>, not the goal's Node"]),
        ("at_once", ["at_once() is not a generator", "yield Expanded"]),
        ("chatty", ["chatty() yielded 'hello', not Expanded or Restarted"]),
        ("nobody", ["./mine.py has no 'nobody'; choose from stack, divides"]),
    ],
)
def test_error_in_user_code_names_its_line(mine, name, expected):
    text = error_text(lambda: masume.search(BOARD, f"./mine.py:{name}", space="shade"))
    assert all(words in text for words in expected), text


def test_undeclared_object_is_rejected_with_a_remedy(mine):
    adopt("mine.plain")
    plain = sys.modules["mine"].plain
    assert "@algorithm()" in error_text(lambda: masume.search(BOARD, plain))
    assert "return a number" in error_text(lambda: masume.search(BOARD, "astar", heuristic=plain))
    assert "not a space" in error_text(lambda: masume.search(BOARD, "astar", space=plain))
    text = error_text(lambda: masume.search(BOARD, "astar", space="shade", heuristic="mine.fails"))
    assert "mine.py, line 60, in fails: KeyError: 'tables'" in text


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("./mine.py", "names no member; write ./mine.py:tabu"),
        ("./nothing.py:x", "cannot be imported: FileNotFoundError"),
        ("nothing_at_all.x", "No module named 'nothing_at_all'; put it into this folder"),
        ("./torn.py:x", "torn.py, line 2: SyntaxError"),
        ("./zero.py:x", "zero.py, line 1: ZeroDivisionError: division by zero; correct"),
    ],
)
def test_failing_import_is_reported(mine, name, expected):
    mine.with_name("torn.py").write_text("x = 1\ndef (\n")
    mine.with_name("zero.py").write_text("1 / 0")
    assert expected in error_text(lambda: masume.search(BOARD, name))


def test_resolving_a_name_imports_nothing(mine):
    """The browser app resolves names sent by anyone."""
    mine.with_name("bomb.py").write_text("raise SystemExit")
    for name in ("./bomb.py:x", "bomb.x", "os.system"):
        with pytest.raises(masume.UnknownName):
            masume.resolve_search(masume.kinds()["hitori"], name)
