"""The boards and the runs of a study, as they are stored.

A run is known by a key that says all that its result depends on: the board, the search and the
sources of all that takes part, the seed and the limits. The same run of an edited study has the
same key, so it need not be done again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from masume.core.system.limits import Limit
from masume.formats.plain import Board, write_board
from masume.lab.study import Study, size_of
from masume.lab.study_boards import boards_of

if TYPE_CHECKING:
    from masume.make.request import BoardSpec


@dataclass(frozen=True)
class StudyBoard:
    """A board of a study, as it is stored."""

    id: str  # of its puzzle and clues alone: the same board under two names is one
    kind: str
    name: str
    rows: int
    cols: int
    difficulty: str
    text: str

    @property
    def cells(self) -> int:
        """How many there are."""
        return self.rows * self.cols


@dataclass(frozen=True)
class BoardToMake:
    """A board that is still to be made."""

    puzzle: str  # as the study names it, with options
    plan: BoardSpec
    seed: int
    number: int
    seconds: float

    @property
    def key(self) -> str:
        """What the board depends on, without the time it may take."""
        asked = self.plan.request
        size, level = (asked.rows, asked.cols), asked.level or ""
        parts = [self.puzzle, *size, level, asked.symmetry, self.seed, self.number]
        return "-".join(str(part) for part in parts)


@dataclass(frozen=True)
class Task:
    """One run."""

    key: str
    board: StudyBoard
    algorithm: str
    space: str  # empty for the exact engine
    heuristic: str  # empty if it takes none
    seed: int
    repetition: int
    limit: Limit
    traces: bool
    folder: str  # of the study: paths of one's own algorithms start from there
    sources: str  # a fingerprint of those that it depends on
    package: str  # one of masume where the run was planned

    @property
    def search(self) -> str:
        """The name of the search; rows of the same search are compared over boards."""
        return search_name(self.algorithm, self.heuristic, self.space)


@dataclass(frozen=True)
class NotTried:
    """A combination that makes no sense, and why."""

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
    """The boards that exist already: examples, files, texts."""
    for source in study.boards:
        yield from (as_stored(board) for board in boards_of(source, study.folder))


def boards_to_make(study: Study) -> Iterator[BoardToMake]:
    """The boards that are to be made."""
    from masume.make.request import resolve_board_spec  # those that are given need none of it

    for source in study.boards:
        if source.generate:
            for size in source.sizes:
                spec = resolve_board_spec(
                    source.generate,
                    size=size_of(size),
                    difficulty=source.difficulty or None,
                    symmetry=source.symmetry,
                )
                for number in range(source.count):
                    yield BoardToMake(source.generate, spec, source.seed, number, source.seconds)


def as_stored(board: Board) -> StudyBoard:
    """A board as the results keep it: its text is enough to read it again."""
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
    """All boards, before any is made: in place of those that are to be made, what is known."""
    yield from given_boards(study)
    for one in boards_to_make(study):
        asked, kind = one.plan.request, one.plan.kind.name
        yield StudyBoard(one.key, kind, one.key, asked.rows, asked.cols, asked.level or "", "")


def digest(parts: Sequence[object]) -> str:
    """A short fingerprint."""
    return blake2b(json.dumps(parts).encode(), digest_size=10).hexdigest()
