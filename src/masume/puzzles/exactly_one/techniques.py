"""How people solve Exactly One Mazes, easiest first.

Here are the techniques that look at one cell or one shape; the other ones are in the modules beside
this one, by what they look at.
"""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.puzzle.grid import Cell, Mask, each
from masume.core.puzzle.technique import Deduction, Logic, Proof, are, listed, technique
from masume.puzzles.exactly_one.puzzle import ExactlyOne
from masume.puzzles.exactly_one.techniques_ahead import look_ahead
from masume.puzzles.exactly_one.techniques_doors import two_doors
from masume.puzzles.exactly_one.techniques_notes import PathNotes, visited, visited_once
from masume.puzzles.exactly_one.techniques_rings import complete_path, no_ring, not_yet_complete
from masume.puzzles.exactly_one.techniques_shapes import in_and_back, shape_as_a_wall
from masume.puzzles.exactly_one.techniques_walls import in_and_out, must_pass, pocket

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
    "the path begins lower left and ends upper right", level="easy", obvious=True, example=_CORNER
)
def both_ends(notes: PathNotes) -> Iterator[Deduction]:
    """The two cells that are on every path."""
    ends = sorted({notes.on(notes.start), notes.on(notes.goal)})
    if notes.new(ends):
        start, goal = notes.names([notes.start, notes.goal])
        text = f"The path begins in {start} and ends in {goal}."
        yield Deduction(tuple(ends), (), (), text)


@technique("the path never stays in a shape", level="easy", example=_TWO_SHAPES)
def no_step_within_a_shape(notes: PathNotes) -> Iterator[Deduction]:
    """A link of two cells of one shape would visit it twice. Nobody needs that told one by one."""
    if not notes.inner & ~notes.shut:
        return
    labels = notes.puzzle.labels
    inner: dict[str, list[int]] = {}
    for variable, (a, b) in enumerate(notes.links, start=1):
        label = labels[a]
        if label is not None and label == labels[b]:
            inner.setdefault(label, []).append(-variable)
    literals = tuple(literal for links in inner.values() for literal in links)
    yield Deduction(
        literals,
        (),
        tuple(visited_once(notes.shapes[label]) for label in inner),
        "The path visits only one cell of each shape, so it never goes from one cell of a "
        "shape to another of the same shape.",
    )


@technique(
    "other cells of a visited shape are not on the path", level="easy", auto=True, example=_CORNER
)
def visited_shape(notes: PathNotes) -> Iterator[Deduction]:
    """One visit is enough."""
    for label, members in notes.members.items():
        on = members & notes.visited
        others = members & ~notes.empty & ~(on & -on)
        if on and others:
            here = (on & -on).bit_length() - 1
            off = dict.fromkeys(one for cell in each(others) for one in notes.cell_off(cell))
            deduction = Deduction.later(tuple(off), _visited_shape, notes, label, here, others)
            yield deduction.resting(*notes.surely_on(here))


def _visited_shape(notes: PathNotes, label: str, here: Cell, others: Mask) -> Proof:
    text = (
        f"The path visits shape {label} at {notes.grid.name(here)}, so "
        f"{are(notes.names(each(others)), 'not on the path')}."
    )
    return Proof(notes.surely_on(here), (visited_once(notes.shapes[label]),), text)


@technique(
    "the last cell that is left of a shape is on the path", level="easy", example=_TWO_SHAPES
)
def last_cell_of_a_shape(notes: PathNotes) -> Iterator[Deduction]:
    """All others are off."""
    for label, members in notes.members.items():
        left = members & ~notes.empty
        if left and not left & (left - 1) and not left & notes.visited:
            cell = left.bit_length() - 1
            yield Deduction.later((notes.on(cell),), _last_cell, notes, label, cell)


def _last_cell(notes: PathNotes, label: str, cell: Cell) -> Proof:
    shape = notes.shapes[label]
    which = f"last cell of shape {label} that can be on the path"
    if len(shape) == 1:
        which = f"only cell of shape {label}"
    given = tuple(-notes.on(other) for other in shape if other != cell)
    text = f"{notes.grid.name(cell)} is the {which}, so the path visits it."
    return Proof(given, (visited(shape),), text)


@technique(
    "a cell without a way in and a way out is not on the path", level="easy", example=_CORNER
)
def dead_end(notes: PathNotes) -> Iterator[Deduction]:
    """A cell with fewer than two possible links; and empty cells have no links at all."""
    for cell in notes.where(_without_ways):
        if notes.is_off(cell):
            given: tuple[int, ...] = (-notes.on(cell),)
        else:
            given = notes.closed(cell)
            if not notes.open_ways(cell):
                given = given[1:]  # one way more would not be enough
        deduction = Deduction.later(notes.cell_off(cell), _dead_end, notes, cell, given)
        yield deduction.resting(*given)


def _without_ways(notes: PathNotes) -> Mask:
    """Cells that cannot be on the path, and empty ones with links that are not known to be off."""
    _, two, _ = notes.net.at_least(notes.may)
    bare = notes.empty & notes.net.touched(notes.net.all & ~notes.shut)
    return bare | notes.grid.full & ~(two | notes.empty | notes.visited | notes.ends)


def _dead_end(notes: PathNotes, cell: Cell, given: tuple[int, ...]) -> Proof:
    name, ways = notes.grid.name(cell), notes.open_ways(cell)
    if notes.is_off(cell):
        text = f"{name} is not on the path, so nothing leads there."
    elif ways:
        text = (
            f"{name} is a dead end with {notes.grid.name(ways[0][0])} as its only way in, "
            f"so it is not on the path."
        )
    else:
        text = f"No way leads through {name}, so it is not on the path."
    return Proof(given, (), text)


@technique("the path takes the only way that is left", level="easy", example=_CORNER)
def only_way(notes: PathNotes) -> Iterator[Deduction]:
    """A cell on the path with as many possible links as it must have."""
    for cell in notes.where(_with_only_ways):
        used, ways = notes.used(cell), notes.open_ways(cell)
        is_only = len(ways) == notes.needs(cell)
        links = ways if is_only else used
        literals = notes.new(one for _, way in links for one in notes.link_on(way))
        given = tuple(way for _, way in used)
        if is_only:
            given = (given or notes.surely_on(cell)) + notes.closed(cell)
        deduction = Deduction.later(literals, _only_way, notes, cell, given, is_only)
        yield deduction.resting(*given)


def _with_only_ways(notes: PathNotes) -> Mask:
    """Cells on the path of which a link must be used, or leads to a cell not known to be on it."""
    net, ends = notes.net, notes.ends
    one, two, three = net.at_least(notes.may)
    tight = two & ~three & ~ends | one & ~two & ends
    telling = net.around(notes.grid.full & ~notes.visited)
    cells = tight & net.touched(notes.may & (telling | ~notes.taken))
    cells |= net.touched(notes.taken & telling) & ~tight
    return cells & (net.touched(notes.taken) | notes.visited)


def _only_way(notes: PathNotes, cell: Cell, given: tuple[int, ...], is_only: bool) -> Proof:
    name, used = notes.grid.name(cell), [other for other, _ in notes.used(cell)]
    left = notes.names(other for other, _ in notes.open_ways(cell) if other not in used)
    if not is_only:
        text = f"The path comes to {name}, so this cell is on it."
    elif cell == notes.start:
        text = f"From its beginning {name} the path can go only to {listed(left)}."
    elif cell == notes.goal:
        text = f"The path can get to its end {name} only from {listed(left)}."
    elif used:
        came = notes.grid.name(used[0])
        text = f"The path comes from {came} to {name} and can go on only to {listed(left)}."
    else:
        ends = " to ".join(left)
        text = f"{name} is on the path, and the only way through it leads from {ends}."
    return Proof(given, (), text)


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
    for cell in notes.where(_with_all_links):
        literals = tuple(-way for _, way in notes.ways[cell] if not notes.state[way])
        given = tuple(way for _, way in notes.used(cell))
        yield Deduction.later(literals, _passed, notes, cell).resting(*given)


def _with_all_links(notes: PathNotes) -> Mask:
    """Cells that have their links, but of which others are not known to be off."""
    one, two, three = notes.net.at_least(notes.taken)
    complete = two & ~three & ~notes.ends | one & ~two & notes.ends
    return complete and complete & notes.net.touched(notes.may & ~notes.taken)


def _passed(notes: PathNotes, cell: Cell) -> Proof:
    used = notes.used(cell)
    others = [other for other, way in notes.open_ways(cell) if (other, way) not in used]
    name, there = notes.grid.name(cell), listed(notes.names(others), "or")
    ends = listed(notes.names(other for other, _ in used))
    text = f"The path passes {name} between {ends}, so no link leads from there to {there}."
    if cell == notes.start:
        text = f"The path begins in {name} and goes to {ends}, so not to {there}."
    elif cell == notes.goal:
        text = f"The path comes to its end {name} from {ends}, so not from {there}."
    return Proof(tuple(way for _, way in used), (), text)


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
