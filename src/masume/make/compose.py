"""For those who compose a board by hand: clues that would complete it, and clues to spare.

`complete` adds few clues that leave one solution, and keeps all that are there. If some clue alone
is enough, it is that one. Otherwise solutions are held in turn: all clues that one bears are added,
and dropped again one by one; then fewer are looked for. Other solutions are collected that the
clues added so far allow, and the next proposal is a smallest set of clues that rules out all of
those. `deciding` names the clues each of which would be enough, `spare` those that can go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import combinations, islice
from random import Random

from masume.api.exact import solutions, vocabulary_of
from masume.core.draft import Variables
from masume.core.grid import Cell
from masume.core.kind import Kind
from masume.core.limits import Limit, LimitReached, Stop, Watch
from masume.core.maker import Addition, BoardRequest, Maker
from masume.core.puzzle import Answer, Position, Puzzle
from masume.core.registry import kind_of
from masume.errors import NotApplicable
from masume.exact.solver import Solver
from masume.exact.sums import counted
from masume.formats.inputs import position_of, puzzle_of
from masume.formats.plain import Board
from masume.make.sound import whole_literals

_LISTED = 300  # solutions among which a clue may be the only one to allow one
_HELD = 4  # solutions that are held in turn
_TRIED = 6  # ways to give all cells a clue, if a cell has a choice
_ORDERS = 3  # in which clues are dropped again
_OTHERS = 4  # solutions that are ruled out at a time
_ROUNDS = 60  # proposals of fewer clues
_AROUND = 20  # boards that are made around a solution
_MENDED = 60  # times that one of them is mended
_FEW = 6  # clues; whether fewer than more of them would do takes too long to find out


@dataclass(frozen=True)
class Completed:
    """A board with one solution, or why there is none."""

    puzzle: Puzzle | None
    added: tuple[Addition, ...] = ()
    answer: Position | None = None
    least: bool = False  # proved: no fewer would do
    reason: str = ""
    stopped: Stop | None = None


def complete(
    board: Board | Puzzle,
    answer: Answer | None = None,
    *,
    limit: Limit | None = None,
    watch: Watch | None = None,
) -> Completed:
    """The board with the fewest clues added that leave one solution: the given one, if there is.

    >>> from masume import loads
    >>> found = complete(loads("kuromasu\\n. . .\\n. 5 .\\n. 3 ."))
    >>> found.added, found.least
    ((Addition(cells=(0,), clue=4),), True)
    """
    puzzle, watch = puzzle_of(board), watch or Watch(limit)
    kind, maker = composed(puzzle)
    assert maker.additions is not None
    wanted = None if answer is None else _whole(puzzle, answer)
    best: Completed | None = None
    try:
        several = some_solutions(puzzle, _LISTED + 1, watch)
        if not several:
            raise NotApplicable("this board has no solution; masume why-not says why")
        if len(several) == 1:
            return Completed(puzzle, (), several[0], least=True)
        every = len(several) <= _LISTED
        for one, only in _each_alone(puzzle, maker, several) if every else ():
            if wanted in (None, only):
                return Completed(with_clues(puzzle, [one]), (one,), only, least=True)
        if wanted is not None and maker.around and not any(kind.cells(puzzle)):
            return _around(kind, puzzle, maker, wanted, watch)
        held = [wanted] if wanted is not None else [maker.held(puzzle, one) for one in several]
        for composer in islice(_composers(kind, puzzle, maker, held, watch), _HELD):
            for added in composer.proposals():
                if best is None or len(added) < len(best.added):
                    # No clue alone is enough where all solutions are known: then two are least.
                    least = every and len(added) == 2
                    whole = with_clues(puzzle, added)
                    best = Completed(whole, tuple(added), composer.answer, least)
    except LimitReached as reached:
        if best is None:
            return Completed(None, reason=str(reached), stopped=reached.stopped)
        return replace(best, reason=str(reached), stopped=reached.stopped)
    return best or Completed(None, reason="no clues were found that leave one solution")


def deciding(
    board: Board | Puzzle, *, limit: Limit | None = None, watch: Watch | None = None
) -> list[Addition]:
    """The clues each of which alone would leave one solution; none if there are very many.

    >>> from masume import loads
    >>> [(*one.cells, one.clue) for one in deciding(loads("kuromasu\\n. . .\\n. 5 .\\n. 3 ."))]
    [(0, 4), (1, 5), (2, 4), (0, 3), (1, 3), (2, 3)]
    """
    puzzle, watch = puzzle_of(board), watch or Watch(limit)
    _, maker = composed(puzzle)
    several = some_solutions(puzzle, _LISTED + 1, watch)
    if not 1 < len(several) <= _LISTED:
        return []
    return [addition for addition, _ in _each_alone(puzzle, maker, several)]


def spare(
    board: Board | Puzzle, *, limit: Limit | None = None, watch: Watch | None = None
) -> list[tuple[Cell, ...]]:
    """The clues that are not needed: without each of them alone there is still one solution.

    >>> from masume import load
    >>> spare(load("kuromasu/br-3x3-0"))
    [(1,), (3,), (5,), (7,)]
    """
    puzzle, watch = puzzle_of(board), watch or Watch(limit)
    _, maker = composed(puzzle)
    assert maker.drops is not None
    if (number := len(some_solutions(puzzle, 2, watch))) != 1:
        how_many = "several solutions" if number else "no solution"
        raise NotApplicable(f"this board has {how_many}, so no clue can be spared")
    return [
        tuple(cells)
        for cells, without in maker.drops(puzzle)
        if len(some_solutions(without, 2, watch)) == 1
    ]


def with_clues(puzzle: Puzzle, added: Iterable[Addition]) -> Puzzle:
    """The board with these clues in their cells."""
    printed = fields(puzzle)[2].name  # type: ignore[arg-type]  # as `Kind.new` has it
    cells = list(getattr(puzzle, printed))
    for places, clue in added:
        for cell in places:
            cells[cell] = clue
    changed: Puzzle = replace(puzzle, **{printed: tuple(cells)})  # type: ignore[type-var]
    return changed


def _around(kind: Kind, puzzle: Puzzle, maker: Maker, wanted: Position, watch: Watch) -> Completed:
    """All clues of an empty board at once, for a solution that it is to have."""
    assert maker.around is not None
    assert maker.mend is not None
    if (more := maker.held(puzzle, wanted)) != wanted:
        return Completed(None, answer=more, reason="other solutions would fit any clues as well")
    request = BoardRequest(puzzle.rows, puzzle.cols, check_cancel=watch.check)
    for number in range(_AROUND):
        rng = Random(number)
        board = maker.around(rng, request, wanted)
        for _ in range(_MENDED):
            others = [one for one in some_solutions(board, 2, watch) if one != wanted]
            if not others:
                added = [Addition((cell,), clue) for cell, clue in enumerate(kind.cells(board))]
                return Completed(board, tuple(added), wanted)
            mended = maker.mend(rng, request, board, wanted, others[0])
            if mended is None or kind.violations(mended, wanted):
                break
            board = mended
    return Completed(None, reason="no clues were found that leave one solution")


def _whole(puzzle: Puzzle, answer: Answer) -> Position:
    """A solution that somebody has drawn, as the engine would tell it."""
    drawn = position_of(puzzle, answer)
    if faults := kind_of(puzzle).violations(puzzle, drawn):
        raise NotApplicable(f"what is drawn does not solve this board: {faults[0].text}")
    vocabulary = vocabulary_of(puzzle)
    literals = sorted(whole_literals(vocabulary, drawn), key=abs)
    solution: Position = vocabulary.answer(literals)
    return solution


def composed(puzzle: Puzzle) -> tuple[Kind, Maker]:
    """The puzzle and how its boards are made, if it says which clues they could have."""
    kind = kind_of(puzzle)
    maker = kind.maker() if kind.maker else None
    if maker is None or maker.additions is None or maker.drops is None:
        raise NotApplicable(f"{kind.name} does not say which clues its boards could have")
    return kind, maker


def some_solutions(puzzle: Puzzle, at_most: int, watch: Watch) -> list[Position]:
    """So many solutions, or all; a limit is not swallowed."""
    answers = solutions(puzzle, at_most=at_most, watch=watch)
    listed = list(islice(answers, at_most))
    if answers.stopped is not None:
        raise LimitReached(answers.reason, answers.stopped)
    return listed


def _each_alone(
    puzzle: Puzzle, maker: Maker, several: Sequence[Position]
) -> Iterator[tuple[Addition, Position]]:
    """Clues that only one of all solutions bears, with that solution."""
    assert maker.additions is not None
    kind = kind_of(puzzle)
    for answer in several:
        for one in maker.additions(puzzle, answer):
            changed = with_clues(puzzle, [one])
            if all(kind.violations(changed, other) for other in several if other != answer):
                yield one, answer


def _composers(
    kind: Kind, puzzle: Puzzle, maker: Maker, held: Sequence[Position], watch: Watch
) -> Iterator[_Composer]:
    """One for each solution that can be the only one, with clues enough."""
    assert maker.additions is not None
    for answer in dict.fromkeys(held):
        composer = _Composer(kind, puzzle, answer, maker.additions(puzzle, answer), watch)
        if composer.enough:
            yield composer


class _Composer:
    """A board, a solution that is to be the only one, and the clues that it bears."""

    def __init__(
        self,
        kind: Kind,
        puzzle: Puzzle,
        answer: Position,
        possible: Sequence[Addition],
        watch: Watch,
    ) -> None:
        self.kind, self.puzzle, self.answer, self.watch = kind, puzzle, answer, watch
        self.possible = possible
        self.enough = self._all()  # clues that are enough; none if there are no such

    def _others(self, added: Iterable[Addition], at_most: int = 1) -> list[Position]:
        """Some solutions that these clues leave besides."""
        answers = some_solutions(with_clues(self.puzzle, added), at_most + 1, self.watch)
        return [one for one in answers if one != self.answer][:at_most]

    def _fits(self, added: Iterable[Addition]) -> bool:
        return not self.kind.violations(with_clues(self.puzzle, added), self.answer)

    def _all(self) -> list[Addition]:
        """As many clues as fit together, if that leaves one solution."""
        has_choice = len({one.cells for one in self.possible}) < len(self.possible)
        for number in range(_TRIED if has_choice else 1):
            order = list(self.possible)
            if number:
                Random(number).shuffle(order)
            added: list[Addition] = []
            taken: set[Cell] = set()
            for one in sorted(order, key=lambda one: -len(one.cells)):
                if taken.isdisjoint(one.cells) and self._fits([*added, one]):
                    added.append(one)
                    taken.update(one.cells)
            if not self._others(added):
                return added
        return []

    def trimmed(self, number: int) -> list[Addition]:
        """Clues that are enough, none of which can go; each number drops them in another order."""
        order = list(self.enough)
        Random(number).shuffle(order)
        kept = order
        for one in order:
            rest = [other for other in kept if other is not one]
            if not self._others(rest):
                kept = rest
        return kept

    def proposals(self) -> Iterator[list[Addition]]:
        """Sets of clues that are enough, of which the last may be the smallest."""
        smallest = len(self.enough)
        for number in range(_ORDERS):
            trimmed = self.trimmed(number)
            smallest = min(smallest, len(trimmed))
            yield trimmed
        if 1 < smallest <= _FEW and (fewer := self._fewest(smallest - 1)):
            yield fewer

    def _fewest(self, most: int) -> list[Addition] | None:
        """The fewest clues that are enough; None if there are more than that, or it takes long."""
        solver, variables = Solver(self.watch.check), Variables(len(self.possible))
        numbers = range(1, len(self.possible) + 1)
        clauses, levels = counted(variables, [list(numbers)], min(most + 1, len(numbers)))
        solver.add(clauses)
        for a, b in combinations(numbers, 2):
            if not set(self.possible[a - 1].cells).isdisjoint(self.possible[b - 1].cells):
                solver.add([[-a, -b]])
        size = 1
        for _ in range(_ROUNDS):
            while not solver.solve([-levels[size]] if size < len(levels) else []):
                size += 1
                if size > most:
                    return None
            truth = set(solver.truth())
            chosen = [n for n in numbers if n in truth]
            added = [self.possible[n - 1] for n in chosen]
            if not self._fits(added):
                solver.add([[-n for n in chosen]])
                continue
            others = self._others(added, _OTHERS)
            if not others:
                return added
            solver.add([self._against(other) for other in others])
        return None

    def _against(self, other: Position) -> list[int]:
        """The numbers of the clues that rule out another solution."""
        boards = enumerate((with_clues(self.puzzle, [one]) for one in self.possible), 1)
        return [number for number, board in boards if self.kind.violations(board, other)]
