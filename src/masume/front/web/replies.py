"""Schemas of the server's answers, for /docs, the tests and authors of clients.

They are not used at run time; the tests check that all answers conform to them.
"""

from __future__ import annotations

from typing import Literal

from masume.front.web.bodies import PositionData, State
from masume.front.web.replies_games import (
    CheckReply,
    DailyReply,
    DraftReply,
    FaultRow,
    LibraryReply,
    LoadReply,
    MoveReply,
    SessionReply,
)
from masume.front.web.reply import CellNumbers, Reply, StatusName


class SolveReply(Reply):
    """A solution; `differs` are the cells in which another one differs."""

    status: StatusName
    unique: bool | None
    cost: int | None
    differs: CellNumbers
    svg: str
    other_svg: str | None
    answer: PositionData | None
    reason: str
    seconds: float


class CountReply(Reply):
    """The number of solutions; a lower bound unless `complete`."""

    number: int
    complete: bool
    reason: str


class ForcedReply(Reply):
    """What all solutions have in common; `cells` are new, `state` is the game with them."""

    status: StatusName
    settled: int
    open: int
    cells: CellNumbers
    svg: str
    reason: str
    state: State | None


class WhyNotReply(Reply):
    """The reasons why there is no solution."""

    status: StatusName
    reasons: list[FaultRow]
    svg: str
    reason: str


class StageRow(Reply):
    """A sentence of an argument, and the board at that stage."""

    text: str
    svg: str


class HintReply(Reply):
    """A step in three levels of help: where to look, the technique, the step.

    `state` is the game after the step. `stages` are the sentences of a longer argument; for a
    technique that looks ahead, the single one shows the consequences.
    """

    outcome: Literal["step", "wrong", "finished", "open", "unsolvable", "limit"]
    text: str
    others: list[str]
    technique: str
    title: str
    level: str
    area: CellNumbers
    cells: CellNumbers
    grounds: CellNumbers
    reasons: list[str]
    svg_area: str | None
    svg: str | None
    stages: list[StageRow]
    state: State | None


class LastCorrectReply(Reply):
    """Whether a game is free of mistakes (null if unknown); if not, the last state that was."""

    correct: bool | None
    state: State | None


class GradeReply(Reply):
    """The difficulty of a board."""

    level: str
    score: float
    steps: int
    techniques: dict[str, int]
    hardest: str | None
    reason: str


class TechniqueRow(Reply):
    """A technique, and an example step."""

    name: str
    title: str
    level: str
    text: str
    svg: str


class TechniquesReply(Reply):
    """Techniques, easiest first."""

    techniques: list[TechniqueRow]


class ClueRow(Reply):
    """A possible clue: in one cell, or in all cells of a shape."""

    cells: CellNumbers
    clue: str


class HelpReply(Reply):
    """Help with a draft: the changed board, if any, and details.

    `clues` are the clues added, or those that would each leave a single solution; `spare_clues` are
    removable clues; `levels` are the old and the new level; `differs` are cells that differ from a
    picture; `minimal` says that no fewer clues suffice, or no solution is closer to the picture.
    """

    board: str | None
    clues: list[ClueRow]
    spare_clues: list[CellNumbers]
    levels: list[str]
    differs: CellNumbers
    minimal: bool
    reason: str


class PictureReply(Reply):
    """Positions as SVG."""

    svgs: list[str]


class ChildRow(Reply):
    """A successor; `dead` if h is infinite."""

    move: str
    cost: float
    h: float | None
    dead: bool
    goal: bool
    svg: str


class LeftOutRow(Reply):
    """A move that the space leaves out, and the rule that it would break, if any."""

    move: str
    reason: str


class ChildrenReply(Reply):
    """The successors of a node; `more` counts those not listed."""

    children: list[ChildRow]
    more: int
    left_out: list[LeftOutRow]


class RefusalReply(Reply):
    """Why no solution follows from a node; if not `hopeless`, one may."""

    hopeless: bool
    reasons: list[str]
    svg: str


class HeuristicRow(Reply):
    """How often a heuristic is wrong, with its worst states.

    `overestimate` is the worst overestimate, `drop` the worst inconsistency; each is a sentence.
    """

    name: str
    admissible: bool
    consistent: bool
    overestimates: int
    drops: int
    exact: int
    dead: int
    mean_share: float | None
    overestimate: str
    overestimate_svg: str | None
    drop: str
    drop_svg: str | None


class HeuristicsReply(Reply):
    """The heuristics of a board; `dominates` are pairs of names."""

    space: str
    states: int
    dead_ends: int
    heuristics: list[HeuristicRow]
    dominates: list[list[str]]


class ConvertReply(Reply):
    """A board in another format."""

    text: str


REPLIES: dict[str, type[Reply]] = {
    "load": LoadReply,
    "session": SessionReply,
    "play": MoveReply,
    "draft": DraftReply,
    "check": CheckReply,
    "library": LibraryReply,
    "daily": DailyReply,
    "solve": SolveReply,
    "count": CountReply,
    "forced": ForcedReply,
    "why-not": WhyNotReply,
    "hint": HintReply,
    "last-correct": LastCorrectReply,
    "why": HintReply,
    "compose": HelpReply,
    "grade": GradeReply,
    "techniques": TechniquesReply,
    "picture": PictureReply,
    "children": ChildrenReply,
    "refusal": RefusalReply,
    "heuristics": HeuristicsReply,
    "convert": ConvertReply,
}
"""The answer to each operation that is not a stream or a file."""
