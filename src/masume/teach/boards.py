"""The boards of an assignment: given, generated from a seed, or reached by random moves.

Hidden boards depend on the secret seed, and boards per student also on the student's name. The same
seed always gives the same boards.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from copy import copy
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import NamedTuple, cast

from masume.api.problems import problem_board
from masume.core.plugins.registry import problem_examples, problems
from masume.core.puzzle.puzzle import Puzzle
from masume.core.search.problem import Problem, ProblemBoard, board_of
from masume.core.system.limits import Deadline, Limit
from masume.errors import BadOption, NotApplicable, UnknownName
from masume.formats.plain import Board
from masume.lab.study import parse_size
from masume.lab.study_boards import read_boards
from masume.teach.assignment import Assignment, Group, as_lab_boards

_ORIGIN = "problem"  # the note of a board that says which support file it is from
_MORE_STEPS = 100
_SECONDS = 20.0  # to generate one board


def boards_of(assignment: Assignment, group: Group, student: str = "") -> tuple[Board, ...]:
    """Return the boards of a group, for a student if everybody gets boards of their own."""
    if not (group.generate or group.walk):
        return given_boards(assignment, group)
    if group.hidden and assignment.secret is None:
        raise BadOption("hidden boards need a secret seed; add a line like secret = 12345")
    parts = [group.group, assignment.secret if group.hidden else group.seed]
    parts += [student] if group.per_student else []
    digest = blake2b("\0".join(map(str, parts)).encode(), digest_size=6).digest()
    seed = int.from_bytes(digest)
    return (
        generate_boards(group, seed) if group.generate else tuple(_walked(assignment, group, seed))
    )


def given_boards(assignment: Assignment, group: Group) -> tuple[Board, ...]:
    """Return the boards of a group that names them."""
    if group.problem:
        return (_own_problem(assignment, group.problem),)
    return tuple(read_boards(as_lab_boards(group), assignment.folder))


def _own_problem(assignment: Assignment, name: str) -> Board:
    """Return a problem in a file of the assignment; its note says where it is from."""
    file, _, member = name.rpartition(":")
    if file not in assignment.support:
        raise BadOption(f"{name}: students need {file}; add it to support = [...]")
    board = problem_board(f"{assignment.folder / file}:{member}")
    return Board(board.kind, board.puzzle, member, notes=((_ORIGIN, name),))


class OwnProblem(NamedTuple):
    """A problem in a support file, for a process that has a copy of this file."""

    name: str  # such as puzzle.py:Easy
    initial: Hashable


def portable(board: Board) -> object:
    """Return the board in a form that the process of a submission can unpickle."""
    if origin := board.note(_ORIGIN):
        assert isinstance(board.puzzle, ProblemBoard)
        return OwnProblem(origin, board.puzzle.problem.initial())
    return board.puzzle


def from_portable(data: object) -> Puzzle:
    """Return the board that `portable` wrote; support files are modules of this process."""
    if not isinstance(data, OwnProblem):
        return cast("Puzzle", data)
    file, _, member = data.name.rpartition(":")
    puzzle = problem_board(f"{file.removesuffix('.py')}.{member}").puzzle
    assert isinstance(puzzle, ProblemBoard)
    return _starting_at(puzzle.problem, data.initial)


def _starting_at(problem: object, state: Hashable) -> ProblemBoard:
    """Return a copy of a problem that begins at a state."""
    moved = copy(problem)
    moved.initial = Start(state)  # type: ignore[attr-defined]
    return board_of(moved)


@lru_cache(maxsize=64)
def generate_boards(group: Group, seed: int) -> tuple[Board, ...]:
    """Generate the boards of a group; raise NotApplicable if one cannot be generated."""
    from masume.make.generate import make
    from masume.make.request import resolve_board_spec

    boards: list[Board] = []
    for size in group.sizes:
        spec = resolve_board_spec(
            group.generate,
            size=parse_size(size),
            difficulty=group.difficulty or None,
            symmetry=False,
        )
        for number in range(group.count):
            made = make(spec, seed, number, Deadline(Limit(seconds=_SECONDS)))
            if made.puzzle is None:
                raise NotApplicable(f"boards {group.group!r}: {made.reason}")
            boards.append(Board(spec.kind, made.puzzle, f"{group.group} {len(boards) + 1}"))
    return tuple(boards)


class Start:
    """The `initial` method of a problem that begins elsewhere."""

    def __init__(self, state: Hashable) -> None:
        self.state = state

    def __call__(self) -> Hashable:
        """Return the state."""
        return self.state


def _walked(assignment: Assignment, group: Group, seed: int) -> Iterator[Board]:
    """Yield instances of a problem that begin after random moves, never undoing the last one."""
    notes: tuple[tuple[str, str], ...] = ()
    if ".py:" in group.walk:
        own = _own_problem(assignment, group.walk)
        assert isinstance(own.puzzle, ProblemBoard)
        problem, notes = own.puzzle.problem, own.notes
    else:
        problem = _classic(group.walk)
    rng = Random(seed)
    for number in range(group.count):
        puzzle = _starting_at(problem, _walk(problem, group.steps, rng))
        yield Board(puzzle.own_kind, puzzle, f"{group.group} {number + 1}", notes=notes)


def _classic(name: str) -> Problem:
    """Return an instance of a classic problem; raise UnknownName if there is none."""
    folder, _, instance = name.partition("/")
    examples = problem_examples(folder)
    if examples is None or instance not in examples:
        known = [f"{folder}/{key}" for key in examples] if examples else list(problems())
        raise UnknownName("problem to walk from", name, known)
    return cast("Problem", examples[instance])


def _walk(problem: Problem, steps: int, rng: Random) -> Hashable:
    """Return the state after random moves; at a goal the walk goes on a little."""
    before: Hashable = None
    state: Hashable = problem.initial()
    for step in range(steps + _MORE_STEPS):
        if step >= steps and not problem.is_goal(state):
            break
        ways = [child for _, child, _ in problem.successors(state) if child != before]
        if not ways:
            break
        before, state = state, rng.choice(ways)
    return state
