"""The techniques of mazes, easiest first.

This module defines the techniques about one cell or one shape; the `techniques_*` modules define
the others.
"""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.puzzle.grid import Cell, Mask, each
from masume.core.puzzle.technique import Deduction, Logic, Proof, is_or_are, join_words, technique
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
"""  # the example of two techniques
_CORNER = """
exactly_one
. . 1
. 1 1
. . 1
"""  # one shape around a corner: the example of many techniques


@technique(
    "the path begins lower left and ends upper right", level="easy", obvious=True, example=_CORNER
)
def both_ends(notes: PathNotes) -> Iterator[Deduction]:
    """Put the start and the goal on the path."""
    ends = sorted({notes.on(notes.start), notes.on(notes.goal)})
    if notes.unknown(ends):
        start, goal = notes.names([notes.start, notes.goal])
        text = f"The path begins in {start} and ends in {goal}."
        yield Deduction(tuple(ends), (), (), text)


@technique("the path never stays in a shape", level="easy", example=_TWO_SHAPES)
def no_step_within_a_shape(notes: PathNotes) -> Iterator[Deduction]:
    """Exclude all links between two cells of the same shape, in one step."""
    if not notes.inner_links & ~notes.shut:
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
    """Exclude the other cells of a visited shape."""
    for label, members in notes.members.items():
        on = members & notes.visited
        rest = members & ~notes.empty & ~(on & -on)
        if on and rest:
            cell = (on & -on).bit_length() - 1
            off = dict.fromkeys(literal for c in each(rest) for literal in notes.cell_off(c))
            deduction = Deduction.lazy(tuple(off), _visited_shape, notes, label, cell, rest)
            yield deduction.with_given(*notes.visit_literals(cell))


def _visited_shape(notes: PathNotes, label: str, cell: Cell, rest: Mask) -> Proof:
    text = (
        f"The path visits shape {label} at {notes.grid.name(cell)}, so "
        f"{is_or_are(notes.names(each(rest)), 'not on the path')}."
    )
    return Proof(notes.visit_literals(cell), (visited_once(notes.shapes[label]),), text)


@technique(
    "the last cell that is left of a shape is on the path", level="easy", example=_TWO_SHAPES
)
def last_cell_of_a_shape(notes: PathNotes) -> Iterator[Deduction]:
    """Visit the only cell of a shape that is not excluded."""
    for label, members in notes.members.items():
        candidates = members & ~notes.empty
        if candidates and not candidates & (candidates - 1) and not candidates & notes.visited:
            cell = candidates.bit_length() - 1
            yield Deduction.lazy((notes.on(cell),), _last_cell, notes, label, cell)


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
    """Exclude cells with fewer than two possible links, and all links of empty cells."""
    for cell in notes.each_cell(_dead_ends):
        if notes.is_off(cell):
            given: tuple[int, ...] = (-notes.on(cell),)
        else:
            given = notes.closing_literals(cell)
            if not notes.possible_links(cell):
                given = given[1:]  # with one link the cell would still be a dead end
        deduction = Deduction.lazy(notes.cell_off(cell), _dead_end, notes, cell, given)
        yield deduction.with_given(*given)


def _dead_ends(notes: PathNotes) -> Mask:
    """Return the cells with too few links, and the empty ones with links not known to be off."""
    _, two, _ = notes.net.at_least(notes.possible)
    empty = notes.empty & notes.net.touched(notes.net.all & ~notes.shut)
    return empty | notes.grid.full & ~(two | notes.empty | notes.visited | notes.ends)


def _dead_end(notes: PathNotes, cell: Cell, given: tuple[int, ...]) -> Proof:
    """Prove that a cell has fewer than two possible links, or is empty."""
    name, links = notes.grid.name(cell), notes.possible_links(cell)
    if notes.is_off(cell):
        text = f"{name} is not on the path, so nothing leads there."
    elif links:
        text = (
            f"{name} is a dead end with {notes.grid.name(links[0][0])} as its only way in, "
            f"so it is not on the path."
        )
    else:
        text = f"No way leads through {name}, so it is not on the path."
    return Proof(given, (), text)


@technique("the path takes the only way that is left", level="easy", example=_CORNER)
def only_way(notes: PathNotes) -> Iterator[Deduction]:
    """Use all possible links of a cell on the path that has no more of them than it needs."""
    for cell in notes.each_cell(_tight_cells):
        used, possible = notes.used_links(cell), notes.possible_links(cell)
        is_only = len(possible) == notes.degree(cell)
        links = possible if is_only else used
        literals = notes.unknown(literal for _, link in links for literal in notes.link_on(link))
        given = tuple(link for _, link in used)
        if is_only:
            given = (given or notes.visit_literals(cell)) + notes.closing_literals(cell)
        deduction = Deduction.lazy(literals, _only_way, notes, cell, given, is_only)
        yield deduction.with_given(*given)


def _tight_cells(notes: PathNotes) -> Mask:
    """Return the cells on the path with links that must be used, or lead to unvisited cells."""
    net, ends = notes.net, notes.ends
    with_one, with_two, with_three = net.at_least(notes.possible)
    tight = with_two & ~with_three & ~ends | with_one & ~with_two & ends
    to_unvisited = net.around(notes.grid.full & ~notes.visited)
    cells = tight & net.touched(notes.possible & (to_unvisited | ~notes.taken))
    cells |= net.touched(notes.taken & to_unvisited) & ~tight
    return cells & (net.touched(notes.taken) | notes.visited)


def _only_way(notes: PathNotes, cell: Cell, given: tuple[int, ...], is_only: bool) -> Proof:
    """Prove that the links of a cell are used (is_only), or that their cells are on the path."""
    name, used = notes.grid.name(cell), [other for other, _ in notes.used_links(cell)]
    unused = notes.names(other for other, _ in notes.possible_links(cell) if other not in used)
    if not is_only:
        text = f"The path comes to {name}, so this cell is on it."
    elif cell == notes.start:
        text = f"From its beginning {name} the path can go only to {join_words(unused)}."
    elif cell == notes.goal:
        text = f"The path can get to its end {name} only from {join_words(unused)}."
    elif used:
        before = notes.grid.name(used[0])
        text = f"The path comes from {before} to {name} and can go on only to {join_words(unused)}."
    else:
        ends = " to ".join(unused)
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
    """Exclude the other links of a cell with two links, or of an end with one."""
    for cell in notes.each_cell(_passed_cells):
        literals = tuple(-link for _, link in notes.adjacency[cell] if not notes.state[link])
        given = tuple(link for _, link in notes.used_links(cell))
        yield Deduction.lazy(literals, _passed, notes, cell).with_given(*given)


def _passed_cells(notes: PathNotes) -> Mask:
    """Return the cells that have all their links, with other links not known to be off."""
    with_one, with_two, with_three = notes.net.at_least(notes.taken)
    complete = with_two & ~with_three & ~notes.ends | with_one & ~with_two & notes.ends
    return complete and complete & notes.net.touched(notes.possible & ~notes.taken)


def _passed(notes: PathNotes, cell: Cell) -> Proof:
    """Prove that a cell has no other links."""
    used = notes.used_links(cell)
    unused = [other for other, link in notes.possible_links(cell) if (other, link) not in used]
    name, names = notes.grid.name(cell), join_words(notes.names(unused), "or")
    ends = join_words(notes.names(other for other, _ in used))
    text = f"The path passes {name} between {ends}, so no link leads from there to {names}."
    if cell == notes.start:
        text = f"The path begins in {name} and goes to {ends}, so not to {names}."
    elif cell == notes.goal:
        text = f"The path comes to its end {name} from {ends}, so not from {names}."
    return Proof(tuple(link for _, link in used), (), text)


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
    """Return the techniques with their notes."""
    return Logic(PathNotes, TECHNIQUES)
