"""The boards and runs of a study, as they are stored.

The key of a run is a digest of everything its result depends on: the board, the search, the sources
involved, the seed and the limits. If a study is edited, runs whose key is unchanged are kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from masume.core.system.limits import Limit
from masume.formats.plain import Board, write_board
from masume.lab.study import Method, Study, parse_size
from masume.lab.study_boards import read_boards

if TYPE_CHECKING:
    from masume.make.request import BoardSpec


@dataclass(frozen=True)
class StudyBoard:
    """A board of a study, as it is stored."""

    id: str  # digest of puzzle and clues, so the same board under two names is one
    kind: str
    name: str
    rows: int
    cols: int
    difficulty: str
    text: str

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.cols


@dataclass(frozen=True)
class StudyBoardRequest:
    """A board to be generated."""

    puzzle: str  # as written in the study, with options
    spec: BoardSpec
    seed: int
    number: int
    seconds: float

    @property
    def key(self) -> str:
        """An identifier of what the board depends on; the time limit is not part of it."""
        asked = self.spec.request
        size, level = (asked.rows, asked.cols), asked.level or ""
        parts = [self.puzzle, *size, level, asked.symmetry, self.seed, self.number]
        return "-".join(str(part) for part in parts)


@dataclass(frozen=True)
class PlannedRun:
    """One run of one search on one board."""

    key: str
    board: StudyBoard
    algorithm: str
    space: str  # empty for the exact engine
    heuristic: str  # empty if it takes none
    seed: int
    repetition: int
    limit: Limit
    traces: bool
    folder: str  # of the study: base of the paths of user code
    sources: str  # fingerprint of the sources it depends on
    package: str  # fingerprint of masume where the run was planned
    method: Method | None = None  # another program

    @property
    def search(self) -> str:
        """The name of the search; rows of the same search are compared over boards."""
        return search_name(self.algorithm, self.heuristic, self.space)


@dataclass(frozen=True)
class NotTried:
    """A combination that cannot be run, and why."""

    kind: str
    algorithm: str
    space: str
    heuristic: str
    reason: str


def search_name(algorithm: str, heuristic: str, space: str) -> str:
    """Return the name of a search.

    >>> search_name("astar", "black_needed", "decide"), search_name("exact", "", "")
    ('astar + black_needed, decide', 'exact')
    """
    searched = f"{algorithm} + {heuristic}" if heuristic else algorithm
    return f"{searched}, {space}" if space else searched


# Boards


def given_boards(study: Study) -> Iterator[StudyBoard]:
    """Yield the boards that need no generating: examples, files, texts."""
    for source in study.boards:
        yield from (stored_board(board) for board in read_boards(source, study.folder))


def board_requests(study: Study) -> Iterator[StudyBoardRequest]:
    """Yield the boards to be generated."""
    from masume.make.request import resolve_board_spec  # those that are given need none of it

    for source in study.boards:
        if source.generate:
            for size in source.sizes:
                spec = resolve_board_spec(
                    source.generate,
                    size=parse_size(size),
                    difficulty=source.difficulty or None,
                    symmetry=source.symmetry,
                )
                for number in range(source.count):
                    yield StudyBoardRequest(
                        source.generate, spec, source.seed, number, source.seconds
                    )


def stored_board(board: Board) -> StudyBoard:
    """Return a board as the results store it; its text is enough to read it again."""
    bare = write_board(Board(board.kind, board.puzzle))
    name = board.name or f"line {board.line}"
    return StudyBoard(
        id=digest([board.kind.name, bare]),
        kind=board.kind.name,
        name=name,
        rows=board.puzzle.rows,
        cols=board.puzzle.cols,
        difficulty=board.note("difficulty"),
        text=bare,
    )


def expected_boards(study: Study) -> Iterator[StudyBoard]:
    """Yield all boards before any is generated, with placeholders for those to be generated."""
    yield from given_boards(study)
    for request in board_requests(study):
        key, spec = request.key, request.spec
        size, level = (spec.request.rows, spec.request.cols), spec.request.level or ""
        yield StudyBoard(key, spec.kind.name, key, *size, level, "")


def digest(parts: Sequence[object]) -> str:
    """Return a short hexadecimal digest of JSON values."""
    return blake2b(json.dumps(parts).encode(), digest_size=10).hexdigest()
