"""Problems: any object with `initial`, `successors` and `is_goal`, searchable like a board.

>>> class Counter:
...     def initial(self):
...         return 0
...     def successors(self, state):
...         return [("+1", state + 1, 1), ("+3", state + 3, 1)]
...     def is_goal(self, state):
...         return state == 7
>>> space = problem_kind(Counter).spaces[0](ProblemBoard(Counter()))
>>> space.initial(), list(space.successors(0))
(0, [('+1', 1, 1), ('+3', 3, 1)])

Generic code knows boards only by their `Kind`. `problem_kind` derives one from the class of a
problem, so searches, comparisons, films and races need no second code path. Optional members of a
problem enable more: `draw(state)` (a `Scene` or lines of text), `rows` and `cols` (the size of its
drawing), `random_state(rng)`, `reverse()`, `is_tree`, `repairs` and `name`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import NoReturn, Protocol, cast, runtime_checkable

from masume.core.drawing.scene import Label, Role, Scene
from masume.core.plugins.registry import add_problem_kind, problem_examples
from masume.core.puzzle.grid import Cell, Grid, grid
from masume.core.puzzle.kind import Kind, Violation
from masume.core.search.space import Estimate, Heuristic, S, SpaceType, Step
from masume.core.text.blocks import Block, first_line
from masume.errors import NotApplicable, UnknownName, UserCodeError, shorten

_TEXT = Role("text", "label")
# How cells without a text are written, by the style of what is drawn there
_SIGNS = {
    "solid": "#", "tint": "o", "disc-full": "@", "target": "+", "tone-2": "~", "tone-4": "^",
}  # fmt: skip
_MEMBERS = ("initial", "successors", "is_goal")


@runtime_checkable
class Problem(Protocol[S]):
    """A search problem: a start, moves with their costs, and a goal test."""

    def initial(self) -> S:
        """Return the first state."""

    def successors(self, state: S, /) -> Iterable[tuple[object, S, float]]:
        """Return (move, state, cost) for each move, always in the same order."""

    def is_goal(self, state: S, /) -> bool:
        """Return whether the state is a goal."""


@dataclass(frozen=True)
class ProblemBoard:
    """A problem in the place of a puzzle; classic problems have the names of their instances."""

    problem: Problem
    name: str = field(default="", compare=False)

    @property
    def own_kind(self) -> Kind:
        """The kind derived from the problem's class."""
        return problem_kind(type(self.problem))

    @property
    def rows(self) -> int:
        """The number of rows of its drawing."""
        return int(getattr(self.problem, "rows", 1))

    @property
    def cols(self) -> int:
        """The number of columns of its drawing."""
        return int(getattr(self.problem, "cols", 1))

    @property
    def grid(self) -> Grid:
        """The cells of its drawing."""
        return grid(self.rows, self.cols)


@dataclass(frozen=True)
class StateView:
    """A state in the place of a position; `text` where a film holds no state that can be read."""

    state: Hashable
    text: tuple[str, ...] = ()

    @property
    def cells(self) -> Iterable[Cell]:
        """No cells: states of problems are not made of marks."""
        return ()


def board_of(thing: object) -> ProblemBoard:
    """Return a problem in the place of a puzzle; raise TypeError for anything else."""
    name = getattr(thing, "__name__", type(thing).__name__)
    if isinstance(thing, type):
        raise TypeError(f"{name} is a class; pass an instance: {name}(…)")
    missing = [member for member in _MEMBERS if not callable(getattr(thing, member, None))]
    if missing:
        raise TypeError(f"{name} is not a problem: it has no {', '.join(missing)}()")
    return ProblemBoard(cast("Problem", thing))


def is_user_problem(puzzle: object) -> bool:
    """Return whether a puzzle stands for a problem that is not one of masume's own."""
    return isinstance(puzzle, ProblemBoard) and not puzzle.name


class ProblemSpace:
    """The state space of a problem; `problem_kind` derives a subclass for each class of problems.

    Check what user code returns: a state that is not hashable, a successor that is not a triple
    and a negative cost raise UserCodeError with a remedy.
    """

    name = "graph"
    is_tree = False
    repairs = False
    has_cycles = True
    integer_costs = False  # they may be fractional
    infers = False
    problem_class: type = object

    def __init__(self, puzzle: ProblemBoard) -> None:
        self.puzzle = puzzle
        self.problem = puzzle.problem
        self.is_goal = self.problem.is_goal
        self._successors = self.problem.successors
        self._checked = type(self.problem).__module__.startswith("masume.")

    def initial(self, position: StateView | None = None) -> Hashable:
        """Return the first state of the problem, or a given one."""
        state = self.problem.initial() if position is None else position.state
        self._ensure_hashable(state, "initial")
        return state

    def successors(self, state: Hashable) -> Iterable[Step[object, Hashable]]:
        """Return the problem's own successors, checked if the problem is user code."""
        steps = cast("Iterable[Step[object, Hashable]]", self._successors(state))  # floats too
        return steps if self._checked else self._check(steps)

    def _check(
        self, steps: Iterable[Step[object, Hashable]]
    ) -> Iterator[Step[object, Hashable]]:
        """Yield the steps; raise UserCodeError for one that is not (move, state, cost)."""
        try:
            for step in steps:
                if type(step) is not tuple or len(step) != 3:
                    self._ensure_step(step)
                _, state, cost = step
                kind = type(cost)  # the exact types first: each successor passes here
                if not ((kind is int or kind is float) and cost >= 0):
                    self._ensure_cost(cost)
                try:
                    hash(state)
                except TypeError:
                    self._ensure_hashable(state, "successors")
                yield step
        except TypeError as fault:
            if isinstance(steps, Iterable):
                raise
            raise UserCodeError(
                f"{self._place} returned {shorten(repr(steps))}; return (move, state, cost) triples"
            ) from fault

    @property
    def _place(self) -> str:
        return f"{type(self.problem).__name__}.successors()"

    def _ensure_step(self, step: object) -> None:
        if not (isinstance(step, tuple) and len(step) == 3):
            raise UserCodeError(
                f"{self._place} yielded {shorten(repr(step))}; yield (move, state, cost)"
            )

    def _ensure_cost(self, cost: object) -> None:
        if not isinstance(cost, int | float) or not cost >= 0:
            raise UserCodeError(
                f"{self._place} yielded the cost {shorten(repr(cost))}; costs are numbers from 0"
            )

    def _ensure_hashable(self, state: object, method: str) -> None:
        try:
            hash(state)
        except TypeError:
            raise UserCodeError(
                f"{type(self.problem).__name__}.{method}() returned a state that is not hashable "
                f"({type(state).__name__}); use a tuple, a frozenset or a frozen dataclass"
            ) from None

    def spent(self, state: Hashable) -> int:
        """Return 0: the first state of a problem has cost nothing."""
        return 0

    def position(self, state: Hashable) -> StateView:
        """Return the state in the place of a position."""
        return StateView(state)


class _SampledProblemSpace(ProblemSpace):
    """The space of problems with `random_state`, which restarts need."""

    def random_state(self, rng: Random) -> Hashable:
        """Return a random state of the problem."""
        state: Hashable = self.problem.random_state(rng)  # type: ignore[attr-defined]
        self._ensure_hashable(state, "random_state")
        return state

    def random_successor(
        self, state: Hashable, rng: Random
    ) -> Step[object, Hashable] | None:
        """Return a successor chosen uniformly; None if there is none."""
        steps = list(self.successors(state))
        return rng.choice(steps) if steps else None


@cache
def problem_kind(cls: type) -> Kind:
    """Return the kind of all problems of a class."""
    title = getattr(cls, "name", None) or cls.__name__
    base = _SampledProblemSpace if hasattr(cls, "random_state") else ProblemSpace
    is_repair = bool(getattr(cls, "repairs", False))
    facts = {
        "__module__": cls.__module__,
        "problem_class": cls,
        "is_tree": bool(getattr(cls, "is_tree", False)),
        "has_cycles": not getattr(cls, "is_tree", False),
        "repairs": is_repair,
        "name": "repair" if is_repair else "graph",
    }
    space = type(f"{cls.__name__}Space", (base,), facts)
    is_classic = cls.__module__.startswith("masume.problems.")
    kind: Kind[ProblemBoard, StateView, object] = Kind(
        name=cls.__module__.rpartition(".")[2] if is_classic else cls.__name__,
        title=str(title),
        rules=(cls.__doc__ or "").strip(),
        codes={"goal": "the state is not a goal"},
        puzzle=ProblemBoard,
        read=_read_classic if is_classic else _cannot_read,
        write=lambda board: [board.name] if board.name else _lines(board, board.problem.initial()),
        read_answer=lambda board, block: _cannot_read(block),
        write_answer=lambda board, view: _view_lines(board, view),
        to_json=_to_json,
        from_json=_from_json,
        picture=_view_lines,
        scene=_scene,
        start=lambda board: StateView(board.problem.initial()),
        parse_move=lambda board, text: text,
        write_move=lambda board, move: str(move),
        play=_play,
        touch=lambda board, view, gesture: [],
        visible_violations=lambda board, view: [],
        violations=_violations,
        obstacles=lambda board: [],
        spaces=(cast("SpaceType", space),),
        cells=lambda board: (),
        has_size=False,
    )
    known = cast("Kind", kind)
    add_problem_kind(known)
    return known


def plain_heuristic(function: Estimate, kind: Kind) -> Heuristic:
    """Return a heuristic for a plain function h(state), for every space of a kind.

    A result that is not a number raises UserCodeError.
    """

    def build(space: object) -> Estimate:
        return checked_estimate(function)

    build.__module__ = function.__module__  # user code is recognised by its module
    summary = first_line(function) if function.__doc__ else ""
    claims = (False, False, False)
    return Heuristic(function.__name__, build, tuple(kind.spaces), *claims, summary)


def checked_estimate(function: Estimate) -> Estimate:
    """Return the function, with an error for results that are not numbers."""

    def estimate(state: Hashable) -> float:
        """Return the estimate of a state; raise UserCodeError if it is not a number."""
        value = function(state)
        if type(value) is int or (isinstance(value, int | float) and value == value):
            return value
        what = "a function" if callable(value) else shorten(repr(value))
        remedy = (
            "declare a factory with @masume.heuristic" if callable(value) else "return a number"
        )
        raise UserCodeError(f"{_place_of(function)}() returned {what}; {remedy}")

    return estimate


def _place_of(function: Callable[..., object]) -> str:
    """Return the file, line and name of a function."""
    code = getattr(function, "__code__", None)
    name = getattr(function, "__name__", "the heuristic")
    return f"{code.co_filename}, line {code.co_firstlineno}: {name}" if code else name


def _cannot_read(block: Block) -> NoReturn:
    raise NotApplicable("problems have no text form; load them by name or from a Python file")


def _read_classic(block: Block) -> ProblemBoard:
    """Return the instance that a block names, below the name of the problem."""
    instance = block.grid[0].text.strip() if block.grid else ""
    examples = problem_examples(block.head.text if block.head else "") or {}
    if instance not in examples:
        raise UnknownName("instance", instance, examples)
    return ProblemBoard(cast("Problem", examples[instance]), instance)


def _violations(board: ProblemBoard, view: StateView) -> list[Violation]:
    reached = board.problem.is_goal(view.state)
    return [] if reached else [Violation("goal", (), "this state is not a goal")]


def _play(board: ProblemBoard, view: StateView, move: object) -> StateView:
    if isinstance(board.problem, RecordedProblem):
        return view  # its moves lead to states that only the film's own positions show
    for label, state, _ in board.problem.successors(view.state):
        if str(label) == str(move):
            return StateView(state)
    raise NotApplicable(f"{move} is not a move here")


def _lines(board: ProblemBoard, state: Hashable) -> list[str]:
    """Return a state as lines of text: its drawing as text, else its repr."""
    draw = getattr(board.problem, "draw", None)
    drawn = draw(state) if draw is not None else None
    if isinstance(drawn, str):
        return drawn.splitlines()
    return (scene_text(drawn) if isinstance(drawn, Scene) else []) or [repr(state)]


def scene_text(scene: Scene) -> list[str]:
    """Return the cells of a scene as rows of text; empty if its items belong to no cells."""
    texts: dict[Cell, str] = {}
    for item in scene.items:
        text = item.text if isinstance(item, Label) else _SIGNS.get(item.role.style, "")
        if len(item.cells) == 1 and text:
            texts[item.cells[0]] = text
    width = max(map(len, texts.values()), default=0)
    rows = range(scene.height) if texts else ()
    return [
        " ".join(texts.get(row * scene.width + col, ".").rjust(width) for col in range(scene.width))
        for row in rows
    ]


def _view_lines(board: ProblemBoard, view: StateView) -> list[str]:
    return list(view.text) or _lines(board, view.state)


def _to_json(board: ProblemBoard, view: StateView) -> dict[str, object]:
    """Return the state in JSON if it can be read back; of user code, or else, also its text."""
    lines: dict[str, object] = {"text": _view_lines(board, view)}
    try:
        encoded = _encode(view.state)
    except TypeError:  # of the user's own class, say
        return lines
    return {"state": encoded} if board.name else {"state": encoded, **lines}


def _encode(state: object) -> object:
    """Return a state of tuples, frozensets and plain values as JSON; else raise TypeError."""
    if isinstance(state, tuple) and type(state) is tuple:
        return [_encode(part) for part in state]
    if isinstance(state, frozenset):
        return {"set": sorted((_encode(part) for part in state), key=repr)}
    if state is None or type(state) in (bool, int, float, str):
        return state
    raise TypeError(f"{type(state).__name__} has no form in JSON")


def _decode(data: object) -> Hashable:
    """Return the state that `_encode` wrote."""
    if isinstance(data, list):
        return tuple(map(_decode, data))
    if isinstance(data, dict):
        return frozenset(map(_decode, data["set"]))
    return data


def _from_json(board: ProblemBoard, data: Mapping[str, object]) -> StateView:
    lines = data.get("text")
    if "state" in data and not isinstance(board.problem, RecordedProblem):
        return StateView(_decode(data["state"]))
    return StateView(None, tuple(map(str, lines)) if isinstance(lines, list) else ())


class RecordedProblem:
    """A problem of which only a film is left: its states can be shown and not searched."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = "\n".join(lines)

    def initial(self) -> str:
        """Return the drawing of the first state."""
        return self.lines

    def successors(self, state: str) -> Iterable[Step[object, Hashable]]:
        """Return nothing: the moves are in the film."""
        return ()

    def is_goal(self, state: str) -> bool:
        """Return False: the film says how it ended."""
        return False

    def draw(self, state: str) -> str:
        """Return the drawing that was recorded."""
        return state


def recorded_board(lines: Iterable[str]) -> ProblemBoard:
    """Return the board of a film whose problem is user code that is not imported."""
    return ProblemBoard(RecordedProblem(lines))


def _scene(
    board: ProblemBoard,
    view: StateView,
    faults: Iterable[Violation] = (),
    marked: tuple[Cell, ...] = (),
) -> Scene:
    """Return the problem's own scene, or its text as a scene."""
    draw = getattr(board.problem, "draw", None)
    if draw is not None and not view.text:
        drawn = draw(view.state)
        if isinstance(drawn, Scene):
            return drawn
    lines = _view_lines(board, view)
    width = max(1, -(-max(map(len, lines), default=1) * 3 // 5))
    items = tuple(
        Label(width / 2, row + 0.5, width, 0.8, text, _TEXT) for row, text in enumerate(lines)
    )
    return Scene(width, max(1, len(lines)), items, type(board.problem).__name__)
