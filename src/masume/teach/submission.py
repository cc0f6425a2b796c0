"""A submission's parts as objects that masume searches with, run in another process or in this one.

In another process (`ProcessSubmission`) the search itself stays here: `Run` counts its expansions
and enforces its limits, and the referee judges its answer. The submission only estimates states,
chooses which numbered state to expand next, or names the successors of a state.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from math import isfinite
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol, cast

from masume.core.plugins.registry import ensure_algorithm, ensure_heuristic
from masume.core.plugins.user_code import adopt, adopted_member
from masume.core.search.algorithm import Algorithm, algorithm
from masume.core.search.events import Expanded, Node, Search, Status
from masume.core.search.problem import ProblemBoard, board_of
from masume.core.search.space import (
    Estimate,
    Heuristic,
    Sampled,
    StateSpace,
    Step,
    has_cycles,
)
from masume.errors import UserCodeError, pluralise, shorten
from masume.formats.plain import Board
from masume.teach.boards import portable
from masume.teach.switches import Choose, build_order

if TYPE_CHECKING:  # not available in browsers
    from masume.teach.process import Reply, SubmissionProcess

_MOST_MOVES = 100_000  # in a path


class Submission(Protocol):
    """The parts that a student has written, by their names."""

    claims: list[str]  # what they reported about themselves and is false
    is_local: bool  # whether they run in this process, so that time is limited by the search

    def heuristic(self, name: str, board: Board, space: str) -> Heuristic:
        """Return a heuristic for a board in the named space."""

    def algorithm(self, name: str) -> Algorithm:
        """Return an algorithm."""

    def problem(self, name: str, board: Board) -> Board:
        """Return the student's problem for a board, as a board."""

    def switches(self, name: str) -> object:
        """Return the options of a space that they have chosen, not yet checked."""

    def order(self, name: str, board: Board) -> Choose:
        """Return their order of variables and values for a board."""


class LocalSubmission:
    """A submission that runs in this process: in a browser, or in its author's notebook."""

    is_local = True

    def __init__(self, member: Callable[[str], object]) -> None:
        self.claims: list[str] = []
        self._member = member  # returns what the student called so

    @classmethod
    def of_file(cls, path: Path) -> LocalSubmission:
        """Return the submission in a file; it is imported again after an edit."""
        return cls(lambda name: adopted_member(adopt(f"{path}:{name}")))

    def heuristic(self, name: str, board: Board, space: str) -> Heuristic:
        """Return the heuristic of the file."""
        return ensure_heuristic(self._member(name), name, board.kind)

    def algorithm(self, name: str) -> Algorithm:
        """Return the algorithm of the file."""
        return ensure_algorithm(self._member(name), name)

    def problem(self, name: str, board: Board) -> Board:
        """Return the problem of the file for a board."""
        member = self._member(name)
        if not isinstance(member, type):
            raise UserCodeError(f"{name} is not a class; write class {name}:")
        puzzle = board_of(member(problem_data(board)))
        return Board(puzzle.own_kind, puzzle, board.name)

    def switches(self, name: str) -> object:
        """Return the text in the file."""
        return self._member(name)

    def order(self, name: str, board: Board) -> Choose:
        """Return the order that the file builds for a board."""
        return build_order(self._member(name), name, problem_data(board))


def problem_data(board: Board) -> object:
    """Return what a student's problem is created with: the puzzle, or a problem's first state."""
    puzzle = board.puzzle
    return puzzle.problem.initial() if isinstance(puzzle, ProblemBoard) else puzzle


class ProcessSubmission:
    """A submission that runs in a confined process."""

    is_local = False

    def __init__(self, process: SubmissionProcess) -> None:
        self.claims: list[str] = []
        self._process = process

    def heuristic(self, name: str, board: Board, space: str) -> Heuristic:
        """Return a heuristic whose estimates come from the process."""
        process = self._process
        asked = ("heuristic", name, portable(board), space)
        claims = process.ask(*asked)

        def build(_: StateSpace) -> Estimate:
            """Return the estimate of a state, asked once for each state."""
            known: dict[Hashable, float] = {}

            def estimate(state: Hashable) -> float:
                value = known.get(state)
                if value is None:
                    value = known[state] = _number(process.ask("estimate", state), name)
                return value

            return estimate

        admissible = claims.get("admissible") is True
        return Heuristic(name, build, tuple(board.kind.spaces), admissible, False, False)

    def algorithm(self, name: str) -> Algorithm:
        """Return an algorithm whose decisions come from the process."""
        facts = self._process.ask("algorithm", name)

        def play(space: StateSpace, h: Estimate | None, rng: Random) -> Search:
            seed = rng.getrandbits(32)
            return _Game(self._process, space, h, rng, self.claims).play(name, seed)

        def informed(space: StateSpace, h: Estimate, rng: Random) -> Search:
            """Run the student's algorithm, which uses a heuristic."""
            return play(space, h, rng)

        def blind(space: StateSpace, rng: Random) -> Search:
            """Run the student's algorithm."""
            return play(space, None, rng)

        def has(fact: str) -> bool:
            return facts.get(fact) is True

        function: Callable[..., Search] = informed if has("takes_h") else blind
        function.__name__ = name
        return algorithm(
            complete=has("complete"),
            optimal=has("optimal"),
            local=has("local"),
            needs=Sampled if has("sampled") else StateSpace,
        )(function)

    def problem(self, name: str, board: Board) -> Board:
        """Return a board whose states and successors come from the process."""
        initial = self._process.ask("problem", name, problem_data(board)).get("initial")
        puzzle = board_of(StudentProblem(self._process, _handle(initial, name), name))
        return Board(puzzle.own_kind, puzzle, board.name)

    def switches(self, name: str) -> object:
        """Return the text that the process reports."""
        return self._process.ask("switches", name).get("text")

    def order(self, name: str, board: Board) -> Choose:
        """Return an order that asks the process."""
        process = self._process
        process.ask("order", name, problem_data(board))
        return lambda assigned, choices: process.ask("choose", assigned, choices).get("choice")


def _number(reply: Reply, name: str) -> float:
    """Return the estimate in a reply; raise UserCodeError if there is none."""
    value = reply.get("value")
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise UserCodeError(f"{name} returned {shorten(repr(value))}; return a number from 0")
    return value


def _handle(value: object, name: str) -> int:
    """Return the number of a state in a reply; raise UserCodeError if it is none."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise UserCodeError(f"{name}: {shorten(repr(value))} is not a state")
    return value


class StudentProblem:
    """A problem whose successors and goals come from a submission's process."""

    def __init__(self, process: SubmissionProcess, initial: int, name: str) -> None:
        self._process = process
        self._initial = initial
        self._called = name

    def initial(self) -> int:
        """Return the number of the first state."""
        return self._initial

    def successors(self, state: int) -> Iterator[tuple[str, int, float]]:
        """Yield the successors that the process names, after checking their form."""
        steps = self._process.ask("successors", state).get("steps")
        for step in steps if isinstance(steps, list) else ():
            if not (isinstance(step, list) and len(step) == 3):
                raise UserCodeError(f"{self._called}: {shorten(repr(step))} is not a successor")
            move, child, cost = step
            good = isinstance(cost, int | float) and isfinite(cost) and cost >= 0
            if isinstance(cost, bool) or not good:
                raise UserCodeError(f"{self._called}: the cost {shorten(repr(cost))} is invalid")
            yield shorten(str(move), 100), _handle(child, self._called), cost

    def is_goal(self, state: int) -> bool:
        """Return whether the process calls a state a goal."""
        return self._process.ask("is_goal", state).get("value") is True

    def draw(self, state: int) -> str:
        """Return a state as the process draws it."""
        text = str(self._process.ask("draw", state).get("text", ""))
        return "\n".join(shorten(line, 120) for line in text.splitlines()[:40])


class _Game:
    """One search by a student's algorithm: its questions, our answers, and what it has seen."""

    def __init__(
        self,
        process: SubmissionProcess,
        space: StateSpace,
        h: Estimate | None,
        rng: Random,
        claims: list[str],
    ) -> None:
        self._process = process
        self._space = space
        self._h = h
        self._rng = rng
        self._claims = claims
        self._numbers: dict[Hashable, int] = {}
        self._nodes: list[Node] = []  # by number: the state and the cheapest path seen to it
        self._roots: set[int] = set()
        self._open: set[int] = set()

    def play(self, name: str, seed: int) -> Search:
        """Answer the algorithm's questions; yield an event for each state that it expands."""
        space = self._space
        root = self._root(space.initial())
        facts = {
            "name": space.name,
            "is_tree": space.is_tree,
            "has_cycles": has_cycles(space),
            "repairs": space.repairs,
            "infers": space.infers,
            "initial": root,
            "h": self._estimates([root]),
        }
        finished = False
        try:
            self._process.send(("search", name, facts, seed))
            expanded = 0
            while "ask" in (reply := self._process.receive()):
                question = reply["ask"]
                what = question[0] if isinstance(question, list) and question else None
                answer: object
                if what == "successors":
                    event, answer = self._expand(_known(question, self._nodes, name))
                    expanded += 1
                    yield event
                elif what == "is_goal":
                    node = self._nodes[_known(question, self._nodes, name)]
                    answer = space.is_goal(node.state)
                elif what == "random_state" and hasattr(space, "random_state"):
                    number = self._root(space.random_state(self._rng))
                    answer = number, self._estimates([number])
                else:
                    raise UserCodeError(f"{name} asked for {shorten(str(what))}, which is unknown")
                self._process.send(answer)
            finished = True
        finally:
            if not finished:  # it waits for an answer
                self._process.stop()
        return self._outcome(reply, expanded, name)

    def _root(self, state: Hashable) -> int:
        """Return the number of a state where a path may begin."""
        if state not in self._numbers:
            self._add(Node(state, h=self._h(state) if self._h else None))
        number = self._numbers[state]
        self._roots.add(number)
        return number

    def _add(self, node: Node) -> int:
        number = self._numbers[node.state] = len(self._nodes)
        self._nodes.append(node)
        self._open.add(number)
        return number

    def _estimates(self, numbers: list[int]) -> dict[int, float]:
        return {n: h for n in numbers if (h := self._nodes[n].h) is not None}

    def _expand(self, number: int) -> tuple[Expanded, object]:
        """Produce the successors of a state: the event, and the answer for the algorithm."""
        node, kept, numbers = self._nodes[number], [], []
        steps: list[tuple[str, int, float]] = []
        for move, state, cost in cast("Iterator[Step]", self._space.successors(node.state)):
            child = self._numbers.get(state)
            if child is None or node.g + cost < self._nodes[child].g:
                h = self._h(state) if self._h else None
                reached = Node(state, node, move, node.g + cost, h)
                if child is None:
                    child = self._add(reached)
                else:
                    self._nodes[child] = reached
                kept.append(reached)
            numbers.append(child)
            steps.append((str(move), child, cost))
        self._open.discard(number)
        event = Expanded(node, kept, len(steps), len(self._open), len(self._nodes))
        return event, (steps, self._estimates(numbers))

    def _outcome(self, reply: Reply, expanded: int, name: str) -> Node | Status:
        """Return the goal that the reported path leads to, or the reported status."""
        reported = reply.get("reported")
        if isinstance(reported, int) and abs(reported - expanded) > 1:
            counted = pluralise(expanded, "expansion")
            self._claims.append(f"reported {pluralise(reported, 'expansion')}; counted {counted}")
        if "path" not in reply:
            known = {Status.EXHAUSTED.value: Status.EXHAUSTED, Status.STUCK.value: Status.STUCK}
            return known.get(str(reply.get("status")), Status.STUCK)
        path = reply["path"]
        if not isinstance(path, list) or not 0 < len(path) <= _MOST_MOVES:
            raise UserCodeError(f"{name}: the path of its goal has no end")
        goal = self._follow([_known([None, number], self._nodes, name) for number in path], name)
        claimed = reply.get("cost")
        if not isinstance(claimed, int | float) or abs(claimed - goal.g) > 1e-9:
            said = shorten(str(claimed))
            self._claims.append(f"reported the cost {said}; its moves cost {goal.g:g}")
        return goal

    def _follow(self, path: list[int], name: str) -> Node:
        """Return the node at the end of a path; raise UserCodeError if a step is impossible."""
        first, *rest = path
        if first not in self._roots:
            raise UserCodeError(f"{name}: its path does not begin at the start")
        node = Node(self._nodes[first].state, h=self._nodes[first].h)
        for count, number in enumerate(rest, 1):
            target = self._nodes[number]
            ways = [s for s in self._space.successors(node.state) if s[1] == target.state]
            if not ways:
                raise UserCodeError(f"{name}: move {count} of its path is not possible")
            move, state, cost = min(ways, key=lambda step: step[2])
            node = Node(state, node, move, node.g + cost, target.h)
        return node


def _known(question: object, nodes: list[Node], name: str) -> int:
    """Return the state in a question, if the algorithm has been given it; otherwise raise."""
    value = question[1] if isinstance(question, list) and len(question) > 1 else None
    number = _handle(value, name)
    if number >= len(nodes):
        raise UserCodeError(f"{name}: {number} is not a state that it was given")
    return number
