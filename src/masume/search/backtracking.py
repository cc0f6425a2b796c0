"""Backtracking for constraint problems, with backjumping, nogoods and restarts.

Use it in a decide space, on any problem that consists of variables, their values and conditions.
The space's options choose the inference and the orders (`--space decide:propagate=mac,order=mrv`);
this algorithm's options choose what it learns from a contradiction. Without them it is the
textbook's backtracking search.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from masume.core.model.model import Clause, Literal
from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Restarted, Search, Status
from masume.core.search.journal import DEAD, Journal, Lists, active_journal
from masume.core.search.pseudocode import Picks, pseudocode
from masume.core.search.space import Assignable
from masume.core.search.spec import Tuning


class _Child:
    """A value that violated no condition: its node, and what it decides and implies."""

    def __init__(
        self, node: Node, chosen: tuple[Literal, ...], reasons: Mapping[Literal, Clause]
    ) -> None:
        self.node, self.chosen, self.reasons = node, chosen, reasons


class _Level:
    """A decision that is being tried: the values that are left, and why others failed."""

    def __init__(self) -> None:
        self.children: list[_Child] = []  # the next one last
        self.current: _Child | None = None
        self.culprits: set[int] = set()  # the earlier levels that the failures are due to


class _Path:
    """The levels of the present path, and which of them each known literal is due to."""

    def __init__(self) -> None:
        self.levels: list[_Level] = []
        self._decided: dict[Literal, int] = {}
        self._reasons: dict[Literal, Clause] = {}

    def enter(self, chosen: Iterable[Literal], reasons: Mapping[Literal, Clause]) -> None:
        """Note what a value of the last level decides and implies."""
        self._decided.update(dict.fromkeys(chosen, len(self.levels) - 1))
        self._reasons.update(reasons)

    def leave(self, chosen: Iterable[Literal], reasons: Mapping[Literal, Clause]) -> None:
        """Forget what a value decided and implied."""
        for literal in chosen:
            del self._decided[literal]
        for literal in reasons:
            del self._reasons[literal]

    def due_to(self, literals: Iterable[Literal]) -> set[int]:
        """Return the levels whose decisions known literals follow from."""
        found: set[int] = set()
        seen: set[Literal] = set()
        pending = list(literals)
        while pending:
            literal = pending.pop()
            if literal in seen:
                continue
            seen.add(literal)
            if literal in self._decided:
                found.add(self._decided[literal])
            elif literal in self._reasons:
                pending += [-other for other in self._reasons[literal] if other != literal]
        return found

    def next_child(self, *, backjump: bool, space: Assignable | None) -> Node | None:
        """Go back to a level with a value left and enter it; return its node, None without any.

        With `backjump`, levels that the contradiction is not due to are skipped. Nogoods are
        added to `space`, if it is given.
        """
        while self.levels:
            level = self.levels[-1]
            if level.current is not None:
                self.leave(level.current.chosen, level.current.reasons)
                level.current = None
            if level.children:
                child = level.current = level.children.pop()
                self.enter(child.chosen, child.reasons)
                return child.node
            culprits = level.culprits
            values = [each.current.chosen[0] for each in self.levels if each.current is not None]
            if space is not None and culprits:
                space.learn([-values[number] for number in sorted(culprits)])
            self.levels.pop()
            if self.levels:
                parent, number = self.levels[-1], len(self.levels) - 1
                if backjump and number not in culprits:
                    parent.children.clear()
                    parent.culprits = set(culprits)
                parent.culprits |= culprits - {number}
        return None


@algorithm(
    complete=True,
    needs=Assignable,
    aliases=("csp",),
    options={
        "backjump": Tuning("Return to the last decision that caused the contradiction."),
        "nogoods": Tuning("Remember the decisions that caused a contradiction as a condition."),
        "restart_after": Tuning(
            "Begin again after this many contradictions, and after half as many more each time; 0 "
            "never does.",
            least=0,
        ),
    },
    pseudocode=pseudocode(
        """
        path ← [start]  #start round
        while path is not empty:
            node ← the last one of path; if it is a goal: return its path  #solved
            variable ← the one that the space chooses  #take
            for each value of variable that is not forbidden, in the space's order:
                assign it and propagate; if a condition is violated: skip it  #dead
                else keep the new state  #kept
            if a state of node is left: append the next one to path
            else take node out of path and go on with the one before it
                backjump: go back to the last decision that the contradictions are due to
                nogoods: add these decisions as a new condition
        return that there is no solution  #exhausted
        """,
        {"path": "stack of assignments, each with the states that were not looked at yet"},
        Picks("the last assignment that has values left"),
    ),
)
def backtracking(
    space: Assignable,
    journal: Journal | None = None,
    *,
    backjump: bool = False,
    nogoods: bool = False,
    restart_after: int = 0,
) -> Search:
    """Assign one variable after another; at a contradiction take the next value, or go back.

    The conditions that a value violates are traced to the decisions that they are due to; backjump
    and nogoods use them. Restarts keep the nogoods and the weights of `order=domwdeg`.
    """
    if journal is not None:
        journal.lists = Lists
    due, conflicts = restart_after, 0
    path = _Path()
    node: Node | None = Node(space.initial())
    while node is not None:
        assert isinstance(node.state, bytes)
        if space.is_goal(node.state):
            return node
        page = active_journal(journal)
        level, failed, generated = _expand(space, node, path, page)
        conflicts += failed
        kept = [child.node for child in reversed(level.children)]
        waiting = sum(len(each.children) for each in path.levels)
        yield Expanded(node, kept, generated, waiting, waiting + len(path.levels))
        if restart_after and conflicts >= due:
            due, conflicts = due + due // 2, 0
            space.begin_again()
            path, node = _Path(), Node(space.initial())
            yield Restarted(f"after contradictions; next after {due:,}")
            continue
        node = path.next_child(backjump=backjump, space=space if nogoods else None)
    return Status.EXHAUSTED


def _expand(
    space: Assignable, node: Node, path: _Path, page: Journal | None
) -> tuple[_Level, int, int]:
    """Try all values of the next variable; return the level, the failures and all attempts."""
    state = node.state
    assert isinstance(state, bytes)
    level, number = _Level(), len(path.levels)
    path.levels.append(level)
    variable = space.choose(state)
    if not variable:  # everything is assigned, but only the referee knows what is wrong
        level.culprits = set(range(number))
    forbidden = [-value for value in variable if state[-value]]
    level.culprits |= path.due_to(forbidden)
    failed = generated = 0
    spent = space.spent(state)
    for value in space.ordered(state, variable):
        generated += 1
        after = space.attempt(state, variable, value)
        chosen = (value, *(-other for other in variable if other not in (value, -value)))
        move = space.move_of(value)
        if after.state is not None:
            g = node.g + space.spent(after.state) - spent
            child = Node(after.state, node, move, g)
            level.children.append(_Child(child, chosen, after.reasons))
            continue
        failed += 1
        path.enter(chosen, after.reasons)
        level.culprits |= path.due_to(-literal for literal in after.conflict) - {number}
        path.leave(chosen, after.reasons)
        if page is not None:
            page.reject(DEAD, generated, move, state, node.g)
    level.children.reverse()
    return level, failed, generated
