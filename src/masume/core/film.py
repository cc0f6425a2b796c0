"""Films: a run recorded as JSON lines, and read again for replay.

The first line tells what was searched and how; each further line is one expansion with the
position it was about; the last line is the end. A film is capped: the first `keep` expansions
are kept, the rest are only counted, and the goal is always there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from masume.core.steps import Event, Expanded
from masume.errors import ParseError

if TYPE_CHECKING:
    from pathlib import Path

    from masume.core.kind import Kind
    from masume.core.puzzle import Puzzle
    from masume.core.run import Run, SearchResult

Frame: TypeAlias = dict[str, Any]  # a line of a film that was read

FORMAT = "masume film 1"
KEEP = 10_000


def record(
    run: Run,
    file: IO[str],
    kind: Kind,
    puzzle: Puzzle,
    about: Mapping[str, object],
    keep: int = KEEP,
) -> Iterator[Event]:
    """Pass the run's events through and write them down."""
    _write(file, {"film": FORMAT, "kind": kind.name, "board": kind.write(puzzle), **about})
    try:
        for event in run:
            if run.metrics.expanded <= keep:
                _write(file, frame(run, event, kind, puzzle))
            yield event
    finally:  # an interrupted run has an ending too
        _write(file, _ending(run.result(), kind, puzzle, keep))


def frame(run: Run, event: Event, kind: Kind, puzzle: Puzzle) -> dict[str, object]:
    """One event as a line of a film."""
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
        "position": kind.to_json(puzzle, run.space.position(node.state)),
    }


def _ending(result: SearchResult, kind: Kind, puzzle: Puzzle, keep: int) -> dict[str, object]:
    answer = result.answer
    return {
        "end": result.status.value,
        "expanded": result.metrics.expanded,
        "left_out": max(0, result.metrics.expanded - keep),
        "position": kind.to_json(puzzle, answer) if answer is not None else None,
    }


def _write(file: IO[str], line: Mapping[str, object]) -> None:
    import json  # with the first line: most commands write no film

    file.write(json.dumps(line, ensure_ascii=False) + "\n")


def is_film(path: Path) -> bool:
    """Whether a file begins as a film does."""
    with path.open("rb") as file:
        return FORMAT.encode() in file.readline(200)


def read(lines: Iterator[str]) -> Iterator[Frame]:
    """The lines of a film; the first tells what it is of."""
    import json

    number = 0
    for number, text in enumerate(lines, start=1):
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            line = None
        if number == 1 and not (isinstance(line, dict) and line.get("film") == FORMAT):
            raise ParseError("this is not a film of masume", line=1)
        if not isinstance(line, dict):
            raise ParseError("the film breaks off here", line=number)
        yield line
    if not number:
        raise ParseError("the film is empty")
