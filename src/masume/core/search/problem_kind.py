"""The kind that is derived from a class of problems, so that generic code needs no second path.

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

Generic code knows boards only by their `Kind`. The kind of a problem draws and writes states: as
the problem does it itself, or as the repr of the state.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache
from typing import NoReturn, cast

from masume.core.drawing.scene import Label, Role, Scene
from masume.core.plugins.registry import add_problem_kind, problem_examples
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Kind, Violation
from masume.core.search.problem import (
    Problem,
    ProblemBoard,
    ProblemSpace,
    SampledProblemSpace,
    StateView,
    TwoEndedProblemSpace,
)
from masume.core.search.space import SpaceType, Step
from masume.core.spaces.constraint_problem import ConstraintSpace, domains_in
from masume.core.text.blocks import Block
from masume.errors import NotApplicable, UnknownName

# The spaces of problems that have a member
_BASES = {"random_state": SampledProblemSpace, "reversed": TwoEndedProblemSpace}
_CONSTRAINT_MEMBERS = ("domains", "constraints", "solution")
_PASSED_ON = ("focused_successors", "crossover", "random_successor")  # for local searches
_TEXT = Role("text", "label")
# How cells without a text are written, by the style of what is drawn there
_SIGNS = {
    "solid": "#", "tint": "o", "disc-full": "@", "target": "+", "tone-2": "~", "tone-4": "^",
}  # fmt: skip


@cache
def problem_kind(cls: type) -> Kind:
    """Return the kind of all problems of a class."""
    title = getattr(cls, "name", None) or cls.__name__
    bases = [base for member, base in _BASES.items() if hasattr(cls, member)]
    is_repair = bool(getattr(cls, "repairs", False))
    facts = {
        "__module__": cls.__module__,
        "problem_class": cls,
        "is_tree": bool(getattr(cls, "is_tree", False)),
        "has_cycles": not getattr(cls, "is_tree", False),
        "repairs": is_repair,
        "name": "repair" if is_repair else "graph",
    }
    facts |= {name: _passed_on(name) for name in _PASSED_ON if hasattr(cls, name)}
    space = type(f"{cls.__name__}Space", (*bases, ProblemSpace), facts)
    spaces = [space]
    if all(hasattr(cls, member) for member in _CONSTRAINT_MEMBERS):
        constraint_facts = {"__module__": cls.__module__, "source": cls}
        spaces.append(type(f"{cls.__name__}Decide", (ConstraintSpace,), constraint_facts))
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
        spaces=tuple(cast("SpaceType", space) for space in spaces),
        cells=lambda board: (),
        has_size=False,
    )
    known = cast("Kind", kind)
    add_problem_kind(known)
    return known


def _passed_on(name: str) -> Callable[..., object]:
    """Return a method of a space that calls the problem's method of this name."""

    def method(space: ProblemSpace, *arguments: object) -> object:
        return getattr(space.problem, name)(*arguments)

    return method


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
    if (domains := domains_in(state)) is not None:
        return [f"{name}: {' '.join(map(str, values))}" for name, values in domains.items()]
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
    domains = domains_in(view.state)
    draw = getattr(board.problem, "draw" if domains is None else "draw_domains", None)
    if draw is not None and not view.text:
        drawn = draw(view.state if domains is None else domains)
        if isinstance(drawn, Scene):
            return drawn
    lines = _view_lines(board, view)
    width = max(1, -(-max(map(len, lines), default=1) * 3 // 5))
    items = tuple(
        Label(width / 2, row + 0.5, width, 0.8, text, _TEXT) for row, text in enumerate(lines)
    )
    return Scene(width, max(1, len(lines)), items, type(board.problem).__name__)
