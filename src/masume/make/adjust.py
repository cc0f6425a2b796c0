"""harder, easier: a board like one that is there, a little harder or easier, with one solution.

Clues are dropped or added, changed as the puzzle varies its boards, or moved: some go, and others
of the same solution take their place. A board without gaps, of a puzzle that has none as a rule,
gets some only if nothing else makes it harder. What brings it nearer to the wish is kept, and
changed further, until its level is another one; techniques without words tell that, and only what
is kept is graded. The cells to `keep` stay as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from masume.core.model.model import Literal
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.maker import Maker
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline, Limit, LimitReached, Stop
from masume.errors import NotApplicable
from masume.formats.inputs import puzzle_of
from masume.formats.plain import Board
from masume.logic.explainer import EXTREME
from masume.logic.walks import Grade
from masume.make.compose import composed
from masume.make.composer import some_solutions, with_clues
from masume.make.generate import grade_in_time
from masume.make.sound import KnownWalk, Sound, is_only_solution

_TRIED = 600  # changes, if the time allows so many
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
    deadline: Deadline | None = None,
) -> Adjusted:
    """A board like this one that is harder, with the clues of some cells kept.

    >>> from masume import load, solve
    >>> found = harder(load("kuromasu/br-3x3-0"))
    >>> found.grade.score > found.before.score, solve(found.puzzle).unique
    (True, True)
    """
    return _adjusted(board, 1, keep, seed, deadline or Deadline(limit))


def easier(
    board: Board | Puzzle,
    *,
    keep: Collection[Cell] = (),
    seed: int = 0,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> Adjusted:
    """A board like this one that is easier, with the clues of some cells kept."""
    return _adjusted(board, -1, keep, seed, deadline or Deadline(limit))


def _adjusted(
    board: Board | Puzzle, sign: int, keep: Collection[Cell], seed: int, deadline: Deadline
) -> Adjusted:
    puzzle = puzzle_of(board)
    _, maker = composed(puzzle)
    answer = _only_answer(puzzle, deadline)
    if answer is None:
        raise NotApplicable("this board has not exactly one solution; complete it first")
    best = before = grade_in_time(puzzle, deadline)
    better: Puzzle | None = None
    reason, stopped = "", None
    wish = _Wish(sign, LEVELS.index(before.level), frozenset(keep))
    try:
        for nearer in _nearer(wish, Sound(puzzle, answer), Random(seed), deadline):
            change = maker.renamed(puzzle, nearer.puzzle)
            graded = grade_in_time(change, deadline)
            is_better = sign * (graded.score - best.score) > 0
            if is_better and is_only_solution(change, nearer.answer, deadline):
                better, best = change, graded
            if best.level != before.level:
                break
    except LimitReached as reached:
        reason, stopped = str(reached), reached.stopped
    if better is None and not reason:
        reason = f"nothing {'harder' if sign > 0 else 'easier'} was found"
    return Adjusted(better, before, best, reason, stopped)


def _only_answer(puzzle: Puzzle, deadline: Deadline) -> Position | None:
    answers = some_solutions(puzzle, 2, deadline)
    return answers[0] if len(answers) == 1 else None


@dataclass(frozen=True)
class _Wish:
    """What is wanted of a board like one that is there."""

    sign: int  # 1 harder, -1 easier
    level: int  # that it has
    keep: frozenset[Cell]


@dataclass(frozen=True)
class _Seen:
    """A board with one solution, and what can be said of it without a word."""

    board: Sound
    hardness: tuple[int, float]  # its level, and how much of it takes steps of that level
    hard: frozenset[Cell]  # where


def _nearer(wish: _Wish, board: Sound, rng: Random, deadline: Deadline) -> Iterator[Sound]:
    """Boards with one solution, each nearer to the wish than the one before."""
    best, tried = _seen(wish, board, deadline), 0
    while best is not None and tried < _TRIED:
        for change in _changes(wish, best, rng, deadline):
            tried += 1
            seen = _seen(wish, change, deadline)
            if seen is not None and wish.sign * _order(seen.hardness, best.hardness) > 0:
                yield seen.board
                best = seen
                break
            if tried >= _TRIED:
                return
        else:
            return


def _order(one: tuple[int, float], other: tuple[int, float]) -> int:
    return (one > other) - (one < other)


def _seen(wish: _Wish, board: Sound, deadline: Deadline) -> _Seen | None:
    """How hard a board is; None if it leads away from the wish, or has several solutions.

    If techniques come to the end, there is only one. How hard an easy board is, its score tells.
    """
    walk = KnownWalk(board.puzzle, board.solution, deadline)
    level, easier = 0, frozenset[Literal]()
    for level in range(min(wish.level + 1, EXTREME)):
        easier = frozenset(walk.known)
        walk.go(level + 1)
        if walk.finished:
            break
    else:
        if wish.sign < 0 and wish.level < EXTREME:
            return None
        if _only_answer(board.puzzle, deadline) is None:
            return None
        level, easier = min(wish.level + 1, EXTREME), frozenset(walk.known)
    unknown = board.solution - easier
    far = len(unknown) if level else grade_in_time(board.puzzle, deadline).score
    hard = frozenset(cell for one in unknown for cell in board.vocabulary.cells(abs(one)))
    return _Seen(board, (level, far), hard)


def _changes(wish: _Wish, seen: _Seen, rng: Random, deadline: Deadline) -> Iterator[Sound]:
    """Boards like this one: varied, a clue less or more, or with clues in other places.

    What is to become easier is changed where it is hard.
    """
    puzzle, answer = seen.board.puzzle, seen.board.answer
    kind, maker = composed(puzzle)
    cells = kind.cells(puzzle)
    where = seen.hard if wish.sign < 0 else frozenset[Cell]()

    def keeps(other: Puzzle) -> bool:
        changed = kind.cells(other)
        return other != puzzle and all(changed[cell] == cells[cell] for cell in wish.keep)

    def varied(times: int) -> Iterator[Sound]:
        for _ in range(times):
            other = maker.redraw(rng, puzzle, answer, where) if maker.redraw else None
            if other is not None and keeps(other[0]):
                yield Sound(*other)

    more = list(_more(puzzle, answer, maker))
    if maker.clues is None and not more:
        yield from varied(_TRIED // 2)
        if wish.sign < 0:
            return  # nothing but a gap would be new
    single = more if wish.sign < 0 else list(_less(puzzle, maker))
    rng.shuffle(single)
    single.sort(key=lambda one: where.isdisjoint(one[0]))
    boards = (Sound(one, answer) for _, one in single if keeps(one))
    yield from islice(boards, _SINGLE)
    for _ in range(_TRIED):
        yield from varied(1)
        moved = _moved(puzzle, answer, wish.keep, rng, deadline)
        if moved is not None and keeps(moved):
            yield Sound(moved, answer)


def _less(puzzle: Puzzle, maker: Maker) -> Iterator[tuple[Sequence[Cell], Puzzle]]:
    assert maker.drops is not None
    return iter(maker.drops(puzzle))


def _more(
    puzzle: Puzzle, answer: Position, maker: Maker
) -> Iterator[tuple[Sequence[Cell], Puzzle]]:
    assert maker.additions is not None
    for one in maker.additions(puzzle, answer):
        yield one.cells, with_clues(puzzle, [one])


def _moved(
    puzzle: Puzzle, answer: Position, keep: frozenset[Cell], rng: Random, deadline: Deadline
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
    while (others := some_solutions(puzzle, 2, deadline)) and len(others) > 1:
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
