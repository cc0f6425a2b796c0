"""Plan a search of a board with a classical algorithm, and run it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import cast

from masume.core.plugins.registry import (
    algorithm_named,
    algorithms,
    declared_algorithm,
    declared_heuristic,
    declared_space,
    default_heuristic,
    heuristic_named,
    heuristics,
    kind_of,
    space_named,
)
from masume.core.plugins.user_code import adopt, is_user_code, user_code_errors
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Puzzle, refuse_larger
from masume.core.search.algorithm import Algorithm, ensure_applicable, why_not
from masume.core.search.evaluation import Evaluation
from masume.core.search.journal import Journal
from masume.core.search.run import Run, SearchResult
from masume.core.search.space import Guarded, Heuristic, SpaceType, StateSpace, TwoEnded
from masume.core.search.spec import OptionValue, check_options, parse_spec, write_spec
from masume.core.system.clock import PREPARE, TABLES, Clock
from masume.core.system.limits import Deadline, Limit
from masume.errors import NotApplicable
from masume.formats.inputs import puzzle_of
from masume.formats.plain import Board

MOST_SEARCHED = 40_000  # cells; the tables of a larger board would not fit into memory
_GUARDED_CELLS = 150  # from here on an expansion is long enough to look at the clock inside it


@dataclass(frozen=True)
class SearchSpec:
    """A search that is known to make sense: everything chosen, nothing begun."""

    kind: Kind
    algorithm: Algorithm
    algorithm_spec: str
    options: tuple[tuple[str, OptionValue], ...]
    space_type: SpaceType
    space_spec: str
    space_options: tuple[tuple[str, OptionValue], ...]
    heuristic: Heuristic | None
    heuristic_name: str | None

    @property
    def is_user_code(self) -> bool:
        """Whether the algorithm, the space or the heuristic is not one of ours."""
        written = [self.algorithm.function, self.space_type]
        written += [self.heuristic.build] if self.heuristic else []
        return any(one.__module__.partition(".")[0] != "masume" for one in written)

    @property
    def own_rules(self) -> bool:
        """Whether the space is searched under rules of its own: no referee can judge it."""
        return getattr(self.space_type, "own_rules", False)

    @property
    def moves_tell(self) -> bool:
        """Whether what is on the board follows from the moves of a path, with nothing besides."""
        return not (self.is_user_code or self.space_type.infers or self.algorithm.needs is TwoEnded)

    @property
    def f(self) -> Evaluation:
        """What nodes are compared by."""
        return self.algorithm.evaluation(dict(self.options))

    def film_head(self) -> dict[str, object]:
        """What the first line of a film says of it."""
        code = self.algorithm.pseudocode
        return {
            "algorithm": self.algorithm_spec,
            "heuristic": self.heuristic_name,
            "space": self.space_spec,
            "f": list(self.f),
            "pseudocode": code.to_json() if code else None,
        }

    def run(
        self,
        board: Board | Puzzle,
        *,
        limit: Limit | None = None,
        seed: int = 0,
        deadline: Deadline | None = None,
        journal: Journal | None = None,
    ) -> Run:
        """Begin the search of a board; one that anyone can see to be hopeless is over at once.

        A search that is filmed has a `journal`, in which it tells more than it does otherwise.
        """
        puzzle = puzzle_of(board)
        if (kind := kind_of(puzzle)) is not self.kind:
            raise NotApplicable(f"this search is one of {self.kind.name}, not of {kind.name}")
        if seen := self.kind.obstacles(puzzle):
            return Run.hopeless(seen[0].text)
        return self.start(puzzle, limit=limit, seed=seed, deadline=deadline, journal=journal)

    def start(
        self,
        puzzle: Puzzle,
        *,
        limit: Limit | None = None,
        seed: int = 0,
        deadline: Deadline | None = None,
        clock: Clock | None = None,
        journal: Journal | None = None,
    ) -> Run:
        """Begin the search, however the board looks; space and tables are made on its clock."""
        refuse_larger(puzzle, MOST_SEARCHED, "search")
        limit = limit or (deadline.limit if deadline else None)
        clock = clock or Clock(limit.seconds if limit else None)
        clock.begin(PREPARE)
        with user_code_errors():
            space: StateSpace = self.space_type(puzzle, **dict(self.space_options))
            h = None
            if self.heuristic:
                clock.begin(TABLES)
                h = self.heuristic.build(space)
                clock.begin(PREPARE)
            if puzzle.rows * puzzle.cols >= _GUARDED_CELLS:
                space = Guarded(space)
            nodes = limit.nodes if limit else None
            search = self.algorithm.start(
                space, h, Random(seed), dict(self.options), nodes=nodes, journal=journal
            )
            clock.pause()
            return Run(space, search, limit, deadline, clock, journal)


def resolve_search(
    board: Kind | Board | Puzzle,
    algorithm: str | Algorithm | None = None,
    *,
    space: str | SpaceType | None = None,
    heuristic: str | Heuristic | None = None,
) -> SearchSpec:
    """Choose what to search a kind of board with; raises before anything runs if it cannot work.

    Each goes by its name or is the thing itself. Names of algorithms and spaces may carry options:
    `astar:weight=2`, `shade:canonical,prune`. Names of one's own must have been adopted. Without an
    algorithm it is depth first, or A* if there is a heuristic (greedy search for an objective).
    Without a space it is the first in which that works, those that draw conclusions before others:
    plain depth first is then backtracking as people mean it.
    """
    kind = board if isinstance(board, Kind) else kind_of(puzzle_of(board))
    estimate = _heuristic(kind, heuristic)
    if algorithm is None:
        algorithm = "depth_first" if not estimate else "greedy" if estimate.objective else "astar"
    chosen, name, given = _algorithm(algorithm)
    options = chosen.checked(given)
    if space is None:
        space = _home(kind, chosen, estimate)
    space_type, where, space_given = _space(kind, space)
    space_defaults = space_options(space_type)
    space_values = check_options(f"{kind.name}/{space_type.name}", space_given, space_defaults)
    if estimate is None and chosen.takes_h:
        estimate = default_heuristic(kind, space_type)
    ensure_applicable(chosen, space_type, estimate)
    typed = heuristic if isinstance(heuristic, str) else ""
    return SearchSpec(
        kind=kind,
        algorithm=chosen,
        algorithm_spec=write_spec(_called(name, chosen.name), options, chosen.options),
        options=tuple(options.items()),
        space_type=space_type,
        space_spec=write_spec(_called(where, space_type.name), space_values, space_defaults),
        space_options=tuple(space_values.items()),
        heuristic=estimate,
        heuristic_name=_called(typed, estimate.name) if estimate else None,
    )


def _algorithm(given: str | Algorithm) -> tuple[Algorithm, str, dict[str, str]]:
    """An algorithm, what somebody called it, and the options that came with its name."""
    if not isinstance(given, str):
        return declared_algorithm(given), "", {}
    spec = parse_spec(given)
    return algorithm_named(spec.name), spec.name, dict(spec.options)


def _space(kind: Kind, given: str | SpaceType) -> tuple[SpaceType, str, dict[str, str]]:
    if not isinstance(given, str):
        return declared_space(given), "", {}
    spec = parse_spec(given)
    return space_named(kind, spec.name), spec.name, dict(spec.options)


def _heuristic(kind: Kind, given: str | Heuristic | None) -> Heuristic | None:
    if given is None:
        return None
    return heuristic_named(kind, given) if isinstance(given, str) else declared_heuristic(given)


def _called(typed: str, name: str) -> str:
    """What has been adopted keeps the name that it goes by; everything else has its own."""
    return typed if is_user_code(typed) else name


def no_space(kind: Kind) -> str:
    """Return why no search works on boards of a kind without state spaces."""
    return f"{kind.name} has no state space to search; use the exact engine (--with exact)"


def resolve_searches(
    kind: Kind,
    names: Sequence[str] = (),
    *,
    estimates: Sequence[str] = (),
    spaces: Sequence[str] = (),
    refuse: Callable[[str, str], None] | None = None,
) -> Iterator[SearchSpec]:
    """Every combination of algorithms, heuristics and spaces that makes sense, of those named.

    An algorithm that was named and fits nowhere is handed to `refuse`, with the reason. Raise
    NotApplicable for a kind that has no space, unless one is named.
    """
    if not kind.spaces and not spaces:
        raise NotApplicable(no_space(kind))
    everywhere = [space.name for space in kind.spaces]
    if tuple(estimates) == ("all",):
        estimates = tuple(heuristics(kind.name))
    for name in names or tuple(algorithms()):
        takes_h = algorithm_named(parse_spec(name).name).takes_h
        refused, count = "", 0
        for where in spaces or everywhere:
            for h in (estimates or (None,)) if takes_h else (None,):
                try:
                    yield resolve_search(kind, name, space=where, heuristic=h)
                    count += 1
                except NotApplicable as reason:
                    refused = refused or str(reason)
        if refused and not count and name in names and refuse:
            refuse(name, refused)


def _home(kind: Kind, algorithm: Algorithm, heuristic: Heuristic | None) -> SpaceType:
    """The space an algorithm is used in if none is named."""
    if not kind.spaces:
        raise NotApplicable(no_space(kind))
    for space in sorted(kind.spaces, key=lambda space: not space.infers):
        h = heuristic or (default_heuristic(kind, space) if algorithm.takes_h else None)
        if why_not(algorithm, space, h) is None:
            return space
    return kind.spaces[0]


def fitting(kind: Kind, algorithm: Algorithm, space: SpaceType) -> list[Heuristic | None]:
    """The heuristics with which an algorithm can search a space; [None] if it takes none."""
    known = [*heuristics(kind.name).values()] if algorithm.takes_h else [None]
    return [h for h in known if why_not(algorithm, space, h) is None]


def space_options(space: SpaceType) -> dict[str, OptionValue]:
    """The options of a space and their defaults, read off its constructor."""
    return dict(_constructor_options(cast("type", space)))


@lru_cache(maxsize=256)  # of one's own file that is edited there may be many
def _constructor_options(space: type) -> tuple[tuple[str, OptionValue], ...]:
    parameters = inspect.signature(space).parameters.values()
    return tuple((p.name, p.default) for p in parameters if p.kind is p.KEYWORD_ONLY)


def search(
    board: Board | Puzzle,
    algorithm: str | Algorithm | None = None,
    *,
    space: str | SpaceType | None = None,
    heuristic: str | Heuristic | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    deadline: Deadline | None = None,
) -> SearchResult:
    """Search a board with a classical algorithm.

    >>> from masume import load
    >>> result = search(load("kuromasu/br-5x5-2"), "astar", heuristic="black_needed")
    >>> result.status.value, result.cost
    ('solved', 4)

    Algorithm, space and heuristic go by their names, by a place of one's own (`./mine.py:tabu`,
    `mine.tabu`), or are the things themselves.
    """
    adopt_all(algorithm, space, heuristic)
    chosen = resolve_search(board, algorithm, space=space, heuristic=heuristic)
    return chosen.run(board, limit=limit, seed=seed, deadline=deadline).finish()


def adopt_all(*names: object, folder: Path | None = None) -> None:
    """Import what is named by a place of one's own; for those who may run code here."""
    for name in names:
        if isinstance(name, str):
            adopt(parse_spec(name).name, folder)
