"""Every run of a study, made when it is asked for, and what makes no sense and is left out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import TypeAlias

from masume.api.searches import SearchSpec, adopt_all, resolve_search
from masume.core.plugins.registry import algorithm_named, algorithms, heuristics, kind_named, kinds
from masume.core.plugins.user_code import is_user_code
from masume.core.puzzle.kind import Kind
from masume.core.search.algorithm import Algorithm
from masume.core.search.spec import parse_spec
from masume.errors import NotApplicable, UnknownName
from masume.lab.sources import Sources, package
from masume.lab.study import ALL, EXACT, Searches, Study
from masume.lab.tasks import NotTried, StudyBoard, Task, digest, search_name

_Names: TypeAlias = tuple[str, str, str]  # of an algorithm, a space and a heuristic

_MOST_RUNS = 10_000_000  # their keys and their order are held in memory
_FEWER = "take fewer boards, seeds or repetitions, or make several studies of it"


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
            for spec in _search_specs(kind, searches, left_out, study.folder):
                draws = spec is not None and spec.algorithm.takes_rng
                seeds = searches.seeds if draws else searches.seeds[:1]
                called, times = _names(spec), searches.repetitions
                before = seen.setdefault((name, called), {})  # what other tables have asked for
                again = [(seed, n) for seed in seeds for n in range(1, times + 1)] if before else []
                fresh = tuple(one for one in again if one[1] > before.get(one[0], 0))
                if not before or fresh:
                    traces = study.traces and not before
                    made = sources.identity(kind, spec)
                    parts.append(_Part(here, called, made, seeds, times, fresh, traces))
                before.update((seed, max(times, before.get(seed, 0))) for seed in seeds)
    runs = Runs(study, parts)
    if len(runs) > _MOST_RUNS:
        raise NotApplicable(f"more than {_MOST_RUNS:,} runs; {_FEWER}")
    return runs, list(left_out)


@dataclass(frozen=True)
class _Part:
    """One search of some boards, with all its seeds and repetitions."""

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


class Runs:
    """The runs of a study, each made when it is asked for: millions take no more room than one."""

    def __init__(self, study: Study, parts: Sequence[_Part]) -> None:
        self._study, self._parts = study, parts
        self._ends = list(accumulate(len(part.boards) * part.slots for part in parts))
        self._bounds = [*asdict(study.limits).values()]
        self._folder = str(study.folder.absolute())
        self._package = package()

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, at: int) -> Task:
        return self._task(range(len(self))[at])

    def __iter__(self) -> Iterator[Task]:
        return map(self._task, range(len(self)))

    def _task(self, at: int) -> Task:
        number = bisect_right(self._ends, at)
        part = self._parts[number]
        which, slot = divmod(at - (self._ends[number - 1] if number else 0), part.slots)
        board, (seed, repetition) = part.boards[which], part.slot(slot)
        parts = [board.id, *part.names, seed, repetition, *self._bounds, part.sources]
        limit, traces = self._study.limits, part.traces and slot == 0
        where = self._folder, part.sources, self._package
        return Task(digest(parts), board, *part.names, seed, repetition, limit, traces, *where)

    def shuffled(self) -> Iterator[Task]:
        """All of them in an order that favours nobody, drawn by the study's seed."""
        order = list(range(len(self)))
        Random(self._study.seed).shuffle(order)
        return map(self._task, order)

    def boards(self) -> Iterator[StudyBoard]:
        """The boards that are searched."""
        yield from {board.id: board for part in self._parts for board in part.boards}.values()

    def searches(self) -> Iterator[tuple[StudyBoard, str]]:
        """Yield each search's name, with one of its boards."""
        for part in self._parts:
            yield part.boards[0], search_name(part.names[0], part.names[2], part.names[1])

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


def _search_specs(
    kind: Kind, searches: Searches, left_out: dict[NotTried, None], folder: Path
) -> Iterator[SearchSpec | None]:
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
                    yield resolve_search(kind, name, space=space, heuristic=heuristic)
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
    if name not in here and not is_user_code(name):
        return any(name == one.name for other in others for one in other.spaces)
    return any(heuristic in heuristics(other.name) for other in others)


def _estimates(kind: Kind, chosen: Algorithm, searches: Searches) -> tuple[str | None, ...]:
    if not chosen.takes_h or not searches.heuristics:
        return (None,)
    if searches.heuristics == ALL:
        return tuple(heuristics(kind.name))
    return searches.heuristics


def _names(spec: SearchSpec | None) -> _Names:
    """Return the algorithm, space and heuristic of a task's search."""
    if spec is None:
        return EXACT, "", ""
    return spec.algorithm_spec, spec.space_spec, spec.heuristic_name or ""
