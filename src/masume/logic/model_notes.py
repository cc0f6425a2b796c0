"""Notes for puzzles without techniques of their own: what each part of the model implies.

`ModelNotes` keeps the unit clauses of the known literals up to date, part by part: `units` returns
what one clue or rule implies, `probe` what a supposition leads to. Both return the grounds, known
literals and parts, so that `logic/derived.py` only has to choose and to put them into words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby

from masume.core.model.model import (
    CancelCheck,
    Clause,
    ExactlyOneOf,
    Literal,
    Part,
    Reason,
    Sum,
    never_cancel,
)
from masume.core.model.propagate import CutterClause, ModelPropagator, Reasons, unit_of
from masume.core.puzzle.puzzle import Puzzle
from masume.core.puzzle.technique import Key
from masume.core.system.limits import Deadline
from masume.logic.models import cached_model


@dataclass(frozen=True)
class Unit:
    """Literals that one part implies from the same known literals."""

    part: Part
    literals: tuple[Literal, ...]
    given: tuple[Literal, ...]
    because: tuple[Key, ...]
    total: Sum | None  # the sum that implies them
    is_lazy: bool  # whether a lazy constraint implies them


@dataclass(frozen=True)
class Consequence:
    """A consequence of a supposition: what a part implies from known and earlier literals."""

    part: Part
    literal: Literal
    is_lazy: bool  # whether a lazy constraint implies it
    is_evident: bool  # whether an earlier literal implies it by its meaning alone

    @property
    def told_reason(self) -> Reason | None:
        """The clue or rule to name: not a rule about the board that is seen at a glance."""
        reason = self.part.reason
        is_told = reason is not None and (self.is_lazy or reason.clues or reason.cells)
        return reason if is_told else None


@dataclass(frozen=True)
class RefutedSupposition:
    """A supposition that leads to a violated part: its consequences in order, and the grounds."""

    supposed: Literal
    links: tuple[Consequence, ...]  # those that are needed
    end: Part  # the part that is violated
    total: Sum | None  # the sum that is violated
    conflict: Clause  # the violated clause
    given: tuple[Literal, ...]
    because: tuple[Key, ...]

    @property
    def groups(self) -> list[tuple[tuple[Literal, ...], Reason | None]]:
        """The consequences to tell, successive ones with the same reason together."""
        told = (link for link in self.links if not link.is_evident)
        together = groupby(told, key=lambda link: link.told_reason)
        return [(tuple(link.literal for link in links), reason) for reason, links in together]

    @property
    def size(self) -> int:
        """The number of clues and rules that it uses."""
        return len({id(link.part) for link in self.links} | {id(self.end)})


def is_clue(part: Part) -> bool:
    """Return whether a part encodes a clue, not a rule."""
    return part.reason is not None and part.reason.clues > 0


class _Tables:
    """What the notes of one board share: its model, its propagator, the part of each clause."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.model = cached_model(puzzle, Deadline(), reasons=True)
        self.propagator = ModelPropagator(self.model)
        parts = self.model.parts
        sums = [(item, part) for part in parts for item in part.sums]
        self.sums = [(item, part) for item, part in sums if not isinstance(item, ExactlyOneOf)]
        self.ones = [(item, part) for item, part in sums if isinstance(item, ExactlyOneOf)]
        self.ones_of: dict[int, list[int]] = {}  # by variable
        for number, (item, _) in enumerate(self.ones):
            for literal in item.literals:
                self.ones_of.setdefault(abs(literal), []).append(number)
        self.one_by = {tuple(sorted(one.literals)): n for n, (one, _) in enumerate(self.ones)}
        self.lazy = [part for part in parts for _ in part.constraints]
        first = self.propagator.lazy_from  # a clue is about a place, a lazy rule about the board
        self.late = {n for n, part in enumerate(self.lazy, start=first) if not is_clue(part)}
        self.part_of: dict[tuple[Literal, ...], Part] = {}
        for part in reversed(parts):
            self.part_of.update(dict.fromkeys((tuple(sorted(c)) for c in part.clauses), part))

    @cached_property
    def near(self) -> list[int]:
        """For each variable those that it shares a clause or a sum with, as a mask."""
        near = [0] * (self.model.variables + 1)
        parts = self.model.parts
        sums = (tuple(chain(*item.numbers)) for item, _ in chain(self.sums, self.ones))
        for literals in chain((c for part in parts for c in part.clauses), sums):
            members = 0
            for literal in literals:
                members |= 1 << abs(literal)
            for literal in literals:
                near[abs(literal)] |= members
        return near

    def source(self, clause: Clause) -> tuple[Part, Sum | None, bool]:
        """Return the part of a clause, the sum that it was cut from, and whether it is lazy."""
        if isinstance(clause, CutterClause):
            if clause.cutter < len(self.sums):
                item, part = self.sums[clause.cutter]
                return part, item, False
            return self.lazy[clause.cutter - len(self.sums)], None, True
        key = tuple(sorted(clause))
        if key in self.part_of:
            return self.part_of[key], None, False
        number = self.one_by.get(key)
        if number is None:  # two literals of which at most one is true
            a, b = (self.ones_of[abs(literal)] for literal in key)
            number = next(n for n in a if n in b)
        one, part = self.ones[number]
        return part, one, False


class ModelNotes:
    """What is known about a board, and what each part of its model implies from it."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.check_cancel: CancelCheck = never_cancel
        self.wanted: Collection[Literal] = ()
        self.tables = _Tables(puzzle)
        self.shown = self.tables.model.shown
        self._reset()

    def _reset(self) -> None:
        propagator = self.tables.propagator
        self.known = propagator.blank()
        self._helpers: Reasons = {}  # the clauses that imply helper variables
        self._made: dict[tuple[int, Clause, Clause], Unit] = {}  # by part, conclusion and clause
        self._units: dict[tuple[Literal, ...], Clause] = {}  # by their sorted literals
        self._cuts: dict[int, list[CutterClause]] = {}  # unit clauses by the number of their cutter
        self._dirty = set(range(len(propagator.cutters)))
        # For each supposition the variables that its result depends on, and the refutation
        self._probed: dict[Literal, tuple[int, RefutedSupposition | None]] = {}
        self._note((literal,) for literal in dict.fromkeys(propagator.units))

    def copy(self) -> ModelNotes:
        """Return an independent copy."""
        other = copy(self)
        other.known, other._dirty = bytearray(self.known), set(self._dirty)
        other._helpers, other._units = dict(self._helpers), dict(self._units)
        other._cuts = dict(self._cuts)
        other._probed = dict(self._probed)
        return other

    def learn(self, literals: Iterable[Literal]) -> None:
        """Add literals; the last one of two that contradict each other counts."""
        for literal in literals:
            if self.known[-literal]:
                literals_now = [lit for lit in self._literals() if lit != -literal]
                self._reset()
                self.learn(literals_now)
            self._set(literal)

    def _literals(self) -> list[Literal]:
        return self.tables.propagator.literals(self.known)

    def _set(self, literal: Literal) -> None:
        if self.known[literal]:
            return
        self.known[literal] = 1
        propagator, bit = self.tables.propagator, 1 << abs(literal)
        self._note((-literal, other) for other in propagator.implied[literal])
        self._note(propagator.watching[literal])
        self._dirty.update(propagator.cutters_of[literal])
        if self.tables.lazy:  # which may see what is learnt from anywhere
            self._probed = {}
        elif self._probed:
            probed = self._probed.items()
            self._probed = {supposed: result for supposed, result in probed if not result[0] & bit}

    def _note(self, clauses: Iterable[Clause]) -> None:
        """Keep the unit clauses; set helper variables immediately."""
        for clause in clauses:
            unit = unit_of(clause, self.known)
            if unit and abs(unit) > self.shown:
                self._helpers[unit] = clause
                self._set(unit)
            elif unit:
                self._units.setdefault(tuple(sorted(clause)), clause)

    def _look(self, late: bool) -> None:
        """Note the unit clauses of cutters that may have new ones: the late ones or the others."""
        propagator = self.tables.propagator
        while numbers := [n for n in self._dirty if (n in self.tables.late) == late]:
            for number in sorted(numbers):
                self.check_cancel()
                self._dirty.discard(number)
                self._cuts[number] = cuts = []
                for clause in propagator.cutters[number](self.known):
                    cut = CutterClause(clause)
                    cut.cutter = number
                    unit = unit_of(cut, self.known)
                    if unit and abs(unit) > self.shown:
                        self._note([cut])
                    elif unit:
                        cuts.append(cut)

    def units(self, *, late: bool) -> list[Unit]:
        """Return what single parts imply: lazy rules if `late`, all other parts if not.

        The result depends on what is known only, not on the order in which it was learnt.
        """
        self._look(late)
        clauses: list[Clause] = []
        for key, clause in list(self._units.items()):
            if not unit_of(clause, self.known):
                del self._units[key]
            elif not late:
                clauses.append(clause)
        for number, cuts in self._cuts.items():
            if (number in self.tables.late) == late:
                clauses += cuts
        grouped: dict[tuple[int, tuple[Literal, ...]], tuple[Clause, list[Literal]]] = {}
        for clause in clauses:
            unit = unit_of(clause, self.known)
            if unit:
                part, _, _ = self.tables.source(clause)
                given = tuple(sorted(-other for other in clause if other != unit))
                grouped.setdefault((id(part), given), (clause, []))[1].append(unit)
        return sorted(
            (self._unit(*members) for members in grouped.values()),
            key=lambda unit: (len(unit.given), unit.literals, unit.given, unit.because),
        )

    def _unit(self, clause: Clause, literals: Iterable[Literal]) -> Unit:
        part, total, is_lazy = self.tables.source(clause)
        unique = tuple(sorted(set(literals), key=abs))
        key = id(part), unique, tuple(clause)  # two parts may imply the same
        if key not in self._made:
            given, because = self.grounds([clause], unique)
            self._made[key] = Unit(part, unique, given, because, total, is_lazy)
        return self._made[key]

    def grounds(
        self, clauses: Iterable[Clause], implied: Collection[Literal]
    ) -> tuple[tuple[Literal, ...], tuple[Key, ...]]:
        """Return the known literals and the keys of the parts on which some clauses rest.

        Literals in `implied`, and negations of them, are not grounds. Helper variables are replaced
        by the grounds of what implies them.
        """
        given: dict[Literal, None] = {}
        keys: dict[Key, None] = {}
        queue = list(clauses)
        apart = set(implied)
        for clause in queue:  # grows during the loop
            part, _, _ = self.tables.source(clause)
            if part.reason is not None:
                keys[part.reason.key] = None
            for literal in clause:
                if literal in apart or -literal in apart:
                    continue
                if abs(literal) > self.shown:
                    apart.add(-literal)
                    queue.append(self._helpers[-literal])
                else:
                    given[-literal] = None
        return tuple(sorted(given, key=abs)), tuple(keys)

    def causes(self, given: Iterable[Literal]) -> tuple[tuple[Literal, ...], tuple[Key, ...]]:
        """Return known literals that evidently imply the given ones, and the rules why.

        Of the digits of a row, all that one digit rules out follow from that digit. Literals that
        no rule of one thing among several rules out are returned themselves.
        """
        causes: dict[Literal, dict[Literal, Key]] = {}
        kept = [literal for literal in given if not self._add_causes(literal, causes)]
        pending = set(given).difference(kept)
        keys: dict[Key, None] = {}
        while pending:
            best = max(causes, key=lambda cause: (len(pending & causes[cause].keys()), -cause))
            for literal in sorted(pending & causes[best].keys()):
                keys[causes[best][literal]] = None
            pending -= causes[best].keys()
            kept.append(best)
        return tuple(sorted(set(kept), key=abs)), tuple(keys)

    def _add_causes(self, literal: Literal, causes: dict[Literal, dict[Literal, Key]]) -> bool:
        """Enter the true literals that rule a false one out; return whether there are any."""
        has_cause = False
        for number in self.tables.ones_of.get(-literal, ()):  # none of a true literal
            one, part = self.tables.ones[number]
            for cause in one.literals:
                if self.known[cause] and part.reason is not None:
                    causes.setdefault(cause, {})[literal] = part.reason.key
                    has_cause = True
        return has_cause

    # Suppositions

    def refutations(self, most: int) -> list[RefutedSupposition]:
        """Return suppositions that lead to a contradiction by up to `most` parts, short ones first.

        Results are kept until something is learnt that they may depend on.
        """
        wanted = {abs(literal) for literal in self.wanted}
        found = []
        for variable in range(1, self.shown + 1):
            if self.known[variable] or self.known[-variable] or (wanted and variable not in wanted):
                continue
            self.check_cancel()
            for literal in (variable, -variable):
                if literal not in self._probed:
                    self._probed[literal] = self._probe(literal)
                refutation = self._probed[literal][1]
                if refutation is not None and refutation.size <= most:
                    found.append(refutation)
        return sorted(found, key=lambda r: (r.size, len(r.links), abs(r.supposed)))

    def _probe(self, supposed: Literal) -> tuple[int, RefutedSupposition | None]:
        """Propagate a supposition; return the variables near its consequences, and a refutation."""
        known, reasons = bytearray(self.known), Reasons()
        conflict = self.tables.propagator.propagate(known, [supposed], reasons)
        near = self.tables.near[abs(supposed)]
        for literal in reasons:
            near |= self.tables.near[abs(literal)]
        if conflict is None:
            return near, None
        used = _needed(conflict, reasons)
        clauses = [reasons[literal] for literal in used]
        if all(-supposed not in clause for clause in (*clauses, conflict)):
            return near, None  # the marks contradict each other without it
        given, because = self.grounds([*clauses, conflict], {*used, supposed})
        sources = {n: self.tables.source(reasons[n]) for n in used if abs(n) <= self.shown}
        words = self.tables.model.vocabulary
        evident = {other for n in (supposed, *sources) for other in words.implied_literals(n)}
        links = [
            Consequence(part, n, is_lazy, n in evident) for n, (part, _, is_lazy) in sources.items()
        ]
        end, total, _ = self.tables.source(conflict)
        proof = tuple(links), end, total, conflict, given, because
        return near, RefutedSupposition(supposed, *proof)


def _needed(conflict: Clause, reasons: Reasons) -> list[Literal]:
    """Return the implied literals that lead to a conflict, in the order of their implication."""
    needed = set[Literal]()
    queue: list[Literal] = [-literal for literal in conflict]
    for literal in queue:  # grows during the loop
        if literal in reasons and literal not in needed:
            needed.add(literal)
            queue += [-other for other in reasons[literal] if other != literal]
    return [literal for literal in reasons if literal in needed]
