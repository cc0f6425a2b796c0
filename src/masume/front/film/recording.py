"""Films: a run recorded as JSON lines, and read again for replay.

The first line tells what was searched and how; each further line is one expansion (see
`masume.front.film.camera`); the last line is the end. What is on the board is told where a path
begins, and follows from the moves along it; where moves do not tell it all, every line has its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from math import inf
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from masume.core.search.events import Event, Expanded
from masume.core.search.journal import KEPT
from masume.errors import ParseError
from masume.front.film.camera import KEEP, Camera, json_text

if TYPE_CHECKING:
    from pathlib import Path

    from masume.core.puzzle.kind import Kind
    from masume.core.puzzle.puzzle import Position, Puzzle
    from masume.core.search.run import Run

Frame: TypeAlias = dict[str, Any]  # a line of a film that was read

FORMAT = "masume film 2"
OLD_FORMAT = "masume film 1"  # every line with its position, and no tree


def record(
    run: Run,
    file: IO[str],
    kind: Kind,
    puzzle: Puzzle,
    about: Mapping[str, object],
    keep: int = KEEP,
    *,
    positions: bool = True,
    alone: bool = False,
) -> Iterator[Event]:
    """Pass the run's events through and write them down; `alone`: only those that are told."""
    camera = Camera(run, kind, puzzle, keep=keep, positions=positions, alone=alone)
    head = {"film": FORMAT, "kind": kind.name, "board": kind.write(puzzle), **about}
    file.write(json_text(head) + "\n")
    try:
        for event in run:
            for text in camera.texts(event):
                file.write(text + "\n")
            yield event
    finally:  # an interrupted run has an ending too
        file.write(json_text(camera.ending()) + "\n")


def frame(run: Run, event: Event, kind: Kind, puzzle: Puzzle) -> Frame:
    """One event as somebody sees it who watches the run itself."""
    if not isinstance(event, Expanded):
        return {"restart": event.reason, "round": run.metrics.rounds}
    node = event.node
    return {
        "step": run.metrics.expanded,
        "move": kind.write_move(puzzle, node.move) if node.move is not None else None,
        "depth": node.depth,
        "g": node.g,
        "h": None if node.h == inf else node.h,  # JSON has no infinity
        "generated": event.generated,
        "kept": len(event.kept),
        "frontier": event.frontier,
        "stored": event.stored,
        "position": kind.to_json(puzzle, run.space.position(node.state)),
        "path": [kind.write_move(puzzle, one.move) for one in node.path() if one.move is not None],
        "fates": _fates(run, event),
    }


def _fates(run: Run, event: Expanded) -> dict[str, int]:
    """How many successors have which fate; of a search without a journal those that are kept."""
    refused = run.journal.refused if run.journal is not None else ()
    return dict(Counter([KEPT] * len(event.kept) + [fate for _, fate, *_ in refused]))


def is_film(path: Path) -> bool:
    """Whether a file begins as a film does."""
    with path.open("rb") as file:
        first = file.readline(200)
    return FORMAT.encode() in first or OLD_FORMAT.encode() in first


def read(lines: Iterator[str]) -> Iterator[Frame]:
    """The lines of a film; the first tells what it is of."""
    import json

    number = 0
    for number, text in enumerate(lines, start=1):
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            line = None
        known = (FORMAT, OLD_FORMAT)
        if number == 1 and not (isinstance(line, dict) and line.get("film") in known):
            raise ParseError("this is not a film of masume", line=1)
        if not isinstance(line, dict):
            raise ParseError("the film breaks off here", line=number)
        yield line
    if not number:
        raise ParseError("the film is empty")


class Replay:
    """What is on the board in each line of a film; the lines are handed in from its beginning."""

    def __init__(self, kind: Kind, puzzle: Puzzle) -> None:
        self.kind, self.puzzle = kind, puzzle
        self._above: dict[int, tuple[int | None, str | None]] = {}  # (parent, move) of each node
        self._positions: dict[int, Position] = {}  # where they were told

    def position(self, line: Frame) -> Position | None:
        """The board of a line; None if it tells of none. Raises what a damaged line raises."""
        self._take_in(line)
        data = line.get("position")
        if data is not None:
            if not isinstance(data, dict):
                raise ValueError("a position is a table")
            position: Position = self.kind.from_json(self.puzzle, data)
            if isinstance(line.get("id"), int):
                self._positions[line["id"]] = position
            return position
        return self.at(line["id"]) if "id" in line else None

    def _take_in(self, line: Frame) -> None:
        above = self._above
        for number, parent, move, *_ in line.get("way", ()):
            above[number] = (parent, move)
        if gap := line.get("gap"):
            self._positions[gap["id"]] = self.kind.from_json(self.puzzle, gap["position"])
        if "step" in line and "id" in line:
            above[line["id"]] = (line["parent"], line["move"])
        number = line.get("first", 0)
        for row in line.get("children", ()):
            above[number] = (line["id"], row[0])
            number += 1

    def path_and_fates(self, line: Frame) -> Frame:
        """The path to the node of a line and the fates of its children, if it tells them."""
        if "children" not in line or "id" not in line:
            return {}
        fates = [fate for _, fate, *_ in line["children"]]
        fates.sort(key=lambda fate: fate != KEPT)
        return {"path": self._moves(line["id"], ())[0], "fates": dict(Counter(fates))}

    def at(self, node: int) -> Position:
        """The board of a node that was told by now."""
        moves, place = self._moves(node, self._positions)
        position = self.kind.start(self.puzzle) if place is None else self._positions[place]
        for text in moves:
            move = self.kind.parse_move(self.puzzle, text)
            position = self.kind.play(self.puzzle, position, move)
        return position

    def _moves(self, node: int, known: Container[int]) -> tuple[list[str], int | None]:
        """The moves to a node from the nearest known one above it, and which that is, if any."""
        moves: list[str] = []
        place: int | None = node
        while place is not None and place not in known and len(moves) <= len(self._above):
            place, move = self._above[place]
            moves += [move] if move is not None else []
        return moves[::-1], place
