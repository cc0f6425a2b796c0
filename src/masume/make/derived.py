"""Makers derived from a puzzle's model and its `BoardSource`.

A board begins without clues, and the engine draws a random solution of its model: preferred values
are random, and some variables are fixed to them one by one. All clues that this solution allows are
added; the loop in `make/generate.py` then removes those that are not needed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from random import Random

from masume.api.exact import model_of
from masume.core.plugins.registry import kind_named
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.maker import Addition, BoardRequest, BoardSource, Clues, Maker
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.system.limits import Deadline
from masume.exact.engine import Engine

_FIXED = 12  # variables that are fixed to random values one by one


@lru_cache(maxsize=32)
def derived_maker(name: str) -> Maker:
    """Return the maker of a kind that has a source of boards."""
    kind = kind_named(name)
    assert kind.source is not None
    source = kind.source()
    boards = _Boards(kind, source)
    removable = source.clue is not None
    return Maker(
        boards.propose,
        source.options,
        source.sides,
        reject=source.reject,
        repair=boards.repair if source.repair else None,
        clues=boards.clues if removable else None,
        keep_clues=boards.keep_clues if removable else None,
        symmetry="" if source.why_no_symmetry else source.symmetry,
        why_no_symmetry=source.why_no_symmetry,
        additions=boards.additions,
        removals=boards.removals,
    )


class _Boards:
    """The functions of a derived maker."""

    def __init__(self, kind: Kind, source: BoardSource) -> None:
        self.kind = kind
        self.source = source

    def propose(self, rng: Random, request: BoardRequest) -> Puzzle | None:
        """Return a board with all clues of a random solution; None if there is no solution."""
        blank = self.source.blank(rng, request)
        if blank is None or self.source.clue is None:
            return blank
        answer = random_solution(blank, rng, self.source.density, request)
        if answer is None:
            return None
        clues = {addition.cells[0]: addition.clue for addition in self._allowed(blank, answer)}
        return self._fitting(self._with(clues, blank), request)

    def _allowed(self, puzzle: Puzzle, answer: Position) -> Iterator[Addition]:
        """Yield all clues that an answer allows."""
        if self.source.clue is not None:
            for cell in range(puzzle.grid.size):
                clue = self.source.clue(puzzle, answer, cell)
                if clue is not None:
                    yield Addition((cell,), clue)

    def repair(
        self, rng: Random, request: BoardRequest, puzzle: Puzzle, answer: Position, other: Position
    ) -> Puzzle | None:
        """Return a board with a solution that differs a little from an answer, or None."""
        assert self.source.repair is not None
        repaired = self.source.repair(rng, request, puzzle, answer, other)
        return None if repaired is None else self._fitting(repaired, request)

    def _fitting(self, puzzle: Puzzle, request: BoardRequest) -> Puzzle:
        """Return the board without clues whose opposite cell has none, if it is to be symmetric."""
        if not request.symmetry:
            return puzzle
        clued = set(self._clued(puzzle))
        last = puzzle.grid.size - 1
        return self.keep_clues(puzzle, [cell for cell in clued if last - cell in clued])

    def _with(self, clues: dict[Cell, object], puzzle: Puzzle) -> Puzzle:
        """Return a board with other clues in some cells."""
        cells = self.kind.cells(puzzle)
        name = next(f.name for f in fields(puzzle) if getattr(puzzle, f.name) is cells)  # type: ignore[arg-type]
        changed = tuple(clues.get(cell, clue) for cell, clue in enumerate(cells))
        return replace(puzzle, **{name: changed})  # type: ignore[type-var]

    def _clued(self, puzzle: Puzzle) -> list[Cell]:
        empty = self.source.empty
        return [c for c, clue in enumerate(self.kind.cells(puzzle)) if clue != empty(puzzle, c)]

    def clues(self, puzzle: Puzzle, request: BoardRequest) -> Sequence[Clues]:
        """Return each clue as removable, on symmetric boards together with its opposite."""
        groups: dict[Cell, list[Cell]] = {}
        for cell in self._clued(puzzle):
            other = puzzle.grid.size - 1 - cell if request.symmetry else cell
            groups.setdefault(min(cell, other), []).append(cell)
        return [Clues(tuple(c), tuple(("clue", (cell,)) for cell in c)) for c in groups.values()]

    def keep_clues(self, puzzle: Puzzle, cells: Collection[Cell]) -> Puzzle:
        """Return the board without the clues of other cells."""
        gone = set(self._clued(puzzle)).difference(cells)
        return self._with({cell: self.source.empty(puzzle, cell) for cell in gone}, puzzle)

    def additions(self, puzzle: Puzzle, answer: Position) -> Sequence[Addition]:
        """Return the clues that an answer allows in cells without one."""
        clued = set(self._clued(puzzle))
        allowed = self._allowed(puzzle, answer)
        return [addition for addition in allowed if clued.isdisjoint(addition.cells)]

    def removals(self, puzzle: Puzzle) -> Sequence[tuple[Sequence[Cell], Puzzle]]:
        """Return, for each clue, its cell and the board without it."""
        return [
            ((cell,), self._with({cell: self.source.empty(puzzle, cell)}, puzzle))
            for cell in (self._clued(puzzle) if self.source.clue else ())
        ]


def random_solution(
    puzzle: Puzzle, rng: Random, density: float, request: BoardRequest
) -> Position | None:
    """Return a random solution of a board, with about this share of true variables, or None."""
    model = model_of(puzzle, Deadline())
    engine = Engine(model, request.check_cancel)
    wanted = [v if rng.random() < density else -v for v in range(1, model.shown + 1)]
    engine.solver.prefer(wanted)
    fixed: list[int] = []
    solution = engine.solve()
    if solution is None:
        return None
    for literal in rng.sample(wanted, min(_FIXED, len(wanted))):
        other = engine.solve([*fixed, literal])
        if other is not None:
            fixed.append(literal)
            solution = other
    position: Position = model.vocabulary.answer(solution)
    return position
