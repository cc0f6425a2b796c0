"""Steps for which no technique has a name: suppose the opposite, and see what breaks.

Each clue, rule and known literal is an assumption of the exact engine, so a refuted supposition
comes with those that refuted it. They are thinned out until none can be spared. Of the suppositions
that could be refuted those with the fewest reasons are tried as chains (`chains.py`). Where none of
them is short, what the proof rests on is named. The idea is that of Demystify (Espasa et al. 2021).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, islice

from masume.core.model.model import Literal
from masume.core.model.wording import said, sentence
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Puzzle
from masume.core.puzzle.technique import Deduction, Key, listed
from masume.core.system.limits import Deadline
from masume.exact.engine import Engine
from masume.logic.models import kept_model

_LOOKED_AT = 150  # suppositions that are refuted in search of an easy one
_NAMED = 6  # clues of a long proof that are named; more are shaded
NOTHING_SHORT = "but nothing short shows it yet"
_PROPOSALS = 10  # of the solver, until what should be contradictory counts as possible
_THINNED = 8  # of them, those whose reasons are thinned out


class WhatIf:
    """A board's clues and rules, each of which can be left out of a proof."""

    def __init__(self, puzzle: Puzzle, deadline: Deadline) -> None:
        self.puzzle = puzzle
        self.deadline = deadline
        self.model = kept_model(puzzle, deadline, reasons=True)
        reasons = [part.reason for part in self.model.parts if part.reason is not None]
        self.reasons = {reason.key: reason for reason in reasons}
        self._cells: dict[Literal, Sequence[Cell]] = {}  # of literals and switches

    @cached_property
    def engine(self) -> Engine:
        """What proves; to name a reason nobody needs it, and a large board's takes long to make."""
        return Engine(self.model, self.deadline.check, explaining=True)

    @cached_property
    def switches(self) -> dict[Key, Literal]:
        """The literals that switch the clues and rules on."""
        return _switches(self.engine)

    def proves(self, deduction: Deduction) -> bool:
        """Whether what a deduction names suffices for all it says."""
        if "engine" in vars(self):
            engine, switches = self.engine, self.switches
        else:
            engine = self._of(deduction.because)
            switches = _switches(engine)
        grounds = [*(switches[key] for key in deduction.because), *deduction.given]
        return all(engine.solve([*grounds, -one]) is None for one in deduction.literals)

    def _of(self, because: Collection[Key]) -> Engine:
        """An engine that knows some of the clues and rules, which is soon made."""
        parts = [one for one in self.model.parts if one.reason is None or one.reason.key in because]
        return Engine(replace(self.model, parts=parts), self.deadline.check, explaining=True)

    def contradicting(
        self, given: Collection[Literal], because: Collection[Key]
    ) -> tuple[tuple[Literal, ...], tuple[Key, ...]] | None:
        """Of literals, clues and rules those that contradict each other; None if none do."""
        engine = self._of(because)
        grounds = [*engine.reasons, *given]
        if not engine.refutes(grounds, _PROPOSALS):
            return None
        core = engine.used(grounds)
        for one in core[::-1]:
            fewer = [other for other in core if other != one]
            if len(fewer) < len(core) and engine.refutes(fewer, _PROPOSALS):
                core = fewer
        return _named(engine, core)

    def easy(self, known: Collection[Literal], wanted: Collection[Literal]) -> list[Literal]:
        """The wanted literals that can be proved, those of few reasons first."""
        return list(self._cores(known, wanted))

    def _cores(
        self, known: Collection[Literal], wanted: Collection[Literal]
    ) -> dict[Literal, list[Literal]]:
        """The wanted literals that can be proved, by what; those of few reasons first."""
        grounds = [*self.switches.values(), *known]
        each = ((one, self._core(one, grounds)) for one in self._nearest(known, wanted))
        cores = {literal: core for literal, core in each if core is not None}
        return dict(sorted(cores.items(), key=lambda one: len(one[1])))

    def easiest(self, known: Collection[Literal], wanted: Collection[Literal]) -> Deduction | None:
        """Of the wanted literals one with the shortest proof; None if none can be proved."""
        best: list[Literal] | None = None
        about = 0
        for literal, core in islice(self._cores(known, wanted).items(), _THINNED):
            farthest = sorted(core, key=self._distance(literal), reverse=True)
            most = len(best) if best is not None else len(core) + 1
            thin = self.engine.minimal(farthest, most, -literal)
            if thin is not None:
                best, about = thin, literal
        return None if best is None else self._resting_on(about, best)

    def _nearest(
        self, known: Collection[Literal], wanted: Collection[Literal]
    ) -> Collection[Literal]:
        """The wanted literals that touch most of what is known, if there are very many."""
        if len(wanted) <= _LOOKED_AT:
            return sorted(wanted, key=abs)
        g, cells = self.puzzle.grid, self.model.vocabulary.cells
        touched = Counter(
            other
            for literal in known
            for cell in cells(abs(literal))
            for other in (cell, *g.neighbours[cell], *g.corners[cell])
        )

        def contact(literal: Literal) -> int:
            return -max(touched[cell] for cell in cells(abs(literal)))

        return sorted(sorted(wanted, key=abs), key=contact)[:_LOOKED_AT]

    def _core(self, literal: Literal, grounds: Iterable[Literal]) -> list[Literal] | None:
        """Some of the grounds that refute the opposite of a literal, the nearest if possible."""
        near = sorted(grounds, key=self._distance(literal))
        if self.engine.solve([-literal, *near]) is not None:
            return None
        core = self.engine.used(near)
        while self.engine.solve([-literal, *core]) is None:
            smaller = self.engine.used(core)
            if len(smaller) == len(core):
                break
            core = smaller
        return core

    def _distance(self, literal: Literal) -> Callable[[Literal], int]:
        return self.distance(self.model.vocabulary.cells(abs(literal)))

    def distance(self, cells: Iterable[Cell]) -> Callable[[Literal], int]:
        """How far the first cell of what a literal is about is from the nearest of some cells."""
        cols: int = self.puzzle.cols
        here = [divmod(cell, cols) for cell in cells]

        def distance(other: Literal) -> int:
            cells = self._cells.get(other)
            if cells is None:
                is_shown, about = abs(other) <= self.model.shown, self.model.vocabulary.cells
                cells = about(abs(other)) if is_shown else self.engine.reasons[other].cells
                self._cells[other] = cells
            if not cells or not here:
                return 0  # a rule is always at hand
            row, col = divmod(cells[0], cols)
            return min(abs(row - r) + abs(col - c) for r, c in here)

        return distance

    def _resting_on(self, literal: Literal, grounds: list[Literal]) -> Deduction:
        """A proof that is too long to follow: what it rests on is named, or drawn if it is much."""
        given, because = _named(self.engine, grounds)
        reasons = [self.reasons[key] for key in because]
        clues = [reason.text for reason in reasons if reason.clues]
        if len(clues) > _NAMED:
            clues = [f"{len(clues)} clues (shaded)"]
        sources = [*clues, "the shaded marks"] if given else clues
        rules = [reason.text for reason in reasons if not reason.clues]
        so = ", as ".join(filter(None, [listed(sources or ["the rules"]), listed(rules)]))
        holds = sentence(said(self.model.vocabulary, literal))
        text = f"{holds}, {NOTHING_SHORT}: it follows from {so}."
        cells = {*self.model.vocabulary.cells_of(given), *chain(*(some for _, some in because))}
        return Deduction((literal,), given, because, text, tuple(sorted(cells)))


def _switches(engine: Engine) -> dict[Key, Literal]:
    return {reason.key: switch for switch, reason in engine.reasons.items()}


def _named(
    engine: Engine, grounds: Iterable[Literal]
) -> tuple[tuple[Literal, ...], tuple[Key, ...]]:
    """Known literals, and the keys of clues and rules."""
    shown, reasons = engine.model.shown, engine.reasons
    given = tuple(sorted((one for one in grounds if abs(one) <= shown), key=abs))
    return given, tuple(
        reasons[one].key for one in sorted(one for one in grounds if abs(one) > shown)
    )
