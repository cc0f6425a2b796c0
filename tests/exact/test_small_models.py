"""The engine on models of a few variables, where every answer can be told by hand."""

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
    """Positions are tuples of literals; each variable is a cell of its own."""

    def __init__(self, shown):
        self.shown = shown
        self.grid = grid(1, shown)

    def answer(self, literals):
        return tuple(literals)

    def noted(self, literals):
        return tuple(literals)

    def literals(self, position):
        return list(position)

    def cells(self, variable):
        return (variable - 1,)


def model(shown, *clauses, **more):
    return Model(Bits(shown), [Part(None, clauses)], shown, **more)


# Costs


def test_the_cheapest_of_several_is_found_though_it_is_cheaper_by_one():
    """Three of four, then two of them, then one: each is asked for in turn."""
    costs = [[1, 2], [3, 4]]
    for least in ([[1, 2, 3, 4]], [[1, 2], [3, 4]], [[1], [2], [3, 4]], [[1], [2], [3], [4]]):
        found = answers.solve(model(4, *least, cost=costs, shortest=True), Deadline())
        assert found.status is Status.SOLVED
        assert found.cost == len(least) == sum(one > 0 for one in found.answer)
        assert found.shortest


def test_one_cheaper_is_cheaper():
    """The solver tries "not" first, which costs most here."""
    found = answers.solve(model(2, [-1, -2], cost=[[-1], [-2]], shortest=True), Deadline())
    assert (found.cost, found.shortest) == (1, True)


def test_a_count_that_would_be_too_large_is_not_begun(monkeypatch):
    asked = model(3, [1, 2, 3], cost=[[1], [2], [3]], shortest=True)
    monkeypatch.setattr(answers, "_MOST_COUNTED", 0)
    found = answers.solve(asked, Deadline())
    assert (found.status, found.shortest, found.unique) == (Status.SOLVED, False, False)
    assert (found.reason, found.stopped) == ("it is too long for that", Stop.SIZE)


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
def test_the_size_of_a_count(sizes, most, clauses):
    assert size_of_count([range(size) for size in sizes], most) == clauses


# What is sure


def test_what_is_fixed_without_a_guess():
    solver = Solver(lambda: None)
    solver.add([[1], [-1, -2], [3, 4], [5, 2]])
    assert solver.fixed([1, 2, 3, 4, 5]) == [1, -2, 5]
    solver.add([[]])
    assert solver.fixed([1]) == solver.core() == solver.implied() == []
    assert not solver.solve()


def test_what_all_solutions_share():
    found = answers.forced(model(4, [1, 2], [1, -2], [3, 4]), Deadline())
    assert (found.status, found.position, found.settled, found.open) == (Status.SOLVED, (1,), 1, 3)
    found = answers.forced(model(4, [1, 2], [1, -2], [3, 4]), Deadline(), [-3])
    assert (found.position, found.settled, found.open) == ((1, -3, 4), 3, 1)
    none = answers.forced(model(2, [1], [-1]), Deadline())
    assert (none.status, none.position, none.settled, none.open) == (Status.EXHAUSTED, (), 0, 2)


def test_what_is_settled_beforehand_costs_nothing():
    settled = Model(Bits(2), [], 2, known=[1, -2], cost=[[1], [2]], shortest=True)
    assert answers.certain(settled, Deadline()) == {1, -2}
    assert answers.certain(settled, Deadline(), [2]) is None
    found = answers.solve(settled, Deadline())
    assert (found.answer, found.unique, found.cost, found.shortest) == ((1, -2), True, 1, True)
    assert found.work.rounds == found.work.clauses == 0


# Limits: a watch that lets so many looks pass


class Patience(Deadline):
    """Stopped at the look of that number."""

    def __init__(self, looks):
        super().__init__()
        self.looks = looks

    def check(self):
        self.looks -= 1
        if self.looks < 0:
            raise LimitReached("enough", Stop.INTERRUPTED)


def at_each_look(ask):
    """What is answered if the work ends at its first look inside, its second, and so on."""
    for looks in range(1, 200):
        deadline = Patience(looks)
        try:
            yield ask(deadline)
        except LimitReached:  # the model was not even taken in
            continue
        if deadline.looks >= 0:
            return


def test_a_solution_that_comes_too_late_or_is_not_proved():
    asked = model(4, [1], [-1, 2], [3, 4], cost=[[1, 2, 3, 4]])
    *cut_off, whole = at_each_look(lambda deadline: answers.solve(asked, deadline))
    nothing, one, *_ = cut_off
    assert (nothing.status, nothing.answer, nothing.unique) == (Status.LIMIT, None, None)
    assert nothing.known == (1, 2)  # what follows without a guess
    for found in cut_off:
        assert (found.reason, found.stopped) == ("enough", Stop.INTERRUPTED)
        assert found.work.clauses >= 3
    assert (one.status, one.unique, one.other, one.differs) == (Status.SOLVED, None, None, ())
    assert (whole.status, whole.unique, whole.reason) == (Status.SOLVED, False, "")
    assert (whole.cost, whole.shortest, whole.known) == (3, None, None)
    assert whole.work.rounds == 2
    assert whole.work.variables == 4
    assert whole.work.seconds > 0


def test_the_shortest_is_not_proved_if_there_is_no_time():
    asked = model(3, [1, 2, 3], cost=[[1], [2], [3]], shortest=True)
    *cut_off, whole = at_each_look(lambda deadline: answers.solve(asked, deadline))
    solved = [found for found in cut_off if found.answer]
    assert solved
    assert {found.shortest for found in solved} == {False}
    assert (whole.shortest, whole.cost) == (True, 1)


def test_a_question_that_is_not_asked_is_not_answered():
    only = model(2, [1], [2])
    assert answers.solve(only, Deadline()).unique is True
    found = answers.solve(only, Deadline(), unique=False)
    assert (found.unique, found.shortest, found.other) == (None, None, None)
    assert answers.solve(model(1, [1], [-1]), Deadline()).known is None


def test_two_solutions_and_where_they_differ():
    found = answers.solve(model(4, [1], [2, 3], [-2, -3], [-4], cost=[[2], [1], [4]]), Deadline())
    assert (found.unique, found.differs) == (False, (1, 2))
    assert found.cost == 1  # the cheaper one comes first
    assert found.answer == (1, -2, 3, -4)
    assert found.other == (1, 2, -3, -4)


def test_all_solutions_one_by_one():
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


def test_solutions_that_are_cut_off():
    def ask(deadline):
        several = answers.Solutions(lambda: model(2, [1, 2]), deadline)
        list(several)
        return several.count()

    *cut_off, whole = at_each_look(ask)
    assert {(one.reason, one.stopped, one.complete) for one in cut_off} == {
        ("enough", Stop.INTERRUPTED, False)
    }
    assert [one.number for one in cut_off] == sorted(one.number for one in cut_off)
    assert (whole.number, whole.complete) == (3, True)


def test_what_is_sure_when_time_is_up():
    asked = model(5, [1], [-1, 2], [-3, 4], [3, 5], [4, 5])
    *cut_off, whole = at_each_look(lambda deadline: answers.forced(asked, deadline, [3]))
    for found in cut_off:
        assert (found.status, found.reason) == (Status.LIMIT, "enough")
        assert found.stopped is Stop.INTERRUPTED
        assert found.position == (1, 2, 3, 4)
        assert (found.settled, found.open) == (4, 1)
        assert found.work.clauses >= 5
    assert (whole.status, whole.position, whole.stopped) == (Status.SOLVED, (1, 2, 3, 4), None)
    assert whole.work.rounds > 0
    against = [one for one in at_each_look(lambda deadline: answers.forced(asked, deadline, [-2]))]
    assert against[-1].status is Status.EXHAUSTED
    assert against[-1].work.clauses >= 5
    assert all(2 not in map(abs, one.position) for one in against)  # they contradict each other


# Reasons


def explaining(*parts, shown=4):
    """Each part a reason of its own, called after its number."""
    named = [
        Part(Reason("rule", (number,), str(number)), clauses)
        for number, clauses in enumerate(parts)
    ]
    return Model(Bits(shown), named, shown)


def test_the_smallest_set_of_reasons():
    """1 and not 1 by two, by three, and what has nothing to do with it."""
    asked = explaining([[1, 2]], [[1, -2]], [[3]], [[-1]], [[-1, 4]], [[-4]])
    found = answers.why_not(asked, Deadline(), [])
    assert (found.status, found.minimal) == (Status.EXHAUSTED, True)
    assert [one.text for one in found.reasons] == ["0", "1", "3"]
    assert (found.reason, found.stopped) == ("", None)
    assert found.work.clauses == 6
    fine = answers.why_not(explaining([[1, 2]], [[-1]]), Deadline(), [])
    assert (fine.status, fine.reasons, fine.minimal) == (Status.SOLVED, (), True)
    assert fine.work.rounds == 1


def test_reasons_when_time_is_up():
    asked = explaining([[1, 2]], [[1, -2]], [[3]], [[-1]], [[-1, 4]], [[-4]])
    *cut_off, whole = at_each_look(lambda deadline: answers.why_not(asked, deadline, []))
    early = [one for one in cut_off if one.status is Status.LIMIT]
    late = [one for one in cut_off if one.status is Status.EXHAUSTED]
    assert early
    assert late
    for found in cut_off:
        assert (found.reason, found.stopped) == ("enough", Stop.INTERRUPTED)
        assert found.work.clauses >= 6
    assert {(found.reasons, found.minimal) for found in early} == {((), False)}
    assert not late[0].minimal  # proved, but nobody has tried to leave any out
    assert all(found.reasons for found in late)
    assert late[-1].minimal
    assert (whole.minimal, whole.stopped) == (True, None)


def test_reasons_are_left_out_one_by_one():
    engine = Engine(explaining([[1]], [[-1, 2]], [[-2]], [[3]], [[4]]), explaining=True)
    one, two, three, *spare = engine.reasons
    for order in ([one, two, three, *spare], [*spare, three, two, one]):
        assert sorted(engine.minimal(order, 4)) == [one, two, three]
        assert engine.minimal(order, 3) is None
        assert engine.minimal(order, 2) is None


# Pictures


def test_a_solution_draws_itself():
    puzzle = masume.loads("hitori\n1 1 2\n2 3 1")
    found = masume.solve(puzzle)
    assert found.differs
    assert found._repr_svg_() == svg_of(puzzle, found.answer, found.differs)
    assert found._repr_svg_() != svg_of(puzzle, found.answer)
    known = replace(found, answer=None, known=found.other, differs=())
    assert known._repr_svg_() == svg_of(puzzle, found.other)
    assert Solution(Status.EXHAUSTED)._repr_svg_() is None
