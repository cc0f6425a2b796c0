"""A complete film in memory, with the position of each frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from masume.api.boards import changed_cells
from masume.core.plugins.registry import kind_named
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Position
from masume.core.search.algorithm import Evaluation, evaluation_in
from masume.core.search.problem_kind import recorded_board
from masume.errors import BadOption, ParseError, pluralise, shorten
from masume.formats.plain import Board, read_boards
from masume.front.film.recording import Frame, Replay


@dataclass(frozen=True)
class Shot:
    """A frame to draw: its position, the cells changed by its last move, and its caption."""

    line: Frame
    position: Position
    marked: tuple[Cell, ...]
    caption: str


@dataclass(frozen=True)
class Reel:
    """A film: its board, its first line (`head`), and all other lines."""

    board: Board
    head: Frame
    lines: tuple[Frame, ...]

    @property
    def name(self) -> str:
        """The names of the board and the search."""
        return f"{self.board.name} · {self.search_name}" if self.search_name else self.board.name

    @property
    def search_name(self) -> str:
        """Algorithm, heuristic and space in one line."""
        parts = (self.head.get(key) for key in ("algorithm", "heuristic", "space"))
        return " · ".join(str(part) for part in parts if part)

    @property
    def f(self) -> Evaluation:
        """The evaluation by which its algorithm orders nodes."""
        return evaluation_in(self.head.get("f"))

    def shots(self, first: int = 1, last: int | None = None) -> Iterator[Shot]:
        """Yield the frames of a range of steps; without `last`, the final line too.

        Raises ParseError if a line is damaged.
        """
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
                    continue  # the last step itself was yielded
                before = boards.at(parent) if isinstance(parent, int) else None
                marked = () if before is None else changed_cells(puzzle, before, position)
                yield Shot(line, position, tuple(marked), caption(line, self.f))
            except (LookupError, TypeError, ValueError, OverflowError) as fault:
                if isinstance(fault, ParseError):
                    raise
                raise ParseError(f"the film has a damaged line: {shorten(str(line))}") from None

    def select_shots(self, first: int, last: int | None, most: int) -> list[Shot]:
        """Return the frames of a range; raise BadOption if there are none or more than `most`."""
        shots = list(self.shots(first, last))
        if not shots:
            raise BadOption("the film has no step between --from and --to; choose another range")
        if len(shots) > most:
            too_many = f"the range has {len(shots):,} frames, the maximum is {most:,}"
            raise BadOption(f"{too_many}; choose a shorter range with --from and --to")
        return shots


def step_of(line: Frame) -> int:
    """Return the number of a line's expansion; for the final line, of the last expansion."""
    step: int = line["step"] if "step" in line else line.get("expanded", 0)
    return step


def caption(line: Frame, f: Evaluation) -> str:
    """Return one line of text that describes a frame."""
    if "end" in line:
        return f"{line['end']} after {pluralise(int(line['expanded']), 'expansion')}"
    h, g = line.get("h"), line["g"]
    value = f"g {g:g}"
    if h is not None:
        value = f"f {f.value(g, h):g} = {f.formula_of(value, f'h {h:g}')}"
    parts = (f"step {line['step']}", line["move"] or "start", value, f"{line['frontier']} open")
    return " · ".join(parts)


def read_reel(lines: Iterable[Frame]) -> Reel:
    """Return a film from its lines; raise ParseError if its board cannot be read."""
    head, *rest = lines
    return Reel(board_of(head), head, tuple(rest))


def board_of(head: Frame) -> Board:
    """Return the board in a film's first line; raise ParseError if there is none."""
    lines, name = head.get("board"), head.get("kind")
    if not isinstance(lines, list) or not isinstance(name, str):
        raise ParseError("the film's first line has no board; record it again")
    text = "\n".join([name, *map(str, lines)])
    if head.get("problem") == "user":
        recorded = recorded_board(map(str, lines))
        return Board(recorded.own_kind, recorded, str(head.get("name") or name))
    for board in read_boards(text, kind_named(name)):
        if isinstance(board, ParseError):
            raise board
        return Board(board.kind, board.puzzle, str(head.get("name") or board.kind.name))
    raise ParseError("the film's first line has no board; record it again")
