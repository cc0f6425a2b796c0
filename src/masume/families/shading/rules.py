"""The rules that follow from the two common rules of shading puzzles, with their reasons.

Each rule is a pair of functions for `Rule`: the conclusions, and the reasons for some of them. A
puzzle declares it with a title and an example of its own (see `common_rule`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from masume.core.puzzle.grid import Cell, each
from masume.core.puzzle.technique import Deduction, Key, Rule
from masume.core.puzzle.words import Phrase, say
from masume.families.shading.propagate import Marks, ShadingPropagator, last_way_out
from masume.families.shading.walls import ring_through

ADJACENT: Key = ("adjacent", ())
DIVIDED: Key = ("divided", ())
Find: TypeAlias = Callable[[ShadingPropagator], Marks | None]
Explain: TypeAlias = Callable[[ShadingPropagator, Marks], Iterator[Deduction]]


def black_has_white_neighbours(board: ShadingPropagator) -> Marks | None:
    """Whiten the neighbours of black cells."""
    white = board.grid.beside(board.black) & ~board.white
    return (0, white) if white else None


def _explain_beside(board: ShadingPropagator, new: Marks) -> Iterator[Deduction]:
    white, neighbours = new[1] & board.unknown, board.grid.neighbours
    for cell in board.newest_first(board.grid.beside(white) & board.black):
        others = tuple(other for other in neighbours[cell] if white >> other & 1)
        says = say("beside", at=cell, others=others)
        yield Deduction(tuple(-other - 1 for other in others), (cell + 1,), (ADJACENT,), says)


def _explain_way_out(board: ShadingPropagator, new: Marks) -> Iterator[Deduction]:
    g, ways = board.grid, new[1] & board.unknown
    for cell in each(board.white & g.beside(ways)):
        around = g.neighbours[cell]
        out = [other for other in around if not board.black >> other & 1]
        if len(out) == 1 and ways >> out[0] & 1 and len(around) < g.size - 1:
            walls = (other + 1 for other in around if other != out[0])
            says = say("way-out", at=cell, by=out[0])
            given = (-cell - 1, *walls)
            yield Deduction((-out[0] - 1,), given, (ADJACENT, DIVIDED), says, part=(cell,))


def would_cut_the_white_area(board: ShadingPropagator) -> Marks | None:
    """Whiten the cells that, black, would close a wall."""
    white = board.walls.gaps & ~(board.black | board.white)
    return (0, white) if white else None


def _explain_cut(board: ShadingPropagator, new: Marks) -> Iterator[Deduction]:
    black = set(each(board.black))
    for cell in each(new[1] & board.unknown & ~board.grid.beside(board.black)):
        ring = ring_through(board.grid, black, cell)
        given = tuple(other + 1 for other in ring[1:])
        says = say("would-cut", at=cell, cut=cut_off(board, ring))
        yield Deduction((-cell - 1,), given, (ADJACENT, DIVIDED), says, walls=(tuple(ring),))


_EXPLANATIONS: dict[Find, Explain] = {
    black_has_white_neighbours: _explain_beside,
    last_way_out: _explain_way_out,
    would_cut_the_white_area: _explain_cut,
}


def common_rule(find: Find, title: str, *, level: str, example: str, auto: bool = False) -> Rule:
    """Return one of the functions above as a rule of a puzzle."""
    return Rule(find, title, level=level, example=example, auto=auto).reasons(_EXPLANATIONS[find])


def cut_off(board: ShadingPropagator, ring: Sequence[Cell], instead: Cell | None = None) -> Phrase:
    """Return the phrase that black cells, each touching the last one, would cut off white cells.

    The chain is closed or runs from border to border. `instead` is an alternative to its first
    cell.
    """
    g = board.grid
    walls = set(ring)
    if len(ring) == 1:
        return say("in-two")
    locked_in = next((c for c, near in enumerate(g.neighbours) if walls.issuperset(near)), None)
    if locked_in is not None:
        return say("locked-in", at=locked_in)
    gaps = [n for n, cell in enumerate(ring) if ring[n - 1] not in g.corners[cell]]
    links: list[object] = [*ring]
    if instead is not None:
        links[0] = (ring[0], instead)
    if not gaps and len(ring) > 3:
        return say("ring", wall=tuple(links))
    first = gaps[0] if gaps else 0
    if ring[first] > ring[first - 1]:
        return say("wall", wall=tuple((links[first:] + links[:first])[::-1]))
    return say("wall", wall=tuple(links[first:] + links[:first]))
