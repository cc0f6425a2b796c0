"""The rules about one cell, one shape, or one piece of the path, easiest first."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, each, mask
from masume.core.puzzle.technique import Deduction, Proof, rule
from masume.core.puzzle.words import say
from masume.puzzles.exactly_one.propagate import Conclusions, Found, Propagator, explain

_TWO_SHAPES = """
exactly_one
1 . .
1 . 2
. . 2
"""  # the example of two rules
_CORNER = """
exactly_one
. . 1
. 1 1
. . 1
"""  # one shape around a corner: the example of many rules


@rule(
    "the path begins lower left and ends upper right",
    level="easy",
    obvious=True,
    example=_CORNER,
    once=True,
)
def both_ends(board: Propagator) -> Conclusions | None:
    """Put the start and the goal on the path."""
    new = board.ends & ~board.marks.visited
    return Conclusions(visited=new) if new else None


@both_ends.reasons
def _(board: Propagator, new: Conclusions) -> Iterator[Deduction]:
    ends = tuple(sorted({board.on(board.start), board.on(board.goal)}))
    yield Deduction(ends, (), (), say("both-ends", start=board.start, goal=board.goal))


@rule("the path never stays in a shape", level="easy", example=_TWO_SHAPES, once=True)
def no_step_within_a_shape(board: Propagator) -> Conclusions | None:
    """Exclude all links between two cells of the same shape."""
    new = board.inner_links & ~board.marks.shut
    return Conclusions(shut=new) if new else None


@no_step_within_a_shape.reasons
def _(board: Propagator, new: Conclusions) -> Iterator[Deduction]:
    labels = board.labels
    inner: dict[str, list[Literal]] = {}
    for link, (a, b) in enumerate(board.links, start=1):
        if a in labels and labels[a] == labels.get(b):
            inner.setdefault(labels[a], []).append(-link)
    literals = tuple(literal for links in inner.values() for literal in links)
    yield Deduction(literals, (), tuple(map(board.visited_once, inner)), say("within-shapes"))


@rule(
    "beside the complete path there is nothing",
    level="easy",
    example="""
exactly_one
1 . .
1 . 2
. . 2
""",
)
def complete_path(board: Propagator) -> Conclusions | None:
    """Exclude everything that is not on the complete path."""
    if board.loose != board.ends or not board.has_links:
        return None
    path, _ = board.end_pieces()
    if path[-1] != board.goal:
        return None
    empty = board.grid.full & ~(mask(path) | board.marks.empty)
    shut = board.net.all & ~(board.net.along(path) | board.marks.shut)
    return Conclusions(shut=shut, empty=empty) if shut or empty else None


@complete_path.reasons
def _(board: Propagator, new: Conclusions) -> Iterator[Deduction]:
    path, _ = board.end_pieces()
    off = [literal for cell in each(new.empty) for literal in board.cell_off(cell)]
    off += [-link for link in range(1, len(board.links) + 1) if board.bit(link) & new.shut]
    says = say("complete" if new.empty else "no-more-links")
    yield Deduction(board.unknown(off), board.along(path), (), says)


@rule(
    "other cells of a visited shape are not on the path", level="easy", auto=True, example=_CORNER
)
def visited_shape(board: Propagator) -> Conclusions | None:
    """Exclude the other cells of a visited shape."""
    others = board.shape_marks()[0] & ~board.marks.empty
    return Conclusions(empty=others) if others else None


@visited_shape.reasons
def _(board: Propagator, new: Conclusions) -> Iterator[Deduction]:
    for label, members in board.members.items():
        if rest := members & new.empty:
            at = next(each(members & board.marks.visited & ~rest))
            off = dict.fromkeys(one for cell in each(rest) for one in board.cell_off(cell))
            says = say("visited-shape", label=label, at=at, others=tuple(each(rest)))
            because = (board.visited_once(label),)
            yield Deduction(tuple(off), board.visit_literals(at), because, says)


@rule("the last cell that is left of a shape is on the path", level="easy", example=_TWO_SHAPES)
def last_cell_of_a_shape(board: Propagator) -> Conclusions | None:
    """Visit the only cell of a shape that is not excluded."""
    last = board.shape_marks()[1] & ~board.marks.visited
    return Conclusions(visited=last) if last else None


@last_cell_of_a_shape.reasons
def _(board: Propagator, new: Conclusions) -> Iterator[Deduction]:
    for cell in each(new.visited):
        label = board.labels[cell]
        others = board.members[label] & ~(1 << cell)
        given = tuple(-board.on(other) for other in each(others))
        says = say("last-cell" if others else "only-cell", at=cell, label=label)
        yield Deduction((board.on(cell),), given, (board.visited(label),), says)


@rule("a cell without a way in and a way out is not on the path", level="easy", example=_CORNER)
def dead_end(board: Propagator) -> Conclusions | None:
    """Exclude cells with fewer than two possible links, and all links of empty cells."""
    may, may_pass, _ = board.may
    empty = board.marks.empty
    dead = board.grid.full & ~(may_pass | board.ends)
    if board.has_links:
        dead |= board.ends & ~may
    dead &= ~empty
    if empty:
        dead |= empty & board.net.touched(board.net.all & ~board.marks.shut)
    return Conclusions(empty=dead) if dead else None


@dead_end.reasons
def _(board: Propagator, new: Conclusions) -> Iterator[Deduction]:
    for cell in each(new.empty):
        links, given = board.possible_links(cell), board.closing_literals(cell)
        if board.marks.empty >> cell & 1:
            says, given = say("nothing-there", at=cell), (-board.on(cell),)
        elif links:
            says = say("dead-end", at=cell, by=links[0][0])
        else:  # for most cells one link would not be enough either
            says, given = say("no-way", at=cell), given[board.degree(cell) - 1 :]
        yield Deduction(board.cell_off(cell), given, (), says)


@rule("the path takes the only way that is left", level="easy", example=_CORNER)
def only_way(board: Propagator) -> Conclusions | None:
    """Use all possible links of a cell on the path that has no more of them than it needs."""
    has_one, (_, two, three) = board.has[0], board.may
    tight = (has_one | board.marks.visited) & ~(three & ~board.ends | two & board.ends)
    taken = board.net.around(tight) & board.possible & ~board.marks.taken
    reached = has_one & ~board.marks.visited
    return Conclusions(taken=taken, visited=reached) if taken or reached else None


@only_way.reasons
def _(board: Propagator, new: Conclusions) -> Iterator[Deduction]:
    on_path = board.marks.visited | new.visited
    for cell in each(board.net.touched(new.taken) & on_path):
        used, possible = board.used_links(cell), board.possible_links(cell)
        if len(possible) != board.degree(cell):
            continue
        literals = (literal for _, link in possible for literal in board.link_on(link))
        given = tuple(link for _, link in used) or board.visit_literals(cell)
        to = tuple(pair[0] for pair in possible if pair not in used)
        if board.ends >> cell & 1:
            says = say("from-start" if cell == board.start else "to-goal", at=cell, to=to)
        elif used:
            says = say("go-on", before=used[0][0], at=cell, to=to)
        else:
            says = say("through", at=cell, to=to)
        given += board.closing_literals(cell)
        yield Deduction(board.unknown(literals), given, (), says)
    for cell in each(new.visited):
        link = board.used_links(cell)[0][1]
        yield Deduction((board.on(cell),), (link,), (), say("comes-to", at=cell))


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
def passed_cell(board: Propagator) -> Conclusions | None:
    """Exclude the other links of a cell with two links, or of an end with one."""
    one, two, three = board.has
    taken, shut, *_ = board.marks
    around, ends = board.net.around, board.ends
    new = around(two & ~ends | one & ends) & ~(taken | shut)
    if too_many := three | two & ends:
        new |= around(too_many) & taken
    return Conclusions(shut=new) if new else None


@passed_cell.reasons
def _(board: Propagator, new: Conclusions) -> Iterator[Deduction]:
    for cell in each(board.net.touched(new.shut)):
        need = board.degree(cell)
        used, others = board.used_links(cell)[:need], board.possible_links(cell)
        others = [pair for pair in others if pair not in used]
        if len(used) == need and others:
            key = {board.start: "begins", board.goal: "ends"}.get(cell, "passed")
            ends, excluded = (tuple(near for near, _ in some) for some in (used, others))
            says = say(key, at=cell, ends=ends, others=excluded)
            literals = tuple(-link for _, link in others)
            yield Deduction(literals, tuple(link for _, link in used), (), says)


@rule(
    "a link that would close a ring is not used",
    level="easy",
    example="""
exactly_one
2 2 3 .
2 3 3 .
. . . .
. . 1 1
""",
)
def no_ring(board: Propagator) -> Conclusions | None:
    """Exclude the link between the two ends of a piece."""
    net, (taken, shut, *_) = board.net, board.marks
    if not net.within(board.loose) & ~(taken | shut):
        return None  # no two ends are side by side
    new = 0
    for piece in board.pieces():
        new |= net.closing(piece)
    new &= ~(taken | shut)
    return Conclusions(shut=new) if new else None


@no_ring.reasons
def _(board: Propagator, new: Conclusions) -> Iterator[Deduction]:
    for piece in board.pieces():
        if board.net.closing(piece) & new.shut:
            link = board.link_between(piece[0], piece[-1])
            says = say("ring", link=board.links[link - 1])
            yield Deduction((-link,), board.along(piece), (), says)


@rule(
    "the path must not be complete too early",
    level="medium",
    example="""
exactly_one
1 . . . .
1 2 3 3 .
. 2 3 . .
. . . . 4
""",
)
def not_yet_complete(board: Propagator) -> Conclusions | None:
    """Exclude the link that joins start and goal while a shape or a marked cell is missed."""
    head, tail = board.end_pieces()
    if head[-1] == board.goal:
        between = board.net.along(head[-2:])  # joined already, which is the contradiction
    else:
        between = board.net.between(head[-1], tail[-1]) & ~board.marks.shut
    return Conclusions(shut=between) if between and _missed(board) is not None else None


def _missed(board: Propagator) -> Cell | str | None:
    """Return the label of a shape, or a cell, that the pieces of both ends miss; None if none."""
    head, tail = board.end_pieces()
    own = mask(head) | mask(tail)
    for label, (first, cells) in board.shapes.items():
        if not own >> first & cells and not board.marks.visited >> first & cells:
            return label
    return next(each(board.marks.visited & ~own), None)


@not_yet_complete.reasons
def _(board: Propagator, new: Conclusions) -> Iterator[Deduction]:
    head, tail = board.end_pieces()
    if head[-1] == board.goal:
        head, tail = head[:-1], tail[:1]
    missed = _missed(board)
    link = board.link_between(head[-1], tail[-1])
    given, ends = board.along(head) + board.along(tail), {"a": head[-1], "b": tail[-1]}
    if isinstance(missed, str):
        says = say("too-early-shape", label=missed, **ends)
        yield Deduction((-link,), given, (board.visited(missed),), says)
    elif missed is not None:
        says = say("too-early-cell", at=missed, **ends)
        yield Deduction((-link,), (*given, board.on(missed)), (), says)


@rule(
    "the path never goes from a shape back to it",
    level="medium",
    example="""
exactly_one
. . .
1 1 1
. 1 .
""",
)
def in_and_back(board: Propagator) -> list[Found]:
    """Use only one of several links from a cell to the same shape."""
    found = []
    _, two, _ = board.may
    for cell in each(two & board.between_same_shape & ~(board.marks.empty | board.ends)):
        links, is_on = board.possible_links(cell), board.marks.visited >> cell & 1
        groups: dict[str | int, list[Literal]] = {}
        for other, link in links:
            groups.setdefault(board.labels.get(other, other), []).append(link)
        if len(groups) == len(links):
            continue
        single = [link for group in groups.values() if len(group) == 1 for link in group]
        literals: tuple[Literal, ...] = ()
        if len(groups) == 1 and not is_on:
            literals = board.cell_off(cell)
        elif len(groups) == 2 and single and is_on:
            literals = board.unknown(board.link_on(single[0]))
        if literals:
            labels = [str(label) for label, group in groups.items() if len(group) > 1]
            found.append(Found(literals, _in_and_back, (cell, labels, single)))
    return found


in_and_back.reasons(explain)


def _in_and_back(board: Propagator, cell: Cell, labels: list[str], single: list[Literal]) -> Proof:
    """Prove that a cell is off the path, or that its only link that leads elsewhere is used."""
    keys, given = tuple(map(board.visited_once, labels)), board.closing_literals(cell)
    if not single:
        return Proof(given, keys, say("only-back", at=cell, label=labels[0]))
    (to,) = set(board.links[single[0] - 1]) - {cell}
    says = say("only-other", at=cell, to=to, label=labels[0])
    return Proof(board.visit_literals(cell) + given, keys, says)
