"""What students choose in the space `decide`: its switches, or their own order.

An order is a function `my_order(board)` that returns a function `choose(assigned, choices)`. Moves
are text such as `r2c3=black`: `assigned` lists those that are made, and `choices` has a list of the
possible ones for each variable that is open. `choose` returns one of these lists, its moves in the
order to try. It cannot leave a move out, so the search stays complete whatever it does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import TypeAlias, cast

from masume.api.searches import SearchSpec
from masume.core.model.model import Literal
from masume.core.search.space import SpaceType, StateSpace, Variable
from masume.core.search.spec import format_spec, parse_spec
from masume.core.spaces.decide import Assignment
from masume.core.spaces.switches import SwitchedDecide
from masume.errors import NotApplicable, UserCodeError, shorten
from masume.teach.assignment import StudentTask

Choose: TypeAlias = Callable[[list[str], list[list[str]]], object]


def build_order(member: object, name: str, board: object) -> Choose:
    """Return the order that a student's function builds for a board."""
    if not callable(member):
        raise UserCodeError(f"{name} is not a function; write def {name}(board):")
    choose = member(board)
    if not callable(choose):
        found = shorten(repr(choose))
        raise UserCodeError(f"{name}() returned {found}; return a function of assigned and choices")
    return cast("Choose", choose)


def add_switches(task: StudentTask, chosen: object) -> str:
    """Return the space of a task with the options that a student has chosen.

    Raise UserCodeError for options that the task has fixed already.
    """
    space = parse_spec(task.space)
    if not isinstance(chosen, str) or not chosen.strip():
        found = shorten(repr(chosen))
        raise UserCodeError(f"{task.name} is {found}; choose switches such as order=random")
    options = parse_spec(f"{space.name}:{chosen}").options
    fixed = dict(space.options)
    for key, _ in options:
        if key in fixed:
            raise UserCodeError(f"{task.name}: {key} is {fixed[key]} in this task; remove {key}")
    return format_spec(space.name, [*space.options, *options])


def with_order(spec: SearchSpec, choose: Choose, name: str) -> SearchSpec:
    """Return a search in `decide` that assigns the variables in a student's order."""
    base = cast("type[StateSpace]", spec.space_type)
    if not issubclass(base, SwitchedDecide):
        raise NotApplicable(f"{spec.space_spec} has no order; use decide:propagate=forward")
    write_move = spec.kind.write_move
    known: dict[Assignment, Variable] = {}  # the successors of a state must not change

    def chosen(space: SwitchedDecide, state: Assignment) -> Variable:
        """Return the variable that the student chooses, with its values in their order."""
        if state not in known:
            moves = {value: text(space, value) for group in space.variables for value in group}
            open_ = [space.variables[number] for number in space.open_variables(state)]
            possible = [[value for value in group if not state[-value]] for group in open_]
            choices = [[moves[value] for value in values] for values in possible]
            assigned = [move for value, move in moves.items() if state[value] == 1]
            found = choose(assigned, choices) if choices else []
            known[state] = _as_variable(found, choices, moves, name)
        return known[state]

    @cache
    def text(space: SwitchedDecide, value: Literal) -> str:
        return str(write_move(space.puzzle, space.move_of(value)))

    members: dict[str, object] = {"choose": chosen, "__module__": __name__}
    space_type = type(base.__name__, (base,), members)
    return replace(spec, space_type=cast("SpaceType", space_type))


def _as_variable(
    found: object, choices: list[list[str]], moves: Mapping[Literal, str], name: str
) -> Variable:
    """Return the values that a student's choice names; raise UserCodeError for any other."""
    if not choices:
        return ()  # everything is assigned
    values = {move: value for value, move in moves.items()}
    if isinstance(found, list | tuple) and all(isinstance(move, str) for move in found):
        wanted = sorted(found)
        if any(wanted == sorted(choice) for choice in choices):  # all of it
            return tuple(values[move] for move in found)
    text = f"{name}: choose returned {shorten(repr(found))}"
    raise UserCodeError(f"{text}; return one of the lists in choices, reordered if you like")
