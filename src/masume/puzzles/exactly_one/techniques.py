"""How people solve Exactly One Mazes, easiest first.

Here are the techniques that look at one cell or one shape; the other ones are in the modules beside
this one, by what they look at.
"""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.technique import Deduction, Logic, are, listed, technique
from masume.puzzles.exactly_one.puzzle import ExactlyOne
from masume.puzzles.exactly_one.techniques_ahead import look_ahead
from masume.puzzles.exactly_one.techniques_doors import two_doors
from masume.puzzles.exactly_one.techniques_notes import PathNotes, visited, visited_once
from masume.puzzles.exactly_one.techniques_rings import complete_path, no_ring, not_yet_complete
from masume.puzzles.exactly_one.techniques_shapes import shape_as_a_wall
from masume.puzzles.exactly_one.techniques_walls import (
    in_and_out,
    must_pass,
    pocket,
)

_TWO_SHAPES = """
exactly_one
1 . .
1 . 2
. . 2
"""  # two techniques are used there
_CORNER = """
exactly_one
. . 1
. 1 1
. . 1
"""  # one shape around a corner: many techniques are used there


@technique(
    "the path begins lower left and ends upper right",
    level="easy",
    obvious=True,
    example=_CORNER,
)
def both_ends(notes: PathNotes) -> Iterator[Deduction]:
    """The two cells that are on every path."""
    ends = sorted({notes.on(notes.start), notes.on(notes.goal)})
    if notes.new(ends):
        start, goal = notes.names([notes.start, notes.goal])
        text = f"The path begins in {start} and ends in {goal}."
        yield Deduction(tuple(ends), (), (), text)


@technique(
    "the path never stays in a shape",
    level="easy",
    example=_TWO_SHAPES,
)
def no_step_within_a_shape(notes: PathNotes) -> Iterator[Deduction]:
    """A link of two cells of one shape would visit it twice. Nobody needs that told one by one."""
    labels = notes.puzzle.labels
    inner: dict[str, list[int]] = {}
    for variable, (a, b) in enumerate(notes.links, start=1):
        label = labels[a]
        if label is not None and label == labels[b]:
            inner.setdefault(label, []).append(-variable)
    literals = tuple(literal for found in inner.values() for literal in found)
    if notes.new(literals):
        yield Deduction(
            literals,
            (),
            tuple(visited_once(notes.shapes[label]) for label in inner),
            "The path visits only one cell of each shape, so it never goes from one cell of a "
            "shape to another of the same shape.",
        )


@technique(
    "other cells of a visited shape are not on the path",
    level="easy",
    auto=True,
    example=_CORNER,
)
def visited_shape(notes: PathNotes) -> Iterator[Deduction]:
    """One visit is enough."""
    for label, shape in notes.shapes.items():
        here = next((cell for cell in shape if notes.is_on(cell)), None)
        if here is None:
            continue
        others = [cell for cell in shape if cell != here and not notes.is_off(cell)]
        if others:
            yield Deduction(
                tuple(dict.fromkeys(one for cell in others for one in notes.cell_off(cell))),
                notes.surely_on(here),
                (visited_once(shape),),
                f"The path visits shape {label} at {notes.grid.name(here)}, so "
                f"{are(notes.names(others), 'not on the path')}.",
            )


@technique(
    "the last cell that is left of a shape is on the path",
    level="easy",
    example=_TWO_SHAPES,
)
def last_cell_of_a_shape(notes: PathNotes) -> Iterator[Deduction]:
    """All others are off."""
    for label, shape in notes.shapes.items():
        left = [cell for cell in shape if not notes.is_off(cell)]
        if len(left) == 1 and not notes.is_on(left[0]):
            name = notes.grid.name(left[0])
            which = f"last cell of shape {label} that can be on the path"
            if len(shape) == 1:
                which = f"only cell of shape {label}"
            yield Deduction(
                (notes.on(left[0]),),
                tuple(-notes.on(cell) for cell in shape if cell != left[0]),
                (visited(shape),),
                f"{name} is the {which}, so the path visits it.",
            )


@technique(
    "a cell without a way in and a way out is not on the path",
    level="easy",
    example=_CORNER,
)
def dead_end(notes: PathNotes) -> Iterator[Deduction]:
    """A cell with fewer than two possible links; and empty cells have no links at all."""
    state = notes.state
    for cell in range(notes.grid.size):
        if notes.is_off(cell):
            if any(state[way] >= 0 for _, way in notes.ways[cell]):
                text = f"{notes.grid.name(cell)} is not on the path, so nothing leads there."
                yield Deduction(notes.cell_off(cell), (-notes.on(cell),), (), text)
            continue
        if notes.is_on(cell):
            continue
        ways = notes.open_ways(cell)
        if len(ways) < 2 == notes.needs(cell):
            name = notes.grid.name(cell)
            text = f"No way leads through {name}, so it is not on the path."
            given = notes.closed(cell)
            if not ways:
                given = given[1:]  # one way more would not be enough
            else:
                text = (
                    f"{name} is a dead end with {notes.grid.name(ways[0][0])} as its only way in, "
                    f"so it is not on the path."
                )
            yield Deduction(notes.cell_off(cell), given, (), text)


@technique(
    "the path takes the only way that is left",
    level="easy",
    example=_CORNER,
)
def only_way(notes: PathNotes) -> Iterator[Deduction]:
    """A cell on the path with as many possible links as it must have."""
    for cell in range(notes.grid.size):
        used = notes.used(cell)
        if not used and not notes.is_on(cell):
            continue
        ways = notes.open_ways(cell)
        is_only = len(ways) == notes.needs(cell)
        links = ways if is_only else used
        literals = notes.new(one for _, way in links for one in notes.link_on(way))
        if not literals:
            continue
        given = tuple(way for _, way in used)
        text = f"The path comes to {notes.grid.name(cell)}, so this cell is on it."
        if is_only:
            given = (given or notes.surely_on(cell)) + notes.closed(cell)
            text = _only_way_text(notes, cell)
        yield Deduction(literals, given, (), text)


def _only_way_text(notes: PathNotes, cell: int) -> str:
    name = notes.grid.name(cell)
    used = [other for other, _ in notes.used(cell)]
    left = notes.names(other for other, _ in notes.open_ways(cell) if other not in used)
    if cell == notes.start:
        return f"From its beginning {name} the path can go only to {listed(left)}."
    if cell == notes.goal:
        return f"The path can get to its end {name} only from {listed(left)}."
    if used:
        came = notes.grid.name(used[0])
        return f"The path comes from {came} to {name} and can go on only to {listed(left)}."
    one, other = left
    return f"{name} is on the path, and the only way through it leads from {one} to {other}."


@technique(
    "a cell that has its links has no others",
    level="easy",
    auto=True,
    example="""
exactly_one
1 . .
1 . 2
. 2 2
""",
)
def passed_cell(notes: PathNotes) -> Iterator[Deduction]:
    """Two links for a cell on the way, one for the two ends."""
    for cell in range(notes.grid.size):
        used = notes.used(cell)
        if len(used) != notes.needs(cell):
            continue
        others = [way for way in notes.open_ways(cell) if way not in used]
        literals = notes.new(-way for _, way in notes.ways[cell] if (_, way) not in used)
        if literals and others:
            name = notes.grid.name(cell)
            there = listed(notes.names(other for other, _ in others), "or")
            ends = listed(notes.names(other for other, _ in used))
            text = f"The path passes {name} between {ends}, so no link leads from there to {there}."
            if cell == notes.start:
                text = f"The path begins in {name} and goes to {ends}, so not to {there}."
            elif cell == notes.goal:
                text = f"The path comes to its end {name} from {ends}, so not from {there}."
            yield Deduction(literals, tuple(way for _, way in used), (), text)


@technique(
    "the path never goes from a shape back to it",
    level="medium",
    example="""
exactly_one
. . .
1 1 1
. 1 .
""",
)
def in_and_back(notes: PathNotes) -> Iterator[Deduction]:
    """Of the ways from a cell to one shape only one can be used."""
    for cell in range(notes.grid.size):
        if notes.needs(cell) < 2 or notes.is_off(cell):
            continue
        ways = notes.open_ways(cell)
        groups: dict[str | int, list[int]] = {}
        for other, way in ways:
            groups.setdefault(notes.puzzle.labels[other] or other, []).append(way)
        if len(groups) == len(ways):
            continue
        name, given = notes.grid.name(cell), notes.closed(cell)
        shapes = {str(label): notes.shapes[str(label)] for label, g in groups.items() if len(g) > 1}
        keys = tuple(visited_once(shape) for shape in shapes.values())
        first = next(iter(shapes))
        if len(groups) == 1 and not notes.is_on(cell):
            shape = f"shape {first}"
            text = f"{name} leads only from {shape} back to {shape}, so it is not on the path."
            yield Deduction(notes.cell_off(cell), given, keys, text)
        single = [way for group in groups.values() if len(group) == 1 for way in group]
        if len(groups) != 2 or not single or not notes.is_on(cell):
            continue
        literals = notes.new(notes.link_on(single[0]))
        if literals:
            other = next(other for other, way in ways if way == single[0])
            text = (
                f"{name} is on the path, and all ways from there except the one to "
                f"{notes.grid.name(other)} lead to shape {first}. Only one of those can be used, "
                f"so the path joins {name} and {notes.grid.name(other)}."
            )
            yield Deduction(literals, notes.surely_on(cell) + given, keys, text)


TECHNIQUES = (
    both_ends,
    no_step_within_a_shape,
    complete_path,
    visited_shape,
    last_cell_of_a_shape,
    dead_end,
    only_way,
    passed_cell,
    no_ring,
    in_and_back,
    pocket,
    must_pass,
    not_yet_complete,
    in_and_out,
    shape_as_a_wall,
    two_doors,
    look_ahead,
)


def logic() -> Logic[ExactlyOne]:
    """The techniques and their notes."""
    return Logic(PathNotes, TECHNIQUES)
