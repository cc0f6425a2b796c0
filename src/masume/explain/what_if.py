"""Steps for which no technique has a name: suppose the opposite, and see what breaks.

Each clue, rule and known literal is an assumption of the exact engine, so a refuted supposition
comes with those that refuted it. They are thinned out until none can be spared. Of the suppositions
that could be refuted the one with the fewest reasons is told: it is the easiest to follow. The
idea is that of Demystify (Espasa et al. 2021).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from masume.core.grid import Cell
from masume.core.model import Literal, Reason
from masume.core.run import Watch
from masume.core.technique import Deduction, Key, are, listed
from masume.exact.engine import Engine
from masume.questions import model_of

_LOOKED_AT = 150  # suppositions that are refuted in search of an easy one
_THINNED = 8  # of them, those whose reasons are thinned out
_TOLD = 8  # consequences of a supposition that are told at most
_RECALLED = 6  # known things that are recalled at most
_MANY = 60  # consequences of which the needed ones are looked for less carefully
_CONCLUDED = 5  # things of which the same is concluded


class WhatIf:
    """A board's clues and rules, each of which can be left out of a proof."""

    def __init__(self, puzzle: Any, watch: Watch) -> None:
        self.puzzle = puzzle
        self.watch = watch
        self.model = model_of(puzzle, watch, reasons=True)
        reasons = [part.reason for part in self.model.parts if part.reason is not None]
        self._reasons = {(reason.rule, reason.cells): reason for reason in reasons}

    def reason(self, key: Key) -> Reason:
        """The clue or rule of that key."""
        return self._reasons[key]

    @cached_property
    def engine(self) -> Engine:
        """What proves; to name a reason nobody needs it, and a large board's takes long to make."""
        return Engine(self.model, self.watch.check, explaining=True)

    @cached_property
    def switches(self) -> dict[Key, Literal]:
        """The literals that switch the clues and rules on."""
        return {(one.rule, one.cells): switch for switch, one in self.engine.reasons.items()}

    @cached_property
    def _cells(self) -> dict[Literal, tuple[Cell, ...]]:
        return {switch: reason.cells for switch, reason in self.engine.reasons.items()}

    def proves(self, deduction: Deduction) -> bool:
        """Whether what a deduction names suffices for all it says."""
        grounds = [self.switches[key] for key in deduction.because]
        grounds += deduction.given
        return all(self.engine.solve([*grounds, -one]) is None for one in deduction.literals)

    def refute(self, literal: Literal, known: Iterable[Literal]) -> Deduction | None:
        """Why the opposite of a literal cannot be, as shortly as is easily found."""
        core = self._core(literal, [*self.switches.values(), *known])
        if core is None:
            return None
        thin = self._thinned(literal, core, len(core) + 1)
        return self._told([literal], thin or core)

    def easiest(self, known: Collection[Literal], wanted: Collection[Literal]) -> Deduction | None:
        """Of the wanted literals those with the shortest proof; None if none can be proved."""
        grounds = [*self.switches.values(), *known]
        cores = []
        for literal in self._nearest(known, wanted):
            core = self._core(literal, grounds)
            if core is not None:
                cores.append((len(core), literal, core))
        cores.sort(key=lambda found: found[0])
        best: list[Literal] | None = None
        about = 0
        for size, literal, core in cores[:_THINNED]:
            thin = self._thinned(literal, core, len(best) if best is not None else size + 1)
            if thin is not None:
                best, about = thin, literal
        if best is None:
            return None
        also = [
            one for _, one, _ in cores if one != about and self.engine.solve([*best, -one]) is None
        ]
        return self._told([about, *also], best)

    def _nearest(
        self, known: Collection[Literal], wanted: Collection[Literal]
    ) -> Collection[Literal]:
        """The wanted literals that touch most of what is known, if there are very many."""
        if len(wanted) <= _LOOKED_AT:
            return sorted(wanted, key=abs)
        touched: dict[Cell, int] = {}
        g = self.puzzle.grid
        for literal in known:
            for cell in self.model.cells(abs(literal)):
                for other in (cell, *g.neighbours[cell], *g.corners[cell]):
                    touched[other] = touched.get(other, 0) + 1

        def contact(literal: Literal) -> int:
            return -max(touched.get(cell, 0) for cell in self.model.cells(abs(literal)))

        return sorted(sorted(wanted, key=abs), key=contact)[:_LOOKED_AT]

    def _core(self, literal: Literal, grounds: Iterable[Literal]) -> list[Literal] | None:
        """Some of the grounds that refute the opposite of a literal, the nearest if possible."""
        near = sorted(grounds, key=self._distance(literal))
        if self.engine.solve([-literal, *near]) is not None:
            return None
        used = set(self.engine.solver.core())
        core = [one for one in near if one in used]
        while self.engine.solve([-literal, *core]) is None:
            used = set(self.engine.solver.core())
            smaller = [one for one in core if one in used]
            if len(smaller) == len(core):
                break
            core = smaller
        return core

    def _thinned(
        self, literal: Literal, core: list[Literal], fewer_than: int
    ) -> list[Literal] | None:
        """Leave out one after the other, the farthest first; None if too many are needed."""
        needed: list[Literal] = []
        left = sorted(core, key=self._distance(literal), reverse=True)
        while left:
            if len(needed) >= fewer_than:
                return None
            one, *rest = left
            if self.engine.solve([-literal, *needed, *rest]) is None:
                used = set(self.engine.solver.core())
                left = [other for other in rest if other in used]
            else:
                needed.append(one)
                left = rest
        return needed if len(needed) < fewer_than else None

    def _distance(self, literal: Literal) -> Callable[[Literal], int]:
        cols: int = self.puzzle.cols
        here = [divmod(cell, cols) for cell in self.model.cells(abs(literal))]

        def distance(other: Literal) -> int:
            cells = self._cells.get(other)
            if cells is None:
                cells = self._cells[other] = tuple(self.model.cells(abs(other)))
            if not cells:
                return 0  # a rule is always at hand
            row, col = divmod(cells[0], cols)
            return min(abs(row - r) + abs(col - c) for r, c in here)

        return distance

    def _told(self, literals: list[Literal], grounds: list[Literal]) -> Deduction:
        shown = self.model.shown
        given = tuple(sorted((one for one in grounds if abs(one) <= shown), key=abs))
        reasons = sorted(one for one in grounds if abs(one) > shown)
        return Deduction(
            tuple(literals),
            given,
            tuple((r.rule, r.cells) for r in map(self.engine.reasons.__getitem__, reasons)),
            self._text(literals, given, reasons),
        )

    def _text(
        self, literals: list[Literal], given: Sequence[Literal], reasons: list[Literal]
    ) -> str:
        first = literals[0]
        chain, clash = self._argument(-first, given, reasons)
        recalled = self._said(given)
        is_short = 0 < len(given) <= _RECALLED and len(recalled) <= _RECALLED // 2
        recall = f"Recall that {_listed(recalled)}. " if is_short else ""
        suppose = f"Suppose {_listed(self._said([-first]))}."
        then = f"{', '.join([*self._followed(chain), self._broken(clash, bool(chain))])}."
        if not then.startswith("this "):
            then = f"Then {then}"
        so = f"So {_listed(self._said([first]))}."
        more = self._telling(literals)[1:]
        if more:  # refuted in the same way, but nobody has said how
            so += f" From the same it follows that {_listed(self._said(more, _CONCLUDED))}."
        return f"{recall}{suppose} {then[0].upper()}{then[1:]} {so}"

    def _telling(self, literals: list[Literal]) -> list[Literal]:
        """Some literals without those that are plain to see from the others; the first stays."""
        first, *rest = literals
        told = [first, *sorted(rest, key=abs)]
        for one in sorted(rest, key=lambda one: -len(tuple(self.model.cells(abs(one))))):
            others = [other for other in told if other != one]
            if one in self.engine.solver.implied(others):
                told = others
        return told

    def _said(self, literals: Iterable[Literal], most: int = 100) -> list[str]:
        """What literals say, as sentences; things of which the same is said share one."""
        about: dict[str, list[str]] = {}
        for literal in literals:
            said = self.model.say(literal)
            thing, is_, what = said.partition(" is ")
            about.setdefault(what if is_ else said if "join" in said else "", []).append(thing)
        found: list[str] = []
        for what, things in about.items():
            if len(things) > most + 1:
                things = [*things[:most], f"{len(things) - most} more"]
            if not what:  # of bridges only their number is said
                found.append(f"there {'are' if 'bridges ' in things[0] else 'is'} {listed(things)}")
            else:
                found.append(what if things == [what] else are(things, what))
        return found

    def _followed(self, chain: Sequence[_Then]) -> list[str]:
        """What follows from a supposition, in words."""
        said: list[str] = []
        for reasons, group in groupby(chain, key=lambda then: then.why):
            text = _listed(self._said(sorted((then.literal for then in group), key=abs)))
            why = f" ({self.engine.reasons[reasons[0]].text})" if reasons else ""
            is_rule = reasons and not self.engine.reasons[reasons[0]].cells
            told = is_rule and any(before.endswith(why) for before in said)
            said.append(text if told else text + why)
        return said if len(said) <= _TOLD else [*said[: _TOLD - 1], "…", said[-1]]

    def _broken(self, clash: list[Literal], goes_on: bool) -> str:
        """What does not allow a supposition, or what followed from it, in words."""
        texts = [self.engine.reasons[one].text for one in clash]
        clues = [text for text in texts if text.startswith("the ")]
        rules = listed([text for text in texts if text not in clues])
        because = f", as {rules}" if rules else ""
        if not clues:
            it = "which" if goes_on else "this"
            return f"{it} cannot be{because}" if clash else f"{it} leaves no way"
        if len(texts) == 1 and goes_on:
            do = "do" if clues[0].split()[1].endswith("s") else "does"
            return f"which {clues[0]} {do} not allow"
        if len(clues) > _TOLD:
            clues = [*clues[: _TOLD - 1], f"{len(clues) - _TOLD + 1} other clues"]
        number = ["", " both", " all"][min(len(clues), 3) - 1]
        return f"{'and ' if goes_on else ''}{listed(clues)} could not{number} be met{because}"

    # What follows from a supposition

    def _argument(
        self, supposed: Literal, given: Sequence[Literal], reasons: list[Literal]
    ) -> tuple[list[_Then], list[Literal]]:
        """What follows from a supposition, one reason at a time, and the reasons that forbid it.

        Only what is needed in the end is told.
        """
        by_itself = [[], *([one] for one in reasons)]  # no clue or rule at all, or one of them
        plain = list(given)
        for why in by_itself:
            plain += self._implied(plain, why)
        held, chain = [supposed], list[_Then]()
        while True:
            known = [*plain, *held]
            clash = next((why for why in by_itself if self._fails([*known, *why])), None)
            if clash is not None:
                break
            new = self._next(known, by_itself, self._implied)
            new = new or self._next(known, by_itself, self._forced)
            if not new:
                clash = self._fewest(known, reasons)
                break
            held += new
            chain += new.values()
        needed = self._needed(plain, held, clash)
        told = []
        for number, then in reversed(list(enumerate(chain, start=1))):
            if then.literal in needed:
                told.append(then)
                grounds = [*plain, -then.literal]
                needed |= self._needed(grounds, held[:number], then.why)
        return told[::-1], clash

    def _next(
        self,
        known: list[Literal],
        by_itself: list[list[Literal]],
        follow: Callable[[list[Literal], list[Literal]], list[Literal]],
    ) -> dict[Literal, _Then]:
        """What each reason by itself adds to what is known."""
        new: dict[Literal, _Then] = {}
        for why in by_itself:
            for literal in follow(known, why):
                if -literal not in new:  # else two reasons clash, and that comes out next time
                    new.setdefault(literal, _Then(literal, why))
        return new

    def _implied(self, known: list[Literal], why: list[Literal]) -> list[Literal]:
        """What is plain to see."""
        implied = self.engine.solver.implied([*known, *why])
        settled = {abs(one) for one in known}
        return [one for one in implied if abs(one) <= self.model.shown and abs(one) not in settled]

    def _forced(self, known: list[Literal], why: list[Literal]) -> list[Literal]:
        """What follows, if not plainly."""
        settled = {abs(one) for one in known}
        possible = self.engine.solve([*known, *why]) or []
        left = {one for one in possible if abs(one) not in settled}
        found = []
        while left:
            one = min(left, key=abs)
            other = self.engine.solve([*known, *why, -one])
            if other is None:
                found.append(one)
                left.remove(one)
            else:
                left.intersection_update(other)
        return found

    def _fails(self, known: list[Literal]) -> bool:
        return self.engine.solve(known) is None

    def _fewest(self, known: list[Literal], reasons: list[Literal]) -> list[Literal]:
        """Of reasons that cannot all be met, as few as cannot be."""
        for reason in reasons:
            fewer = [one for one in reasons if one != reason]
            if self._fails([*known, *fewer]):
                reasons = fewer
        return reasons

    def _needed(
        self, plain: list[Literal], held: list[Literal], why: list[Literal]
    ) -> set[Literal]:
        """What a contradiction needs of that which is held; what came last is the first to go."""
        needed = held
        if len(held) > _MANY and self._fails([*plain, *held, *why]):
            used = set(self.engine.solver.core())
            needed = [one for one in held if one in used]
        for one in needed[::-1]:
            fewer = [other for other in needed if other != one]
            if self._fails([*plain, *fewer, *why]):
                needed = fewer
        return set(needed)


class _Then(NamedTuple):
    """Something that follows from a supposition, and the reason that says so."""

    literal: Literal
    why: list[Literal]  # nothing if no clue or rule is needed


def _listed(sentences: Sequence[str]) -> str:
    """Sentences with commas and an "and" that is not mistaken for one inside of them."""
    if not any(" and " in one for one in sentences[:-1]):
        return listed(sentences)
    return ", ".join(sentences[:-1]) + ", and " * (len(sentences) > 1) + sentences[-1]
