"""Steps beyond the named techniques, found by minimal unsatisfiable subsets.

Each clue, rule and known literal is an assumption of the exact engine, so the unsatisfiable core of
a refuted supposition names its grounds. Cores are minimised. The suppositions with the smallest
cores are tried as chains (`chains.py`); if no chain is short, the grounds of the shortest proof are
named. The idea is that of Demystify (Espasa et al. 2021).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, islice

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Puzzle
from masume.core.puzzle.technique import Deduction, Key
from masume.core.puzzle.words import say
from masume.core.system.limits import Deadline
from masume.errors import NotApplicable
from masume.exact.engine import Engine
from masume.logic.models import cached_model

_LOOKED_AT = 150  # suppositions that are examined
_NAMED = 6  # clues of a long proof that are named; more are shaded
_PROPOSALS = 10  # of the solver, after which a set of grounds counts as consistent
_THINNED = 8  # suppositions whose cores are minimised


class WhatIf:
    """A board's clues and rules as assumptions that can be switched off one by one."""

    def __init__(self, puzzle: Puzzle, deadline: Deadline) -> None:
        self.puzzle = puzzle
        self.deadline = deadline
        self.model = cached_model(puzzle, deadline, reasons=True)
        reasons = [part.reason for part in self.model.parts if part.reason is not None]
        self.reasons = {reason.key: reason for reason in reasons}
        if len(self.reasons) < len(reasons):
            (rule, _), _ = Counter(reason.key for reason in reasons).most_common(1)[0]
            raise NotApplicable(
                f"two parts of the model have the rule {rule!r} and the same cells; combine them"
            )
        self._cells: dict[Literal, Sequence[Cell]] = {}  # cache, of literals and switches

    @cached_property
    def engine(self) -> Engine:
        """The engine, created lazily: building it for a large board takes long."""
        return Engine(self.model, self.deadline.check, explaining=True)

    @cached_property
    def switches(self) -> dict[Key, Literal]:
        """The literals that switch the clues and rules on."""
        return _switches(self.engine)

    def proves(self, deduction: Deduction) -> bool:
        """Return whether the grounds that a deduction names prove all its literals."""
        if "engine" in vars(self):
            engine, switches = self.engine, self.switches
        else:
            engine = self._partial_engine(deduction.because)
            switches = _switches(engine)
        grounds = [*(switches[key] for key in deduction.because), *deduction.given]
        return all(engine.solve([*grounds, -literal]) is None for literal in deduction.literals)

    def _partial_engine(self, because: Collection[Key]) -> Engine:
        """Return a small engine with only some of the clues and rules."""
        parts = [
            part for part in self.model.parts if part.reason is None or part.reason.key in because
        ]
        return Engine(replace(self.model, parts=parts), self.deadline.check, explaining=True)

    def minimal_conflict(
        self, given: Collection[Literal], because: Collection[Key]
    ) -> tuple[tuple[Literal, ...], tuple[Key, ...]] | None:
        """Return a minimal contradictory subset of literals, clues and rules, or None."""
        engine = self._partial_engine(because)
        grounds = [*engine.reasons, *given]
        if not engine.refutes(grounds, _PROPOSALS):
            return None
        core = engine.used_assumptions(grounds)
        for ground in core[::-1]:
            fewer = [other for other in core if other != ground]
            if len(fewer) < len(core) and engine.refutes(fewer, _PROPOSALS):
                core = fewer
        return _split_grounds(engine, core)

    def provable(self, known: Collection[Literal], wanted: Collection[Literal]) -> list[Literal]:
        """Return the wanted literals that can be proved, those with small cores first."""
        return list(self._cores(known, wanted))

    def _cores(
        self, known: Collection[Literal], wanted: Collection[Literal]
    ) -> dict[Literal, list[Literal]]:
        """Return the core of each wanted literal that can be proved, the smallest first."""
        grounds = [*self.switches.values(), *known]
        each = ((literal, self._core(literal, grounds)) for literal in self._nearest(known, wanted))
        cores = {literal: core for literal, core in each if core is not None}
        return dict(sorted(cores.items(), key=lambda item: len(item[1])))

    def easiest_proof(
        self, known: Collection[Literal], wanted: Collection[Literal]
    ) -> Deduction | None:
        """Return a deduction of the wanted literal with the shortest proof found, or None."""
        best: list[Literal] | None = None
        about = 0
        for literal, core in islice(self._cores(known, wanted).items(), _THINNED):
            farthest = sorted(core, key=self._distance(literal), reverse=True)
            most = len(best) if best is not None else len(core) + 1
            thin = self.engine.minimal_core(farthest, most, -literal)
            if thin is not None:
                best, about = thin, literal
        return None if best is None else self._long_proof(about, best)

    def _nearest(
        self, known: Collection[Literal], wanted: Collection[Literal]
    ) -> Collection[Literal]:
        """Return the wanted literals, only those closest to known ones if there are many."""
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
        """Return grounds that refute the opposite of a literal, near ones if possible, or None."""
        near = sorted(grounds, key=self._distance(literal))
        if self.engine.solve([-literal, *near]) is not None:
            return None
        core = self.engine.used_assumptions(near)
        while self.engine.solve([-literal, *core]) is None:
            smaller = self.engine.used_assumptions(core)
            if len(smaller) == len(core):
                break
            core = smaller
        return core

    def _distance(self, literal: Literal) -> Callable[[Literal], int]:
        return self.distance(self.model.vocabulary.cells(abs(literal)))

    def distance(self, cells: Iterable[Cell]) -> Callable[[Literal], int]:
        """Return a function from a literal to the distance of its first cell to these cells."""
        cols: int = self.puzzle.cols
        targets = [divmod(cell, cols) for cell in cells]

        def distance(other: Literal) -> int:
            """Return the distance of a literal to the nearest cell; 0 for rules without cells."""
            cells = self._cells.get(other)
            if cells is None:
                is_shown, about = abs(other) <= self.model.shown, self.model.vocabulary.cells
                cells = about(abs(other)) if is_shown else self.engine.reasons[other].cells
                self._cells[other] = cells
            if not cells or not targets:
                return 0  # rules without cells
            row, col = divmod(cells[0], cols)
            return min(abs(row - r) + abs(col - c) for r, c in targets)

        return distance

    def _long_proof(self, literal: Literal, grounds: list[Literal]) -> Deduction:
        """Return a deduction that names its grounds, or refers to shaded cells if many."""
        given, because = _split_grounds(self.engine, grounds)
        reasons = [self.reasons[key] for key in because]
        sources: list[object] = [reason.text for reason in reasons if reason.clues]
        if len(sources) > _NAMED:
            sources = [say("shaded-clues", n=len(sources))]
        if given:
            sources.append(say("shaded-marks"))
        rules = tuple(reason.text for reason in reasons if not reason.clues)
        says = say(
            "follows-as" if rules else "follows",
            holds=self.model.vocabulary.statement(literal),
            sources=tuple(sources or [say("the-rules")]),
            rules=rules,
        )
        cells = {*self.model.vocabulary.cells_of(given), *chain(*(places for _, places in because))}
        return Deduction((literal,), given, because, says, tuple(sorted(cells)))


def _switches(engine: Engine) -> dict[Key, Literal]:
    return {reason.key: switch for switch, reason in engine.reasons.items()}


def _split_grounds(
    engine: Engine, grounds: Iterable[Literal]
) -> tuple[tuple[Literal, ...], tuple[Key, ...]]:
    """Return the known literals, and the keys of the clues and rules."""
    shown, reasons = engine.model.shown, engine.reasons
    given = tuple(sorted((ground for ground in grounds if abs(ground) <= shown), key=abs))
    return given, tuple(
        reasons[ground].key
        for ground in sorted(ground for ground in grounds if abs(ground) > shown)
    )
