"""harder, easier: a board like one that is there, a little harder or easier, with one solution.

Clues are dropped or added, changed as the puzzle varies its boards, or moved: some go, and others
of the same solution take their place. What brings it nearer to the wish is kept, and changed
further, until its level is another one. The cells to `keep` stay as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from masume.core.grid import Cell
from masume.core.limits import Limit, LimitReached, Stop, Watch
from masume.core.maker import Maker
from masume.core.puzzle import Position, Puzzle
from masume.core.registry import kind_of
from masume.errors import NotApplicable
from masume.explain.walks import Grade
from masume.formats.inputs import puzzle_of
from masume.formats.plain import Board
from masume.make.compose import composed, some_solutions, with_clues
from masume.make.generate import grade_in_time

_TRIED = 150  # changes, if the time allows so many
_SINGLE = 20  # of them are clues that go or come, before anything is moved


@dataclass(frozen=True)
class Adjusted:
    """A board that was made harder or easier, or why it was not."""

    puzzle: Puzzle | None  # None: nothing was better
    before: Grade
    grade: Grade
    reason: str = ""
    stopped: Stop | None = None


def harder(
    board: Board | Puzzle,
    *,
    keep: Collection[Cell] = (),
    seed: int = 0,
    limit: Limit | None = None,
    watch: Watch | None = None,
) -> Adjusted:
    """A board like this one that is harder, with the clues of some cells kept.

    >>> from masume import load, solve
    >>> found = harder(load("kuromasu/br-3x3-0"))
    >>> found.grade.score > found.before.score, solve(found.puzzle).unique
    (True, True)
    """
    return _adjusted(board, 1, keep, seed, watch or Watch(limit))


def easier(
    board: Board | Puzzle,
    *,
    keep: Collection[Cell] = (),
    seed: int = 0,
    limit: Limit | None = None,
    watch: Watch | None = None,
) -> Adjusted:
    """A board like this one that is easier, with the clues of some cells kept."""
    return _adjusted(board, -1, keep, seed, watch or Watch(limit))


def _adjusted(
    board: Board | Puzzle, sign: int, keep: Collection[Cell], seed: int, watch: Watch
) -> Adjusted:
    puzzle = puzzle_of(board)
    answer = _only_answer(puzzle, watch)
    if answer is None:
        raise NotApplicable("this board has not exactly one solution; complete it first")
    best = before = grade_in_time(puzzle, watch)
    rng, kept = Random(seed), frozenset(keep)
    better: Puzzle | None = None
    reason, stopped = "", None
    try:
        tried = 0
        while tried < _TRIED and best.level == before.level:
            for change in _changes(better or puzzle, answer, sign, kept, rng, watch):
                tried += 1
                solution = _only_answer(change, watch)
                graded = grade_in_time(change, watch) if solution is not None else best
                if solution is not None and sign * (graded.score - best.score) > 0:
                    better, best, answer = change, graded, solution
                    break
                if tried >= _TRIED:
                    break
            else:
                break
    except LimitReached as reached:
        reason, stopped = str(reached), reached.stopped
    if better is None and not reason:
        reason = f"nothing {'harder' if sign > 0 else 'easier'} was found"
    return Adjusted(better, before, best, reason, stopped)


def _only_answer(puzzle: Puzzle, watch: Watch) -> Position | None:
    answers = some_solutions(puzzle, 2, watch)
    return answers[0] if len(answers) == 1 else None


def _changes(
    puzzle: Puzzle, answer: Position, sign: int, keep: frozenset[Cell], rng: Random, watch: Watch
) -> Iterator[Puzzle]:
    """Boards like this one: a clue less or more, varied, or with clues in other places."""
    kind, maker = composed(puzzle)
    cells = kind.cells(puzzle)

    def keeps(other: Puzzle) -> bool:
        changed = kind.cells(other)
        return other != puzzle and all(changed[cell] == cells[cell] for cell in keep)

    single = list(_less(puzzle, maker) if sign > 0 else _more(puzzle, answer, maker))
    rng.shuffle(single)
    yield from islice(filter(keeps, single), _SINGLE)
    for _ in range(_TRIED):
        other = maker.redraw(rng, puzzle, answer, ()) if maker.redraw else None
        if other is not None and keeps(other[0]):
            yield other[0]
        moved = _moved(puzzle, answer, keep, rng, watch)
        if moved is not None and keeps(moved):
            yield moved


def _less(puzzle: Puzzle, maker: Maker) -> Iterator[Puzzle]:
    assert maker.drops is not None
    return (without for _, without in maker.drops(puzzle))


def _more(puzzle: Puzzle, answer: Position, maker: Maker) -> Iterator[Puzzle]:
    assert maker.additions is not None
    return (with_clues(puzzle, [one]) for one in maker.additions(puzzle, answer))


def _moved(
    puzzle: Puzzle, answer: Position, keep: frozenset[Cell], rng: Random, watch: Watch
) -> Puzzle | None:
    """Without a clue or two, and with others of the same solution until it is the only one."""
    _, maker = composed(puzzle)
    assert maker.drops is not None
    assert maker.additions is not None
    gone: set[Cell] = set()
    for _ in range(rng.randint(1, 2)):
        drops = [(cells, board) for cells, board in maker.drops(puzzle) if keep.isdisjoint(cells)]
        if drops:
            cells, puzzle = rng.choice(drops)
            gone.update(cells)
    while (others := some_solutions(puzzle, 2, watch)) and len(others) > 1:
        other = next(one for one in others if one != answer)
        ruling = [
            changed
            for one in maker.additions(puzzle, answer)
            if gone.isdisjoint(one.cells)
            and kind_of(changed := with_clues(puzzle, [one])).violations(changed, other)
        ]
        if not ruling:
            return None
        puzzle = rng.choice(ruling)
    return puzzle
