"""For those who compose a board by hand: clues that would complete it, and clues to spare.

`complete` adds few clues that leave one solution, and keeps all that are there. If some clue alone
is enough, it is that one. Otherwise some solutions are held in turn, all of them or such as are
unlike each other, and for each that can be the only one a `Composer` looks for few clues.
`deciding` names the clues each of which would be enough, `spare` those that can go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from random import Random

from masume.api.exact import model_of, vocabulary_of
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
from masume.make.composer import Composer, some_solutions, with_clues
from masume.make.sound import is_only_solution, whole_literals

UNSOLVABLE = "this board has no solution; change or remove some of its clues"
_LISTED = 300  # solutions among which a clue may be the only one to allow one
_HELD = 8  # solutions that are held in turn
_FIRST = 4  # of them, if there are too many to list,
_DRAWN = 200  # and so many random ones to choose the others from
_AROUND = 20  # boards that are made around a solution
_MENDED = 60  # times that one of them is mended


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
    deadline: Deadline | None = None,
) -> Completed:
    """The board with the fewest clues added that leave one solution: the given one, if there is.

    >>> from masume import loads
    >>> found = complete(loads("kuromasu\\n. . .\\n. 5 .\\n. 3 ."))
    >>> found.added, found.least
    ((Addition(cells=(0,), clue=4),), True)
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit)
    kind, maker = composed(puzzle)
    assert maker.additions is not None
    wanted = None if answer is None else _whole(puzzle, answer)
    best: Completed | None = None
    try:
        several = some_solutions(puzzle, _LISTED + 1, deadline)
        if not several:
            raise NotApplicable(UNSOLVABLE)
        if len(several) == 1:
            return Completed(puzzle, (), several[0], least=True)
        every = len(several) <= _LISTED
        for one, only in _each_alone(puzzle, maker, several, deadline) if every else ():
            if wanted in (None, only):
                proved = _proved(puzzle, [one], only, deadline, least=True)
                if proved is not None:
                    return proved
        answers: Iterable[Position] = several
        if not every:
            answers = chain(several[:_FIRST], _random_solutions(puzzle, maker, deadline))
        answers = (maker.held(puzzle, one) for one in answers) if wanted is None else [wanted]
        if maker.around and not any(kind.cells(puzzle)):
            return _first_around(kind, puzzle, maker, answers, deadline)
        composers = _composers(kind, puzzle, maker, answers, deadline)
        for composer in islice(composers, _HELD):
            for added in composer.proposals():
                if best is None or len(added) < len(best.added):
                    # No clue alone is enough where all solutions and clues are known: then two
                    # are least.
                    least = every and len(added) == 2 and _are_all_listed(puzzle, maker, several)
                    best = _proved(puzzle, added, composer.answer, deadline, least=least) or best
    except LimitReached as reached:
        if best is None:
            return Completed(None, reason=str(reached), stopped=reached.stopped)
        return replace(best, reason=str(reached), stopped=reached.stopped)
    return best or Completed(None, reason="no clues were found that leave one solution")


def _are_all_listed(puzzle: Puzzle, maker: Maker, several: Iterable[Position]) -> bool:
    """Return whether `additions` lists every clue of these solutions: of shapes there are more."""
    assert maker.additions is not None
    each = (one for answer in several for one in maker.additions(puzzle, answer))
    return all(len(one.cells) == 1 for one in each)


def _proved(
    puzzle: Puzzle, added: Sequence[Addition], answer: Position, deadline: Deadline, *, least: bool
) -> Completed | None:
    """Return the board with the added clues; None unless the answer is its only solution."""
    kind, maker = composed(puzzle)
    whole = maker.renamed(puzzle, with_clues(puzzle, added))
    if not is_only_solution(whole, answer, deadline):
        return None
    cells = kind.cells(whole)
    as_named = tuple(Addition(one.cells, cells[one.cells[0]]) for one in added)
    return Completed(whole, as_named, answer, least)


def deciding(
    board: Board | Puzzle, *, limit: Limit | None = None, deadline: Deadline | None = None
) -> list[Addition]:
    """The clues each of which alone would leave one solution; none if there are very many.

    >>> from masume import loads
    >>> [(*one.cells, one.clue) for one in deciding(loads("kuromasu\\n. . .\\n. 5 .\\n. 3 ."))]
    [(0, 4), (1, 5), (2, 4), (0, 3), (1, 3), (2, 3)]
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit)
    _, maker = composed(puzzle)
    several = some_solutions(puzzle, _LISTED + 1, deadline)
    if not 1 < len(several) <= _LISTED:
        return []
    return [addition for addition, _ in _each_alone(puzzle, maker, several, deadline)]


def no_deciding_clue(
    board: Board | Puzzle, *, limit: Limit | None = None, deadline: Deadline | None = None
) -> str:
    """Return the reason why `deciding` names no clue of a board.

    >>> from masume import load
    >>> no_deciding_clue(load("hitori/first"))
    'this board has exactly one solution already'
    """
    number = len(some_solutions(puzzle_of(board), _LISTED + 1, deadline or Deadline(limit)))
    if number == 0:
        return UNSOLVABLE
    if number == 1:
        return "this board has exactly one solution already"
    if number > _LISTED:
        return f"this board has more than {_LISTED} solutions; add a clue and ask again"
    return "no clue alone would leave one solution"


def spare(
    board: Board | Puzzle, *, limit: Limit | None = None, deadline: Deadline | None = None
) -> list[tuple[Cell, ...]]:
    """The clues that are not needed: without each of them alone there is still one solution.

    >>> from masume import load
    >>> spare(load("kuromasu/br-3x3-0"))
    [(1,), (3,), (5,), (7,)]
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit)
    _, maker = composed(puzzle)
    assert maker.drops is not None
    if (number := len(some_solutions(puzzle, 2, deadline))) != 1:
        how_many = "several solutions" if number else "no solution"
        raise NotApplicable(f"this board has {how_many}, so no clue can be spared")
    return [
        tuple(cells)
        for cells, without in maker.drops(puzzle)
        if len(some_solutions(without, 2, deadline)) == 1
    ]


def _first_around(
    kind: Kind, puzzle: Puzzle, maker: Maker, answers: Iterable[Position], deadline: Deadline
) -> Completed:
    """The first of some solutions that all clues of an empty board can be made for."""
    outcome = Completed(None)
    for answer in islice(answers, _HELD):
        outcome = _around(kind, puzzle, maker, answer, deadline)
        if outcome.puzzle is not None:
            break
    return outcome


def _around(
    kind: Kind, puzzle: Puzzle, maker: Maker, wanted: Position, deadline: Deadline
) -> Completed:
    """All clues of an empty board at once, for a solution that it is to have."""
    assert maker.around is not None
    assert maker.mend is not None
    if (more := maker.held(puzzle, wanted)) != wanted:
        return Completed(None, answer=more, reason="other solutions would fit any clues as well")
    request = BoardRequest(puzzle.rows, puzzle.cols, check_cancel=deadline.check)
    for number in range(_AROUND):
        rng = Random(number)
        board = maker.around(rng, request, wanted)
        for _ in range(_MENDED):
            answers = some_solutions(board, 2, deadline)
            if answers == [wanted]:
                added = [Addition((cell,), clue) for cell, clue in enumerate(kind.cells(board))]
                return Completed(board, tuple(added), wanted)
            others = [one for one in answers if one != wanted]
            mended = maker.mend(rng, request, board, wanted, others[0]) if others else None
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


def _each_alone(
    puzzle: Puzzle, maker: Maker, several: Sequence[Position], deadline: Deadline
) -> Iterator[tuple[Addition, Position]]:
    """Clues that only one of all solutions bears, with that solution."""
    assert maker.additions is not None
    kind = kind_of(puzzle)
    borne = {answer: maker.additions(puzzle, answer) for answer in several}
    times = Counter(chain.from_iterable(borne.values()))
    for answer, possible in borne.items():
        for one in possible:
            deadline.check()
            if times[one] > 1:
                continue
            changed = with_clues(puzzle, [one])  # not all that a solution bears is listed
            if all(kind.violations(changed, other) for other in several if other != answer):
                yield one, answer


def _composers(
    kind: Kind, puzzle: Puzzle, maker: Maker, answers: Iterable[Position], deadline: Deadline
) -> Iterator[Composer]:
    """One for each solution that can be the only one, with clues enough."""
    assert maker.additions is not None
    held: set[Position] = set()
    for answer in answers:
        if answer in held:
            continue
        held.add(answer)
        composer = Composer(kind, puzzle, answer, maker.additions, deadline)
        if composer.enough:
            yield composer


def _random_solutions(puzzle: Puzzle, maker: Maker, deadline: Deadline) -> Iterator[Position]:
    """Solutions that are unlike each other; those that come first in a list are much alike."""
    model = model_of(puzzle, deadline)
    engine = Engine(model, deadline.check)
    engine.solver.add(maker.sole(puzzle))
    for number in range(_DRAWN):
        rng = Random(number)
        engine.solver.prefer([rng.choice((one, -one)) for one in range(1, model.shown + 1)])
        solution = engine.solve()
        if solution is None:
            return  # the clues leave none that could be the only one
        yield model.vocabulary.answer(solution)
