"""A server of the Model Context Protocol: solve, check, hint, why and generate as tools.

`masume mcp` runs it over standard input and output. A board is any text that masume reads: plain
text or an address of a puzzle site. Files are never opened. Each call has a time limit, and boards
have a maximum size.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeAlias

from mcp.server import MCPServer

from masume import __version__
from masume.api import boards as boards_api
from masume.api import exact
from masume.core.plugins.registry import kind_of, kinds
from masume.core.puzzle.puzzle import Position, Puzzle, ensure_size
from masume.core.system.limits import Limit
from masume.errors import BadOption, MasumeError
from masume.formats.convert import convert
from masume.formats.load import loads
from masume.logic.advice import hint
from masume.logic.why import why
from masume.make.generate import generate

Arguments = ParamSpec("Arguments")
Reply: TypeAlias = dict[str, object]

MOST_CELLS = 1600
MOST_BOARDS = 20
_SECONDS = 20.0  # of one call

_INSTRUCTIONS = """\
Logic puzzles with proofs. A board is plain text, the name of the puzzle in the first line and the
grid below it, or an address of puzz.link, Penpa+ or another puzzle site. Marks are written as
moves, such as r1c1=black, or as a grid. The puzzles are: """


def create_server() -> MCPServer:
    """Return the server with all tools."""
    server = MCPServer(
        "masume", instructions=f"{_INSTRUCTIONS}{', '.join(kinds())}.", version=__version__
    )
    for name, tool in _TOOLS.items():
        server.tool(name=name)(_with_errors(tool))
    return server


def _with_errors(tool: Callable[Arguments, Reply]) -> Callable[Arguments, Reply]:
    """Return a tool that reports a MasumeError as its result."""

    @wraps(tool)
    def call(*arguments: Arguments.args, **options: Arguments.kwargs) -> Reply:
        """Call the tool; return its error as one line."""
        try:
            return tool(*arguments, **options)
        except MasumeError as fault:
            return {"error": str(fault)}

    return call


def solve_board(board: str) -> Reply:
    """Solve a board exactly, and prove whether the solution is unique."""
    puzzle = _read(board)
    solution = exact.solve(puzzle, limit=_limit())
    return {
        "status": solution.status.value,
        "unique": solution.unique,
        "answer": _written(puzzle, solution.answer),
        "picture": None if solution.answer is None else boards_api.picture(puzzle, solution.answer),
        "reason": solution.reason or None,
    }


def check_answer(board: str, answer: str) -> Reply:
    """Check an answer to a board and list every broken rule."""
    puzzle = _read(board)
    faults = boards_api.check(puzzle, answer)
    return {"solved": not faults, "violations": [fault.text for fault in faults]}


def next_hint(board: str, marks: str = "") -> Reply:
    """Give the next step from some marks, with its reason; or the first wrong mark."""
    puzzle = _read(board)
    advice = hint(puzzle, marks or None, limit=_limit())
    return {
        "outcome": advice.outcome.value,
        "technique": advice.technique or None,
        "level": advice.level or None,
        "text": advice.text,
        "after": _written(puzzle, advice.after),
    }


def explain_cell(board: str, cell: str, marks: str = "") -> Reply:
    """Explain why a cell, such as r3c4, or a link, such as r1c1-r1c4, is what it is."""
    puzzle = _read(board)
    advice = why(puzzle, cell, marks or None, limit=_limit())
    return {"outcome": advice.outcome.value, "text": advice.text, "others": list(advice.others)}


def generate_boards(
    puzzle: str, size: str = "7x7", difficulty: str = "easy", count: int = 1, seed: int = 0
) -> Reply:
    """Generate boards with exactly one solution at a level from easy to expert."""
    if not 1 <= count <= MOST_BOARDS:
        raise BadOption(f"count {count} is out of range; use 1 to {MOST_BOARDS}")
    made = list(
        generate(
            puzzle, size=size, difficulty=difficulty, count=count, seed=seed, limit=_limit(count)
        )
    )
    return {
        "boards": [convert(board.puzzle, "plain") for board in made if board.puzzle is not None],
        "missing": [board.reason for board in made if board.puzzle is None],
    }


_TOOLS: dict[str, Callable[..., Reply]] = {
    "solve": solve_board,
    "check": check_answer,
    "hint": next_hint,
    "why": explain_cell,
    "generate": generate_boards,
}


def _read(board: str) -> Puzzle:
    puzzle = loads(board).puzzle
    ensure_size(puzzle, MOST_CELLS, "answer here")
    return puzzle


def _written(puzzle: Puzzle, position: Position | None) -> str | None:
    if position is None:
        return None
    return "\n".join(kind_of(puzzle).write_answer(puzzle, position))


def _limit(parts: int = 1) -> Limit:
    return Limit(seconds=_SECONDS / parts)
