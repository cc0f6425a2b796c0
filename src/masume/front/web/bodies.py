"""Request bodies: their fields and bounds."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, MaxLen

from masume.front.web.records import Record

MAX_TEXT = 2_000_000  # characters of a board
MAX_SECONDS = 60.0
MAX_MOVES = 20_000
MAX_ACTIONS = 1000  # per request
MAX_COMPARE_SECONDS = 5.0  # per search of a comparison
MAX_SIDE = 50  # rows or columns of a new board
MAX_BOARDS = 20  # new boards per request
MAX_COLLECTION = 4_500_000  # characters of a collection file
MAX_BOOKLET = 500  # boards of a booklet
MAX_POSITIONS = 50  # drawn per request
MIN_CELL, MAX_CELL = 4, 100  # units of a drawing
Form = Literal["svg", "png", "pdf", "txt"]
Theme = Literal["light", "dark", "high-contrast", "print"]
Text = Annotated[str, MaxLen(MAX_TEXT)]
Name = Annotated[str, MaxLen(200)]
Seconds = Annotated[float, Gt(0), Le(MAX_SECONDS)]
PlayTime = Annotated[float, Ge(0), Le(1e9)]
Cell = Annotated[int, Ge(0), Le(1_000_000)]
Cells = Annotated[list[Cell], MaxLen(10_000)]
Seed = Annotated[int, Ge(0), Le(2**63)]
Nodes = Annotated[int, Ge(1), Le(10_000_000)]
Moves = Annotated[list[Name], MaxLen(MAX_MOVES)]
PositionData = dict[str, object]  # the JSON form of a position: marks, bridges or path


class Load(Record):
    """A text in any format, which may hold several boards."""

    text: Text
    kind: Name | None = None


class Showcase(Record):
    """The theme of the pictures."""

    theme: Theme = "light"


class Action(Record):
    """A player's action: touch a cell, or play a move by its text, such as r1c1=black.

    Cells are numbered row by row from 0. `to` is the last cell of a drag, `second` the secondary
    button, `side` the side of the cell that was pointed at, `symbol` one that was typed into it
    (empty: cleared). A touch with `joins` continues the previous stroke: both are undone together.
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
    side: Literal["up", "down", "left", "right"] | None = None
    symbol: Name | None = None
    joins: bool = False
    move: Name | None = None
    auto: bool | None = None
    checking: bool | None = None


class State(Record):
    """A saved game, as returned by /api/session."""

    masume: int
    board: Text
    moves: Annotated[list[Annotated[str, MaxLen(100_000)]], MaxLen(MAX_MOVES)]
    at: Annotated[int, Ge(0), Le(MAX_MOVES)]
    trials: Annotated[list[int], MaxLen(MAX_MOVES)] = field(default_factory=list)
    seconds: PlayTime = 0
    auto: bool = False
    checking: bool = True


class PlayBody(Record):
    """A game with the actions to apply, or a board to start with (its text or an example's name).

    The actions of one stroke may be sent together.
    """

    state: State | None = None
    board: Text | None = None
    name: Name = ""
    action: Action | Annotated[list[Action], MaxLen(MAX_ACTIONS)] | None = None
    theme: Theme = "light"


class MoveBody(PlayBody):
    """A play request whose answer holds only the differences from an earlier answer.

    `seen` is the version of that answer. If the server still knows it, no state is needed, only the
    `seconds` played.
    """

    seen: Name | None = None
    seconds: PlayTime = 0


class Game(Record):
    """A game."""

    state: State
    theme: Theme = "light"
    seconds: Seconds = 20


class WhyBody(Game):
    """A game and a cell or link of it: `r3c4`, `r1c1-r1c5`."""

    target: Name


class DrawnBoard(Record):
    """A board in plain text, and the theme of its pictures."""

    board: Text
    theme: Theme = "light"


class OneBoard(DrawnBoard):
    """A board in plain text."""

    seconds: Seconds = 20


class DraftBody(DrawnBoard):
    """A board that is being composed."""


class HelpBody(OneBoard):
    """A board that is being composed, and the help wanted.

    `state` is a game on this board whose marks are the intended solution, `keep` are cells that
    must not change, `dark` are the cells of a picture that the solution should resemble.
    """

    do: Literal["complete", "deciding_clues", "spare_clues", "harder", "easier", "picture"]
    state: State | None = None
    keep: Cells = field(default_factory=list)
    dark: Cells = field(default_factory=list)
    seed: Seed = 0


class CountBody(OneBoard):
    """A board, and the number of solutions at which counting stops."""

    at_most: Annotated[int, Ge(1), Le(100_000)] = 1000


class BoardOrGame(Record):
    """Either a board or a game."""

    board: Text | None = None
    state: State | None = None


class WhyNotBody(BoardOrGame):
    """A board, or a game whose marks may be among the reasons."""

    theme: Theme = "light"
    seconds: Seconds = 20


class Techniques(Record):
    """A puzzle, and the names of its techniques; all of them if null."""

    puzzle: Name
    names: Annotated[list[Name], MaxLen(100)] | None = None
    theme: Theme = "light"


class ExerciseBody(Record):
    """A technique of a puzzle, a seed, and a stage: how many exercises have been solved."""

    puzzle: Name
    technique: Name
    seed: Seed = 0
    stage: Annotated[int, Ge(0), Le(1_000_000)] = 0
    theme: Theme = "light"


class Generate(Record):
    """A request for new boards; without a seed, one is drawn and returned with each board.

    `first` is the number of the first board. With `nearest`, progress lines report the closest
    board found so far.
    """

    puzzle: Name
    rows: Annotated[int, Ge(1), Le(MAX_SIDE)] = 10
    cols: Annotated[int, Ge(1), Le(MAX_SIDE)] = 10
    difficulty: Name | None = None
    count: Annotated[int, Ge(1), Le(MAX_BOARDS)] = 1
    seed: Seed | None = None
    symmetry: bool = False
    needs: Name | None = None
    clues: Name | None = None
    first: Annotated[int, Ge(0), Le(2**31)] = 0
    nearest: bool = False
    theme: Theme = "light"
    seconds: Seconds = 30


class Convert(BoardOrGame):
    """A board or a game, and the target format."""

    to: Name


class Draw(BoardOrGame):
    """A board or a game, and the file to draw."""

    form: Form = "svg"
    theme: Theme = "light"
    cell: Annotated[int, Ge(MIN_CELL), Le(MAX_CELL)] | None = None


class NodeShot(Record):
    """A node of a film: the moves from a recorded position, or a position of its own.

    The cells changed by its last move are marked: the last of `moves`, or `move` played on
    `before`.
    """

    position: PositionData | None = None
    moves: Moves = field(default_factory=list)
    before: PositionData | None = None
    move: Name | None = None


class Pictures(DrawnBoard):
    """Positions of a board, and nodes of a film of it."""

    positions: Annotated[list[PositionData], MaxLen(MAX_POSITIONS)] = field(default_factory=list)
    shots: Annotated[list[NodeShot], MaxLen(MAX_POSITIONS)] = field(default_factory=list)


class NodeBody(DrawnBoard):
    """A node of a film: the position at which its path begins, and the moves along it."""

    position: PositionData | None = None
    moves: Moves = field(default_factory=list)


class RefusalBody(NodeBody):
    """A refused node."""

    seconds: Seconds = 10


class SearchSettings(Record):
    """An algorithm with its space and heuristic."""

    algorithm: Name = "astar"
    space: Name | None = None
    heuristic: Name | None = None


class ChildrenBody(NodeBody, SearchSettings):
    """A node, and the search that it belongs to."""


class SearchBody(SearchSettings):
    """A search to run."""

    board: Text
    seed: Seed = 0
    nodes: Nodes | None = None
    seconds: Seconds = 20


class FilmBody(DrawnBoard):
    """A film to export; several searches make a race, synchronised `by` expansions or time.

    `first` and `last` are steps; `tree` asks for the search tree after the last one.
    """

    name: Name = ""
    searches: Annotated[list[SearchSettings], MaxLen(6)] = field(
        default_factory=lambda: [SearchSettings()]
    )
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
    """A small board and the space in which its heuristics are checked."""

    space: Name | None = None
    seconds: Seconds = 30


class Compare(Record):
    """Several searches of one board."""

    board: Text
    algorithms: Annotated[list[Name], MaxLen(50)] | None = None
    heuristic: Name | None = None
    space: Name | None = None
    seconds: Annotated[float, Gt(0), Le(MAX_COMPARE_SECONDS)] = 1  # per search


class Nothing(Record):
    """An empty body."""


class Daily(Record):
    """A day, such as 2026-11-16, and a puzzle; without one the puzzles alternate."""

    day: Name
    puzzle: Name | None = None
    seconds: Seconds = 30


class Collection(Record):
    """The text of a collection file."""

    text: Annotated[str, MaxLen(MAX_COLLECTION)]
    kind: Name | None = None
    seconds: Seconds = 60


class BookletBoard(Record):
    """A board of a booklet, with its heading there."""

    board: Text
    name: Name = ""
    level: Name = ""


class Booklet(Record):
    """Boards to print, with their solutions."""

    boards: Annotated[list[BookletBoard], MaxLen(MAX_BOOKLET)]
    title: Name = ""
    per_page: Literal[1, 2, 4, 6, 9] = 4
    answers: Literal["at-end", "beside", "none"] = "at-end"
    paper: Literal["a4", "letter"] = "a4"
    seconds: Seconds = 60
