"""The look-ahead rule: assume a literal and propagate simple rules until a contradiction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.technique import Key, Proof, rule
from masume.core.puzzle.words import Phrase, say
from masume.puzzles.exactly_one.techniques_notes import Found, PathNotes, visited, visited_once

_DEPTHS = (15, 45)  # literals derived from each assumption: first few of all, then more
_MAX_CHAIN = 8  # consequences in a contradiction that is easy to follow

_STUCK = "stuck"


class _Implication(NamedTuple):
    """A derived literal with its reasons, and the contradiction if its opposite holds."""

    literal: Literal
    reasons: tuple[Literal, ...]
    keys: tuple[Key, ...]
    conflict: str  # the template of its sentence, about the cell or its shape
    cell: Cell


@dataclass(frozen=True)
class _Clash:
    """A refuted assumption: its consequences in order, and their premises."""

    chain: tuple[Literal, ...]
    labels: tuple[str, ...]  # for each literal of the chain the shape that implies it, if any
    given: tuple[Literal, ...]
    keys: tuple[Key, ...]
    conflict: Phrase

    @property
    def size(self) -> int:
        """How difficult the contradiction is to follow."""
        return 2 * len(self.chain) + len(self.given) + len(self.keys)


class _Trial:
    """An assumption with everything that is known and derived."""

    def __init__(self, notes: PathNotes, state: list[int], literal: Literal) -> None:
        self.notes = notes
        self.first = literal
        self.state = state
        state[abs(literal)] = 1 if literal > 0 else -1
        self.order = [literal]
        self.why: dict[Literal, _Implication] = {}
        self.is_cut_short = False

    def clash(self, most: int) -> _Clash | None:
        """Return the first contradiction; None if at most `most` derived literals show none."""
        state = self.state
        for literal in self.order:  # grows during the loop
            for implication in self._propagate(literal):
                sign = 1 if implication.literal > 0 else -1
                held = state[abs(implication.literal)]
                if held == sign:
                    continue
                if held:
                    return self._trace_back(implication)
                state[abs(implication.literal)] = sign
                self.order.append(implication.literal)
                self.why[implication.literal] = implication
            if len(self.order) > most:
                self.is_cut_short = True
                return None
        return None

    def _trace_back(self, last: _Implication) -> _Clash:
        """Return the contradiction with only those derived and known literals it depends on."""
        chain: set[Literal] = set()
        given: dict[Literal, None] = {}
        keys = dict.fromkeys(last.keys)
        stack = [-last.literal, *last.reasons]
        ends = {self.notes.on(self.notes.start), self.notes.on(self.notes.goal)}
        while stack:
            literal = stack.pop()
            if literal in self.why:
                if literal not in chain:
                    chain.add(literal)
                    keys |= dict.fromkeys(self.why[literal].keys)
                    stack += self.why[literal].reasons
            elif literal != self.first and literal not in ends:
                given[literal] = None
        # The text omits that links of empty cells are off, and that cells with links are on.
        in_order = tuple(
            literal for literal in self.order if literal in chain and not self._is_obvious(literal)
        )
        end = say(last.conflict, at=last.cell)
        if last.keys:
            end = say(last.conflict, label=self.notes.puzzle.labels[last.cell])
        labels = tuple(self._label(literal) for literal in in_order)
        return _Clash(in_order, labels, tuple(given), tuple(keys), end)

    def _label(self, literal: Literal) -> str:
        """Return the label of the shape that implies a literal, or an empty string."""
        implication = self.why[literal]
        return str(self.notes.puzzle.labels[implication.cell]) if implication.keys else ""

    def _is_obvious(self, literal: Literal) -> bool:
        """Return whether a literal follows from a cell of its link, or a link of its cell."""
        reasons = self.why[literal].reasons
        count = len(self.notes.links)
        if literal < 0:
            return -literal <= count and len(reasons) == 1 and reasons[0] < -count
        return literal > count and len(reasons) == 1 and 0 < reasons[0] <= count

    def _propagate(self, literal: Literal) -> Iterator[_Implication]:
        """Yield what follows around a new literal."""
        notes = self.notes
        count = len(notes.links)
        if abs(literal) > count:
            yield from self._propagate_cell(abs(literal) - count - 1, literal)
            return
        a, b = notes.links[abs(literal) - 1]
        if literal > 0:
            for cell in (a, b):
                yield _Implication(notes.on(cell), (literal,), (), _STUCK, cell)
        yield from self._check_degree(a)
        yield from self._check_degree(b)
        if literal > 0:
            yield from self._check_piece(a, literal)

    def _propagate_cell(self, cell: Cell, literal: Literal) -> Iterator[_Implication]:
        """Yield what follows from a cell that is on the path, or off it."""
        notes = self.notes
        shape = notes.shape_of(cell)
        if literal > 0:
            for other in shape:
                if other != cell:
                    keys = (visited_once(shape),)
                    conflict = "twice"
                    yield _Implication(-notes.on(other), (literal,), keys, conflict, cell)
            yield from self._check_degree(cell)
            return
        for _, link in notes.adjacency[cell]:
            yield _Implication(-link, (literal,), (), "cannot-pass", cell)
        candidates = [c for c in shape if self.state[notes.on(c)] >= 0] or [cell]
        if shape and len(candidates) == 1:
            only = candidates[0]
            reasons = tuple(-notes.on(c) for c in shape if c != only)
            conflict = "none-left"
            yield _Implication(notes.on(only), reasons, (visited(shape),), conflict, cell)

    def _check_degree(self, cell: Cell) -> Iterator[_Implication]:
        """Yield what follows from the number of links of a cell."""
        notes, state = self.notes, self.state
        first, need = len(notes.links) + 1, notes.degree(cell)
        on = first + cell
        used, possible, closed = [], [], []
        for other, link in notes.adjacency[cell]:
            if state[first + other] < 0:
                closed.append(-first - other)
            elif state[link] < 0:
                closed.append(-link)
            else:
                possible.append(link)
                if state[link] > 0:
                    used.append(link)
        if len(used) >= need:
            complete = tuple(used[:need])
            for link in possible:
                if link not in complete:
                    yield _Implication(-link, complete, (), "fork", cell)
        if len(possible) < need:
            # The smallest sufficient reason: all links closed but `need - 1`.
            reasons = tuple(closed[need - 1 - len(possible) :])
            yield _Implication(-on, reasons, (), _STUCK, cell)
        elif len(possible) == need and state[on] > 0:
            for link in possible:
                if link not in used:
                    yield _Implication(link, (on, *closed), (), _STUCK, cell)

    def _check_piece(self, cell: Cell, link: Literal) -> Iterator[_Implication]:
        """Yield the contradiction if a link closes a ring, or completes the path too early."""
        notes, state = self.notes, self.state
        piece, links, ends = {cell}, [], []
        stack = [cell]
        while stack:
            current = stack.pop()
            used = [pair for pair in notes.adjacency[current] if state[pair[1]] > 0]
            if len(used) < 2:
                ends.append(current)
            for other, used_link in used:
                if used_link not in links:
                    links.append(used_link)
                    if other in piece:
                        reasons = tuple(number for number in links if number != link)
                        conflict = "close-ring"
                        yield _Implication(-link, reasons, (), conflict, cell)
                        return
                    piece.add(other)
                    stack.append(other)
        if len(ends) == 2 and {*ends} == {notes.start, notes.goal}:
            for shape in notes.shapes.values():
                if piece.isdisjoint(shape):
                    reasons = tuple(number for number in links if number != link)
                    conflict = "complete-without"
                    yield _Implication(-link, reasons, (visited(shape),), conflict, shape[0])
                    return


def _assumptions(notes: PathNotes) -> list[Literal]:
    """Return the literals to assume: on the path before off it, as that is easier to picture."""
    first = len(notes.links) + 1
    cells = [v for v in range(first, len(notes.state)) if notes.state[v] == 0]
    links = [
        v
        for v in range(1, first)
        if notes.state[v] == 0 and not any(notes.is_off(c) for c in notes.links[v - 1])
    ]
    return [*cells, *links, *(-v for v in cells), *(-v for v in links)]


@rule(
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
def look_ahead(notes: PathNotes) -> list[Found]:
    """Refute the assumption with the shortest contradiction; of several, the most informative."""
    assumptions = _assumptions(notes)
    for depth in _DEPTHS:
        trials, results = [], []
        for assumption in assumptions:
            notes.check_cancel()
            trials.append(_Trial(notes, notes.state[:], assumption))
            results.append((assumption, trials[-1].clash(depth)))
        clashes = [
            (clash.size, -len(notes.unknown(_negation(notes, assumption))), number)
            for number, (assumption, clash) in enumerate(results)
            if clash is not None and len(clash.chain) <= _MAX_CHAIN
        ]
        if clashes:
            literal, clash = results[min(clashes)[2]]
            assert clash is not None
            clash = _minimise(notes, literal, clash)
            return [Found(_negation(notes, literal), _proof, (literal, clash), clash.given)]
        assumptions = [trial.first for trial in trials if trial.is_cut_short]
    return []


def _minimise(notes: PathNotes, literal: Literal, clash: _Clash) -> _Clash:
    """Drop known literals one by one as long as the assumption still fails."""
    for dropped in clash.given:
        state = [0] * len(notes.state)
        for other in (*clash.given, notes.on(notes.start), notes.on(notes.goal)):
            if other != dropped:
                state[abs(other)] = 1 if other > 0 else -1
        fewer = _Trial(notes, state, literal).clash(_DEPTHS[-1])
        if fewer is not None and fewer.size < clash.size:
            clash = fewer
    return clash


def _negation(notes: PathNotes, literal: Literal) -> tuple[Literal, ...]:
    """Return the literals that hold if an assumption is false."""
    count = len(notes.links)
    if literal > count:
        return notes.cell_off(literal - count - 1)
    if -count <= literal < 0:
        return notes.link_on(-literal)
    return (-literal,)


def _proof(notes: PathNotes, literal: Literal, clash: _Clash) -> Proof:
    """Return the proof by contradiction."""
    steps = list(_chain_clauses(notes, clash))
    supposed, so = _describe(notes, literal), _describe(notes, -literal)
    slots = {"supposed": supposed, "end": clash.conflict, "so": so}
    says = say("suppose", steps=steps, **slots) if steps else say("suppose-at-once", **slots)
    chain = ((literal,), *((consequence,) for consequence in clash.chain))
    return Proof(clash.given, clash.keys, says, chain=chain)


def _chain_clauses(notes: PathNotes, clash: _Clash) -> Iterator[Phrase]:
    """Yield the consequences as clauses; excluded cells of a shape share one."""
    count = len(notes.links)
    each = zip(clash.chain, clash.labels, strict=True)
    path = "the path"  # "it" if the previous clause is about the path too
    for (is_off, label), group in groupby(each, key=lambda pair: (pair[0] < -count, pair[1])):
        literals = [literal for literal, _ in group]
        if is_off:
            cells = tuple(-literal - count - 1 for literal in literals)
            slots = {"cells": cells, "label": label}
            yield say("off-elsewhere" if label else "off", **slots)
            path = "the path"
        else:
            for literal in literals:
                yield _describe(notes, literal, label, path)
                path = "it" if abs(literal) <= count else "the path"


def _describe(
    notes: PathNotes, literal: Literal, label: str = "", path: str = "the path"
) -> Phrase:
    """Return the clause of one literal, which a shape may imply."""
    cell = abs(literal) - len(notes.links) - 1
    if cell < 0:
        key = "joins" if literal > 0 else "joins-not"
        return say(key, path=path, link=notes.links[abs(literal) - 1])
    if literal < 0:
        return say("off", cells=(cell,))
    return say("on-last", at=cell, label=label) if label else say("on", at=cell)
