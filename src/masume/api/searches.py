"""Choose and run classical searches: `search`, and `SearchSpec` for a validated combination."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple

from masume.core.plugins.registry import (
    algorithm_named,
    algorithms,
    default_heuristic,
    ensure_algorithm,
    ensure_heuristic,
    ensure_space,
    heuristic_named,
    heuristics,
    kind_of,
    space_named,
)
from masume.core.plugins.user_code import adopt, is_user_code, user_code_errors
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Puzzle, ensure_size
from masume.core.search.algorithm import Algorithm, Evaluation, ensure_applicable, why_not
from masume.core.search.counted import Counts
from masume.core.search.journal import Journal
from masume.core.search.problem import Problem, ProblemSpace, checked_estimate
from masume.core.search.result import SearchResult
from masume.core.search.run import Run
from masume.core.search.space import (
    Assignable,
    Estimate,
    Guarded,
    Heuristic,
    SpaceType,
    StateSpace,
    TwoEnded,
    space_options,
)
from masume.core.search.spec import (
    MEMBERS,
    OptionValue,
    check_choices,
    check_options,
    member_names,
    parse_spec,
    write_spec,
)
from masume.core.system import tally
from masume.core.system.clock import PREPARE, TABLES, Clock
from masume.core.system.limits import Deadline, Limit
from masume.errors import NotApplicable
from masume.formats.inputs import puzzle_of
from masume.formats.plain import Board

MOST_SEARCHED = 40_000  # cells; the tables of larger boards would not fit into memory
_GUARDED_CELLS = 150  # from this size on, limits are also checked inside an expansion


class SearchNames(NamedTuple):
    """The names of a search, and what its parts claim."""

    algorithm_spec: str
    heuristic_name: str | None
    space_spec: str
    own_rules: bool = False  # of the space: no referee can judge its answers
    optimal: bool = False  # of the algorithm, with these options and this heuristic
    admissible: bool = False


@dataclass(frozen=True)
class SearchSpec:
    """A validated search that has not been started: algorithm, space, heuristic and options.

    Create one with `resolve_search`.
    """

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
    def names(self) -> SearchNames:
        """The names of its parts, and what they claim."""
        names = (self.algorithm_spec, self.heuristic_name, self.space_spec)
        admissible = self.heuristic is not None and self.heuristic.admissible
        factor = dict(self.options).get(self.algorithm.bound) or 1  # of the solution's cost
        exact = isinstance(factor, int | float) and factor <= 1
        optimal = self.algorithm.optimal and exact and (admissible or self.heuristic is None)
        return SearchNames(*names, self.own_rules, optimal, admissible)

    @property
    def is_user_code(self) -> bool:
        """Whether the algorithm, the space or the heuristic is user code."""
        parts = [self.algorithm.function, self.space_type]
        parts += [self.heuristic.build] if self.heuristic else []
        return any(map(_is_from_user, parts))

    @property
    def own_rules(self) -> bool:
        """Whether the space has rules of its own, so that the referee cannot check its answers."""
        return getattr(self.space_type, "own_rules", False)

    @property
    def moves_tell(self) -> bool:
        """Whether the positions on a path are determined by its moves alone."""
        return not (self.is_user_code or self.space_type.infers or self.algorithm.needs is TwoEnded)

    @property
    def f(self) -> Evaluation:
        """The evaluation function by which the algorithm compares nodes."""
        return self.algorithm.evaluation(dict(self.options))

    def film_head(self) -> dict[str, object]:
        """Return the fields that describe the search in the header of a film."""
        code = self.algorithm.pseudocode
        return {
            "algorithm": self.algorithm_spec,
            "heuristic": self.heuristic_name,
            "space": self.space_spec,
            "f": list(self.f),
            "pseudocode": code.to_json(dict(self.options)) if code else None,
        }

    def run(
        self,
        board: Board | Puzzle | Problem,
        *,
        limit: Limit | None = None,
        seed: int = 0,
        deadline: Deadline | None = None,
        journal: Journal | None = None,
    ) -> Run:
        """Start the search of a board; if it has an obstacle, return a finished run.

        `journal` receives the details that a film needs. Raise NotApplicable for a board of
        another kind.
        """
        puzzle = puzzle_of(board)
        if (kind := kind_of(puzzle)) is not self.kind:
            raise NotApplicable(f"this search is for {self.kind.name}, not for {kind.name}")
        if obstacles := self.kind.obstacles(puzzle):
            return Run.unsolvable(obstacles[0].text)
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
        """Start the search without checking for obstacles.

        The time of building the space and the heuristic's tables counts as part of the run.
        """
        ensure_size(puzzle, MOST_SEARCHED, "search")
        limit = limit or (deadline.limit if deadline else None)
        clock = clock or Clock(limit.seconds if limit else None)
        clock.begin(PREPARE)
        with user_code_errors():
            space: StateSpace = self.space_type(puzzle, **dict(self.space_options))
            h = h_back = None
            if self.heuristic:
                clock.begin(TABLES)
                h = self.heuristic.build(space)
                if self.algorithm.takes_back and isinstance(space, TwoEnded):
                    h_back = self.heuristic.build(space.reverse())
                clock.begin(PREPARE)
            evaluations = None
            if h is not None and self.heuristic and _is_from_user(self.heuristic.build):
                h = h if hasattr(h, "calls") else checked_estimate(h)
                evaluations = getattr(h, "calls")  # noqa: B009 (a function has no such field)
            space, counts = self._instrument_space(space)
            nodes = limit.nodes if limit else None
            search = self.algorithm.start(
                space,
                h,
                Random(seed) if self.algorithm.takes_rng else None,
                dict(self.options),
                nodes=nodes,
                journal=journal,
                h_back=h_back,
            )
            clock.pause()
            return Run(
                space,
                search,
                limit,
                deadline,
                clock,
                journal,
                counts,
                evaluations,
                (self.algorithm_spec, self.heuristic_name, self.space_spec),
            )

    def _instrument_space(self, space: StateSpace) -> tuple[StateSpace, Counts | None]:
        """Return the space to search, wrapped if needed, and its counters.

        User algorithms, and searches with user code in supervised processes, get a space that
        counts. Large boards and user spaces get one that checks limits within an expansion.
        """
        is_tallied = tally.current() is not None and self.is_user_code
        if is_tallied or _is_from_user(self.algorithm.function):
            counts = Counts(space, path_is_answer=not self.kind.has_size)
            return counts.counted_space(), counts
        is_large = space.puzzle.rows * space.puzzle.cols >= _GUARDED_CELLS
        has_user_space = _is_from_user(self.space_type) and not isinstance(space, ProblemSpace)
        return (Guarded(space) if is_large or has_user_space else space), None


def _is_from_user(part: object) -> bool:
    """Return whether a function or class comes from outside masume."""
    return part.__module__.partition(".")[0] != "masume"


def resolve_search(
    board: Kind | Board | Puzzle | Problem,
    algorithm: str | Algorithm | None = None,
    *,
    space: str | SpaceType | None = None,
    heuristic: str | Heuristic | Estimate | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> SearchSpec:
    """Return the search of a kind of board with an algorithm, a space and a heuristic.

    Each is given by name or as an object. Names of algorithms and spaces may have options:
    `astar:weight=2`, `shade:canonical,prune`. Names of user code must have been adopted. The
    default algorithm is depth-first search, or A* with a heuristic (greedy with an objective). The
    default space is the first that works, preferring spaces that draw conclusions, so that
    depth-first search is backtracking with propagation by default.

    Raise NotApplicable for a combination that cannot work, UnknownName or BadOption for a wrong
    name or option.
    """
    kind = board if isinstance(board, Kind) else kind_of(puzzle_of(board))
    estimate = _heuristic(kind, heuristic)
    if algorithm is None:
        algorithm = "depth_first" if not estimate else "greedy" if estimate.objective else "astar"
    chosen, name, given = _algorithm(algorithm)
    values = chosen.resolve_options({**given, **(options or {})})
    if space is None:
        space = _home(kind, chosen, estimate)
    space_type, where, space_given = _space(kind, space)
    space_type, space_given = switched(kind, space_type, chosen, space_given)
    space_defaults = space_options(space_type)
    owner = f"{kind.name}/{space_type.name}"
    space_values = check_options(owner, space_given, space_defaults)
    check_choices(owner, space_values, getattr(space_type, "about_options", {}))
    if estimate is None and chosen.takes_h:
        estimate = default_heuristic(kind, space_type)
    members = [algorithm_named(member) for member in member_names(values.get(MEMBERS))]
    ensure_applicable(chosen, space_type, estimate, members if chosen.runs_members else ())
    typed = heuristic if isinstance(heuristic, str) else ""
    return SearchSpec(
        kind=kind,
        algorithm=chosen,
        algorithm_spec=write_spec(_part_name(name, chosen.name), values, chosen.options),
        options=tuple(values.items()),
        space_type=space_type,
        space_spec=write_spec(_part_name(where, space_type.name), space_values, space_defaults),
        space_options=tuple(space_values.items()),
        heuristic=estimate,
        heuristic_name=_part_name(typed, estimate.name) if estimate else None,
    )


def _algorithm(given: str | Algorithm) -> tuple[Algorithm, str, dict[str, str]]:
    """Return an algorithm, the name that was typed for it, and the options typed after it."""
    if not isinstance(given, str):
        return ensure_algorithm(given), "", {}
    spec = parse_spec(given)
    return algorithm_named(spec.name), spec.name, dict(spec.options)


def _space(kind: Kind, given: str | SpaceType) -> tuple[SpaceType, str, dict[str, str]]:
    if not isinstance(given, str):
        return ensure_space(given), "", {}
    spec = parse_spec(given)
    has_own = any(space.name == spec.name for space in kind.spaces)
    if spec.name == "decide" and not has_own and kind.model and kind.mark:
        return _switched_decide(), spec.name, dict(spec.options)
    return space_named(kind, spec.name), spec.name, dict(spec.options)


def _switched_decide() -> SpaceType:
    from masume.core.spaces.switches import SwitchedDecide  # with the models, so only if needed

    return SwitchedDecide


def switched(
    kind: Kind, space: SpaceType, algorithm: Algorithm, options: Mapping[str, str]
) -> tuple[SpaceType, dict[str, str]]:
    """Return the space `decide` with switches in place of a puzzle's own, if it is needed.

    It is needed by algorithms that assign variables, and for options that the puzzle's own one does
    not have; these are left out of the returned options if all have their default values.
    """
    has_switches = hasattr(space, "attempt") or not (kind.model and kind.mark)
    if space.name != "decide" or has_switches:
        return space, dict(options)
    decide = _switched_decide()
    defaults = space_options(decide)
    are_defaults = all(defaults.get(key, value) == value for key, value in options.items())
    if are_defaults and algorithm.needs is not Assignable:
        return space, {key: value for key, value in options.items() if key not in defaults}
    return decide, dict(options)


def _heuristic(kind: Kind, given: str | Heuristic | Estimate | None) -> Heuristic | None:
    if given is None:
        return None
    if isinstance(given, str):
        return heuristic_named(kind, given)
    return ensure_heuristic(given, "", kind)


def _part_name(typed: str, name: str) -> str:
    """Return the name of a part of a search: for user code the one that was typed."""
    return typed if is_user_code(typed) else name


def no_space(kind: Kind) -> str:
    """Return why no search works on boards of a kind without state spaces."""
    return f"{kind.name} has no state space to search; use the exact engine (--with exact)"


def resolve_searches(
    kind: Kind,
    given: Sequence[str | Algorithm] = (),
    *,
    estimates: Sequence[str | Heuristic | Estimate] = (),
    spaces: Sequence[str] = (),
    refuse: Callable[[str, str], None] | None = None,
) -> Iterator[SearchSpec]:
    """Yield all valid combinations of the given algorithms, heuristics and spaces.

    The defaults are all algorithms, the default heuristic of each space, and all spaces;
    `estimates` may be ("all",). `refuse(name, reason)` is called for a given algorithm without a
    valid combination. Raise NotApplicable if the kind has no space and none is named.
    """
    if not kind.spaces and not spaces:
        raise NotApplicable(no_space(kind))
    everywhere = [space.name for space in kind.spaces]
    if tuple(estimates) == ("all",):
        estimates = tuple(heuristics(kind.name))
    for algorithm in given or tuple(algorithms()):
        chosen, _, _ = _algorithm(algorithm)
        refused, count = "", 0
        for where in spaces or everywhere:
            for h in (estimates or (None,)) if chosen.takes_h else (None,):
                try:
                    yield resolve_search(kind, algorithm, space=where, heuristic=h)
                    count += 1
                except NotApplicable as reason:
                    refused = refused or str(reason)
        if refused and not count and given and refuse:
            refuse(algorithm if isinstance(algorithm, str) else chosen.name, refused)


def _home(kind: Kind, algorithm: Algorithm, heuristic: Heuristic | None) -> SpaceType:
    """Return the default space of an algorithm: the first that works, inferring spaces first."""
    if not kind.spaces:
        raise NotApplicable(no_space(kind))
    for space in sorted(kind.spaces, key=lambda space: not space.infers):
        if getattr(space, "on_request", False) and algorithm.needs is not Assignable:
            continue
        h = heuristic or (default_heuristic(kind, space) if algorithm.takes_h else None)
        if why_not(algorithm, switched(kind, space, algorithm, {})[0], h) is None:
            return space
    if algorithm.needs is Assignable and kind.model and kind.mark:
        return _switched_decide()
    return kind.spaces[0]


def fitting(kind: Kind, algorithm: Algorithm, space: SpaceType) -> list[Heuristic | None]:
    """Return the heuristics with which an algorithm can search a space; [None] if it takes none."""
    space, _ = switched(kind, space, algorithm, {})
    known = [*heuristics(kind.name).values()] if algorithm.takes_h else [None]
    return [h for h in known if why_not(algorithm, space, h) is None]


def search(
    board: Board | Puzzle | Problem,
    algorithm: str | Algorithm | None = None,
    *,
    space: str | SpaceType | None = None,
    heuristic: str | Heuristic | Estimate | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    deadline: Deadline | None = None,
    **options: OptionValue,
) -> SearchResult:
    """Search a board, or any problem, with a classical algorithm.

    >>> from masume import load
    >>> result = search(load("kuromasu/br-5x5-2"), "astar", heuristic="black_needed")
    >>> result.status.value, result.cost
    ('solved', 4)

    A problem is any object with `initial()`, `successors(state)` and `is_goal(state)` (see
    `masume.core.search.problem`). Algorithm, space and heuristic are names, paths of user code
    (`./mine.py:tabu`, `mine.tabu`) or objects; a heuristic may be a plain function of a state.
    `options` are options of the algorithm: `search(board, "astar", weight=2)`.
    """
    adopt_all(algorithm, space, heuristic)
    chosen = resolve_search(board, algorithm, space=space, heuristic=heuristic, options=options)
    return chosen.run(board, limit=limit, seed=seed, deadline=deadline).finish()


def adopt_all(*names: object, folder: Path | None = None) -> None:
    """Adopt the names that refer to user code; call this only where user code may run."""
    for name in names:
        if isinstance(name, str):
            adopt(parse_spec(name).name, folder)
