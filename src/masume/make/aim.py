"""Generate boards of a requested level by local search over proposals with a known answer.

Techniques decide alone: if those of the requested level finish the board, its answer is unique,
and if those below do not, the board is not easier. What they leave unknown shows where the board
is too hard or has another answer. The clues there are drawn again, and a change is kept if no more
is unknown than before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from random import Random

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.maker import BoardRequest, Candidate, Maker, Patience
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline
from masume.logic.explainer import EXTREME, HARD
from masume.make.unique_board import (
    KnownWalk,
    Rejection,
    UniqueBoard,
    find_solutions,
    level_of,
    level_reached,
)
from masume.make.variety import MONOTONOUS, is_enriched, is_surely_varied, is_varied, survey

_REDRAWS = 60  # of a hard board whose steps are not varied
_PATIENCE = Patience(0, 12)
_PATIENCE_EXTREME = Patience(0, 80)  # as techniques give no gradient


def propose_at_level(
    maker: Maker,
    request: BoardRequest,
    rng: Random,
    deadline: Deadline,
    levels: tuple[int, int],
    kinds: int,
) -> UniqueBoard | Rejection:
    """Return a board of one of two levels or between, or the reason why this attempt failed.

    `kinds` is the result of `techniques_wanted`.
    """
    least, most = levels
    start: Candidate | None
    if maker.candidate is not None and most <= HARD:
        start = maker.candidate(rng, request, least, most)
    elif maker.candidate is not None and maker.make_beyond_hard is not None:
        start = maker.candidate(rng, request, 0, HARD)
        if start is not None:
            near = _approach(start, deadline, HARD)
            boards = maker.make_beyond_hard(near, deadline.check)
            return _first_at_level(boards, deadline, least, most)
    else:
        assert maker.draw is not None
        drawn = maker.draw(rng, request)
        between = range(least, most + 1)
        start = None if drawn is None else _Walked(maker, rng, drawn, between, deadline)
    if start is None:
        return Rejection("no room")
    end = _approach(start, deadline, most)
    if kinds and is_enriched(maker, most) and not (end.is_too_easy or end.unknown):
        varied = _enrich(end, kinds, deadline)
        board = UniqueBoard(*(varied or end).board(), HARD)
        if varied is None:
            return Rejection(MONOTONOUS, board)
    else:
        board = UniqueBoard(*end.board())
        if end.unknown:
            return Rejection("harder", board)
        board = replace(board, level=end.level)
        if end.is_too_easy:
            return Rejection("easier" if board.level is None else LEVELS[board.level], board)
    suits = maker.accepts(board.puzzle, board.answer, request)
    return board if suits else Rejection("unlike")


def _approach(best: Candidate, deadline: Deadline, most: int) -> Candidate:
    """Redraw a board until it is not too easy, then until nothing is unknown, as far as it gets."""
    for _ in range(best.patience.restarts):
        deadline.check()
        restarted = best.redrawn_anywhere() if best.is_too_easy else None
        if restarted is None:
            break
        best = restarted
    failures, fewest = 0, best.unknown
    while best.unknown and failures < best.patience.failures:
        deadline.check()
        other = best.redrawn()
        if other is None or other.is_too_easy:
            failures += 1 if other is None else best.patience.too_easy
            continue
        failures += 1
        if most == EXTREME or other.unknown <= best.unknown:
            best = other
            if other.unknown < fewest:
                failures, fewest = 0, other.unknown
    return best


def _enrich(best: Candidate, kinds: int, deadline: Deadline) -> Candidate | None:
    """Redraw a hard board until its hard steps are varied; None if they never are."""
    most = 0, 0
    other: Candidate | None = best
    for _ in range(_REDRAWS):
        deadline.check()
        surveyed = None if other is None else other.survey()
        if other is not None and surveyed is not None:
            left, uses = surveyed
            if (sum(uses.values()), left) >= most:
                best, most = other, (sum(uses.values()), left)
                is_promising = is_varied(uses, kinds)
                if is_promising and is_surely_varied(UniqueBoard(*best.board()), kinds, deadline):
                    return best
        other = best.redrawn_a_little()
    return None


class _Walked:
    """A board judged by walks: beyond hard, and for puzzles without a candidate of their own.

    For an extreme board, unknown are the literals in which another answer differs.
    """

    def __init__(
        self,
        maker: Maker,
        rng: Random,
        drawn: tuple[Puzzle, Position],
        levels: range,
        deadline: Deadline,
    ) -> None:
        self.patience = _PATIENCE_EXTREME if levels[-1] == EXTREME else _PATIENCE
        self._maker, self._rng, self._levels, self._deadline = maker, rng, levels, deadline
        self._board = board = UniqueBoard(*drawn)
        walk = KnownWalk(board.puzzle, board.solution, deadline)
        reached = level_reached(walk, levels[-1])
        unknown = board.solution - walk.known
        if reached == EXTREME == levels[-1]:
            unknown = _differing_literals(board.puzzle, board.solution, deadline)
        self.unknown = len(unknown)
        self._stuck = {c for literal in unknown for c in board.vocabulary.cells(abs(literal))}
        self.is_too_easy = reached < levels[0]
        self.level = reached if reached <= walk.logic.agreed else None

    def survey(self) -> tuple[int, Counter[str]] | None:
        """Return how much medium techniques leave, and the uses of hard ones."""
        return survey(self._board, HARD, self._deadline)

    def redrawn_anywhere(self) -> None:
        """Return None: another proposal is as good."""

    def redrawn_a_little(self) -> _Walked | None:
        """Return the board with a few other clues anywhere."""
        return self._redrawn(())

    def redrawn(self) -> _Walked | None:
        """Return the board with other clues where something is unknown."""
        return self._redrawn(self._stuck)

    def _redrawn(self, where: Collection[Cell]) -> _Walked | None:
        assert self._maker.redraw is not None
        other = self._maker.redraw(self._rng, *self.board(), where)
        if other is None:
            return None
        return _Walked(self._maker, self._rng, other, self._levels, self._deadline)

    def board(self) -> tuple[Puzzle, Position]:
        """Return the board and its answer."""
        return self._board.puzzle, self._board.answer


def _differing_literals(
    puzzle: Puzzle, solution: frozenset[Literal], deadline: Deadline
) -> frozenset[Literal]:
    """Return the solution's literals that differ in a second answer; empty if there is none."""
    _, solutions = find_solutions(puzzle, deadline)
    other = next((literals for literals in solutions if not solution.issuperset(literals)), ())
    return frozenset(solution.difference(other)) if other else frozenset()


def _first_at_level(
    made: Iterable[tuple[Puzzle, Position]], deadline: Deadline, least: int, most: int
) -> UniqueBoard | Rejection:
    """Return the first board with a unique solution and a level from `least` to `most`."""
    missed = Rejection("several solutions")
    for puzzle, answer in made:
        deadline.check()
        _, solutions = find_solutions(puzzle, deadline)
        if len(solutions) > 1:
            continue
        board = UniqueBoard(puzzle, answer)
        level = level_of(board, deadline, most)
        if least <= level <= most:
            return replace(board, level=level)
        missed = Rejection("harder", board)
        if level < least:
            missed = Rejection(LEVELS[level], replace(board, level=level))
    return missed
