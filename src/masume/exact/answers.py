"""Queries on a model: solve, prove uniqueness, count, list, find the backbone, explain conflicts.

Each query has a Deadline. If it is reached or stopped, the result contains what is known so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from masume.core.model.model import CancelCheck, Clause, Literal, Model, NormalForm, Part, Reason
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Position
from masume.core.search.events import Status
from masume.core.system.clock import PROOF, SEARCH
from masume.core.system.limits import Deadline, LimitReached, Stop
from masume.exact.engine import Engine
from masume.exact.results import Count, Forced, Solution, WhyNot, Work
from masume.exact.sums import count_literals, size_of_count

_MOST_COUNTED = 2_000_000  # clauses for counting the cost of a solution
_LITERAL_BYTES = 8  # memory of a literal in a clause, with its share of the watch lists


class _Query:
    """An engine with its deadline, and the work of answering one query."""

    def __init__(self, model: Model, deadline: Deadline, *, explaining: bool = False) -> None:
        self.deadline = deadline
        self.model = model
        self.engine = Engine(model, deadline.check, explaining=explaining)
        if not explaining:
            deadline.later = self._look  # only a long proof is worth this test

    def _look(self) -> None:
        if self.model.is_unsolvable():
            self.engine.give_up()

    def work(self) -> Work:
        """Return the work so far."""
        engine, solver = self.engine, self.engine.solver
        did = solver.work()
        return Work(
            seconds=self.deadline.seconds,
            rounds=engine.rounds,
            cuts=engine.cuts,
            clauses=solver.clauses,
            variables=engine.variables.count,
            conflicts=did["conflicts"],
            decisions=did["decisions"],
        )

    def each(self) -> Iterator[list[Literal]]:
        """Yield all solutions; each is excluded from later ones."""
        forbidden = 0
        while (solution := self.engine.solve()) is not None:
            yield solution
            self.engine.forbid(solution)
            forbidden += len(solution)
            self.deadline.check_memory(forbidden * _LITERAL_BYTES)

    def few(self) -> Iterator[list[Literal]]:
        """Yield all solutions, or only the first two if the model has a normal form."""
        form = self.model.normal_form
        return self.each() if form is None else each_normal(self.engine, form)


def each_normal(engine: Engine, form: NormalForm) -> Iterator[list[Literal]]:
    """Yield the solutions in normal form; after a single one, another one if there is any."""
    found: list[list[Literal]] = []
    for case in form.cases:
        while (solution := engine.solve(case)) is not None:
            yield solution
            found.append(solution)
            engine.forbid(solution)
        engine.solver.add([[-literal for literal in case]])
    if len(found) == 1 and (other := form.other(found[0])) is not None:
        yield other


def one_or_two(model: Model, deadline: Deadline) -> list[list[Literal]]:
    """Return the only solution, or two of several; none if there is none."""
    deadline.check()
    return [list(model.known)] if model.is_solved else [*islice(_Query(model, deadline).few(), 2)]


# Solving


def solve(model: Model, deadline: Deadline, *, unique: bool = True) -> Solution:
    """Return a solution and whether it is unique; a cheapest one if the model requires it.

    Without `unique`, stop at the first solution and prove nothing about others.
    """
    if model.is_solved:  # by propagation, which is the proof as well
        deadline.clock.begin(PROOF)
        return Solution(
            Status.SOLVED,
            answer=model.vocabulary.answer(model.known),
            unique=unique or None,
            cost=model.cost_of(model.known),
            shortest=model.shortest or None,
            work=Work(seconds=deadline.seconds),
        )
    query = _Query(model, deadline)
    deadline.clock.begin(SEARCH)
    solutions: list[list[Literal]] = []
    reason, stopped, proved = "", None, False
    try:
        for solution in query.few():
            solutions.append(solution)
            deadline.clock.begin(PROOF)  # of uniqueness or of least cost
            if len(solutions) == 2 or not unique:
                break
        else:
            proved = True
        if solutions and not proved and model.shortest:
            _improve(query, solutions)
            proved = True
    except LimitReached as limit:
        reason, stopped = str(limit), limit.stopped
    if not solutions:
        status = Status.LIMIT if reason else Status.EXHAUSTED
        known = model.vocabulary.position_of(_implied(query.engine, late=True)) if reason else None
        return Solution(status, known=known, work=query.work(), reason=reason, stopped=stopped)
    if len(solutions) > 1:
        solutions.sort(key=lambda literals: model.cost_of(literals))
    best, others = solutions[0], solutions[1:]
    return Solution(
        Status.SOLVED,
        answer=model.vocabulary.answer(best),
        unique=False if others else True if proved and unique else None,
        other=model.vocabulary.answer(others[0]) if others else None,
        differs=_differences(model, best, others[0]) if others else (),
        cost=model.cost_of(best),
        shortest=proved if model.shortest else None,
        work=query.work(),
        reason=reason,
        stopped=stopped,
    )


def _improve(query: _Query, solutions: list[list[Literal]]) -> None:
    """Append ever cheaper solutions until the last one is proved to be cheapest.

    Raise LimitReached if counting the cost would take too many clauses.
    """
    model, solver = query.model, query.engine.solver
    least = min(model.cost_of(literals) for literals in solutions)
    if least <= model.floor:
        return
    if size_of_count(model.cost, least) > _MOST_COUNTED:
        raise LimitReached("too large to prove the shortest", Stop.SIZE)
    variables, check = query.engine.variables, query.deadline.check
    clauses, levels = count_literals(variables, model.cost, least, check)
    solver.add(clauses)
    while least > model.floor and (better := query.engine.solve([-levels[least - 1]])) is not None:
        least = model.cost_of(better)
        solutions.append(better)


def nearest(
    model: Model,
    check_cancel: CancelCheck,
    wanted: Sequence[Literal],
    besides: Sequence[Clause] = (),
) -> Iterator[list[Literal]]:
    """Yield solutions in which more and more of the wanted literals are true.

    The last one agrees with a maximum of them. `besides` are additional clauses.
    """
    if model.is_solved:
        yield list(model.known)
        return
    engine = Engine(model, check_cancel)
    engine.solver.add(besides)
    engine.solver.prefer(wanted)
    first = engine.solve()
    if first is None:
        return
    yield first
    unlike = [-literal for literal in wanted]
    away = len({*unlike} & {*first})
    clauses, levels = count_literals(engine.variables, [unlike], max(away, 1), check_cancel)
    engine.solver.add(clauses)
    while away and (better := engine.solve([-levels[away - 1]])) is not None:
        yield better
        away = len({*unlike} & {*better})


def _differences(model: Model, first: list[Literal], second: list[Literal]) -> tuple[Cell, ...]:
    differing = (a for a, b in zip(first, second, strict=True) if a != b)
    return tuple(model.vocabulary.cells_of(differing))


_MOST_PROBED = 20_000  # shown variables that are probed one by one after the time is up


def _implied(
    engine: Engine, assumed: Iterable[Literal] = (), *, late: bool = False
) -> list[Literal]:
    """Return the shown literals that follow by unit propagation, sorted by variable.

    With `late` (the time is up), probe single variables too, unless there are too many.
    """
    assumptions, shown = list(assumed), engine.model.shown
    implied = set(engine.solver.propagate(assumptions)) | set(engine.model.known) | set(assumptions)
    if late and shown <= _MOST_PROBED:
        implied.update(engine.solver.fixed_literals(range(1, shown + 1)))
    return sorted((literal for literal in implied if abs(literal) <= shown), key=abs)


# Counting


class Solutions:
    """An iterator over all solutions as Positions; afterwards `complete` says if it found all."""

    def __init__(
        self, build: Callable[[], Model], deadline: Deadline, at_most: int | None = None
    ) -> None:
        self._build = build
        self._deadline = deadline
        self._query: _Query | None = None  # created for the first solution
        self._at_most = at_most
        self.number = 0  # so far
        self.complete = False
        self.reason = ""
        self.stopped: Stop | None = None
        self._stream = self._each()

    def __iter__(self) -> Iterator[Position]:
        return self._stream

    def _each(self) -> Iterator[Position]:
        """Yield the solutions, and note the limit that ends the query."""
        try:
            query = self._query = _Query(self._build(), self._deadline)
            for literals in query.each():
                if self.number == self._at_most:
                    return
                self.number += 1
                yield query.model.vocabulary.answer(literals)
            self.complete = True
        except LimitReached as limit:
            self.reason, self.stopped = str(limit), limit.stopped

    def count(self) -> Count:
        """Return the number of solutions so far, and whether these are all."""
        return Count(self.number, self.complete, self.work, self.reason, self.stopped)

    @property
    def work(self) -> Work:
        """The work so far."""
        return self._query.work() if self._query else Work(seconds=self._deadline.seconds)


# Backbone: the literals common to all solutions


def forced(model: Model, deadline: Deadline, assumed: Sequence[Literal] = ()) -> Forced:
    """Return the position of all marks that are the same in every solution, under assumptions."""
    query = _Query(model, deadline)
    reason, stopped = "", None
    try:
        sure = _backbone(query.engine, assumed)
    except LimitReached as limit:
        reason, stopped = str(limit), limit.stopped
        sure = set(_implied(query.engine, assumed, late=True))
        sure -= {-literal for literal in sure}  # drop marks that contradict implied literals
    if sure is None:
        return Forced(
            Status.EXHAUSTED, model.vocabulary.position_of([]), 0, model.shown, query.work()
        )
    return Forced(
        Status.LIMIT if reason else Status.SOLVED,
        model.vocabulary.position_of(sorted(sure, key=abs)),
        len(sure),
        model.shown - len(sure),
        query.work(),
        reason,
        stopped,
    )


def backbone(
    model: Model, deadline: Deadline, assumed: Sequence[Literal] = ()
) -> set[Literal] | None:
    """Return the shown literals true in every solution under assumptions; None without solution."""
    if not assumed and (model.is_solved or model.normal_form is not None):
        solutions = one_or_two(model, deadline)
        if len(solutions) < 2:
            return set(solutions[0]) if solutions else None
    deadline.check()
    return _backbone(_Query(model, deadline).engine, assumed)


def _backbone(engine: Engine, assumed: Sequence[Literal]) -> set[Literal] | None:
    """Return the backbone under assumptions, or None if there is no solution.

    The candidates are the literals of a first solution. Each further solution is required to
    differ in a candidate and removes those in which it differs, until there is no such solution.
    """
    first = engine.solve(assumed)
    if first is None:
        return None
    sure = set(_implied(engine, assumed))
    candidates = [literal for literal in first if literal not in sure]
    while candidates:
        (differs,) = engine.variables.more(1)
        engine.solver.add([[-differs, *(-literal for literal in candidates)]])
        engine.solver.prefer([-literal for literal in candidates])
        other = engine.solve([*assumed, differs])
        if other is None:
            break
        held = set(other)
        candidates = [literal for literal in candidates if literal in held]
    sure.update(candidates)
    return sure


# Minimal unsatisfiable subsets of the reasons

_TRIES = 6  # orders of deletion that are tried; the smallest subset is returned


def why_not(
    model: Model, deadline: Deadline, marks: Sequence[tuple[Reason, list[Literal]]]
) -> WhyNot:
    """Return a minimal set of clues, rules and marks that contradict each other.

    The parts of the model must have reasons. Several deletion orders are tried, and the smallest
    subset found is returned.
    """
    assumed = [Part(mark, [[literal] for literal in literals]) for mark, literals in marks]
    query = _Query(replace(model, parts=[*model.parts, *assumed]), deadline, explaining=True)
    engine = query.engine
    best = list(engine.reasons)
    proved, minimal, reason, stopped = False, False, "", None
    try:
        if engine.solve(best) is not None:
            return WhyNot(Status.SOLVED, (), True, query.work())
        proved = True
        best = first = engine.used_assumptions(best)
        for number in range(_TRIES):
            order = first[:]
            Random(number).shuffle(order)
            smaller = engine.minimal_core(order, len(best) if minimal else len(best) + 1)
            if smaller is not None:
                best, minimal = smaller, True
    except LimitReached as limit:
        reason, stopped = str(limit), limit.stopped
        if not proved:
            return WhyNot(Status.LIMIT, (), False, query.work(), reason, stopped)
    reasons = tuple(engine.reasons[switch] for switch in sorted(best))
    return WhyNot(Status.EXHAUSTED, reasons, minimal, query.work(), reason, stopped)
