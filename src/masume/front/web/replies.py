"""The answers of the server: what each holds, for /docs, the tests and those who write clients.

They describe what the tasks yield; at run time nothing goes through them. The tests check that all
answers are as they say.
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
    """How many solutions there are at least; all of them if complete."""

    number: int
    complete: bool
    reason: str


class ForcedReply(Reply):
    """What all solutions share; `cells` are new, and `state` is the game with them."""

    status: StatusName
    settled: int
    open: int
    cells: CellNumbers
    svg: str
    reason: str
    state: State | None


class WhyNotReply(Reply):
    """Why there is no solution."""

    status: StatusName
    reasons: list[FaultRow]
    svg: str
    reason: str


class StageRow(Reply):
    """A sentence of an argument, and the board as it would be by then."""

    text: str
    svg: str


class HintReply(Reply):
    """A step in three grades: where to look, the technique, the step; `state` is the game then.

    `stages` are the sentences of its argument if they are several; the only one of a technique
    that looks ahead shows what would follow.
    """

    told: Literal["step", "wrong", "finished", "open", "unsolvable", "limit"]
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


class RightReply(Reply):
    """Whether nothing is wrong, null if it was not found out; if so, the game before that."""

    right: bool | None
    state: State | None


class GradeReply(Reply):
    """How hard a board is."""

    level: str
    score: float
    steps: int
    techniques: dict[str, int]
    hardest: str | None
    reason: str


class TechniqueRow(Reply):
    """A technique, and its step on a board of its own."""

    name: str
    title: str
    level: str
    text: str
    svg: str


class TechniquesReply(Reply):
    """Techniques, the easiest first."""

    techniques: list[TechniqueRow]


class ClueRow(Reply):
    """A clue that a board could have: in one cell, or in all cells of a shape."""

    cells: CellNumbers
    clue: str


class HelpReply(Reply):
    """Help with a board that is being composed: the board changed, if it was, and how.

    `clues` are those added, or those each of which alone would leave one solution; `spare` those
    that can go; `levels` how hard it was and is; `differs` cells that are not as in a picture;
    `least` whether no fewer clues would do, or no solution is more like the picture.
    """

    board: str | None
    clues: list[ClueRow]
    spare: list[CellNumbers]
    levels: list[str]
    differs: CellNumbers
    least: bool
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
    """A move that the space does not make, and the rule that it would break, if any."""

    move: str
    reason: str


class ChildrenReply(Reply):
    """The successors of a node of a film; `more` are not told."""

    children: list[ChildRow]
    more: int
    left_out: list[LeftOutRow]


class RefusalReply(Reply):
    """Why no solution follows from a node; not hopeless: one may."""

    hopeless: bool
    reasons: list[str]
    svg: str


class HeuristicRow(Reply):
    """What was found out of a heuristic: how often it is wrong, with the worst state of each sort.

    `over` is where it says most too much, `fall` where it falls most too fast; each is a sentence.
    """

    name: str
    admissible: bool
    consistent: bool
    overestimates: int
    drops: int
    exact: int
    dead: int
    mean_share: float | None
    over: str
    over_svg: str | None
    fall: str
    fall_svg: str | None


class HeuristicsReply(Reply):
    """Heuristics on a board; `dominates` are pairs of names."""

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
    "right": RightReply,
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
"""What is answered at once, by its operation."""
