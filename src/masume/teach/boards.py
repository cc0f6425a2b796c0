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

from masume.api.problems import problem_board
from masume.core.plugins.registry import problem_examples
from masume.core.search.problem import Problem, ProblemBoard, board_of
from masume.core.system.limits import Deadline, Limit
from masume.errors import BadOption, NotApplicable, UnknownName
from masume.formats.plain import Board
from masume.lab.study import parse_size
from masume.lab.study_boards import read_boards
from masume.teach.assignment import Assignment, Group, as_lab_boards

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
    return _generated(group, seed) if group.generate else _walked(group, seed)


def given_boards(assignment: Assignment, group: Group) -> tuple[Board, ...]:
    """Return the boards of a group that names them."""
    if group.problem:
        file, _, member = group.problem.rpartition(":")
        board = problem_board(f"{assignment.folder / file}:{member}")
        return (Board(board.kind, board.puzzle, member),)
    return tuple(read_boards(as_lab_boards(group), assignment.folder))


@lru_cache(maxsize=64)
def _generated(group: Group, seed: int) -> tuple[Board, ...]:
    """Generate the boards of a group; raise NotApplicable if one cannot be generated."""
    from masume.make.generate import make
    from masume.make.request import resolve_board_spec

    boards: list[Board] = []
    for size in group.sizes:
        spec = resolve_board_spec(
            group.generate, size=parse_size(size), difficulty=group.difficulty or None
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


def _walked(group: Group, seed: int) -> tuple[Board, ...]:
    """Return instances of a problem that begin after random moves, never undoing the last one."""
    name, _, instance = group.walk.partition("/")
    examples = problem_examples(name)
    if examples is None or instance not in examples:
        known = [f"{name}/{key}" for key in examples] if examples else []
        raise UnknownName("problem to walk from", group.walk, known)
    rng = Random(seed)
    boards = []
    for number in range(group.count):
        problem = copy(examples[instance])
        state = _walk(board_of(problem).problem, group.steps, rng)
        problem.initial = Start(state)  # type: ignore[attr-defined]
        puzzle = board_of(problem)
        boards.append(Board(puzzle.own_kind, puzzle, f"{group.group} {number + 1}"))
    return tuple(boards)


def _walk(problem: Problem, steps: int, rng: Random) -> Hashable:
    before: Hashable = None
    state: Hashable = problem.initial()
    for _ in range(steps):
        ways = [child for _, child, _ in problem.successors(state) if child != before]
        if not ways:
            break
        before, state = state, rng.choice(ways)
    return state


def initial_states(boards: tuple[Board, ...]) -> Iterator[Hashable]:
    """Yield the initial state of each board that is a problem."""
    for board in boards:
        if isinstance(board.puzzle, ProblemBoard):
            yield board.puzzle.problem.initial()
