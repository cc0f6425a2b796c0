"""The violations that no further mark can cure, derived from a puzzle's model part by part."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from masume.core.model.model import Clause, Literal, Model, Part, Reason, Sum
from masume.core.model.propagate import ModelPropagator, unit_of
from masume.core.model.wording import number_word, sentences
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.puzzle import Position, Puzzle

_MOST = 4  # things that a message lists


@lru_cache(maxsize=4)
def _propagators(puzzle: Puzzle) -> tuple[Model, list[tuple[Part, ModelPropagator]]]:
    """Return the model of a board, and a propagator for each part with a reason."""
    kind = kind_of(puzzle)
    assert kind.model is not None
    model = kind.model(puzzle, reasons=True)
    return model, [(part, ModelPropagator(model, [part])) for part in model.parts if part.reason]


def derived_violations(puzzle: Puzzle, position: Position) -> list[Violation]:
    """Return a violation for each clause, sum or lazy constraint that the marks contradict.

    Marks that are fixed anyway, and helper variables, are not propagated: a violation is about what
    can be seen.
    """
    model, parts = _propagators(puzzle)  # type: ignore[arg-type]  # puzzles are hashable
    known = bytearray(2 * model.variables + 1)
    words = model.vocabulary
    for literal in (*words.printed(), *words.literals(position)):
        known[literal] = 1
    faults: list[Violation] = []
    for part, propagator in parts:
        assert part.reason is not None
        sums = part.sums
        for clause in part.clauses:
            if unit_of(clause, known) is None:
                faults.append(_fault(model, part.reason, clause, None))
        for number, cutter in enumerate(propagator.cutters):
            broken = [clause for clause in cutter(known) if unit_of(clause, known) is None]
            if broken:
                item = sums[number] if number < len(sums) else None
                faults.append(_fault(model, part.reason, broken[0], item))
    return list(dict.fromkeys(faults))


def _fault(model: Model, reason: Reason, clause: Clause, item: Sum | None) -> Violation:
    """Return the violation of a clause."""
    words = model.vocabulary
    shown = [-literal for literal in clause if abs(literal) <= model.shown]
    cells = tuple(sorted({*reason.cells, *words.cells_of(shown)}))
    if item is not None and words.things[0]:
        text = _counted(reason, shown, item, words.things)
    elif len(shown) <= _MOST and shown:
        told = " and ".join(sentences(map(words.statement, shown), words.grid.name))
        text = f"{told}, but {reason.text}"
    elif reason.clues:
        text = f"{reason.text} can no longer be met"
    else:
        text = f"it can no longer be that {reason.text}"
    return Violation(reason.rule, cells, text)


def _counted(reason: Reason, shown: Sequence[Literal], item: Sum, things: tuple[str, str]) -> str:
    """Return the message for a sum that is exceeded or can no longer be reached."""
    subject = reason.text if reason.clues else reason.text.partition(" has ")[0]
    many = f"{number_word(item.total)} {things[item.total != 1]}"
    if shown and shown[0] > 0:
        return f"{subject} has more than {many}"
    return f"{subject} can no longer have {many}"
