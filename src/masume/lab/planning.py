"""Plan the runs of a study: all valid combinations of boards, searches, seeds and repetitions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import accumulate, product
from pathlib import Path
from typing import TypeAlias

from masume.api.programs import program_fingerprint
from masume.api.searches import SearchSpec, adopt_all, resolve_search
from masume.core.plugins.registry import algorithm_named, algorithms, heuristics, kind_named, kinds
from masume.core.plugins.user_code import is_user_code
from masume.core.puzzle.kind import Kind
from masume.core.search.algorithm import Algorithm
from masume.core.search.spec import parse_spec
from masume.errors import NotApplicable, UnknownName
from masume.lab.sources import Sources, package
from masume.lab.study import ALL, EXACT, Method, Searches, Study
from masume.lab.tasks import NotTried, PlannedRun, StudyBoard, digest, search_name

_Names: TypeAlias = tuple[str, str, str]  # of an algorithm, a space and a heuristic
_Slot: TypeAlias = tuple[int, int]  # a seed and a repetition

_MOST_RUNS = 10_000_000  # their keys and their order are held in memory


def plan_runs(study: Study, boards: Iterable[StudyBoard]) -> Plan:
    """Return the runs of a study, and the combinations that cannot be run.

    Raise NotApplicable if there are too many runs.
    """
    parts: list[PlannedSearch] = []
    requested: dict[tuple[str, _Names], set[_Slot]] = {}  # by all tables so far
    not_tried: dict[NotTried, None] = {}
    unique = list({board.id: board for board in boards}.values())
    sources = Sources()
    for searches in study.searches:
        is_any = searches.puzzles == ALL
        selected = set() if is_any else {kind_named(name).name for name in searches.puzzles}
        for name in dict.fromkeys(board.kind for board in unique):
            if not is_any and name not in selected:
                continue
            kind = kind_named(name)
            of_kind = tuple(board for board in unique if board.kind == name)
            for spec in _search_specs(kind, searches, not_tried, study.folder):
                is_random = spec is not None and spec.algorithm.takes_rng
                seeds = searches.seeds if is_random else searches.seeds[:1]
                _reject_too_many(len(of_kind) * len(seeds) * searches.repetitions)
                names = _names(spec)
                known = requested.setdefault((name, names), set())
                every = product(seeds, range(1, searches.repetitions + 1))
                if slots := tuple(slot for slot in every if slot not in known):
                    fingerprint = sources.fingerprint(kind, spec)
                    traces = study.traces and not known
                    parts.append(PlannedSearch(of_kind, names, fingerprint, slots, traces))
                known.update(slots)
    parts += _planned_methods(study, unique, not_tried)
    runs = Runs(study, parts, unique)
    _reject_too_many(len(runs))
    return runs, list(not_tried)


def _planned_methods(
    study: Study, boards: Sequence[StudyBoard], not_tried: dict[NotTried, None]
) -> Iterator[PlannedSearch]:
    """Yield the runs of other programs."""
    for method in study.methods:
        selected = (
            {board.kind for board in boards}
            if method.puzzles == ALL
            else {kind_named(name).name for name in method.puzzles}
        )
        for kind in dict.fromkeys(board.kind for board in boards if board.kind in selected):
            of_kind = tuple(board for board in boards if board.kind == kind)
            seeds = method.seeds if method.is_seeded else method.seeds[:1]
            slots = tuple(product(seeds, range(1, method.repetitions + 1)))
            try:
                fingerprint = program_fingerprint(method, study.folder)
            except (NotApplicable, OSError) as fault:
                not_tried.setdefault(NotTried(kind, method.name, "", "", str(fault)))
                continue
            names = method.name, "", ""
            yield PlannedSearch(of_kind, names, fingerprint, slots, False, method)


def _reject_too_many(runs: int) -> None:
    if runs > _MOST_RUNS:
        raise NotApplicable(
            f"more than {_MOST_RUNS:,} runs; use fewer boards, seeds or repetitions, or split the "
            "study"
        )


@dataclass(frozen=True)
class PlannedSearch:
    """One search of several boards, with all its seeds and repetitions."""

    boards: Sequence[StudyBoard]
    names: _Names
    sources: str
    slots: Sequence[_Slot]  # on each board
    traces: bool  # of the first slot
    method: Method | None = None


class Runs:
    """A sequence of the runs of a study; tasks are created on access, so it takes little memory."""

    def __init__(
        self, study: Study, parts: Sequence[PlannedSearch], named: Sequence[StudyBoard] = ()
    ) -> None:
        self.named = named  # the boards of the study, also those that no search is for
        self._study, self.parts = study, parts
        self._ends = list(accumulate(len(part.boards) * len(part.slots) for part in parts))
        self._bounds = [*asdict(study.limits).values()]
        self._folder = str(study.folder.absolute())
        self._package = package()

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, at: int) -> PlannedRun:
        return self._task(range(len(self))[at])

    def __iter__(self) -> Iterator[PlannedRun]:
        return map(self._task, range(len(self)))

    def _task(self, at: int) -> PlannedRun:
        """Create the task at an index."""
        number = bisect_right(self._ends, at)
        part = self.parts[number]
        start = self._ends[number - 1] if number else 0
        board_at, slot_at = divmod(at - start, len(part.slots))
        board, (seed, repetition) = part.boards[board_at], part.slots[slot_at]
        parts = [board.id, *part.names, seed, repetition, *self._bounds, part.sources]
        limit, traces = self._study.limits, part.traces and slot_at == 0
        origin = self._folder, part.sources, self._package
        return PlannedRun(
            digest(parts), board, *part.names, seed, repetition, limit, traces, *origin, part.method
        )

    def in_random_order(self) -> Iterator[PlannedRun]:
        """Yield all runs in a random order, determined by the study's seed.

        The runs of all searches with the same board and slot are neighbours, in random order, so
        that a machine that slows down in the meantime slows all of them.
        """
        from numpy import arange, concatenate
        from numpy.random import default_rng

        chance = default_rng(self._study.seed)
        numbers = {board.id: at for at, board in enumerate(self.boards())}
        width = max((len(part.slots) for part in self.parts), default=0)
        places = chance.permutation(len(numbers) * width)
        ranks = [
            places[start : start + len(part.slots)]
            for part in self.parts
            for start in (numbers[board.id] * width for board in part.boards)
        ]
        if ranks:
            keys = concatenate(ranks) + chance.random(len(self))
            order = keys.argsort(kind="stable")
        else:
            order = arange(0)
        return (self._task(int(at)) for at in order)

    def with_boards(self, made: Mapping[str, StudyBoard]) -> Runs:
        """Return these runs with generated boards in place of those expected.

        Boards that were not generated are left out, and so are runs that are then planned twice.
        """

        def existing(boards: Iterable[StudyBoard]) -> tuple[StudyBoard, ...]:
            all_boards = (made.get(board.id, board) for board in boards)
            return tuple({board.id: board for board in all_boards if board.text}.values())

        parts = [replace(part, boards=existing(part.boards)) for part in self.parts]
        return Runs(self._study, [part for part in parts if part.boards], existing(self.named))

    def declared(self) -> dict[str, object]:
        """Return the searches and limits as the results declare them."""
        searches = [
            {
                "algorithm": part.names[0],
                "space": part.names[1],
                "heuristic": part.names[2],
                "search": search_name(part.names[0], part.names[2], part.names[1]),
                "sources": part.sources,
                "boards": [board.id for board in part.boards],
                "slots": part.slots,
            }
            for part in self.parts
        ]
        limits = asdict(self._study.limits)
        return {"searches": searches, "limits": {f"limit_{k}": v for k, v in limits.items()}}

    def boards(self) -> Iterator[StudyBoard]:
        """Yield the boards that are searched, without duplicates."""
        yield from {board.id: board for part in self.parts for board in part.boards}.values()

    def searches(self) -> Iterator[tuple[StudyBoard, str]]:
        """Yield each search's name, with one of its boards."""
        for part in self.parts:
            yield part.boards[0], search_name(part.names[0], part.names[2], part.names[1])

    def by_size(self) -> Iterator[Runs]:
        """Yield the runs in stages by board size, beginning with each puzzle's smallest boards."""
        sizes: dict[str, set[int]] = {}
        for part in self.parts:
            for board in part.boards:
                sizes.setdefault(board.kind, set()).add(board.cells)
        ranks = {kind: sorted(cells) for kind, cells in sizes.items()}
        for rank in range(max(map(len, ranks.values()), default=0)):
            parts = []
            for part in self.parts:
                fits = [b for b in part.boards if ranks[b.kind][rank : rank + 1] == [b.cells]]
                parts += [replace(part, boards=fits)] if fits else []
            yield Runs(self._study, parts)


Plan: TypeAlias = tuple[Runs, list[NotTried]]


def no_runs_reason(not_tried: Sequence[NotTried]) -> str:
    """Explain why a study has no runs."""
    why = not_tried[0].reason if not_tried else "no search is for the puzzles of its boards"
    return f"nothing in this study can be run: {why}"


def _search_specs(
    kind: Kind, searches: Searches, not_tried: dict[NotTried, None], folder: Path
) -> Iterator[SearchSpec | None]:
    """Yield the valid combinations (None: the exact engine); add the others to `not_tried`."""
    adopt_all(*searches.algorithms, *searches.spaces, *searches.heuristics, folder=folder)
    names = tuple(algorithms()) if searches.algorithms == ALL else searches.algorithms
    spaces = [space.name for space in kind.spaces] if searches.spaces == ALL else searches.spaces
    for name in names:
        if name == EXACT:
            if kind.model is not None:
                yield None
            else:
                not_tried.setdefault(NotTried(kind.name, name, "", "", "it has no model"))
            continue
        algorithm = algorithm_named(parse_spec(name).name)
        first_reason, fits = "", False
        for space in spaces:
            for heuristic in _heuristic_names(kind, algorithm, searches):
                try:
                    yield resolve_search(kind, name, space=space, heuristic=heuristic)
                    fits = True
                    continue
                except NotApplicable as why:
                    reason = str(why)
                except UnknownName as unknown:
                    if not _is_known_elsewhere(kind, space, heuristic):
                        raise
                    reason = str(unknown)
                first_reason = first_reason or reason
                not_tried.setdefault(NotTried(kind.name, name, space, heuristic or "", reason))
        if not fits and searches.algorithms != ALL:  # this one was named
            not_tried.setdefault(
                NotTried(kind.name, name, "", "", f"it fits nowhere: {first_reason}")
            )


def unused_algorithms(not_tried: Iterable[NotTried]) -> Iterator[str]:
    """Yield a warning for each named algorithm that cannot be run on a puzzle at all."""
    for combination in not_tried:
        if not combination.space:
            yield f"{combination.algorithm} is not run on {combination.kind}: {combination.reason}"


def _is_known_elsewhere(kind: Kind, space: str, heuristic: str | None) -> bool:
    """Return whether another puzzle has the space or heuristic, so it is no typing error."""
    name = parse_spec(space).name
    others = [other for other in kinds().values() if other is not kind]
    own_spaces = {space_type.name for space_type in kind.spaces}
    if name not in own_spaces and not is_user_code(name):
        return any(name == space_type.name for other in others for space_type in other.spaces)
    return any(heuristic in heuristics(other.name) for other in others)


def _heuristic_names(
    kind: Kind, algorithm: Algorithm, searches: Searches
) -> tuple[str | None, ...]:
    """Return the heuristics to combine with an algorithm; None is the default, or none at all."""
    if not algorithm.takes_h or not searches.heuristics:
        return (None,)
    if searches.heuristics == ALL:
        return tuple(heuristics(kind.name))
    return searches.heuristics


def _names(spec: SearchSpec | None) -> _Names:
    """Return the algorithm, space and heuristic of a task's search."""
    if spec is None:
        return EXACT, "", ""
    return spec.algorithm_spec, spec.space_spec, spec.heuristic_name or ""
