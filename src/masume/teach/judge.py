"""Judge a submission: apply one criterion to its boards, and say what was expected.

The same code judges in both places: the student's own check on public boards, and the lecturer's
grading. Answers pass the referee, costs are compared with the cheapest solution, and estimates with
the true remaining cost in every state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import inf

from masume.api import exact
from masume.api.heuristic_check import HeuristicCase, HeuristicVerdict, check_heuristics
from masume.api.searches import SearchSpec, resolve_search, search
from masume.core.plugins.user_code import user_code_errors
from masume.core.puzzle.puzzle import Position
from masume.core.search.counted import replay
from masume.core.search.events import Status
from masume.core.search.problem import ProblemBoard
from masume.core.search.result import SearchResult
from masume.core.search.space import Heuristic
from masume.core.search.spec import parse_spec
from masume.core.system.limits import Limit, LimitReached
from masume.draw.svg import svg
from masume.draw.themes import theme_named
from masume.errors import (
    BadOption,
    MasumeError,
    NotApplicable,
    ParseError,
    UnknownName,
    UserCodeError,
    pluralise,
    shorten,
)
from masume.formats.plain import Board
from masume.teach.assignment import (
    ALGORITHM,
    HEURISTIC,
    ORDER,
    SWITCHES,
    Assignment,
    Criterion,
)
from masume.teach.boards import boards_of, generate_boards
from masume.teach.remedies import describe_error
from masume.teach.submission import Submission
from masume.teach.switches import add_switches, with_order

_REFERENCE_NODES = 500_000  # of a search for the cheapest solution
_MOST_CLAIMS = 5
Recorder = Callable[[Board, SearchSpec, Limit, int], str]
"""Record a search of a board as a film; the last argument is the seed."""


@dataclass(frozen=True)
class Case:
    """The verdict on one board."""

    board: str
    passed: bool
    text: str  # what happened
    expected: str = ""  # and what was expected, if it failed
    expansions: int | None = None
    reference: int | None = None  # expansions of the reference
    picture: tuple[str, ...] = ()  # if it failed: the board, or the state that refutes it, as text
    svg: str = ""  # and as a picture


@dataclass(frozen=True)
class CriterionResult:
    """The verdict on one criterion."""

    name: str
    points: float  # the most that can be earned
    earned: float
    cases: tuple[Case, ...] = ()
    claims: tuple[str, ...] = ()  # of the submission, refuted
    error: str = ""  # why nothing could be judged
    film: str = field(default="", repr=False)  # of the first failing run, as recorded
    measures: tuple[str, ...] = ()  # what confined the process

    @property
    def first_failure(self) -> Case | None:
        """The first case that failed."""
        return next((case for case in self.cases if not case.passed), None)


def judge(
    assignment: Assignment,
    criterion: Criterion,
    submission: Submission,
    *,
    student: str = "",
    begin: Callable[[float], None] = lambda seconds: None,
    record: Recorder | None = None,
) -> CriterionResult:
    """Return the verdict on a submission for one criterion: points, cases and refuted claims.

    `begin` is called before each run with its seconds. A failure on one board does not end the
    others. `record` films the first failing run.
    """
    judge_of_case = _Judge(assignment, criterion, submission, begin)
    cases: list[Case] = []
    first_failed: tuple[Board, int] | None = None
    for board in boards_of(assignment, assignment.group(criterion.boards), student):
        for seed in range(criterion.seeds):
            case = judge_of_case.case(board, seed)
            cases.append(case)
            if not case.passed and first_failed is None and case.expansions:
                first_failed = board, seed
    film = ""
    if record is not None and first_failed is not None:
        film = judge_of_case.film(*first_failed, record)
    passed = sum(case.passed for case in cases)
    earned = round(criterion.points * passed / len(cases), 2) if cases else 0.0
    claims = tuple(dict.fromkeys(submission.claims))[:_MOST_CLAIMS]
    return CriterionResult(criterion.name, criterion.points, earned, tuple(cases), claims, "", film)


class _Judge:
    """One criterion of one submission."""

    def __init__(
        self,
        assignment: Assignment,
        criterion: Criterion,
        submission: Submission,
        begin: Callable[[float], None],
    ) -> None:
        self.limits = assignment.limits
        self.assignment = assignment
        self.criterion = criterion
        self.task = assignment.task(criterion.task)
        self.submission = submission
        self.begin = begin

    def case(self, board: Board, seed: int) -> Case:
        """Return the verdict on a board; whatever the submission does, this returns."""
        name = board.name or board.kind.title
        name += f", seed {seed}" * (self.criterion.seeds > 1)
        try:
            self.begin(self.limits.seconds or inf)
            checks = {
                "solves": self._solves,
                "optimal": self._solves,
                "admissible": self._estimates,
                "consistent": self._estimates,
                "states": self._states,
            }
            with user_code_errors():
                case = checks[self.criterion.check](board, name, seed)
        except UserCodeError as fault:
            case = Case(name, False, describe_error(fault))
        except LimitReached as reached:
            case = Case(name, False, str(reached), self._within())
        except SystemExit:  # of a submission in this process
            case = Case(name, False, "it ends the program; remove the call of exit()")
        except NotApplicable as fault:
            case = Case(name, False, str(fault), "a submission that fits")
        shown = case.picture or case.passed
        return case if shown else _with_picture(case, board, board.kind.start(board.puzzle))

    def film(self, board: Board, seed: int, record: Recorder) -> str:
        """Return a film of the failing run; empty if the run cannot even begin."""
        try:
            self.begin(self.limits.seconds or inf)
            searched, spec = self._search(board)
            return record(searched, spec, self._limit, seed)
        except (MasumeError, LimitReached):
            return ""  # the verdict tells the error

    @property
    def _limit(self) -> Limit:
        """The limit of one run; the time of another process is limited there."""
        seconds = self.limits.seconds if self.submission.is_local else None
        return Limit(nodes=self.limits.nodes, seconds=seconds)

    def _within(self) -> str:
        return f"an end within {self.limits.seconds:g} s and {self.limits.megabytes} MB"

    def _search(self, board: Board) -> tuple[Board, SearchSpec]:
        """Return the search with the student's part, and the board that it searches."""
        task, submission = self.task, self.submission
        if task.role == HEURISTIC:
            space = task.space or _default_space(board)
            heuristic = submission.heuristic(task.name, board, space)
            return board, resolve_search(
                board, task.algorithm or "astar", space=space, heuristic=heuristic
            )
        if task.role == ALGORITHM:
            chosen = submission.algorithm(task.name)
            given = task.heuristic if chosen.takes_h and task.heuristic else None
            return board, resolve_search(board, chosen, space=task.space or None, heuristic=given)
        if task.role == SWITCHES:
            space = add_switches(task, submission.switches(task.name))
            try:
                return board, resolve_search(board, task.algorithm or "depth_first", space=space)
            except (BadOption, UnknownName) as fault:
                raise UserCodeError(f"{task.name}: {fault}") from None
        if task.role == ORDER:
            spec = resolve_search(board, task.algorithm or "depth_first", space=task.space)
            return board, with_order(spec, submission.order(task.name, board), task.name)
        problem = submission.problem(task.name, board)
        return problem, resolve_search(problem, task.algorithm or "breadth_first")

    # Searching

    def _solves(self, board: Board, name: str, seed: int) -> Case:
        """Search the board; the answer must be right, cheap and quick enough."""
        searched, spec = self._search(board)
        result = spec.run(searched, limit=self._limit, seed=seed).finish()
        expanded = result.metrics.expanded
        if result.status is Status.EXHAUSTED and has_no_solution(board):
            return Case(name, True, "proved that there is no solution", "", expanded)
        if result.status is not Status.SOLVED:
            return Case(name, False, *_unsolved(result, self.limits), expansions=expanded)
        if self.task.role == "problem":
            cost, wrong = _judge_moves(board, result)
        else:
            cost, wrong = result.cost, exact.verify_result(board.puzzle, result)
        if wrong:
            text = f"wrong: {wrong}"
            return Case(name, False, text, "an answer that the referee accepts", expanded)
        if (cheapest := self._cheapest(board, spec)) is not None and cost is not None:
            if cost > cheapest + 1e-9 and self.criterion.check == "optimal":
                text = f"found a solution of cost {cost:g}"
                return Case(name, False, text, f"cost {cheapest:g}", expanded)
            if cost > cheapest + 1e-9 and spec.algorithm.optimal:
                claim = f"claims to be optimal; it found {cost:g} where {cheapest:g} is possible"
                self.submission.claims.append(claim)
        most, reference = self._most_expansions(board, seed)
        counted = pluralise(expanded, "expansion")
        if most is not None and expanded > most:
            expected = f"at most {pluralise(most, 'expansion')}"
            return Case(name, False, f"solved with {counted}", expected, expanded, reference)
        return Case(name, True, f"solved with {counted}", "", expanded, reference)

    def _cheapest(self, board: Board, spec: SearchSpec) -> float | None:
        """Return the cost of the cheapest solution, if the criterion or a claim is about it."""
        if self.criterion.check != "optimal" and not spec.algorithm.optimal:
            return None
        return cheapest_cost(board, self.task.space)

    def _most_expansions(self, board: Board, seed: int) -> tuple[int | None, int | None]:
        """Return the accepted number of expansions, and that of the reference."""
        criterion = self.criterion
        if not criterion.reference:
            return criterion.expansions, None
        reference = reference_expansions(board, criterion.reference, self.task.space, seed)
        most = int(reference * criterion.factor)
        return min(most, criterion.expansions or most), reference

    # Estimates

    def _estimates(self, board: Board, name: str, seed: int) -> Case:
        """Compare the estimates with the true remaining cost in all states."""
        space = self.task.space or _default_space(board)
        heuristic = self.submission.heuristic(self.task.name, board, space)
        report = check_heuristics(board, [heuristic], space=space)
        (verdict,) = report.verdicts
        if heuristic.admissible and not verdict.admissible:
            self.submission.claims.append("claims to be admissible; it overestimates")
        states = f"{report.states:,} states"
        wrong = _estimate_fault(verdict, self.criterion.check)
        if wrong is not None:
            text, expected, case = wrong
            moves = f" after {', '.join(case.moves)}" if case and case.moves else ""
            failed = Case(name, False, f"{text}{moves}", expected)
            return _with_picture(failed, board, case.position) if case else failed
        share = verdict.mean_share or 0.0
        least = self.criterion.least
        if least is not None and share < least:
            text = f"it is {share:.0%} of the true cost on average"
            return Case(name, False, text, f"at least {least:.0%}: a better estimate")
        return Case(name, True, f"holds in all {states}; {share:.0%} of the true cost on average")

    # Problems

    def _states(self, board: Board, name: str, seed: int) -> Case:
        """Compare the number of reachable states with that of the reference."""
        problem = self.submission.problem(self.task.name, board)
        expected = count_states(board, self.task.space, _REFERENCE_NODES)
        found = count_states(problem, "", expected)
        if found == expected:
            return Case(name, True, f"{pluralise(found, 'state')}")
        text = f"more than {expected:,} states" if found > expected else pluralise(found, "state")
        return Case(name, False, text, pluralise(expected, "state"))


def _with_picture(case: Case, board: Board, position: Position) -> Case:
    """Return the case with a picture of a position, as text and as SVG."""
    kind = board.kind
    scene = kind.scene(board.puzzle, position)
    lines = tuple(kind.picture(board.puzzle, position))
    return replace(case, picture=lines, svg=svg(scene, theme_named("light")))


def _default_space(board: Board) -> str:
    """Return the first space of a kind that searches paths."""
    return next(space.name for space in board.kind.spaces if not space.repairs)


def _unsolved(result: SearchResult, limits: Limit) -> tuple[str, str]:
    """Return what happened in a search without a solution, and what was expected."""
    if result.status is Status.LIMIT:
        most = f"{limits.nodes:,} expansions, " if limits.nodes else ""
        return f"not finished: {result.reason}", f"a solution within {most}{limits.seconds:g} s"
    if result.status is Status.EXHAUSTED:
        return "reported that there is no solution", "a solution: there is one"
    return "gave up", "a solution"


def _judge_moves(board: Board, result: SearchResult) -> tuple[float | None, str]:
    """Return the cost of a student's moves on the real board, and what is wrong with them."""
    moves = [str(move) for move in result.moves]
    if isinstance(board.puzzle, ProblemBoard):
        space = board.kind.spaces[0](board.puzzle)
        replayed = replay(space, moves, str)
        return (None, replayed) if isinstance(replayed, str) else (replayed.cost, "")
    kind, position = board.kind, board.kind.start(board.puzzle)
    for move in moves:
        try:
            position = kind.play(board.puzzle, position, kind.parse_move(board.puzzle, move))
        except (ParseError, NotApplicable) as fault:
            return None, f"move {shorten(move)}: {fault}"
    faults = kind.violations(board.puzzle, position)
    return float(len(moves)), faults[0].text if faults else ""


def _estimate_fault(
    verdict: HeuristicVerdict, check: str
) -> tuple[str, str, HeuristicCase | None] | None:
    """Return (what is wrong, what is expected, a counterexample), or None."""
    worst, steepest = verdict.worst, verdict.steepest
    if verdict.negative:
        count = pluralise(verdict.negative, "state")
        return f"the estimate is negative in {count}", "numbers from 0", None
    if check == "admissible" and worst is not None:
        text = f"the estimate is {worst.h:g} where {_cost(worst.truth)} is enough"
        return text, f"at most {_cost(worst.truth)} there", worst
    if check == "consistent" and steepest is not None:
        text = f"the move {steepest.then} of cost {steepest.cost:g} lowers the estimate from "
        text += f"{steepest.h:g} to {steepest.h_then:g}"
        return text, "no estimate that falls by more than the cost of a move", steepest
    return None


def _cost(cost: float) -> str:
    return "no number" if cost == inf else f"{cost:g}"


# The truth, computed here and not by the submission


def cheapest_cost(board: Board, space: str = "") -> float | None:
    """Return the cost of the cheapest solution; None if it cannot be found.

    The exact engine knows it for puzzles, uniform cost search for problems.
    """
    return _cheapest(_Key(board), space)


@dataclass(frozen=True)
class _Key:
    """A board as a key of a cache: by identity, and kept alive by the cache."""

    board: Board

    def __hash__(self) -> int:
        return id(self.board.puzzle)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.board.puzzle is other.board.puzzle


@lru_cache(maxsize=256)
def _cheapest(key: _Key, space: str) -> float | None:
    """Return the cost of a cheapest solution; None if no optimal search proves one."""
    board = key.board
    if board.kind.model is not None:
        return exact.solve(board.puzzle).cost
    limit = Limit(nodes=_REFERENCE_NODES)
    for algorithm in ("astar", "uniform_cost"):  # A* only with an admissible heuristic
        try:
            spec = resolve_search(board, algorithm, space=space or None)
        except NotApplicable:
            continue
        if spec.heuristic is None or spec.heuristic.admissible:
            return spec.run(board, limit=limit).finish().cost
    return None


def has_no_solution(board: Board) -> bool:
    """Return whether the exact engine proves that a board has no solution."""
    if board.kind.model is None:
        return False
    return exact.solve(board.puzzle, unique=False).status is Status.EXHAUSTED


def reference_expansions(board: Board, reference: str, space: str, seed: int) -> int:
    """Return the expansions of a reference search such as "astar + manhattan"."""
    return _reference(_Key(board), reference, space, seed)


@lru_cache(maxsize=256)
def _reference(key: _Key, reference: str, space: str, seed: int) -> int:
    """Return the number of expansions of a reference search; raise if it finds no solution."""
    algorithm, _, heuristic = (part.strip() for part in reference.partition("+"))
    result = search(
        key.board,
        algorithm,
        heuristic=heuristic or None,
        space=space or None,
        limit=Limit(nodes=_REFERENCE_NODES),
        seed=seed,
    )
    if result.status is not Status.SOLVED:
        raise NotApplicable(f"the reference {reference} does not solve the board; choose another")
    return result.metrics.expanded


def compute_truth(assignment: Assignment, criterion: Criterion) -> None:
    """Recompute the data that a criterion is judged by: boards, references and true costs."""
    for cache in (generate_boards, _cheapest, _reference):
        cache.cache_clear()
    task = assignment.task(criterion.task)
    for board in boards_of(assignment, assignment.group(criterion.boards)):
        if criterion.check in ("admissible", "consistent"):
            zero = Heuristic(
                "zero", lambda _: lambda _: 0, tuple(board.kind.spaces), True, False, False
            )
            check_heuristics(board, [zero], space=task.space or _default_space(board))
        elif criterion.check == "states":
            count_states(board, task.space, _REFERENCE_NODES)
        else:
            cheapest_cost(board, task.space)
            has_no_solution(board)
        for seed in range(criterion.seeds if criterion.reference else 0):
            reference_expansions(board, criterion.reference, task.space, seed)


def count_states(board: Board, space: str, most: int) -> int:
    """Return the number of reachable states, or more than `most` if there are more."""
    spec = parse_spec(space or board.kind.spaces[0].name)
    chosen = next(s for s in board.kind.spaces if s.name == spec.name)
    instance = chosen(board.puzzle, **{key: value == "yes" for key, value in spec.options})
    seen = {instance.initial()}
    waiting = list(seen)
    while waiting and len(seen) <= most:
        for _, state, _ in instance.successors(waiting.pop()):
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return len(seen)


def public_criteria(assignment: Assignment) -> list[Criterion]:
    """Return the criteria on boards that students get."""
    return [one for one in assignment.criteria if not assignment.is_hidden(one)]


def judge_public(
    assignment: Assignment, run: Callable[[Criterion], CriterionResult]
) -> Iterator[CriterionResult]:
    """Yield the verdict on each public criterion.

    An error of the assignment itself is part of its verdict, so that the others are still judged.
    """
    for criterion in public_criteria(assignment):
        try:
            yield run(criterion)
        except MasumeError as fault:
            yield CriterionResult(criterion.name, criterion.points, 0.0, error=str(fault))
