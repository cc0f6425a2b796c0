"""Looking ahead: suppose something, follow what is plain to see, and find that it cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import Deduction, Key, are, technique
from masume.puzzles.exactly_one.techniques_notes import PathNotes, visited, visited_once

_DEPTHS = (15, 45)  # how much is followed of each supposition: first a little of all, then more
_MOST = 8  # consequences that one can keep in mind

_STUCK = "the path would be stuck at {}"


class _Then(NamedTuple):
    """Something that follows: from what, by which rules, and what is wrong if it cannot be."""

    literal: Literal
    since: tuple[Literal, ...]
    keys: tuple[Key, ...]
    wrong: str  # with a {} for the cell or the label
    at: Cell


@dataclass(frozen=True)
class _Clash:
    """A supposition that fails: what follows from it in order, and what that rests on."""

    chain: tuple[Literal, ...]
    labels: tuple[str, ...]  # for each thing in the chain the shape that it follows from, if any
    given: tuple[Literal, ...]
    keys: tuple[Key, ...]
    wrong: str

    @property
    def size(self) -> int:
        """How much one has to keep in mind."""
        return 2 * len(self.chain) + len(self.given) + len(self.keys)


class _Trial:
    """What is known with a supposition, and what follows from that."""

    def __init__(self, notes: PathNotes, state: list[int], literal: Literal) -> None:
        self.notes = notes
        self.first = literal
        self.state = state
        state[abs(literal)] = 1 if literal > 0 else -1
        self.order = [literal]
        self.why: dict[Literal, _Then] = {}
        self.to_be_continued = False

    def clash(self, most: int) -> _Clash | None:
        """The contradiction that is found first, if following that much is enough."""
        state = self.state
        for literal in self.order:  # grows while it is gone through
            for then in self._follow(literal):
                sign = 1 if then.literal > 0 else -1
                held = state[abs(then.literal)]
                if held == sign:
                    continue
                if held:
                    return self._traced(then)
                state[abs(then.literal)] = sign
                self.order.append(then.literal)
                self.why[then.literal] = then
            if len(self.order) > most:
                self.to_be_continued = True
                return None
        return None

    def _traced(self, last: _Then) -> _Clash:
        """What a contradiction rests on, traced back."""
        chain: set[Literal] = set()
        given: dict[Literal, None] = {}
        keys = dict.fromkeys(last.keys)
        waiting = [-last.literal, *last.since]
        ends = {self.notes.on(self.notes.start), self.notes.on(self.notes.goal)}
        while waiting:
            literal = waiting.pop()
            if literal in self.why:
                if literal not in chain:
                    chain.add(literal)
                    keys |= dict.fromkeys(self.why[literal].keys)
                    waiting += self.why[literal].since
            elif literal != self.first and literal not in ends:
                given[literal] = None
        # Links of empty cells are off, and cells with links are on: that needs no words.
        in_order = tuple(one for one in self.order if one in chain and not self._plain(one))
        what = self.notes.grid.name(last.at)
        if last.keys:
            what = f"shape {self.notes.puzzle.labels[last.at]}"
        labels = tuple(self._label(one) for one in in_order)
        return _Clash(in_order, labels, tuple(given), tuple(keys), last.wrong.format(what))

    def _label(self, literal: Literal) -> str:
        then = self.why[literal]
        return str(self.notes.puzzle.labels[then.at]) if then.keys else ""

    def _plain(self, literal: Literal) -> bool:
        since = self.why[literal].since
        count = len(self.notes.links)
        if literal < 0:
            return -literal <= count and len(since) == 1 and since[0] < -count
        return literal > count and len(since) == 1 and 0 < since[0] <= count

    def _follow(self, literal: Literal) -> Iterator[_Then]:
        notes = self.notes
        count = len(notes.links)
        if abs(literal) > count:
            yield from self._cell(abs(literal) - count - 1, literal)
            return
        a, b = notes.links[abs(literal) - 1]
        if literal > 0:
            for cell in (a, b):
                yield _Then(notes.on(cell), (literal,), (), _STUCK, cell)
        yield from self._at(a)
        yield from self._at(b)
        if literal > 0:
            yield from self._rings(a, literal)

    def _cell(self, cell: Cell, literal: Literal) -> Iterator[_Then]:
        """A cell has come onto the path, or off it."""
        notes = self.notes
        shape = notes.shape_of(cell)
        if literal > 0:
            for other in shape:
                if other != cell:
                    keys = (visited_once(shape),)
                    wrong = "{} would be visited twice"
                    yield _Then(-notes.on(other), (literal,), keys, wrong, cell)
            yield from self._at(cell)
            return
        for _, way in notes.ways[cell]:
            yield _Then(-way, (literal,), (), "the path could not pass {}", cell)
        left = [c for c in shape if self.state[notes.on(c)] >= 0] or [cell]
        if shape and len(left) == 1:
            since = tuple(-notes.on(c) for c in shape if c != left[0])
            wrong = "no cell of {} would be left"
            yield _Then(notes.on(left[0]), since, (visited(shape),), wrong, cell)

    def _at(self, cell: Cell) -> Iterator[_Then]:
        """A cell has its number of links, or none."""
        notes, state = self.notes, self.state
        first, need = len(notes.links) + 1, notes.needs(cell)
        on = first + cell
        used, left, closed = [], [], []
        for other, way in notes.ways[cell]:
            if state[first + other] < 0:
                closed.append(-first - other)
            elif state[way] < 0:
                closed.append(-way)
            else:
                left.append(way)
                if state[way] > 0:
                    used.append(way)
        if len(used) >= need:
            enough = tuple(used[:need])
            for way in left:
                if way not in enough:
                    yield _Then(-way, enough, (), "the path would fork at {}", cell)
        if len(left) < need:
            # All ways but one must be closed, no more than that.
            yield _Then(-on, tuple(closed[need - 1 - len(left) :]), (), _STUCK, cell)
        elif len(left) == need and state[on] > 0:
            for way in left:
                if way not in used:
                    yield _Then(way, (on, *closed), (), _STUCK, cell)

    def _rings(self, cell: Cell, link: Literal) -> Iterator[_Then]:
        """A piece of the path must not close, nor be complete before all shapes are visited."""
        notes, state = self.notes, self.state
        piece, links, ends = {cell}, [], []
        waiting = [cell]
        while waiting:
            here = waiting.pop()
            used = [way for way in notes.ways[here] if state[way[1]] > 0]
            if len(used) < 2:
                ends.append(here)
            for other, way in used:
                if way not in links:
                    links.append(way)
                    if other in piece:
                        since = tuple(one for one in links if one != link)
                        yield _Then(-link, since, (), "the path would close a ring at {}", cell)
                        return
                    piece.add(other)
                    waiting.append(other)
        if len(ends) == 2 and {*ends} == {notes.start, notes.goal}:
            for shape in notes.shapes.values():
                if piece.isdisjoint(shape):
                    since = tuple(one for one in links if one != link)
                    wrong = "the path would be complete without {}"
                    yield _Then(-link, since, (visited(shape),), wrong, shape[0])
                    return


def _supposed(notes: PathNotes) -> list[Literal]:
    """What may be supposed: cells and links on the path first, as that is easier to picture."""
    first = len(notes.links) + 1
    cells = [v for v in range(first, len(notes.state)) if notes.state[v] == 0]
    links = [
        v
        for v in range(1, first)
        if notes.state[v] == 0 and not any(notes.is_off(c) for c in notes.links[v - 1])
    ]
    return [*cells, *links, *(-v for v in cells), *(-v for v in links)]


@technique(
    "suppose it and see the path get stuck",
    level="expert",
    example="""
exactly_one
. . 1 .
2 2 1 3
2 4 . 3
. 4 3 3
""",
)
def look_ahead(notes: PathNotes) -> Iterator[Deduction]:
    """The supposition with the shortest way to a contradiction; of equals the most telling."""
    supposed = _supposed(notes)
    for depth in _DEPTHS:
        trials, tried = [], []
        for one in supposed:
            notes.check_cancel()
            trials.append(_Trial(notes, notes.state[:], one))
            tried.append((one, trials[-1].clash(depth)))
        clashes = [
            (clash.size, -len(notes.new(_refuted(notes, one))), number)
            for number, (one, clash) in enumerate(tried)
            if clash is not None and len(clash.chain) <= _MOST
        ]
        if clashes:
            literal, clash = tried[min(clashes)[2]]
            assert clash is not None
            clash = _thinned(notes, literal, clash)
            text = _text(notes, literal, clash)
            chain = ((literal,), *((one,) for one in clash.chain))
            proof = clash.given, clash.keys, text
            yield Deduction(_refuted(notes, literal), *proof, chain=chain)
            return
        supposed = [trial.first for trial in trials if trial.to_be_continued]


def _thinned(notes: PathNotes, literal: Literal, clash: _Clash) -> _Clash:
    """Forget one known thing after the other, as long as the supposition still fails."""
    for one in clash.given:
        state = [0] * len(notes.state)
        for other in (*clash.given, notes.on(notes.start), notes.on(notes.goal)):
            if other != one:
                state[abs(other)] = 1 if other > 0 else -1
        fewer = _Trial(notes, state, literal).clash(_DEPTHS[-1])
        if fewer is not None and fewer.size < clash.size:
            clash = fewer
    return clash


def _refuted(notes: PathNotes, literal: Literal) -> tuple[Literal, ...]:
    """What holds if a supposition does not."""
    count = len(notes.links)
    if literal > count:
        return notes.cell_off(literal - count - 1)
    if -count <= literal < 0:
        return notes.link_on(-literal)
    return (-literal,)


def _text(notes: PathNotes, literal: Literal, clash: _Clash) -> str:
    steps = list(_followed(notes, clash))
    path = "the path "
    for number in range(len(steps) - 1, 0, -1):
        if steps[number - 1].startswith(path) and steps[number].startswith(path):
            steps[number] = f"it {steps[number].removeprefix(path)}"
    then = f"{'; '.join(steps)}; and " if steps else ""
    return f"Suppose {_say(notes, literal)}. Then {then}{clash.wrong}. So {_say(notes, -literal)}."


def _followed(notes: PathNotes, clash: _Clash) -> Iterator[str]:
    """What follows in words; cells of a shape that are not on the path are told together."""
    count = len(notes.links)
    each = zip(clash.chain, clash.labels, strict=True)
    for (is_off, label), group in groupby(each, key=lambda one: (one[0] < -count, one[1])):
        literals = [literal for literal, _ in group]
        if is_off:
            texts = [are(notes.names(-one - count - 1 for one in literals), "not on the path")]
            why = f", as shape {label} is visited elsewhere"
        else:
            texts = [_say(notes, one) for one in literals]
            why = f" as the last cell of shape {label}"
        yield from (f"{text}{why}" if label else text for text in texts)


def _say(notes: PathNotes, literal: Literal) -> str:
    count = len(notes.links)
    if abs(literal) > count:
        name = notes.grid.name(abs(literal) - count - 1)
        return f"{name} is {'on' if literal > 0 else 'not on'} the path"
    return f"the path {'joins' if literal > 0 else 'does not join'} {notes.joined(abs(literal))}"
