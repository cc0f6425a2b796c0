"""The answers about boards and games: what each holds."""

from __future__ import annotations

from typing import Literal

from masume.front.web.bodies import PositionData, State
from masume.front.web.reply import CellNumbers, Reply


class CollectedRow(Reply):
    """A board of a collection; or only its line and the error, everything else being null."""

    kind: str | None
    rows: int | None
    cols: int | None
    called: str | None
    level: str | None
    board: str | None
    line: int | None
    error: str | None


class BoardRow(CollectedRow):
    """A board of a text; or only the error, everything else being null.

    `called` is what people call it, `level` its difficulty as far as its text tells it.
    """

    title: str | None
    name: str | None
    answer: PositionData | None


class LoadReply(Reply):
    """The boards of a text."""

    boards: list[BoardRow]


class BoardHead(Reply):
    """What is told of every board."""

    kind: str
    title: str
    rows: int
    cols: int
    name: str


class DailyReply(BoardHead):
    """The board of a day."""

    level: str
    board: str


class PackBoard(Reply):
    """A board of a pack."""

    name: str
    title: str
    rows: int
    cols: int
    note: str


class PackRow(Reply):
    """Boards of one puzzle, one size and one difficulty."""

    name: str
    kind: str
    size: Literal["small", "medium", "large", "huge"]
    level: str
    boards: list[PackBoard]


class LibraryReply(Reply):
    """All packs."""

    packs: list[PackRow]


class FaultRow(Reply):
    """A broken rule, or one of the clues and rules that contradict each other."""

    rule: str
    text: str
    cells: CellNumbers


class GameReply(BoardHead):
    """A game as a page shows it.

    `labels` tell of each cell in words, `handles` are cells from which a finger drags, `marks`
    those whose mark a drag goes on with, `second_only` those that the first button marks as the
    second does; `trying` counts open trials, `trial_marks` what was marked in each, the first one
    first.
    """

    state: State
    handles: CellNumbers
    marks: CellNumbers
    second_only: CellNumbers
    finished: bool
    faults: list[FaultRow]
    trying: int
    trial_marks: list[int]
    can_undo: bool
    can_redo: bool
    labels: list[str]
    seconds: float


class SessionReply(GameReply):
    """A game with its picture; `changed` says whether anything was done."""

    svg: str
    changed: bool


class Drawing(Reply):
    """A picture in parts: an SVG with nothing but paper, and groups to put into it, in order.

    A layer is named by the attributes of its group; `shapes` are the elements in it.
    """

    frame: str
    layers: list[str]
    shapes: dict[str, list[str]]


class GameView(GameReply):
    """A game with its picture in parts."""

    picture: Drawing


class DifferenceReply(Reply):
    """What has changed: it is another `value` now, or parts of it have changed.

    `fields` are those of an object, null if they are gone; `items` are runs in a list: from which
    item of the old list on, how many go, and what comes instead.
    """

    value: object = None
    fields: dict[str, DifferenceReply | None] | None = None
    items: list[tuple[int, int, list[object]]] | None = None


class MoveReply(Reply):
    """A game by its `version`: all of it, or what has `changed` in the version that was seen.

    If there is neither, the server does not know that version any more, and nothing was done: ask
    again with the state.
    """

    version: str | None
    whole: GameView | None
    changed: DifferenceReply | None


class CheckReply(Reply):
    """Everything that keeps a game from being solved."""

    faults: list[FaultRow]
    finished: bool


class DraftReply(BoardHead):
    """A board that is being composed: the text of each cell, and what may be written there."""

    board: str
    cells: list[str]
    palette: list[str]
    svg: str
    labels: list[str]
