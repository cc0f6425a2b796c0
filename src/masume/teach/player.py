"""The process that runs a submission (`python -m masume.teach.player`): confine, then serve.

The grading process sends requests as pickles; this process answers with lines of JSON, which the
other side reads as untrusted text. What it can see is the submission's folder, Python, masume and
the board of the current request. An algorithm sees states as numbers only: each successor is a
question to the grading process, which counts it.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Callable, Hashable, Iterator
from math import inf
from random import Random
from typing import IO, TypeAlias, cast

from masume.core.plugins.user_code import adopt, adopted_member, user_code_errors
from masume.core.search.events import Node, Status
from masume.core.search.space import Estimate, Sampled, StateSpace, TwoEnded
from masume.errors import MasumeError, UserCodeError, shorten
from masume.teach.remedies import describe_error
from masume.work.confine import Bounds, confine

Reply: TypeAlias = dict[str, object]
Ask: TypeAlias = Callable[..., object]


class Performer:
    """A submission's code, driven by requests."""

    def __init__(self, file: str, ask: Ask) -> None:
        self._file = file
        self._ask = ask  # a question to the grading process
        self._estimate: Estimate = lambda state: 0
        self._choose: Callable[[list[str], list[list[str]]], object] = lambda _, choices: choices[0]
        self._space: StateSpace | None = None
        self._states: list[Hashable] = []  # of a problem, by number
        self._numbers: dict[Hashable, int] = {}

    def handle(self, request: tuple[object, ...]) -> Reply:
        """Return the reply to a request; errors of the submission are a reply too."""
        name, *arguments = request
        try:
            with user_code_errors():
                reply: Reply = getattr(self, f"do_{name}")(*arguments)
                return reply
        except MasumeError as fault:
            return {"error": describe_error(fault)}
        except RecursionError:
            return {"error": f"{self._file}: the recursion is too deep; use a loop and a stack"}
        except MemoryError:
            return {"memory": True}
        except SystemExit:
            return {"error": f"{self._file} ends the program; remove the call of exit()"}
        except BaseException as fault:  # an error that no line of the submission explains
            return {"error": f"{self._file}: {type(fault).__name__}: {fault}"}

    def _member(self, name: str) -> object:
        """Return a member of the submission, importing it."""
        return adopted_member(adopt(f"{self._file}:{name}"))

    # Heuristics

    def do_heuristic(self, name: str, board: object, space: str) -> Reply:
        """Build the heuristic for a board, and return what it claims."""
        from masume.core.plugins.registry import ensure_heuristic, kind_of, space_named
        from masume.core.search.space import space_options
        from masume.core.search.spec import check_options, parse_spec
        from masume.teach.boards import from_portable

        puzzle = from_portable(board)
        kind, spec = kind_of(puzzle), parse_spec(space)
        space_type = space_named(kind, spec.name)
        options = check_options(space, dict(spec.options), space_options(space_type))
        heuristic = ensure_heuristic(self._member(name), name, kind)
        if not heuristic.supports(space_type):
            remedy = f"declare it for the space {space_type.name}, as README.md says"
            raise UserCodeError(f"{self._file}: {name} does not fit; {remedy}")
        instance = space_type(puzzle, **options)
        self._estimate = heuristic.build(instance)
        if not callable(self._estimate):
            raise UserCodeError(
                f"{self._file}: {name}() returned {shorten(repr(self._estimate))}; "
                "return a function of a state"
            )
        return {"admissible": heuristic.admissible}

    def do_estimate(self, state: Hashable) -> Reply:
        """Return the estimate of a state; raise UserCodeError if it is not a number."""
        value = self._estimate(state)
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
            raise UserCodeError(
                f"{self._file}: the estimate is {shorten(repr(value))}; return a number"
            )
        return {"value": value}

    # Algorithms

    def do_algorithm(self, name: str) -> Reply:
        """Return the needs and the claims of an algorithm."""
        from masume.core.plugins.registry import ensure_algorithm

        found = ensure_algorithm(self._member(name), name)
        if found.needs is TwoEnded:
            raise UserCodeError(f"{name} needs a space with two ends; write a forward search")
        return {
            "complete": found.complete,
            "optimal": found.optimal,
            "local": found.local,
            "sampled": found.needs is Sampled,
            "takes_h": found.takes_h,
            "takes_rng": found.takes_rng,
        }

    def do_search(self, name: str, facts: dict[str, object], seed: int) -> Reply:
        """Run the algorithm in a space of numbered states."""
        from masume.core.plugins.registry import ensure_algorithm

        algorithm = ensure_algorithm(self._member(name), name)
        space = NumberedSpace(facts, self._ask)
        h = space.estimate if algorithm.takes_h else None
        defaults = algorithm.resolve_options({})
        search = algorithm.start(cast("StateSpace", space), h, Random(seed), defaults)
        reported = 0
        while True:
            try:
                event = next(search)
            except StopIteration as end:
                return _outcome(end.value, reported, name)
            if isinstance(event, tuple):
                reported += 1

    # Problems

    def do_problem(self, name: str, board: object) -> Reply:
        """Create the student's problem for a board, and return the number of its first state."""
        from masume.core.search.problem import board_of

        member = self._member(name)
        if not isinstance(member, type):
            raise UserCodeError(f"{self._file}: {name} is not a class; write class {name}:")
        try:
            puzzle = board_of(member(board))
        except TypeError as fault:
            if fault.__traceback__ is not None and fault.__traceback__.tb_next is not None:
                raise
            raise UserCodeError(f"{self._file}: {name}: {fault}") from None
        self._space = puzzle.own_kind.spaces[0](puzzle)
        self._states, self._numbers = [], {}
        return {"initial": self._number(self._space.initial())}

    # Switches and orders of `decide`

    def do_switches(self, name: str) -> Reply:
        """Return the options that the submission has chosen."""
        return {"text": self._member(name)}

    def do_order(self, name: str, board: object) -> Reply:
        """Build the order of variables and values for a board."""
        from masume.teach.switches import build_order

        self._choose = build_order(self._member(name), name, board)
        return {}

    def do_choose(self, assigned: list[str], choices: list[list[str]]) -> Reply:
        """Return what the order chooses."""
        return {"choice": self._choose(assigned, choices)}

    def _number(self, state: Hashable) -> int:
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return number

    def do_successors(self, number: int) -> Reply:
        """Return [move, number of the state, cost] for each successor."""
        assert self._space is not None
        steps = self._space.successors(self._states[number])
        return {"steps": [[str(move), self._number(state), cost] for move, state, cost in steps]}

    def do_is_goal(self, number: int) -> Reply:
        """Return whether a state is a goal."""
        assert self._space is not None
        return {"value": bool(self._space.is_goal(self._states[number]))}

    def do_draw(self, number: int) -> Reply:
        """Return a state as the problem draws it, or its repr."""
        assert self._space is not None
        state, draw = self._states[number], getattr(self._space.puzzle, "problem", None)
        written = getattr(draw, "draw", repr)(state)
        return {"text": str(written)[:2000]}


class NumberedSpace:
    """The space that an algorithm searches: states are numbers, moves are text.

    The class holds no board: successors and goals are questions to the grading process.
    """

    def __init__(self, facts: dict[str, object], ask: Ask) -> None:
        self.name = facts["name"]
        self.is_tree = facts["is_tree"]
        self.has_cycles = facts["has_cycles"]
        self.repairs = facts["repairs"]
        self.infers = facts["infers"]
        self._initial = cast("int", facts["initial"])
        self._ask = ask
        self._h: dict[int, float] = cast("dict[int, float]", facts["h"])

    def initial(self, position: object = None) -> int:
        """Return the initial state."""
        return self._initial

    def successors(self, state: int) -> Iterator[tuple[object, int, float]]:
        """Yield (move, state, cost) for each move."""
        steps, estimates = cast("tuple[list[tuple[object, int, float]], dict[int, float]]",
                                self._ask("successors", state))  # fmt: skip
        self._h.update(estimates)
        yield from steps

    def is_goal(self, state: int) -> bool:
        """Return whether a state is a goal."""
        return bool(self._ask("is_goal", state))

    def spent(self, state: int) -> int:
        """Return 0: the grading process adds what the first state contains."""
        return 0

    def random_state(self, rng: object = None) -> int:
        """Return a random state."""
        state, estimates = cast("tuple[int, dict[int, float]]", self._ask("random_state"))
        self._h.update(estimates)
        return state

    def random_successor(self, state: int, rng: Random) -> tuple[object, int, float] | None:
        """Return a random successor; None if there is none."""
        steps = list(self.successors(state))
        return rng.choice(steps) if steps else None

    def estimate(self, state: int) -> float:
        """Return the heuristic's estimate of a state that was reached before."""
        return self._h.get(state, inf)


def _outcome(value: object, reported: int, name: str) -> Reply:
    """Return what an algorithm found: a path of states, or a status."""
    if isinstance(value, Status):
        return {"status": value.value, "reported": reported}
    if not isinstance(value, Node):
        raise UserCodeError(
            f"{name} returned {shorten(repr(value))}; return the goal's Node or a Status"
        )
    return {"path": [node.state for node in value.path()], "cost": value.g, "reported": reported}


def main() -> None:
    """Serve requests until the grading process closes the pipe."""
    incoming, outgoing, file = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    bounds = Bounds(**json.loads(sys.argv[4]))
    requests = os.fdopen(incoming, "rb")
    measures = confine(bounds)
    _send(outgoing, {"ready": measures})

    def ask(*question: object) -> object:
        _send(outgoing, {"ask": question})
        return _receive(requests)

    performer = Performer(file, ask)
    while True:
        _send(outgoing, performer.handle(cast("tuple[object, ...]", _receive(requests))))


def _receive(requests: IO[bytes]) -> object:
    """Return the next message of the grading process; end with it."""
    try:
        return pickle.load(requests)
    except (EOFError, OSError):
        os._exit(0)


def _send(outgoing: int, reply: Reply) -> None:
    """Send a reply as one line; what has no form in JSON is an error of the submission."""
    try:
        line = json.dumps(reply)
    except (TypeError, ValueError, RecursionError) as fault:
        line = json.dumps({"error": f"a value cannot be sent: {shorten(str(fault), 100)}"})
    data = line.encode() + b"\n"
    while data:
        data = data[os.write(outgoing, data) :]


if __name__ == "__main__":
    main()
