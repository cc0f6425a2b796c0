"""Schemas of the answers about boards and games."""

from __future__ import annotations

from typing import Literal

from masume.front.web.bodies import PositionData, State
from masume.front.web.reply import CellNumbers, Reply


class CollectionRow(Reply):
    """A board of a collection; of an unreadable one only `line` and `error` are set."""

    kind: str | None
    rows: int | None
    cols: int | None
    called: str | None
    level: str | None
    board: str | None
    line: int | None
    error: str | None


class BoardRow(CollectionRow):
    """A board of a text; of an unreadable one only `error` is set.

    `called` is its display name, `level` its level if the text states one.
    """

    title: str | None
    name: str | None
    answer: PositionData | None


class LoadReply(Reply):
    """The boards of a text."""

    boards: list[BoardRow]


class BoardHead(Reply):
    """The fields common to all boards."""

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
    """Boards of one puzzle, one size and one level."""

    name: str
    kind: str
    size: Literal["small", "medium", "large", "huge"]
    level: str
    boards: list[PackBoard]


class LibraryReply(Reply):
    """All packs."""

    packs: list[PackRow]


class FaultRow(Reply):
    """A violation, or one of the clues and rules that contradict each other."""

    rule: str
    text: str
    cells: CellNumbers


class GameReply(BoardHead):
    """A game as pages show it.

    `labels` describe each cell in words; `handles` are the cells from which a touch can drag;
    `marks` are cells whose mark a drag continues; `second_only` are cells that both buttons mark as
    the secondary one does; `open_trials` counts open trials; `trial_marks` counts the marks of each
    trial, the first one first.
    """

    state: State
    handles: CellNumbers
    marks: CellNumbers
    second_only: CellNumbers
    finished: bool
    faults: list[FaultRow]
    open_trials: int
    trial_marks: list[int]
    can_undo: bool
    can_redo: bool
    labels: list[str]
    seconds: float


class SessionReply(GameReply):
    """A game with its picture; `changed` says whether the request changed it."""

    svg: str
    changed: bool


class Drawing(Reply):
    """A picture in parts: an SVG frame, and groups to insert into it in order.

    A layer is named by the attributes of its group; `shapes` holds the elements of each group.
    """

    frame: str
    layers: list[str]
    shapes: dict[str, list[str]]


class GameView(GameReply):
    """A game with its picture in parts."""

    picture: Drawing


class DifferenceReply(Reply):
    """A difference: a new `value`, or changed parts.

    `fields` are changed fields of an object, null if removed; `items` are splices of a list: index
    in the old list, number of items removed, items inserted.
    """

    value: object = None
    fields: dict[str, DifferenceReply | None] | None = None
    items: list[tuple[int, int, list[object]]] | None = None


class MoveReply(Reply):
    """A game by its `version`: the `whole` game, or what has `changed` since the version seen.

    If both are null, the server no longer knows that version and nothing was done: repeat the
    request with the state.
    """

    version: str | None
    whole: GameView | None
    changed: DifferenceReply | None


class CheckReply(Reply):
    """Everything that prevents a game from being solved."""

    faults: list[FaultRow]
    finished: bool


class DraftReply(BoardHead):
    """A draft: the text of each cell, and the palette of allowed texts."""

    board: str
    cells: list[str]
    palette: list[str]
    svg: str
    labels: list[str]
