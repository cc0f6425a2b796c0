"""From a study to its runs: which boards, and which searches on each of them.

A run is known by a key that says all that its result depends on: the board, the search and the
sources of all that takes part, the seed and the limits. The same run of an edited study has the
same key, so it need not be done again.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, overload

from masume.api.searches import Plan, adopt_all, plan
from masume.core.algorithm import Algorithm
from masume.core.kind import Kind
from masume.core.limits import Limit
from masume.core.own import edition, is_own
from masume.core.registry import (
    algorithm_named,
    algorithms,
    heuristics,
    kind_named,
    kinds,
)
from masume.core.spec import parse_spec
from masume.errors import NotApplicable, UnknownName
from masume.formats.plain import Board, write_board
from masume.lab.order import shuffled
from masume.lab.sources import Sources, package
from masume.lab.study import ALL, EXACT, Searches, Study, size_of
from masume.lab.study_boards import boards_of

if TYPE_CHECKING:
    from masume.make.generate import BoardPlan

_Names: TypeAlias = tuple[str, str, str]  # of an algorithm, a space and a heuristic

_MOST_RUNS = 100_000_000  # more would not fit into a file of results
_FEWER = "take fewer boards, seeds or repetitions, or make several studies of it"


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
    plan: BoardPlan
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
    def method(self) -> str:
        """What was tried, in one line; rows of the same method are compared over boards."""
        return method(self.algorithm, self.heuristic, self.space)


@dataclass(frozen=True)
class NotTried:
    """A combination that makes no sense, and why."""

    kind: str
    algorithm: str
    space: str
    heuristic: str
    reason: str


def method(algorithm: str, heuristic: str, space: str) -> str:
    """The name of a way to search.

    >>> method("astar", "black_needed", "decide"), method("exact", "", "")
    ('astar + black_needed, decide', 'exact')
    """
    told = f"{algorithm} + {heuristic}" if heuristic else algorithm
    return f"{told}, {space}" if space else told


# Boards


def given_boards(study: Study) -> Iterator[StudyBoard]:
    """The boards that exist already: examples, files, texts."""
    for source in study.boards:
        yield from (as_stored(board) for board in boards_of(source, study.folder))


def boards_to_make(study: Study) -> Iterator[BoardToMake]:
    """The boards that are to be made."""
    from masume.make.generate import plan as plan_boards  # those that are given need none of it

    for source in study.boards:
        if source.generate:
            for size in source.sizes:
                planned = plan_boards(
                    source.generate,
                    size=size_of(size),
                    difficulty=source.difficulty or None,
                    symmetry=source.symmetry,
                )
                for number in range(source.count):
                    yield BoardToMake(source.generate, planned, source.seed, number, source.seconds)


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


# Searches


def planned(study: Study, boards: Iterable[StudyBoard]) -> tuple[Runs, list[NotTried]]:
    """Every run of a study, and what was left out because it makes no sense."""
    parts: list[_Part] = []
    seen: dict[tuple[str, _Names], dict[int, int]] = {}
    left_out: dict[NotTried, None] = {}
    several = list({board.id: board for board in boards}.values())
    sources = Sources()
    for searches in study.searches:
        names = _wanted_kinds(searches)
        for name in dict.fromkeys(board.kind for board in several):
            if names is not None and name not in names:
                continue
            kind = kind_named(name)
            here = tuple(board for board in several if board.kind == name)
            for way in _methods(kind, searches, left_out, study.folder):
                draws = way is not None and way.algorithm.takes_rng
                seeds = searches.seeds if draws else searches.seeds[:1]
                called, times = _names(way), searches.repetitions
                before = seen.setdefault((name, called), {})  # what other tables have asked for
                again = [(seed, n) for seed in seeds for n in range(1, times + 1)] if before else []
                fresh = tuple(one for one in again if one[1] > before.get(one[0], 0))
                if not before or fresh:
                    traces = study.traces and not before
                    made = sources.identity(kind, way)
                    parts.append(_Part(here, called, made, seeds, times, fresh, traces))
                before.update((seed, max(times, before.get(seed, 0))) for seed in seeds)
    runs = Runs(study, parts)
    if len(runs) > _MOST_RUNS:
        raise NotApplicable(f"more than {_MOST_RUNS:,} runs; {_FEWER}")
    return runs, list(left_out)


@dataclass(frozen=True)
class _Part:
    """A way to search some boards, with all its seeds and repetitions."""

    boards: Sequence[StudyBoard]
    names: _Names
    sources: str
    seeds: Sequence[int]
    times: int
    fresh: tuple[tuple[int, int], ...]  # if others have asked for some: the rest of these
    traces: bool

    @property
    def slots(self) -> int:
        """How many seeds and repetitions there are."""
        return len(self.fresh) or len(self.seeds) * self.times

    def slot(self, at: int) -> tuple[int, int]:
        """One of them."""
        return self.fresh[at] if self.fresh else (self.seeds[at // self.times], at % self.times + 1)


class Runs(Sequence[Task]):
    """The runs of a study, each made when it is asked for: millions take no more room than one."""

    def __init__(self, study: Study, parts: Sequence[_Part]) -> None:
        self._study, self._parts = study, parts
        self._ends = list(accumulate(len(part.boards) * part.slots for part in parts))
        self._bounds = [*asdict(study.limits).values()]
        self._folder = str(study.folder.absolute())
        self._package = package()

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, at: int) -> Task: ...

    @overload
    def __getitem__(self, at: slice) -> list[Task]: ...

    def __getitem__(self, at: int | slice) -> Task | list[Task]:
        if isinstance(at, slice):
            return [self._task(one) for one in range(*at.indices(len(self)))]
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        return self._task(at % len(self))

    def _task(self, at: int) -> Task:
        number = bisect_right(self._ends, at)
        part = self._parts[number]
        which, slot = divmod(at - (self._ends[number - 1] if number else 0), part.slots)
        board, (seed, repetition) = part.boards[which], part.slot(slot)
        parts = [board.id, *part.names, seed, repetition, *self._bounds, part.sources]
        limit, traces = self._study.limits, part.traces and slot == 0
        return Task(
            digest(parts),
            board,
            *part.names,
            seed,
            repetition,
            limit,
            traces,
            self._folder,
            part.sources,
            self._package,
        )

    def shuffled(self) -> Iterator[Task]:
        """All of them in an order that favours nobody, drawn by the study's seed."""
        return map(self._task, shuffled(len(self), self._study.seed))

    def boards(self) -> Iterator[StudyBoard]:
        """The boards that are searched."""
        yield from {board.id: board for part in self._parts for board in part.boards}.values()

    def ways(self) -> Iterator[tuple[StudyBoard, str]]:
        """One board and the method of each way to search."""
        for part in self._parts:
            yield part.boards[0], method(part.names[0], part.names[2], part.names[1])

    def by_size(self) -> Iterator[Runs]:
        """The same by the size of their boards: first the smallest of every puzzle, and so on."""
        sizes: dict[str, set[int]] = {}
        for part in self._parts:
            for board in part.boards:
                sizes.setdefault(board.kind, set()).add(board.cells)
        ranks = {kind: sorted(several) for kind, several in sizes.items()}
        for rank in range(max(map(len, ranks.values()), default=0)):
            parts = []
            for part in self._parts:
                fits = [b for b in part.boards if ranks[b.kind][rank : rank + 1] == [b.cells]]
                parts += [replace(part, boards=fits)] if fits else []
            yield Runs(self._study, parts)


def nothing_to_run(not_tried: Sequence[NotTried]) -> str:
    """Why a study without a single run has none."""
    why = not_tried[0].reason if not_tried else "no search is for the puzzles of its boards"
    return f"nothing in this study can be run: {why}"


def _wanted_kinds(searches: Searches) -> set[str] | None:
    if searches.puzzles == ALL:
        return None
    return {kind_named(name).name for name in searches.puzzles}


def _methods(
    kind: Kind, searches: Searches, left_out: dict[NotTried, None], folder: Path
) -> Iterator[Plan | None]:
    """The combinations that make sense; None is the exact engine."""
    adopt_all(*searches.algorithms, *searches.spaces, *searches.heuristics, folder=folder)
    names = tuple(algorithms()) if searches.algorithms == ALL else searches.algorithms
    spaces = [space.name for space in kind.spaces] if searches.spaces == ALL else searches.spaces
    for name in names:
        if name == EXACT:
            if kind.model is not None:
                yield None
            else:
                left_out.setdefault(NotTried(kind.name, name, "", "", "it has no model"))
            continue
        chosen = algorithm_named(parse_spec(name).name)
        refused, fits = "", False
        for space in spaces:
            for heuristic in _estimates(kind, chosen, searches):
                try:
                    yield plan(kind, name, space=space, heuristic=heuristic)
                    fits = True
                    continue
                except NotApplicable as why:
                    reason = str(why)
                except UnknownName as unknown:
                    if not _known_elsewhere(kind, space, heuristic):
                        raise
                    reason = str(unknown)
                refused = refused or reason
                left_out.setdefault(NotTried(kind.name, name, space, heuristic or "", reason))
        if not fits and searches.algorithms != ALL:  # somebody has asked for this one
            left_out.setdefault(NotTried(kind.name, name, "", "", f"it fits nowhere: {refused}"))


def nowhere(not_tried: Iterable[NotTried]) -> Iterator[str]:
    """Which algorithms that somebody has named are not run at all on some puzzle, and why."""
    for one in not_tried:
        if not one.space:
            yield f"{one.algorithm} is not run on {one.kind}: {one.reason}"


def _known_elsewhere(kind: Kind, space: str, heuristic: str | None) -> bool:
    """Whether some other puzzle knows the name: then it is no slip of the pen."""
    name = parse_spec(space).name
    others = [other for other in kinds().values() if other is not kind]
    here = {one.name for one in kind.spaces}
    if name not in here and not is_own(name):
        return any(name == one.name for other in others for one in other.spaces)
    return any(heuristic in heuristics(other.name) for other in others)


def _estimates(kind: Kind, chosen: Algorithm, searches: Searches) -> tuple[str | None, ...]:
    if not chosen.takes_h or not searches.heuristics:
        return (None,)
    if searches.heuristics == ALL:
        return tuple(heuristics(kind.name))
    return searches.heuristics


def plan_of(task: Task) -> Plan:
    """The search of a task, wherever it is to run; the exact engine has none."""
    return _way(task.board.kind, task.algorithm, task.space, task.heuristic, task.folder)


def _way(kind: str, algorithm: str, space: str, heuristic: str, folder: str) -> Plan:
    names = algorithm, space, heuristic
    if not any(map(is_own, names)):
        return _of_ours(kind, *names)
    adopt_all(*names, folder=Path(folder))  # anew: it may have been edited
    return plan(kind_named(kind), algorithm, space=space, heuristic=heuristic or None)


@lru_cache(maxsize=1024)
def _of_ours(kind: str, algorithm: str, space: str, heuristic: str) -> Plan:
    return plan(kind_named(kind), algorithm, space=space, heuristic=heuristic or None)


def sources_here(task: Task) -> str:
    """The fingerprint of the sources of a task, where it is run: another checkout has others."""
    names = task.algorithm, task.space, task.heuristic
    if package() == task.package and not any(map(is_own, names)):
        return task.sources
    return sources_now(task.board.kind, *names, task.folder)


def sources_now(kind: str, algorithm: str, space: str, heuristic: str, folder: str) -> str:
    """The fingerprint of a way to search.

    Sources count as they were when they were first asked for: what is edited later does not run in
    this process, unless it is one's own, which is then adopted anew.
    """
    names = [parse_spec(name).name for name in (algorithm, space, heuristic)]
    adopt_all(*names, folder=Path(folder))
    own = tuple(edition(name) for name in names if is_own(name))
    return _identity(kind, algorithm, space, heuristic, folder, own)


@lru_cache(maxsize=1024)
def _identity(
    kind: str, algorithm: str, space: str, heuristic: str, folder: str, _own: tuple[str, ...]
) -> str:
    way = None if algorithm == EXACT else _way(kind, algorithm, space, heuristic, folder)
    return Sources().identity(kind_named(kind), way)


def _names(way: Plan | None) -> _Names:
    """What a way to search is called in a task: its algorithm, space and heuristic."""
    if way is None:
        return EXACT, "", ""
    return way.algorithm_spec, way.space_spec, way.heuristic_name or ""


def digest(parts: Sequence[object]) -> str:
    """A short fingerprint."""
    return blake2b(json.dumps(parts).encode(), digest_size=10).hexdigest()
