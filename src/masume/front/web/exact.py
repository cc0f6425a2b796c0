"""Operations that the exact engine answers: solutions, their number, and contradictions."""

from __future__ import annotations

import masume
from masume.api.exact import vocabulary_of
from masume.core.search.events import Status
from masume.core.system.limits import Limit
from masume.front.web import bodies
from masume.front.web.boards import FaultRow, fault_rows, read_board
from masume.front.web.drawings import board_or_game
from masume.front.web.pictures import picture
from masume.front.web.records import CellNumbers, Record, StatusName
from masume.play.session import restore_session


class SolveReply(Record):
    """A solution; `differs` are the cells in which another one differs."""

    status: StatusName
    unique: bool | None
    cost: int | None
    differs: CellNumbers
    svg: str
    other_svg: str | None
    answer: bodies.PositionData | None
    reason: str
    seconds: float


class CountReply(Record):
    """The number of solutions; a lower bound unless `complete`."""

    number: int
    complete: bool
    reason: str


class ForcedReply(Record):
    """What all solutions have in common; `cells` are new, `state` is the game with them."""

    status: StatusName
    settled: int
    open: int
    cells: CellNumbers
    svg: str
    reason: str
    state: bodies.State | None


class WhyNotReply(Record):
    """The reasons why there is no solution."""

    status: StatusName
    reasons: list[FaultRow]
    svg: str
    reason: str


def solve(body: bodies.OneBoard) -> SolveReply:
    """Return the solution of a board, and whether it is unique."""
    board = read_board(body.board)
    puzzle = board.puzzle
    solution = masume.solve(puzzle, limit=Limit(seconds=body.seconds))
    known = solution.known if solution.answer is None else solution.answer
    return SolveReply.of(
        solution,
        svg=picture(puzzle, known, body.theme, marked=solution.differs),
        other_svg=None if solution.other is None else picture(puzzle, solution.other, body.theme),
        answer=None if solution.answer is None else board.kind.to_json(puzzle, solution.answer),
        seconds=round(solution.work.seconds, 6),
    )


def count(body: bodies.CountBody) -> CountReply:
    """Return the number of solutions, up to `at_most`."""
    puzzle = read_board(body.board).puzzle
    limit = Limit(seconds=body.seconds)
    return CountReply.of(masume.count(puzzle, at_most=body.at_most, limit=limit))


def forced(body: bodies.Game) -> ForcedReply:
    """Return what all solutions consistent with a game have in common."""
    session = restore_session(vars(body.state))
    puzzle = session.puzzle
    shared = masume.forced(puzzle, session.position, limit=Limit(seconds=body.seconds))
    vocabulary = vocabulary_of(puzzle)
    known = set(vocabulary.literals(session.position))
    fresh = () if shared.status is Status.EXHAUSTED else vocabulary.literals(shared.position)
    cells = sorted(
        {cell for lit in fresh if lit not in known for cell in vocabulary.cells(abs(lit))}
    )
    svg = picture(puzzle, shared.position, body.theme, marked=cells)
    if cells:
        session.take(shared.position)
    state = bodies.State(**session.state()) if cells else None
    return ForcedReply.of(shared, cells=cells, svg=svg, state=state)


def why_not(body: bodies.WhyNotBody) -> WhyNotReply:
    """Return why there is no solution: clues, rules and marks that contradict each other."""
    board = board_or_game(body)
    puzzle, position = board.puzzle, board.answer
    contradiction = masume.why_not(puzzle, position, limit=Limit(seconds=body.seconds))
    cells = sorted({cell for reason in contradiction.reasons for cell in reason.cells})
    svg = picture(puzzle, position, body.theme, marked=cells)
    return WhyNotReply.of(contradiction, reasons=fault_rows(contradiction.reasons), svg=svg)
