"""What can be asked of a model: a solution and whether it is the only one, how many there are, all
of them, what they share, and why there is none.

Each question has a Watch. If its time is up, or someone stops it, the answer tells what is known
by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from random import Random

from masume.core.model.model import CancelCheck, Clause, Literal, Model, Part, Reason
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Position
from masume.core.search.events import Status
from masume.core.system.clock import PROOF, SEARCH
from masume.core.system.limits import Deadline, LimitReached, Stop
from masume.exact.engine import Engine
from masume.exact.results import Count, Forced, Solution, WhyNot, Work
from masume.exact.sums import counted, size_of_count

_MOST_COUNTED = 2_000_000  # clauses to count the steps of a path with
_LITERAL_BYTES = 8  # of a clause in the solver: its number, and its share of the lists of watches


class _Asked:
    """An engine with its watch; counts what it costs."""

    def __init__(self, model: Model, deadline: Deadline, *, explaining: bool = False) -> None:
        self.deadline = deadline
        self.model = model
        self.engine = Engine(model, deadline.check, explaining=explaining)
        if not explaining:
            deadline.later = self._look  # it may save a long proof, but not a short one

    def _look(self) -> None:
        if self.model.hopeless():
            self.engine.give_up()

    def work(self) -> Work:
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
        """One solution after the other."""
        forbidden = 0
        while (solution := self.engine.solve()) is not None:
            yield solution
            self.engine.forbid(solution)
            forbidden += len(solution)
            self.deadline.check_memory(forbidden * _LITERAL_BYTES)


# Solving


def solve(model: Model, deadline: Deadline, *, unique: bool = True) -> Solution:
    """A solution, the cheapest if the model asks for it, and whether it is the only one."""
    if model.settled:
        return Solution(
            Status.SOLVED,
            answer=model.vocabulary.answer(model.known),
            unique=unique or None,
            cost=_cost(model, model.known),
            shortest=model.shortest or None,
            work=Work(seconds=deadline.seconds),
        )
    asked = _Asked(model, deadline)
    deadline.clock.begin(SEARCH)
    solutions: list[list[Literal]] = []
    reason, stopped, proved = "", None, False
    try:
        for one in asked.each():
            solutions.append(one)
            deadline.clock.begin(PROOF)  # that it is the only one, or the shortest
            if len(solutions) == 2 or not unique:
                break
        else:
            proved = True
        if solutions and not proved and model.shortest:
            _improve(asked, solutions)
            proved = True
    except LimitReached as limit:
        reason, stopped = str(limit), limit.stopped
    if not solutions:
        status = Status.LIMIT if reason else Status.EXHAUSTED
        known = model.vocabulary.noted(_sure(asked.engine, late=True)) if reason else None
        return Solution(status, known=known, work=asked.work(), reason=reason, stopped=stopped)
    if len(solutions) > 1:
        solutions.sort(key=lambda literals: _cost(model, literals))
    best, others = solutions[0], solutions[1:]
    return Solution(
        Status.SOLVED,
        answer=model.vocabulary.answer(best),
        unique=False if others else True if proved and unique else None,
        other=model.vocabulary.answer(others[0]) if others else None,
        differs=_differences(model, best, others[0]) if others else (),
        cost=_cost(model, best),
        shortest=proved if model.shortest else None,
        work=asked.work(),
        reason=reason,
        stopped=stopped,
    )


def _improve(asked: _Asked, solutions: list[list[Literal]]) -> None:
    """Look for cheaper and cheaper solutions until there is none; they are added to the others."""
    model, solver = asked.model, asked.engine.solver
    least = min(_cost(model, literals) for literals in solutions)
    if least <= model.floor:
        return
    if size_of_count(model.cost, least) > _MOST_COUNTED:
        raise LimitReached("it is too long for that", Stop.SIZE)
    clauses, levels = counted(asked.engine.variables, model.cost, least, asked.deadline.check)
    solver.add(clauses)
    while least > model.floor and (better := asked.engine.solve([-levels[least - 1]])) is not None:
        least = _cost(model, better)
        solutions.append(better)


def nearest(
    model: Model,
    check_cancel: CancelCheck,
    wanted: Sequence[Literal],
    besides: Sequence[Clause] = (),
) -> Iterator[list[Literal]]:
    """Solutions in which more and more of the wanted literals hold; the last is the nearest.

    `besides` are clauses that they keep as well.
    """
    if model.settled:
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
    clauses, levels = counted(engine.variables, [unlike], max(away, 1), check_cancel)
    engine.solver.add(clauses)
    while away and (better := engine.solve([-levels[away - 1]])) is not None:
        yield better
        away = len({*unlike} & {*better})


def _cost(model: Model, literals: Sequence[Literal]) -> int:
    held = set(literals)
    return sum(map(held.__contains__, chain.from_iterable(model.cost)))


def _differences(model: Model, one: list[Literal], other: list[Literal]) -> tuple[Cell, ...]:
    differing = (a for a, b in zip(one, other, strict=True) if a != b)
    return tuple(model.vocabulary.cells_of(differing))


_PROBED = 20_000  # shown variables that are looked at one by one when time is up already


def _sure(engine: Engine, assumed: Iterable[Literal] = (), *, late: bool = False) -> list[Literal]:
    """What follows without a guess, of the shown variables."""
    assumptions, shown = list(assumed), engine.model.shown
    implied = set(engine.solver.implied(assumptions)) | set(engine.model.known) | set(assumptions)
    if late and shown <= _PROBED:
        implied.update(engine.solver.fixed(range(1, shown + 1)))
    return sorted((one for one in implied if abs(one) <= shown), key=abs)


# Counting


class Solutions:
    """All solutions one by one, as Positions; afterwards it knows whether these were all."""

    def __init__(
        self, build: Callable[[], Model], deadline: Deadline, at_most: int | None = None
    ) -> None:
        self._build = build
        self._deadline = deadline
        self._asked: _Asked | None = None  # until the first solution is asked for
        self._at_most = at_most
        self.number = 0  # so far
        self.complete = False
        self.reason = ""
        self.stopped: Stop | None = None
        self._stream = self._each()

    def __iter__(self) -> Iterator[Position]:
        return self._stream

    def _each(self) -> Iterator[Position]:
        try:
            asked = self._asked = _Asked(self._build(), self._deadline)
            for literals in asked.each():
                if self.number == self._at_most:
                    return
                self.number += 1
                yield asked.model.vocabulary.answer(literals)
            self.complete = True
        except LimitReached as limit:
            self.reason, self.stopped = str(limit), limit.stopped

    def count(self) -> Count:
        """How many came so far, and whether these are all."""
        return Count(self.number, self.complete, self.work, self.reason, self.stopped)

    @property
    def work(self) -> Work:
        """What it has cost so far."""
        return self._asked.work() if self._asked else Work(seconds=self._deadline.seconds)


# What all solutions share


def forced(model: Model, deadline: Deadline, assumed: Sequence[Literal] = ()) -> Forced:
    """What holds in every solution, given some marks."""
    asked = _Asked(model, deadline)
    reason, stopped = "", None
    try:
        sure = _certain(asked.engine, assumed)
    except LimitReached as limit:
        reason, stopped = str(limit), limit.stopped
        sure = set(_sure(asked.engine, assumed, late=True))
        sure -= {-one for one in sure}  # marks that contradict what is sure tell nothing
    if sure is None:
        return Forced(Status.EXHAUSTED, model.vocabulary.noted([]), 0, model.shown, asked.work())
    return Forced(
        Status.LIMIT if reason else Status.SOLVED,
        model.vocabulary.noted(sorted(sure, key=abs)),
        len(sure),
        model.shown - len(sure),
        asked.work(),
        reason,
        stopped,
    )


def certain(
    model: Model, deadline: Deadline, assumed: Sequence[Literal] = ()
) -> set[Literal] | None:
    """The literals that hold in every solution, given some; None if there is no solution."""
    if model.settled and not assumed:
        return set(model.known)
    return _certain(_Asked(model, deadline).engine, assumed)


def _certain(engine: Engine, assumed: Sequence[Literal]) -> set[Literal] | None:
    """A first solution says which literals could be forced at all; each further one that differs
    in some of them rules those out, until no solution differs in any that is left.
    """
    first = engine.solve(assumed)
    if first is None:
        return None
    sure = set(_sure(engine, assumed))
    candidates = [one for one in first if one not in sure]
    while candidates:
        (differs,) = engine.variables.more(1)
        engine.solver.add([[-differs, *(-one for one in candidates)]])
        engine.solver.prefer([-one for one in candidates])
        other = engine.solve([*assumed, differs])
        if other is None:
            break
        held = set(other)
        candidates = [one for one in candidates if one in held]
    sure.update(candidates)
    return sure


# Why there is no solution

_TRIES = 6  # orders in which reasons are left out; the smallest set found is told


def why_not(
    model: Model, deadline: Deadline, marks: Sequence[tuple[Reason, list[Literal]]]
) -> WhyNot:
    """Reasons, the player's marks among them, that contradict each other.

    The model must have been made with reasons.
    """
    said = [Part(mark, [[one] for one in literals]) for mark, literals in marks]
    asked = _Asked(replace(model, parts=[*model.parts, *said]), deadline, explaining=True)
    engine = asked.engine
    best = list(engine.reasons)
    proved, minimal, reason, stopped = False, False, "", None
    try:
        if engine.solve(best) is not None:
            return WhyNot(Status.SOLVED, (), True, asked.work())
        proved = True
        best = first = engine.used(best)
        for number in range(_TRIES):
            order = first[:]
            Random(number).shuffle(order)
            smaller = engine.minimal(order, len(best) if minimal else len(best) + 1)
            if smaller is not None:
                best, minimal = smaller, True
    except LimitReached as limit:
        reason, stopped = str(limit), limit.stopped
        if not proved:
            return WhyNot(Status.LIMIT, (), False, asked.work(), reason, stopped)
    reasons = tuple(engine.reasons[switch] for switch in sorted(best))
    return WhyNot(Status.EXHAUSTED, reasons, minimal, asked.work(), reason, stopped)
