"""The film file format: a run recorded as JSON lines, and its replay.

The first line holds the board and the search; each further line is one expansion (see
`masume.front.film.recorder`); the last line is the result. A position is recorded where a path
begins and follows from the moves along it; where moves do not determine it, every line has one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from math import inf
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from masume.core.search.events import Event, Expanded
from masume.core.search.journal import KEPT
from masume.core.search.problem import is_user_problem
from masume.errors import ParseError
from masume.front.film.recorder import KEEP, Recorder, json_text

if TYPE_CHECKING:
    from pathlib import Path

    from masume.core.puzzle.kind import Kind
    from masume.core.puzzle.puzzle import Position, Puzzle
    from masume.core.search.run import Run

Frame: TypeAlias = dict[str, Any]  # a decoded line of a film

FORMAT = "masume film 2"


def record(
    run: Run,
    file: IO[str],
    kind: Kind,
    puzzle: Puzzle,
    about: Mapping[str, object],
    keep: int = KEEP,
    *,
    positions: bool = True,
    exclusive: bool = False,
) -> Iterator[Event]:
    """Record a run to a file and yield its events; with `exclusive`, only the recorded ones."""
    recorder = Recorder(run, kind, puzzle, keep=keep, positions=positions, exclusive=exclusive)
    head = {"film": FORMAT, "kind": kind.name, "board": kind.write(puzzle), **about}
    if is_user_problem(puzzle):
        head["problem"] = "user"
    file.write(json_text(head) + "\n")
    try:
        for event in run:
            for text in recorder.texts(event):
                file.write(text + "\n")
            yield event
    finally:  # interrupted runs need a last line too
        file.write(json_text(recorder.ending()) + "\n")


def frame(run: Run, event: Event, kind: Kind, puzzle: Puzzle) -> Frame:
    """Return an event as a frame for live display."""
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
        "path": [kind.write_move(puzzle, n.move) for n in node.path() if n.move is not None],
        "fates": _fates(run, event),
    }


def _fates(run: Run, event: Expanded) -> dict[str, int]:
    """Count successors by fate; without a journal only the kept ones are known."""
    refused = run.journal.rejected if run.journal is not None else ()
    return dict(Counter([KEPT] * len(event.kept) + [fate for _, fate, *_ in refused]))


def is_film(path: Path) -> bool:
    """Return whether a file starts like a film."""
    with path.open("rb") as file:
        first = file.readline(200)
    return FORMAT.encode() in first


def read(lines: Iterator[str]) -> Iterator[Frame]:
    """Yield the decoded lines of a film; raise ParseError if it is damaged."""
    import json

    number = 0
    for number, text in enumerate(lines, start=1):
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            line = None
        if number == 1 and not (isinstance(line, dict) and line.get("film") == FORMAT):
            raise ParseError("not a film; record one with masume solve --film", line=1)
        if not isinstance(line, dict):
            raise ParseError("the film is damaged here; record it again", line=number)
        yield line
    if not number:
        raise ParseError("the film is empty; record it again")


class Replay:
    """A replay of a film, which must be given its lines in order."""

    def __init__(self, kind: Kind, puzzle: Puzzle) -> None:
        self.kind, self.puzzle = kind, puzzle
        self._above: dict[int, tuple[int | None, str | None]] = {}  # (parent, move) of each node
        self._positions: dict[int, Position] = {}  # recorded positions by node

    def position(self, line: Frame) -> Position | None:
        """Return the position after a line, or None if it has none.

        A damaged line raises LookupError, TypeError or ValueError.
        """
        self._add_nodes(line)
        data = line.get("position")
        if data is not None:
            if not isinstance(data, dict):
                raise ValueError("a position must be an object")
            position: Position = self.kind.from_json(self.puzzle, data)
            if isinstance(line.get("id"), int):
                self._positions[line["id"]] = position
            return position
        return self.at(line["id"]) if "id" in line else None

    def _add_nodes(self, line: Frame) -> None:
        """Store the nodes of a line and the positions of gaps."""
        above = self._above
        for number, parent, move, *_ in line.get("way", ()):
            above[number] = (parent, move)
        if gap := line.get("gap"):
            self._positions[gap["id"]] = self.kind.from_json(self.puzzle, gap["position"])
        if "id" in line:
            above[line["id"]] = (line["parent"], line["move"])
        number = line.get("first", 0)
        for row in line.get("children", ()):
            above[number] = (line["id"], row[0])
            number += 1

    def path_and_fates(self, line: Frame) -> Frame:
        """Return the path to the node of a line and its successor counts by fate, if recorded."""
        if "children" not in line or "id" not in line:
            return {}
        fates = [fate for _, fate, *_ in line["children"]]
        fates.sort(key=lambda fate: fate != KEPT)
        return {"path": self._moves(line["id"], ())[0], "fates": dict(Counter(fates))}

    def at(self, node: int) -> Position:
        """Return the position of a node in a line that was read before."""
        moves, ancestor = self._moves(node, self._positions)
        position = self.kind.start(self.puzzle) if ancestor is None else self._positions[ancestor]
        for text in moves:
            move = self.kind.parse_move(self.puzzle, text)
            position = self.kind.play(self.puzzle, position, move)
        return position

    def _moves(self, node: int, known: Container[int]) -> tuple[list[str], int | None]:
        """Return the moves to a node from its nearest known ancestor, and that ancestor or None."""
        moves: list[str] = []
        ancestor: int | None = node
        while ancestor is not None and ancestor not in known and len(moves) <= len(self._above):
            ancestor, move = self._above[ancestor]
            moves += [move] if move is not None else []
        return moves[::-1], ancestor
