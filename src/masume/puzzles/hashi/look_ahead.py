"""Look-ahead rules of Hashi: assume some bridges and propagate until a contradiction.

The propagator draws and logs the conclusions: first what islands can take at most, then, of one
island at a time, what it would need. (Chains in which several islands would need bridges are hard
to follow.) The log is traced back from the contradiction, and the shortest chain is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import Deduction, Key, Proof, rule
from masume.core.puzzle.words import Phrase, say
from masume.families.links.graph import flood_fill
from masume.puzzles.hashi.connections import Bounds
from masume.puzzles.hashi.knowledge import CROSSING, DIVIDED, LOOP, Grounds, LinkKnowledge
from masume.puzzles.hashi.propagate import ASSUMED, Bound, Change, crossing


@rule(
    "a bridge here, or none, must not leave another island too few (starvation)",
    level="expert",
    example="""
hashi
3 . 3 . 3 . 3
. . . . . . .
3 . 3 . . . 2
""",
)
def starvation(board: LinkKnowledge) -> list[Refutation]:
    """Refute an assumption about a link by islands with too few or too many bridges.

    Crossing bridges and forbidden loops are contradictions as well.
    """
    return _refutations(board, cut_off=False)


@rule(
    "numbers that would need each other's bridges must not close off a part (isolation)",
    level="expert",
    example="""
hashi
3 . . 3 . 1
. . . . . .
. 1 . 2 . .
2 . . . . 3
. . . . . .
. 2 . . . 3
""",
)
def isolation(board: LinkKnowledge) -> list[Refutation]:
    """Refute an assumption about a link by a part of the board that would be cut off."""
    return _refutations(board, cut_off=True)


def _explain(board: LinkKnowledge, new: list[Refutation]) -> Iterator[Deduction]:
    for refutation in new:
        yield Deduction.lazy(_conclusion(board, refutation), _proof, board, refutation)


starvation.reasons(_explain)
isolation.reasons(_explain)


class Refutation(NamedTuple):
    """The opposite of an assumption, and the changes that lead from it to a contradiction."""

    bounds: Bounds
    changes: tuple[_ChainStep, ...]  # the assumption first
    end: _End
    grounds: Grounds

    @property
    def size(self) -> tuple[int, int, int]:
        """The sort key: how difficult the chain is to follow."""
        needing = len({told.island for told in self.changes if told.is_need})
        return needing, len(self.changes), len(self.grounds)


class _ChainStep(NamedTuple):
    """A change in an explained chain: a link, its new bound, and its island or bridge."""

    link: int
    is_least: bool
    bound: int
    island: int  # whose clue is the reason; negative: an assumption or a bridge across
    is_full: bool  # whether that island would have all its bridges

    @property
    def is_need(self) -> bool:
        """Whether an island would need bridges; completed islands are easier to see."""
        return self.is_least and self.island >= 0


class _End(NamedTuple):
    """The contradiction: its sentence, the bounds and the key it rests on, the part cut off."""

    says: Phrase
    bounds: list[Bound]
    key: Key
    part: tuple[Cell, ...] = ()


def _refutations(board: LinkKnowledge, *, cut_off: bool) -> list[Refutation]:
    """Return the refuted assumptions with (or without) a part cut off, shortest chains first.

    Nothing is returned if the shortest chain of all is of the other kind.
    """
    found = board.cache_result(_refute_all)
    if not found or bool(found[0].end.part) != cut_off:
        return []
    return [refutation for refutation in found if bool(refutation.end.part) == cut_off]


def _refute_all(board: LinkKnowledge) -> list[Refutation]:
    """Return the shortest refutation of each assumption that leads to a contradiction."""
    if board.clash:
        return []
    probe = _Probe(board)
    found = []
    for link in board.open_links():
        board.check_cancel()
        for is_least, count in _assumptions(board, link):
            refutation = probe.refute(link, is_least, count)
            if refutation is not None:
                found.append(refutation)
    return sorted(found, key=lambda refutation: refutation.size)


def _assumptions(board: LinkKnowledge, link: int) -> Iterator[tuple[bool, int]]:
    """Yield assumptions about a link: at least (True) or at most `count` bridges.

    Those whose refutation says most come first.
    """
    lo, room = board.lo[link], board.room(link)
    if lo < room:
        yield from ((True, lo + 1), (False, room - 1))
        if lo + 1 < room:
            yield from ((True, room), (False, lo))


class _Probe:
    """A copy of the board on which assumptions are tried and taken back."""

    def __init__(self, board: LinkKnowledge) -> None:
        self.known = board
        self.board = board.copy()
        self.log: list[Change] = []
        self.board.log = self.log
        self._propagate(0, range(len(board.clues)))  # the limits of all links
        self._limits = len(self.log)
        self.clash = self.board.clash

    def refute(self, link: int, is_least: bool, count: int) -> Refutation | None:
        """Return the shortest contradiction found from an assumption, or None."""
        board = self.board
        if self.clash:
            return None  # contradictory marks
        if is_least:
            board.raise_link(link, count, ASSUMED)
        else:
            board.lower_link(link, count, ASSUMED)
        end = self._propagate(self._limits)
        found = [self._trace(end)] if end else []
        start = len(self.log)
        for island in () if end else self._changed():
            end = self._propagate_need(island)
            if end:
                found.append(self._trace(end))
            board.undo(start)
        board.undo(self._limits)
        return min(found, key=lambda refutation: refutation.size, default=None)

    def _changed(self) -> dict[int, None]:
        """Return the islands whose links have changed since the assumption."""
        changes = self.log[self._limits :]
        return dict.fromkeys(end for change in changes for end in self.board.ends[change.link])

    def _propagate_need(self, island: int) -> _End | None:
        """Draw what an island needs, as long as that changes anything; return a contradiction."""
        board = self.board
        while True:
            before = len(self.log)
            board.queue((island,))
            board.serve(limits=True, first=True)
            if len(self.log) == before and not board.clash:
                return None
            changed = [end for change in self.log[before:] for end in board.ends[change.link]]
            end = self._propagate(before, changed)
            if end:
                return end

    def _propagate(self, before: int, islands: Iterable[int] = ()) -> _End | None:
        """Propagate the limits of links; return a contradiction due to changes since `before`."""
        board = self.board
        board.queue(islands)
        board.serve(limits=True, needs=False)
        return self._end(before)

    def _end(self, before: int) -> _End | None:
        """Return the contradiction of the board, also if some islands are not connected."""
        board, known, clash = self.board, self.known, self.board.contradiction
        if clash and clash.rule == "clue":
            at, low = known.cells[clash.place], board.min_sum[clash.place]
            links = [link for link, _ in board.adjacency[clash.place]]
            key = known.key(clash.place)
            if low > board.greatest[clash.place]:
                return _End(say("would-have", at=at, n=low), [(n, True) for n in links], key)
            high = board.max_sum[clash.place]
            says = say("could-get", at=at, n=high) if high else say("could-get-none", at=at)
            return _End(says, [(n, False) for n in links], key)
        if clash:
            says = say("would-cross", link=known.way(clash.other))
            return _End(says, [(clash.place, True), (clash.other, True)], CROSSING)
        return self._loop(before) or self._cut_off(before)

    def _cut_off(self, before: int) -> _End | None:
        """Return the contradiction that a part is cut off by links closed since `before`."""
        board, known = self.board, self.known
        closed = [change.link for change in self.log[before:] if not board.hi[change.link]]
        ends = {end for link in closed for end in board.ends[link]}
        if not ends or ends <= flood_fill(board.adjacency, (min(ends),), board.hi, wanted=ends):
            return None  # usually a short detour exists, which makes a full flood unnecessary
        reached = board.reachable((0,), ())
        if len(reached) == len(board.clues):
            return None
        bounds = [(link, False) for link in known.links_out_of(reached)]
        part = known.describe_part(reached, self.log[self._limits].link)
        return _End(say("cut-off", part=part), bounds, DIVIDED, known.shaded_cells(reached))

    def _loop(self, before: int) -> _End | None:
        """Return the contradiction that a bridge built since `before` closes a forbidden loop."""
        board = self.board
        for change in () if board.loops else self.log[before:]:
            if change.is_least and not change.before:
                path = board.shortest_path(*board.ends[change.link], board.lo, change.link)
                if path:
                    links = [change.link, *(link for _, link in path)]
                    return _End(say("would-loop"), [(link, True) for link in links], LOOP)
        return None

    # Reasons

    def _trace(self, end: _End) -> Refutation:
        """Return the refutation: the logged changes a contradiction rests on, and their grounds."""
        first = self._limits  # the assumption, which is always kept
        grounds = Grounds(because={end.key: None})
        used_by = {first: first}  # for each change that matters the first change that rests on it
        used_by |= dict.fromkeys(self._causes(end.bounds, len(self.log), grounds), len(self.log))
        for number in range(len(self.log) - 1, -1, -1):
            if number in used_by and number != first:
                bounds, key = self._premises(self.log[number])
                grounds.because[key] = None
                used_by |= dict.fromkeys(self._causes(bounds, number, grounds), number)

        def place(number: int) -> tuple[int, int]:
            """Return the place of a change in the chain; old limits come before their use."""
            return (number, number) if number >= first else (place(used_by[number])[0], number)

        chain = tuple(self._chain_step(number) for number in sorted(used_by, key=place))
        assumed = self.log[first]
        opposite = assumed.after - 1 if assumed.is_least else assumed.after + 1
        conclusion = (assumed.link, not assumed.is_least, opposite)
        return Refutation((conclusion,), chain, end, grounds)

    def _premises(self, change: Change) -> tuple[list[Bound], Key]:
        """Return the bounds of other links, and the clue or rule, that a change follows from."""
        link, is_least, _, _, cause = change
        if cause < 0:
            return [(crossing(cause), True)], CROSSING
        others = [other for other, _ in self.board.adjacency[cause] if other != link]
        return [(other, not is_least) for other in others], self.known.key(cause)

    def _causes(self, bounds: Iterable[Bound], before: int, grounds: Grounds) -> Iterator[int]:
        """Yield the changes that set some bounds before a change; add known ones to the grounds."""
        for link, is_least in bounds:
            number = self._last(link, is_least, before)
            if number is not None:
                yield number
            else:
                known = self.known.bound_literals(link, is_least)
                grounds.given.update(dict.fromkeys(known))

    def _last(self, link: int, is_least: bool, before: int) -> int | None:
        """Return the last change of a bound before another change."""
        for number in range(before - 1, -1, -1):
            if self.log[number].link == link and self.log[number].is_least == is_least:
                return number
        return None

    def _chain_step(self, number: int) -> _ChainStep:
        """Return a logged change as a part of the explained chain."""
        link, is_least, _, count, cause = self.log[number]
        # The link's own bridges are not among the reasons, so they must be known.
        has = self.known.lo[link]
        is_full = cause >= 0 and not is_least and count == has
        is_full = is_full and self._last(link, True, number) is None
        return _ChainStep(link, is_least, count, cause, is_full)


# Deductions


def _conclusion(board: LinkKnowledge, refutation: Refutation) -> tuple[Literal, ...]:
    ((link, is_least, bound),) = refutation.bounds
    return tuple((board.at_least if is_least else board.at_most)(link, bound))


def _proof(board: LinkKnowledge, refutation: Refutation) -> Proof:
    """Return the proof by contradiction."""
    first, *rest = refutation.changes
    if first.is_least:
        supposed = say("with", n=first.bound)
    else:
        supposed = say("with-only", n=first.bound) if first.bound else say("without")
    ((_, is_least, bound),) = refutation.bounds
    conclusion = say("at-most", n=bound)
    if is_least:
        conclusion = say("at-least", n=bound) if bound > 1 else say("at-least-one")
    slots = {"supposed": supposed, "link": board.way(first.link), "so": conclusion}
    slots["end"] = refutation.end.says
    steps = _steps(board, rest)
    says = say("ahead", **slots, steps=steps) if steps else say("ahead-at-once", **slots)
    chain = (
        tuple((board.at_least if told.is_least else board.at_most)(told.link, told.bound))
        for told in refutation.changes
    )
    return refutation.grounds.prove(says, refutation.end.part, tuple(filter(None, chain)))


def _steps(board: LinkKnowledge, changes: Sequence[_ChainStep]) -> list[Phrase]:
    """Describe changes; consecutive ones due to the same island share one clause.

    So do consecutive islands that would have all their bridges.
    """
    steps: list[Phrase] = []
    subject, group = None, list[object]()  # what the current clause is about, and its items
    for told in changes:
        if told.island < 0:
            steps.append(say("could-not-run", link=board.way(told.link)))
            subject = None
            continue
        at = board.cells[told.island]
        item: object = (told.bound, board.cells[board.other_end(told.link, told.island)])
        about: tuple[str, Cell] = ("would-need" if told.is_least else "could-have", at)
        if told.is_full:
            about, item = ("would-have-all", -1), at
        if about != subject:
            subject, group = about, []
            slots = {"at": group} if told.is_full else {"at": at, "counts": group}
            steps.append(say(about[0], **slots))
        if item not in group:
            group.append(item)
    return steps
