"""The bodies of requests: what each may hold, with its bounds.

They are plain dataclasses. The server has them checked by pydantic; a page without a server, which
has no pydantic, by `reading`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal, dataclass_transform

from annotated_types import Ge, Gt, Le, MaxLen

MOST_TEXT = 2_000_000  # characters of a board; the body as a whole has a bound too
MOST_SECONDS = 60.0
MOST_MOVES = 20_000
MOST_ACTIONS = 1000  # in one request
MOST_COMPARE_SECONDS = 5.0  # for each of many searches
MOST_SIDE = 50  # rows or columns of a new board
MOST_BOARDS = 20  # made at once
MOST_COLLECTED = 4_500_000  # characters of a file with many boards
MOST_PRINTED = 500  # boards of a booklet
MOST_POSITIONS = 50  # drawn at once
LEAST_CELL, MOST_CELL = 4, 100  # units of a drawing
Form = Literal["svg", "png", "pdf", "txt"]
Theme = Literal["light", "dark", "high-contrast", "print"]
Text = Annotated[str, MaxLen(MOST_TEXT)]
Name = Annotated[str, MaxLen(200)]
Seconds = Annotated[float, Gt(0), Le(MOST_SECONDS)]
PlayTime = Annotated[float, Ge(0), Le(1e9)]
Cell = Annotated[int, Ge(0), Le(1_000_000)]
Cells = Annotated[list[Cell], MaxLen(10_000)]
Seed = Annotated[int, Ge(0), Le(2**63)]
Nodes = Annotated[int, Ge(1), Le(10_000_000)]
Moves = Annotated[list[Name], MaxLen(MOST_MOVES)]
PositionData = dict[str, object]  # as the puzzle writes it: its marks, bridges or path


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class Body:
    """A body takes nothing that it does not know."""

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)


class Load(Body):
    """Whatever people paste."""

    text: Text
    kind: Name | None = None


class Action(Body):
    """What a player does: touch a cell, or play a move by its text, such as r1c1=black.

    Cells are numbered row by row from 0. `to` is where a drag goes, `second` the other button. A
    touch that `joins` belongs to the stroke before: both are undone together.
    """

    do: Literal[
        "none",
        "touch",
        "play",
        "undo",
        "redo",
        "restart",
        "begin-trial",
        "keep-trial",
        "drop-trial",
        "set",
    ]
    cell: Cell | None = None
    to: Cell | None = None
    second: bool = False
    across: bool | None = None
    joins: bool = False
    move: Name | None = None
    auto: bool | None = None
    checking: bool | None = None


class State(Body):
    """A saved game, as /api/session has told it."""

    masume: int
    board: Text
    moves: Annotated[list[Annotated[str, MaxLen(100_000)]], MaxLen(MOST_MOVES)]
    at: Annotated[int, Ge(0), Le(MOST_MOVES)]
    trials: Annotated[list[int], MaxLen(MOST_MOVES)] = field(default_factory=list)
    seconds: PlayTime = 0
    auto: bool = False
    checking: bool = True


class PlayBody(Body):
    """A game and what happens to it; or a board to begin with: its text, or an example's name.

    Actions that have come together, such as those of a quick stroke, may be sent together.
    """

    state: State | None = None
    board: Text | None = None
    name: Name = ""
    action: Action | Annotated[list[Action], MaxLen(MOST_ACTIONS)] | None = None
    theme: Theme = "light"


class MoveBody(PlayBody):
    """The same for those who want to hear only what changes.

    `seen` is the version of the answer that they have. The server may still know the game by it;
    then no state is needed, only the `seconds` that were played.
    """

    seen: Name | None = None
    seconds: PlayTime = 0


class Game(Body):
    """A game."""

    state: State
    theme: Theme = "light"
    seconds: Seconds = 20


class WhyBody(Game):
    """A game, and a cell or link of it: `r3c4`, `r1c1-r1c5`."""

    about: Name


class DrawnBoard(Body):
    """A board in plain text, and how its pictures should look."""

    board: Text
    theme: Theme = "light"


class OneBoard(DrawnBoard):
    """A board in plain text."""

    seconds: Seconds = 20


class DraftBody(DrawnBoard):
    """A board that is being composed."""


class HelpBody(OneBoard):
    """A board that is being composed, and what is wanted of it.

    `state` is a game on this board whose marks are the solution that it is to have, `keep` are
    cells that stay as they are, `dark` those of a picture that the solution is to look like.
    """

    do: Literal["complete", "deciding", "spare", "harder", "easier", "picture"]
    state: State | None = None
    keep: Cells = field(default_factory=list)
    dark: Cells = field(default_factory=list)
    seed: Seed = 0


class CountBody(OneBoard):
    """How far to count."""

    at_most: Annotated[int, Ge(1), Le(100_000)] = 1000


class BoardOrGame(Body):
    """One of the two."""

    board: Text | None = None
    state: State | None = None


class WhyNotBody(BoardOrGame):
    """A board or a game, whose marks may be among the reasons."""

    theme: Theme = "light"
    seconds: Seconds = 20


class Techniques(Body):
    """A puzzle, and which of its techniques; all of them without names."""

    puzzle: Name
    names: Annotated[list[Name], MaxLen(100)] | None = None
    theme: Theme = "light"


class Generate(Body):
    """New boards. Without a seed one is drawn, and told with each board.

    `first` is the number of the first of them; with `nearest` it is told on the way what comes
    nearest to the wish.
    """

    puzzle: Name
    rows: Annotated[int, Ge(1), Le(MOST_SIDE)] = 10
    cols: Annotated[int, Ge(1), Le(MOST_SIDE)] = 10
    difficulty: Name | None = None
    count: Annotated[int, Ge(1), Le(MOST_BOARDS)] = 1
    seed: Seed | None = None
    symmetry: bool = False
    needs: Name | None = None
    clues: Name | None = None
    first: Annotated[int, Ge(0), Le(2**31)] = 0
    nearest: bool = False
    theme: Theme = "light"
    seconds: Seconds = 30


class Convert(BoardOrGame):
    """A board or a game, and the format wanted."""

    to: Name


class Draw(BoardOrGame):
    """A board or a game, and the file wanted."""

    form: Form = "svg"
    theme: Theme = "light"
    cell: Annotated[int, Ge(LEAST_CELL), Le(MOST_CELL)] | None = None


class NodeShot(Body):
    """A node of a film: the moves from a position that was told, or a position of its own.

    What its last move has changed is marked: the last of `moves`, or `move` made `before`.
    """

    position: PositionData | None = None
    moves: Moves = field(default_factory=list)
    before: PositionData | None = None
    move: Name | None = None


class Pictures(DrawnBoard):
    """Positions of a board, and nodes of a film of it."""

    positions: Annotated[list[PositionData], MaxLen(MOST_POSITIONS)] = field(default_factory=list)
    shots: Annotated[list[NodeShot], MaxLen(MOST_POSITIONS)] = field(default_factory=list)


class NodeBody(DrawnBoard):
    """A node of a film: where its path begins, and the moves along it."""

    position: PositionData | None = None
    moves: Moves = field(default_factory=list)


class RefusalBody(NodeBody):
    """A node that was refused."""

    seconds: Seconds = 10


class SearchWay(Body):
    """How a board is searched."""

    algorithm: Name = "astar"
    space: Name | None = None
    heuristic: Name | None = None


class ChildrenBody(NodeBody, SearchWay):
    """A node, and the search that it is one of."""


class SearchBody(SearchWay):
    """A search."""

    board: Text
    seed: Seed = 0
    nodes: Nodes | None = None
    seconds: Seconds = 20


class FilmBody(DrawnBoard):
    """A film to take away; with several ways a race, in step `by` expansions or time.

    `first` and `last` are steps; `tree` asks for the tree after the last one.
    """

    name: Name = ""
    ways: Annotated[list[SearchWay], MaxLen(6)] = field(default_factory=lambda: [SearchWay()])
    seed: Seed = 0
    nodes: Nodes | None = None
    seconds: Seconds = 30
    form: Literal["html", "gif", "mp4", "webm", "svg", "png", "pdf", "tex"] = "svg"
    first: Annotated[int, Ge(1)] = 1
    last: Annotated[int, Ge(1)] | None = None
    speed: Annotated[float, Ge(0.1), Le(60)] = 4
    size: Annotated[int, Ge(100), Le(2000)] = 600
    tree: bool = False
    by: Literal["steps", "time"] = "steps"


class HeuristicsBody(DrawnBoard):
    """The heuristics of a small board in a space."""

    space: Name | None = None
    seconds: Seconds = 30


class Compare(Body):
    """Several searches."""

    board: Text
    algorithms: Annotated[list[Name], MaxLen(50)] | None = None
    heuristic: Name | None = None
    space: Name | None = None
    seconds: Annotated[float, Gt(0), Le(MOST_COMPARE_SECONDS)] = 1  # for each of them


class Nothing(Body):
    """There is nothing to say."""


class Daily(Body):
    """A day, such as 2026-11-16, and a puzzle; without one they take turns."""

    day: Name
    puzzle: Name | None = None
    seconds: Seconds = 30


class Collection(Body):
    """The text of a file with many boards."""

    text: Annotated[str, MaxLen(MOST_COLLECTED)]
    kind: Name | None = None
    seconds: Seconds = 60


class BookletBoard(Body):
    """A board of a booklet, and what it is called there."""

    board: Text
    name: Name = ""
    about: Name = ""


class Booklet(Body):
    """Boards to print, with their solutions."""

    boards: Annotated[list[BookletBoard], MaxLen(MOST_PRINTED)]
    title: Name = ""
    per_page: Literal[1, 2, 4, 6, 9] = 4
    answers: Literal["at-end", "beside", "none"] = "at-end"
    paper: Literal["a4", "letter"] = "a4"
    seconds: Seconds = 60
