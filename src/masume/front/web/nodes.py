"""Operations on nodes of a film: their pictures, their successors, and why one is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from math import inf

import masume
from masume.api.boards import changed_cells
from masume.api.searches import resolve_search
from masume.core.model.model import Reason
from masume.core.puzzle.kind import Kind, Violation
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.space import StateSpace
from masume.core.system.limits import Limit
from masume.errors import BadOption, MasumeError
from masume.front.web import pictures
from masume.front.web.boards import read_board
from masume.front.web.bodies import ChildrenBody, NodeShot, Pictures, RefusalBody
from masume.front.web.records import Record

_MAX_CHILDREN = 100
_MAX_REASONS = 4


class PictureReply(Record):
    """Positions as SVG."""

    svgs: list[str]


class ChildRow(Record):
    """A successor; `dead` if h is infinite."""

    move: str
    cost: float
    h: float | None
    dead: bool
    goal: bool
    svg: str


class LeftOutRow(Record):
    """A move that the space leaves out, and the rule that it would break, if any."""

    move: str
    reason: str


class ChildrenReply(Record):
    """The successors of a node; `more` counts those not listed."""

    children: list[ChildRow]
    more: int
    left_out: list[LeftOutRow]


class RefusalReply(Record):
    """Why no solution follows from a node; if not `hopeless`, one may."""

    hopeless: bool
    reasons: list[str]
    svg: str


def picture(body: Pictures) -> PictureReply:
    """Return positions of a board, and nodes of a film, as SVG."""
    puzzle = read_board(body.board).puzzle
    drawn = [pictures.picture(puzzle, position, body.theme) for position in body.positions]
    return PictureReply(svgs=drawn + [_shot(puzzle, shot, body.theme) for shot in body.shots])


def _shot(puzzle: Puzzle, wanted: NodeShot, theme: str) -> str:
    """Draw the position of a node, with the cells changed by its last move marked."""
    kind = masume.kind_of(puzzle)
    before, position = _replay_moves(kind, puzzle, wanted.position, wanted.moves)
    move = wanted.move if not wanted.moves else None
    if wanted.before is not None:
        before = kind.from_json(puzzle, wanted.before)
    after = position
    if before is not None and move is not None:
        with suppress(MasumeError):  # not a move of the puzzle: all changes are marked
            after = kind.play(puzzle, before, kind.parse_move(puzzle, move))
    marked = () if before is None else changed_cells(puzzle, before, after)
    return pictures.picture(puzzle, position, theme, marked=marked)


def _replay_moves(
    kind: Kind, puzzle: Puzzle, start: Mapping[str, object] | None, moves: Iterable[str]
) -> tuple[Position | None, Position]:
    """Return the position before the last move, or None, and the position after it."""
    before = None
    position = kind.start(puzzle) if start is None else kind.from_json(puzzle, start)
    for text in moves:
        before, position = position, kind.play(puzzle, position, kind.parse_move(puzzle, text))
    return before, position


def children(body: ChildrenBody) -> ChildrenReply:
    """Return the successors of a node of a film, and the moves left out there."""
    board = read_board(body.board)
    puzzle, kind = board.puzzle, board.kind
    chosen = resolve_search(kind, body.algorithm, space=body.space, heuristic=body.heuristic)
    space = chosen.space_type(puzzle, **dict(chosen.space_options))
    h = chosen.heuristic.build(space) if chosen.heuristic else None
    first = space.initial()
    if body.position not in (None, kind.to_json(puzzle, space.position(first))):
        first = space.initial(kind.from_json(puzzle, body.position or {}))  # a random start
    state = first
    for text in body.moves:
        state = _step(kind, space, state, text)
    current = space.position(state)
    rows: list[ChildRow] = []
    names = set()
    for move, child, cost in space.successors(state):
        names.add(kind.write_move(puzzle, move))
        if len(rows) >= _MAX_CHILDREN:
            continue
        after = space.position(child)
        value = None if h is None else h(child)
        svg = pictures.picture(
            puzzle, after, body.theme, marked=changed_cells(puzzle, current, after)
        )
        rows.append(
            ChildRow(
                move=kind.write_move(puzzle, move),
                cost=cost,
                h=None if value == inf else value,
                dead=value == inf,
                goal=space.is_goal(child),
                svg=svg,
            )
        )
    # In a puzzle's space without repairs all moves are possible at the start; the space left the
    # rest out.
    known = names | set(body.moves)
    at_start = () if space.repairs or not kind.has_size else space.successors(first)
    moves = (kind.write_move(puzzle, move) for move, *_ in at_start)
    left_out = [text for text in moves if text not in known]
    return ChildrenReply(
        children=rows,
        more=len(names) - len(rows),
        left_out=[
            LeftOutRow(move=text, reason=_rule(kind, puzzle, current, text))
            for text in left_out[:_MAX_CHILDREN]
        ],
    )


def _step(kind: Kind, space: StateSpace, state: object, text: str) -> object:
    """Return the successor state that a move leads to; raise BadOption if there is none."""
    for move, child, _ in space.successors(state):
        if kind.write_move(space.puzzle, move) == text:
            return child
    raise BadOption(f"moves: {text} is not possible there; send the moves of the film")


def _rule(kind: Kind, puzzle: Puzzle, current: Position, text: str) -> str:
    """Return the violations that a move would cause; an empty text if there are none."""
    try:
        after = kind.play(puzzle, current, kind.parse_move(puzzle, text))
    except MasumeError as fault:
        return str(fault)
    known = {fault.text for fault in kind.visible_violations(puzzle, current)}
    fresh = [
        fault.text for fault in kind.visible_violations(puzzle, after) if fault.text not in known
    ]
    return "; ".join(fresh[:_MAX_REASONS])


def refusal(body: RefusalBody) -> RefusalReply:
    """Return why no solution follows from a node of a film: broken rules or a contradiction."""
    board = read_board(body.board)
    puzzle, kind = board.puzzle, board.kind
    before, position = _replay_moves(kind, puzzle, body.position, body.moves)
    changed = [] if before is None else changed_cells(puzzle, before, position)
    faults: Sequence[Violation | Reason] = kind.visible_violations(puzzle, position)
    hopeless = bool(faults)
    if not faults:
        contradiction = masume.why_not(puzzle, position, limit=Limit(seconds=body.seconds))
        faults = contradiction.reasons
        hopeless = contradiction.status is masume.Status.EXHAUSTED
    cells = sorted({cell for fault in faults for cell in fault.cells})
    svg = pictures.picture(puzzle, position, body.theme, marked=cells or changed)
    reasons = [fault.text for fault in faults[:20]]
    return RefusalReply(hopeless=hopeless, reasons=reasons, svg=svg)
