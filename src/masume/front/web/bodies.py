"""The bodies of requests: what each may hold, with its bounds."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_TEXT = 2_000_000  # characters of a board; the body as a whole has a bound too
MOST_SECONDS = 60.0
MOST_MOVES = 20_000
MOST_ACTIONS = 1000  # in one request
MOST_COMPARE_SECONDS = 5.0  # for each of many searches
MOST_SIDE = 50  # rows or columns of a new board
MOST_BOARDS = 20  # made at once
MOST_POSITIONS = 50  # drawn at once
LEAST_CELL, MOST_CELL = 4, 100  # units of a drawing
Form = Literal["svg", "png", "pdf", "txt"]
Theme = Literal["light", "dark", "high-contrast", "print"]
Text = Annotated[str, Field(max_length=MOST_TEXT)]
Name = Annotated[str, Field(max_length=200)]
Seconds = Annotated[float, Field(gt=0, le=MOST_SECONDS)]
Cell = Annotated[int, Field(ge=0, le=1_000_000)]


class Body(BaseModel):
    """A body takes nothing that it does not know."""

    model_config = ConfigDict(extra="forbid")


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
    moves: Annotated[list[Annotated[str, Field(max_length=100_000)]], Field(max_length=MOST_MOVES)]
    at: Annotated[int, Field(ge=0, le=MOST_MOVES)]
    trials: Annotated[list[int], Field(max_length=MOST_MOVES)] = []
    seconds: Annotated[float, Field(ge=0, le=1e9)] = 0
    auto: bool = False
    checking: bool = True


class PlayBody(Body):
    """A game and what happens to it; or a board to begin with: its text, or an example's name.

    Actions that have come together, such as those of a quick stroke, may be sent together.
    """

    state: State | None = None
    board: Text | None = None
    name: Name = ""
    action: Action | Annotated[list[Action], Field(max_length=MOST_ACTIONS)] | None = None
    theme: Theme = "light"


class Game(Body):
    """A game."""

    state: State
    theme: Theme = "light"
    seconds: Seconds = 20


class WhyBody(Game):
    """A game, and a cell or link of it: `r3c4`, `r1c1-r1c5`."""

    about: Name


class OneBoard(Body):
    """A board in plain text."""

    board: Text
    theme: Theme = "light"
    seconds: Seconds = 20


class DraftBody(Body):
    """A board that is being composed."""

    board: Text
    theme: Theme = "light"


class HelpBody(OneBoard):
    """A board that is being composed, and what is wanted of it.

    `state` is a game on this board whose marks are the solution that it is to have, `keep` are
    cells that stay as they are.
    """

    do: Literal["complete", "deciding", "spare", "harder", "easier"]
    state: State | None = None
    keep: Annotated[list[Cell], Field(max_length=10_000)] = []
    seed: Annotated[int, Field(ge=0, le=2**63)] = 0


class CountBody(OneBoard):
    """How far to count."""

    at_most: Annotated[int, Field(ge=1, le=100_000)] = 1000


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
    names: Annotated[list[Name], Field(max_length=100)] | None = None
    theme: Theme = "light"


class Generate(Body):
    """New boards. Without a seed one is drawn, and told with each board."""

    puzzle: Name
    rows: Annotated[int, Field(ge=1, le=MOST_SIDE)] = 10
    cols: Annotated[int, Field(ge=1, le=MOST_SIDE)] = 10
    difficulty: Name | None = None
    count: Annotated[int, Field(ge=1, le=MOST_BOARDS)] = 1
    seed: Annotated[int, Field(ge=0, le=2**63)] | None = None
    symmetry: bool = False
    theme: Theme = "light"
    seconds: Seconds = 30


class Convert(BoardOrGame):
    """A board or a game, and the format wanted."""

    to: Name


class Draw(BoardOrGame):
    """A board or a game, and the file wanted."""

    form: Form = "svg"
    theme: Theme = "light"
    cell: Annotated[int, Field(ge=LEAST_CELL, le=MOST_CELL)] | None = None


class Pictures(Body):
    """Positions of a board."""

    board: Text
    positions: Annotated[list[dict[str, object]], Field(max_length=MOST_POSITIONS)]
    theme: Theme = "light"


class SearchBody(Body):
    """A search."""

    board: Text
    algorithm: Name = "astar"
    space: Name | None = None
    heuristic: Name | None = None
    seed: Annotated[int, Field(ge=0, le=2**63)] = 0
    nodes: Annotated[int, Field(ge=1, le=10_000_000)] | None = None
    seconds: Seconds = 20


class Compare(Body):
    """Several searches."""

    board: Text
    algorithms: Annotated[list[Name], Field(max_length=50)] | None = None
    heuristic: Name | None = None
    space: Name | None = None
    seconds: Annotated[float, Field(gt=0, le=MOST_COMPARE_SECONDS)] = 1  # for each of them
