"""The rules of mazes, easiest first.

This module defines the rules about one cell or one shape; the `techniques_*` modules define
the others.
"""

from __future__ import annotations

from masume.core.puzzle.grid import Cell, Mask, each
from masume.core.puzzle.technique import Logic, Proof, rule
from masume.core.puzzle.words import say
from masume.puzzles.exactly_one.local import complete_cells, dead_ends, shape_rules, tight_cells
from masume.puzzles.exactly_one.puzzle import ExactlyOne
from masume.puzzles.exactly_one.techniques_ahead import look_ahead
from masume.puzzles.exactly_one.techniques_doors import two_doors
from masume.puzzles.exactly_one.techniques_notes import (
    Found,
    PathNotes,
    explain,
    visited,
    visited_once,
)
from masume.puzzles.exactly_one.techniques_rings import complete_path, no_ring, not_yet_complete
from masume.puzzles.exactly_one.techniques_shapes import in_and_back, shape_as_a_wall
from masume.puzzles.exactly_one.techniques_walls import in_and_out, must_pass, pocket
from masume.puzzles.exactly_one.words import WORDS

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


@rule(
    "the path begins lower left and ends upper right", level="easy", obvious=True, example=_CORNER
)
def both_ends(notes: PathNotes) -> list[Found]:
    """Put the start and the goal on the path."""
    ends = tuple(sorted({notes.on(notes.start), notes.on(notes.goal)}))
    return [Found(ends, _both_ends)] if notes.unknown(ends) else []


def _both_ends(notes: PathNotes) -> Proof:
    return Proof((), (), say("both-ends", start=notes.start, goal=notes.goal))


@rule("the path never stays in a shape", level="easy", example=_TWO_SHAPES)
def no_step_within_a_shape(notes: PathNotes) -> list[Found]:
    """Exclude all links between two cells of the same shape, in one step."""
    if not notes.inner_links & ~notes.shut:
        return []
    labels = notes.puzzle.labels
    inner: dict[str, list[int]] = {}
    for variable, (a, b) in enumerate(notes.links, start=1):
        label = labels[a]
        if label is not None and label == labels[b]:
            inner.setdefault(label, []).append(-variable)
    literals = tuple(literal for links in inner.values() for literal in links)
    return [Found(literals, _within_shapes, (list(inner),), ())]


def _within_shapes(notes: PathNotes, labels: list[str]) -> Proof:
    return Proof(
        (), tuple(visited_once(notes.shapes[label]) for label in labels), say("within-shapes")
    )


@rule(
    "other cells of a visited shape are not on the path", level="easy", auto=True, example=_CORNER
)
def visited_shape(notes: PathNotes) -> list[Found]:
    """Exclude the other cells of a visited shape."""
    found = []
    others, _, _ = shape_rules(notes.shape_masks, notes.visited, notes.empty, notes.visited)
    for label, members in notes.members.items() if others & ~notes.empty else ():
        rest = members & others & ~notes.empty
        if rest:
            cell = next(each(members & notes.visited))
            off = dict.fromkeys(literal for c in each(rest) for literal in notes.cell_off(c))
            given = notes.visit_literals(cell)
            found.append(Found(tuple(off), _visited_shape, (label, cell, rest), given))
    return found


def _visited_shape(notes: PathNotes, label: str, cell: Cell, rest: Mask) -> Proof:
    says = say("visited-shape", label=label, at=cell, others=tuple(each(rest)))
    return Proof(notes.visit_literals(cell), (visited_once(notes.shapes[label]),), says)


@rule("the last cell that is left of a shape is on the path", level="easy", example=_TWO_SHAPES)
def last_cell_of_a_shape(notes: PathNotes) -> list[Found]:
    """Visit the only cell of a shape that is not excluded."""
    _, last, _ = shape_rules(notes.shape_masks, notes.visited, notes.empty, -1)
    labels = notes.puzzle.labels
    return [Found((notes.on(cell),), _last_cell, (labels[cell], cell)) for cell in each(last)]


def _last_cell(notes: PathNotes, label: str, cell: Cell) -> Proof:
    shape = notes.shapes[label]
    given = tuple(-notes.on(other) for other in shape if other != cell)
    says = say("only-cell" if len(shape) == 1 else "last-cell", at=cell, label=label)
    return Proof(given, (visited(shape),), says)


@rule("a cell without a way in and a way out is not on the path", level="easy", example=_CORNER)
def dead_end(notes: PathNotes) -> list[Found]:
    """Exclude cells with fewer than two possible links, and all links of empty cells."""
    net = notes.net
    loose = notes.empty & net.touched(net.all & ~notes.shut)
    dead = dead_ends(net.at_least(notes.possible), notes.ends) & notes.grid.full
    found = []
    for cell in each(loose | dead & ~(notes.empty | notes.visited)):
        if notes.is_off(cell):
            given: tuple[int, ...] = (-notes.on(cell),)
        else:
            given = notes.closing_literals(cell)
            if not notes.possible_links(cell):
                given = given[1:]  # with one link the cell would still be a dead end
        found.append(Found(notes.cell_off(cell), _dead_end, (cell, given), given))
    return found


def _dead_end(notes: PathNotes, cell: Cell, given: tuple[int, ...]) -> Proof:
    """Prove that a cell has fewer than two possible links, or is empty."""
    links = notes.possible_links(cell)
    if notes.is_off(cell):
        says = say("nothing-there", at=cell)
    elif links:
        says = say("dead-end", at=cell, by=links[0][0])
    else:
        says = say("no-way", at=cell)
    return Proof(given, (), says)


@rule("the path takes the only way that is left", level="easy", example=_CORNER)
def only_way(notes: PathNotes) -> list[Found]:
    """Use all possible links of a cell on the path that has no more of them than it needs."""
    found = []
    for cell in each(_forced_cells(notes)):
        used, possible = notes.used_links(cell), notes.possible_links(cell)
        is_only = len(possible) == notes.degree(cell)
        links = possible if is_only else used
        literals = notes.unknown(literal for _, link in links for literal in notes.link_on(link))
        given = tuple(link for _, link in used)
        if is_only:
            given = (given or notes.visit_literals(cell)) + notes.closing_literals(cell)
        found.append(Found(literals, _only_way, (cell, given, is_only), given))
    return found


def _forced_cells(notes: PathNotes) -> Mask:
    """Return the cells on the path with links that must be used, or lead to unvisited cells."""
    net, ends = notes.net, notes.ends
    may = net.at_least(notes.possible)
    exact = tight_cells(may, ends) & may[1] | may[0] & ~may[1] & ends
    to_unvisited = net.around(notes.grid.full & ~notes.visited)
    cells = exact & net.touched(notes.possible & (to_unvisited | ~notes.taken))
    cells |= net.touched(notes.taken & to_unvisited) & ~exact
    return cells & (net.touched(notes.taken) | notes.visited)


def _only_way(notes: PathNotes, cell: Cell, given: tuple[int, ...], is_only: bool) -> Proof:
    """Prove that the links of a cell are used (is_only), or that their cells are on the path."""
    used = [other for other, _ in notes.used_links(cell)]
    unused = tuple(other for other, _ in notes.possible_links(cell) if other not in used)
    if not is_only:
        says = say("comes-to", at=cell)
    elif cell in (notes.start, notes.goal):
        says = say("from-start" if cell == notes.start else "to-goal", at=cell, to=unused)
    elif used:
        says = say("go-on", before=used[0], at=cell, to=unused)
    else:
        says = say("through", at=cell, to=unused)
    return Proof(given, (), says)


@rule(
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
def passed_cell(notes: PathNotes) -> list[Found]:
    """Exclude the other links of a cell with two links, or of an end with one."""
    has = notes.net.at_least(notes.taken)
    complete = complete_cells(has, notes.ends) & ~has[2] & ~(has[1] & notes.ends)
    found = []
    for cell in each(complete and complete & notes.net.touched(notes.possible & ~notes.taken)):
        literals = tuple(-link for _, link in notes.adjacency[cell] if not notes.state[link])
        given = tuple(link for _, link in notes.used_links(cell))
        found.append(Found(literals, _passed, (cell,), given))
    return found


def _passed(notes: PathNotes, cell: Cell) -> Proof:
    """Prove that a cell has no other links."""
    used = notes.used_links(cell)
    others = tuple(other for other, link in notes.possible_links(cell) if (other, link) not in used)
    key = {notes.start: "begins", notes.goal: "ends"}.get(cell, "passed")
    says = say(key, at=cell, ends=tuple(other for other, _ in used), others=others)
    return Proof(tuple(link for _, link in used), (), says)


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


for _rule in TECHNIQUES:
    _rule.reasons(explain)


def logic() -> Logic[ExactlyOne]:
    """Return the rules with the notes that they use and their sentences."""
    return Logic(PathNotes, TECHNIQUES, WORDS)
