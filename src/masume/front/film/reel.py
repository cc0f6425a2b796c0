"""A film that was read whole: its frames with their boards, and the nodes of its tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from masume.api.boards import changed_cells
from masume.core.plugins.registry import kind_named
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Position
from masume.core.search.evaluation import Evaluation, evaluation_in
from masume.errors import BadOption, ParseError, counted, shorten
from masume.formats.plain import Board, read_boards
from masume.front.film.recording import Frame, Replay


@dataclass(frozen=True)
class Shot:
    """What is seen in one frame: the board, what its last move has changed, and a line of text."""

    line: Frame
    position: Position
    marked: tuple[Cell, ...]
    caption: str


@dataclass(frozen=True)
class Reel:
    """A film: its board, what its first line tells, and all other lines."""

    board: Board
    head: Frame
    lines: tuple[Frame, ...]

    @property
    def name(self) -> str:
        """The board and how it was searched."""
        return f"{self.board.name} · {self.way}" if self.way else self.board.name

    @property
    def way(self) -> str:
        """How it was searched."""
        parts = (self.head.get(key) for key in ("algorithm", "heuristic", "space"))
        return " · ".join(str(part) for part in parts if part)

    @property
    def f(self) -> Evaluation:
        """How its algorithm compares nodes."""
        return evaluation_in(self.head.get("f"))

    def shots(self, first: int = 1, last: int | None = None) -> Iterator[Shot]:
        """The frames from one step to another; the end is among them if nothing is said of it."""
        kind, puzzle = self.board.kind, self.board.puzzle
        boards = Replay(kind, puzzle)
        for line in self.lines:
            try:
                position = boards.position(line)
                step = step_of(line)
                parent = line.get("parent")
                if position is None or step < first or (last is not None and step > last):
                    continue
                if "end" in line and last is not None and last <= step and first != last:
                    continue  # the last step itself was asked for
                before = boards.at(parent) if isinstance(parent, int) else None
                marked = () if before is None else changed_cells(puzzle, before, position)
                yield Shot(line, position, tuple(marked), caption(line, self.f))
            except (LookupError, TypeError, ValueError, OverflowError) as fault:
                if isinstance(fault, ParseError):
                    raise
                raise ParseError(f"a line of the film is damaged: {shorten(str(line))}") from None

    def chosen_shots(self, first: int, last: int | None, most: int) -> list[Shot]:
        """The same as a list; a range without any frame, or with more than `most`, is refused."""
        shots = list(self.shots(first, last))
        if not shots:
            raise BadOption("there is no step in the film between --from and --to")
        if len(shots) > most:
            too_many = f"{len(shots):,} steps are too many, {most:,} are the most"
            raise BadOption(f"{too_many}; choose some with --from and --to")
        return shots


def step_of(line: Frame) -> int:
    """The expansion that a line is about; of the ending, the last one."""
    step: int = line["step"] if "step" in line else line.get("expanded", 0)
    return step


def caption(line: Frame, f: Evaluation) -> str:
    """A frame in a line."""
    if "end" in line:
        return f"{line['end']} after {counted(int(line['expanded']), 'expansion')}"
    h, g = line.get("h"), line["g"]
    value = f"g {g:g}"
    if h is not None:
        value = f"f {f.value(g, h):g} = {f.formula_of(value, f'h {h:g}')}"
    parts = (f"step {line['step']}", line["move"] or "start", value, f"{line['frontier']} waiting")
    return " · ".join(parts)


def read_reel(lines: Iterable[Frame]) -> Reel:
    """A film from its lines, the first of which says what it shows."""
    head, *rest = lines
    return Reel(board_of(head), head, tuple(rest))


def board_of(head: Frame) -> Board:
    """The board that a film's first line tells."""
    lines, name = head.get("board"), head.get("kind")
    if not isinstance(lines, list) or not isinstance(name, str):
        raise ParseError("the film's first line does not tell its board")
    text = "\n".join([name, *map(str, lines)])
    for board in read_boards(text, kind_named(name)):
        if isinstance(board, ParseError):
            raise board
        return Board(board.kind, board.puzzle, str(head.get("name") or board.kind.name))
    raise ParseError("the film's first line does not tell its board")
