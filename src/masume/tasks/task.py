"""Task: a board as a question, with its answer and its origin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from masume.api.exact import solve
from masume.core.plugins.registry import kind_named, kind_of, kinds
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.system.limits import Deadline, Limit
from masume.errors import NotApplicable, ParseError
from masume.formats.inputs import puzzle_of
from masume.formats.load import loads, parse_answer
from masume.formats.plain import Board, write_board
from masume.logic.walks import grade
from masume.make.generate import GeneratedBoard, make, make_set
from masume.make.request import Size, nearest_size, resolve_board_spec
from masume.make.sets import canonical_digest
from masume.tasks.prompt import answer_format, write_prompt

VERSION = 1  # of the form of `Task.to_json`


@dataclass(frozen=True)
class Task:
    """A board with exactly one solution, as a question in words.

    Tasks are equal if their boards and answers are. The prompt is computed when first needed.
    """

    id: str  # the identifier, such as hitori-7x7-medium-5-12
    puzzle: Puzzle
    solution: Position
    level: str = ""  # one of LEVELS; empty if the board was not graded
    seed: int | None = None  # of the generator; None for boards from elsewhere
    index: int = 0  # the number of the board among those of its seed, from 0

    @property
    def kind(self) -> str:
        """The name of the kind of puzzle."""
        return kind_of(self.puzzle).name

    @cached_property
    def prompt(self) -> str:
        """The question: rules, board, notation and an example."""
        return write_prompt(self.puzzle)

    @property
    def answer_format(self) -> str:
        """How an answer is written."""
        return answer_format(kind_of(self.puzzle))

    @property
    def answer(self) -> str:
        """The solution in the notation of the prompt."""
        return "\n".join(kind_of(self.puzzle).write_answer(self.puzzle, self.solution))

    @property
    def digest(self) -> str:
        """A hash that is equal for exactly the rotations and reflections of the board."""
        return canonical_digest(self.puzzle).hex()

    def to_json(self) -> dict[str, object]:
        """Return the task as plain data, with prompt and answer."""
        return {
            "version": VERSION,
            "id": self.id,
            "kind": self.kind,
            "rows": self.puzzle.rows,
            "cols": self.puzzle.cols,
            "level": self.level,
            "seed": self.seed,
            "index": self.index,
            "digest": self.digest,
            "board": write_board(Board(kind_of(self.puzzle), self.puzzle)),
            "prompt": self.prompt,
            "answer_format": self.answer_format,
            "answer": self.answer,
        }

    @classmethod
    def from_json(cls, data: object) -> Task:
        """Return the task of `to_json`; raise ParseError if the data is not one."""
        if not isinstance(data, dict) or data.get("version") != VERSION:
            raise ParseError(f"this is not a task of version {VERSION}")
        fields = {name: data.get(name) for name in ("id", "board", "answer", "level")}
        for name, value in fields.items():
            if not isinstance(value, str):
                raise ParseError(f"the task's {name!r} is missing or is not a text")
        seed, index = data.get("seed"), data.get("index")
        if not (seed is None or type(seed) is int) or type(index) is not int:
            raise ParseError("the task's 'seed' and 'index' must be whole numbers")
        puzzle = loads(str(fields["board"])).puzzle
        solution = parse_answer(puzzle, str(fields["answer"]))
        return cls(str(fields["id"]), puzzle, solution, str(fields["level"]), seed, index)


def generated_kinds() -> list[str]:
    """Return the names of the puzzles for which tasks can be generated."""
    return [name for name in kinds() if kind_named(name).maker is not None]


def size_near(puzzle: str, side: int) -> tuple[int, int]:
    """Return the size closest to a square of this side of which boards can be generated.

    >>> size_near("hitori", 5), size_near("sudoku", 5)
    ((5, 5), (4, 4))
    """
    maker = kind_named(puzzle.partition(":")[0]).maker
    return (side, side) if maker is None else nearest_size(maker(), side, side)


def make_tasks(
    puzzle: str,
    *,
    size: Size = (7, 7),
    difficulty: str | None = None,
    count: int = 10,
    seed: int = 0,
    symmetry: bool = False,
    needs: str | None = None,
    limit: Limit | None = None,
) -> Iterator[Task]:
    """Yield new tasks; the same arguments yield the same tasks.

    No two boards are equal up to rotation and reflection. Fewer tasks are yielded if there are not
    enough different boards, or if the limit, which applies to each board, is reached.

    >>> [task.id for task in make_tasks("hitori", size=4, difficulty="easy", count=2, seed=1)]
    ['hitori-4x4-easy-1-0', 'hitori-4x4-easy-1-1']
    """
    spec = resolve_board_spec(
        puzzle, size=size, difficulty=difficulty, symmetry=symmetry, needs=needs
    )

    def boards(numbers: range) -> Iterator[GeneratedBoard]:
        return (make(spec, seed, number, Deadline(limit)) for number in numbers)

    for board in make_set(spec, seed, count, boards):
        if board.puzzle is not None:
            yield task_of_generated(board)


def make_task(
    puzzle: str,
    *,
    size: Size = (7, 7),
    difficulty: str | None = None,
    seed: int = 0,
    index: int = 0,
    limit: Limit | None = None,
) -> Task:
    """Return the task of a seed and an index, without those before it.

    Raise NotApplicable if no board is found within the limit.
    """
    spec = resolve_board_spec(puzzle, size=size, difficulty=difficulty, symmetry=False)
    board = make(spec, seed, index, Deadline(limit))
    if board.puzzle is None:
        raise NotApplicable(f"{spec.kind.name}: {board.reason}")
    return task_of_generated(board)


def task_of_generated(board: GeneratedBoard) -> Task:
    """Return the task of a generated board."""
    assert board.puzzle is not None and board.answer is not None
    size = f"{board.puzzle.rows}x{board.puzzle.cols}"
    name = f"{kind_of(board.puzzle).name}-{size}-{board.level}-{board.seed}-{board.number}"
    return Task(name, board.puzzle, board.answer, board.level, board.seed, board.number)


def task_of(
    board: Board | Puzzle, *, name: str = "", graded: bool = True, limit: Limit | None = None
) -> Task:
    """Return a task for a board; raise NotApplicable unless it has exactly one solution.

    The board is graded unless `graded` is false or its kind has no techniques.
    """
    puzzle = puzzle_of(board)
    kind = kind_named(kind_of(puzzle).name)
    solution = solve(puzzle, limit=limit)
    if solution.answer is None or not solution.unique:
        several = "has several solutions" if solution.answer is not None else "has no solution"
        state = solution.reason or several
        raise NotApplicable(f"this {kind.title} board cannot be a task: {state}")
    level = grade(puzzle, limit=limit).level if graded and kind.logic is not None else ""
    own_name = name or (board.name if isinstance(board, Board) else "")
    label = own_name or f"{kind.name}-{canonical_digest(puzzle).hex()[:12]}"
    return Task(label, puzzle, solution.answer, level)
