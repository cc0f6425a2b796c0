"""The engine on models of a few variables, with results computed by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

import masume
from masume.core.drawing.show import svg_of
from masume.core.model.model import Model, Part, Reason, Vocabulary
from masume.core.puzzle.grid import grid
from masume.core.search.events import Status
from masume.core.system.limits import Deadline, LimitReached, Stop
from masume.exact import answers
from masume.exact.engine import Engine
from masume.exact.results import Solution
from masume.exact.solver import Solver
from masume.exact.sums import size_of_count


class Bits(Vocabulary):
    """A vocabulary whose positions are tuples of literals, with one cell per variable."""

    def __init__(self, shown):
        self.shown = shown
        self.grid = grid(1, shown)

    def answer(self, literals):
        return tuple(literals)

    def position_of(self, literals):
        return tuple(literals)

    def literals(self, position):
        return list(position)

    def cells(self, variable):
        return (variable - 1,)


def model(shown, *clauses, **more):
    return Model(Bits(shown), [Part(None, clauses)], shown, **more)


# Costs


def test_cheapest_of_several_solutions_is_found():
    """The solutions have three, two or one true literals of four."""
    costs = [[1, 2], [3, 4]]
    for least in ([[1, 2, 3, 4]], [[1, 2], [3, 4]], [[1], [2], [3, 4]], [[1], [2], [3], [4]]):
        result = answers.solve(model(4, *least, cost=costs, shortest=True), Deadline())
        assert result.status is Status.SOLVED
        assert result.cost == len(least) == sum(literal > 0 for literal in result.answer)
        assert result.shortest


def test_solution_cheaper_by_one_is_found():
    """The solver tries false first, which is the most expensive choice here."""
    result = answers.solve(model(2, [-1, -2], cost=[[-1], [-2]], shortest=True), Deadline())
    assert (result.cost, result.shortest) == (1, True)


def test_too_large_count_of_cost_is_not_started(monkeypatch):
    asked = model(3, [1, 2, 3], cost=[[1], [2], [3]], shortest=True)
    monkeypatch.setattr(answers, "_MOST_COUNTED", 0)
    result = answers.solve(asked, Deadline())
    assert (result.status, result.shortest, result.unique) == (Status.SOLVED, False, False)
    assert (result.reason, result.stopped) == ("too large to prove the shortest", Stop.SIZE)


@pytest.mark.parametrize(
    ("sizes", "most", "clauses"),
    [
        ([], 3, 0),
        ([5], 3, 0),
        ([1, 1], 9, 4),
        ([1, 2], 9, 6),
        ([1] * 5, 3, 25),  # 4 and 4, 9, 8
        ([4, 2, 3], 3, 28),  # 4 × 3 with what is left over, 4 × 4
        ([1, 2, 3, 4, 5, 6, 7], 99, 6 + 20 + 42 + 4 * 8 + 12 * 8 + 11 * 19),
    ],
)
def test_estimated_size_of_a_count(sizes, most, clauses):
    assert size_of_count([range(size) for size in sizes], most) == clauses


# What is sure


def test_fixed_literals_by_unit_propagation():
    solver = Solver(lambda: None)
    solver.add([[1], [-1, -2], [3, 4], [5, 2]])
    assert solver.fixed_literals([1, 2, 3, 4, 5]) == [1, -2, 5]
    solver.add([[]])
    assert solver.fixed_literals([1]) == solver.core() == solver.propagate() == []
    assert not solver.solve()


def test_backbone_of_small_models():
    result = answers.forced(model(4, [1, 2], [1, -2], [3, 4]), Deadline())
    assert (result.status, result.position, result.settled, result.open) == (
        Status.SOLVED,
        (1,),
        1,
        3,
    )
    result = answers.forced(model(4, [1, 2], [1, -2], [3, 4]), Deadline(), [-3])
    assert (result.position, result.settled, result.open) == ((1, -3, 4), 3, 1)
    none = answers.forced(model(2, [1], [-1]), Deadline())
    assert (none.status, none.position, none.settled, none.open) == (Status.EXHAUSTED, (), 0, 2)


def test_presolved_model_needs_no_solver():
    settled = Model(Bits(2), [], 2, known=[1, -2], cost=[[1], [2]], shortest=True)
    assert answers.backbone(settled, Deadline()) == {1, -2}
    assert answers.backbone(settled, Deadline(), [2]) is None
    result = answers.solve(settled, Deadline())
    assert (result.answer, result.unique, result.cost, result.shortest) == ((1, -2), True, 1, True)
    assert result.work.rounds == result.work.clauses == 0


# Limits: a watch that lets so many looks pass


class Patience(Deadline):
    """A deadline that is reached at the check of the given number."""

    def __init__(self, looks):
        super().__init__()
        self.looks = looks

    def check(self):
        self.looks -= 1
        if self.looks < 0:
            raise LimitReached("enough", Stop.INTERRUPTED)


def at_each_look(ask):
    """Yield the results of a query that is stopped at its first check, its second, and so on."""
    for looks in range(1, 200):
        deadline = Patience(looks)
        try:
            yield ask(deadline)
        except LimitReached:  # while the model was added
            continue
        if deadline.looks >= 0:
            return


def test_solve_stopped_at_each_check():
    asked = model(4, [1], [-1, 2], [3, 4], cost=[[1, 2, 3, 4]])
    *cut_off, whole = at_each_look(lambda deadline: answers.solve(asked, deadline))
    nothing, first, *_ = cut_off
    assert (nothing.status, nothing.answer, nothing.unique) == (Status.LIMIT, None, None)
    assert nothing.known == (1, 2)  # what follows without a guess
    for result in cut_off:
        assert (result.reason, result.stopped) == ("enough", Stop.INTERRUPTED)
        assert result.work.clauses >= 3
    assert (first.status, first.unique, first.other, first.differs) == (
        Status.SOLVED,
        None,
        None,
        (),
    )
    assert (whole.status, whole.unique, whole.reason) == (Status.SOLVED, False, "")
    assert (whole.cost, whole.shortest, whole.known) == (3, None, None)
    assert whole.work.rounds == 2
    assert whole.work.variables == 4
    assert whole.work.seconds > 0


def test_least_cost_stopped_at_each_check():
    asked = model(3, [1, 2, 3], cost=[[1], [2], [3]], shortest=True)
    *cut_off, whole = at_each_look(lambda deadline: answers.solve(asked, deadline))
    solved = [result for result in cut_off if result.answer]
    assert solved
    assert {result.shortest for result in solved} == {False}
    assert (whole.shortest, whole.cost) == (True, 1)


def test_uniqueness_is_not_proved_unless_requested():
    only = model(2, [1], [2])
    assert answers.solve(only, Deadline()).unique is True
    result = answers.solve(only, Deadline(), unique=False)
    assert (result.unique, result.shortest, result.other) == (None, None, None)
    assert answers.solve(model(1, [1], [-1]), Deadline()).known is None


def test_two_solutions_and_where_they_differ():
    result = answers.solve(model(4, [1], [2, 3], [-2, -3], [-4], cost=[[2], [1], [4]]), Deadline())
    assert (result.unique, result.differs) == (False, (1, 2))
    assert result.cost == 1  # the cheaper one comes first
    assert result.answer == (1, -2, 3, -4)
    assert result.other == (1, 2, -3, -4)


def test_solutions_are_listed_completely():
    two = answers.Solutions(lambda: model(2, [1, 2], [-1, -2]), Deadline())
    before = two.count()
    assert (before.number, before.complete, before.reason, before.stopped) == (0, False, "", None)
    assert before.work.rounds == 0
    assert sorted(two) == [(-1, 2), (1, -2)]
    after = two.count()
    assert (after.number, after.complete, after.reason, after.stopped) == (2, True, "", None)
    assert after.work.rounds == 2
    some = answers.Solutions(lambda: model(3), Deadline(), at_most=5)
    assert len(list(some)) == 5
    assert (some.count().number, some.count().complete) == (5, False)


def test_solutions_stopped_at_each_check():
    def ask(deadline):
        several = answers.Solutions(lambda: model(2, [1, 2]), deadline)
        list(several)
        return several.count()

    *cut_off, whole = at_each_look(ask)
    assert {(count.reason, count.stopped, count.complete) for count in cut_off} == {
        ("enough", Stop.INTERRUPTED, False)
    }
    assert [count.number for count in cut_off] == sorted(count.number for count in cut_off)
    assert (whole.number, whole.complete) == (3, True)


def test_forced_stopped_at_each_check():
    asked = model(5, [1], [-1, 2], [-3, 4], [3, 5], [4, 5])
    *cut_off, whole = at_each_look(lambda deadline: answers.forced(asked, deadline, [3]))
    for result in cut_off:
        assert (result.status, result.reason) == (Status.LIMIT, "enough")
        assert result.stopped is Stop.INTERRUPTED
        assert result.position == (1, 2, 3, 4)
        assert (result.settled, result.open) == (4, 1)
        assert result.work.clauses >= 5
    assert (whole.status, whole.position, whole.stopped) == (Status.SOLVED, (1, 2, 3, 4), None)
    assert whole.work.rounds > 0
    against = [
        result for result in at_each_look(lambda deadline: answers.forced(asked, deadline, [-2]))
    ]
    assert against[-1].status is Status.EXHAUSTED
    assert against[-1].work.clauses >= 5
    assert all(
        2 not in map(abs, result.position) for result in against
    )  # they contradict each other


# Reasons


def explaining(*parts, shown=4):
    """Return a model in which each part has a reason named by its number."""
    named = [
        Part(Reason("rule", (number,), str(number)), clauses)
        for number, clauses in enumerate(parts)
    ]
    return Model(Bits(shown), named, shown)


def test_smallest_set_of_reasons_is_returned():
    """There are contradictions of two and of three reasons, and unrelated reasons."""
    asked = explaining([[1, 2]], [[1, -2]], [[3]], [[-1]], [[-1, 4]], [[-4]])
    result = answers.why_not(asked, Deadline(), [])
    assert (result.status, result.minimal) == (Status.EXHAUSTED, True)
    assert [reason.text for reason in result.reasons] == ["0", "1", "3"]
    assert (result.reason, result.stopped) == ("", None)
    assert result.work.clauses == 6
    fine = answers.why_not(explaining([[1, 2]], [[-1]]), Deadline(), [])
    assert (fine.status, fine.reasons, fine.minimal) == (Status.SOLVED, (), True)
    assert fine.work.rounds == 1


def test_why_not_stopped_at_each_check():
    asked = explaining([[1, 2]], [[1, -2]], [[3]], [[-1]], [[-1, 4]], [[-4]])
    *cut_off, whole = at_each_look(lambda deadline: answers.why_not(asked, deadline, []))
    early = [item for item in cut_off if item.status is Status.LIMIT]
    late = [item for item in cut_off if item.status is Status.EXHAUSTED]
    assert early
    assert late
    for result in cut_off:
        assert (result.reason, result.stopped) == ("enough", Stop.INTERRUPTED)
        assert result.work.clauses >= 6
    assert {(result.reasons, result.minimal) for result in early} == {((), False)}
    assert not late[0].minimal  # a contradiction is proved, but not minimised
    assert all(result.reasons for result in late)
    assert late[-1].minimal
    assert (whole.minimal, whole.stopped) == (True, None)


def test_minimal_core_deletes_one_by_one():
    engine = Engine(explaining([[1]], [[-1, 2]], [[-2]], [[3]], [[4]]), explaining=True)
    one, two, three, *spare = engine.reasons
    for order in ([one, two, three, *spare], [*spare, three, two, one]):
        assert sorted(engine.minimal_core(order, 4)) == [one, two, three]
        assert engine.minimal_core(order, 3) is None
        assert engine.minimal_core(order, 2) is None


# Pictures


def test_solution_has_a_picture_in_notebooks():
    puzzle = masume.loads("hitori\n1 1 2\n2 3 1")
    result = masume.solve(puzzle)
    assert result.differs
    assert result._repr_svg_() == svg_of(puzzle, result.answer, result.differs)
    assert result._repr_svg_() != svg_of(puzzle, result.answer)
    known = replace(result, answer=None, known=result.other, differs=())
    assert known._repr_svg_() == svg_of(puzzle, result.other)
    assert Solution(Status.EXHAUSTED)._repr_svg_() is None
