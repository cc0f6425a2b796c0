"""Prompts: a board as a question in words, with its rules, its notation and a solved example."""

from __future__ import annotations

from functools import cache

from masume.api.exact import solve
from masume.core.plugins.registry import kind_named, kind_of
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.formats.load import examples

_SMALLEST_EXAMPLE = 9  # cells; smaller boards show too little
_LARGEST_EXAMPLE = 36  # cells of the board that shows the notation


def write_prompt(puzzle: Puzzle) -> str:
    """Return the question: the rules, the board, and how to write the answer.

    It contains all that is needed, and nothing about the solution.
    """
    kind = kind_of(puzzle)
    parts = [
        f"Solve this {kind.title} puzzle. It has exactly one solution.",
        f"Rules:\n{kind.rules}",
        f"The board has {puzzle.rows} rows and {puzzle.cols} columns. Rows are numbered from the "
        "top and columns from the left, starting at 1: r2c3 is the cell in row 2, column 3.",
        f"Board:\n{fenced(kind.write(puzzle))}",
        answer_format(kind),
    ]
    shown = _solved_example(kind.name, puzzle)
    if shown is not None:
        example, answer = shown
        parts.append(
            "An example of the notation, for another board:\n"
            f"{fenced(kind.write(example))}\n"
            f"Its answer:\n{fenced(kind.write_answer(example, answer))}"
        )
    return "\n\n".join(parts)


def answer_format(kind: Kind) -> str:
    """Return how to write an answer of a kind."""
    how = kind.notation or "Write it as in the example below."
    return f"Give the answer in a fenced block (```) at the end. {how}"


def fenced(lines: list[str]) -> str:
    """Return lines as a fenced block of Markdown."""
    return "\n".join(["```", *lines, "```"])


def _solved_example(name: str, other_than: Puzzle) -> tuple[Puzzle, Position] | None:
    """Return a small board with its only answer that differs from a puzzle, or None."""
    for example, answer in _solved_examples(name):
        if example != other_than:
            return example, answer
    return None


@cache
def _solved_examples(name: str) -> tuple[tuple[Puzzle, Position], ...]:
    """Return the two smallest examples of a kind that have one solution, with it."""
    kind = kind_named(name)
    small = [
        board.puzzle
        for board in examples(name)
        if kind.model is not None and board.puzzle.grid.size <= _LARGEST_EXAMPLE
    ]

    def unsuitability(puzzle: Puzzle) -> tuple[bool, bool, int]:
        """Return a sort key: boards without special rules first, then small ones."""
        has_options = len(kind.write(puzzle)) > puzzle.rows
        return has_options, puzzle.grid.size < _SMALLEST_EXAMPLE, puzzle.grid.size

    found: list[tuple[Puzzle, Position]] = []
    for puzzle in sorted(small, key=unsuitability):
        solution = solve(puzzle)
        if solution.unique and solution.answer is not None:
            found.append((puzzle, solution.answer))
        if len(found) == 2:
            break
    return tuple(found)
