"""Connectivity rules of Hashi: all islands are connected, and loops may be forbidden.

The functions of `connections.py` find the conclusions; here they are named and explained.
"""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.puzzle.technique import Deduction, Proof, rule
from masume.core.puzzle.words import say
from masume.puzzles.hashi.connections import (
    SUPPOSED,
    Closed,
    Cut,
    Needed,
    Only,
    board_cuts,
    closed_loops,
    closes_without,
    closing_combinations,
    group_cuts,
    only_links,
    pair_cut,
)
from masume.puzzles.hashi.knowledge import (
    CROSSING,
    LOOP,
    Grounds,
    LinkKnowledge,
    links_near,
)


@rule(
    "two islands must not give each other all they have",
    level="medium",
    rank=2,
    example="""
hashi
2 . 2
. . .
2 . 2
""",
)
def pair_off(board: LinkKnowledge) -> list[Cut]:
    """Exclude bridges with which two islands spend all their bridges on each other."""
    return board.examine("pair off", links_near, pair_cut)


@rule(
    "a group must not be closed before all islands are in it",
    level="hard",
    example="""
hashi
2 . . . .
. . . . .
4 . 2 . .
. . . . .
2 . 4 . 2
""",
)
def closed_group(board: LinkKnowledge) -> list[Cut]:
    """Exclude bridges that leave a group of joined islands without a way out."""
    return group_cuts(board)


def _explain_cuts(board: LinkKnowledge, new: list[Cut]) -> Iterator[Deduction]:
    """Explain cuts by the group that would be closed."""
    for cut in new:
        group = board.group(*board.ends[cut.link])
        literals = tuple(board.at_most(cut.link, cut.most))
        yield Deduction.lazy(literals, _too_many, board, cut, group)


pair_off.reasons(_explain_cuts)
closed_group.reasons(_explain_cuts)


@rule(
    "an island that would close a group with its other neighbours needs this one (1–2–1, 1–3–2)",
    level="hard",
    example="""
hashi
1 . 2 . 1
. . . . .
2 . 4 . 2
. . . . .
1 . 2 . 1
""",
)
def closing_combination(board: LinkKnowledge) -> list[Needed]:
    """Require a bridge without which the island's other links close a group."""
    return closing_combinations(board)


@closing_combination.reasons
def _(board: LinkKnowledge, new: list[Needed]) -> Iterator[Deduction]:
    for _, link, island in new:
        closed = closes_without(board, link, island)
        assert closed is not None
        literals = tuple(board.at_least(link, 1))
        group = board.members(closed.groups)
        yield Deduction.lazy(literals, _joined_only, board, link, island, closed, group)


def _joined_only(
    board: LinkKnowledge, link: int, island: int, closed: Closed, group: set[int]
) -> Proof:
    """Prove that an island joined only by its other links would be in a closed group."""
    grounds = board.why_cut_off(group, closed.closed)
    grounds.add(Grounds(because={board.key(island): None}))
    others = []
    for other, cap in closed.caps.items():
        far = board.other_end(other, island)
        grounds.add(board.why_cap(other, cap, far if board.cap(other, far) == cap else island))
        others += [board.cells[far]] if cap else []
    to = board.cells[board.other_end(link, island)]
    at = board.cells[island]
    rest = {n for n in group if n != island and board.cells[n] not in others}
    key = "closing-more" if rest else "closing"
    if not rest and board.clues[island] == 2 and [board.puzzle.clues[c] for c in others] == [1, 1]:
        key = "closing-121"
    slots = {"rest": board.describe_group(rest)} if rest else {}
    says = say(key, at=at, others=others, to=to, **slots)
    return grounds.prove(says, board.shaded_cells(group))


@rule(
    "the only link between two parts of the board has a bridge",
    level="hard",
    example="""
hashi
2 . ? . 2
. . . . .
4 . . . 1
. . . . .
3 . . . ?
""",
)
def only_link(board: LinkKnowledge) -> list[Only]:
    """Require a bridge on a link without which the islands could not all be connected."""
    return only_links(board)


@only_link.reasons
def _(board: LinkKnowledge, new: list[Only]) -> Iterator[Deduction]:
    for _, link in new:
        yield Deduction.lazy(tuple(board.at_least(link, 1)), _joins, board, link)


def _joins(board: LinkKnowledge, link: int) -> Proof:
    part = board.reachable(board.ends[link][:1], (link,))
    says = say("only-link", link=board.way(link), part=board.describe_part(part, link))
    return board.why_cut_off(part, {link: SUPPOSED}).prove(says, board.shaded_cells(part))


@rule(
    "a bridge must not close a loop",
    level="medium",
    rank=2,
    example="""
hashi
loops: no
2 . 3
. . .
2 . 3
""",
)
def closed_loop(board: LinkKnowledge) -> list[Only]:
    """Exclude a bridge between two islands that are connected already, if loops are forbidden."""
    return closed_loops(board)


@closed_loop.reasons
def _(board: LinkKnowledge, new: list[Only]) -> Iterator[Deduction]:
    for _, link in new:
        yield Deduction.lazy(tuple(board.at_most(link, 0)), _closes_loop, board, link)


def _closes_loop(board: LinkKnowledge, link: int) -> Proof:
    a, b = board.ends[link]
    path = board.shortest_path(a, b, board.lo, link)
    through = board.cells_of(island for island, _ in path[:-1])
    return Proof(
        tuple(literal for _, way in path for literal in board.bound_literals(way, True)),
        (LOOP,),
        say("loop", a=board.cells[a], b=board.cells[b], through=through),
    )


@rule(
    "bridges must not cut the board in two",
    level="hard",
    example="""
hashi
1 . 2 . 2 . 1
. . . . . . .
2 . 3 . 2 . ?
""",
)
def cut_in_two(board: LinkKnowledge) -> list[Cut]:
    """Exclude bridges that leave some islands, joined or not, without a way to the others."""
    return board_cuts(board)


@cut_in_two.reasons
def _(board: LinkKnowledge, new: list[Cut]) -> Iterator[Deduction]:
    for cut in new:
        yield Deduction.lazy(tuple(board.at_most(cut.link, cut.most)), _in_two, board, cut)


def _in_two(board: LinkKnowledge, cut: Cut) -> Proof:
    """Prove that the board would fall apart, with the part that needs the fewest premises."""
    parts, rest = list[set[int]](), set(range(len(board.clues)))
    start = board.ends[cut.link][0]
    while rest:
        parts.append(board.reachable((start if start in rest else min(rest),), cut.closed))
        rest -= parts[-1]
    part = min(parts, key=lambda part: len(board.why_cut_off(part, cut.closed)))
    return _too_many(board, cut, part)


def _too_many(board: LinkKnowledge, cut: Cut, part: set[int]) -> Proof:
    """Prove that more bridges than a cut allows would cut off a part."""
    link, has = cut.link, board.lo[cut.link]
    count = cut.most + 1
    bridges = say("some", n=count)
    if has:
        bridges = say("another") if count == has + 1 else say("more", n=count - has)
    grounds = board.why_cut_off(part, cut.closed)
    rest = board.complement(part)
    near, far = (part, rest) if board.ends[link][0] in part else (rest, part)
    if near == set(board.ends[link]) and len(near) <= len(far):
        breaks = say("off-pair")
    elif len(near) <= len(far):
        breaks = say("off", part=board.describe_part(near, link))
    else:
        breaks = say("away", part=board.describe_part(far, link))
    key = "cuts-crossing" if CROSSING in grounds.because else "cuts"
    says = say(key, bridges=bridges, link=board.way(link), breaks=breaks, most=cut.most)
    return grounds.prove(says, board.shaded_cells(part))


HARD_RULES = (closed_group, closing_combination, only_link, cut_in_two)
