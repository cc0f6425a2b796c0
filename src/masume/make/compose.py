"""Tools for composing a board by hand: add the clues that it lacks, find redundant clues.

`complete` adds few clues so that one solution is left. If a single clue suffices, it is used.
Otherwise several solutions are tried as the final one, all of them or a varied sample, and for each
a `Composer` searches for few clues. `deciding_clues` lists the clues that would suffice alone,
`spare_clues` those that can be removed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from random import Random

from masume.api.exact import model_of, vocabulary_of
from masume.core.drawing.show import short_repr, svg_of
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.maker import Addition, BoardRequest, Maker
from masume.core.puzzle.puzzle import Answer, Position, Puzzle
from masume.core.system.limits import Deadline, Limit, LimitReached, Stop
from masume.errors import NotApplicable
from masume.exact.engine import Engine
from masume.formats.inputs import position_of, puzzle_of
from masume.formats.plain import Board
from masume.make.composer import Composer, add_clues, list_solutions
from masume.make.unique_board import is_only_solution, whole_literals

UNSOLVABLE = "this board has no solution; change or remove some of its clues"
_LISTED = 300  # solutions up to which all of them are listed
_HELD = 8  # solutions that are tried as the final one
_FIRST = 4  # of these the first ones found, if there are too many to list
_DRAWN = 200  # random solutions from which the others are taken
_AROUND = 20  # boards that are built around a solution
_MAX_REPAIRS = 60  # of one of them


@dataclass(frozen=True)
class CompletedBoard:
    """A completed board with one solution, or the reason why there is none."""

    puzzle: Puzzle | None
    added: tuple[Addition, ...] = ()
    answer: Position | None = None
    least: bool = False  # whether it is proved that fewer clues do not suffice
    reason: str = ""
    stopped: Stop | None = None

    def __repr__(self) -> str:
        added = f"{len(self.added)} clues added" if self.puzzle else None
        return short_repr(self, added, "proved the fewest" if self.least else None, self.reason)

    def _repr_svg_(self) -> str | None:
        return None if self.puzzle is None else svg_of(self.puzzle, self.answer)


def complete(
    board: Board | Puzzle,
    answer: Answer | None = None,
    *,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> CompletedBoard:
    """Add the fewest clues that leave one solution: `answer` if it is given.

    >>> from masume import loads
    >>> found = complete(loads("kuromasu\\n. . .\\n. 5 .\\n. 3 ."))
    >>> found.added, found.least
    ((Addition(cells=(0,), clue=4),), True)
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit)
    kind, maker = kind_and_maker(puzzle)
    assert maker.additions is not None
    wanted = None if answer is None else _read_solution(puzzle, answer)
    best: CompletedBoard | None = None
    try:
        several = list_solutions(puzzle, _LISTED + 1, deadline)
        if not several:
            raise NotApplicable(UNSOLVABLE)
        if len(several) == 1:
            return CompletedBoard(puzzle, (), several[0], least=True)
        every = len(several) <= _LISTED
        for addition, only in _single_clues(puzzle, maker, several, deadline) if every else ():
            if wanted in (None, only):
                proved = _verify(puzzle, [addition], only, deadline, least=True)
                if proved is not None:
                    return proved
        answers: Iterable[Position] = several
        if not every:
            answers = chain(several[:_FIRST], _random_solutions(puzzle, maker, deadline))
        if wanted is not None:
            answers = [wanted]
        else:
            answers = (maker.normalise(puzzle, solution) for solution in answers)
        if maker.build_around and not any(kind.cells(puzzle)):
            return _first_around(kind, puzzle, maker, answers, deadline)
        composers = _composers(kind, puzzle, maker, answers, deadline)
        for composer in islice(composers, _HELD):
            for added in composer.proposals():
                if best is None or len(added) < len(best.added):
                    # No single clue suffices; if all solutions and clues are known, this is
                    # proved, so two are the minimum.
                    least = every and len(added) == 2 and maker.lists_all_additions
                    best = _verify(puzzle, added, composer.answer, deadline, least=least) or best
    except LimitReached as reached:
        if best is None:
            return CompletedBoard(None, reason=str(reached), stopped=reached.stopped)
        return replace(best, reason=str(reached), stopped=reached.stopped)
    return best or CompletedBoard(None, reason="no clues were found that leave one solution")


def _verify(
    puzzle: Puzzle, added: Sequence[Addition], answer: Position, deadline: Deadline, *, least: bool
) -> CompletedBoard | None:
    """Return the board with the added clues; None unless the answer is its only solution."""
    kind, maker = kind_and_maker(puzzle)
    whole = maker.rename_clues(puzzle, add_clues(puzzle, added))
    if not is_only_solution(whole, answer, deadline):
        return None
    cells = kind.cells(whole)
    as_named = tuple(Addition(addition.cells, cells[addition.cells[0]]) for addition in added)
    return CompletedBoard(whole, as_named, answer, least)


def deciding_clues(
    board: Board | Puzzle, *, limit: Limit | None = None, deadline: Deadline | None = None
) -> list[Addition]:
    """Return the clues that alone would leave one solution; none if the board has too many.

    >>> from masume import loads
    >>> board = loads("kuromasu\\n. . .\\n. 5 .\\n. 3 .")
    >>> [(*addition.cells, addition.clue) for addition in deciding_clues(board)]
    [(0, 4), (1, 5), (2, 4), (0, 3), (1, 3), (2, 3)]
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit)
    _, maker = kind_and_maker(puzzle)
    several = list_solutions(puzzle, _LISTED + 1, deadline)
    if not 1 < len(several) <= _LISTED:
        return []
    return [addition for addition, _ in _single_clues(puzzle, maker, several, deadline)]


def no_deciding_clue(
    board: Board | Puzzle, *, limit: Limit | None = None, deadline: Deadline | None = None
) -> str:
    """Return the reason why `deciding_clues` names no clue of a board.

    >>> from masume import load
    >>> no_deciding_clue(load("hitori/first"))
    'this board has exactly one solution'
    """
    number = len(list_solutions(puzzle_of(board), _LISTED + 1, deadline or Deadline(limit)))
    if number == 0:
        return UNSOLVABLE
    if number == 1:
        return "this board has exactly one solution"
    if number > _LISTED:
        return f"this board has more than {_LISTED} solutions; add a clue and ask again"
    return "no clue alone would leave one solution"


def spare_clues(
    board: Board | Puzzle, *, limit: Limit | None = None, deadline: Deadline | None = None
) -> list[tuple[Cell, ...]]:
    """Return the cells of each redundant clue: without it alone the solution stays unique.

    >>> from masume import load
    >>> spare_clues(load("kuromasu/br-3x3-0"))
    [(1,), (3,), (5,), (7,)]
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit)
    _, maker = kind_and_maker(puzzle)
    assert maker.removals is not None
    if (number := len(list_solutions(puzzle, 2, deadline))) != 1:
        how_many = "several solutions" if number else "no solution"
        raise NotApplicable(f"this board has {how_many}, so no clue is redundant")
    return [
        tuple(cells)
        for cells, without in maker.removals(puzzle)
        if len(list_solutions(without, 2, deadline)) == 1
    ]


def _first_around(
    kind: Kind, puzzle: Puzzle, maker: Maker, answers: Iterable[Position], deadline: Deadline
) -> CompletedBoard:
    """Build the clues of an empty board around the first solution for which that succeeds."""
    outcome = CompletedBoard(None)
    for answer in islice(answers, _HELD):
        outcome = _build_around(kind, puzzle, maker, answer, deadline)
        if outcome.puzzle is not None:
            break
    return outcome


def _build_around(
    kind: Kind, puzzle: Puzzle, maker: Maker, wanted: Position, deadline: Deadline
) -> CompletedBoard:
    """Build all clues of an empty board so that `wanted` is its only solution."""
    assert maker.build_around is not None
    assert maker.repair is not None
    if (more := maker.normalise(puzzle, wanted)) != wanted:
        return CompletedBoard(
            None, answer=more, reason="other solutions would fit any clues as well"
        )
    request = BoardRequest(puzzle.rows, puzzle.cols, check_cancel=deadline.check)
    for number in range(_AROUND):
        rng = Random(number)
        board = maker.build_around(rng, request, wanted)
        for _ in range(_MAX_REPAIRS):
            answers = list_solutions(board, 2, deadline)
            if answers == [wanted]:
                added = [Addition((cell,), clue) for cell, clue in enumerate(kind.cells(board))]
                return CompletedBoard(board, tuple(added), wanted)
            others = [solution for solution in answers if solution != wanted]
            mended = maker.repair(rng, request, board, wanted, others[0]) if others else None
            if mended is None or kind.violations(mended, wanted):
                break
            board = mended
    return CompletedBoard(None, reason="no clues were found that leave one solution")


def _read_solution(puzzle: Puzzle, answer: Answer) -> Position:
    """Return a drawn solution in the engine's form; raise NotApplicable if it breaks a rule."""
    drawn = position_of(puzzle, answer)
    if faults := kind_of(puzzle).violations(puzzle, drawn):
        raise NotApplicable(f"the drawing does not solve this board: {faults[0].text}")
    vocabulary = vocabulary_of(puzzle)
    literals = sorted(whole_literals(vocabulary, drawn), key=abs)
    solution: Position = vocabulary.answer(literals)
    return solution


def kind_and_maker(puzzle: Puzzle) -> tuple[Kind, Maker]:
    """Return a puzzle's kind and maker; raise NotApplicable if it cannot propose clues."""
    kind = kind_of(puzzle)
    maker = kind.maker() if kind.maker else None
    if maker is None or maker.additions is None or maker.removals is None:
        raise NotApplicable(
            f"{kind.name} boards cannot be composed with help: the puzzle proposes no clues"
        )
    return kind, maker


def _single_clues(
    puzzle: Puzzle, maker: Maker, several: Sequence[Position], deadline: Deadline
) -> Iterator[tuple[Addition, Position]]:
    """Yield the clues that only one of all solutions allows, with that solution."""
    assert maker.additions is not None
    kind = kind_of(puzzle)
    borne = {answer: maker.additions(puzzle, answer) for answer in several}
    times = Counter(chain.from_iterable(borne.values()))
    for answer, possible in borne.items():
        for addition in possible:
            deadline.check()
            if times[addition] > 1:
                continue
            changed = add_clues(puzzle, [addition])  # `additions` may list only some of the clues
            if all(kind.violations(changed, other) for other in several if other != answer):
                yield addition, answer


def _composers(
    kind: Kind, puzzle: Puzzle, maker: Maker, answers: Iterable[Position], deadline: Deadline
) -> Iterator[Composer]:
    """Yield a composer for each different solution that some clues make unique."""
    assert maker.additions is not None
    held: set[Position] = set()
    for answer in answers:
        if answer in held:
            continue
        held.add(answer)
        composer = Composer(kind, puzzle, answer, maker.additions, deadline)
        if composer.sufficient:
            yield composer


def _random_solutions(puzzle: Puzzle, maker: Maker, deadline: Deadline) -> Iterator[Position]:
    """Yield varied random solutions; the first ones of an enumeration resemble each other."""
    model = model_of(puzzle, deadline)
    engine = Engine(model, deadline.check)
    engine.solver.add(maker.uniqueness_clauses(puzzle))
    for number in range(_DRAWN):
        rng = Random(number)
        engine.solver.prefer([rng.choice((n, -n)) for n in range(1, model.shown + 1)])
        solution = engine.solve()
        if solution is None:
            return  # no solution can be the only one
        yield model.vocabulary.answer(solution)
